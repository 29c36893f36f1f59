//! What is done at a table, by its forms.

use std::sync::Arc;

use axum::extract::State;
use axum::response::Response;
use kosti_app::{App, AppError, TableSession, Warning};
use kosti_coach::Level;
use kosti_engine::Decision;
use kosti_journal::{TableId, Version};
use kosti_table::{Command, CommandError, DiceKind};

use super::Visit;
use super::action_form::ActionForm;
use super::coach_panel;
use crate::extract::{At, AtSeat, Caller, Origin};
use crate::form::Form;
use crate::opening::enter_table;
use crate::preferences::{Help, Preferences};
use crate::problem::Problem;
use crate::redirect::see_other;

/// Back to the table; or its page at once, where the rest is there already.
async fn back(visit: Visit<'_>) -> Result<Response, Problem> {
    let plain = visit.pending.is_none() && visit.problem.is_none() && !visit.asked.has("do");
    if plain && !visit.preferences.part {
        return Ok(see_other(&format!("/t/{}", visit.session.id)));
    }
    visit.show().await
}

/// Whether the person can do something about it on the page.
fn is_shown_on_page(problem: &Problem) -> bool {
    match problem {
        Problem::App { why: AppError::Refused { why: CommandError::Gone } | AppError::NoToken }
        | Problem::BadToken => false,
        _ => problem.status().is_client_error() || problem.status().as_u16() > 500,
    }
}

/// `POST /t/{table}/act`
pub(crate) async fn act(
    State(app): State<Arc<App>>,
    At(table): At,
    caller: Caller,
    preferences: Preferences,
    origin: Origin,
    form: Form,
) -> Result<Response, Problem> {
    let session = app.table(table).await?;
    let done = perform(&app, &session, &caller, &preferences, &form).await;
    let mut visit = Visit::new(&app, &session, &caller, &preferences, &origin);
    match done {
        Ok(Become::Done) => {}
        Ok(Become::Asked(pending)) => (visit.pending, visit.asked) = (Some(pending), form),
        Ok(Become::Entering) => visit.asked = form.with("do", "enter"),
        Err(problem) if is_shown_on_page(&problem) => (visit.problem, visit.asked) = (Some(problem), form),
        Err(problem) => return Err(problem),
    }
    back(visit).await
}

/// What has become of a command.
enum Become {
    Done,
    /// It waits for a yes.
    Asked(Warning),
    /// It waits for the real dice to be typed in.
    Entering,
}

async fn perform(
    app: &Arc<App>,
    session: &Arc<TableSession>,
    caller: &Caller,
    preferences: &Preferences,
    form: &Form,
) -> Result<Become, Problem> {
    let (key, session) = app.enter(session.id, caller).await?;
    let (state, real) = {
        let locked = session.lock().await;
        let state = locked.table.state().ok_or(CommandError::NotStarted)?;
        (state.clone(), locked.table.dice() == DiceKind::Real)
    };
    let action_form = ActionForm::of(form, &state)?;
    let advice = match preferences.help {
        Help::Warn => coach_panel::advice(app, &session, caller).await.ok(),
        Help::Off | Help::Show => None,
    };
    if let Some(pending) = action_form.pending(advice.as_ref()) {
        return Ok(Become::Asked(pending));
    }
    let throws = || {
        let seat = state.on_turn()?;
        matches!(state.decide(seat, &action_form.action), Ok(Decision::Throws(_))).then_some(())
    };
    if real && action_form.fell.is_none() && throws().is_some() {
        return Ok(Become::Entering);
    }
    let ActionForm { action, fell, brings, .. } = action_form;
    let asks = Command::Act { seat: action_form.seat, action, fell, contribution: brings };
    let version = match action_form.version {
        // A link was given for one history only.
        Some(version) if brings.is_none() => Some(still(&session, version).await),
        other => other,
    };
    app.act(&session, key, action_form.command, version, &asks).await?;
    Ok(Become::Done)
}

