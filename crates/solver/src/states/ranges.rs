//! `PointRanges`: bounds of the points that were written before a state and that come after it, if play starts from a
//! given sheet.

use kosti_rules::{Sheet, SheetRules};

use super::{States, SumClass, entry_points};
use crate::jokers::JokerStatus;

/// Bounds of points for play that starts from a sheet.
pub(crate) struct PointRanges<'a> {
    states: &'a States,
    /// By box: the least and the most points of an entry.
    worth: Vec<(i32, i32)>,
    /// By box: its number of entries on the sheet.
    filled: Vec<usize>,
    /// If states remember whether the joker box got points: the box, and its digit on the sheet.
    steps_taken: Option<(usize, usize)>,
    /// The joker box, and the bonus of a joker.
    joker: Option<(usize, i32)>,
    /// By threshold group: its sum on the sheet.
    sums: Vec<i32>,
}

/// Bounds of the points of a state; they are never exceeded, but may not be reached.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) struct PointRange {
    /// Points written since the sheet, without bonuses and penalties.
    pub(crate) written: (i32, i32),
    /// Points still to come, with bonuses and penalties.
    pub(crate) remaining: (i32, i32),
}

impl<'a> PointRanges<'a> {
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
            steps_taken: slots
                .filter(|&slot| states.steps[slot] > states.fills[slot])
                .map(|slot| (slot, states.steps_on(sheet, slot)))
                .find(|&(_, steps_taken)| steps_taken > 0),
            joker: rules.paid_joker().map(|(joker, bonus)| (joker.slot, bonus)),
            sums: states.groups.iter().map(|group| sum(&group.slots)).collect(),
        }
    }

    /// Whether a filling can follow the sheet, as far as numbers of entries tell.
    pub(crate) fn follows(&self, filling: usize) -> bool {
        self.filled.iter().enumerate().all(|(slot, &filled)| self.states.entries_in(filling, slot) >= filled)
    }

    /// Returns the bounds of the states of a filling; `None` for states that cannot follow the sheet.
    pub(crate) fn of_filling(&self, filling: usize) -> Vec<Option<PointRange>> {
        let states = self.states;
        if self
            .steps_taken
            .is_some_and(|(slot, steps_taken)| states.steps_taken(filling, slot) != steps_taken)
        {
            return vec![None; states.states_of(filling)];
        }
        let (mut written, mut remaining) = ((0, 0), (0, 0));
        let mut gained = vec![(0, 0); states.groups.len()];
        for (slot, &worth) in self.worth.iter().enumerate() {
            let filled = states.entries_in(filling, slot);
            let Some(since) = filled.checked_sub(self.filled[slot]) else {
                return vec![None; states.states_of(filling)];
            };
            let group = states.groups.iter().position(|group| group.slots.contains(&slot));
            add(group.map_or(&mut written, |group| &mut gained[group]), worth, since);
            add(&mut remaining, worth, states.fills[slot] - filled);
        }
        let (brought, to_come) = self.jokers(filling);
        add(&mut written, (0, brought), 1);
        add(&mut remaining, (0, to_come), 1);
        let range = |nth: usize| {
            let (mut nth, mut range) = (nth, PointRange { written, remaining });
            for ((group, &before), &gained) in states.groups.iter().zip(&self.sums).zip(&gained) {
                let own = states.group_filling(group, filling);
                let (classes, (least, most)) = (&group.classes[own], group.remaining[own]);
                let (low, high) = gained;
                let (gained, extra) = match classes[nth % classes.len()] {
                    SumClass::Sum(sum) => {
                        let gained = sum - before;
                        let ends = group.mark.reached(sum + least)..=group.mark.reached(sum + most);
                        let points = ends.map(|reached| group.mark.points(reached));
                        let extra = (points.clone().min().unwrap_or(0), points.max().unwrap_or(0));
                        ((low.max(gained), high.min(gained)), extra)
                    }
                    SumClass::Decided(reached) => {
                        let thresholds = group.mark.thresholds();
                        let from = reached.checked_sub(1).map(|last| thresholds[last] - least - before);
                        let to = thresholds.get(reached).map(|next| next - most - before - 1);
                        let points = group.mark.points(reached);
                        ((low.max(from.unwrap_or(low)), high.min(to.unwrap_or(high))), (points, points))
                    }
                };
                if gained.0 > gained.1 {
                    return None;
                }
                add(&mut range.written, gained, 1);
                add(&mut range.remaining, extra, 1);
                nth /= classes.len();
            }
            Some(range)
        };
        (0..states.states_of(filling)).map(range).collect()
    }

    /// Returns the largest joker bonuses that can have been paid since the sheet, and that can still be paid.
    fn jokers(&self, filling: usize) -> (i32, i32) {
        let (states, Some((slot, bonus))) = (self.states, self.joker) else { return (0, 0) };
        let others = || (0..self.filled.len()).filter(|&other| other != slot);
        let open: usize = others().map(|other| states.fills[other] - states.entries_in(filling, other)).sum();
        let since: usize = others().map(|other| states.entries_in(filling, other) - self.filled[other]).sum();
        match states.jokers_of(slot, filling) {
            JokerStatus::None => (0, bonus * open as i32),
            JokerStatus::Plain => (0, 0),
            JokerStatus::Paid => (bonus * since as i32, bonus * open as i32),
        }
    }
}

fn add(to: &mut (i32, i32), worth: (i32, i32), times: usize) {
    to.0 += worth.0 * times as i32;
    to.1 += worth.1 * times as i32;
}
