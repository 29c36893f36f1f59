//! Bots at tables: they play when it is their turn. `bot_pace.rs` has their pauses.

use std::pin::pin;
use std::sync::Arc;
use std::sync::atomic::Ordering;
use std::time::Duration;

use futures_util::future::{BoxFuture, Either, select};
use kosti_coach::{Bot, Level};
use kosti_engine::{Action, State};
use kosti_query::SeededRng;
use kosti_solver::DiceRng as _;
use kosti_table::{Actor, Command};

use crate::coaches::Purpose;
use crate::error::AppError;
use crate::host::Host;
use crate::jobs::Asker;
use crate::secrets::{new_command, new_seed};
use crate::table_registry::TableRegistry;
use crate::table_session::TableSession;

/// Plays for the bots of a table until it is somebody else's turn.
async fn play(registry: Arc<TableRegistry>, session: Arc<TableSession>) {
    let mut source = SeededRng::new(new_seed(&*registry.host), 0, 0);
    loop {
        let decision = pin!(play_decision(&registry, &session, &mut source));
        match select(decision, pin!(registry.closing.cancelled())).await {
            Either::Left((Ok(true), _)) => {}
            Either::Left((Ok(false), _)) | Either::Right(_) => break,
            Either::Left((Err(problem), _)) => {
                tracing::warn!(table = %session.id, %problem, "a bot cannot play");
                break;
            }
        }
    }
    session.bot_pace.relax();
    session.bot_at_work.store(false, Ordering::Release);
    // It may have become a bot's turn while this one was leaving.
    let again = session.lock().await.table.bot_on_turn().is_some();
    if again && !registry.closing.is_cancelled() && !session.bot_at_work.swap(true, Ordering::AcqRel) {
        // Not at once: what went wrong may go wrong again.
        registry.host.sleep(Duration::from_secs(1)).await;
        registry.host.clone().spawn(start(registry, session));
    }
}

/// Boxed, because a bot's decision may wake the next bot.
pub(crate) fn start(registry: Arc<TableRegistry>, session: Arc<TableSession>) -> BoxFuture<'static, ()> {
    Box::pin(play(registry, session))
}

/// Plays one decision of a bot. Returns whether there was one.
async fn play_decision(
    registry: &Arc<TableRegistry>,
    session: &Arc<TableSession>,
    source: &mut SeededRng,
) -> Result<bool, AppError> {
    let (version, seat, level, state, text, first) = {
        let locked = session.lock().await;
        let Some((seat, level)) = locked.table.bot_on_turn() else { return Ok(false) };
        let Some(state) = locked.table.state().cloned() else { return Ok(false) };
        let first = state.turn().is_none_or(|turn| turn.throw == 0);
        (locked.version, seat, level, state, locked.table.compiled().text.clone(), first)
    };
    session.bot_pace.pause(&*registry.host, registry.config.bot_pause, first).await;
    let bot = find_bot(registry, Asker::Table(session.id), level, &text, &state).await?;
    let action = choose(&*registry.host, bot, state, source).await?;
    // Somebody may have taken the seat or a decision back meanwhile, or another server's bot was faster; then this is not
    // what it would choose.
    let command = Command::Act { seat: Some(seat), action, fell: None, contribution: None };
    match registry
        .execute(session, new_command(&*registry.host), Actor::Server, Some(version), &command)
        .await
    {
        Ok(_) | Err(AppError::Stale { .. }) => Ok(true),
        Err(problem) => Err(problem),
    }
}

/// Computes the action of a bot, which takes a while in some games.
async fn choose(
    host: &dyn Host,
    bot: Arc<Bot>,
    state: State,
    source: &mut SeededRng,
) -> Result<Action, AppError> {
    let mut whims = SeededRng::new(source.below(u32::MAX).into(), 0, 0);
    host.compute(move || bot.choose(&state, &mut whims)).await
}

async fn find_bot(
    registry: &Arc<TableRegistry>,
    asker: Asker,
    level: Level,
    text: &str,
    state: &State,
) -> Result<Arc<Bot>, AppError> {
    let rules = state.rules();
    let coach = match level {
        Level::Perfect => {
            let seats = state.players().len();
            Some(registry.coaches.coach(Purpose::Table, asker, text, rules, seats).await?)
        }
        Level::Beginner | Level::Regular => None,
    };
    registry.coaches.bot(asker, level, rules, coach).await
}
