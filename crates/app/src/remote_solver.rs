//! `RemoteSolver`: solves games in another process, for hosts that must not compute for long.

use std::sync::Arc;

use futures_util::future::BoxFuture;
use kosti_coach::{Coach, is_estimated, takes_long};
use kosti_rules::{House, Rules, RulesFile};
use kosti_solver::{Objective, Progress, solve};
use serde::{Deserialize, Serialize};

use crate::error::AppError;
use crate::sandbox::house_of;

/// The form of the bytes: raised when values that were kept could not be read any more, or mean something else.
const FORM: u32 = 1;

/// A game to be solved.
#[derive(Debug, Clone, Serialize, Deserialize)]
pub struct SolveCase {
    hash: String,
    id: String,
    rules: String,
    house: House,
    seats: usize,
}

/// Solves games in another process, and may keep the solutions.
pub trait RemoteSolver: Send + Sync {
    /// Returns the result of [`SolveCase::solve`] in that process; `None` if there is no such process now. Cancelled when
    /// the future is dropped.
    fn solve(&self, case: SolveCase) -> BoxFuture<'_, Result<Option<Vec<u8>>, AppError>>;
}

impl SolveCase {
    pub(crate) fn new(text: &str, rules: &Rules, seats: usize) -> Self {
        Self {
            hash: rules.hash.clone(),
            id: rules.id.clone(),
            rules: text.to_owned(),
            house: house_of(rules),
            // Any number of opponents is solved alike.
            seats: seats.min(2),
        }
    }

    /// Names the solution: the same for the same rules and objective, and another one when the form of the bytes changes.
    #[must_use]
    pub fn name(&self) -> String {
        format!("{FORM}-{}-{}", self.hash, self.seats)
    }

    /// Whether a solution can be sent.
    pub(crate) fn is_for(rules: &Rules) -> bool {
        !is_estimated(rules)
    }

    /// Solves the game, and returns the coach as bytes. A game for points is solved for its total, which is a fair guide:
    /// points take minutes on all cores of a server.
    #[must_use]
    pub fn solve(&self, progress: &dyn Progress) -> Option<Vec<u8>> {
        let rules = Arc::new(RulesFile::read(&self.id, &self.rules).rules(&self.house).ok()?);
        let coach = if takes_long(&rules) {
            Coach::from_solution(Arc::new(solve(&rules, &Objective::Total, progress).ok()?))?
        } else {
            Coach::solve(rules, self.seats, progress).ok()?
        };
        coach.to_bytes()
    }
}

#[cfg(test)]
mod tests {
    #![allow(clippy::unwrap_used, reason = "a test may fail")]

    use kosti_engine::State;
    use kosti_solver::NoProgress;

    use super::*;

    /// A coach from bytes advises like the solved one.
    fn check(id: &str, seats: usize) {
        let (_, text) = kosti_games::TEXTS.iter().find(|(known, _)| *known == id).unwrap();
        let rules = Arc::new(RulesFile::read(id, text).rules(&House::default()).unwrap());
        let case = SolveCase::new(text, &rules, seats);
        let bytes = case.solve(&NoProgress).unwrap();
        let sent = Coach::from_bytes(&rules, &bytes, &NoProgress).unwrap();
        let here = Coach::solve(rules.clone(), seats, &NoProgress).unwrap();
        let state = State::new(rules, seats).unwrap();
        assert_eq!(sent.advise(&state).unwrap().value, here.advise(&state).unwrap().value);
    }

    #[test]
    fn a_sheet_is_solved_elsewhere() {
        check(first_game(|rules| rules.sheet().is_some() && !takes_long(rules)), 1);
    }

    #[test]
    fn a_race_is_solved_elsewhere() {
        check(first_game(|rules| rules.race().is_some()), 1);
    }

    /// The shortest file of a kind, which is not large.
    fn first_game(wanted: impl Fn(&Rules) -> bool) -> &'static str {
        let is = |text: &str| {
            RulesFile::read("game", text).rules(&House::default()).is_ok_and(|rules| wanted(&rules))
        };
        let games = kosti_games::TEXTS.iter().filter(|(_, text)| is(text));
        games.min_by_key(|(_, text)| text.len()).unwrap().0
    }
}
