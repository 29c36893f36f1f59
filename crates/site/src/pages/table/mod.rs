//! The table as a page: the sheet, the dice within reach, and who is there.

mod acts;
mod correct;
mod counsel;
mod grid;
mod log;
mod marks;
mod race;
mod real;
mod seats;
mod tray;
mod wanted;

use std::sync::{Arc, PoisonError};

use axum::extract::{RawQuery, State};
use axum::http::{HeaderMap, HeaderValue, StatusCode, header};
use axum::response::Response;
use kosti_engine::{Seat, State as Game};
use kosti_journal::{CommandId, TableId, Version};
use kosti_rules::Family;
use kosti_table::Table;
use kosti_words::Teller;
use maud::{Markup, html};

use super::filled::Filled;
use super::look::Look;
use super::shell::Page;
use crate::api::{cookie, present};
use crate::caller::{At, Caller};
use crate::lately::Lately;
use crate::problem::Problem;
use crate::room::Room;
use crate::secrets::new_command;
use crate::site::Site;

pub(super) use acts::{act, again, delete, seat, start};
pub(super) use grid::{Cells, sheet as sheet_of, written};

pub(super) use wanted::wanted_action;

use counsel::Counsel;
use wanted::Pending;

/// Who looks, and what they have just asked.
pub(super) struct Visit<'a> {
    pub(super) site: &'a Arc<Site>,
    pub(super) room: &'a Arc<Room>,
    pub(super) caller: &'a Caller,
    pub(super) look: &'a Look,
    /// Where this site is, as the visitor's browser has it.
    pub(super) origin: String,
    pub(super) asked: Filled,
    /// What waits for a yes.
    pub(super) pending: Option<Pending>,
    /// Why the last wish was refused.
    pub(super) problem: Option<Problem>,
}

/// A table as somebody sees it.
struct Seen<'a> {
    page: Page<'a>,
    id: TableId,
    version: Version,
    table: &'a Table,
    lately: &'a Lately,
    names: Vec<String>,
    here: Vec<usize>,
    watching: usize,
    /// The seats that the visitor holds.
    mine: Vec<usize>,
    opener: bool,
    origin: &'a str,
    invite: Option<String>,
    counsel: Counsel,
    asked: &'a Filled,
    pending: Option<&'a Pending>,
    problem: Option<&'a Problem>,
    /// The name of whatever is done from this page: sent twice, it is done once.
    command: CommandId,
}

/// `/t/{table}`
pub(super) async fn show(
    State(site): State<Arc<Site>>,
    At(table): At,
    mut caller: Caller,
    look: Look,
    headers: HeaderMap,
    RawQuery(query): RawQuery,
) -> Result<Response, Problem> {
    let room = present(&site, table).await?;
    let adopted = caller.adopt(table, &room.lock().await.table);
    let asked = Filled::parse(query.as_deref().unwrap_or_default());
    let visit = Visit { asked, ..Visit::new(&site, &room, &caller, &look, &headers) };
    let mut response = visit.show().await?;
    let kept = adopted.and_then(|token| HeaderValue::from_str(&cookie(table, &token)).ok());
    response.headers_mut().extend(kept.map(|cookie| (header::SET_COOKIE, cookie)));
    Ok(response)
}

impl<'a> Visit<'a> {
    /// Somebody who has asked nothing.
    fn new(
        site: &'a Arc<Site>,
        room: &'a Arc<Room>,
        caller: &'a Caller,
        look: &'a Look,
        headers: &HeaderMap,
    ) -> Self {
        let (asked, origin) = (Filled::default(), site.names.base(headers));
        Self { site, room, caller, look, origin, asked, pending: None, problem: None }
    }

    pub(super) async fn show(&self) -> Result<Response, Problem> {
        let (site, room) = (self.site, self.room);
        let counsel = counsel::ask(site, room, self.caller, self.look).await?;
        let path = format!("/t/{}", room.id);
        let page = Page::new(site, self.look, &path);
        let inside = room.lock().await;
        let table = &inside.table;
        let key = self.caller.key(room.id);
        let mine: Vec<usize> = key.iter().flat_map(|key| table.seats_of(key)).collect();
        let opener = key.as_ref().is_some_and(|key| table.is_opener(key));
        let (here, watching) = {
            let here = room.here.lock().unwrap_or_else(PoisonError::into_inner);
            (here.seats(), here.watching())
        };
        let invited = opener || !mine.is_empty();
        let seen = Seen {
            page,
            id: room.id,
            version: inside.version,
            table,
            lately: &inside.lately,
            names: names(table, &page),
            here,
            watching,
            mine,
            opener,
            origin: &self.origin,
            invite: invited.then(|| site.hall.master.invite(room.id)),
            counsel,
            asked: &self.asked,
            pending: self.pending.as_ref(),
            problem: self.problem.as_ref(),
            command: new_command(),
        };
        let title = room.rules.name.get(page.language());
        let main = seen.main();
        drop(inside);
        let status = self.problem.as_ref().map_or(StatusCode::OK, Problem::status);
        Ok(page.show_with(status, title, &main))
    }
}

