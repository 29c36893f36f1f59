//! How many points lie behind and ahead of a state, at least and at most, when play goes on from a sheet.

use kosti_rules::{Sheet, SheetRules};

use super::{Known, States, entry_points};

/// Points of play that goes on from a sheet.
pub(crate) struct Ranges<'a> {
    states: &'a States,
    /// By box: the least and the most an entry can be.
    worth: Vec<(i32, i32)>,
    /// By box: how often it is filled on the sheet.
    filled: Vec<usize>,
    /// By marked group: its sum on the sheet.
    sums: Vec<i32>,
}

/// What is known of a state's points; both ends can be reached by some dice or none, never exceeded.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) struct Range {
    /// Written since the sheet, bonuses and penalties left out.
    pub(crate) written: (i32, i32),
    /// Still to come, bonuses and penalties included.
    pub(crate) rest: (i32, i32),
}

impl<'a> Ranges<'a> {
    pub(crate) fn new(rules: &SheetRules, states: &'a States, sheet: &Sheet) -> Self {
        let worth = |slot| {
            let points = entry_points(rules, slot);
            (points.iter().min().copied().unwrap_or(0), points.iter().max().copied().unwrap_or(0))
        };
        let slots = 0..rules.slots.len();
        let sum = |slots: &[usize]| slots.iter().map(|&slot| sheet.sum(slot)).sum();
        Self {
            states,
            worth: slots.clone().map(worth).collect(),
            filled: slots.map(|slot| sheet.filled(slot)).collect(),
            sums: states.marked.iter().map(|marked| sum(&marked.slots)).collect(),
        }
    }

    /// The ranges of a filling's states; nothing for those that cannot follow the sheet.
    pub(crate) fn of(&self, filling: usize) -> Vec<Option<Range>> {
        let states = self.states;
        let (mut written, mut rest) = ((0, 0), (0, 0));
        let mut gained = vec![(0, 0); states.marked.len()];
        for (slot, &worth) in self.worth.iter().enumerate() {
            let filled = states.filled(filling, slot);
            let Some(since) = filled.checked_sub(self.filled[slot]) else {
                return vec![None; states.states_of(filling)];
            };
            let group = states.marked.iter().position(|marked| marked.slots.contains(&slot));
            add(group.map_or(&mut written, |group| &mut gained[group]), worth, since);
            add(&mut rest, worth, states.fills[slot] - filled);
        }
        let range = |nth: usize| {
            let (mut nth, mut range) = (nth, Range { written, rest });
            for ((marked, &before), &gained) in states.marked.iter().zip(&self.sums).zip(&gained) {
                let group = states.group_filling(marked, filling);
                let (known, (least, most)) = (&marked.known[group], marked.rest[group]);
                let (reached, missed) = (marked.reached as i32, marked.missed as i32);
                let (low, high) = gained;
                let (gained, extra) = match known[nth % known.len()] {
                    Known::Sum(sum) => {
                        let gained = sum - before;
                        ((low.max(gained), high.min(gained)), (reached.min(missed), reached.max(missed)))
                    }
                    Known::Reached => ((low.max(marked.mark - least - before), high), (reached, reached)),
                    Known::Missed => ((low, high.min(marked.mark - most - before - 1)), (missed, missed)),
                };
                if gained.0 > gained.1 {
                    return None;
                }
                add(&mut range.written, gained, 1);
                add(&mut range.rest, extra, 1);
                nth /= known.len();
            }
            Some(range)
        };
        (0..states.states_of(filling)).map(range).collect()
    }
}

fn add(to: &mut (i32, i32), worth: (i32, i32), times: usize) {
    to.0 += worth.0 * times as i32;
    to.1 += worth.1 * times as i32;
}
