//! What the coach says to whoever looks, where they want it and the table allows it.

use std::sync::Arc;
use std::time::Duration;

use kosti_coach::{Advice, Reason, Worth};
use kosti_engine::Action;
use kosti_table::CoachAllowed;
use maud::{Markup, html};

use super::Seen;
use super::grid::worth;
use crate::caller::Caller;
use crate::coaches::Purpose;
use crate::jobs::{Asker, linger};
use crate::pages::look::{Help, Look};
use crate::problem::Problem;
use crate::room::Room;
use crate::site::Site;

/// How long a page waits for a game that is not solved yet.
const PATIENCE: Duration = Duration::from_millis(30);
/// How long the game is worked out after the last page asked for it.
const LINGER: Duration = Duration::from_secs(60);
/// Choices that are told.
const CHOICES: usize = 3;

/// What the coach says.
pub(super) enum Counsel {
    /// Nothing: it is not wanted, not allowed, or nobody is on turn.
    Silent,
    /// The game is being worked out.
    Thinking,
    /// There is no coach for this game.
    Failed(Problem),
    Ready(Box<Advice>),
}

impl Counsel {
    /// What is shown unasked.
    pub(super) fn advice(&self) -> Option<&Advice> {
        match self {
            Self::Ready(advice) => Some(advice),
            _ => None,
        }
    }
}

/// Asks the coach for somebody. A game that takes long is worked out while they look at the page.
pub(super) async fn ask(
    site: &Arc<Site>,
    room: &Arc<Room>,
    caller: &Caller,
    look: &Look,
) -> Result<Counsel, Problem> {
    if look.help != Help::Show {
        return Ok(Counsel::Silent);
    }
    match advice(site, room, caller).await {
        Ok(Some(advice)) => Ok(Counsel::Ready(Box::new(advice))),
        Ok(None) => Ok(Counsel::Silent),
        Err(Problem::Busy) => Ok(Counsel::Thinking),
        Err(problem) => Ok(Counsel::Failed(problem)),
    }
}

/// The coach's advice for whoever is on turn, where this caller may have it; busy while the game is worked out.
pub(super) async fn advice(
    site: &Arc<Site>,
    room: &Arc<Room>,
    caller: &Caller,
) -> Result<Option<Advice>, Problem> {
    let (state, text) = {
        let inside = room.lock().await;
        let table = &inside.table;
        let Some(state) = table.state() else { return Ok(None) };
        let on_turn = state.on_turn().map(|seat| seat.0);
        let own = caller.key(room.id).is_some_and(|key| table.seats_of(&key).any(|s| Some(s) == on_turn));
        let allowed = match table.coach() {
            CoachAllowed::Off => false,
            CoachAllowed::Own => own,
            CoachAllowed::All => true,
        };
        if !allowed || state.turn().is_none() {
            return Ok(None);
        }
        (state.clone(), table.booked().text.clone())
    };
    let (rules, seats) = (state.rules(), state.players().len());
    let solving = site.hall.coaches.coach(Purpose::Table, Asker::Table(room.id), &text, rules, seats);
    let coach = match tokio::time::timeout(PATIENCE, solving.clone()).await {
        Ok(solved) => solved?,
        Err(_) => {
            // The page asks again and again while somebody looks at it.
            linger(solving, LINGER);
            return Err(Problem::Busy);
        }
    };
    tokio::task::spawn_blocking(move || coach.advise(&state)).await.map_err(|_| Problem::Broken)
}

impl Seen<'_> {
    /// What the coach says beside the dice.
    pub(super) fn advised(&self) -> Markup {
        match &self.counsel {
            Counsel::Silent => html! {},
            Counsel::Thinking => html! { p.coach { (self.page.say("page-coach-thinking")) } },
            Counsel::Failed(problem) => html! { p.coach { (problem.detail(self.page.words)) } },
            Counsel::Ready(advice) => self.told_advice(advice),
        }
    }

    fn told_advice(&self, advice: &Advice) -> Markup {
        let rules = self.table.rules();
        let kind = advice.worth.name();
        let args = [("value", worth(advice.worth, advice.value).into()), ("worth", kind.into())];
        let win = advice.win.filter(|_| advice.worth == Worth::Points);
        let doing = |action: &Action| self.page.words.doing(rules, action);
        html! {
            details.coach {
                summary {
                    @match advice.choices.first() {
                        Some(best) => { "★ " (doing(&best.action)) },
                        None => (self.page.tell("play-coach-value", &args)),
                    }
                    @if !advice.exact { " " span.faint { (self.page.say("coach-estimate")) } }
                }
                p.faint { (self.page.tell("play-coach-value", &args)) }
                @if let Some(win) = win { p.faint { (self.page.tell("play-coach-win", &[("percent", format!("{:.0}", win.chance * 100.0).into()), ("exact", win.exact.into())])) } }
                @if !advice.choices.is_empty() {
                    ol { @for choice in advice.choices.iter().take(CHOICES) { li { (doing(&choice.action)) ": " (worth(advice.worth, choice.value)) } } }
                }
                @if let Some(Reason { best, instead: Some(instead) }) = advice.reason() {
                    p { (self.page.words.because(rules, kind, (&best.action, best.value), (&instead.action, instead.value))) }
                }
            }
        }
    }

    /// Whether the coach helps; every visitor chooses for themselves.
    pub(super) fn coach_choice(&self) -> Markup {
        if self.table.coach() == CoachAllowed::Off
            || self.mine.is_empty() && self.table.coach() == CoachAllowed::Own
        {
            return html! {};
        }
        let back: String = form_urlencoded::byte_serialize(self.path().as_bytes()).collect();
        html! {
            nav.coach-choice aria-label=(self.page.say("play-coach-title")) {
                span { (self.page.say("play-coach-title")) }
                @for help in Help::ALL {
                    @let current = (help == self.page.look.help).then_some("true");
                    a.button href={ "/look?coach=" (help.name()) "&back=" (back) } aria-current=[current] {
                        (self.page.say(&format!("page-help-{}", help.name())))
                    }
                }
            }
        }
    }
}
