//! The score sheet, drawn like the paper one.

use kosti_coach::{Advice, Worth};
use kosti_engine::{Action, Event, Seat, State};
use kosti_rules::{Entry, GroupMark, Line, Offer, Sheet, SheetRules};
use maud::{Markup, html};

use super::Seen;
use crate::pages::shell::Page;

/// What stands in the boxes: on a page that is played on, or on paper.
pub(crate) trait Cells {
    /// A column's head.
    fn head(&self, seat: usize) -> Markup;
    /// A box of a column.
    fn cell(&self, slot: usize, seat: usize) -> Markup;
    /// What the name of a box leads to.
    fn label(&self, slot: usize, name: &str) -> Markup;
    /// The sheet of a column.
    fn sheet(&self, seat: usize) -> Option<&Sheet>;
    fn columns(&self) -> usize;
    /// What jokers have brought a column.
    fn joker(&self, _seat: usize, points: i32) -> Markup {
        html! { (points) }
    }
}

/// The sheet: a line for each box, a column for each player, and for each of theirs where the sheet has columns.
pub(crate) fn sheet(page: &Page<'_>, rules: &SheetRules, cells: &impl Cells) -> Markup {
    let language = page.language();
    html! {
        div.sheet-scroll tabindex="0" role="region" aria-label=(page.say("page-sheet")) {
            table.sheet .columns[!rules.columns.is_empty()] {
                thead {
                    tr { td {} @for seat in 0..cells.columns() { (cells.head(seat)) } }
                    @if !rules.columns.is_empty() {
                        tr.of-columns {
                            td {}
                            @for _ in 0..cells.columns() {
                                @for column in &rules.columns {
                                    th scope="col" title=(column.about.get(language)) { (column.name.get(language)) }
                                }
                            }
                        }
                    }
                }
                tbody { @for line in rules.rows() { (row(page, rules, cells, line)) } }
            }
        }
    }
}

fn row(page: &Page<'_>, rules: &SheetRules, cells: &impl Cells, line: Line) -> Markup {
    let language = page.language();
    let Line::Slot(slot) = line else {
        let name = match line {
            Line::Group(group) => rules.groups[group].row.get(language).to_owned(),
            Line::Joker => rules.joker.as_ref().map_or("", |joker| joker.name.get(language)).to_owned(),
            Line::Points => page.say("table-points"),
            Line::Total | Line::Slot(_) => page.say("table-total"),
        };
        // A group has a sum in each column; what is below them all stands once.
        let (each, wide) = match line {
            Line::Group(_) => (rules.side_by_side(), 1),
            _ => (1, rules.side_by_side()),
        };
        return html! {
            tr.sum {
                th scope="row" { (name) }
                @for seat in 0..cells.columns() {
                    @for column in 0..each {
                        td colspan=[(wide > 1).then_some(wide)] {
                            @match (cells.sheet(seat), line) {
                                (Some(sheet), Line::Joker) => (cells.joker(seat, sheet.joker())),
                                (Some(sheet), _) => (sum(page, rules, sheet, rules.beside(line, column))),
                                (None, _) => "",
                            }
                        }
                    }
                }
            }
        };
    };
    let name = rules.slots[slot].row.get(language);
    html! {
        tr {
            th scope="row" { (cells.label(slot, name)) }
            @for seat in 0..cells.columns() {
                @for column in 0..rules.side_by_side() {
                    @if let Line::Slot(slot) = rules.beside(line, column) { (cells.cell(slot, seat)) }
                }
            }
        }
    }
}

/// A sum of the sheet, and how far it is from its bonus.
fn sum(page: &Page<'_>, rules: &SheetRules, sheet: &Sheet, line: Line) -> Markup {
    let totals = rules.totals(sheet);
    match line {
        Line::Group(group) => {
            let (sum, extra) = totals.groups[group];
            let short = match (extra, rules.groups[group].mark) {
                (0, Some(GroupMark::Bonus { at_least, points, .. })) if sum < at_least => {
                    Some((at_least - sum, at_least, points))
                }
                _ => None,
            };
            html! {
                (sum)
                @if extra != 0 { " " span.bonus { (format!("{extra:+}")) } }
                @if let Some((short, mark, points)) = short {
                    @let args = [("short", short.into()), ("mark", mark.into()), ("points", points.into())];
                    " " span.short title=(page.tell("page-short-of", &args)) { (format!("−{short}")) span.visually-hidden { " " (page.tell("page-short-of", &args)) } }
                }
            }
        }
        Line::Points => html! { (totals.points.unwrap_or(0)) },
        Line::Total | Line::Slot(_) | Line::Joker => html! { (totals.total) },
    }
}

