//! The handlers of the table's forms.

use std::sync::Arc;

use axum::extract::State;
use axum::response::Response;
use kosti_app::{App, AppError, TableSession, Warning};
use kosti_coach::{CoachMode, Level};
use kosti_engine::Decision;
use kosti_journal::{TableId, Version};
use kosti_table::{Command, CommandError, DiceKind};

use super::TableRequest;
use super::action_form::ActionForm;
use super::coach_panel;
use crate::extract::{At, AtSeat, Caller, Origin};
use crate::form::Form;
use crate::opening::enter_table;
use crate::preferences::Preferences;
use crate::problem::Problem;
use crate::redirect::see_other;

/// Redirects to the table, or renders it at once where the script replaces `main` or there is something to show.
async fn redirect_or_render(request: TableRequest<'_>) -> Result<Response, Problem> {
    let plain = request.pending.is_none() && request.problem.is_none() && !request.asked.has("do");
    if plain && !request.preferences.part {
        return Ok(see_other(&format!("/t/{}", request.session.id)));
    }
    request.show().await
}

/// Whether a problem is shown at the table; other problems have a page of their own.
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
    let mut request = TableRequest::new(&app, &session, &caller, &preferences, &origin);
    match done {
        Ok(ActResult::Done) => {}
        Ok(ActResult::NeedsConfirmation(pending)) => (request.pending, request.asked) = (Some(pending), form),
        Ok(ActResult::NeedsDice) => request.asked = form.with("do", "enter"),
        Err(problem) if is_shown_on_page(&problem) => {
            (request.problem, request.asked) = (Some(problem), form);
        }
        Err(problem) => return Err(problem),
    }
    redirect_or_render(request).await
}

/// What an action has led to.
enum ActResult {
    Done,
    /// It is costly and waits for confirmation.
    NeedsConfirmation(Warning),
    /// It waits for real dice to be entered.
    NeedsDice,
}

async fn perform(
    app: &Arc<App>,
    session: &Arc<TableSession>,
    caller: &Caller,
    preferences: &Preferences,
    form: &Form,
) -> Result<ActResult, Problem> {
    let (key, session) = app.authorize(session.id, caller).await?;
    let (state, real) = {
        let locked = session.lock().await;
        let state = locked.table.state().ok_or(CommandError::NotStarted)?;
        (state.clone(), locked.table.dice() == DiceKind::Real)
    };
    let action_form = ActionForm::of(form, &state)?;
    let advice = match preferences.coach_mode {
        CoachMode::Warn => coach_panel::advice(app, &session, caller).await.ok(),
        CoachMode::Off | CoachMode::Show => None,
    };
    if let Some(pending) = action_form.pending(advice.as_ref()) {
        return Ok(ActResult::NeedsConfirmation(pending));
    }
    let throws = || {
        let seat = state.on_turn()?;
        matches!(state.decide(seat, &action_form.action), Ok(Decision::Throws(_))).then_some(())
    };
    if real && action_form.entered_dice.is_none() && throws().is_some() {
        return Ok(ActResult::NeedsDice);
    }
    let ActionForm { seat, action, entered_dice: fell, contribution, .. } = action_form;
    let command = Command::Act { seat, action, fell, contribution };
    let version = match action_form.version {
        // A link was given for one history only.
        Some(version) if contribution.is_none() => Some(rebase_version(&session, version).await),
        other => other,
    };
    app.execute_at_version(&session, key, action_form.command, version, &command).await?;
    Ok(ActResult::Done)
}

/// The newest version of the table if nothing has happened in the game since `version`, otherwise `version`.
async fn rebase_version(session: &TableSession, version: Version) -> Version {
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
    execute(&app, table, &caller, &preferences, &origin, &Command::Start).await
}

/// `POST /t/{table}/hurry`: the bots need not wait for this player.
pub(crate) async fn hurry_bots(
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
pub(crate) async fn rematch(
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
    match app.execute(table, &caller, None, &Command::Delete).await.map_err(Problem::from) {
        Ok(_) => Ok(see_other("/")),
        Err(problem) if is_shown_on_page(&problem) => {
            show_table(&app, table, &caller, &preferences, &origin, Some(problem)).await
        }
        Err(problem) => Err(problem),
    }
}

/// `POST /t/{table}/seat/{seat}`: a bot stands in, the player takes the seat back, or nobody holds it any more.
pub(crate) async fn change_seat(
    State(app): State<Arc<App>>,
    AtSeat(table, seat): AtSeat,
    caller: Caller,
    preferences: Preferences,
    origin: Origin,
    form: Form,
) -> Result<Response, Problem> {
    let level = form.get("bot").and_then(|name| name.parse::<Level>().ok());
    let command = match (level, form.get("do")) {
        (Some(level), _) => Command::StandIn { seat, level },
        (None, Some("take-back")) => Command::TakeBack { seat },
        (None, Some("vacate")) => Command::Vacate { seat },
        _ => return Err(Problem::OneAction),
    };
    execute(&app, table, &caller, &preferences, &origin, &command).await
}

async fn execute(
    app: &Arc<App>,
    table: TableId,
    caller: &Caller,
    preferences: &Preferences,
    origin: &Origin,
    command: &Command,
) -> Result<Response, Problem> {
    match app.execute(table, caller, None, command).await.map_err(Problem::from) {
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
    let request = TableRequest { problem, ..TableRequest::new(app, &session, caller, preferences, origin) };
    redirect_or_render(request).await
}
