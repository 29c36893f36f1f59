//! What no play can exceed: the value of a game that allows more.
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

use super::ends::{Ends, Goal};
use super::grid::{Manner, Seen};
use super::joint::{Joint, Keep, Question};
use super::lanes::Wide;
use super::layout::{Fillings, Layout};
use super::merge::merged;
use super::stairs::Stairs;
use super::{LIKELY, LOOKED_AT, Points, moments};
use crate::backward::with_tables;
use crate::progress::{Cancelled, Progress};

/// More than what rounding can take away in the exact part.
const ROUNDING: f64 = 1e-9;

impl Points {
    /// The expected points that no play at all can exceed, from the start. It solves a game of its own.
    ///
    /// # Errors
    /// When it is cancelled.
    ///
    /// # Panics
    /// Never: the game has been solved before.
    pub fn upper_bound(&self, progress: &dyn Progress) -> Result<f64, Cancelled> {
        let (seen, played) = self.sample(LOOKED_AT, progress)?;
        let totals: Vec<i32> = played.iter().map(|game| game.total).collect();
        let (slope, least) = self.line_above(&totals);
        let floors = self.floors(&seen, least);
        let count = |(counted, floor): (&Vec<i32>, i32)| counted.iter().map(|&p| p.max(floor)).collect();
        let counted: Vec<Vec<i32>> = self.counted.iter().zip(floors).map(count).collect();
        let rises = |total: i32| self.stairs.rises(total);
        let goal = Goal { tracks: &self.tracks, moves: &self.moves, counted: &counted, stairs: &rises };
        let fillings = || Fillings::new(&self.tracks).expect("solved before");
        let ends = with_tables!(&self.tables, |tables, N| {
            Ends::solve::<_, N>(&goal, &fillings(), tables, self.limits.ends, progress)
        })?;
        let grid = merged(&self.tracks, &seen, &self.class_values(&seen, progress)?, self.limits.bound);
        let grid_of = vec![0; fillings().layers.len()];
        let layout = Layout::new(fillings(), &self.tracks, vec![grid], grid_of);
        let states = layout.values(ends.written);
        let mut last = vec![f64::NEG_INFINITY; states.len()];
        ends.each_first(&self.tracks, &layout.fillings, |filling, classes, values, first| {
            let above = values.iter().zip(first..).map(|(value, total)| value - slope * f64::from(total));
            let above = above.fold(f64::NEG_INFINITY, f64::max) - layout.shifts(filling, classes);
            let place = &mut last[layout.place(filling, classes) - states.start];
            *place = place.max(above);
        });
        let worth = |counted: &Vec<i32>| counted.iter().map(|&points| slope * f64::from(points)).collect();
        let worth: Vec<Vec<f64>> = counted.iter().map(worth).collect();
        let (tracks, moves, manner) = (&self.tracks, &self.moves, Manner::Merged);
        let question = Question { tracks, moves, worth: &worth, manner };
        let (written, keep) = (ends.written, Keep::First);
        let certain: i32 = tracks.iter().map(|track| track.locate([].into_iter()).1).sum();
        let more = layout.shifts(0, &vec![0; tracks.len()]) + f64::from(certain) + ROUNDING;
        if written == 0 {
            return Ok(last[0] + more);
        }
        let joint = with_tables!(&self.tables, |tables, N| {
            Joint::<Wide>::solve::<_, N>(&question, tables, layout, (written, &last), keep, progress)
        })?;
        Ok(joint.start() + more + (written + 1) as f64 * self.rounding(&joint, &worth))
    }

