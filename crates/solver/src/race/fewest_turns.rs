//! `TurnsStrategy`: minimizes the expected number of turns of one player.

use std::sync::Arc;

use kosti_rules::{Rules, Standing};

use super::course::{AFTER_SCORE_LOSS, StandingIndex, WON};
use super::fixed_point::FixedPoint;
use super::turn_solver::{BankValues, TurnGains, TurnSolver};
use super::{LastTurn, Race, RaceGoal, SolvedTurn};
use crate::distribution::Distribution;
use crate::encoding::{DecodeError, check_length};
use crate::lane_value::{LaneValue, RACE_LANES};
use crate::progress::{Cancelled, Progress, check_cancelled};
use crate::solution::SolveError;

/// The largest number of standings.
const MOST_STATES: usize = 20_000;
/// Games with less probability than this that are still in play are left out.
const NEGLIGIBLE: f64 = 1e-16;

/// Optimal play for the fewest expected turns; exact.
pub struct TurnsStrategy {
    race: Arc<Race>,
    /// By standing: the expected turns.
    turns: Vec<f64>,
}

impl TurnsStrategy {
    /// Solves a race for one player. The rules must be those of a race.
    pub(crate) fn solve(rules: Arc<Rules>, progress: &dyn Progress) -> Result<Self, SolveError> {
        let race = Race::new(rules, |places| places, MOST_STATES)?;
        let mut alone = Self { turns: vec![0.0; race.course.len()], race };
        alone.run(progress)?;
        Ok(alone)
    }

    /// The strategy of a race that was solved before.
    pub(crate) fn from_values(rules: Arc<Rules>, turns: Vec<f64>) -> Result<Self, DecodeError> {
        let race = Race::new(rules, |places| places, MOST_STATES)?;
        check_length(turns.len(), race.course.len())?;
        Ok(Self { race, turns })
    }

    pub(crate) fn values(&self) -> &[f64] {
        &self.turns
    }

    /// The rules that were solved.
    #[must_use]
    pub fn rules(&self) -> &Arc<Rules> {
        &self.race.rules
    }

    /// The number of standings.
    #[must_use]
    pub fn states(&self) -> usize {
        self.turns.len()
    }

    /// The expected turns from the start.
    #[must_use]
    pub fn value(&self) -> f64 {
        self.turns[0]
    }

    /// Solves the turn of a player: values are expected turns, this one included. `None` if nobody can stand there.
    #[must_use]
    pub fn turn(&self, standing: Standing) -> Option<SolvedTurn<'_>> {
        SolvedTurn::new(self, &[standing], 0, |value| 1.0 - value)
    }

    /// Solves a turn of the last round of several players: values are probabilities to win. `None` if the race has no such
    /// round, or the player cannot stand there.
    #[must_use]
    pub fn last_turn(&self, last: &LastTurn) -> Option<SolvedTurn<'_>> {
        SolvedTurn::of_last_round(&self.race, last)
    }

    /// Repeats sweeps until values agree, if turns lead back past the stretch they began on.
    fn run(&mut self, progress: &dyn Progress) -> Result<(), Cancelled> {
        if !self.race.course.leads_back() {
            return self.sweep(progress);
        }
        let mut fixed_point = FixedPoint::default();
        loop {
            let before = self.turns.clone();
            self.sweep(progress)?;
            match fixed_point.next(before, &self.turns) {
                Some(next) => self.turns = next,
                None => return Ok(()),
            }
        }
    }

    /// Solves stretch by stretch from the end. A lost turn leads back to the stretch it began on; if it leads further
    /// back, the value of the last sweep is used.
    fn sweep(&mut self, progress: &dyn Progress) -> Result<(), Cancelled> {
        let race = self.race.clone();
        let course = &race.course;
        let mut turn = TurnSolver::new(&race.throws);
        for stretch in course.stretches.iter().rev() {
            // Lost turns finally lead to the standing of the lowest score with most turns left.
            let lowest = course.standings[stretch[0] as usize].score;
            let feedback = |spot: &&StandingIndex| course.standings[**spot as usize].score == lowest;
            let feedback = stretch.iter().rfind(feedback).copied().unwrap_or(stretch[0]) as usize;
            let mut order = stretch.clone();
            order.sort_by_key(|&spot| course.turns_left(spot));
            let mut fixed_point = FixedPoint::default();
            loop {
                let before = self.turns[feedback];
                for stage in order.chunk_by(|&a, &b| course.turns_left(a) == course.turns_left(b)) {
                    for spots in stage.chunks(RACE_LANES) {
                        check_cancelled(progress)?;
                        let found = self.turns_of(&mut turn, spots);
                        for (&spot, turns) in spots.iter().zip(found) {
                            self.turns[spot as usize] = turns;
                        }
                    }
                }
                let Some(next) = fixed_point.next(vec![before], &[self.turns[feedback]]) else { break };
                self.turns[feedback] = next[0];
            }
        }
        Ok(())
    }

    fn turns_of(&self, turn: &mut TurnSolver, spots: &[StandingIndex]) -> Vec<f64> {
        let banks: Vec<BankValues> = spots.iter().map(|&spot| self.bank_of(&[spot], 0)).collect();
        turn.place(&banks);
        let found = turn.solve(&self.race.throws);
        (0..spots.len()).map(|lane| 1.0 - found.get(lane)).collect()
    }

    /// Returns the distribution of the number of turns.
    ///
    /// # Errors
    /// If it is cancelled.
    pub fn distribution(&self, progress: &dyn Progress) -> Result<Distribution, Cancelled> {
        let course = &self.race.course;
        let mut turn = TurnSolver::new(&self.race.throws);
        let lands: Vec<TurnGains> = (0..course.len() as StandingIndex)
            .map(|spot| {
                check_cancelled(progress)?;
                turn.place(&[self.bank_of(&[spot], 0)]);
                turn.solve(&self.race.throws);
                Ok(turn.gain_probabilities(&self.race.throws))
            })
            .collect::<Result<_, Cancelled>>()?;
        let mut standing = vec![0.0; course.len()];
        standing[0] = 1.0;
        let mut finished = vec![0.0];
        while standing.iter().sum::<f64>() > NEGLIGIBLE {
            check_cancelled(progress)?;
            let (mut next, mut done) = (vec![0.0; course.len()], 0.0);
            for (spot, &here) in standing.iter().enumerate().filter(|(_, here)| **here > 0.0) {
                for (units, likely) in lands[spot].all() {
                    match course.end(spot as StandingIndex, units) {
                        WON => done += here * likely,
                        after => next[after as usize] += here * likely,
                    }
                }
            }
            finished.push(done);
            standing = next;
        }
        Ok(Distribution::new(0, finished))
    }
}

impl RaceGoal for TurnsStrategy {
    fn race(&self) -> &Race {
        &self.race
    }

    fn bank_values(&self, seats: &[StandingIndex], turn: usize) -> Vec<f64> {
        let after = self.race.course.after(seats[turn]).iter();
        after.map(|&after| if after == WON { 0.0 } else { -self.turns[after as usize] }).collect()
    }

    fn score_loss_value(&self, _: &[StandingIndex], _: usize) -> f64 {
        -self.turns[AFTER_SCORE_LOSS as usize]
    }

    fn depends_on_others(&self) -> bool {
        false
    }
}
