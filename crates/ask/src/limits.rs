//! How much work one question may make.

use kosti_rules::{Rules, SheetRules};

use crate::error::AskError;
use crate::simulate::Plan;
use crate::solved::Objective;
use crate::task::is_large;

/// How much work one question may make. The default allows everything that can be solved.
#[derive(Debug, Clone, Copy)]
pub struct Limits {
    /// Whether games are solved that are larger than those that tables have exact coaches for. Without it they are advised on by
    /// the estimate of the tables, and not solved.
    pub large_games: bool,
    /// Games that one question simulates, over all its players.
    pub simulated: usize,
}

impl Default for Limits {
    fn default() -> Self {
        Self { large_games: true, simulated: usize::MAX }
    }
}

impl Limits {
    /// The objective that advice is given for.
    pub(crate) fn advise(&self, rules: &SheetRules, objective: Objective) -> Result<Objective, AskError> {
        let large = !self.large_games && is_large(rules);
        match objective {
            Objective::Total if large => Ok(Objective::Estimate),
            Objective::Reach(_) if large => Err(AskError::TooMuchWork),
            _ => Ok(objective),
        }
    }

    pub(crate) fn solve(&self, rules: &SheetRules, objective: Objective) -> Result<(), AskError> {
        let large = !self.large_games && is_large(rules);
        if large && objective != Objective::Points { Err(AskError::TooMuchWork) } else { Ok(()) }
    }

    pub(crate) fn simulate(&self, rules: &Rules, plan: &Plan) -> Result<(), AskError> {
        if plan.all_games() > self.simulated {
            return Err(AskError::TooMuchWork);
        }
        match rules.sheet() {
            Some(sheet) if plan.needs_best(rules) && sheet.awards.is_empty() => {
                self.solve(sheet, Objective::Total)
            }
            _ => Ok(()),
        }
    }
}
