//! `StepFunction`: the award S(t) of the total, and the line ℓ(t) = σ t + τ that stands for it in formula (2) of the
//! module docs.

use kosti_rules::{Award, SheetRules};

/// The award of the total.
#[derive(Debug)]
pub(crate) struct StepFunction {
    /// By award: the total at which each step begins, and its points.
    steps: Vec<Vec<(i32, i32)>>,
}

/// A line over totals.
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

impl StepFunction {
    pub(crate) fn new(rules: &SheetRules) -> Self {
        let steps = rules.awards.iter().filter_map(|named| match &named.award {
            Award::Total { steps } => Some(steps.clone()),
            _ => None,
        });
        Self { steps: steps.collect() }
    }

    /// Returns the award of a total.
    pub(crate) fn at(&self, total: i32) -> f64 {
        let of = |steps: &Vec<(i32, i32)>| {
            let step = steps.iter().rev().find(|(from, _)| total >= *from).or(steps.first());
            step.map_or(0.0, |&(_, give)| f64::from(give))
        };
        self.steps.iter().map(of).sum()
    }

    /// Iterates over the totals at which steps begin.
    pub(crate) fn corners(&self) -> impl Iterator<Item = i32> + '_ {
        self.steps.iter().flatten().map(|&(from, _)| from)
    }

    /// Returns a line before any totals are known: from the second step to the last.
    pub(crate) fn initial_line(&self) -> Line {
        let slope = |steps: &Vec<(i32, i32)>| match steps[..] {
            [_, (from, low), .., (to, high)] if to > from => f64::from(high - low) / f64::from(to - from),
            [(_, low), (at, high)] => f64::from(high - low) / f64::from(at.abs().max(1)),
            _ => 0.0,
        };
        Line { slope: self.steps.iter().map(slope).sum(), shift: 0.0 }
    }

    /// Returns the least-squares line over these totals.
    pub(crate) fn fit_line(&self, totals: &[i32]) -> Line {
        let count = totals.len().max(1) as f64;
        let mean = totals.iter().map(|&total| f64::from(total)).sum::<f64>() / count;
        let given = totals.iter().map(|&total| self.at(total)).sum::<f64>() / count;
        let square = totals.iter().map(|&total| (f64::from(total) - mean).powi(2)).sum::<f64>();
        let both =
            totals.iter().map(|&total| (f64::from(total) - mean) * (self.at(total) - given)).sum::<f64>();
        let slope = if square > 0.0 { both / square } else { self.initial_line().slope };
        Line { slope, shift: given - slope * mean }
    }
}