    /// More than what rounding can take away in a turn of the coarse part. There fewer numbers follow from one another
    /// than there are throws, and edges to the next die for each die thrown again; each is rounded by at most half of
    /// `f32::EPSILON` of its size, which is at most that of the largest value and what an entry brings.
    fn rounding(&self, joint: &Joint<Wide>, worth: &[Vec<f64>]) -> f64 {
        let space = &self.sheet().space;
        let again = usize::from(self.sheet().throws) * space.dice() * (usize::from(space.sides()) + 2);
        let in_turn = (space.all().len() + again + 8) as f64;
        let mut brings = 0.0_f64;
        for (slot, track) in self.tracks.iter().enumerate() {
            let axes = &joint.layout.grid(0).axes[slot];
            for fill in 0..track.filled.len() - 1 {
                for class in 0..track.filled[fill].classes {
                    for (step, worth) in track.steps(fill, class as u16).iter().zip(&worth[slot]) {
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

    /// The slope of a line above the steps, near where totals are, and the total from which on it is above them.
    fn line_above(&self, totals: &[i32]) -> (f64, i32) {
        let (mean, deviation) = moments(totals);
        let boxes = self.tracks.iter().zip(&self.counted);
        let most = boxes.map(|(track, counted)| {
            counted.iter().max().copied().unwrap_or(0) * (track.filled.len() as i32 - 1)
        });
        let low = (mean - LIKELY * deviation) as i32;
        let most = most.sum::<i32>().max(low);
        let slope = self.stairs.slope_above(low, most, mean);
        (slope, self.stairs.least_above(slope, low, most))
    }

    /// By box: what an entry counts for the total at least, so that all together cannot be less than `least`. Those
    /// are raised whose entries are least often below.
    fn floors(&self, seen: &[Seen], least: i32) -> Vec<i32> {
        let lowest = |counted: &Vec<i32>| counted.iter().min().copied().unwrap_or(0);
        let mut floors: Vec<i32> = self.counted.iter().map(lowest).collect();
        let fills: Vec<i32> = self.tracks.iter().map(|track| track.filled.len() as i32 - 1).collect();
        let likely: Vec<Vec<f64>> = seen.iter().map(Seen::likely).collect();
        while floors.iter().zip(&fills).map(|(floor, fill)| floor * fill).sum::<i32>() < least {
            let below = |slot: usize| -> f64 {
                let entries = self.counted[slot].iter().zip(&likely[slot]);
                entries.filter(|(points, _)| **points <= floors[slot]).map(|(_, likely)| likely).sum()
            };
            let next = (0..floors.len()).min_by(|&a, &b| below(a).total_cmp(&below(b)));
            floors[next.expect("there are boxes")] += 1;
        }
        floors
    }
}

impl Stairs {
    /// The most that any total up to this one gives.
    fn rises(&self, total: i32) -> f64 {
        let corners = self.corners().filter(|&corner| corner <= total).chain([i32::MIN, total]);
        corners.map(|total| self.at(total)).fold(f64::NEG_INFINITY, f64::max)
    }

    /// The slope of the line that lies above all steps of these totals and is lowest at the mean.
    fn slope_above(&self, low: i32, most: i32, mean: f64) -> f64 {
        let corners: Vec<i32> = self.corners_between(low, most).collect();
        let pairs = corners.iter().flat_map(|&a| corners.iter().map(move |&b| (a, b)));
        let slope = |(a, b): (i32, i32)| (self.rises(b) - self.rises(a)) / f64::from(b - a);
        let at_mean = |slope: f64| self.height(slope, low, most) + slope * mean;
        let slopes = pairs.filter(|(a, b)| a < b).map(slope).chain([0.0]);
        slopes.min_by(|&a, &b| at_mean(a).total_cmp(&at_mean(b))).unwrap_or(0.0)
    }

    /// How high a line must start to lie above all steps of these totals.
    fn height(&self, slope: f64, low: i32, most: i32) -> f64 {
        let height = |total: i32| self.rises(total) - slope * f64::from(total);
        self.corners_between(low, most).map(height).fold(f64::NEG_INFINITY, f64::max)
    }

    fn corners_between(&self, low: i32, most: i32) -> impl Iterator<Item = i32> + '_ {
        self.corners().filter(move |corner| (low..=most).contains(corner)).chain([low])
    }

    /// The smallest total from which on the line that is above the steps from `low` on is above them.
    fn least_above(&self, slope: f64, low: i32, most: i32) -> i32 {
        let height = self.height(slope, low, most) + ROUNDING;
        let is_above = |&total: &i32| self.height(slope, total, most) <= height;
        (0..low).rev().take_while(is_above).last().unwrap_or(low)
    }
}
