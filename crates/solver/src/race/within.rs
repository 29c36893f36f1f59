//! `WithinStrategy`: maximizes the probability that one player finishes within a number of turns.

use std::sync::Arc;

use crate::parallel::*;
use kosti_rules::{Rules, Standing};

use super::course::{AFTER_SCORE_LOSS, StandingIndex, WON};
use super::turn_solver::{BankValues, TurnSolver};
use super::{Race, RaceGoal, SolvedTurn};
use crate::lane_value::{LaneValue, RACE_LANES};
use crate::progress::{Cancelled, Counter, Progress};
use crate::solution::SolveError;

/// The largest number of states: standings times turns.
const MOST_STATES: usize = 2_000_000;

/// Optimal play for finishing within a number of turns; exact.
pub struct WithinStrategy {
    race: Arc<Race>,
    /// By turns left after this one, then by standing: the probability.
    chances: Vec<Vec<f64>>,
}

impl WithinStrategy {
    /// Solves a race for one player who has this many turns. The rules must be those of a race.
    pub(crate) fn solve(
        rules: Arc<Rules>,
        turns: usize,
        progress: &dyn Progress,
    ) -> Result<Self, SolveError> {
        let race = Race::new(rules, |places| places.saturating_mul(turns), MOST_STATES)?;
        let spots: Vec<StandingIndex> = (0..race.course.len() as StandingIndex).collect();
        let mut within = Self { chances: vec![vec![0.0; spots.len()]], race };
        let counter = Counter::new(turns, progress);
        for _ in 0..turns {
            let solve = |turn: &mut TurnSolver, spots: &[StandingIndex]| -> Result<Vec<f64>, Cancelled> {
                counter.check()?;
                let banks: Vec<BankValues> = spots.iter().map(|&spot| within.bank_of(&[spot], 0)).collect();
                turn.place(&banks);
                let found = turn.solve(&within.race.throws);
                Ok((0..spots.len()).map(|lane| found.get(lane)).collect())
            };
            let chances =
                spots.par_chunks(RACE_LANES).map_init(|| TurnSolver::new(&within.race.throws), solve);
            let chances = chances.collect::<Result<Vec<Vec<f64>>, Cancelled>>()?;
            within.chances.push(chances.concat());
            counter.add(1)?;
        }
        // The last row is not needed: the turn itself is solved when it is asked for.
        within.chances.pop();
        Ok(within)
    }

    /// The probability at the start of the race.
    #[must_use]
    pub fn value(&self) -> f64 {
        self.turn(Standing::default()).map_or(0.0, |turn| turn.value())
    }

    /// The number of states.
    #[must_use]
    pub fn states(&self) -> usize {
        self.race.course.len() * self.chances.len()
    }

    /// Solves the turn of a player who has all turns left, this one included; `None` if nobody can stand there.
    #[must_use]
    pub fn turn(&self, standing: Standing) -> Option<SolvedTurn<'_>> {
        SolvedTurn::new(self, &[standing], 0, |value| value)
    }
}

impl RaceGoal for WithinStrategy {
    fn race(&self) -> &Race {
        &self.race
    }

    fn bank_values(&self, seats: &[StandingIndex], turn: usize) -> Vec<f64> {
        let chances = &self.chances[self.chances.len() - 1];
        let after = self.race.course.after(seats[turn]).iter();
        after.map(|&after| if after == WON { 1.0 } else { chances[after as usize] }).collect()
    }

    fn score_loss_value(&self, _: &[StandingIndex], _: usize) -> f64 {
        self.chances[self.chances.len() - 1][AFTER_SCORE_LOSS as usize]
    }

    fn depends_on_others(&self) -> bool {
        false
    }
}
