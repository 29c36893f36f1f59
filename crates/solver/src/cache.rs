//! `SolutionCache`: the solutions that were used last, within a limit of memory.

use std::sync::Arc;

use kosti_rules::Rules;
use parking_lot::{Mutex, MutexGuard};

use crate::progress::Progress;
use crate::solution::{Objective, Solution, SolveError, solve};

/// A cache of solutions, keyed by the hash of the rules and the objective, for everything in a program that solves
/// games. It drops the solutions that were used least recently once all of them together take more memory than allowed;
/// whoever still holds the [`Arc`] of a dropped solution can go on with it. Several threads can share the cache.
///
/// ```
/// use std::sync::Arc;
/// use kosti_rules::{House, RulesFile};
/// use kosti_solver::{NoProgress, Objective, SolutionCache};
///
/// let text = "name = 'One'\ndice = 1\nthrows = 1\n[box.any]\nscore = 'all-dice'";
/// let rules = Arc::new(RulesFile::read("one", text).rules(&House::default()).unwrap());
/// let cache = SolutionCache::new(100 << 20);
/// let first = cache.solve(&rules, &Objective::Total, &NoProgress).unwrap();
/// let second = cache.solve(&rules, &Objective::Total, &NoProgress).unwrap();
/// assert!(Arc::ptr_eq(&first, &second));
/// assert_eq!(cache.bytes(), first.bytes());
/// ```
pub struct SolutionCache {
    most_bytes: usize,
    /// The most recently used solution is the last one.
    solutions: Mutex<Vec<Arc<Solution>>>,
}

impl SolutionCache {
    /// Creates an empty cache for solutions that take at most `most_bytes` together ([`Solution::bytes`]).
    #[must_use]
    pub fn new(most_bytes: usize) -> Self {
        Self { most_bytes, solutions: Mutex::default() }
    }

    /// Returns the cached solution, if there is one.
    #[must_use]
    pub fn get(&self, rules: &Rules, objective: &Objective) -> Option<Arc<Solution>> {
        let mut solutions = self.lock();
        let found = solutions.iter().position(|solution| has_key(solution, rules, objective))?;
        let solution = solutions.remove(found);
        solutions.push(solution.clone());
        Some(solution)
    }

    /// Adds a solution that was computed elsewhere, or replaces the one with the same rules and objective. A solution
    /// that is larger than the cache is not kept.
    pub fn insert(&self, solution: Arc<Solution>) {
        let mut solutions = self.lock();
        solutions.retain(|other| !has_key(other, solution.rules(), solution.objective()));
        if solution.bytes() > self.most_bytes {
            return;
        }
        solutions.push(solution);
        let mut bytes = sum_bytes(&solutions);
        while bytes > self.most_bytes {
            bytes -= solutions.remove(0).bytes();
        }
    }

    /// Returns the cached solution, or solves the game and caches the solution. The cache is not locked meanwhile: two
    /// threads that ask for the same solution at once both solve it.
    ///
    /// # Errors
    /// If the game is not solved; errors are not cached.
    pub fn solve(
        &self,
        rules: &Arc<Rules>,
        objective: &Objective,
        progress: &dyn Progress,
    ) -> Result<Arc<Solution>, SolveError> {
        if let Some(solution) = self.get(rules, objective) {
            return Ok(solution);
        }
        let solution = Arc::new(solve(rules, objective, progress)?);
        self.insert(solution.clone());
        Ok(solution)
    }

    /// The memory of all cached solutions.
    #[must_use]
    pub fn bytes(&self) -> usize {
        sum_bytes(&self.lock())
    }

    fn lock(&self) -> MutexGuard<'_, Vec<Arc<Solution>>> {
        self.solutions.lock()
    }
}

fn sum_bytes(solutions: &[Arc<Solution>]) -> usize {
    solutions.iter().map(|solution| solution.bytes()).sum()
}

fn has_key(solution: &Solution, rules: &Rules, objective: &Objective) -> bool {
    solution.rules().hash == rules.hash && solution.objective() == objective
}

#[cfg(test)]
mod tests {
    #![allow(clippy::unwrap_used, reason = "a test may fail")]

    use kosti_rules::{House, RulesFile};

    use super::*;
    use crate::progress::NoProgress;

    #[test]
    fn drops_the_solutions_used_least_recently() {
        let text = "name = 'Two'\ndice = 2\nthrows = 1\n[box.any]\nscore = 'all-dice'";
        let rules = Arc::new(RulesFile::read("two", text).rules(&House::default()).unwrap());
        let reach = |at_least| Objective::Reach { at_least };
        let one = solve(&rules, &reach(7), &NoProgress).unwrap().bytes();
        let cache = SolutionCache::new(2 * one + one / 2);
        for at_least in [7, 8, 7, 9] {
            cache.solve(&rules, &reach(at_least), &NoProgress).unwrap();
        }
        let cached = [7, 8, 9].map(|at_least| cache.get(&rules, &reach(at_least)).is_some());
        assert_eq!(cached, [true, false, true]);
        assert!(cache.bytes() <= 2 * one + one / 2);

        let none = SolutionCache::new(one / 2);
        none.solve(&rules, &reach(7), &NoProgress).unwrap();
        assert_eq!(none.bytes(), 0);
    }
}
