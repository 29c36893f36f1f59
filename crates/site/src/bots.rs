//! Bots at tables: they play when it is their turn, and give people time to take a decision back.

use std::sync::Arc;
use std::sync::atomic::Ordering;
use std::time::Duration;

use kosti_ask::Seeded;
use kosti_coach::{Bot, Level};
use kosti_engine::{Action, State};
use kosti_solver::Source as _;
use kosti_table::{By, Wish};

use crate::coaches::Purpose;
use crate::hall::Hall;
use crate::jobs::Asker;
use crate::problem::Problem;
use crate::room::Room;
use crate::secrets::{new_command, new_seed};

/// Between two decisions of one turn, as a share of the pause before it.
const WITHIN_TURN: u32 = 4;

/// Plays for the bots of a table until it is somebody else's turn.
async fn play(hall: Arc<Hall>, room: Arc<Room>) {
    let mut source = Seeded::new(new_seed(), 0, 0);
    loop {
        let played = tokio::select! {
            played = one_decision(&hall, &room, &mut source) => played,
            () = hall.closing.cancelled() => Ok(false),
        };
        match played {
            Ok(true) => {}
            Ok(false) => break,
            Err(problem) => {
                tracing::warn!(table = %room.id, %problem, "a bot cannot play");
                break;
            }
        }
    }
    room.bot_at_work.store(false, Ordering::Release);
    // It may have become a bot's turn while this one was leaving.
    let again = room.lock().await.table.bot_on_turn().is_some();
    if again && !hall.closing.is_cancelled() && !room.bot_at_work.swap(true, Ordering::AcqRel) {
        // Not at once: what went wrong may go wrong again.
        tokio::time::sleep(Duration::from_secs(1)).await;
        tokio::spawn(start(hall, room));
    }
}

/// Boxed, because a bot's decision may wake the next bot.
pub(crate) fn start(hall: Arc<Hall>, room: Arc<Room>) -> futures_util::future::BoxFuture<'static, ()> {
    Box::pin(play(hall, room))
}

/// One decision; whether there was one to make.
async fn one_decision(hall: &Arc<Hall>, room: &Arc<Room>, source: &mut Seeded) -> Result<bool, Problem> {
    let (version, seat, level, state, text, first) = {
        let inside = room.lock().await;
        let Some((seat, level)) = inside.table.bot_on_turn() else { return Ok(false) };
        let Some(state) = inside.table.state().cloned() else { return Ok(false) };
        let first = state.turn().is_none_or(|turn| turn.throw == 0);
        (inside.version, seat, level, state, inside.table.booked().text.clone(), first)
    };
    let pause = hall.config.bot_pause;
    tokio::time::sleep(if first { pause } else { pause / WITHIN_TURN }).await;
    let bot = player(hall, Asker::Table(room.id), level, &text, &state).await?;
    let action = chosen(bot, state, source).await?;
    // Somebody may have taken the seat or a decision back meanwhile, or another server's bot was faster; then this is not
    // what it would choose.
    let wish = Wish::Act { seat: Some(seat), action, fell: None, brings: None };
    match hall.execute(room, new_command(), By::House, Some(version), &wish).await {
        Ok(_) | Err(Problem::Stale { .. }) => Ok(true),
        Err(problem) => Err(problem),
    }
}

/// Weighing takes a while in some games: not where others wait.
async fn chosen(bot: Arc<Bot>, state: State, source: &mut Seeded) -> Result<Action, Problem> {
    let mut whims = Seeded::new(source.below(u32::MAX).into(), 0, 0);
    let weighing = tokio::task::spawn_blocking(move || bot.choose(&state, &mut whims));
    weighing.await.map_err(|_| Problem::Broken)
}

async fn player(
    hall: &Arc<Hall>,
    asker: Asker,
    level: Level,
    text: &str,
    state: &State,
) -> Result<Arc<Bot>, Problem> {
    let rules = state.rules();
    let coach = match level {
        Level::Perfect => {
            let seats = state.players().len();
            Some(hall.coaches.coach(Purpose::Table, asker, text, rules, seats).await?)
        }
        Level::Beginner | Level::Regular => None,
    };
    hall.coaches.bot(asker, level, rules, coach).await
}
