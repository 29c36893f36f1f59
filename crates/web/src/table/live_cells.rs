//! The cells of the sheet in a running game: entries, and what the dice offer.

use kosti_coach::Advice;
use kosti_engine::{Action, Event, Seat, State};
use kosti_rules::{Entry, Offer, Sheet, SheetRules};
use maud::{Markup, html};

use super::TablePage;
use super::coach_panel::format_loss;
use super::grid::{Cells, format_entry};
use super::pace::pace_of_box;

/// The sheet of a running game.
pub(super) struct LiveCells<'a, 's> {
    pub(super) table_page: &'a TablePage<'s>,
    pub(super) state: &'a State,
    pub(super) rules: &'a SheetRules,
    offers: Vec<Offer>,
    /// The box that each seat wrote last.
    newest: Vec<Option<usize>>,
    /// The columns, each with the class that says how near it is.
    pub(super) columns: Vec<(usize, &'static str)>,
}

impl<'s> TablePage<'s> {
    pub(super) fn live_cells<'a>(
        &'a self,
        state: &'a State,
        rules: &'a SheetRules,
        columns: Vec<(usize, &'static str)>,
    ) -> LiveCells<'a, 's> {
        let newest = (0..state.players().len()).map(|seat| self.newest_entry(seat)).collect();
        LiveCells { table_page: self, state, rules, offers: state.offers(), newest, columns }
    }

    /// The box that a seat wrote last, unless it was taken back.
    fn newest_entry(&self, of: usize) -> Option<usize> {
        let wrote = self.recent_events.newest().find_map(|event| match *event {
            Event::Scored { seat, slot, .. } | Event::CrossedOut { seat, slot, .. } if seat.0 == of => {
                Some(Some(slot))
            }
            Event::Undone { seat } if seat.0 == of => Some(None),
            _ => None,
        });
        wrote.flatten()
    }
}

impl Cells for LiveCells<'_, '_> {
    fn head(&self, seat: usize) -> Markup {
        let (seat, class) = self.columns[seat];
        let on_turn = self.state.on_turn() == Some(Seat(seat));
        let wide = Some(self.rules.side_by_side()).filter(|&wide| wide > 1);
        let mine = self.table_page.is_own(self.state, seat);
        html! { th.(class) scope="col" colspan=[wide] .turn[on_turn] .mine[mine] { bdi.name { (self.table_page.names[seat]) } } }
    }

    fn label(&self, slot: usize, name: &str) -> Markup {
        let box_of = &self.rules.slots[slot];
        html! {
            a.label id={ "why-" (box_of.id) } href={ (self.table_page.path()) "?why=" (box_of.id) } data-part {
                @if (1..=6).contains(&box_of.number) { (self.table_page.dice_renderer().die(box_of.number)) }
                span { (name) }
                small { (box_of.about.get(self.table_page.page.language())) }
            }
        }
    }

    fn sheet(&self, seat: usize) -> Option<&Sheet> {
        let (seat, _) = *self.columns.get(seat)?;
        self.state.players().get(seat).map(|player| &player.sheet)
    }

    fn columns(&self) -> usize {
        self.columns.len()
    }

    fn class(&self, seat: usize) -> &'static str {
        self.columns[seat].1
    }

    fn joker(&self, seat: usize, points: i32) -> Markup {
        if !self.table_page.is_real() || self.table_page.mine.is_empty() {
            return html! { (points) };
        }
        let (seat, _) = self.columns[seat];
        let args = [("name", (&self.table_page.names[seat]).into()), ("was", points.into())];
        html! {
            a.entry href={ (self.table_page.path()) "?correct-joker=" (seat) } data-part
                aria-label=(self.table_page.page.tell("page-correct-joker", &args)) { (points) }
        }
    }

    fn cell(&self, slot: usize, seat: usize) -> Markup {
        let (seat, class) = self.columns[seat];
        let entries = self.state.players()[seat].sheet.entries(slot);
        let on_turn = self.state.on_turn() == Some(Seat(seat));
        let offer = self.offers.iter().find(|offer| on_turn && offer.slot == slot);
        let newest = self.newest[seat] == Some(slot);
        let mine = self.table_page.is_own(self.state, seat);
        html! {
            td.(class) .turn[on_turn] .mine[mine] .newest[newest] {
                div.places {
                    @for (nth, entry) in entries.iter().enumerate() { (self.entry(seat, slot, nth, *entry)) }
                    @if let Some(offer) = offer { (self.offer_slips(*offer)) }
                }
            }
        }
    }
}

