//! What no play can exceed: the value of a game that allows more.
//!
//! 1. Let r(t) be the most that any total up to t gives, and let each entry of a box count for the total as at least
//!    the box's floor: the counted total C is at least the real one, and r does not fall, so r(C) is at least what
//!    the real total gives. Whatever C can be at the end, it is at least the sum of all floors.
//! 2. The last turns of this game are solved exactly by state and counted total. Where they begin, the largest of
//!    value − slope · C over all C that the state can have is M(state), so the value is at most M(state) + slope · C.
//! 3. If that holds after a turn, it holds before it with M(state) = the value of one turn for M(next state) + points
//!    given + slope · counted points, since C before the turn is only a constant in it. So the value at the start,
//!    where C is 0, is at most M(start).
//! 4. Where a class c of a box is not of the grid, the others g of the same fill stand for it. Every play from c can be
//!    played from g, with the same dice and entries, and gives at most beyond(c, g) points more there (`Track::beyond`
//!    is the largest difference over all entries to come). So M(c) ≤ M(g) + beyond(c, g) for each g, the other boxes
//!    being the same, and the smaller of two such numbers may be taken for M(c). Turn values grow with what they are
//!    made of, so larger numbers after a turn give larger ones before it.
//!
//! Floors, slope and grid are chosen by what comes up in games, so that little is lost; whatever they are, it holds.

use super::ends::{Ends, Goal};
use super::grid::{Choice, Seen};
use super::joint::Joint;
use super::stairs::Stairs;
use super::{LOOKED_AT, Points};
use crate::backward::with_tables;
use crate::watch::Watch;

/// More than what is lost by rounding in all turns together.
const ROUNDING: f64 = 1e-9;
/// The games that are looked at.
const SEED: u64 = 5000;
/// How many deviations below the mean totals are likely to be.
const LIKELY: f64 = 3.5;

impl Points {
    /// The expected points that no play at all can exceed, from the start. It solves a game of its own.
    #[must_use]
    pub fn upper_bound(&self, watch: Watch<'_>) -> f64 {
        let (likely, courses) = self.look(SEED);
        let mut seen: Vec<Seen> = Vec::new();
        for (track, likely) in self.tracks.iter().zip(likely) {
            let classes = track.filled.iter().map(|filled| vec![0.0; filled.classes]).collect();
            seen.push(Seen { classes, likely });
        }
        for playing in self.sample(LOOKED_AT, 0, SEED).iter().flatten() {
            for (slot, fill) in self.fillings.all_filled(playing.at.filling).enumerate() {
                seen[slot].classes[fill][usize::from(playing.classes[slot])] += 1.0;
            }
        }
        let totals: Vec<f64> = courses.iter().map(|course| f64::from(course.end)).collect();
        let count = totals.len().max(1) as f64;
        let mean = totals.iter().sum::<f64>() / count;
        let deviation = (totals.iter().map(|total| (total - mean).powi(2)).sum::<f64>() / count).sqrt();
        let most: i32 = self
            .tracks
            .iter()
            .zip(&self.counted)
            .map(|(track, counted)| {
                counted.iter().max().copied().unwrap_or(0) * (track.filled.len() as i32 - 1)
            })
            .sum();
        let low = (mean - LIKELY * deviation) as i32;
        let slope = self.stairs.slope_above(low..=most.max(low), mean);
        let floors = self.floors(&seen, self.stairs.least_above(slope, low, most));
        let raised = self.counted.iter().zip(floors);
        let counted: Vec<Vec<i32>> = raised
            .map(|(counted, floor)| counted.iter().map(|&points| points.max(floor)).collect())
            .collect();
        let rises = |total: i32| self.stairs.rises(total);
        let goal = Goal { tracks: &self.tracks, moves: &self.moves, counted: &counted, stairs: &rises };
        let worth = |counted: &Vec<i32>| counted.iter().map(|&points| slope * f64::from(points)).collect();
        let worth: Vec<Vec<f64>> = counted.iter().map(worth).collect();
        let joint =
            Joint { tracks: &self.tracks, moves: &self.moves, fillings: &self.fillings, worth: &worth };
        let largest = |(values, from): (&[f64], i32)| {
            let above = values.iter().zip(from..).map(|(value, total)| value - slope * f64::from(total));
            above.fold(f64::NEG_INFINITY, f64::max)
        };
        let choice = Choice::new(&self.tracks, &seen);
        let start = with_tables!(&self.tables, |tables, N| {
            let ends = Ends::solve::<_, N>(&goal, &self.fillings, tables, self.limits.ends);
            let last = ends.first(&self.fillings).map(largest).collect();
            joint.solve::<_, N>(tables, &choice, (ends.written, last), self.limits.bound, watch)
        });
        let certain: i32 = self.tracks.iter().map(|track| track.locate([].into_iter()).1).sum();
        start + f64::from(certain) + ROUNDING
    }

