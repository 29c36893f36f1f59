//! A position of a finished game: the sheet or the race as it stood, and the dice as they lay.

use kosti_dice::Dice;
use kosti_engine::{Action, Seat, State, Then, Turn};
use kosti_rules::{Entry, Family, Offer, RaceRules, Rules, Sheet, SheetRules};
use maud::{Markup, html};

use super::die::DiceRenderer;
use super::race_track::RaceTrack;
use super::shell::Page;
use super::table::{Cells, format_entry, sheet_form};

/// Seats with columns; the others have a line with their result.
const COLUMNS: usize = 2;

/// A position to render.
pub(super) struct Position<'a> {
    pub(super) page: &'a Page<'a>,
    pub(super) state: &'a State,
    pub(super) names: &'a [String],
    /// The seat whose column comes first.
    pub(super) seat: usize,
    /// The box that was written last, and its seat.
    pub(super) newest: Option<(usize, usize)>,
    /// Whether boxes are buttons of the form `try`.
    pub(super) asks: bool,
}

impl Position<'_> {
    /// The sheet, or how the race stood.
    pub(super) fn score(&self) -> Markup {
        match &self.state.rules().family {
            Family::Sheet(rules) => self.sheet(rules),
            Family::Race(rules) => self.race(rules),
        }
    }

    fn sheet(&self, rules: &SheetRules) -> Markup {
        let count = self.state.players().len();
        // A sheet with columns of its own fills a phone.
        let most = if rules.side_by_side() > 1 { 1 } else { COLUMNS };
        let mut seats: Vec<usize> = (0..count).map(|step| (self.seat + step) % count).collect();
        let others = seats.split_off(most.min(count));
        let offers = self.state.offers();
        let total = |seat: usize| {
            let totals = rules.totals(&self.state.players()[seat].sheet);
            totals.points.unwrap_or(totals.total)
        };
        let all = seats.iter().chain(&others).copied();
        html! {
            (sheet_form(self.page, rules, &PositionCells { of: self, rules, seats: seats.clone(), offers }))
            (results(self.names, others.is_empty(), all.map(|seat| (seat, total(seat).to_string()))))
        }
    }

    fn race(&self, rules: &RaceRules) -> Markup {
        let turn = self.state.turn().filter(|turn| turn.throw > 0);
        html! {
            div.race { (RaceTrack::new(self.page, self.state, rules, self.names, self.seat).render()) }
            ul.standing {
                @for (player, name) in self.state.players().iter().zip(self.names) {
                    li {
                        bdi { (name) } " " b { (player.standing.score) }
                        @if let Some(left) = self.page.words.describe_turns_left(rules, player.standing) { " " span.faint { (left) } }
                    }
                }
            }
            @if let Some(turn) = turn {
                p.faint { (self.page.tell("replay-turn-points", &[("points", turn.points.into()), ("aside", turn.aside.into())])) }
            }
        }
    }

    /// The buttons beside the dice: everything but writing into a box.
    pub(super) fn buttons(&self) -> Markup {
        let actions = self.state.legal_actions();
        let may = |wanted: Then| {
            actions.iter().any(|action| matches!(action, Action::SetAside { then, .. } if *then == wanted))
        };
        let throws = actions.iter().any(|action| matches!(action, Action::Throw { .. }));
        let page = self.page;
        html! {
            @if throws { button.primary.go #throw name="throw" value="1" { (page.say("page-throw-held")) } }
            @if may(Then::Bank) { button.alt.wide name="then" value="bank" { (page.say("page-bank")) } }
            @if may(Then::Throw) { button.primary.go name="then" value="throw" { (page.say("page-throw-rest")) } }
        }
    }
}

/// What everybody had, in a row. `all_shown` is whether all of them have a column, whose foot tells the same on large screens.
fn results(names: &[String], all_shown: bool, results: impl Iterator<Item = (usize, String)>) -> Markup {
    html! {
        ul.standing .repeated[all_shown] {
            @for (seat, result) in results { li { bdi { (names.get(seat).map_or("", String::as_str)) } " " b { (result) } } }
        }
    }
}

/// Dice that cannot be held; marked ones are lifted, with this word below them.
pub(super) fn render_dice(page: &Page<'_>, rules: &Rules, dice: Dice, marked: Dice, word: &str) -> Markup {
    let renderer = DiceRenderer::of(rules, page.language());
    let mut marked: Vec<u8> = marked.faces().collect();
    html! {
        div.dice role="img" aria-label=(renderer.write(dice)) {
            @for face in dice.faces() {
                @let held = marked.iter().position(|other| *other == face).map(|at| marked.remove(at)).is_some();
                span.die-box .kept[held] { (renderer.large_die(face)) span.held { (page.say(word)) } }
            }
        }
    }
}

