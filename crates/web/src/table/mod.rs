//! The page of a table: tabs of the players, the sheet or the track, the tray with dice and buttons, the log.

mod action_form;
mod coach_panel;
mod commands;
mod correction;
mod dice;
mod grid;
mod highlight;
mod lesson;
mod live_cells;
mod log;
mod pace;
mod proof_marks;
mod race;
mod race_turn;
mod real_dice;
mod result;
mod seats;
mod sections;
mod tabs;
mod top_bar;
mod tray;

use std::sync::Arc;

use axum::extract::FromRequestParts;
use axum::http::request::Parts;
use axum::http::{HeaderValue, StatusCode, header};
use axum::response::Response;
use kosti_app::{App, RecentEvents, TableSession, Warning, may_ask_coach};
use kosti_engine::{Seat, State as Game};
use kosti_journal::{CommandId, TableId, Version};
use kosti_rules::Family;
use kosti_table::Table;
use kosti_text::Narrator;
use maud::{Markup, html};

use super::form::{Form, Query};
use super::preferences::Preferences;
use super::share_card;
use super::shell::{Page, Preview};
use crate::extract::{At, Caller, Origin, token_cookie};
use crate::problem::Problem;

pub(super) use commands::{act, change_seat, delete, hurry_bots, rematch, start};
pub(super) use grid::{Cells, format_entry, sheet as render_sheet};

pub(super) use action_form::wanted_action;
pub(super) use coach_panel::format_loss;
pub(super) use dice::cup;
pub(super) use result::{better_than, result_line, total_distribution};
pub(super) use sections::sheet_form;

use coach_panel::CoachPanel;
use log::LogLine;

/// A visitor at a table, with what their request says about them.
pub(super) struct TableVisit {
    app: Arc<App>,
    table: TableId,
    caller: Caller,
    preferences: Preferences,
    origin: Origin,
}

/// A visitor's form, and what came of it.
#[derive(Default)]
struct FormState {
    asked: Form,
    /// A costly action that waits for confirmation.
    pending: Option<Warning>,
    /// Why the last command was refused.
    problem: Option<Problem>,
}

/// What the page of a table is rendered from, for one visitor.
struct TablePage<'a> {
    page: Page<'a>,
    id: TableId,
    version: Version,
    table: &'a Table,
    recent_events: &'a RecentEvents,
    names: Vec<String>,
    here: Vec<usize>,
    watching: usize,
    /// The seats that the visitor holds.
    mine: Vec<usize>,
    opener: bool,
    origin: &'a str,
    invite: Option<String>,
    /// Whether the visitor may ask the coach about some seat's turns.
    may_have_coach: bool,
    coach_panel: CoachPanel,
    /// The lesson of a visitor who learns the game at this table.
    lesson: Option<lesson::Lesson>,
    /// Statistics of the game once it is over.
    ending: Option<result::Ending>,
    asked: &'a Form,
    pending: Option<&'a Warning>,
    problem: Option<&'a Problem>,
    /// The id of the next command from this page: sent twice, it is done once.
    command: CommandId,
}

/// `/t/{table}`
pub(super) async fn show(mut visit: TableVisit, Query(asked): Query) -> Result<Response, Problem> {
    let session = visit.app.table(visit.table).await?;
    let adopted = visit.caller.adopt(visit.table, &session.lock().await.table);
    let mut response = visit.render(&session, &FormState { asked, ..FormState::default() }).await?;
    let kept = adopted.and_then(|token| HeaderValue::from_str(&token_cookie(visit.table, &token)).ok());
    response.headers_mut().extend(kept.map(|cookie| (header::SET_COOKIE, cookie)));
    Ok(response)
}

impl FromRequestParts<Arc<App>> for TableVisit {
    type Rejection = Problem;

    async fn from_request_parts(parts: &mut Parts, app: &Arc<App>) -> Result<Self, Problem> {
        let At(table) = At::from_request_parts(parts, app).await?;
        let caller = Caller::from_request_parts(parts, app).await?;
        let Ok(origin) = Origin::from_request_parts(parts, app).await;
        let preferences = Preferences::of(&parts.headers);
        Ok(Self { app: app.clone(), table, caller, preferences, origin })
    }
}

impl TableVisit {
    fn path(&self) -> String {
        format!("/t/{}", self.table)
    }

    async fn render(&self, session: &TableSession, form: &FormState) -> Result<Response, Problem> {
        let Self { app, caller, preferences, .. } = self;
        let coach_panel = coach_panel::load(app, session, caller, preferences).await;
        let lesson = lesson::load(app, session, caller, preferences).await;
        let ending = result::load(app, session, caller).await;
        let path = self.path();
        let page = Page::new(app, preferences, &path);
        let state = session.lock().await;
        let table = &state.table;
        let key = caller.key(session.id);
        let mine: Vec<usize> = key.iter().flat_map(|key| table.seats_of(key)).collect();
        let opener = key.as_ref().is_some_and(|key| table.is_opener(key));
        let (here, watching) = {
            let here = session.presence.lock();
            (here.seats(), here.watching())
        };
        let table_page = TablePage {
            page,
            id: session.id,
            version: state.version,
            table,
            recent_events: &state.recent_events,
            names: names(table, &page),
            here,
            watching,
            mine,
            opener,
            origin: &self.origin.0,
            invite: app.invitation_for(session.id, table, key.as_ref()),
            may_have_coach: (0..table.chairs().len()).any(|seat| may_ask_coach(table, key.as_ref(), seat)),
            coach_panel,
            lesson,
            ending,
            asked: &form.asked,
            pending: form.pending.as_ref(),
            problem: form.problem.as_ref(),
            command: app.new_command(),
        };
        let title = session.rules.name.get(page.language());
        let main = table_page.main();
        let preview = table_page.preview();
        drop(state);
        let status = form.problem.as_ref().map_or(StatusCode::OK, Problem::status);
        Ok(page.show_bare(status, title, &preview, &main))
    }
}

