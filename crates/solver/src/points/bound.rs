//! The upper bound: the value of a game that allows more, which no play of the real game can exceed.
//!
//! 1. Let r(t) be the most that any total up to t gives, and let each entry of a box count for the total as at least
//!    the box's floor. The counted total C is at least the real one, and r does not fall, so r(C) is at least what
//!    the real total gives.
//! 2. The last turns of this game are solved exactly by state and C. Where they begin, let m be the largest
//!    value − slope · C over all C that there can be: the value there is at most m + slope · C.
//! 3. Classes of a box with the same fill are merged into groups, and each class has a shift, which depends on its box
//!    and fill alone. M(groups) = the largest m − all shifts, over all classes of the groups, so that
//!    (*)  value ≤ M(groups) + all shifts + slope · C.
//! 4. If (*) holds after a turn, it holds before it, with M(groups) = the value of a turn in which an entry is worth
//!    the largest, over the classes that its box may be in, of: M after it + points given + slope · counted points +
//!    shift after − shift before. For the true class that is at least its own such number, in every choice; a turn
//!    is worth more where its choices are; and what the entry does not change, C before it and all shifts before it,
//!    is the same in all choices.
//! 5. So at the start, where C is 0, the value is at most M + all shifts. This holds for any floors, slope, groups and
//!    shifts; they are chosen by what comes up in games, so that little is given away.

use super::endgame::{Endgame, EndgameProblem};
use super::grid::{Reduction, VisitCounts};
use super::joint::{JointProblem, JointValues, Retain};
use super::lanes::F32x8;
use super::layout::{Fillings, Layout};
use super::merge::merge_classes;
use super::step_function::StepFunction;
use super::{PointsStrategy, SAMPLE_GAMES, WINDOW_DEVIATIONS, moments};
use crate::backward::with_tables;
use crate::progress::{Cancelled, Progress};

/// An upper bound of rounding errors in the exact part.
const ROUNDING: f64 = 1e-9;

impl PointsStrategy {
    /// Returns an upper bound of the expected points of any play, from the start. It solves a relaxed game.
    ///
    /// # Errors
    /// If it is cancelled.
    ///
    /// # Panics
    /// Never: the game has been solved before.
    pub fn upper_bound(&self, progress: &dyn Progress) -> Result<f64, Cancelled> {
        let (visits, played) = self.sample(SAMPLE_GAMES, progress)?;
        let totals: Vec<i32> = played.iter().map(|game| game.total).collect();
        let (slope, least) = self.line_above(&totals);
        let floors = self.floors(&visits, least);
        let count =
            |(added_points, floor): (&Vec<i32>, i32)| added_points.iter().map(|&p| p.max(floor)).collect();
        let added_points: Vec<Vec<i32>> = self.added_points.iter().zip(floors).map(count).collect();
        let rises = |total: i32| self.total_award.running_max(total);
        let goal = EndgameProblem {
            boxes: &self.boxes,
            moves: &self.moves,
            added_points: &added_points,
            total_award: &rises,
        };
        let fillings = || Fillings::new(&self.boxes).expect("solved before");
        let endgame = with_tables!(&self.tables, |tables, N| {
            Endgame::solve::<_, N>(&goal, &fillings(), tables, self.limits.endgame, progress)
        })?;
        let grid =
            merge_classes(&self.boxes, &visits, &self.class_values(&visits, progress)?, self.limits.bound);
        let grid_of = vec![0; fillings().layers.len()];
        let layout = Layout::new(fillings(), &self.boxes, vec![grid], grid_of);
        let states = layout.values(endgame.written);
        let mut last = vec![f64::NEG_INFINITY; states.len()];
        endgame.for_each_first_state(&self.boxes, &layout.fillings, |filling, classes, values, first| {
            let above = values.iter().zip(first..).map(|(value, total)| value - slope * f64::from(total));
            let above = above.fold(f64::NEG_INFINITY, f64::max) - layout.shifts(filling, classes);
            let place = &mut last[layout.place(filling, classes) - states.start];
            *place = place.max(above);
        });
        let worth =
            |added_points: &Vec<i32>| added_points.iter().map(|&points| slope * f64::from(points)).collect();
        let worth: Vec<Vec<f64>> = added_points.iter().map(worth).collect();
        let (boxes, moves, reduction) = (&self.boxes, &self.moves, Reduction::UpperBound);
        let problem = JointProblem { boxes, moves, worth: &worth, reduction };
        let (written, keep) = (endgame.written, Retain::First);
        let certain: i32 = boxes.iter().map(|automaton| automaton.locate([].into_iter()).1).sum();
        let more = layout.shifts(0, &vec![0; boxes.len()]) + f64::from(certain) + ROUNDING;
        if written == 0 {
            return Ok(last[0] + more);
        }
        let joint = with_tables!(&self.tables, |tables, N| {
            JointValues::<F32x8>::solve::<_, N>(&problem, tables, layout, (written, &last), keep, progress)
        })?;
        Ok(joint.start() + more + (written + 1) as f64 * self.rounding(&joint, &worth))
    }

