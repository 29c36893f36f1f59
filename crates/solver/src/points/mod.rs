//! `Points`: strong play of games that points decide, and what no play can exceed.
//!
//! Awards look at single boxes and at the total, which is too much to solve exactly: how often each box is filled, what
//! it can still win (`track`), and the running total. So the last turns are solved exactly (`ends`), and before them
//! a line stands for the steps of the total, and a few classes of each box for all of them (`grid`): boxes are solved
//! together on this grid (`joint`), backwards, and what the grid is wrong by is measured on the way (`fill`). Which
//! classes are worth a place is seen from games of a coarser solution. Every turn is played exactly on the keep
//! lattice, for the values that follow it.

mod bound;
mod ends;
mod fill;
mod grid;
mod joint;
mod lanes;
mod layout;
mod merge;
mod play;
mod stairs;
#[cfg(test)]
mod tests;
mod track;

use std::sync::Arc;

use kosti_dice::Dice;
use kosti_rules::{Rules, Sheet, SheetRules};

use crate::backward::{AnyTables, with_tables};
use crate::lattice::Lattice;
use crate::moves::{Aim, Moves};
use crate::progress::{Cancelled, NoProgress, Progress, Silent};
use crate::states::{SolveError, TooLarge};
use crate::strategy::{Valued, advice};
use ends::{Ends, Goal};
use grid::{Choice, Grid, Manner, Seen};
use joint::{Joint, Keep, Question};
use lanes::Wide;
use layout::{Fillings, Layout};
use stairs::{Line, Stairs};
use track::Track;

/// How much is worked out at most.
#[derive(Debug, Clone, Copy)]
struct Limits {
    /// Exact values of the last turns: states by their running totals.
    ends: usize,
    /// The same with one turn more, for some totals only.
    further: usize,
    /// States of a layer that are solved together.
    layer: usize,
    /// The same for a first solution, whose games show which classes come up.
    first: usize,
    /// States that are solved for the bound.
    bound: usize,
}

const LIMITS: Limits =
    Limits { ends: 1_000_000, further: 3_000_000, layer: 2_500_000, first: 200_000, bound: 20_000_000 };
/// What a class must save at least to have a place in the finest grid that has not all classes.
const FINEST: f64 = 1e-7;
/// How much coarser each next grid is.
const COARSER: f64 = 1.25;
/// How many classes of each box and fill have a place, if there is room at all.
const LEAST_CLASSES: usize = 3;
/// How many deviations from the mean a total is likely to be.
const LIKELY: f64 = 2.5;
/// How many games are looked at.
const LOOKED_AT: usize = 4_096;

