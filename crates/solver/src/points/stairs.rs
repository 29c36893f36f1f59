//! What the total gives: steps.

use kosti_rules::{Award, SheetRules};

/// The steps of the total.
#[derive(Debug)]
pub(crate) struct Stairs {
    /// For each award by the total: where each step begins, and what it gives.
    steps: Vec<Vec<(i32, i32)>>,
}

impl Stairs {
    pub(crate) fn new(rules: &SheetRules) -> Self {
        let steps = rules.awards.iter().filter_map(|named| match &named.award {
            Award::Total { steps } => Some(steps.clone()),
            _ => None,
        });
        Self { steps: steps.collect() }
    }

    /// Where steps begin.
    pub(crate) fn corners(&self) -> impl Iterator<Item = i32> + '_ {
        self.steps.iter().flatten().map(|&(from, _)| from)
    }

    /// What a total gives.
    pub(crate) fn at(&self, total: i32) -> f64 {
        let of = |steps: &Vec<(i32, i32)>| {
            let step = steps.iter().rev().find(|(from, _)| total >= *from).or(steps.first());
            step.map_or(0.0, |&(_, give)| f64::from(give))
        };
        self.steps.iter().map(of).sum()
    }

    /// How long a step is, on average, the first and the last left out.
    pub(crate) fn step(&self) -> i32 {
        let length = |steps: &Vec<(i32, i32)>| match steps[..] {
            [_, (from, _), .., (to, _)] => (to - from) / (steps.len() as i32 - 2),
            _ => 1,
        };
        self.steps.iter().map(length).max().unwrap_or(1)
    }

    /// What a point of the total gives, roughly: from the second step to the last.
    pub(crate) fn slope(&self) -> f64 {
        let slope = |steps: &Vec<(i32, i32)>| match steps[..] {
            [_, (from, low), .., (to, high)] if to > from => f64::from(high - low) / f64::from(to - from),
            [(_, low), (at, high)] => f64::from(high - low) / f64::from(at.abs().max(1)),
            _ => 0.0,
        };
        self.steps.iter().map(slope).sum()
    }
}
