//! `Solved`: best play for one objective, kept for the next question.

use std::sync::{Arc, Mutex, OnceLock, PoisonError};
use std::time::Instant;

use kosti_coach::Estimate;
use kosti_rules::{Rules, Sheet};
use kosti_solver::{Alone, Cancelled, Duel, NoPoints, Played, Points, Progress, Reach, Strategy, Within};

use crate::error::AskError;
use crate::seeded::Seeded;

/// Games that are simulated where something cannot be calculated, and their seed.
pub(crate) const GAMES: usize = 1_000_000;
pub(crate) const SEED: u64 = 1;
/// How many are kept: the largest take some megabytes each.
const MOST_KEPT: usize = 4;

/// What is played for.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Objective {
    /// The largest expected total.
    Total,
    /// The largest expected points, where points decide.
    Points,
    /// The best chance to finish with at least so much.
    Reach(i32),
    /// The total again, of a game that is only estimated.
    Estimate,
}

impl Objective {
    /// The objectives of a game; some are decided by points.
    pub(crate) fn known(by_points: bool) -> &'static str {
        if by_points { "points, total, reach" } else { "total, reach" }
    }
}

/// Best play for an objective.
pub(crate) enum Play {
    Total(Strategy),
    Points(Measured),
    /// From this sheet on.
    Reach(Reach),
    Estimate(Estimate),
}

/// What a race is run for.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum RaceObjective {
    /// The best chance to win.
    Win,
    /// The fewest expected turns, alone.
    Turns,
    /// The best chance to finish within so many turns, alone.
    Within(usize),
}

/// Best play of a race for an objective.
pub(crate) enum RacePlay {
    Win(Duel),
    Turns(Alone),
    Within(Within),
}

/// Strong play for points, and what is measured of it once somebody asks.
pub(crate) struct Measured {
    pub(crate) points: Points,
    games: OnceLock<Vec<Played>>,
    bound: OnceLock<f64>,
}

impl Measured {
    /// So many games, always the same.
    pub(crate) fn games(&self, progress: &dyn Progress) -> Result<&[Played], Cancelled> {
        if self.games.get().is_none() {
            let source = |batch| Seeded::new(SEED, 0, batch);
            // Another thread may have been faster: both found the same.
            let _ = self.games.set(self.points.simulate(GAMES, source, progress)?);
        }
        Ok(self.games.get().map_or(&[], Vec::as_slice))
    }

    /// What no play can exceed.
    pub(crate) fn bound(&self, progress: &dyn Progress) -> Result<f64, Cancelled> {
        if let Some(bound) = self.bound.get() {
            return Ok(*bound);
        }
        let bound = self.points.upper_bound(progress)?;
        Ok(*self.bound.get_or_init(|| bound))
    }
}

/// Best play, and how long it took to find.
pub(crate) struct Solved<P> {
    pub(crate) play: P,
    pub(crate) seconds: f64,
}

/// The plays that were solved last, by the game's hash and the objective.
struct Recent<K, P>(Mutex<Vec<Keyed<K, P>>>);

type Keyed<K, P> = (String, K, Arc<Solved<P>>);

impl<K: PartialEq, P> Recent<K, P> {
    /// What was solved before.
    fn get(&self, rules: &Rules, key: &K) -> Option<Arc<Solved<P>>> {
        let kept = self.0.lock().unwrap_or_else(PoisonError::into_inner);
        let found = kept.iter().find(|(hash, other, _)| *hash == rules.hash && other == key);
        found.map(|(.., solved)| solved.clone())
    }

    /// What was solved before, or is solved now. Nothing is locked meanwhile: whoever asks the same at once solves it too.
    fn find(
        &self,
        rules: &Rules,
        key: K,
        solve: impl FnOnce() -> Result<P, AskError>,
    ) -> Result<Arc<Solved<P>>, AskError> {
        if let Some(solved) = self.get(rules, &key) {
            return Ok(solved);
        }
        let start = Instant::now();
        let play = solve()?;
        let solved = Arc::new(Solved { play, seconds: start.elapsed().as_secs_f64() });
        let mut kept = self.0.lock().unwrap_or_else(PoisonError::into_inner);
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
#[derive(Default)]
pub(crate) struct Kept {
    sheets: Recent<(Objective, Option<Sheet>), Play>,
    races: Recent<RaceObjective, RacePlay>,
}

impl Kept {
    /// Best play from a sheet on, where it was solved before.
    pub(crate) fn known(
        &self,
        rules: &Rules,
        objective: Objective,
        sheet: &Sheet,
    ) -> Option<Arc<Solved<Play>>> {
        self.sheets.get(rules, &from(objective, sheet))
    }

    /// Best play of a race, where it was solved before.
    pub(crate) fn known_race(
        &self,
        rules: &Rules,
        objective: RaceObjective,
    ) -> Option<Arc<Solved<RacePlay>>> {
        self.races.get(rules, &objective)
    }

    /// Best play from a sheet on.
    pub(crate) fn solve(
        &self,
        rules: &Arc<Rules>,
        objective: Objective,
        sheet: &Sheet,
        progress: &dyn Progress,
    ) -> Result<Arc<Solved<Play>>, AskError> {
        self.sheets.find(rules, from(objective, sheet), || {
            let rules = rules.clone();
            Ok(match objective {
                Objective::Total => Play::Total(Strategy::solve_with(rules, progress)?),
                Objective::Points => match Points::solve_with(rules, progress) {
                    Ok(points) => {
                        Play::Points(Measured { points, games: OnceLock::new(), bound: OnceLock::new() })
                    }
                    Err(NoPoints::TooLarge(error)) => return Err(error.into()),
                    Err(NoPoints::Cancelled(error)) => return Err(error.into()),
                    Err(NoPoints::NoAwards | NoPoints::Mixed) => {
                        return Err(AskError::objective("points", Objective::known(false)));
                    }
                },
                Objective::Reach(at_least) => {
                    Play::Reach(Reach::solve_from(rules, sheet.clone(), at_least, progress)?)
                }
                Objective::Estimate => Play::Estimate(Estimate::new(rules, progress)?),
            })
        })
    }

    /// Best play of a race.
    pub(crate) fn race(
        &self,
        rules: &Arc<Rules>,
        objective: RaceObjective,
        progress: &dyn Progress,
    ) -> Result<Arc<Solved<RacePlay>>, AskError> {
        self.races.find(rules, objective, || {
            let rules = rules.clone();
            Ok(match objective {
                RaceObjective::Win => RacePlay::Win(Duel::solve_with(rules, progress)?),
                RaceObjective::Turns => RacePlay::Turns(Alone::solve_with(rules, progress)?),
                RaceObjective::Within(turns) => RacePlay::Within(Within::solve(rules, turns, progress)?),
            })
        })
    }
}

/// What a play is kept by: the chance to reach a score is solved from one sheet on.
fn from(objective: Objective, sheet: &Sheet) -> (Objective, Option<Sheet>) {
    (objective, matches!(objective, Objective::Reach(_)).then(|| sheet.clone()))
}