/// What everybody is called; those who have still to come too.
pub(super) fn names(table: &Table, page: &Page<'_>) -> Vec<String> {
    let name = |(seat, chair): (usize, &kosti_table::Chair)| match chair.name.as_str() {
        "" => page.tell("play-name", &[("nth", (seat + 1).into())]),
        name => name.to_owned(),
    };
    table.chairs().iter().enumerate().map(name).collect()
}

impl<'a> Seen<'a> {
    fn game(&self) -> Option<&'a Game> {
        self.table.state()
    }

    fn teller<'b>(&'b self, state: &'b Game) -> Teller<'b> {
        Teller { words: self.page.words, state, names: &self.names }
    }

    /// The visitor's seat that is on turn, and may act.
    fn acting(&self) -> Option<Seat> {
        let seat = self.game()?.on_turn()?;
        let plays = self.mine.contains(&seat.0) && self.table.chairs()[seat.0].bot().is_none();
        plays.then_some(seat)
    }

    fn path(&self) -> String {
        format!("/t/{}", self.id)
    }

    /// What every form says: what it was decided on, and its name.
    fn hidden(&self) -> Markup {
        html! {
            input type="hidden" name="version" value=(self.version);
            input type="hidden" name="command" value=(self.command);
        }
    }

    fn main(&self) -> Markup {
        let game = self.table.rules().name.get(self.page.language());
        let told = self.told();
        html! {
            main #main.table data-table=(self.id) data-version=(self.version) data-history=(self.table.history()) data-throws=(self.table.throws())
                data-acting=[self.acting().map(|seat| seat.0)] data-wait[matches!(self.counsel, Counsel::Thinking)] data-awake[self.is_real()]
                data-here=(self.here.iter().map(usize::to_string).collect::<Vec<_>>().join(" ")) data-chains=[self.chains()] data-waits-for=[self.table.in_the_air().map(|air| air.witness)] {
                div.head {
                    h1 { (game) }
                    p.whose { (self.whose()) }
                }
                @match self.game() {
                    None => (self.seating()),
                    Some(state) => {
                        @if state.outcome().is_some() { (self.ending(state)) }
                        div.board {
                            (self.score(state))
                            (self.desk(state, &told))
                        }
                        (self.more(&told))
                    }
                }
            }
        }
    }

    /// The visitor's seats whose throws the browser can prove, as far as the table knows: `0:yes 1:no`.
    fn chains(&self) -> Option<String> {
        let on = self.game().is_some_and(|state| state.outcome().is_none()) && !self.is_real();
        let told = |&seat: &usize| {
            format!("{seat}:{}", if self.table.chairs()[seat].has_chain() { "yes" } else { "no" })
        };
        (on && !self.mine.is_empty()).then(|| self.mine.iter().map(told).collect::<Vec<_>>().join(" "))
    }

    fn is_real(&self) -> bool {
        self.table.dice() == kosti_table::DiceKind::Real
    }

    fn whose(&self) -> String {
        match self.game() {
            Some(state) => self.teller(state).whose_turn(),
            None => self.page.say("page-status-seating"),
        }
    }

    /// The sheet, or how the race stands.
    fn score(&self, state: &Game) -> Markup {
        match &state.rules().family {
            Family::Sheet(rules) => self.sheet(state, rules),
            Family::Race(rules) => self.standings(state, rules),
        }
    }

    /// What lies below the board: what happened, who is there, what else can be done.
    fn more(&self, told: &[(String, String)]) -> Markup {
        html! {
            div.more {
                (self.log(told))
                (self.people())
                (self.coach_choice())
                (self.house_rules())
                nav.row aria-label=(self.page.say("page-more")) {
                    a.button href={ (self.path()) "/rules" } { (self.page.say("page-rules")) }
                    a.button href={ (self.path()) "/print" } { (self.page.say("page-print")) }
                    a.button href={ (self.path()) "/history" } { (self.page.say("page-history")) }
                    (self.deleting())
                }
            }
        }
    }

    /// What differs from the standard.
    fn house_rules(&self) -> Markup {
        let language = self.page.language();
        let rules = self.table.rules();
        let mut changed = rules.house.iter().filter(|option| option.chosen > 0).peekable();
        html! {
            @if changed.peek().is_some() {
                details.house {
                    summary { (self.page.say("page-differs-here")) }
                    ul { @for option in changed { li { (option.name.get(language)) ": " (option.choices[option.chosen].1.get(language)) } } }
                }
            }
        }
    }

    fn ending(&self, state: &Game) -> Markup {
        let path = self.path();
        html! {
            section.ending aria-labelledby="ended" {
                h2 #ended { (self.teller(state).whose_turn()) }
                div.row {
                    a.button.primary href={ (path) "/review" } { (self.page.say("page-review")) }
                    @match self.table.rematch() {
                        Some(table) => a.button href={ "/t/" (table) } { (self.page.say("page-to-rematch")) },
                        None if !self.mine.is_empty() => form method="post" action={ (path) "/again" } { button { (self.page.say("page-again")) } },
                        None => "",
                    }
                    a.button href={ (path) "/dice" } { (self.page.say("page-check-dice")) }
                    a.button href={ "/api/v1/tables/" (self.id) "/record" } download { (self.page.say("page-record")) }
                }
            }
        }
    }
}
