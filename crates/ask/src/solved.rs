//! `Solved`: best play for one objective, kept for the next question.

use std::sync::{Arc, OnceLock};
use std::time::Instant;

use kosti_rules::{Rules, Sheet};
use kosti_solver::{Alone, Duel, NoPoints, Played, Points, Reach, Strategy, Watch, Within};

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
    pub(crate) fn games(&self, watch: Watch<'_>) -> &[Played] {
        let source = |batch| Seeded::new(SEED, 0, batch);
        self.games.get_or_init(|| self.points.simulate(GAMES, source, watch))
    }

    /// What no play can exceed.
    pub(crate) fn bound(&self, watch: Watch<'_>) -> f64 {
        *self.bound.get_or_init(|| self.points.upper_bound(watch))
    }
}

/// Best play, and how long it took to find.
pub(crate) struct Solved<P> {
    pub(crate) play: P,
    pub(crate) seconds: f64,
}

/// What was solved last, by the game's hash and what it was solved for.
struct Recent<K, P>(Vec<(String, K, Arc<Solved<P>>)>);

impl<K: PartialEq, P> Recent<K, P> {
    /// What was found before, or is found now.
    fn find(
        &mut self,
        rules: &Rules,
        key: K,
        solve: impl FnOnce() -> Result<P, AskError>,
    ) -> Result<Arc<Solved<P>>, AskError> {
        let known = self.0.iter().find(|(hash, other, _)| *hash == rules.hash && *other == key);
        if let Some((.., solved)) = known {
            return Ok(solved.clone());
        }
        let start = Instant::now();
        let play = solve()?;
        let solved = Arc::new(Solved { play, seconds: start.elapsed().as_secs_f64() });
        if self.0.len() >= MOST_KEPT {
            self.0.remove(0);
        }
        self.0.push((rules.hash.clone(), key, solved.clone()));
        Ok(solved)
    }
}

impl<K, P> Default for Recent<K, P> {
    fn default() -> Self {
        Self(Vec::new())
    }
}

/// The games solved last.
#[derive(Default)]
pub(crate) struct Kept {
    sheets: Recent<(Objective, Option<Sheet>), Play>,
    races: Recent<RaceObjective, RacePlay>,
}

impl Kept {
    /// Best play from a sheet on.
    pub(crate) fn solve(
        &mut self,
        rules: &Arc<Rules>,
        objective: Objective,
        sheet: &Sheet,
        watch: Watch<'_>,
    ) -> Result<Arc<Solved<Play>>, AskError> {
        let from = matches!(objective, Objective::Reach(_)).then(|| sheet.clone());
        self.sheets.find(rules, (objective, from), || {
            let play = match objective {
                Objective::Total => Strategy::solve_watched(rules.clone(), watch).map(Play::Total),
                Objective::Points => match Points::solve_watched(rules.clone(), watch) {
                    Ok(points) => {
                        Ok(Play::Points(Measured { points, games: OnceLock::new(), bound: OnceLock::new() }))
                    }
                    Err(NoPoints::TooLarge(error)) => Err(error),
                    Err(NoPoints::NoAwards | NoPoints::Mixed) => {
                        return Err(AskError::objective("points", Objective::known(false)));
                    }
                },
                Objective::Reach(at_least) => {
                    Reach::solve_from(rules.clone(), sheet.clone(), at_least, watch).map(Play::Reach)
                }
            };
            play.map_err(AskError::from)
        })
    }

    /// Best play of a race.
    pub(crate) fn race(
        &mut self,
        rules: &Arc<Rules>,
        objective: RaceObjective,
        watch: Watch<'_>,
    ) -> Result<Arc<Solved<RacePlay>>, AskError> {
        self.races.find(rules, objective, || {
            let rules = rules.clone();
            let play = match objective {
                RaceObjective::Win => Duel::solve_watched(rules, watch).map(RacePlay::Win),
                RaceObjective::Turns => Alone::solve(rules).map(RacePlay::Turns),
                RaceObjective::Within(turns) => Within::solve(rules, turns, watch).map(RacePlay::Within),
            };
            play.map_err(AskError::from)
        })
    }
}