/// The table's newest version, where nothing has happened in the game since the one that was decided on.
async fn still(session: &TableSession, version: Version) -> Version {
    let state = session.lock().await;
    if version < state.version && state.recent_events.is_still(version) { state.version } else { version }
}

/// `POST /t/{table}/start`: begins without those who have not come.
pub(crate) async fn start(
    State(app): State<Arc<App>>,
    At(table): At,
    caller: Caller,
    preferences: Preferences,
    origin: Origin,
) -> Result<Response, Problem> {
    wished(&app, table, &caller, &preferences, &origin, &Command::Start).await
}

/// `POST /t/{table}/hurry`: the bots need not wait for this player.
pub(crate) async fn hurry(
    State(app): State<Arc<App>>,
    At(table): At,
    caller: Caller,
    preferences: Preferences,
    origin: Origin,
) -> Result<Response, Problem> {
    app.hurry_bots(table, &caller).await?;
    show_table(&app, table, &caller, &preferences, &origin, None).await
}

/// `POST /t/{table}/again`: the next game with the same people.
pub(crate) async fn again(
    State(app): State<Arc<App>>,
    At(table): At,
    caller: Caller,
) -> Result<Response, Problem> {
    let new = app.rematch(table, &caller).await?;
    // Whoever sat here sits there, with the same token.
    Ok(enter_table(&new, caller.token(table).unwrap_or_default(), None))
}

/// `POST /t/{table}/delete`: the table is no more.
pub(crate) async fn delete(
    State(app): State<Arc<App>>,
    At(table): At,
    caller: Caller,
    preferences: Preferences,
    origin: Origin,
    form: Form,
) -> Result<Response, Problem> {
    // A page without a yes has sent nothing that can be taken for one.
    if form.get("sure") != Some("delete") {
        return Ok(see_other(&format!("/t/{table}")));
    }
    match app.command(table, &caller, None, &Command::Delete).await.map_err(Problem::from) {
        Ok(_) => Ok(see_other("/")),
        Err(problem) if is_shown_on_page(&problem) => {
            show_table(&app, table, &caller, &preferences, &origin, Some(problem)).await
        }
        Err(problem) => Err(problem),
    }
}

/// `POST /t/{table}/seat/{seat}`: a bot stands in, the player takes the seat back, or nobody holds it any more.
pub(crate) async fn seat(
    State(app): State<Arc<App>>,
    AtSeat(table, seat): AtSeat,
    caller: Caller,
    preferences: Preferences,
    origin: Origin,
    form: Form,
) -> Result<Response, Problem> {
    let level = form.get("bot").and_then(|name| name.parse::<Level>().ok());
    let asks = match (level, form.get("do")) {
        (Some(level), _) => Command::StandIn { seat, level },
        (None, Some("take-back")) => Command::TakeBack { seat },
        (None, Some("vacate")) => Command::Vacate { seat },
        _ => return Err(Problem::OneAction),
    };
    wished(&app, table, &caller, &preferences, &origin, &asks).await
}

async fn wished(
    app: &Arc<App>,
    table: TableId,
    caller: &Caller,
    preferences: &Preferences,
    origin: &Origin,
    asks: &Command,
) -> Result<Response, Problem> {
    match app.command(table, caller, None, asks).await.map_err(Problem::from) {
        Ok(_) => show_table(app, table, caller, preferences, origin, None).await,
        Err(problem) if is_shown_on_page(&problem) => {
            show_table(app, table, caller, preferences, origin, Some(problem)).await
        }
        Err(problem) => Err(problem),
    }
}

async fn show_table(
    app: &Arc<App>,
    table: TableId,
    caller: &Caller,
    preferences: &Preferences,
    origin: &Origin,
    problem: Option<Problem>,
) -> Result<Response, Problem> {
    let session = app.table(table).await?;
    let visit = Visit { problem, ..Visit::new(app, &session, caller, preferences, origin) };
    back(visit).await
}
