//! `PointsStrategy`: strong play of games that awards decide, with a bound that no play can exceed.
//!
//! # Derivation
//!
//! **The game.** Box i takes f_i entries. Let x_i be the entries of box i, t the sum of all entries (the total), A_i(x_i) the points
//! that the awards of box i give, and S(t) the points that the total gives, a step function ([`step_function`]). The objective is
//! E[ Σ_i A_i(x_i) + S(t) ].
//!
//! **State.** Let k be the filling (the number of entries of each box, [`layout`]). Of the entries of box i only the points that they can
//! still bring matter. [`box_automaton`] merges histories with the same future into a *class* c_i and moves points that are certain into
//! the transition: an entry e leads from class c to class c·e and gives a(c, e) points at once. The exact state is (k, c, t):
//!
//! ```text
//! V(k, c, t) = turn( e in box i  ↦  a(c_i, e) + V(k + 1_i, c with c_i·e, t + p(e)) ),     V(full, ·, t) = S(t)      (1)
//! ```
//!
//! where `turn` is the value of a turn on the keep lattice for these values of its entries (`kernel`). (1) has too many states.
//!
//! **The last turns** ([`endgame`]). From layer L on (layers count entries), (1) is solved exactly for all classes and all totals; one more layer is solved
//! for the totals within 2.5 standard deviations of the mean, and continued by a line outside of them.
//!
//! **The line that stands for the total.** Before layer L, S is replaced by the line ℓ(t) = σ t + τ that fits S best over the totals of sampled games
//! ([`step_function`]). The total leaves the state, because an entry of p points is worth σ p whatever t is:
//!
//! ```text
//! U(k, c) = turn( e ↦ a(c_i, e) + σ p(e) + U(k + 1_i, c with c_i·e) ),
//! U(k, c) = mean over t of ( V(k, c, t) − ℓ(t) )          in layer L,                                               (2)
//! V(k, c, t) ≈ U(k, c) + ℓ(t).
//! ```
//!
//! **The grid** ([`grid`]). The product of all classes is still too large. Of each box and fill level a few classes are *nodes*. Let h(c) be the points that are
//! expected from class c when entries occur as often as in sampled games. A class that is no node is interpolated between the nodes b and d next to it:
//!
//! ```text
//! U(…, c, …) ≈ (1 − λ) U(…, b, …) + λ U(…, d, …),      λ = (h(c) − h(b)) / (h(d) − h(b)).                          (3)
//! ```
//!
//! Nodes are added greedily by the interpolation cost Σ_c P(c) (h(c) − h(b)) (h(d) − h(c)) that they save; layers with fewer turns left have finer grids, and every
//! node of a layer is a node of the next one. ([`joint`] solves (2) on the nodes, [`solve_filling`] one filling of it.)
//!
//! **The error of the grid.** For each box and class that is no node, [`solve_filling`] solves (2) once with the other boxes in their most frequent class, and stores the difference
//! δ_i(k, c_i) to (3). Later values add Σ_i δ_i: a first-order correction, exact where one box is between nodes.
//!
//! **Two passes.** A coarse solution plays [`SAMPLE_GAMES`] games ([`play`]); their totals give the line, and their classes and entries give P and h of the fine solution.
//!
//! **What is exact.** Values are exact from layer L on, and estimates before. Play itself is exact within a turn. `simulate` measures the points that the strategy brings; its
//! mean is a lower bound of the optimum up to its standard error. [`bound`] proves an upper bound: S becomes its running maximum under a line, and classes are merged
//! ([`merge`]) so that every inequality points upwards, including rounding.

mod bound;
mod box_automaton;
mod endgame;
mod grid;
mod joint;
mod lanes;
mod layout;
mod merge;
mod play;
mod solve_filling;
mod step_function;
#[cfg(test)]
mod tests;

use std::sync::Arc;

use kosti_rules::{Rules, Sheet, SheetRules, Thrown};

use crate::backward::{AnyTables, with_tables};
use crate::lattice::Lattice;
use crate::moves::{Moves, PointsRole};
use crate::progress::{Progress, Silent};
use crate::solution::{Objective, SolveError, Unsupported, empty_sheet};
use crate::strategy::{ValuedChoice, advice};
use box_automaton::BoxAutomaton;
use endgame::{Endgame, EndgameProblem};
use grid::{ClassRanking, Grid, Reduction, VisitCounts};
use joint::{JointProblem, JointValues, Retain};
use lanes::F32x8;
use layout::{Fillings, Layout};
use step_function::{Line, StepFunction};

