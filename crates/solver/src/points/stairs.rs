//! What the total gives: steps, and the line that stands for them while much is to come.

use kosti_rules::{Award, SheetRules};

/// The steps of the total.
#[derive(Debug)]
pub(crate) struct Stairs {
    /// For each award by the total: where each step begins, and what it gives.
    steps: Vec<Vec<(i32, i32)>>,
}

/// A straight line over totals.
#[derive(Debug, Clone, Copy, PartialEq)]
pub(crate) struct Line {
    pub(crate) slope: f64,
    pub(crate) shift: f64,
}

impl Line {
    pub(crate) fn at(&self, total: i32) -> f64 {
        self.slope * f64::from(total) + self.shift
    }
}

impl Stairs {
    pub(crate) fn new(rules: &SheetRules) -> Self {
        let steps = rules.awards.iter().filter_map(|named| match &named.award {
            Award::Total { steps } => Some(steps.clone()),
            _ => None,
        });
        Self { steps: steps.collect() }
    }

    /// What a total gives.
    pub(crate) fn at(&self, total: i32) -> f64 {
        let of = |steps: &Vec<(i32, i32)>| {
            let step = steps.iter().rev().find(|(from, _)| total >= *from).or(steps.first());
            step.map_or(0.0, |&(_, give)| f64::from(give))
        };
        self.steps.iter().map(of).sum()
    }

    /// Where steps begin.
    pub(crate) fn corners(&self) -> impl Iterator<Item = i32> + '_ {
        self.steps.iter().flatten().map(|&(from, _)| from)
    }

    /// A first guess before anything is known of totals: from the second step to the last.
    pub(crate) fn guess(&self) -> Line {
        let slope = |steps: &Vec<(i32, i32)>| match steps[..] {
            [_, (from, low), .., (to, high)] if to > from => f64::from(high - low) / f64::from(to - from),
            [(_, low), (at, high)] => f64::from(high - low) / f64::from(at.abs().max(1)),
            _ => 0.0,
        };
        Line { slope: self.steps.iter().map(slope).sum(), shift: 0.0 }
    }

    /// The line that is nearest to the steps over these totals.
    pub(crate) fn line(&self, totals: &[i32]) -> Line {
        let count = totals.len().max(1) as f64;
        let mean = totals.iter().map(|&total| f64::from(total)).sum::<f64>() / count;
        let given = totals.iter().map(|&total| self.at(total)).sum::<f64>() / count;
        let square = totals.iter().map(|&total| (f64::from(total) - mean).powi(2)).sum::<f64>();
        let both =
            totals.iter().map(|&total| (f64::from(total) - mean) * (self.at(total) - given)).sum::<f64>();
        let slope = if square > 0.0 { both / square } else { self.guess().slope };
        Line { slope, shift: given - slope * mean }
    }
}