/// An entry as it is written: some boxes have a mark of their own for nothing.
pub(crate) fn written(rules: &SheetRules, slot: usize, entry: Entry) -> String {
    match (entry, &rules.slots[slot].zero) {
        (Entry::Score(0), Some(zero)) => zero.clone(),
        (Entry::Crossed, _) => "✕".to_owned(),
        (entry, _) => entry.to_string(),
    }
}

/// The sheet of a running game.
struct Playing<'a, 's> {
    seen: &'a Seen<'s>,
    state: &'a State,
    rules: &'a SheetRules,
    offers: Vec<Offer>,
    /// The box that each seat wrote last.
    newest: Vec<Option<usize>>,
}

impl Seen<'_> {
    pub(super) fn sheet(&self, state: &State, rules: &SheetRules) -> Markup {
        let newest = (0..state.players().len()).map(|seat| self.newest_entry(seat)).collect();
        let playing = Playing { seen: self, state, rules, offers: state.offers(), newest };
        sheet(&self.page, rules, &playing)
    }

    /// The box that a seat wrote last, unless it was taken back.
    fn newest_entry(&self, of: usize) -> Option<usize> {
        let wrote = self.lately.newest().find_map(|event| match *event {
            Event::Scored { seat, slot, .. } | Event::CrossedOut { seat, slot, .. } if seat.0 == of => {
                Some(Some(slot))
            }
            Event::Undone { seat } if seat.0 == of => Some(None),
            _ => None,
        });
        wrote.flatten()
    }

    /// What the head of a column or a line says about a player.
    pub(super) fn player(&self, seat: usize) -> Markup {
        let chair = &self.table.chairs()[seat];
        let left = self.game().is_some_and(|state| state.players()[seat].left);
        let (mark, said) = match (chair.bot(), left) {
            (_, true) => ("∅", "page-has-left"),
            (Some(_), _) => ("⚙", "page-is-bot"),
            (None, _) if self.here.contains(&seat) => ("●", "page-is-here"),
            (None, _) => ("○", "page-is-away"),
        };
        let on_turn = self.game().and_then(State::on_turn) == Some(Seat(seat));
        html! {
            @if on_turn { span.on-turn aria-hidden="true" { "▶" } }
            bdi.name { (self.names[seat]) }
            span.mark aria-hidden="true" title=(self.page.say(said)) { (mark) }
            span.visually-hidden {
                " (" (self.page.say(said)) @if on_turn { ", " (self.page.say("page-on-turn")) } ")"
            }
        }
    }
}

impl Cells for Playing<'_, '_> {
    fn head(&self, seat: usize) -> Markup {
        let on_turn = self.state.on_turn() == Some(Seat(seat));
        let mine = self.seen.mine.contains(&seat);
        let wide = Some(self.rules.side_by_side()).filter(|&wide| wide > 1);
        html! { th scope="col" colspan=[wide] .turn[on_turn] .mine[mine] { (self.seen.player(seat)) } }
    }

    fn label(&self, slot: usize, name: &str) -> Markup {
        let id = &self.rules.slots[slot].id;
        html! { a id={ "why-" (id) } href={ (self.seen.path()) "?why=" (id) } data-part { (name) } }
    }

    fn sheet(&self, seat: usize) -> Option<&Sheet> {
        self.state.players().get(seat).map(|player| &player.sheet)
    }

    fn columns(&self) -> usize {
        self.state.players().len()
    }