impl LiveCells<'_, '_> {
    fn name(&self, slot: usize) -> &str {
        self.rules.slots[slot].name.get(self.table_page.page.language())
    }

    /// An entry; with real dice a link to correct it.
    fn entry(&self, seat: usize, slot: usize, nth: usize, entry: Entry) -> Markup {
        let (page, crossed) = (&self.table_page.page, entry == Entry::Crossed);
        let text = format_entry(self.rules, slot, entry);
        let content = html! {
            @if crossed {
                svg.dash viewBox="0 0 22 8" aria-hidden="true" { path d="M2 5Q8 1 20 4" {} }
            } @else { (text) }
        };
        if self.table_page.is_real() && !self.table_page.mine.is_empty() {
            let args = [
                ("name", (&self.table_page.names[seat]).into()),
                ("box", self.name(slot).into()),
                ("was", text.as_str().into()),
            ];
            let address =
                format!("{}?correct={seat}:{}:{nth}", self.table_page.path(), self.rules.slots[slot].id);
            return html! { a.entry href=(address) data-part aria-label=(page.tell("page-correct-entry", &args)) { (content) } };
        }
        html! { span.entry { (content) @if crossed { span.visually-hidden { (page.say("page-crossed")) } } } }
    }

    /// What the dice offer a box: buttons for the player on turn, plain numbers for everybody else.
    fn offer_slips(&self, offer: Offer) -> Markup {
        let (page, id) = (&self.table_page.page, &self.rules.slots[offer.slot].id);
        let acting = self.table_page.acting().is_some() && self.table_page.table.in_the_air().is_none();
        if !acting {
            return html! { @if let Some(points) = offer.score { span.offer { (points) } } };
        }
        let name = self.name(offer.slot);
        let with_verdict = |text: String, action: Action| match self.coach_verdict(action) {
            Some((true, _)) => format!("{text}, {}", page.say("page-best")),
            Some((false, loss)) => format!("{text}, {loss}"),
            None => text,
        };
        let slot = offer.slot;
        let (score, cross, announce) =
            (Action::Score { slot }, Action::Cross { slot }, Action::Announce { slot });
        html! {
            @if let Some(points) = offer.score {
                @let points = points + offer.bonus;
                @let args = [("box", name.into()), ("points", points.into())];
                button.slip.score .zero[points == 0] .on-pace[points > 0 && pace_of_box(self.rules, slot, points).is_some_and(|pace| pace >= 0.0)] .best[self.is_best(score)] id={ "score-" (id) } form="act" name="score" value=(id) data-points=(points)
                    aria-label=(with_verdict(page.tell("page-score-box", &args), score)) { span { (points) } (self.loss_badge(score)) }
            }
            @if offer.cross {
                button.slip.cross.zero .best[self.is_best(cross)] id={ "cross-" (id) } form="act" name="cross" value=(id)
                    aria-label=(with_verdict(page.tell("page-cross-box", &[("box", name.into())]), cross)) { span { "✕" } (self.loss_badge(cross)) }
            }
            @if offer.announce {
                button.slip.announce .best[self.is_best(announce)] id={ "announce-" (id) } form="act" name="announce" value=(id)
                    aria-label=(with_verdict(page.tell("page-announce-box", &[("box", name.into())]), announce)) { span { "!" } (self.loss_badge(announce)) }
            }
        }
    }

    /// Whether an action is the best, and what it loses against the best.
    fn coach_verdict(&self, action: Action) -> Option<(bool, String)> {
        let advice: &Advice = self.table_page.coach_panel.advice()?;
        let choice = advice.of(&action)?;
        Some((choice.is_best(), format_loss(advice.worth, choice.loss)))
    }

    fn is_best(&self, action: Action) -> bool {
        let lesson_best = || self.table_page.lesson_choice().map(|best| best == action);
        self.coach_verdict(action).map(|(best, _)| best).or_else(lesson_best).unwrap_or(false)
    }

    fn loss_badge(&self, action: Action) -> Markup {
        html! { @if let Some((false, loss)) = self.coach_verdict(action) { small.loss { (loss) } } }
    }
}
