//! `WorkLimits`: the work allowed for one question.

use kosti_rules::{Rules, SheetRules};
use kosti_solver::count_fillings;

use crate::error::QueryError;
use crate::objective::Objective;
use crate::prepared::is_large;
use crate::simulate::Plan;

/// The most ways to fill the boxes of a game that is solved for winning within a minute: the pairs of sheets are many more.
const MOST_FILLINGS_TO_WIN: usize = 1 << 10;

/// The work allowed for one question. The default has no limits.
#[derive(Debug, Clone, Copy)]
pub struct WorkLimits {
    /// Whether to solve games that are too large for the exact coach of a table. If not, advice for them is
    /// estimated, and solving them is refused.
    pub large_games: bool,
    /// The most simulated games of one question, over all players.
    pub simulated: usize,
}

impl Default for WorkLimits {
    fn default() -> Self {
        Self { large_games: true, simulated: usize::MAX }
    }
}

impl WorkLimits {
    /// The most values of a position that is solved for winning: seconds if only games of tables are solved.
    pub(crate) fn win_values(&self) -> usize {
        if self.large_games { usize::MAX } else { 2_000_000 }
    }

    /// Checks the objective of advice, and replaces it by an estimate for a large game.
    pub(crate) fn advise(&self, rules: &SheetRules, objective: Objective) -> Result<Objective, QueryError> {
        let large = !self.large_games && is_large(rules);
        match objective {
            Objective::Total if large => Ok(Objective::Estimate),
            Objective::Reach(_) if large => Err(QueryError::TooMuchWork),
            _ => Ok(objective),
        }
    }

    pub(crate) fn solve(&self, rules: &SheetRules, objective: Objective) -> Result<(), QueryError> {
        let too_many = |most: usize| count_fillings(rules).is_ok_and(|fillings| fillings > most);
        let large = !self.large_games
            && (is_large(rules) || (objective == Objective::Win && too_many(MOST_FILLINGS_TO_WIN)));
        if large && objective != Objective::Points { Err(QueryError::TooMuchWork) } else { Ok(()) }
    }

    pub(crate) fn simulate(&self, rules: &Rules, plan: &Plan) -> Result<(), QueryError> {
        if plan.all_games() > self.simulated {
            return Err(QueryError::TooMuchWork);
        }
        match rules.sheet() {
            Some(sheet) if plan.needs_best(rules) && sheet.awards.is_empty() => {
                self.solve(sheet, Objective::Total)
            }
            _ => Ok(()),
        }
    }
}
