//! `Rise`: what a total promises before the end. The steps of the total, blurred by how far totals usually end from
//! where they are headed.

use super::fillings::Fillings;
use super::stairs::Stairs;

/// What totals promise, by layer.
#[derive(Debug)]
pub(crate) struct Rise {
    /// By box: what an entry usually adds.
    entry: Vec<f64>,
    /// By entries written: what a total promises that is headed for so much, from `from` on.
    layers: Vec<Vec<f64>>,
    from: i32,
}

/// A game that was played: what it had written and its total, turn by turn, and its total in the end.
pub(crate) struct Course {
    pub(crate) turns: Vec<(usize, i32)>,
    pub(crate) end: i32,
}

impl Rise {
    pub(crate) fn new(stairs: &Stairs, fillings: &Fillings, entry: Vec<f64>, courses: &[Course]) -> Self {
        let ends = || courses.iter().map(|course| course.end);
        let (least, most) = (ends().min().unwrap_or(0), ends().max().unwrap_or(0));
        let (from, to) = (least - (most - least), most + (most - least));
        let mut rise = Self { entry, layers: Vec::new(), from };
        for written in 0..fillings.rounds() {
            let misses = courses.iter().filter_map(|course| {
                let &(filling, total) = course.turns.get(written)?;
                Some(course.end - rise.headed(fillings, filling, total))
            });
            let mut counts = std::collections::BTreeMap::<i32, u32>::new();
            misses.for_each(|miss| *counts.entry(miss).or_default() += 1);
            let all = f64::from(counts.values().sum::<u32>().max(1));
            let promise = |headed: i32| {
                let each = counts.iter().map(|(miss, &count)| f64::from(count) * stairs.at(headed + miss));
                each.sum::<f64>() / all
            };
            rise.layers.push((from..=to).map(promise).collect());
        }
        rise
    }

    /// Before any game was seen: open boxes bring what is in the middle, and a total promises as much as the steps rise.
    pub(crate) fn first(stairs: &Stairs, fillings: &Fillings, counted: &[Vec<i32>]) -> Self {
        let middle = |counted: &Vec<i32>| {
            let (least, most) = (counted.iter().min().copied(), counted.iter().max().copied());
            f64::from(least.unwrap_or(0) + most.unwrap_or(0)) / 2.0
        };
        let (slope, most) = (stairs.slope(), 2 * stairs.corners().max().unwrap_or(0).max(1));
        let promise: Vec<f64> = (0..=most).map(|total| slope * f64::from(total)).collect();
        let entry = counted.iter().map(middle).collect();
        Self { entry, layers: vec![promise; fillings.rounds()], from: 0 }
    }

    /// Where a total is headed when open boxes bring what they usually do.
    pub(crate) fn headed(&self, fillings: &Fillings, filling: usize, total: i32) -> i32 {
        let to_come: f64 = self
            .entry
            .iter()
            .enumerate()
            .map(|(slot, entry)| fillings.left(filling, slot) as f64 * entry)
            .sum();
        total + to_come.round() as i32
    }

    /// What a total promises that is headed for so much.
    #[inline]
    pub(crate) fn at(&self, written: usize, headed: i32) -> f64 {
        let layer = &self.layers[written];
        layer[((headed - self.from).max(0) as usize).min(layer.len() - 1)]
    }
}