/// Dice that can be held.
pub(super) fn holdable_dice(page: &Page<'_>, rules: &Rules, turn: &Turn, mut kept: Vec<u8>) -> Markup {
    let renderer = DiceRenderer::of(rules, page.language());
    html! {
        fieldset.dice {
            legend.visually-hidden { (page.say("page-held-legend")) }
            @for (nth, face) in turn.dice.faces().enumerate() {
                @let held = kept.iter().position(|kept| *kept == face).map(|at| kept.remove(at)).is_some();
                label.die-box {
                    input.visually-hidden id={ "die-" (nth) } type="checkbox" name="keep" value=(face) checked[held];
                    (renderer.large_die(face))
                    span.visually-hidden { (rules.faces().name(face, page.language())) }
                    span.held { (page.say("page-held")) }
                }
            }
        }
    }
}

/// The boxes of a position.
struct PositionCells<'a> {
    of: &'a Position<'a>,
    rules: &'a SheetRules,
    seats: Vec<usize>,
    offers: Vec<Offer>,
}

impl PositionCells<'_> {
    fn on_turn(&self, seat: usize) -> bool {
        self.of.state.on_turn() == Some(Seat(seat))
    }

    fn entry(&self, slot: usize, entry: Entry) -> Markup {
        html! {
            @if entry == Entry::Crossed {
                span.entry { svg.dash viewBox="0 0 22 8" aria-hidden="true" { path d="M2 5Q8 1 20 4" {} } span.visually-hidden { (self.of.page.say("page-crossed")) } }
            } @else { span.entry { (format_entry(self.rules, slot, entry)) } }
        }
    }

    /// What the dice would give a box: a button where the visitor is asked.
    fn offer_slips(&self, offer: Offer) -> Markup {
        let (page, slot) = (self.of.page, &self.rules.slots[offer.slot]);
        let name = slot.name.get(page.language());
        if !self.of.asks {
            return html! { @if let Some(points) = offer.score { span.offer { (points) } } };
        }
        html! {
            @if let Some(points) = offer.score {
                @let points = points + offer.bonus;
                button.slip.score .zero[points == 0] form="try" name="score" value=(slot.id)
                    aria-label=(page.tell("page-score-box", &[("box", name.into()), ("points", points.into())])) { span { (points) } }
            }
            @if offer.cross {
                button.slip.cross.zero form="try" name="cross" value=(slot.id)
                    aria-label=(page.tell("page-cross-box", &[("box", name.into())])) { span { "✕" } }
            }
            @if offer.announce {
                button.slip.announce form="try" name="announce" value=(slot.id)
                    aria-label=(page.tell("page-announce-box", &[("box", name.into())])) { span { "!" } }
            }
        }
    }
}

impl Cells for PositionCells<'_> {
    fn head(&self, column: usize) -> Markup {
        let seat = self.seats[column];
        let wide = Some(self.rules.side_by_side()).filter(|&wide| wide > 1);
        html! { th.near scope="col" colspan=[wide] .turn[self.on_turn(seat)] .mine[column == 0] { bdi.name { (self.of.names[seat]) } } }
    }

    fn cell(&self, slot: usize, column: usize) -> Markup {
        let seat = self.seats[column];
        let entries = self.of.state.players()[seat].sheet.entries(slot);
        let offer = self.offers.iter().find(|offer| self.on_turn(seat) && offer.slot == slot);
        let newest = self.of.newest == Some((seat, slot));
        html! {
            td.near .turn[self.on_turn(seat)] .mine[column == 0] .newest[newest] {
                div.places {
                    @for entry in entries { (self.entry(slot, *entry)) }
                    @if let Some(offer) = offer { (self.offer_slips(*offer)) }
                }
            }
        }
    }

    fn label(&self, slot: usize, name: &str) -> Markup {
        let number = self.rules.slots[slot].number;
        html! {
            span.label { @if (1..=6).contains(&number) { (DiceRenderer::with(&self.rules.faces, self.of.page.language()).die(number)) } span { (name) } }
        }
    }

    fn sheet(&self, column: usize) -> Option<&Sheet> {
        let seat = *self.seats.get(column)?;
        self.of.state.players().get(seat).map(|player| &player.sheet)
    }

    fn columns(&self) -> usize {
        self.seats.len()
    }
}
