//! `Outlook`: what a whole game brings under the coach's play, before anything has happened.

use kosti_rules::Sheet;
use kosti_solver::{Cancelled, Progress};

use crate::coach::{Coach, Mind};

/// What a whole game brings.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Outlook {
    /// What is played for, and counted in the value.
    pub aim: Aim,
    /// The expected value; of the first of two for a race that is run to be won.
    pub value: f64,
    /// The standard deviation, where there is one.
    pub deviation: Option<f64>,
    /// Whether the value is exact; else it is an estimate.
    pub exact: bool,
}

/// What is played for.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Aim {
    /// The total of a sheet.
    Total,
    /// The points of a sheet, where points decide.
    Points,
    /// To win a race: the value is a chance.
    Win,
    /// To finish a race alone: the value is a number of turns.
    Turns,
}

impl Coach {
    /// What a whole game brings. The deviation of a total solves the game once more the first time.
    ///
    /// ```
    /// use std::sync::Arc;
    /// use kosti_coach::{Aim, Coach};
    /// use kosti_rules::{House, RulesFile};
    /// use kosti_solver::NoProgress;
    ///
    /// let file = RulesFile::read("one", "name = 'One'\ndice = 1\nthrows = 1\n[box.any]\nscore = 'all-dice'");
    /// let rules = Arc::new(file.rules(&House::default()).unwrap());
    /// let outlook = Coach::solve(rules, 1, &NoProgress).unwrap().outlook(&NoProgress).unwrap();
    /// assert_eq!((outlook.aim, outlook.exact), (Aim::Total, true));
    /// assert!((outlook.value - 3.5).abs() < 1e-9);
    /// assert!((outlook.deviation.unwrap() - (35.0_f64 / 12.0).sqrt()).abs() < 1e-9);
    /// ```
    ///
    /// # Errors
    /// When `progress` cancels it.
    pub fn outlook(&self, progress: &dyn Progress) -> Result<Outlook, Cancelled> {
        self.mind.prepare(progress)?;
        let empty = || Sheet::empty(self.rules.sheet().map_or(0, |sheet| sheet.slots.len()));
        Ok(match &self.mind {
            Mind::Total { strategy, .. } => {
                let deviation = self.rules.sheet().map_or(0.0, |rules| self.deviation_from(rules, &empty()));
                Outlook { aim: Aim::Total, value: strategy.value(), deviation: Some(deviation), exact: true }
            }
            Mind::Points(points) => Outlook {
                aim: Aim::Points,
                // An empty sheet may have points already, or owe some.
                value: self.rules.sheet().map_or(0.0, |rules| self.present(rules, &empty()))
                    + points.sheet_value(&empty()),
                deviation: Some(points.deviation()),
                exact: points.is_exact(&empty()),
            },
            Mind::Estimate(estimate) => Outlook {
                aim: Aim::Total,
                value: estimate.mean,
                deviation: Some(estimate.deviation),
                exact: false,
            },
            Mind::Win(duel) => Outlook { aim: Aim::Win, value: duel.value(), deviation: None, exact: true },
            Mind::Turns(alone) => Outlook {
                aim: Aim::Turns,
                value: alone.value(),
                deviation: Some(alone.distribution(progress)?.deviation()),
                exact: true,
            },
        })
    }
}
