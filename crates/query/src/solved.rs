//! `Solved`: a solved game, cached for later questions.

use std::ops::Deref;
use std::sync::{Arc, OnceLock};

use kosti_coach::Estimate;
use kosti_rules::{Rules, Sheet};
use kosti_solver::{
    Cancelled, Objective as SolverObjective, PointsStrategy, Progress, ReachStrategy, SheetResult,
    SheetWinStrategy, Solution, SolutionCache, SolveError, TotalStrategy, TurnsStrategy, WinPlayer,
    WinPosition, WinStrategy, WithinStrategy,
};
use parking_lot::Mutex;

use crate::error::QueryError;
use crate::objective::{Objective, RaceObjective};
use crate::seeded_rng::SeededRng;

/// The number of simulated games where a result cannot be computed, and their seed.
pub(crate) const GAMES: usize = 1_000_000;
pub(crate) const SEED: u64 = 1;
/// The most games in the cache: the largest take some megabytes each.
const MOST_KEPT: usize = 4;

/// A strategy of a solution that others may use too.
pub(crate) struct Shared<S> {
    solution: Arc<Solution>,
    strategy: fn(&Solution) -> Option<&S>,
}

impl<S> Deref for Shared<S> {
    type Target = S;

    fn deref(&self) -> &S {
        expect_strategy((self.strategy)(&self.solution))
    }
}

/// A strategy of a score sheet.
pub(crate) enum SheetStrategy {
    Total(Shared<TotalStrategy>),
    Points(MeasuredPoints),
    /// From one sheet on.
    Reach(Shared<ReachStrategy>),
    /// From the start of a game for two.
    Win(Shared<SheetWinStrategy>),
    Estimate(Box<Estimate>),
}

/// A strategy of a race.
pub(crate) enum RaceStrategy {
    Win(Shared<WinStrategy>),
    Turns(Shared<TurnsStrategy>),
    Within(Shared<WithinStrategy>),
}

/// A strategy for points, with results measured on demand.
pub(crate) struct MeasuredPoints {
    pub(crate) points: Shared<PointsStrategy>,
    games: OnceLock<Vec<SheetResult>>,
    bound: OnceLock<f64>,
}

impl MeasuredPoints {
    /// Simulates games; always the same ones.
    pub(crate) fn games(&self, progress: &dyn Progress) -> Result<&[SheetResult], Cancelled> {
        if self.games.get().is_none() {
            let source = |batch| SeededRng::new(SEED, 0, batch);
            // Another thread may have set the same result already.
            let _ = self.games.set(self.points.simulate(GAMES, source, progress)?);
        }
        Ok(self.games.get().map_or(&[], Vec::as_slice))
    }

    /// An upper bound of the value of any play.
    pub(crate) fn bound(&self, progress: &dyn Progress) -> Result<f64, Cancelled> {
        if let Some(bound) = self.bound.get() {
            return Ok(*bound);
        }
        let bound = self.points.upper_bound(progress)?;
        Ok(*self.bound.get_or_init(|| bound))
    }
}

/// A strategy and the time it took to solve.
pub(crate) struct Solved<P> {
    pub(crate) play: P,
    pub(crate) seconds: f64,
}

/// Returns the seconds since a fixed time. The crate has no clock of its own.
pub(crate) type Clock = Box<dyn Fn() -> f64 + Send + Sync>;

/// The last solved strategies, by the hash of the rules and the objective.
struct Recent<K, P>(Mutex<Vec<Keyed<K, P>>>);

type Keyed<K, P> = (String, K, Arc<Solved<P>>);

impl<K: PartialEq, P> Recent<K, P> {
    /// Returns a cached strategy.
    fn get(&self, rules: &Rules, key: &K) -> Option<Arc<Solved<P>>> {
        let kept = self.0.lock();
        let found = kept.iter().find(|(hash, other, _)| *hash == rules.hash && other == key);
        found.map(|(.., solved)| solved.clone())
    }

    /// Returns a cached strategy, or solves the game. No lock is held meanwhile: concurrent callers may solve the
    /// same game.
    fn find(
        &self,
        rules: &Rules,
        key: K,
        clock: &Clock,
        solve: impl FnOnce() -> Result<P, QueryError>,
    ) -> Result<Arc<Solved<P>>, QueryError> {
        if let Some(solved) = self.get(rules, &key) {
            return Ok(solved);
        }
        let start = clock();
        let play = solve()?;
        let solved = Arc::new(Solved { play, seconds: clock() - start });
        let mut kept = self.0.lock();
        if kept.len() >= MOST_KEPT {
            kept.remove(0);
        }
        kept.push((rules.hash.clone(), key, solved.clone()));
        Ok(solved)
    }
}

impl<K, P> Default for Recent<K, P> {
    fn default() -> Self {
        Self(Mutex::default())
    }
}

/// The games solved last.
pub(crate) struct SolvedCache {
    clock: Clock,
    solutions: Arc<SolutionCache>,
    sheets: Recent<(Objective, Option<Sheet>), SheetStrategy>,
    races: Recent<RaceObjective, RaceStrategy>,
    win_players: Recent<(), WinPlayer>,
}

impl SolvedCache {
    pub(crate) fn new(clock: Clock, solutions: Arc<SolutionCache>) -> Self {
        Self {
            clock,
            solutions,
            sheets: Recent::default(),
            races: Recent::default(),
            win_players: Recent::default(),
        }
    }

    /// Returns a cached strategy of a sheet.
    pub(crate) fn get(
        &self,
        rules: &Rules,
        objective: Objective,
        sheet: &Sheet,
    ) -> Option<Arc<Solved<SheetStrategy>>> {
        self.sheets.get(rules, &cache_key(objective, sheet))
    }

