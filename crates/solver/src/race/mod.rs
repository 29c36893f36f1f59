//! Optimal play of races (docs/solver.md, "Races").
//!
//! A [`RaceGoal`] gives the value of ending a turn by the points that it brings. [`turn_solver`] solves a turn from
//! these values when it is needed; only the values before the first throw of a turn are stored.

mod advice;
mod course;
mod fewest_turns;
mod fixed_point;
mod greedy;
mod last_round;
mod reference;
mod simulate;
mod statistics;
mod throws;
mod turn_solver;
mod win;
mod within;

use std::sync::Arc;

use kosti_rules::{RaceRules, Rules};

pub use advice::{RaceChoice, SolvedTurn};
pub use fewest_turns::TurnsStrategy;
pub use greedy::GreedyRacer;
pub use last_round::LastTurn;
pub use reference::RaceReferenceSolver;
pub use simulate::{RacePlayer, RaceResult, simulate_races};
pub use statistics::{BarrelStatistics, RaceStatistics};
pub use win::WinStrategy;
pub use within::WithinStrategy;

use crate::solution::{SolveError, TooLarge};
use course::{Course, StandingIndex};
use last_round::LastRound;
use throws::Throws;
use turn_solver::BankValues;

/// The largest number of standings.
const MOST_PLACES: usize = 100_000;

/// The tables of a race.
#[derive(Debug)]
pub(crate) struct Race {
    rules: Arc<Rules>,
    course: Course,
    throws: Throws,
    last_round: Option<LastRound>,
}

impl Race {
    /// Creates the tables of a race. `states` gives the number of states to solve from the number of standings.
    fn new(rules: Arc<Rules>, states: impl Fn(usize) -> usize, most: usize) -> Result<Arc<Self>, SolveError> {
        let race = rules.race().expect("a race");
        let unit = race.unit();
        let places = (race.target / unit) as usize;
        let places = if places > MOST_PLACES { places } else { Course::size(race, unit) };
        let states = states(places);
        if states > most || places > MOST_PLACES {
            return Err(TooLarge { states, most }.into());
        }
        let (course, throws) = (Course::new(race, unit), Throws::new(race, unit));
        let last_round = LastRound::new(rules.race().expect("a race"), &course, &throws);
        let race = Self { rules, course, throws, last_round };
        match race.course.dead_end(&race.gains()) {
            Some(standing) => Err(SolveError::DeadEnd(standing)),
            None => Ok(Arc::new(race)),
        }
    }

    fn rules(&self) -> &RaceRules {
        self.rules.race().expect("checked when the tables were made")
    }

    /// Returns the units that a turn can bring, up to those that always win.
    fn gains(&self) -> Vec<usize> {
        let most = self.course.after(0).len() - 1;
        let (all, width) = (self.throws.all(), self.throws.all() + 1);
        let mut found = vec![false; (most + 1) * width];
        let mut open = vec![(0, all)];
        let mut gains = vec![0];
        while let Some((units, dice)) = open.pop() {
            for way in &self.throws.by_dice[dice].selections {
                let units = (units + way.take.units).min(most);
                if !std::mem::replace(&mut found[units * width + way.take.dice], true) {
                    gains.push(units);
                    open.push((units, way.take.dice));
                }
            }
        }
        gains.sort_unstable();
        gains.dedup();
        gains
    }
}

/// The objective of a race player.
pub(crate) trait RaceGoal: Sync {
    fn race(&self) -> &Race;

    /// Returns the value of ending the turn for the player to throw, by units, up to those that win; no other number of
    /// units has a higher value.
    fn bank_values(&self, seats: &[StandingIndex], turn: usize) -> Vec<f64>;

    /// Returns the value of losing the whole score for the player to throw.
    fn score_loss_value(&self, seats: &[StandingIndex], turn: usize) -> f64;

    /// Returns these values with the least number of units that can be banked.
    fn bank_of(&self, seats: &[StandingIndex], turn: usize) -> BankValues {
        let course = &self.race().course;
        BankValues {
            worth: self.bank_values(seats, turn),
            least: course.least(seats[turn]),
            score_lost: if course.loses_score() { self.score_loss_value(seats, turn) } else { 0.0 },
        }
    }

    /// Whether the values depend on the standings of other players.
    fn depends_on_others(&self) -> bool;
}
