//! `GreedyRacer`: maximizes the expected points of each turn.

use std::sync::Arc;

use kosti_rules::{Rules, Standing};

use crate::solution::SolveError;

use super::course::StandingIndex;
use super::{LastTurn, MOST_PLACES, Race, RaceGoal, SolvedTurn};

/// A player who maximizes the expected points of each turn; points beyond the target do not count.
pub struct GreedyRacer {
    pub(super) race: Arc<Race>,
}

impl GreedyRacer {
    /// Creates a player of this race. Nothing is solved in advance.
    ///
    /// # Errors
    /// If the race has too many standings, or one from which nobody can win.
    ///
    /// # Panics
    /// If the rules are not those of a race.
    pub fn new(rules: Arc<Rules>) -> Result<Self, SolveError> {
        Race::new(rules, |places| places, MOST_PLACES).map(|race| Self { race })
    }

    /// Solves the turn of a player; `None` if nobody can stand there.
    #[must_use]
    pub fn turn(&self, standing: Standing) -> Option<SolvedTurn<'_>> {
        SolvedTurn::new(self, &[standing], 0, |value| value)
    }

    /// Solves a turn of the last round of several players: values are probabilities to win. `None` if the race has no such
    /// round, or the player cannot stand there.
    #[must_use]
    pub fn last_turn(&self, last: &LastTurn) -> Option<SolvedTurn<'_>> {
        SolvedTurn::of_last_round(&self.race, last)
    }
}

impl RaceGoal for GreedyRacer {
    fn race(&self) -> &Race {
        &self.race
    }

    fn bank_values(&self, seats: &[StandingIndex], turn: usize) -> Vec<f64> {
        (0..self.race.course.after(seats[turn]).len()).map(|units| units as f64).collect()
    }

    fn score_loss_value(&self, seats: &[StandingIndex], turn: usize) -> f64 {
        let course = &self.race.course;
        -f64::from(course.standings[seats[turn] as usize].score / course.unit)
    }

    fn depends_on_others(&self) -> bool {
        false
    }
}
