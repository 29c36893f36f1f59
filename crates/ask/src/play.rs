//! `play`: where the players of a race stand after each of these turns.

use kosti_rules::limits::{MOST_POINTS, MOST_SEATS};
use kosti_rules::{RaceRules, Rules, Standing};
use serde::Deserialize;
use serde_json::{Map, Value, json};

use crate::desk::object;
use crate::error::AskError;
use crate::request::Request;

/// How many standings an answer tells at most.
const MOST_TOLD: usize = 100_000;

/// A finished turn.
#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct FinishedTurn {
    seat: usize,
    /// 0 for a bust.
    gain: i32,
}

pub(crate) fn answer(rules: &Rules, request: &mut Request) -> Result<Map<String, Value>, AskError> {
    let race = AskError::unless_race(rules, "play")?;
    let mut seats = request.seats()?;
    check_seats(race, &seats)?;
    let turns: Vec<FinishedTurn> = request.need("turns")?;
    // The answer tells every seat after every turn.
    if turns.len().saturating_mul(seats.len()) > MOST_TOLD {
        return Err(AskError::TooManyTurns { is: turns.len(), most: MOST_TOLD / seats.len() });
    }
    let mut told: Vec<Value> = Vec::with_capacity(turns.len());
    let mut winner: Option<usize> = None;
    for (i, turn) in turns.iter().enumerate() {
        if winner.is_some() {
            return Err(AskError::GameOver { turn: i + 1 });
        }
        let bad = || AskError::BadTurn { turn: i + 1, seat: turn.seat, gain: turn.gain };
        if !(0..=MOST_POINTS).contains(&turn.gain) {
            return Err(bad());
        }
        let seat = seats.get_mut(turn.seat).ok_or_else(bad)?;
        *seat = race.after_turn(*seat, turn.gain);
        winner = race.is_won(seat.score).then_some(turn.seat);
        let after: Vec<Value> = seats.iter().map(|&seat| standing(race, seat)).collect();
        told.push(json!({ "seats": after, "winner": winner }));
    }
    Ok(object([("turns", json!(told))]))
}

pub(crate) fn check_seats(race: &RaceRules, seats: &[Standing]) -> Result<(), AskError> {
    if seats.is_empty() || seats.len() > usize::from(MOST_SEATS) {
        return Err(AskError::SeatCount { is: seats.len(), most: MOST_SEATS });
    }
    for (i, seat) in seats.iter().enumerate() {
        if !race.is_standing(*seat) || race.is_won(seat.score) {
            let Standing { score, turns_left } = *seat;
            return Err(AskError::BadStanding { seat: i, score, turns_left });
        }
    }
    Ok(())
}

fn standing(race: &RaceRules, seat: Standing) -> Value {
    let barrel = race.barrel(seat.score).filter(|_| !race.is_won(seat.score)).map(|inside| inside + 1);
    json!({ "score": seat.score, "turns_left": seat.turns_left, "barrel": barrel })
}
