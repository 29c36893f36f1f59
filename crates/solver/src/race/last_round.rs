//! `LastRound`: the last turn of a player after somebody has reached the target, where the highest score wins.

use std::cmp::Ordering;

use kosti_rules::file::Ties;
use kosti_rules::{RaceRules, Standing};

use super::Race;
use super::course::Course;
use super::throws::Throws;
use super::turn_solver::{BankValues, TurnSolver};
use crate::lane_value::{LANES, LaneValue};

/// A probability to beat a score that is small enough to stop: scores further ahead count as this far.
const NEGLIGIBLE: f64 = 1e-5;
/// The most units that are solved, in targets; short courses solve at least so many units.
const MOST_TARGETS: usize = 6;
const MOST_UNITS: usize = 1_000;

/// The values of last turns: the probability to beat a score, plus the value of a tie times the probability of one.
#[derive(Debug)]
pub(crate) struct LastRound {
    /// The values by whether the player's score is 0, which may need more points to bank; then by the units that the
    /// score to beat is ahead.
    values: [Vec<f64>; 2],
    /// The value of an equal score.
    tie: f64,
    /// The units ahead at which nobody throws on.
    pub(crate) far: usize,
}

impl LastRound {
    /// Solves the last turns; `None` if the race has no last round.
    pub(crate) fn new(rules: &RaceRules, course: &Course, throws: &Throws) -> Option<Self> {
        let tie = match rules.last_round?.ties {
            Ties::Shared => 0.5,
            Ties::First => 0.0,
        };
        let target = (rules.target / course.unit) as usize;
        let mut last =
            Self { values: [Vec::new(), Vec::new()], tie, far: (target * MOST_TARGETS).max(MOST_UNITS) };
        for opening in [false, true] {
            let score = if opening { 0 } else { course.unit };
            let least =
                course.index_of(Standing { score, turns_left: 0 }).map_or(0, |spot| course.least(spot));
            last.values[usize::from(opening)] = last.solve_all(throws, least);
        }
        last.far = last.values[0].len() - 1;
        Some(last)
    }

    /// Solves turns against scores further and further ahead, until there is hardly a chance.
    fn solve_all(&self, throws: &Throws, least: usize) -> Vec<f64> {
        let mut turn = TurnSolver::new(throws);
        let mut values: Vec<f64> = Vec::new();
        while values.len() <= self.far && values.last().is_none_or(|last| *last > NEGLIGIBLE) {
            let ahead = values.len()..values.len() + LANES;
            let worth = |ahead| (0..=ahead + 1).map(|units| self.bank_value(units, ahead)).collect();
            let banks: Vec<BankValues> =
                ahead.map(|ahead| BankValues { worth: worth(ahead), least, score_lost: 0.0 }).collect();
            turn.place(&banks);
            let found = turn.solve(throws);
            values.extend((0..LANES).map(|lane| found.get(lane)));
        }
        values
    }

    /// Returns the value of banking these units against a score that is `ahead` units ahead.
    fn bank_value(&self, units: usize, ahead: usize) -> f64 {
        self.end_value(units.cmp(&ahead))
    }

    /// Returns the value of a final score that compares like this to the score to beat.
    fn end_value(&self, comparison: Ordering) -> f64 {
        match comparison {
            Ordering::Less => 0.0,
            Ordering::Equal => self.tie,
            Ordering::Greater => 1.0,
        }
    }

    /// Returns the value of the last turn of a player with this score against a score that is `ahead` units ahead.
    pub(crate) fn value(&self, score: i32, ahead: usize) -> f64 {
        let values = &self.values[usize::from(score == 0)];
        values[ahead.min(values.len() - 1)]
    }
}

/// The last turn of a player, after somebody has reached the target of a race with a last round.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct LastTurn {
    /// The players who can still win.
    pub seats: Vec<Standing>,
    /// The player on turn.
    pub turn: usize,
    /// The players whose last turns follow this one; all others have had theirs.
    pub to_come: Vec<usize>,
}

impl Race {
    /// Whether equal best scores share the win of a race with a last round.
    pub(super) fn shares_ties(&self) -> bool {
        self.last_round.as_ref().is_some_and(|last| last.tie > 0.0)
    }

    /// Solves a last turn against a score that is `ahead` units ahead.
    pub(super) fn solve_last_turn(&self, ahead: usize, least: usize) -> TurnSolver {
        let mut turn = TurnSolver::new(&self.throws);
        let value = |units| self.last_round.as_ref().map_or(0.0, |last| last.bank_value(units, ahead));
        turn.place(&[BankValues { worth: (0..=ahead + 1).map(value).collect(), least, score_lost: 0.0 }]);
        turn.solve(&self.throws);
        turn
    }

    /// Infers the last turn of a player from the scores: the player who began the round has reached the target, and those
    /// between the player on turn and that one still have their last turns. `None` if there is no last round, or it
    /// has not begun.
    pub(super) fn infer_last_turn(&self, seats: &[Standing], turn: usize) -> Option<LastTurn> {
        self.last_round.as_ref()?;
        let after = (1..seats.len()).map(|step| (turn + step) % seats.len());
        let to_come: Vec<usize> = after.take_while(|&seat| !self.rules().is_won(seats[seat].score)).collect();
        let begun = to_come.len() + 1 < seats.len();
        begun.then(|| LastTurn { seats: seats.to_vec(), turn, to_come })
    }

    /// Returns the values of ending a last turn, by units: exact if at most one last turn is still to come, and an estimate
    /// otherwise. `None` if there is no last round, or nobody can stand there.
    pub(super) fn last_turn_values(
        &self,
        LastTurn { seats, turn, to_come }: &LastTurn,
    ) -> Option<BankValues> {
        let last = self.last_round.as_ref()?;
        let own = *seats.get(*turn)?;
        let least = self.course.least(self.course.index_of(own)?);
        let units = |seat: usize| (seats[seat].score / self.course.unit) as usize;
        let finished =
            (0..seats.len()).filter(|seat| seat != turn && !to_come.contains(seat)).map(units).max();
        let value = |gained: usize| {
            let score = units(*turn) + gained;
            let best = finished.map_or(1.0, |best| last.end_value(score.cmp(&best)));
            let held = to_come.iter().map(|&seat| match score.checked_sub(units(seat)) {
                Some(ahead) => 1.0 - last.value(seats[seat].score, ahead),
                None => 0.0,
            });
            best * held.product::<f64>()
        };
        // More units change nothing.
        let beyond = finished.map(|best| best + 1).into_iter();
        let beyond = beyond.chain(to_come.iter().map(|&seat| units(seat) + last.far)).max();
        let most = beyond.unwrap_or(0).saturating_sub(units(*turn)).max(1);
        Some(BankValues { worth: (0..=most).map(value).collect(), least, score_lost: 0.0 })
    }
}