    /// Returns a cached strategy of a race.
    pub(crate) fn get_race(
        &self,
        rules: &Rules,
        objective: RaceObjective,
    ) -> Option<Arc<Solved<RaceStrategy>>> {
        self.races.get(rules, &objective)
    }

    /// Solves a sheet, or returns the cached strategy.
    pub(crate) fn solve(
        &self,
        rules: &Arc<Rules>,
        objective: Objective,
        sheet: &Sheet,
        progress: &dyn Progress,
    ) -> Result<Arc<Solved<SheetStrategy>>, QueryError> {
        self.sheets.find(rules, cache_key(objective, sheet), &self.clock, || {
            let solve = |objective: SolverObjective| self.solutions.solve(rules, &objective, progress);
            Ok(match objective {
                Objective::Total => {
                    let solution = solve(SolverObjective::Total)?;
                    SheetStrategy::Total(Shared { solution, strategy: Solution::as_total })
                }
                Objective::Points => match solve(SolverObjective::Points) {
                    Ok(solution) => SheetStrategy::Points(MeasuredPoints {
                        points: Shared { solution, strategy: Solution::as_points },
                        games: OnceLock::new(),
                        bound: OnceLock::new(),
                    }),
                    Err(SolveError::NoSuchObjective(_) | SolveError::NotSolvable(_)) => {
                        return Err(QueryError::objective("points", Objective::names(false)));
                    }
                    Err(error) => return Err(error.into()),
                },
                Objective::Reach(at_least) => {
                    let sheet = sheet.clone();
                    let solution = solve(SolverObjective::ReachFrom { sheet, at_least })?;
                    SheetStrategy::Reach(Shared { solution, strategy: Solution::as_reach })
                }
                Objective::Win => {
                    let solution = solve(SolverObjective::Win)?;
                    SheetStrategy::Win(Shared { solution, strategy: Solution::as_sheet_win })
                }
                Objective::Estimate => {
                    SheetStrategy::Estimate(Box::new(Estimate::new(rules.clone(), progress)?))
                }
            })
        })
    }

    /// Solves a sheet for advice: a total that the solver refuses is estimated.
    pub(crate) fn solve_or_estimate(
        &self,
        rules: &Arc<Rules>,
        objective: Objective,
        sheet: &Sheet,
        progress: &dyn Progress,
    ) -> Result<Arc<Solved<SheetStrategy>>, QueryError> {
        match self.solve(rules, objective, sheet, progress) {
            Err(QueryError::TooLarge { .. } | QueryError::NotSolved {}) if objective == Objective::Total => {
                self.solve(rules, Objective::Estimate, sheet, progress)
            }
            solved => solved,
        }
    }

    /// Returns a solution for winning that has this position: a cached one of the whole game, or one from here on.
    pub(crate) fn solve_win(
        &self,
        rules: &Arc<Rules>,
        position: &WinPosition,
        most_values: usize,
        progress: &dyn Progress,
    ) -> Result<Arc<Solution>, QueryError> {
        let whole = self.solutions.get(rules, &SolverObjective::Win);
        let has_position =
            |solution: &Arc<Solution>| solution.as_sheet_win().is_some_and(|win| win.contains(position));
        if let Some(whole) = whole.filter(has_position) {
            return Ok(whole);
        }
        let objective = SolverObjective::WinFrom { position: position.clone(), most_values };
        Ok(self.solutions.solve(rules, &objective, progress)?)
    }

    /// Returns the player who plays score sheets to win by estimates, and exactly near the end.
    pub(crate) fn win_player(
        &self,
        rules: &Arc<Rules>,
        progress: &dyn Progress,
    ) -> Result<Arc<Solved<WinPlayer>>, QueryError> {
        self.win_players.find(rules, (), &self.clock, || {
            let solution = self.solutions.solve(rules, &SolverObjective::Total, progress)?;
            let total = expect_strategy(solution.as_total());
            let moments = Arc::new(total.moments(progress)?);
            Ok(WinPlayer::new(solution, moments, progress)?)
        })
    }

    /// Solves a race, or returns the cached strategy.
    pub(crate) fn race(
        &self,
        rules: &Arc<Rules>,
        objective: RaceObjective,
        progress: &dyn Progress,
    ) -> Result<Arc<Solved<RaceStrategy>>, QueryError> {
        self.races.find(rules, objective, &self.clock, || {
            let solve = |objective: SolverObjective| self.solutions.solve(rules, &objective, progress);
            Ok(match objective {
                RaceObjective::Win => {
                    let solution = solve(SolverObjective::Win)?;
                    RaceStrategy::Win(Shared { solution, strategy: Solution::as_win })
                }
                RaceObjective::Turns => {
                    let solution = solve(SolverObjective::Turns)?;
                    RaceStrategy::Turns(Shared { solution, strategy: Solution::as_turns })
                }
                RaceObjective::Within(turns) => {
                    let solution = solve(SolverObjective::Within { turns })?;
                    RaceStrategy::Within(Shared { solution, strategy: Solution::as_within })
                }
            })
        })
    }
}

/// The key of a strategy. Only the objective `reach` is solved from one sheet on.
fn cache_key(objective: Objective, sheet: &Sheet) -> (Objective, Option<Sheet>) {
    (objective, matches!(objective, Objective::Reach(_)).then(|| sheet.clone()))
}

/// Unwraps the strategy of a solution: the objective determines its kind.
pub(crate) fn expect_strategy<S>(strategy: Option<S>) -> S {
    strategy.expect("a solution for this objective")
}