/// Limits of the sizes of solutions.
#[derive(Debug, Clone, Copy)]
struct Limits {
    /// Values of the endgame: states times running totals.
    endgame: usize,
    /// The same with the layer that is solved for some totals only.
    further: usize,
    /// States of a layer on the grid.
    layer: usize,
    /// The same for the first solution, which only samples games.
    first: usize,
    /// States of the upper bound.
    bound: usize,
}

const LIMITS: Limits =
    Limits { endgame: 1_000_000, further: 3_000_000, layer: 2_500_000, first: 200_000, bound: 20_000_000 };
/// The least saving of a node in the finest grid that has not all classes.
const FINEST: f64 = 1e-7;
/// The factor between the savings of successive grids.
const COARSER: f64 = 1.25;
/// The least number of nodes per box and fill level, if there is room.
const LEAST_CLASSES: usize = 3;
/// The width of the window of totals, in standard deviations on either side of the mean.
const WINDOW_DEVIATIONS: f64 = 2.5;
/// The number of sampled games.
const SAMPLE_GAMES: usize = 4_096;

/// Strong play for the expected points. Values are estimates, and exact for the last turns.
pub struct PointsStrategy {
    rules: Arc<Rules>,
    lattice: Lattice,
    tables: AnyTables,
    moves: Moves,
    boxes: Vec<BoxAutomaton>,
    total_award: StepFunction,
    /// By box and entry: its points for the total.
    added_points: Vec<Vec<i32>>,
    approximation: Box<Approximation>,
    limits: Limits,
    /// The standard deviation of the points of sampled games.
    deviation: f64,
}

/// The values of a solution: the endgame, and the grid before it.
struct Approximation {
    line: Line,
    worth: Vec<Vec<f64>>,
    joint: JointValues<F32x8>,
    endgame: Endgame,
}

impl PointsStrategy {
    /// Solves a game. The rules must be those of a score-sheet game.
    pub(crate) fn solve(rules: Arc<Rules>, progress: &dyn Progress) -> Result<Self, SolveError> {
        Self::solve_within(rules, LIMITS, progress)
    }

    fn solve_within(rules: Arc<Rules>, limits: Limits, progress: &dyn Progress) -> Result<Self, SolveError> {
        let sheet = rules.sheet().expect("a score-sheet game");
        if sheet.awards.is_empty() {
            return Err(SolveError::NoSuchObjective(Objective::Points));
        }
        let resorts = sheet.slots.iter().any(|slot| slot.last_resort.is_some());
        let marks = sheet.groups.iter().any(|group| group.mark.is_some());
        if resorts || marks || sheet.gate.is_some() || sheet.joker.is_some() {
            return Err(Unsupported::AwardsAndBonuses.into());
        }
        let lattice = Lattice::of(sheet);
        let moves = Moves::new(sheet, PointsRole::State, &lattice);
        let tables = AnyTables::new(&lattice, &moves);
        let boxes: Vec<BoxAutomaton> =
            (0..sheet.slots.len()).map(|slot| BoxAutomaton::new(sheet, &moves, slot)).collect();
        let added_points =
            boxes.iter().map(|automaton| automaton.entries.iter().map(|entry| entry.points).collect());
        let (added_points, total_award) = (added_points.collect::<Vec<Vec<i32>>>(), StepFunction::new(sheet));
        let visits: Vec<VisitCounts> = boxes.iter().map(VisitCounts::empty).collect();
        let goal = EndgameProblem {
            boxes: &boxes,
            moves: &moves,
            added_points: &added_points,
            total_award: &|total| total_award.at(total),
        };
        let fillings = Fillings::new(&boxes)?;
        let endgame = with_tables!(&tables, |tables, N| Endgame::solve::<_, N>(
            &goal,
            &fillings,
            tables,
            limits.endgame,
            progress
        ))?;
        let quiet = Silent(progress);
        let approximation = Approximation::solve(
            &goal,
            &tables,
            endgame,
            total_award.initial_line(),
            &visits,
            (limits.first, &quiet),
        )?;
        let approximation = Box::new(approximation);
        let deviation = 0.0;
        let points = Self {
            rules,
            lattice,
            tables,
            moves,
            boxes,
            total_award,
            added_points,
            approximation,
            limits,
            deviation,
        };
        points.refine(progress)
    }