/// The names of all seats; empty seats are called by their number.
pub(super) fn names(table: &Table, page: &Page<'_>) -> Vec<String> {
    let name = |(seat, chair): (usize, &kosti_table::Chair)| match chair.name.as_str() {
        "" => page.tell("play-name", &[("nth", (seat + 1).into())]),
        name => name.to_owned(),
    };
    table.chairs().iter().enumerate().map(name).collect()
}

impl<'a> TablePage<'a> {
    fn game(&self) -> Option<&'a Game> {
        self.table.state()
    }

    fn narrator<'b>(&'b self, state: &'b Game) -> Narrator<'b> {
        Narrator { words: self.page.words, state, names: &self.names }
    }

    /// The visitor's seat that is on turn, and may act.
    fn acting(&self) -> Option<Seat> {
        let seat = self.game()?.on_turn()?;
        let plays = self.mine.contains(&seat.0) && self.table.chairs()[seat.0].bot().is_none();
        plays.then_some(seat)
    }

    /// The Open Graph preview: the game, then the result or the players.
    fn preview(&self) -> Preview {
        let outcome = self.game().and_then(Game::outcome);
        let game = self.table.rules().name.get(self.page.language());
        let (title, description) = match outcome {
            Some(outcome) => {
                (result_line(&self.page, &self.names, &outcome, None), self.share_text(&outcome))
            }
            None => (game.to_owned(), format!("{game}: {}", self.names.join(", "))),
        };
        let image = share_card::address(self.origin, self.id, self.page.language());
        Preview { title, description, url: format!("{}{}", self.origin, self.path()), image }
    }

    fn path(&self) -> String {
        format!("/t/{}", self.id)
    }

    /// The fields of every form: the version it was made for, and the id of its command.
    fn hidden(&self) -> Markup {
        html! {
            input type="hidden" name="version" value=(self.version);
            input type="hidden" name="command" value=(self.command);
        }
    }

    fn main(&self) -> Markup {
        let log = self.log_lines();
        let highlight = self.game().and_then(|_| self.highlight());
        let yours = self.acting().filter(|_| self.mine.len() == 1).map(|_| self.page.say("page-your-turn"));
        html! {
            main #main.table data-table=(self.id) data-version=(self.version) data-history=(self.table.history()) data-throws=(self.table.throws())
                data-acting=[self.acting().map(|seat| seat.0)] data-yours=[yours] data-highlight=[highlight.as_ref().map(|highlight| highlight.kind())] data-wait[self.waits()] data-awake[self.is_real()]
                data-here=(self.here.iter().map(usize::to_string).collect::<Vec<_>>().join(" ")) data-chains=[self.chains()] data-waits-for=[self.table.in_the_air().map(|air| air.witness)] {
                (self.bar())
                @match self.game() {
                    None => (self.seating()),
                    Some(state) => {
                        @if let Some(outcome) = state.outcome() { (self.result(state, &outcome)) }
                        div.board .racing[state.rules().race().is_some()] {
                            div.play {
                                (self.tabs(state))
                                div.score-area { (self.score(state)) }
                                (self.tray(state, &log, highlight.as_ref()))
                            }
                            (self.coach_section())
                            (self.side(state, &log))
                        }
                    }
                }
            }
        }
    }

    /// Whether the page waits for a background job.
    fn waits(&self) -> bool {
        matches!(self.coach_panel, CoachPanel::Thinking)
            || self.lesson.as_ref().is_some_and(|lesson| lesson.waits)
            || self.ending.as_ref().is_some_and(|ending| ending.waits)
    }

    /// The visitor's seats whose throws the browser can prove, as far as the table knows: `0:yes 1:no`.
    fn chains(&self) -> Option<String> {
        let on = self.game().is_some_and(|state| state.outcome().is_none()) && !self.is_real();
        let describe_chain = |&seat: &usize| {
            format!("{seat}:{}", if self.table.chairs()[seat].has_chain() { "yes" } else { "no" })
        };
        (on && !self.mine.is_empty())
            .then(|| self.mine.iter().map(describe_chain).collect::<Vec<_>>().join(" "))
    }

    fn is_real(&self) -> bool {
        self.table.dice() == kosti_table::DiceKind::Real
    }

    fn turn_text(&self) -> String {
        match self.game() {
            Some(state) => self.narrator(state).describe_turn(),
            None => self.page.say("page-status-seating"),
        }
    }

    /// The sheet, or the standings of a race.
    fn score(&self, state: &Game) -> Markup {
        match &state.rules().family {
            Family::Sheet(rules) => self.sheet(state, rules),
            Family::Race(rules) => self.standings(state, rules),
        }
    }

    /// The log, and the proof of the dice.
    fn side(&self, state: &Game, log: &[LogLine]) -> Markup {
        html! { aside.side { (self.log_section(log)) (self.proof(state)) } }
    }

    /// The house rules that differ from the standard.
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
}
