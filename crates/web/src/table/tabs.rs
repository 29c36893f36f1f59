//! The players as tabs above the sheet: who is on turn, who is away, and how they stand.

use kosti_engine::{Seat, State};
use kosti_table::Who;
use maud::{Markup, html};

use super::TablePage;

impl TablePage<'_> {
    /// A tab for each player. With more players than columns a tap shows the sheet of one.
    pub(super) fn tabs(&self, state: &State) -> Markup {
        let count = state.players().len();
        let sheet = state.rules().sheet();
        let chosen = count > 2 || sheet.is_some_and(|sheet| sheet.side_by_side() > 1 && count > 1);
        let focus = self.focus(state);
        let mut seats: Vec<usize> = (0..count).collect();
        if count == 2 && self.mine.len() == 1 {
            seats.rotate_left(focus);
        }
        let size = match count {
            1 | 2 => "few",
            3 | 4 => "some",
            _ => "many",
        };
        html! {
            ul.tabs.(size) aria-label=(self.page.say("page-people")) {
                @for seat in seats {
                    @let on = state.on_turn() == Some(Seat(seat));
                    @let mine = self.is_own(state, seat);
                    li.tab .on[on] .mine[mine] {
                        @if chosen && sheet.is_some() {
                            @let address = if seat == focus { self.path() } else { format!("{}?with={seat}", self.path()) };
                            a href=(address) data-view { (self.tab(state, seat)) }
                        } @else { (self.tab(state, seat)) }
                    }
                }
                @if sheet.is_some() && chosen {
                    li.tab.all { a href={ (self.path()) "?sheet=all" } data-view { (self.page.say("page-whole-sheet")) } }
                }
            }
        }
    }

    fn tab(&self, state: &State, seat: usize) -> Markup {
        html! {
            div.who { bdi.name { (self.names[seat]) } (self.status(state, seat)) }
            span.sum { (self.standing(state, seat)) }
        }
    }

    /// The number that decides; in a race with real dice it can be corrected.
    fn standing(&self, state: &State, seat: usize) -> Markup {
        let decides = state.result(Seat(seat)).decides();
        if state.rules().race().is_none() || !self.is_real() || self.mine.is_empty() {
            return html! { (decides) };
        }
        let standing = state.players()[seat].standing;
        let args = [("name", (&self.names[seat]).into()), ("was", standing.to_string().into())];
        html! { a.entry href={ (self.path()) "?correct=" (seat) } data-part aria-label=(self.page.tell("page-correct-score", &args)) { (decides) } }
    }

    /// What a player does now, in words.
    pub(super) fn status(&self, state: &State, seat: usize) -> Markup {
        let page = &self.page;
        let over = state.outcome();
        if state.on_turn() == Some(Seat(seat)) {
            let said = if self.mine == [seat] { "page-your-turn" } else { "page-on-turn" };
            let bot = self.table.chairs()[seat].bot().is_some();
            let away = !bot && !self.is_present(seat);
            let said = if bot { "page-bot-on-turn" } else { said };
            return html! {
                small.status.now .away[away] { (page.say(if away { "page-is-away" } else { said })) }
            };
        }
        // Nobody wins alone.
        let has_won = state.players().len() > 1
            && over.as_ref().is_some_and(|outcome| outcome.winners.contains(&Seat(seat)));
        let said = match &self.table.chairs()[seat] {
            _ if has_won => "page-has-won",
            _ if state.players()[seat].left => "page-has-left",
            chair if matches!(chair.who, Who::Nobody) => "page-is-away",
            chair if chair.bot().is_some() => "page-is-bot",
            _ if !self.is_present(seat) => "page-is-away",
            _ if over.is_some() => "page-is-here",
            _ => "page-waits",
        };
        html! { small.status { (page.say(said)) } }
    }

    /// A player, and whether they are there.
    pub(super) fn player(&self, seat: usize) -> Markup {
        let chair = &self.table.chairs()[seat];
        let left = self.game().is_some_and(|state| state.players()[seat].left);
        let said = match (chair.bot(), left) {
            (_, true) => "page-has-left",
            (Some(_), _) => "page-is-bot",
            (None, _) if self.here.contains(&seat) => "page-is-here",
            (None, _) => "page-is-away",
        };
        html! { bdi.name { (self.names[seat]) } " " small.mark { (self.page.say(said)) } }
    }

    /// Whether somebody looks at the table for this seat.
    pub(super) fn is_present(&self, seat: usize) -> bool {
        self.here.contains(&seat) || self.mine.contains(&seat)
    }
}
