//! Groups whose sums decide something, and what can be known of these sums.

use std::collections::BTreeSet;

use kosti_rules::{GroupMark, SheetRules};

use crate::moves::Move;
use crate::progress::{Cancelled, Progress, check};

/// What is known of a group's sum.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Known {
    /// The mark cannot be reached any more.
    Missed,
    /// The sum itself: all is open.
    Sum(i32),
    /// The mark cannot be missed any more.
    Reached,
}

/// A group whose sum decides something.
#[derive(Debug)]
pub(super) struct Marked {
    pub(super) slots: Vec<usize>,
    /// What each of its boxes multiplies its filling by, in the index of the group's fillings.
    pub(super) strides: Vec<usize>,
    fills: Vec<usize>,
    pub(super) mark: i32,
    /// What reaching and missing the mark give at the end.
    pub(super) reached: f64,
    pub(super) missed: f64,
    /// By filling: what can be known.
    pub(super) known: Vec<Vec<Known>>,
    /// By filling: how many sums can be reached, before merging.
    pub(super) sums: Vec<usize>,
    /// By filling: the least and the most that is still to come.
    pub(super) rest: Vec<(i32, i32)>,
    /// By filling and move: which class each class becomes.
    pub(super) becomes: Vec<Vec<Vec<u16>>>,
}

/// What each digit of a mixed-radix number multiplies, and how many numbers there are.
pub(super) fn strides(fills: &[usize]) -> (Vec<usize>, usize) {
    let mut strides = Vec::with_capacity(fills.len());
    let mut all = 1_usize;
    for fill in fills {
        strides.push(all);
        all = all.saturating_mul(fill + 1);
    }
    (strides, all)
}

impl Marked {
    pub(super) fn new(
        rules: &SheetRules,
        slots: &[usize],
        mark: GroupMark,
        progress: &dyn Progress,
    ) -> Result<Self, Cancelled> {
        let (mark, reached, missed) = match mark {
            GroupMark::Bonus { at_least, points, .. } => (at_least, f64::from(points), 0.0),
            GroupMark::Penalty { below, points } => (below, 0.0, -f64::from(points)),
        };
        let fills: Vec<usize> = slots.iter().map(|&slot| usize::from(rules.slots[slot].fill)).collect();
        let (strides, fillings) = strides(&fills);
        let slots = slots.to_vec();
        let mut marked = Self {
            slots,
            strides,
            fills,
            mark,
            reached,
            missed,
            known: Vec::new(),
            sums: Vec::new(),
            rest: Vec::new(),
            becomes: Vec::new(),
        };
        let points: Vec<Vec<i32>> = marked.slots.iter().map(|&slot| entry_points(rules, slot)).collect();
        let sums = marked.reachable_sums(&points, fillings, progress)?;
        for (filling, sums) in sums.iter().enumerate() {
            check(progress)?;
            let rest = marked.rest_of(&points, filling);
            let mut known: Vec<Known> = Vec::new();
            for &sum in sums {
                let class = marked.classify(sum, rest);
                if !known.contains(&class) {
                    known.push(class);
                }
            }
            marked.known.push(known);
            // Beyond the mark sums are counted as one, where no box can take points away again.
            let never_less = points.iter().flatten().all(|&points| points >= 0);
            let most = if never_less { marked.mark } else { i32::MAX };
            let distinct: BTreeSet<i32> = sums.iter().map(|&sum| sum.min(most)).collect();
            marked.sums.push(distinct.len());
            marked.rest.push(rest);
        }
        Ok(marked)
    }

    /// By filling: every sum the group can have, ascending.
    fn reachable_sums(
        &self,
        points: &[Vec<i32>],
        fillings: usize,
        progress: &dyn Progress,
    ) -> Result<Vec<Vec<i32>>, Cancelled> {
        let mut sums: Vec<BTreeSet<i32>> = vec![BTreeSet::new(); fillings];
        sums[0].insert(0);
        for filling in 0..fillings {
            check(progress)?;
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

    /// The least and the most that the open boxes can still bring.
    fn rest_of(&self, points: &[Vec<i32>], filling: usize) -> (i32, i32) {
        let (mut least, mut most) = (0, 0);
        for (i, stride) in self.strides.iter().enumerate() {
            let open = (self.fills[i] - filling / stride % (self.fills[i] + 1)) as i32;
            least += open * points[i].iter().min().copied().unwrap_or(0);
            most += open * points[i].iter().max().copied().unwrap_or(0);
        }
        (least, most)
    }

    fn classify(&self, sum: i32, (least, most): (i32, i32)) -> Known {
        if sum + most < self.mark {
            Known::Missed
        } else if sum + least >= self.mark {
            Known::Reached
        } else {
            Known::Sum(sum)
        }
    }

    /// What each class of a filling becomes by a move of this group; nothing for other moves, or where there is no room.
    pub(super) fn becomes_after(&self, filling: usize, this: &Move) -> Vec<u16> {
        let Some(i) = self.slots.iter().position(|&slot| slot == this.slot) else { return Vec::new() };
        if filling / self.strides[i] % (self.fills[i] + 1) == self.fills[i] {
            return Vec::new();
        }
        let after = filling + self.strides[i];
        self.known[filling].iter().map(|&known| self.class_after(after, known, this.gain) as u16).collect()
    }

    /// Which class of this filling holds what was known before and a gain.
    pub(super) fn class_after(&self, filling: usize, before: Known, gain: i32) -> usize {
        let class = match before {
            Known::Sum(sum) => self.classify(sum + gain, self.rest[filling]),
            decided => decided,
        };
        self.known[filling].iter().position(|known| *known == class).unwrap_or(0)
    }
}

/// Every number of points that an entry of the box can have, crossed out included.
pub(crate) fn entry_points(rules: &SheetRules, slot: usize) -> Vec<i32> {
    let this = &rules.slots[slot];
    let mut points: Vec<i32> = this.possible_scores().collect();
    if this.cross != kosti_rules::file::Cross::Never && !points.contains(&0) {
        points.push(0);
    }
    points
}
