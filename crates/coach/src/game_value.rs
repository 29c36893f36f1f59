//! `GameValue`: the expected result of a whole game under the coach's play.

use kosti_rules::Sheet;
use kosti_solver::{Cancelled, Distribution, Progress, SolveError};

use crate::coach::{Coach, CoachStrategy};

/// The expected result of a whole game.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct GameValue {
    /// The objective, which is also the unit of the value.
    pub aim: Aim,
    /// The expected value; for the win of a race, the first player's of two.
    pub value: f64,
    /// The standard deviation, if there is one.
    pub deviation: Option<f64>,
    /// Whether the value is exact; otherwise it is an estimate.
    pub exact: bool,
}

/// The objective of a game.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Aim {
    /// The total of a sheet.
    Total,
    /// The points of a sheet.
    Points,
    /// The win of a race: the value is a probability.
    Win,
    /// The end of a race for one player: the value is a number of turns.
    Turns,
}

impl Coach {
    /// The expected result of a whole game. The first call for a total solves the game again, for the
    /// deviation.
    ///
    /// ```
    /// use std::sync::Arc;
    /// use kosti_coach::{Aim, Coach};
    /// use kosti_rules::{House, RulesFile};
    /// use kosti_solver::NoProgress;
    ///
    /// let file = RulesFile::read("one", "name = 'One'\ndice = 1\nthrows = 1\n[box.any]\nscore = 'all-dice'");
    /// let rules = Arc::new(file.rules(&House::default()).unwrap());
    /// let game_value = Coach::solve(rules, 1, &NoProgress).unwrap().game_value(&NoProgress).unwrap();
    /// assert_eq!((game_value.aim, game_value.exact), (Aim::Total, true));
    /// assert!((game_value.value - 3.5).abs() < 1e-9);
    /// assert!((game_value.deviation.unwrap() - (35.0_f64 / 12.0).sqrt()).abs() < 1e-9);
    /// ```
    ///
    /// # Errors
    /// If `progress` cancels.
    pub fn game_value(&self, progress: &dyn Progress) -> Result<GameValue, Cancelled> {
        self.prepare(progress)?;
        let empty = || Sheet::empty(self.rules.sheet().map_or(0, |sheet| sheet.slots.len()));
        Ok(match self.strategy() {
            CoachStrategy::Total(strategy) => {
                let deviation = self.rules.sheet().map_or(0.0, |rules| self.deviation_from(rules, &empty()));
                GameValue {
                    aim: Aim::Total,
                    value: strategy.value(),
                    deviation: Some(deviation),
                    exact: true,
                }
            }
            CoachStrategy::Points(points) => GameValue {
                aim: Aim::Points,
                // An empty sheet may already have points, also negative ones.
                value: self.rules.sheet().map_or(0.0, |rules| self.present(rules, &empty()))
                    + points.sheet_value(&empty()),
                deviation: Some(points.deviation()),
                exact: points.is_exact(&empty()),
            },
            CoachStrategy::Estimate(estimate) => GameValue {
                aim: Aim::Total,
                value: estimate.mean,
                deviation: Some(estimate.deviation),
                exact: false,
            },
            CoachStrategy::Win(duel) => {
                GameValue { aim: Aim::Win, value: duel.value(), deviation: None, exact: true }
            }
            CoachStrategy::Turns(alone) => GameValue {
                aim: Aim::Turns,
                value: alone.value(),
                deviation: Some(alone.distribution(progress)?.deviation()),
                exact: true,
            },
        })
    }

    /// The exact distribution of the total of a whole game under best play; `None` where the coach plays for something
    /// else, estimates, or the distribution does not fit into memory.
    ///
    /// # Errors
    /// If `progress` cancels.
    pub fn total_distribution(&self, progress: &dyn Progress) -> Result<Option<Distribution>, Cancelled> {
        let CoachStrategy::Total(strategy) = self.strategy() else { return Ok(None) };
        match strategy.distribution(progress) {
            Ok(distribution) => Ok(Some(distribution)),
            Err(SolveError::Cancelled(cancelled)) => Err(cancelled),
            Err(_) => Ok(None),
        }
    }
}
