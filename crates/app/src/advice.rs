//! The coach at a table: who may ask it, its advice and its warnings.

use std::sync::Arc;
use std::time::Duration;

use kosti_coach::{Advice, COSTLY_LOSS, ValueUnit};
use kosti_engine::{Action, State};
use kosti_table::{CoachAllowed, CommandError, Key, Table};

use crate::app::App;
use crate::caller::Caller;
use crate::coaches::Purpose;
use crate::error::AppError;
use crate::jobs::Asker;
use crate::table_session::TableSession;

/// How long a game is still being solved after the last caller stopped waiting.
const LINGER: Duration = Duration::from_secs(60);

/// A warning before a costly action.
#[derive(Debug, Clone)]
pub struct Warning {
    /// The action.
    pub action: Action,
    /// Its loss, compared with the best action.
    pub loss: f64,
    /// The unit of the loss.
    pub worth: ValueUnit,
    /// Whether the loss is exact.
    pub exact: bool,
    /// The best action.
    pub best: Action,
}

/// The warning before an action that the coach would not do, if it costs enough.
#[must_use]
pub fn warning(action: Action, advice: &Advice) -> Option<Warning> {
    let (loss, best) = advice.costly_choice(&action, COSTLY_LOSS)?;
    let Advice { worth, exact, .. } = *advice;
    Some(Warning { action, loss, worth, exact, best })
}

/// Whether the holder of a key may ask the coach about the turns of a seat.
#[must_use]
pub fn may_ask_coach(table: &Table, key: Option<&Key>, seat: usize) -> bool {
    match table.coach() {
        CoachAllowed::Off => false,
        CoachAllowed::Own => key.is_some_and(|key| table.seats_of(key).any(|own| own == seat)),
        CoachAllowed::All => true,
    }
}

/// The running game, if the holder of a key may ask the coach about the present turn.
fn position_if_allowed<'a>(table: &'a Table, key: Option<&Key>) -> Result<&'a State, AppError> {
    let state = table.state().ok_or(CommandError::NotStarted)?;
    if table.coach() == CoachAllowed::Off {
        return Err(AppError::CoachOff);
    }
    let may_ask = state.turn().is_some_and(|turn| may_ask_coach(table, key, turn.seat.0));
    if may_ask { Ok(state) } else { Err(AppError::NotOnTurn) }
}

impl App {
    /// The coach's advice for the player on turn, and the position that it is about. With `patience` the game is solved in the
    /// background where that takes longer.
    ///
    /// # Errors
    /// `NotStarted`, `CoachOff` or `NotOnTurn` where this caller may not ask; `Busy` where patience ran out; others when the
    /// caller asks too often, or the game cannot be solved.
    pub async fn advise(
        &self,
        session: &TableSession,
        caller: &Caller,
        patience: Option<Duration>,
    ) -> Result<(State, Advice), AppError> {
        let (state, text) = {
            let locked = session.lock().await;
            let state = position_if_allowed(&locked.table, caller.key(session.id).as_ref())?;
            (state.clone(), locked.table.compiled().text.clone())
        };
        if let Some(address) = caller.address() {
            self.charge_costly(address)?;
        }
        let (rules, seats) = (state.rules(), state.players().len());
        let asker = Asker::Table(session.id);
        let solving = self.registry.coaches.coach(Purpose::Table, asker, &text, rules, seats);
        let coach = match patience {
            None => solving.await?,
            Some(patience) => match self.host().timeout(patience, solving.clone()).await {
                Some(solved) => solved?,
                None => {
                    self.registry.coaches.jobs().linger(solving, LINGER);
                    return Err(AppError::Busy);
                }
            },
        };
        let position = Arc::new(state);
        let asked = position.clone();
        let advice = self.host().compute(move || coach.advise(&asked)).await?.ok_or(AppError::NotOnTurn)?;
        Ok((Arc::unwrap_or_clone(position), advice))
    }
}
