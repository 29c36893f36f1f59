//! `Solved`: best play for one objective, kept for the next question.

use std::sync::{Arc, OnceLock};
use std::time::Instant;

use kosti_rules::{Rules, Sheet};
use kosti_solver::{NoPoints, Played, Points, Reach, Strategy, TooLarge, Watch};

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

/// Best play for an objective.
pub(crate) enum Play {
    Total(Strategy),
    Points(Measured),
    /// From this sheet on.
    Reach(Reach),
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
pub(crate) struct Solved {
    pub(crate) play: Play,
    pub(crate) seconds: f64,
}

/// The games solved last.
#[derive(Default)]
pub(crate) struct Kept(Vec<(String, Objective, Option<Sheet>, Arc<Solved>)>);

impl Kept {
    /// Best play from a sheet on, found now or before.
    pub(crate) fn solve(
        &mut self,
        rules: &Arc<Rules>,
        objective: Objective,
        sheet: &Sheet,
        watch: Watch<'_>,
    ) -> Result<Arc<Solved>, AskError> {
        let from = matches!(objective, Objective::Reach(_)).then(|| sheet.clone());
        let known = self
            .0
            .iter()
            .find(|(hash, goal, sheet, _)| *hash == rules.hash && *goal == objective && *sheet == from);
        if let Some((.., solved)) = known {
            return Ok(solved.clone());
        }
        let start = Instant::now();
        let play = match objective {
            Objective::Total => Strategy::solve_watched(rules.clone(), watch).map(Play::Total),
            Objective::Points => match Points::solve_watched(rules.clone(), watch) {
                Ok(points) => {
                    Ok(Play::Points(Measured { points, games: OnceLock::new(), bound: OnceLock::new() }))
                }
                Err(NoPoints::TooLarge(error)) => Err(error),
                Err(NoPoints::NoAwards | NoPoints::Mixed) => {
                    return Err(AskError::objective("points", false));
                }
            },
            Objective::Reach(at_least) => {
                Reach::solve_from(rules.clone(), sheet.clone(), at_least, watch).map(Play::Reach)
            }
        };
        let play = play.map_err(|TooLarge { states, most }| AskError::TooLarge { states, most })?;
        let solved = Arc::new(Solved { play, seconds: start.elapsed().as_secs_f64() });
        if self.0.len() >= MOST_KEPT {
            self.0.remove(0);
        }
        self.0.push((rules.hash.clone(), objective, from, solved.clone()));
        Ok(solved)
    }
}
