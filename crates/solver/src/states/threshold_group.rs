//! `ThresholdGroup`: a group with a bonus or penalty at thresholds of its sum. Sums that have the same future are merged into one
//! class, so that the solver has few states per filling.

use std::collections::BTreeSet;

use kosti_rules::{GroupMark, SheetRules};

use crate::moves::Move;
use crate::progress::{Cancelled, Progress, check_cancelled};

/// A class of sums.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum SumClass {
    /// This many thresholds will be reached, whatever is written.
    Decided(usize),
    /// The sum itself: several ends are possible.
    Sum(i32),
}

/// A group with a bonus or penalty.
#[derive(Debug)]
pub(super) struct ThresholdGroup {
    pub(super) slots: Vec<usize>,
    /// By box of the group: the factor of its digit in the index of group fillings.
    pub(super) strides: Vec<usize>,
    fills: Vec<usize>,
    pub(super) mark: GroupMark,
    /// By group filling: its classes.
    pub(super) classes: Vec<Vec<SumClass>>,
    /// By group filling: the number of reachable sums before merging.
    pub(super) sums: Vec<usize>,
    /// By group filling: the least and the most points that open boxes can bring.
    pub(super) remaining: Vec<(i32, i32)>,
    /// By group filling and move: the class after the move, for each class.
    pub(super) class_map: Vec<Vec<Vec<u16>>>,
}

/// Returns the factors of the digits of a mixed-radix number, and the number of such numbers.
pub(super) fn strides(fills: &[usize]) -> (Vec<usize>, usize) {
    let mut strides = Vec::with_capacity(fills.len());
    let mut all = 1_usize;
    for fill in fills {
        strides.push(all);
        all = all.saturating_mul(fill + 1);
    }
    (strides, all)
}

impl ThresholdGroup {
    pub(super) fn new(
        rules: &SheetRules,
        slots: &[usize],
        mark: &GroupMark,
        progress: &dyn Progress,
    ) -> Result<Self, Cancelled> {
        let fills: Vec<usize> = slots.iter().map(|&slot| usize::from(rules.slots[slot].fill)).collect();
        let (strides, fillings) = strides(&fills);
        let slots = slots.to_vec();
        let mut group = Self {
            slots,
            strides,
            fills,
            mark: mark.clone(),
            classes: Vec::new(),
            sums: Vec::new(),
            remaining: Vec::new(),
            class_map: Vec::new(),
        };
        let points: Vec<Vec<i32>> = group.slots.iter().map(|&slot| entry_points(rules, slot)).collect();
        let sums = group.reachable_sums(&points, fillings, progress)?;
        for (filling, sums) in sums.iter().enumerate() {
            check_cancelled(progress)?;
            let remaining = group.remaining_of(&points, filling);
            let mut classes: Vec<SumClass> = Vec::new();
            for &sum in sums {
                let class = group.classify(sum, remaining);
                if !classes.contains(&class) {
                    classes.push(class);
                }
            }
            group.classes.push(classes);
            // Sums above the last threshold count as one if no box can take points away.
            let never_less = points.iter().flatten().all(|&points| points >= 0);
            let last = mark.thresholds().last().copied().filter(|_| never_less);
            let most = last.unwrap_or(i32::MAX);
            let distinct: BTreeSet<i32> = sums.iter().map(|&sum| sum.min(most)).collect();
            group.sums.push(distinct.len());
            group.remaining.push(remaining);
        }
        Ok(group)
    }

    /// Returns the reachable sums of each group filling in ascending order.
    fn reachable_sums(
        &self,
        points: &[Vec<i32>],
        fillings: usize,
        progress: &dyn Progress,
    ) -> Result<Vec<Vec<i32>>, Cancelled> {
        let mut sums: Vec<BTreeSet<i32>> = vec![BTreeSet::new(); fillings];
        sums[0].insert(0);
        for filling in 0..fillings {
            check_cancelled(progress)?;
            for (i, stride) in self.strides.iter().enumerate() {
                if filling / stride % (self.fills[i] + 1) < self.fills[i] {
                    let found: Vec<i32> =
                        sums[filling].iter().flat_map(|sum| points[i].iter().map(move |p| sum + p)).collect();
                    sums[filling + stride].extend(found);
                }
            }
        }
        Ok(sums.into_iter().map(|sums| sums.into_iter().collect()).collect())
    }

    /// Returns the least and the most points that the open boxes can bring.
    fn remaining_of(&self, points: &[Vec<i32>], filling: usize) -> (i32, i32) {
        let (mut least, mut most) = (0, 0);
        for (i, stride) in self.strides.iter().enumerate() {
            let open = (self.fills[i] - filling / stride % (self.fills[i] + 1)) as i32;
            least += open * points[i].iter().min().copied().unwrap_or(0);
            most += open * points[i].iter().max().copied().unwrap_or(0);
        }
        (least, most)
    }

    fn classify(&self, sum: i32, (least, most): (i32, i32)) -> SumClass {
        let certain = self.mark.reached(sum + least);
        if self.mark.reached(sum + most) == certain { SumClass::Decided(certain) } else { SumClass::Sum(sum) }
    }

    /// Returns the class after a move for each class of a group filling; empty for moves of other groups and full
    /// boxes.
    pub(super) fn map_classes(&self, filling: usize, this: &Move) -> Vec<u16> {
        let Some(i) = self.slots.iter().position(|&slot| slot == this.slot) else { return Vec::new() };
        if filling / self.strides[i] % (self.fills[i] + 1) == self.fills[i] {
            return Vec::new();
        }
        let after = filling + self.strides[i];
        self.classes[filling]
            .iter()
            .map(|&classes| self.class_after(after, classes, this.gain) as u16)
            .collect()
    }

    /// Returns the index of the class that contains the sum after a gain.
    pub(super) fn class_after(&self, filling: usize, before: SumClass, gain: i32) -> usize {
        let class = match before {
            SumClass::Sum(sum) => self.classify(sum + gain, self.remaining[filling]),
            decided => decided,
        };
        self.classes[filling].iter().position(|classes| *classes == class).unwrap_or(0)
    }
}

/// Returns all points that an entry of the box can have, with 0 if it can be crossed out.
pub(crate) fn entry_points(rules: &SheetRules, slot: usize) -> Vec<i32> {
    let this = &rules.slots[slot];
    let mut points: Vec<i32> = this.possible_scores().collect();
    if this.cross != kosti_rules::file::Cross::Never && !points.contains(&0) {
        points.push(0);
    }
    points
}