    /// Solves the game again, with the counts of games that the present solution plays.
    fn refine(mut self, progress: &dyn Progress) -> Result<Self, SolveError> {
        let (visits, played) = self.sample(SAMPLE_GAMES, progress)?;
        let totals: Vec<i32> = played.iter().map(|game| game.total).collect();
        let points: Vec<i32> = played.iter().filter_map(|game| game.points).collect();
        self.deviation = moments(&points).1;
        let line = self.total_award.fit_line(&totals);
        let (mean, deviation) = moments(&totals);
        let total_award = |total: i32| self.total_award.at(total);
        let goal = EndgameProblem {
            boxes: &self.boxes,
            moves: &self.moves,
            added_points: &self.added_points,
            total_award: &total_award,
        };
        let fillings = Fillings::new(&self.boxes)?;
        let mut endgame = self.approximation.endgame;
        // One more layer, for the totals that are likely there.
        let share = endgame.written.saturating_sub(1) as f64 / fillings.rounds() as f64;
        let (middle, reach) = ((mean * share) as i32, (WINDOW_DEVIATIONS * deviation) as i32);
        let window = middle - reach..middle + reach + 1;
        with_tables!(&self.tables, |tables, N| {
            endgame.extend::<_, N>(
                &goal,
                &fillings,
                tables,
                (window, line.slope),
                self.limits.further,
                progress,
            )
        })?;
        let limits = (self.limits.layer, progress);
        *self.approximation = Approximation::solve(&goal, &self.tables, endgame, line, &visits, limits)?;
        Ok(self)
    }

    fn sheet(&self) -> &SheetRules {
        self.rules.sheet().expect("checked when solved")
    }

    fn problem(&self) -> JointProblem<'_> {
        let (boxes, moves, worth) = (&self.boxes, &self.moves, &self.approximation.worth);
        JointProblem { boxes, moves, worth, reduction: Reduction::Interpolate }
    }

    /// The rules that were solved.
    #[must_use]
    pub fn rules(&self) -> &Arc<Rules> {
        &self.rules
    }

    /// The expected points at the start of the game. An estimate, unless the empty sheet is solved exactly.
    #[must_use]
    pub fn value(&self) -> f64 {
        let empty = empty_sheet(&self.rules);
        self.sheet_value(&empty) + f64::from(self.sheet().totals(&empty).points.unwrap_or(0))
    }

    /// The standard deviation of the points of a game, from sampled games.
    #[must_use]
    pub fn deviation(&self) -> f64 {
        self.deviation
    }

    /// The memory of the values.
    pub(crate) fn value_bytes(&self) -> usize {
        self.approximation.joint.value_bytes() + self.approximation.endgame.value_bytes()
    }

    /// The number of states on the grid.
    #[must_use]
    pub fn states(&self) -> usize {
        self.approximation.joint.layout.states()
    }

    /// Returns the expected points that will be added to those of the sheet as it stands, before the first throw of a
    /// turn. An estimate; exact for the last turns.
    #[must_use]
    pub fn sheet_value(&self, sheet: &Sheet) -> f64 {
        let rules = self.sheet();
        let present = f64::from(rules.totals(sheet).points.unwrap_or(0));
        let playing = self.locate(sheet);
        if rules.is_full(sheet) {
            return playing.certain + self.total_award.at(playing.total) - present;
        }
        self.turn_value(&playing) - present
    }

    /// Whether values of this sheet are exact: few turns are left.
    #[must_use]
    pub fn is_exact(&self, sheet: &Sheet) -> bool {
        sheet.written() + 1 >= self.approximation.endgame.exact
    }

    /// Returns all choices for these dice on this throw, best first, with the expected points that will be added to
    /// those of the sheet as it stands.
    #[must_use]
    pub fn advise(&self, sheet: &Sheet, thrown: impl Into<Thrown>, throw: u8) -> Vec<ValuedChoice> {
        let (rules, thrown) = (self.sheet(), thrown.into());
        if rules.wins(thrown.dice, throw).is_some() || rules.is_full(sheet) {
            return Vec::new();
        }
        let present = f64::from(rules.totals(sheet).points.unwrap_or(0));
        let playing = self.locate(sheet);
        let all: Vec<Vec<f64>> =
            (0..rules.slots.len()).map(|slot| self.entry_values_of(&playing, slot)).collect();
        let after = |slot: usize, points: i32, _: i32| {
            let nth = self.boxes[slot].entries.iter().position(|entry| entry.points == points);
            all[slot][nth.expect("an entry that the rules allow")] - present
        };
        advice(rules, &rules.offers(sheet, thrown.dice, throw), thrown, throw, after, |keeps| {
            let values = self.keep_values(&playing, throw + 1, keeps);
            values.into_iter().map(|value| value - present).collect()
        })
    }
}

