//! `BoxAutomaton`: the classes c of one box and their transitions c·e with the points a(c, e), formula (1) of the
//! module docs.
//!
//! Histories of a box are distinguished by their sum and by whether all entries scored; histories with the same future
//! are one class. Points are given as soon as they are certain, so a threshold that is reached and one that is out of
//! reach are the same class: nothing is left to win.

use std::collections::{BTreeMap, HashMap};

use kosti_rules::{Award, SheetRules};

use crate::moves::Moves;

/// An entry of a box.
#[derive(Debug, Clone, Copy)]
pub(crate) struct BoxEntry {
    /// Its move.
    pub(crate) to: usize,
    pub(crate) points: i32,
}

/// The transition of a class by an entry.
#[derive(Debug, Clone, Copy, PartialEq)]
pub(crate) struct Step {
    pub(crate) class: u16,
    /// The points that are certain from now on.
    pub(crate) given: f64,
}

/// The classes of a box at one fill level.
#[derive(Debug, Default)]
pub(crate) struct FillLevel {
    pub(crate) classes: usize,
    /// By class and entry; empty for a full box.
    steps: Vec<Step>,
    /// By sum and whether all entries scored: the class, and the certain points.
    known: BTreeMap<(i32, bool), (u16, i32)>,
}

/// The automaton of one box.
#[derive(Debug)]
pub(crate) struct BoxAutomaton {
    pub(crate) entries: Vec<BoxEntry>,
    /// By fill level.
    pub(crate) filled: Vec<FillLevel>,
    /// The points of each entry that scores.
    each: i32,
}

impl BoxAutomaton {
    pub(crate) fn new(rules: &SheetRules, moves: &Moves, slot: usize) -> Self {
        let of_slot = moves.of_slot[slot].iter();
        let entries: Vec<BoxEntry> =
            of_slot.map(|&to| BoxEntry { to, points: moves.moves[to].points }).collect();
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
        let mut automaton = Self { entries, filled: Vec::new(), each: each.sum() };
        let mut all: Vec<BTreeMap<(i32, bool), (u16, i32)>> = vec![BTreeMap::from([((0, true), (0, 0))])];
        for fill in 0..usize::from(rules.slots[slot].fill) {
            let after =
                all[fill].keys().flat_map(|&before| automaton.entries.iter().map(move |e| add(before, e)));
            all.push(after.map(|known| (known, (0, 0))).collect());
        }
        for (fill, mut known) in all.into_iter().enumerate().rev() {
            let next = automaton.filled.last();
            let filled = match next {
                None => {
                    known.iter_mut().for_each(|(&(sum, scored), to)| *to = (0, at_end(sum, scored)));
                    FillLevel { classes: 1, steps: Vec::new(), known }
                }
                Some(next) => automaton.merge_level(known, next),
            };
            debug_assert!(fill > 0 || filled.classes == 1);
            automaton.filled.push(filled);
        }
        automaton.filled.reverse();
        automaton
    }

    /// Merges the histories of a fill level that lead to the same classes with the same points.
    fn merge_level(&self, mut known: BTreeMap<(i32, bool), (u16, i32)>, next: &FillLevel) -> FillLevel {
        let mut classes: HashMap<Vec<(u16, i32)>, u16> = HashMap::new();
        let mut steps: Vec<Step> = Vec::new();
        for (&before, to) in &mut known {
            let after: Vec<(u16, i32)> =
                self.entries.iter().map(|entry| next.known[&add(before, entry)]).collect();
            let certain = after.iter().map(|&(_, certain)| certain).min().unwrap_or(0);
            let each = |entry: &BoxEntry| if entry.points == 0 { 0 } else { self.each };
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
        FillLevel { classes: classes.len(), steps, known }
    }

    /// Returns the transitions of a class by each entry.
    #[inline]
    pub(crate) fn steps(&self, fill: usize, class: u16) -> &[Step] {
        let (from, count) = (usize::from(class) * self.entries.len(), self.entries.len());
        &self.filled[fill].steps[from..from + count]
    }

    /// Returns the class of these entries, and the certain points.
    pub(crate) fn locate(&self, entries: impl Iterator<Item = i32>) -> (u16, i32) {
        let (mut fill, mut known, mut certain) = (0, (0, true), 0);
        for points in entries {
            fill += 1;
            known = add(known, &BoxEntry { to: 0, points });
            certain += if points == 0 { 0 } else { self.each };
        }
        let (class, later) = self.filled[fill].known[&known];
        (class, certain + later)
    }

    /// Returns h(c), the expected points of each class by fill level, if entries occur with these probabilities.
    pub(crate) fn expected_awards(&self, likely: &[f64]) -> Vec<Vec<f64>> {
        let mut expected = vec![vec![0.0]];
        for fill in (0..self.filled.len() - 1).rev() {
            let next: &Vec<f64> = &expected[expected.len() - 1];
            let expected_of = |class: usize| {
                let steps = self.steps(fill, class as u16).iter().zip(likely);
                steps.map(|(step, likely)| likely * (step.given + next[usize::from(step.class)])).sum()
            };
            let here = (0..self.filled[fill].classes).map(expected_of).collect();
            expected.push(here);
        }
        expected.reverse();
        expected
    }

    /// Returns by fill level the largest points that any class can still bring.
    pub(crate) fn max_awards(&self) -> Vec<f64> {
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

fn add((sum, scored): (i32, bool), entry: &BoxEntry) -> (i32, bool) {
    (sum + entry.points, scored && entry.points != 0)
}