    /// By box: what an entry counts for the total at least, so that all together cannot be less than `least`. Those
    /// are raised that are least often below.
    fn floors(&self, seen: &[Seen], least: i32) -> Vec<i32> {
        let lowest = |counted: &Vec<i32>| counted.iter().min().copied().unwrap_or(0);
        let mut floors: Vec<i32> = self.counted.iter().map(lowest).collect();
        let fills: Vec<i32> = self.tracks.iter().map(|track| track.filled.len() as i32 - 1).collect();
        loop {
            let all: i32 = floors.iter().zip(&fills).map(|(floor, fill)| floor * fill).sum();
            if all >= least {
                return floors;
            }
            let below = |slot: usize| -> f64 {
                let entries = self.counted[slot].iter().zip(&seen[slot].likely);
                entries.filter(|(points, _)| **points <= floors[slot]).map(|(_, likely)| likely).sum()
            };
            let next = (0..floors.len()).min_by(|&a, &b| below(a).total_cmp(&below(b)));
            floors[next.expect("there are boxes")] += 1;
        }
    }
}

impl Stairs {
    /// The most that any total up to this one gives.
    fn rises(&self, total: i32) -> f64 {
        let corners = self.corners().filter(|&corner| corner <= total).chain([i32::MIN, total]);
        corners.map(|total| self.at(total)).fold(f64::NEG_INFINITY, f64::max)
    }

    /// The slope of the line that lies above all steps of these totals and is lowest at the mean.
    fn slope_above(&self, totals: std::ops::RangeInclusive<i32>, mean: f64) -> f64 {
        let (low, most) = (*totals.start(), *totals.end());
        let corners: Vec<i32> =
            self.corners().filter(|corner| totals.contains(corner)).chain([low]).collect();
        let slopes =
            corners.iter().flat_map(|&a| corners.iter().map(move |&b| (a, b))).filter(|(a, b)| a < b);
        let slope = |(a, b): (i32, i32)| (self.rises(b) - self.rises(a)) / f64::from(b - a);
        let at_mean = |&slope: &f64| self.above(slope, low, most) + slope * mean;
        let slopes = slopes.map(slope).chain([0.0]);
        slopes.min_by(|a, b| at_mean(a).total_cmp(&at_mean(b))).unwrap_or(0.0)
    }

    /// How high a line with this slope must start to lie above all steps from `low` on.
    fn above(&self, slope: f64, low: i32, most: i32) -> f64 {
        let corners = self.corners().filter(|corner| (low..=most).contains(corner)).chain([low]);
        let height = |total: i32| self.rises(total) - slope * f64::from(total);
        corners.map(height).fold(f64::NEG_INFINITY, f64::max)
    }

    /// The smallest total from which on the line above the steps from `low` on lies above them.
    fn least_above(&self, slope: f64, low: i32, most: i32) -> i32 {
        let height = self.above(slope, low, most);
        let lies_above = |&total: &i32| self.above(slope, total, most) <= height + ROUNDING;
        (0..low).rev().take_while(lies_above).last().unwrap_or(low)
    }
}
