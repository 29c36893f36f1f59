//! `States`: the states of a score sheet. A state is a filling (the number of entries of each box), and for each group with
//! a bonus or penalty the class of its sum: sums are merged in `threshold_group.rs`. The joker box has one more step where the state must remember whether it got
//! points. See docs/solver.md, "States of a score sheet".

use kosti_rules::{Sheet, SheetRules};

use crate::jokers::{JokerStatus, remembered_joker_slot, status_when_full, status_without_points};
use crate::moves::{Move, Moves};
use crate::progress::{Cancelled, Progress, check_cancelled};
use crate::solution::{SolveError, TooLarge};

mod ranges;
mod threshold_group;

use threshold_group::{SumClass, ThresholdGroup, strides};

pub(crate) use ranges::{PointRange, PointRanges};
pub(crate) use threshold_group::entry_points;

/// The size of a solved game.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Size {
    /// Fillings: ways to fill the boxes.
    pub fillings: usize,
    /// Reachable states before group sums are merged.
    pub reachable: usize,
    /// States after merging, which are solved.
    pub states: usize,
}

/// The largest number of states; each value takes 8 bytes.
const MOST_STATES: usize = 40_000_000;

/// The successors of the states of a filling by one move.
pub(crate) struct Successor<'a> {
    pub(crate) to: usize,
    /// The first state of the next filling.
    pub(crate) base: usize,
    /// By class: the class after the move; `None` if classes stay the same.
    pub(crate) class_map: Option<&'a [u16]>,
}

/// All states, in layers by the number of entries.
#[derive(Debug)]
pub(crate) struct States {
    /// By box: the factor of its digit in the index of fillings.
    strides: Vec<usize>,
    fills: Vec<usize>,
    /// By box: the largest digit in the index of fillings: its number of entries, and one more for the remembered joker
    /// box.
    steps: Vec<usize>,
    /// The status of jokers once their box is full; if the state remembers points, with points and without.
    jokers: JokerStatus,
    jokers_without_points: JokerStatus,
    groups: Vec<ThresholdGroup>,
    /// By filling: its first state; `NO_STATE` for fillings that cannot be reached.
    from: Vec<u32>,
    /// By layer: its fillings and its first state.
    pub(crate) layers: Vec<Layer>,
    pub(crate) size: Size,
}

/// The states with the same number of entries.
#[derive(Debug, Default)]
pub(crate) struct Layer {
    pub(crate) fillings: Vec<u32>,
    pub(crate) from: usize,
    pub(crate) states: usize,
}

const NO_STATE: u32 = u32::MAX;
/// The number of fillings between two checks for cancellation.
const CANCEL_CHECK_INTERVAL: usize = 1 << 12;

impl States {
    pub(crate) fn new(rules: &SheetRules, progress: &dyn Progress) -> Result<Self, SolveError> {
        let fills: Vec<usize> = rules.slots.iter().map(|slot| usize::from(slot.fill)).collect();
        let remembered = remembered_joker_slot(rules);
        let steps: Vec<usize> = fills
            .iter()
            .enumerate()
            .map(|(slot, fill)| fill + usize::from(remembered == Some(slot)))
            .collect();
        let (strides, fillings) = strides(&steps);
        if fillings > MOST_STATES {
            return Err(TooLarge { states: fillings, most: MOST_STATES }.into());
        }
        let groups = rules.groups.iter().filter_map(|group| Some((group, group.mark.as_ref()?)));
        let groups = groups.map(|(group, mark)| ThresholdGroup::new(rules, &group.slots, mark, progress));
        let groups = groups.collect::<Result<Vec<ThresholdGroup>, Cancelled>>()?;
        let mut states = Self {
            strides,
            fills,
            steps,
            jokers: status_when_full(rules),
            jokers_without_points: status_without_points(rules),
            groups,
            from: vec![NO_STATE; fillings],
            layers: Vec::new(),
            size: Size { fillings: 0, reachable: 0, states: 0 },
        };
        states.lay_out(rules, progress)?;
        Ok(states)
    }

