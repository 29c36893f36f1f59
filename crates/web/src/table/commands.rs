//! The handlers of the table's forms.

use axum::response::Response;
use kosti_app::{AppError, TableSession, Warning};
use kosti_coach::{CoachMode, Level};
use kosti_engine::Decision;
use kosti_journal::Version;
use kosti_table::{Command, CommandError, DiceKind};

use super::action_form::ActionForm;
use super::{FormState, TableVisit, coach_panel};
use crate::extract::AtSeat;
use crate::form::Form;
use crate::opening::enter_table;
use crate::problem::Problem;
use crate::redirect::see_other;

/// Whether a problem is shown at the table; other problems have a page of their own.
fn is_shown_on_page(problem: &Problem) -> bool {
    match problem {
        Problem::App { why: AppError::Refused { why: CommandError::Gone } | AppError::NoToken }
        | Problem::BadToken => false,
        _ => problem.status().is_client_error() || problem.status().as_u16() > 500,
    }
}

/// `POST /t/{table}/act`
pub(crate) async fn act(visit: TableVisit, form: Form) -> Result<Response, Problem> {
    let session = visit.app.table(visit.table).await?;
    let none = FormState::default();
    let state = match visit.perform(&session, &form).await {
        Ok(ActResult::Done) => none,
        Ok(ActResult::NeedsConfirmation(pending)) => {
            FormState { pending: Some(pending), asked: form, ..none }
        }
        Ok(ActResult::NeedsDice) => FormState { asked: form.with("do", "enter"), ..none },
        Err(problem) if is_shown_on_page(&problem) => {
            FormState { problem: Some(problem), asked: form, ..none }
        }
        Err(problem) => return Err(problem),
    };
    visit.redirect_or_render(&session, &state).await
}

/// What an action has led to.
enum ActResult {
    Done,
    /// It is costly and waits for confirmation.
    NeedsConfirmation(Warning),
    /// It waits for real dice to be entered.
    NeedsDice,
}

/// The newest version of the table if nothing has happened in the game since `version`, otherwise `version`.
async fn rebase_version(session: &TableSession, version: Version) -> Version {
    let state = session.lock().await;
    if version < state.version && state.recent_events.is_still(version) { state.version } else { version }
}

/// `POST /t/{table}/start`: begins without those who have not come.
pub(crate) async fn start(visit: TableVisit) -> Result<Response, Problem> {
    visit.execute(&Command::Start).await
}

/// `POST /t/{table}/hurry`: the bots need not wait for this player.
pub(crate) async fn hurry_bots(visit: TableVisit) -> Result<Response, Problem> {
    visit.app.hurry_bots(visit.table, &visit.caller).await?;
    visit.show(None).await
}

/// `POST /t/{table}/again`: the next game with the same people.
pub(crate) async fn rematch(visit: TableVisit) -> Result<Response, Problem> {
    let new = visit.app.rematch(visit.table, &visit.caller).await?;
    // The seats of the new table have the same tokens.
    Ok(enter_table(&new, visit.caller.token(visit.table).unwrap_or_default(), None))
}

/// `POST /t/{table}/delete`: the table is no more.
pub(crate) async fn delete(visit: TableVisit, form: Form) -> Result<Response, Problem> {
    // A form without confirmation deletes nothing.
    if form.get("sure") != Some("delete") {
        return Ok(see_other(&visit.path()));
    }
    let deleted = visit.app.execute(visit.table, &visit.caller, None, &Command::Delete).await;
    match deleted.map_err(Problem::from) {
        Ok(_) => Ok(see_other("/")),
        Err(problem) => visit.show_problem(problem).await,
    }
}

/// `POST /t/{table}/seat/{seat}`: a bot stands in, the player takes the seat back, or nobody holds it any more.
pub(crate) async fn change_seat(
    AtSeat(_, seat): AtSeat,
    visit: TableVisit,
    form: Form,
) -> Result<Response, Problem> {
    let level = form.get("bot").and_then(|name| name.parse::<Level>().ok());
    let command = match (level, form.get("do")) {
        (Some(level), _) => Command::StandIn { seat, level },
        (None, Some("take-back")) => Command::TakeBack { seat },
        (None, Some("vacate")) => Command::Vacate { seat },
        _ => return Err(Problem::OneAction),
    };
    visit.execute(&command).await
}

impl TableVisit {
    async fn execute(&self, command: &Command) -> Result<Response, Problem> {
        match self.app.execute(self.table, &self.caller, None, command).await.map_err(Problem::from) {
            Ok(_) => self.show(None).await,
            Err(problem) => self.show_problem(problem).await,
        }
    }

    async fn show_problem(&self, problem: Problem) -> Result<Response, Problem> {
        if is_shown_on_page(&problem) { self.show(Some(problem)).await } else { Err(problem) }
    }

    async fn show(&self, problem: Option<Problem>) -> Result<Response, Problem> {
        let session = self.app.table(self.table).await?;
        self.redirect_or_render(&session, &FormState { problem, ..FormState::default() }).await
    }

    /// Redirects to the table, or renders it at once where the script replaces `main` or there is something to show.
    async fn redirect_or_render(
        &self,
        session: &TableSession,
        form: &FormState,
    ) -> Result<Response, Problem> {
        let plain = form.pending.is_none() && form.problem.is_none() && !form.asked.has("do");
        if plain && !self.preferences.part {
            return Ok(see_other(&self.path()));
        }
        self.render(session, form).await
    }

    async fn perform(&self, session: &TableSession, form: &Form) -> Result<ActResult, Problem> {
        let (app, caller) = (&self.app, &self.caller);
        let (key, session) = app.authorize(session.id, caller).await?;
        let (state, real) = {
            let locked = session.lock().await;
            let state = locked.table.state().ok_or(CommandError::NotStarted)?;
            (state.clone(), locked.table.dice() == DiceKind::Real)
        };
        let action_form = ActionForm::of(form, &state)?;
        let advice = match self.preferences.coach_mode {
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
}
