//! Filling a board: which states stand in its lanes, and what follows their moves.

use kosti_rules::SheetRules;

use crate::kernel::{Board, Lanes};
use crate::moves::Moves;
use crate::states::States;

/// A state: a filling, and which of its states.
pub(crate) type Place = (usize, usize);

impl<const L: usize, const N: usize> Board<L, N> {
    /// Puts states into the lanes; lanes that are left over repeat the last one. `value` gives what a state of the
    /// next layer is worth.
    pub(crate) fn place(
        &mut self,
        rules: &SheetRules,
        states: &States,
        moves: &Moves,
        places: &[Place],
        value: impl Fn(usize) -> f64,
    ) {
        self.open.clear();
        self.next.fill(Lanes::ALL_NEVER);
        self.last_resort.fill(Lanes::ALL_NEVER);
        let (first, last) = (places[0], places[places.len() - 1]);
        if first.0 == last.0 && states.has_fan() {
            self.place_one_filling(rules, states, moves, first, places.len(), &value);
        } else {
            self.place_any(rules, states, moves, places, &value);
        }
        self.place_last_resort(rules, states, moves, places);
    }

    /// All lanes are states of one filling, next to each other: most of what follows lies next to each other too.
    fn place_one_filling(
        &mut self,
        rules: &SheetRules,
        states: &States,
        moves: &Moves,
        (filling, nth): Place,
        count: usize,
        value: &impl Fn(usize) -> f64,
    ) {
        for slot in 0..rules.slots.len() {
            if !may_fill(rules, states, filling, slot) {
                continue;
            }
            self.open.push(slot);
            states.fan(filling, slot, &moves.of_slot[slot], |to, base, becomes| {
                let lanes = &mut self.next[to];
                for (lane, follows) in lanes.0.iter_mut().enumerate() {
                    let nth = nth + lane.min(count - 1);
                    let class = becomes.map_or(nth, |becomes| usize::from(becomes[nth]));
                    *follows = value(base + class);
                }
            });
        }
    }

    fn place_any(
        &mut self,
        rules: &SheetRules,
        states: &States,
        moves: &Moves,
        places: &[Place],
        value: &impl Fn(usize) -> f64,
    ) {
        let last = places[places.len() - 1];
        for slot in 0..rules.slots.len() {
            let mut open = false;
            for lane in 0..L {
                let (filling, nth) = *places.get(lane).unwrap_or(&last);
                if !may_fill(rules, states, filling, slot) {
                    continue;
                }
                open = true;
                for &(to, gain) in &moves.of_slot[slot] {
                    self.next[to].0[lane] = value(states.after(filling, nth, slot, gain));
                }
            }
            if open {
                self.open.push(slot);
            }
        }
    }

    fn place_last_resort(&mut self, rules: &SheetRules, states: &States, moves: &Moves, places: &[Place]) {
        let last = places[places.len() - 1];
        for (resort, best) in moves.last_resort.iter().zip(&mut self.last_resort) {
            for (lane, best) in best.0.iter_mut().enumerate() {
                let (filling, _) = *places.get(lane).unwrap_or(&last);
                let others_full = (0..rules.slots.len()).all(|slot| {
                    rules.slots[slot].group == Some(resort.group) || !states.is_open(filling, slot)
                });
                if others_full {
                    for &(slot, to, points) in &resort.moves {
                        if states.is_open(filling, slot) {
                            *best = best.max(points + self.next[to].0[lane]);
                        }
                    }
                }
            }
        }
    }
}

/// Whether the box has room and the gate lets it be filled.
pub(crate) fn may_fill(rules: &SheetRules, states: &States, filling: usize, slot: usize) -> bool {
    states.is_open(filling, slot)
        && (states.gate_open(rules, filling)
            || rules.gate.is_some_and(|gate| rules.slots[slot].group == Some(gate.only)))
}