    /// Returns an upper bound of rounding errors in a turn on the grid. There fewer numbers follow from one another
    /// than there are throws, and edges to the next die for each die thrown again; each is rounded by at most half of
    /// `f32::EPSILON` of its size, which is at most that of the largest value and of an entry.
    fn rounding(&self, joint: &JointValues<F32x8>, worth: &[Vec<f64>]) -> f64 {
        let space = &self.sheet().space;
        let again = usize::from(self.sheet().throws) * space.dice() * (usize::from(space.sides()) + 2);
        let in_turn = (self.lattice.throws() + again + 8) as f64;
        let mut brings = 0.0_f64;
        for (slot, automaton) in self.boxes.iter().enumerate() {
            let axes = &joint.layout.grid(0).axes[slot];
            for fill in 0..automaton.filled.len() - 1 {
                for class in 0..automaton.filled[fill].classes {
                    for (step, worth) in automaton.steps(fill, class as u16).iter().zip(&worth[slot]) {
                        let shifts =
                            [axes[fill].shifts[class], axes[fill + 1].shifts[usize::from(step.class)]];
                        let parts = shifts.into_iter().chain([step.given, *worth]);
                        brings = brings.max(parts.map(f64::abs).sum());
                    }
                }
            }
        }
        let size = joint.largest + brings;
        in_turn * size * f64::from(f32::EPSILON) / 2.0
    }

    /// Returns the slope of a line above the steps near the sampled totals, and the total from which on it lies above
    /// them.
    fn line_above(&self, totals: &[i32]) -> (f64, i32) {
        let (mean, deviation) = moments(totals);
        let boxes = self.boxes.iter().zip(&self.added_points);
        let most = boxes.map(|(automaton, added_points)| {
            added_points.iter().max().copied().unwrap_or(0) * (automaton.filled.len() as i32 - 1)
        });
        let low = (mean - WINDOW_DEVIATIONS * deviation) as i32;
        let most = most.sum::<i32>().max(low);
        let slope = self.total_award.slope_above(low, most, mean);
        (slope, self.total_award.least_above(slope, low, most))
    }

    /// Returns by box a floor for the points of an entry in the total, so that all together are at least `least`. Boxes
    /// whose entries are rarely below their floor are raised first.
    fn floors(&self, visits: &[VisitCounts], least: i32) -> Vec<i32> {
        let lowest = |added_points: &Vec<i32>| added_points.iter().min().copied().unwrap_or(0);
        let mut floors: Vec<i32> = self.added_points.iter().map(lowest).collect();
        let fills: Vec<i32> = self.boxes.iter().map(|automaton| automaton.filled.len() as i32 - 1).collect();
        let likely: Vec<Vec<f64>> = visits.iter().map(VisitCounts::entry_probabilities).collect();
        while floors.iter().zip(&fills).map(|(floor, fill)| floor * fill).sum::<i32>() < least {
            let below = |slot: usize| -> f64 {
                let entries = self.added_points[slot].iter().zip(&likely[slot]);
                entries.filter(|(points, _)| **points <= floors[slot]).map(|(_, likely)| likely).sum()
            };
            let next = (0..floors.len()).min_by(|&a, &b| below(a).total_cmp(&below(b)));
            floors[next.expect("there are boxes")] += 1;
        }
        floors
    }
}

impl StepFunction {
    /// Returns the largest award of any total up to this one.
    fn running_max(&self, total: i32) -> f64 {
        let corners = self.corners().filter(|&corner| corner <= total).chain([i32::MIN, total]);
        corners.map(|total| self.at(total)).fold(f64::NEG_INFINITY, f64::max)
    }

    /// Returns the slope of the line that lies above all steps of these totals and is lowest at the mean.
    fn slope_above(&self, low: i32, most: i32, mean: f64) -> f64 {
        let corners: Vec<i32> = self.corners_between(low, most).collect();
        let pairs = corners.iter().flat_map(|&a| corners.iter().map(move |&b| (a, b)));
        let slope = |(a, b): (i32, i32)| (self.running_max(b) - self.running_max(a)) / f64::from(b - a);
        let at_mean = |slope: f64| self.height(slope, low, most) + slope * mean;
        let slopes = pairs.filter(|(a, b)| a < b).map(slope).chain([0.0]);
        slopes.min_by(|&a, &b| at_mean(a).total_cmp(&at_mean(b))).unwrap_or(0.0)
    }

    /// Returns the intercept at which a line lies above all steps of these totals.
    fn height(&self, slope: f64, low: i32, most: i32) -> f64 {
        let height = |total: i32| self.running_max(total) - slope * f64::from(total);
        self.corners_between(low, most).map(height).fold(f64::NEG_INFINITY, f64::max)
    }

    fn corners_between(&self, low: i32, most: i32) -> impl Iterator<Item = i32> + '_ {
        self.corners().filter(move |corner| (low..=most).contains(corner)).chain([low])
    }

    /// Returns the smallest total from which on the line above the steps from `low` lies above them.
    fn least_above(&self, slope: f64, low: i32, most: i32) -> i32 {
        let height = self.height(slope, low, most) + ROUNDING;
        let is_above = |&total: &i32| self.height(slope, total, most) <= height;
        (0..low).rev().take_while(is_above).last().unwrap_or(low)
    }
}