    fn lay_out(&mut self, rules: &SheetRules, progress: &dyn Progress) -> Result<(), SolveError> {
        self.layers.resize_with(rules.rounds + 1, Layer::default);
        for filling in 0..self.from.len() {
            if filling % CANCEL_CHECK_INTERVAL == 0 {
                check_cancelled(progress)?;
            }
            if self.is_reachable(rules, filling) {
                let written = (0..self.fills.len()).map(|slot| self.entries_in(filling, slot)).sum::<usize>();
                self.layers[written].fillings.push(filling as u32);
            }
        }
        let (mut at, mut reachable) = (0, 0);
        for layer in 0..self.layers.len() {
            self.layers[layer].from = at;
            for i in 0..self.layers[layer].fillings.len() {
                if i % CANCEL_CHECK_INTERVAL == 0 {
                    check_cancelled(progress)?;
                }
                let filling = self.layers[layer].fillings[i] as usize;
                self.from[filling] = at as u32;
                at += self
                    .groups
                    .iter()
                    .map(|m| m.classes[self.group_filling(m, filling)].len())
                    .product::<usize>();
                reachable +=
                    self.groups.iter().map(|m| m.sums[self.group_filling(m, filling)]).product::<usize>();
                if at > MOST_STATES {
                    return Err(TooLarge { states: at, most: MOST_STATES }.into());
                }
            }
            self.layers[layer].states = at - self.layers[layer].from;
        }
        let fillings = self.layers.iter().map(|layer| layer.fillings.len()).sum();
        self.size = Size { fillings, reachable, states: at };
        Ok(())
    }

    /// Whether the gate allows this filling.
    fn is_reachable(&self, rules: &SheetRules, filling: usize) -> bool {
        self.gate_open(rules, filling)
            || rules.gate.is_some_and(|gate| {
                (0..self.fills.len()).all(|slot| {
                    rules.slots[slot].group == Some(gate.only) || self.entries_in(filling, slot) == 0
                })
            })
    }

    /// Whether the gate is open. Boxes that count for it are scored, never crossed out.
    pub(crate) fn gate_open(&self, rules: &SheetRules, filling: usize) -> bool {
        rules.gate.is_none_or(|gate| {
            let slots = &rules.groups[gate.of].slots;
            slots.iter().map(|&slot| self.entries_in(filling, slot)).sum::<usize>() >= gate.scored
        })
    }

    pub(crate) fn entries_in(&self, filling: usize, slot: usize) -> usize {
        self.steps_taken(filling, slot).min(self.fills[slot])
    }

    /// Returns the digit of a box.
    fn steps_taken(&self, filling: usize, slot: usize) -> usize {
        filling / self.strides[slot] % (self.steps[slot] + 1)
    }

    /// Returns the status of joker throws.
    pub(crate) fn jokers(&self, rules: &SheetRules, filling: usize) -> JokerStatus {
        rules.joker.as_ref().map_or(JokerStatus::None, |joker| self.jokers_of(joker.slot, filling))
    }

    fn jokers_of(&self, slot: usize, filling: usize) -> JokerStatus {
        match self.steps_taken(filling, slot) {
            0 => JokerStatus::None,
            1 if self.steps[slot] > self.fills[slot] => self.jokers_without_points,
            _ => self.jokers,
        }
    }

    pub(crate) fn is_open(&self, filling: usize, slot: usize) -> bool {
        self.entries_in(filling, slot) < self.fills[slot]
    }

    fn group_filling(&self, group: &ThresholdGroup, filling: usize) -> usize {
        group
            .slots
            .iter()
            .zip(&group.strides)
            .map(|(&slot, stride)| self.entries_in(filling, slot) * stride)
            .sum()
    }

    /// The memory of the index of fillings.
    pub(crate) fn index_bytes(&self) -> usize {
        let layers: usize = self.layers.iter().map(|layer| size_of_val(&*layer.fillings)).sum();
        size_of_val(&*self.from) + layers
    }

    /// Returns the number of states of a filling.
    pub(crate) fn states_of(&self, filling: usize) -> usize {
        self.groups.iter().map(|m| m.classes[self.group_filling(m, filling)].len()).product()
    }

    pub(crate) fn next_filling(&self, filling: usize, this: &Move) -> usize {
        filling + self.strides[this.slot] * this.steps
    }

    pub(crate) fn first_state_of(&self, filling: usize) -> usize {
        self.from[filling] as usize
    }

