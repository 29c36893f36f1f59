//! The boxes of a running game: what stands in them, and what the dice would give them.

use kosti_coach::Advice;
use kosti_engine::{Action, Event, Seat, State};
use kosti_rules::{Entry, Offer, Sheet, SheetRules};
use maud::{Markup, html};

use super::Seen;
use super::coach_panel::loss;
use super::grid::{Cells, written};

/// The sheet of a running game.
pub(super) struct Playing<'a, 's> {
    pub(super) seen: &'a Seen<'s>,
    pub(super) state: &'a State,
    pub(super) rules: &'a SheetRules,
    offers: Vec<Offer>,
    /// The box that each seat wrote last.
    newest: Vec<Option<usize>>,
    /// The columns, each with the class that says how near it is.
    pub(super) columns: Vec<(usize, &'static str)>,
}

impl<'s> Seen<'s> {
    pub(super) fn playing<'a>(
        &'a self,
        state: &'a State,
        rules: &'a SheetRules,
        columns: Vec<(usize, &'static str)>,
    ) -> Playing<'a, 's> {
        let newest = (0..state.players().len()).map(|seat| self.newest_entry(seat)).collect();
        Playing { seen: self, state, rules, offers: state.offers(), newest, columns }
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

impl Cells for Playing<'_, '_> {
    fn head(&self, seat: usize) -> Markup {
        let (seat, class) = self.columns[seat];
        let on_turn = self.state.on_turn() == Some(Seat(seat));
        let wide = Some(self.rules.side_by_side()).filter(|&wide| wide > 1);
        let mine = self.seen.is_own(self.state, seat);
        html! { th.(class) scope="col" colspan=[wide] .turn[on_turn] .mine[mine] { bdi.name { (self.seen.names[seat]) } } }
    }

    fn label(&self, slot: usize, name: &str) -> Markup {
        let box_of = &self.rules.slots[slot];
        html! {
            a.label id={ "why-" (box_of.id) } href={ (self.seen.path()) "?why=" (box_of.id) } data-part {
                @if (1..=6).contains(&box_of.number) { (self.seen.drawn().die(box_of.number)) }
                span { (name) }
                small { (box_of.about.get(self.seen.page.language())) }
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
        if !self.seen.is_real() || self.seen.mine.is_empty() {
            return html! { (points) };
        }
        let (seat, _) = self.columns[seat];
        let args = [("name", (&self.seen.names[seat]).into()), ("was", points.into())];
        html! {
            a.entry href={ (self.seen.path()) "?correct-joker=" (seat) } data-part
                aria-label=(self.seen.page.tell("page-correct-joker", &args)) { (points) }
        }
    }

    fn cell(&self, slot: usize, seat: usize) -> Markup {
        let (seat, class) = self.columns[seat];
        let entries = self.state.players()[seat].sheet.entries(slot);
        let on_turn = self.state.on_turn() == Some(Seat(seat));
        let offer = self.offers.iter().find(|offer| on_turn && offer.slot == slot);
        let newest = self.newest[seat] == Some(slot);
        let mine = self.seen.is_own(self.state, seat);
        html! {
            td.(class) .turn[on_turn] .mine[mine] .newest[newest] {
                div.places {
                    @for (nth, entry) in entries.iter().enumerate() { (self.entry(seat, slot, nth, *entry)) }
                    @if let Some(offer) = offer { (self.offered(*offer)) }
                }
            }
        }
    }
}

impl Playing<'_, '_> {
    fn name(&self, slot: usize) -> &str {
        self.rules.slots[slot].name.get(self.seen.page.language())
    }

    /// What was written; with real dice it can be corrected.
    fn entry(&self, seat: usize, slot: usize, nth: usize, entry: Entry) -> Markup {
        let (page, crossed) = (&self.seen.page, entry == Entry::Crossed);
        let text = written(self.rules, slot, entry);
        let shown = html! {
            @if crossed {
                svg.dash viewBox="0 0 22 8" aria-hidden="true" { path d="M2 5Q8 1 20 4" {} }
            } @else { (text) }
        };
        if self.seen.is_real() && !self.seen.mine.is_empty() {
            let args = [
                ("name", (&self.seen.names[seat]).into()),
                ("box", self.name(slot).into()),
                ("was", text.as_str().into()),
            ];
            let address = format!("{}?correct={seat}:{}:{nth}", self.seen.path(), self.rules.slots[slot].id);
            return html! { a.entry href=(address) data-part aria-label=(page.tell("page-correct-entry", &args)) { (shown) } };
        }
        html! { span.entry { (shown) @if crossed { span.visually-hidden { (page.say("page-crossed")) } } } }
    }

    /// What the dice would give a box now, as slips for whoever is on turn.
    fn offered(&self, offer: Offer) -> Markup {
        let (page, id) = (&self.seen.page, &self.rules.slots[offer.slot].id);
        let acting = self.seen.acting().is_some() && self.seen.table.in_the_air().is_none();
        if !acting {
            return html! { @if let Some(points) = offer.score { span.offer { (points) } } };
        }
        let name = self.name(offer.slot);
        let said = |text: String, action: Action| match self.advised(action) {
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
                button.slip.score .zero[points == 0] .best[self.is_best(score)] id={ "score-" (id) } form="act" name="score" value=(id) data-points=(points)
                    aria-label=(said(page.tell("page-score-box", &args), score)) { span { (points) } (self.lost(score)) }
            }
            @if offer.cross {
                button.slip.cross.zero .best[self.is_best(cross)] id={ "cross-" (id) } form="act" name="cross" value=(id)
                    aria-label=(said(page.tell("page-cross-box", &[("box", name.into())]), cross)) { span { "✕" } (self.lost(cross)) }
            }
            @if offer.announce {
                button.slip.announce .best[self.is_best(announce)] id={ "announce-" (id) } form="act" name="announce" value=(id)
                    aria-label=(said(page.tell("page-announce-box", &[("box", name.into())]), announce)) { span { "!" } (self.lost(announce)) }
            }
        }
    }

    /// Whether the coach likes an action best, and what it loses against the best.
    fn advised(&self, action: Action) -> Option<(bool, String)> {
        let advice: &Advice = self.seen.coach_panel.advice()?;
        let choice = advice.of(&action)?;
        Some((choice.loss < 1e-9, loss(advice.worth, choice.loss)))
    }

    fn is_best(&self, action: Action) -> bool {
        let taught = || self.seen.lesson_choice().map(|best| best == action);
        self.advised(action).map(|(best, _)| best).or_else(taught).unwrap_or(false)
    }

    fn lost(&self, action: Action) -> Markup {
        html! { @if let Some((false, loss)) = self.advised(action) { small.loss { (loss) } } }
    }
}