/// Why a game has no `Points`.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
pub enum NoPoints {
    /// Points do not decide it.
    #[error("points do not decide this game")]
    NoAwards,
    /// It has a gate, a last resort, jokers, or a bonus or penalty of a group beside its awards.
    #[error("awards together with gates, last resorts, jokers or bonuses of groups are not solved")]
    Mixed,
    /// It has too many fillings.
    #[error(transparent)]
    TooLarge(#[from] TooLarge),
    /// The computation was cancelled.
    #[error(transparent)]
    Cancelled(#[from] Cancelled),
}

impl From<SolveError> for NoPoints {
    fn from(error: SolveError) -> Self {
        match error {
            SolveError::TooLarge(error) => Self::TooLarge(error),
            SolveError::Cancelled(error) => Self::Cancelled(error),
        }
    }
}

/// Strong play for the expected points. Values are estimates, exact for the last turns.
pub struct Points {
    rules: Arc<Rules>,
    lattice: Lattice,
    tables: AnyTables,
    moves: Moves,
    tracks: Vec<Track>,
    stairs: Stairs,
    /// By box and entry: what it adds to the total.
    counted: Vec<Vec<i32>>,
    plan: Box<Plan>,
    limits: Limits,
    /// The deviation of the points of some games.
    deviation: f64,
}

/// A solution.
struct Plan {
    line: Line,
    worth: Vec<Vec<f64>>,
    joint: Joint<Wide>,
    ends: Ends,
}

impl Points {
    /// Solves a game.
    ///
    /// # Errors
    /// When points do not decide it, or it is too large or too unlike the games this is made for.
    ///
    /// # Panics
    /// When the rules are not those of a score-sheet game.
    pub fn solve(rules: Arc<Rules>) -> Result<Self, NoPoints> {
        Self::solve_with(rules, &NoProgress)
    }

    /// Solves a game, observed by `progress`.
    ///
    /// # Errors
    /// When points do not decide it, it is too large or too unlike the games this is made for, or is cancelled.
    ///
    /// # Panics
    /// When the rules are not those of a score-sheet game.
    pub fn solve_with(rules: Arc<Rules>, progress: &dyn Progress) -> Result<Self, NoPoints> {
        Self::solve_within(rules, LIMITS, progress)
    }

    fn solve_within(rules: Arc<Rules>, limits: Limits, progress: &dyn Progress) -> Result<Self, NoPoints> {
        let sheet = rules.sheet().expect("a score-sheet game");
        if sheet.awards.is_empty() {
            return Err(NoPoints::NoAwards);
        }
        let resorts = sheet.slots.iter().any(|slot| slot.last_resort.is_some());
        let marks = sheet.groups.iter().any(|group| group.mark.is_some());
        if resorts || marks || sheet.gate.is_some() || sheet.joker.is_some() {
            return Err(NoPoints::Mixed);
        }
        let moves = Moves::new(sheet, Aim::Score);
        let lattice = Lattice::of(sheet);
        let tables = AnyTables::new(&lattice, &moves);
        let tracks: Vec<Track> = (0..sheet.slots.len()).map(|slot| Track::new(sheet, &moves, slot)).collect();
        let counted = tracks.iter().map(|track| track.entries.iter().map(|entry| entry.points).collect());
        let (counted, stairs) = (counted.collect::<Vec<Vec<i32>>>(), Stairs::new(sheet));
        let seen: Vec<Seen> = tracks.iter().map(Seen::nothing).collect();
        let goal =
            Goal { tracks: &tracks, moves: &moves, counted: &counted, stairs: &|total| stairs.at(total) };
        let fillings = Fillings::new(&tracks)?;
        let ends = with_tables!(&tables, |tables, N| Ends::solve::<_, N>(
            &goal,
            &fillings,
            tables,
            limits.ends,
            progress
        ))?;
        let quiet = Silent(progress);
        let plan = Plan::solve(&goal, &tables, ends, stairs.guess(), &seen, (limits.first, &quiet))?;
        let plan = Box::new(plan);
        let deviation = 0.0;
        let points = Self { rules, lattice, tables, moves, tracks, stairs, counted, plan, limits, deviation };
        points.refine(progress)
    }

    /// Solves the game again, with what is seen in games as they are played now.
    fn refine(mut self, progress: &dyn Progress) -> Result<Self, NoPoints> {
        let (seen, played) = self.sample(LOOKED_AT, progress)?;
        let totals: Vec<i32> = played.iter().map(|game| game.total).collect();
        let points: Vec<i32> = played.iter().filter_map(|game| game.points).collect();
        self.deviation = moments(&points).1;
        let line = self.stairs.line(&totals);
        let (mean, deviation) = moments(&totals);
        let stairs = |total: i32| self.stairs.at(total);
        let goal = Goal { tracks: &self.tracks, moves: &self.moves, counted: &self.counted, stairs: &stairs };
        let fillings = Fillings::new(&self.tracks)?;
        let mut ends = self.plan.ends;
        // One turn more, for the totals that are likely then.
        let share = ends.written.saturating_sub(1) as f64 / fillings.rounds() as f64;
        let (middle, reach) = ((mean * share) as i32, (LIKELY * deviation) as i32);
        let window = middle - reach..middle + reach + 1;
        with_tables!(&self.tables, |tables, N| {
            ends.extend::<_, N>(&goal, &fillings, tables, (window, line.slope), self.limits.further, progress)
        })?;
        let limits = (self.limits.layer, progress);
        *self.plan = Plan::solve(&goal, &self.tables, ends, line, &seen, limits)?;
        Ok(self)
    }

    fn sheet(&self) -> &SheetRules {
        self.rules.sheet().expect("checked when solved")
    }

    fn question(&self) -> Question<'_> {
        let (tracks, moves, worth) = (&self.tracks, &self.moves, &self.plan.worth);
        Question { tracks, moves, worth, manner: Manner::Mixed }
    }

    /// The rules that were solved.
    #[must_use]
    pub fn rules(&self) -> &Arc<Rules> {
        &self.rules
    }

    /// The standard deviation of the points of a game, measured in some.
    #[must_use]
    pub fn deviation(&self) -> f64 {
        self.deviation
    }

    /// How many states were solved.
    #[must_use]
    pub fn states(&self) -> usize {
        self.plan.joint.layout.states()
    }

    /// The points that are expected to be added to those of the sheet as it stands, before the first throw of a turn.
    /// An estimate; exact for the last turns.
    #[must_use]
    pub fn sheet_value(&self, sheet: &Sheet) -> f64 {
        let rules = self.sheet();
        let present = f64::from(rules.totals(sheet).points.unwrap_or(0));
        let playing = self.locate(sheet);
        if rules.is_full(sheet) {
            return playing.certain + self.stairs.at(playing.total) - present;
        }
        self.turn_value(&playing) - present
    }

    /// Whether what is told of this sheet is exact: few turns are left.
    #[must_use]
    pub fn is_exact(&self, sheet: &Sheet) -> bool {
        sheet.written() + 1 >= self.plan.ends.exact
    }

    /// Everything that can be done with these dice on this throw, best first, with the points that are then expected
    /// to be added to those of the sheet as it stands.
    #[must_use]
    pub fn advise(&self, sheet: &Sheet, dice: Dice, throw: u8) -> Vec<Valued> {
        let rules = self.sheet();
        if rules.wins(dice, throw).is_some() || rules.is_full(sheet) {
            return Vec::new();
        }
        let present = f64::from(rules.totals(sheet).points.unwrap_or(0));
        let playing = self.locate(sheet);
        let all: Vec<Vec<f64>> =
            (0..rules.slots.len()).map(|slot| self.weigh_alone(&playing, slot)).collect();
        let after = |slot: usize, points: i32, _: i32| {
            let nth = self.tracks[slot].entries.iter().position(|entry| entry.points == points);
            all[slot][nth.expect("an entry that the rules allow")] - present
        };
        advice(rules, &rules.offers(sheet, dice, throw), dice, throw, after, |keeps| {
            let values = self.keep_values(&playing, throw + 1, keeps);
            values.into_iter().map(|value| value - present).collect()
        })
    }
}

/// The mean of some numbers, and their deviation.
fn moments(totals: &[i32]) -> (f64, f64) {
    let count = totals.len().max(1) as f64;
    let mean = totals.iter().map(|&total| f64::from(total)).sum::<f64>() / count;
    let square = totals.iter().map(|&total| (f64::from(total) - mean).powi(2)).sum::<f64>();
    (mean, (square / count).sqrt())
}

impl Plan {
    fn solve(
        goal: &Goal<'_>,
        tables: &AnyTables,
        ends: Ends,
        line: Line,
        seen: &[Seen],
        (most, progress): (usize, &dyn Progress),
    ) -> Result<Self, NoPoints> {
        let fillings = Fillings::new(goal.tracks)?;
        let layout = grids(goal.tracks, fillings, seen, most, ends.written);
        let worth =
            |counted: &Vec<i32>| counted.iter().map(|&points| line.slope * f64::from(points)).collect();
        let worth: Vec<Vec<f64>> = goal.counted.iter().map(worth).collect();
        let (tracks, moves, manner) = (goal.tracks, goal.moves, Manner::Mixed);
        let question = Question { tracks, moves, worth: &worth, manner };
        // Where the exact values begin, their mean over totals is what the line is to bring.
        let mut last = Vec::new();
        ends.each_first(tracks, &layout.fillings, |_, _, values, from| {
            let more = values.iter().zip(from..).map(|(value, total)| value - line.at(total));
            last.push(more.sum::<f64>() / values.len() as f64);
        });
        let (written, keep) = (ends.written, Keep::All);
        let joint = with_tables!(tables, |tables, N| {
            Joint::<Wide>::solve::<_, N>(&question, tables, layout, (written, &last), keep, progress)
        })?;
        Ok(Self { line, worth, joint, ends })
    }
}

/// The finest grids whose layers have at most so many states; one for earlier turns is never finer than one for later.
/// The layers from `exact` on have all classes.
fn grids(tracks: &[Track], fillings: Fillings, seen: &[Seen], most: usize, exact: usize) -> Layout {
    let choice = Choice::new(tracks, seen);
    let (mut worth, mut least) = (FINEST, LEAST_CLASSES);
    let mut grids = vec![choice.grid(f64::NEG_INFINITY, least), choice.grid(worth, least)];
    let mut grid_of = vec![0; fillings.layers.len()];
    for written in (0..exact).rev() {
        let layer = &fillings.layers[written];
        let states = |grid: &Grid| -> usize {
            layer.iter().map(|&filling| grid.states(fillings.all_filled(filling))).sum()
        };
        // Once a layer is too large for all classes, so are those before it.
        if grids.len() == 2 && states(&grids[0]) <= most {
            continue;
        }
        while states(&grids[grids.len() - 1]) > most && (worth < 1.0 || least > 1) {
            (worth, least) = if worth < 1.0 { (worth * COARSER, least) } else { (worth, least - 1) };
            grids.push(choice.grid(worth, least));
        }
        grid_of[written] = grids.len() - 1;
    }
    Layout::new(fillings, tracks, grids, grid_of)
}
