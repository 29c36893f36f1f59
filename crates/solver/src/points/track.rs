//! `Track`: what is to be remembered of one box for the points it can still give.
//!
//! Entries are told apart by the sum so far and by whether all of them scored; of these, what makes no difference any
//! more is one class. Points are given as soon as nothing can take them away, so that a mark that is reached and one
//! that is out of reach are the same class: there is nothing left to win.

use std::collections::{BTreeMap, HashMap};

use kosti_rules::{Award, SheetRules};

use crate::moves::Moves;

/// An entry that a box can take.
#[derive(Debug, Clone, Copy)]
pub(crate) struct Taken {
    /// The move that writes it.
    pub(crate) to: usize,
    pub(crate) points: i32,
}

/// What an entry makes of a class.
#[derive(Debug, Clone, Copy, PartialEq)]
pub(crate) struct Step {
    pub(crate) class: u16,
    /// The points that are certain from now on.
    pub(crate) given: f64,
}

/// The classes of a box that was filled so often.
#[derive(Debug, Default)]
pub(crate) struct Filled {
    pub(crate) classes: usize,
    /// By class and entry; nothing for a full box.
    steps: Vec<Step>,
    /// By sum and whether all entries scored: the class, and the points that are certain.
    known: BTreeMap<(i32, bool), (u16, i32)>,
}

/// One box.
#[derive(Debug)]
pub(crate) struct Track {
    pub(crate) entries: Vec<Taken>,
    /// By how often it was filled.
    pub(crate) filled: Vec<Filled>,
    /// The points for each entry that scores.
    each: i32,
}

impl Track {
    pub(crate) fn new(rules: &SheetRules, moves: &Moves, slot: usize) -> Self {
        let of_slot = moves.of_slot[slot].iter();
        let entries: Vec<Taken> = of_slot.map(|&to| Taken { to, points: moves.moves[to].points }).collect();
        let awards = || rules.awards.iter().map(|named| &named.award);
        let each = awards().map(|award| match award {
            Award::EachScored { slot: of, give } if *of == slot => *give,
            _ => 0,
        });
        let at_end = |sum: i32, scored: bool| -> i32 {
            let given = awards().map(|award| match award {
                Award::SumOf { slot: of, at_least, give } if *of == slot && sum >= *at_least => *give,
                Award::NeverCrossed { slot: of, give } if *of == slot && scored => *give,
                _ => 0,
            });
            given.sum()
        };
        let mut track = Self { entries, filled: Vec::new(), each: each.sum() };
        let mut all: Vec<BTreeMap<(i32, bool), (u16, i32)>> = vec![BTreeMap::from([((0, true), (0, 0))])];
        for fill in 0..usize::from(rules.slots[slot].fill) {
            let after =
                all[fill].keys().flat_map(|&before| track.entries.iter().map(move |e| add(before, e)));
            all.push(after.map(|known| (known, (0, 0))).collect());
        }
        for (fill, mut known) in all.into_iter().enumerate().rev() {
            let next = track.filled.last();
            let filled = match next {
                None => {
                    known.iter_mut().for_each(|(&(sum, scored), to)| *to = (0, at_end(sum, scored)));
                    Filled { classes: 1, steps: Vec::new(), known }
                }
                Some(next) => track.merged(known, next),
            };
            debug_assert!(fill > 0 || filled.classes == 1);
            track.filled.push(filled);
        }
        track.filled.reverse();
        track
    }

    /// One entry less: what leads to the same is one class.
    fn merged(&self, mut known: BTreeMap<(i32, bool), (u16, i32)>, next: &Filled) -> Filled {
        let mut classes: HashMap<Vec<(u16, i32)>, u16> = HashMap::new();
        let mut steps: Vec<Step> = Vec::new();
        for (&before, to) in &mut known {
            let after: Vec<(u16, i32)> =
                self.entries.iter().map(|entry| next.known[&add(before, entry)]).collect();
            let certain = after.iter().map(|&(_, certain)| certain).min().unwrap_or(0);
            let each = |entry: &Taken| if entry.points == 0 { 0 } else { self.each };
            let key: Vec<(u16, i32)> = after
                .iter()
                .zip(&self.entries)
                .map(|(&(class, later), entry)| (class, later - certain + each(entry)))
                .collect();
            let fresh = classes.len() as u16;
            let class = *classes.entry(key).or_insert_with_key(|key| {
                steps.extend(key.iter().map(|&(class, given)| Step { class, given: given.into() }));
                fresh
            });
            *to = (class, certain);
        }
        Filled { classes: classes.len(), steps, known }
    }

    /// What each entry makes of a class.
    #[inline]
    pub(crate) fn steps(&self, fill: usize, class: u16) -> &[Step] {
        let (from, count) = (usize::from(class) * self.entries.len(), self.entries.len());
        &self.filled[fill].steps[from..from + count]
    }

    /// The class of these entries, and the points that are certain with them.
    pub(crate) fn locate(&self, entries: impl Iterator<Item = i32>) -> (u16, i32) {
        let (mut fill, mut known, mut certain) = (0, (0, true), 0);
        for points in entries {
            fill += 1;
            known = add(known, &Taken { to: 0, points });
            certain += if points == 0 { 0 } else { self.each };
        }
        let (class, later) = self.filled[fill].known[&known];
        (class, certain + later)
    }

    /// What is still expected from each class when entries come as often as `likely` says, by fill.
    pub(crate) fn promises(&self, likely: &[f64]) -> Vec<Vec<f64>> {
        let mut promises = vec![vec![0.0]];
        for fill in (0..self.filled.len() - 1).rev() {
            let next: &Vec<f64> = &promises[promises.len() - 1];
            let promise = |class: usize| {
                let steps = self.steps(fill, class as u16).iter().zip(likely);
                steps.map(|(step, likely)| likely * (step.given + next[usize::from(step.class)])).sum()
            };
            let here = (0..self.filled[fill].classes).map(promise).collect();
            promises.push(here);
        }
        promises.reverse();
        promises
    }

    /// By fill: the most that can still come, from any class.
    pub(crate) fn most(&self) -> Vec<f64> {
        let mut most = vec![vec![0.0]];
        for fill in (0..self.filled.len() - 1).rev() {
            let next: &Vec<f64> = &most[most.len() - 1];
            let of = |class: usize| {
                let steps = self.steps(fill, class as u16).iter();
                steps.map(|step| step.given + next[usize::from(step.class)]).fold(f64::NEG_INFINITY, f64::max)
            };
            let here = (0..self.filled[fill].classes).map(of).collect();
            most.push(here);
        }
        most.iter().rev().map(|classes| classes.iter().copied().fold(f64::NEG_INFINITY, f64::max)).collect()
    }
}

fn add((sum, scored): (i32, bool), entry: &Taken) -> (i32, bool) {
    (sum + entry.points, scored && entry.points != 0)
}