/// Returns the mean and the standard deviation of some numbers.
fn moments(totals: &[i32]) -> (f64, f64) {
    let count = totals.len().max(1) as f64;
    let mean = totals.iter().map(|&total| f64::from(total)).sum::<f64>() / count;
    let square = totals.iter().map(|&total| (f64::from(total) - mean).powi(2)).sum::<f64>();
    (mean, (square / count).sqrt())
}

impl Approximation {
    fn solve(
        goal: &EndgameProblem<'_>,
        tables: &AnyTables,
        endgame: Endgame,
        line: Line,
        visits: &[VisitCounts],
        (most, progress): (usize, &dyn Progress),
    ) -> Result<Self, SolveError> {
        let fillings = Fillings::new(goal.boxes)?;
        let layout = choose_grids(goal.boxes, fillings, visits, most, endgame.written);
        let worth = |added_points: &Vec<i32>| {
            added_points.iter().map(|&points| line.slope * f64::from(points)).collect()
        };
        let worth: Vec<Vec<f64>> = goal.added_points.iter().map(worth).collect();
        let (boxes, moves, reduction) = (goal.boxes, goal.moves, Reduction::Interpolate);
        let problem = JointProblem { boxes, moves, worth: &worth, reduction };
        // In the first exact layer, the mean over totals defines U.
        let mut last = Vec::new();
        endgame.for_each_first_state(boxes, &layout.fillings, |_, _, values, from| {
            let more = values.iter().zip(from..).map(|(value, total)| value - line.at(total));
            last.push(more.sum::<f64>() / values.len() as f64);
        });
        let (written, keep) = (endgame.written, Retain::All);
        let joint = with_tables!(tables, |tables, N| {
            JointValues::<F32x8>::solve::<_, N>(&problem, tables, layout, (written, &last), keep, progress)
        })?;
        Ok(Self { line, worth, joint, endgame })
    }
}

/// Returns the finest grids whose layers have at most this many states; earlier layers are never finer than later ones.
/// Layers from `exact` on have all classes.
fn choose_grids(
    boxes: &[BoxAutomaton],
    fillings: Fillings,
    visits: &[VisitCounts],
    most: usize,
    exact: usize,
) -> Layout {
    let choice = ClassRanking::new(boxes, visits);
    let (mut worth, mut least) = (FINEST, LEAST_CLASSES);
    let mut grids = vec![choice.grid(f64::NEG_INFINITY, least), choice.grid(worth, least)];
    let mut grid_of = vec![0; fillings.layers.len()];
    for written in (0..exact).rev() {
        let layer = &fillings.layers[written];
        let states = |grid: &Grid| -> usize {
            layer.iter().map(|&filling| grid.states(fillings.entry_counts(filling))).sum()
        };
        // If a layer is too large for all classes, so are those before it.
        if grids.len() == 2 && states(&grids[0]) <= most {
            continue;
        }
        while states(&grids[grids.len() - 1]) > most && (worth < 1.0 || least > 1) {
            (worth, least) = if worth < 1.0 { (worth * COARSER, least) } else { (worth, least - 1) };
            grids.push(choice.grid(worth, least));
        }
        grid_of[written] = grids.len() - 1;
    }
    Layout::new(fillings, boxes, grids, grid_of)
}
