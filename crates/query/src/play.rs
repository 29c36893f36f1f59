//! `play`: the standings of a race after each of the given turns.

use kosti_rules::file::Ties;
use kosti_rules::limits::MOST_POINTS;
use kosti_rules::{RaceRules, Rules, Standing};
use serde::Serialize;

use crate::error::QueryError;
use crate::position;
use crate::question::PlayQuestion;
#[cfg(feature = "openapi")]
use crate::schema::SeatNumber;

/// The most standings of one answer.
const MOST_STANDINGS: usize = 100_000;

/// The standings after each turn.
#[derive(Debug, Clone, PartialEq, Serialize)]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
pub struct PlayAnswer {
    /// By turn.
    pub turns: Vec<AfterTurn>,
}

/// The standings after one turn.
#[derive(Debug, Clone, PartialEq, Serialize)]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
pub struct AfterTurn {
    /// By seat.
    pub seats: Vec<StandingAfter>,
    /// The seat that won with this turn.
    #[cfg_attr(feature = "openapi", schema(required = true, value_type = Option<SeatNumber>))]
    pub winner: Option<usize>,
}

/// The standing of a player.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize)]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
pub struct StandingAfter {
    /// The score.
    pub score: i32,
    /// Turns left in the barrel, or until lost turns cost points; 0 if neither is counted.
    pub turns_left: u8,
    /// The barrel of the score, from 1.
    #[cfg_attr(feature = "openapi", schema(required = true, value_type = Option<u8>))]
    pub barrel: Option<usize>,
}

impl StandingAfter {
    fn new(race: &RaceRules, Standing { score, turns_left }: Standing) -> Self {
        let barrel = race.barrel(score).filter(|_| !race.is_won(score)).map(|inside| inside + 1);
        Self { score, turns_left, barrel }
    }
}

/// The winner of a race with a last round, once everybody has had a last turn; `None` if equal scores share the win.
fn best_of_last_round(race: &RaceRules, seats: &[Standing], finished: &[usize]) -> Option<usize> {
    let best = seats.iter().map(|seat| seat.score).max()?;
    let mut equal = finished.iter().copied().filter(|&seat| seats[seat].score == best);
    let (first, other) = (equal.next()?, equal.next());
    let shared = other.is_some() && race.last_round.is_some_and(|last| last.ties == Ties::Shared);
    (finished.len() == seats.len() && !shared).then_some(first)
}

pub(crate) fn answer(rules: &Rules, question: &PlayQuestion) -> Result<PlayAnswer, QueryError> {
    let race = QueryError::require_race(rules, "play")?;
    let mut seats = position::check_seats(race, question.seats.as_ref(), None)?;
    let turns = question.turns.as_ref().ok_or_else(|| QueryError::missing("turns"))?;
    // The answer repeats every seat after every turn.
    if turns.len().saturating_mul(seats.len()) > MOST_STANDINGS {
        return Err(QueryError::TooManyTurns { is: turns.len(), most: MOST_STANDINGS / seats.len() });
    }
    let mut after = Vec::with_capacity(turns.len());
    let (mut finished, mut over): (Vec<usize>, bool) = (Vec::new(), false);
    for (i, turn) in turns.iter().enumerate() {
        if over {
            return Err(QueryError::GameOver { turn: i + 1 });
        }
        let bad = || QueryError::BadTurn { turn: i + 1, seat: turn.seat, gain: turn.gain };
        if !(0..=MOST_POINTS).contains(&turn.gain) {
            return Err(bad());
        }
        let loss = turn.score_lost;
        if finished.contains(&turn.seat) || (loss && (turn.gain != 0 || !race.can_lose_score())) {
            return Err(bad());
        }
        let seat = seats.get_mut(turn.seat).ok_or_else(bad)?;
        *seat = if loss { race.after_score_loss() } else { race.after_turn(*seat, turn.gain) };
        let reached = race.is_won(seat.score);
        let winner = if race.last_round.is_none() {
            over = reached;
            reached.then_some(turn.seat)
        } else {
            if reached || !finished.is_empty() {
                finished.push(turn.seat);
            }
            over = finished.len() == seats.len();
            best_of_last_round(race, &seats, &finished)
        };
        let seats = seats.iter().map(|&seat| StandingAfter::new(race, seat)).collect();
        after.push(AfterTurn { seats, winner });
    }
    Ok(PlayAnswer { turns: after })
}