    /// Returns the state after a move from state `nth` of a filling.
    pub(crate) fn state_after(&self, filling: usize, nth: usize, this: &Move) -> usize {
        let next = self.next_filling(filling, this);
        let (mut nth, mut at, mut stride) = (nth, self.from[next] as usize, 1);
        for group in &self.groups {
            let before = self.group_filling(group, filling);
            let classes = &group.classes[before];
            let (here, rest) = (nth % classes.len(), nth / classes.len());
            nth = rest;
            let own = group.slots.contains(&this.slot);
            let after = if own { self.group_filling(group, next) } else { before };
            let class = if own { group.class_after(after, classes[here], this.gain) } else { here };
            at += class * stride;
            stride *= group.classes[after].len();
        }
        at
    }

    /// Tabulates the class after each move, for games with at most one threshold group.
    pub(crate) fn prepare(&mut self, moves: &[Move], progress: &dyn Progress) -> Result<(), Cancelled> {
        for group in &mut self.groups {
            let fillings = group.classes.len();
            let class_map = (0..fillings).map(|filling| {
                check_cancelled(progress)?;
                Ok(moves.iter().map(|this| group.map_classes(filling, this)).collect())
            });
            group.class_map = class_map.collect::<Result<_, Cancelled>>()?;
        }
        Ok(())
    }

    /// Lists the successors of a filling by the moves of a box, for games with at most one threshold group.
    pub(crate) fn successors<'a>(
        &'a self,
        filling: usize,
        slot: usize,
        moves: &'a Moves,
        group_filling: usize,
    ) -> impl Iterator<Item = Successor<'a>> + 'a {
        let group = self.groups.first().filter(|group| group.slots.contains(&slot));
        let group = group.map(|group| &group.class_map[group_filling]);
        moves.of_slot[slot].iter().map(move |&to| Successor {
            to,
            base: self.from[self.next_filling(filling, &moves.moves[to])] as usize,
            class_map: group.map(|class_map| class_map[to].as_slice()),
        })
    }

    /// Returns the filling of the only threshold group.
    pub(crate) fn single_group_filling(&self, filling: usize) -> usize {
        self.groups.first().map_or(0, |group| self.group_filling(group, filling))
    }

    /// Whether the game has at most one threshold group.
    pub(crate) fn has_single_group(&self) -> bool {
        self.groups.len() <= 1
    }

    /// Returns the state of a sheet.
    pub(crate) fn locate(&self, sheet: &Sheet) -> (usize, usize) {
        let filling = (0..self.fills.len()).map(|slot| self.steps_on(sheet, slot) * self.strides[slot]).sum();
        let (mut nth, mut stride) = (0, 1);
        for group in &self.groups {
            let sum: i32 = group.slots.iter().map(|&slot| sheet.sum(slot)).sum();
            let own = self.group_filling(group, filling);
            nth += group.class_after(own, SumClass::Sum(sum), 0) * stride;
            stride *= group.classes[own].len();
        }
        (filling, nth)
    }

    /// Returns the digit of a box on this sheet.
    fn steps_on(&self, sheet: &Sheet, slot: usize) -> usize {
        let remembers = self.steps[slot] > self.fills[slot] && sheet.sum(slot) != 0;
        sheet.filled(slot) + usize::from(remembers)
    }

    /// Returns the bonuses and penalties of state `nth` of the full sheet.
    pub(crate) fn final_bonus(&self, nth: usize) -> f64 {
        self.final_groups(nth).map(|(group, reached)| f64::from(group.mark.points(reached))).sum()
    }

    /// Iterates over the threshold groups of state `nth` of the full sheet: how many thresholds each reached.
    pub(crate) fn groups_reached(&self, nth: usize) -> impl Iterator<Item = usize> + '_ {
        self.final_groups(nth).map(|(_, reached)| reached)
    }

    fn final_groups(&self, nth: usize) -> impl Iterator<Item = (&ThresholdGroup, usize)> {
        let filling = self.from.len() - 1;
        let mut nth = nth;
        self.groups.iter().map(move |group| {
            let classes = &group.classes[self.group_filling(group, filling)];
            let reached = match classes[nth % classes.len()] {
                SumClass::Decided(reached) => reached,
                SumClass::Sum(_) => unreachable!("the group is full"),
            };
            nth /= classes.len();
            (group, reached)
        })
    }
}