    fn joker(&self, seat: usize, points: i32) -> Markup {
        if !self.seen.is_real() || self.seen.mine.is_empty() {
            return html! { (points) };
        }
        let args = [("name", (&self.seen.names[seat]).into()), ("was", points.into())];
        html! {
            a.entry href={ (self.seen.path()) "?correct-joker=" (seat) } data-part
                aria-label=(self.seen.page.tell("page-correct-joker", &args)) { (points) }
        }
    }

    fn cell(&self, slot: usize, seat: usize) -> Markup {
        let entries = self.state.players()[seat].sheet.entries(slot);
        let on_turn = self.state.on_turn() == Some(Seat(seat));
        let offer = self.offers.iter().find(|offer| on_turn && offer.slot == slot);
        let newest = self.newest[seat] == Some(slot);
        let real = self.seen.is_real() && !self.seen.mine.is_empty();
        html! {
            td .turn[on_turn] .newest[newest] {
                @for (nth, entry) in entries.iter().enumerate() {
                    @let text = written(self.rules, slot, *entry);
                    @let crossed = *entry == Entry::Crossed;
                    @if real {
                        @let args = [("name", (&self.seen.names[seat]).into()), ("box", self.name(slot).into()), ("was", text.as_str().into())];
                        a.entry.crossed[crossed] href={ (self.seen.path()) "?correct=" (seat) ":" (self.rules.slots[slot].id) ":" (nth) } data-part
                            aria-label=(self.seen.page.tell("page-correct-entry", &args)) { (text) }
                    } @else {
                        span.entry.crossed[crossed] { (text) @if crossed { span.visually-hidden { (self.seen.page.say("page-crossed")) } } }
                    }
                }
                @if let Some(offer) = offer { (self.offered(*offer)) }
            }
        }
    }
}

impl Playing<'_, '_> {
    fn name(&self, slot: usize) -> &str {
        self.rules.slots[slot].name.get(self.seen.page.language())
    }

    /// What the dice would give a box now, as a button for whoever is on turn.
    fn offered(&self, offer: Offer) -> Markup {
        let (page, id) = (&self.seen.page, &self.rules.slots[offer.slot].id);
        let acting = self.seen.acting().is_some() && self.seen.table.in_the_air().is_none();
        if !acting {
            return html! { @if let Some(points) = offer.score { span.offer { "(" (points) ")" } } };
        }
        let name = self.name(offer.slot);
        html! {
            span.offers {
                @if let Some(points) = offer.score {
                    @let args = [("box", name.into()), ("points", (points + offer.bonus).into())];
                    button.score id={ "score-" (id) } form="act" name="score" value=(id) aria-label=(page.tell("page-score-box", &args)) { (points + offer.bonus) }
                }
                @if offer.cross {
                    button.cross id={ "cross-" (id) } form="act" name="cross" value=(id) aria-label=(page.tell("page-cross-box", &[("box", name.into())])) { "✕" }
                }
                @if offer.announce {
                    button.announce id={ "announce-" (id) } form="act" name="announce" value=(id) aria-label=(page.tell("page-announce-box", &[("box", name.into())])) { "!" }
                }
                @if let Some(advice) = self.seen.counsel.advice() { (worth_of(page, advice, offer)) }
            }
        }
    }
}

/// What the coach says a box is worth.
fn worth_of(page: &Page<'_>, advice: &Advice, offer: Offer) -> Markup {
    let of = |action: Action| advice.of(&action);
    let slot = offer.slot;
    let written = of(Action::Score { slot }).or_else(|| of(Action::Cross { slot }));
    let choice = written.or_else(|| of(Action::Announce { slot }));
    html! {
        @if let Some(choice) = choice {
            @let best = choice.loss < 1e-9;
            span.worth .best[best] title=(page.say("play-coach-column")) {
                span.visually-hidden { (page.say("play-coach-column")) " " }
                (worth(advice.worth, choice.value)) @if best { " ★" span.visually-hidden { (page.say("page-best")) } }
            }
        }
    }
}

/// A worth as the coach counts it.
pub(super) fn worth(kind: Worth, value: f64) -> String {
    match kind {
        Worth::Win => format!("{:.1} %", value * 100.0),
        Worth::Points | Worth::Turns => format!("{value:.1}"),
    }
}
