//! How many points lie behind and ahead of a state, at least and at most, when play goes on from a sheet.

use kosti_rules::{Sheet, SheetRules};

use super::{Known, States, entry_points};
use crate::jokers::Jokers;

/// Points of play that goes on from a sheet.
pub(crate) struct Ranges<'a> {
    states: &'a States,
    /// By box: the least and the most an entry can be.
    worth: Vec<(i32, i32)>,
    /// By box: how often it is filled on the sheet.
    filled: Vec<usize>,
    /// Where it is remembered whether the box of jokers has points: how far it has gone on the sheet.
    stepped: Option<(usize, usize)>,
    /// The box of jokers, and what each brings.
    joker: Option<(usize, i32)>,
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
            filled: slots.clone().map(|slot| sheet.filled(slot)).collect(),
            stepped: slots
                .filter(|&slot| states.steps[slot] > states.fills[slot])
                .map(|slot| (slot, states.steps_on(sheet, slot)))
                .find(|&(_, stepped)| stepped > 0),
            joker: rules.paid_joker().map(|(joker, bonus)| (joker.slot, bonus)),
            sums: states.marked.iter().map(|marked| sum(&marked.slots)).collect(),
        }
    }

    /// The ranges of a filling's states; nothing for those that cannot follow the sheet.
    pub(crate) fn of(&self, filling: usize) -> Vec<Option<Range>> {
        let states = self.states;
        if self.stepped.is_some_and(|(slot, stepped)| states.stepped(filling, slot) != stepped) {
            return vec![None; states.states_of(filling)];
        }
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
        let (brought, to_come) = self.jokers(filling);
        add(&mut written, (0, brought), 1);
        add(&mut rest, (0, to_come), 1);
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

    /// The most that jokers can have brought since the sheet, and can still bring.
    fn jokers(&self, filling: usize) -> (i32, i32) {
        let (states, Some((slot, bonus))) = (self.states, self.joker) else { return (0, 0) };
        let others = || (0..self.filled.len()).filter(|&other| other != slot);
        let open: usize = others().map(|other| states.fills[other] - states.filled(filling, other)).sum();
        let since: usize = others().map(|other| states.filled(filling, other) - self.filled[other]).sum();
        match states.jokers_of(slot, filling) {
            Jokers::None => (0, bonus * open as i32),
            Jokers::Plain => (0, 0),
            Jokers::Paid => (bonus * since as i32, bonus * open as i32),
        }
    }
}

fn add(to: &mut (i32, i32), worth: (i32, i32), times: usize) {
    to.0 += worth.0 * times as i32;
    to.1 += worth.1 * times as i32;
}
