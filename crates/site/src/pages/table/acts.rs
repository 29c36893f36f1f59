//! What is done at a table, by its forms.

use std::sync::Arc;

use axum::extract::State;
use axum::http::HeaderMap;
use axum::response::Response;
use kosti_coach::Level;
use kosti_engine::Decision;
use kosti_journal::{TableId, Version};
use kosti_table::{By, DiceKind, Refused, Wish};

use super::Visit;
use super::counsel;
use super::wanted::{Pending, Wanted};
use crate::api::{COMMAND, again_at, present, wish};
use crate::caller::{At, AtSeat, Caller};
use crate::pages::filled::Filled;
use crate::pages::look::{Help, Look};
use crate::pages::opening::arrived;
use crate::pages::redirect::see_other;
use crate::problem::Problem;
use crate::room::Room;
use crate::secrets::new_command;
use crate::site::Site;

/// Back to the table; or its page at once, where the rest is there already.
async fn back(visit: Visit<'_>) -> Result<Response, Problem> {
    let plain = visit.pending.is_none() && visit.problem.is_none() && !visit.asked.has("do");
    if plain && !visit.look.part {
        return Ok(see_other(&format!("/t/{}", visit.room.id)));
    }
    visit.show().await
}

/// Whether the person can do something about it on the page.
fn is_told_on_page(problem: &Problem) -> bool {
    match problem {
        Problem::Refused { why: Refused::Gone } | Problem::NoToken | Problem::BadToken => false,
        _ => problem.status().is_client_error() || problem.status().as_u16() > 500,
    }
}

/// `POST /t/{table}/act`
pub(crate) async fn act(
    State(site): State<Arc<Site>>,
    At(table): At,
    caller: Caller,
    look: Look,
    headers: HeaderMap,
    filled: Filled,
) -> Result<Response, Problem> {
    let room = present(&site, table).await?;
    let done = perform(&site, &room, &caller, &look, &filled).await;
    let mut visit = Visit::new(&site, &room, &caller, &look, &headers);
    match done {
        Ok(Become::Done) => {}
        Ok(Become::Asked(pending)) => (visit.pending, visit.asked) = (Some(pending), filled),
        Ok(Become::Entering) => visit.asked = filled.with("do", "enter"),
        Err(problem) if is_told_on_page(&problem) => (visit.problem, visit.asked) = (Some(problem), filled),
        Err(problem) => return Err(problem),
    }
    back(visit).await
}

/// What has become of a wish.
enum Become {
    Done,
    /// It waits for a yes.
    Asked(Pending),
    /// It waits for the real dice to be typed in.
    Entering,
}

async fn perform(
    site: &Arc<Site>,
    room: &Arc<Room>,
    caller: &Caller,
    look: &Look,
    filled: &Filled,
) -> Result<Become, Problem> {
    let key = caller.needed_key(room.id)?;
    site.charge(caller, &key, COMMAND)?;
    let (state, real) = {
        let inside = room.lock().await;
        let state = inside.table.state().ok_or(Refused::NotStarted)?;
        (state.clone(), inside.table.dice() == DiceKind::Real)
    };
    let wanted = Wanted::of(filled, &state)?;
    let advice = match look.help {
        Help::Warn => counsel::advice(site, room, caller).await.ok().flatten(),
        Help::Off | Help::Show => None,
    };
    if let Some(pending) = wanted.pending(&state, advice.as_ref()) {
        return Ok(Become::Asked(pending));
    }
    let throws = || {
        let seat = state.on_turn()?;
        matches!(state.decide(seat, &wanted.action), Ok(Decision::Throws(_))).then_some(())
    };
    if real && wanted.fell.is_none() && throws().is_some() {
        return Ok(Become::Entering);
    }
    let Wanted { action, fell, brings, .. } = wanted;
    let asks = Wish::Act { seat: wanted.seat, action, fell, brings };
    let command = wanted.command.unwrap_or_else(new_command);
    let version = match wanted.version {
        // A link was given for one history only.
        Some(version) if brings.is_none() => Some(still(room, version).await),
        other => other,
    };
    site.hall.execute(room, command, By::Holder(key), version, &asks).await?;
    Ok(Become::Done)
}

/// The table's newest version, where nothing has happened in the game since the one that was decided on.
async fn still(room: &Room, version: Version) -> Version {
    let inside = room.lock().await;
    if version < inside.version && inside.lately.is_still(version) { inside.version } else { version }
}

/// `POST /t/{table}/start`: begins without those who have not come.
pub(crate) async fn start(
    State(site): State<Arc<Site>>,
    At(table): At,
    caller: Caller,
    look: Look,
    headers: HeaderMap,
) -> Result<Response, Problem> {
    wished(&site, table, &caller, &look, &headers, &Wish::Start).await
}

/// `POST /t/{table}/again`: the next game with the same people.
pub(crate) async fn again(
    State(site): State<Arc<Site>>,
    At(table): At,
    caller: Caller,
) -> Result<Response, Problem> {
    let new = again_at(&site, table, &caller).await?;
    // Whoever sat here sits there, with the same token.
    Ok(arrived(&new, caller.token(table).unwrap_or_default(), None))
}

/// `POST /t/{table}/delete`: the table is no more.
pub(crate) async fn delete(
    State(site): State<Arc<Site>>,
    At(table): At,
    caller: Caller,
    look: Look,
    headers: HeaderMap,
    filled: Filled,
) -> Result<Response, Problem> {
    // A page without a yes has sent nothing that can be taken for one.
    if filled.get("sure") != Some("delete") {
        return Ok(see_other(&format!("/t/{table}")));
    }
    match wish(&site, table, &caller, None, &Wish::Delete).await {
        Ok(_) => Ok(see_other("/")),
        Err(problem) if is_told_on_page(&problem) => {
            told(&site, table, &caller, &look, &headers, Some(problem)).await
        }
        Err(problem) => Err(problem),
    }
}

/// `POST /t/{table}/seat/{seat}`: a bot stands in, the player takes the seat back, or nobody holds it any more.
pub(crate) async fn seat(
    State(site): State<Arc<Site>>,
    AtSeat(table, seat): AtSeat,
    caller: Caller,
    look: Look,
    headers: HeaderMap,
    filled: Filled,
) -> Result<Response, Problem> {
    let level = filled.get("bot").and_then(|name| name.parse::<Level>().ok());
    let asks = match (level, filled.get("do")) {
        (Some(level), _) => Wish::StandIn { seat, level },
        (None, Some("take-back")) => Wish::TakeBack { seat },
        (None, Some("vacate")) => Wish::Vacate { seat },
        _ => return Err(Problem::OneAction),
    };
    wished(&site, table, &caller, &look, &headers, &asks).await
}

async fn wished(
    site: &Arc<Site>,
    table: TableId,
    caller: &Caller,
    look: &Look,
    headers: &HeaderMap,
    asks: &Wish,
) -> Result<Response, Problem> {
    match wish(site, table, caller, None, asks).await {
        Ok(_) => told(site, table, caller, look, headers, None).await,
        Err(problem) if is_told_on_page(&problem) => {
            told(site, table, caller, look, headers, Some(problem)).await
        }
        Err(problem) => Err(problem),
    }
}

async fn told(
    site: &Arc<Site>,
    table: TableId,
    caller: &Caller,
    look: &Look,
    headers: &HeaderMap,
    problem: Option<Problem>,
) -> Result<Response, Problem> {
    let room = present(site, table).await?;
    let visit = Visit { problem, ..Visit::new(site, &room, caller, look, headers) };
    back(visit).await
}
