//! Placement: puts states into the lanes of a board, with the values of the states that follow their moves.

use kosti_rules::SheetRules;

use crate::kernel::TurnBoard;
use crate::lane_value::{LANES, LaneValue};
use crate::moves::Moves;
use crate::states::{States, Successor};

/// A state: a filling, and the number of the state within the filling.
pub(crate) type StateKey = (usize, usize);

/// The tables of a game.
pub(crate) struct GameTables<'a> {
    pub(crate) rules: &'a SheetRules,
    pub(crate) states: &'a States,
    pub(crate) moves: &'a Moves,
}

/// The successors of the states of one filling, computed once for all boards of the filling.
#[derive(Default)]
pub(crate) struct Successors<'a> {
    filling: Option<usize>,
    open: Vec<usize>,
    list: Vec<Successor<'a>>,
}

impl<'a> Successors<'a> {
    fn compute(&mut self, game: &GameTables<'a>, filling: usize) {
        if self.filling == Some(filling) {
            return;
        }
        self.filling = Some(filling);
        self.open.clear();
        self.list.clear();
        self.open.extend((0..game.rules.slots.len()).filter(|&slot| may_fill(game, filling, slot)));
        let group = game.states.single_group_filling(filling);
        for &slot in &self.open {
            self.list.extend(game.states.successors(filling, slot, game.moves, group));
        }
    }
}

impl<C: LaneValue, const N: usize> TurnBoard<C, N> {
    /// Puts states into the lanes; unused lanes repeat the last state. `value` returns the value of a state of the next
    /// layer.
    pub(crate) fn place<'a>(
        &mut self,
        game: &GameTables<'a>,
        successors: &mut Successors<'a>,
        places: &[StateKey],
        value: impl Fn(usize) -> C::Value,
    ) {
        self.open.clear();
        self.next.fill(C::IMPOSSIBLE);
        self.last_resort.fill(C::IMPOSSIBLE);
        self.place_jokers(game, places);
        if !game.states.has_single_group() {
            self.place_any(game, places, &value);
            return self.place_last_resort(game, places);
        }
        let neighbours = places.windows(2).all(|pair| pair[1] == (pair[0].0, pair[0].1 + 1));
        if neighbours {
            successors.compute(game, places[0].0);
            self.place_one_filling(successors, places[0].1, places.len(), &value);
        } else {
            self.place_lanes(game, successors, places, &value);
        }
        self.place_last_resort(game, places);
    }

    /// Places neighbouring states of one filling: most of their successors are neighbours too.
    fn place_one_filling(
        &mut self,
        successors: &Successors<'_>,
        nth: usize,
        count: usize,
        value: &impl Fn(usize) -> C::Value,
    ) {
        self.open.extend_from_slice(&successors.open);
        for successor in &successors.list {
            let next = &mut self.next[successor.to];
            for lane in 0..LANES {
                let nth = nth + lane.min(count - 1);
                let class = successor.class_map.map_or(nth, |class_map| usize::from(class_map[nth]));
                next.set(lane, value(successor.base + class));
            }
        }
    }

    /// Places states of different fillings.
    fn place_lanes<'a>(
        &mut self,
        game: &GameTables<'a>,
        successors: &mut Successors<'a>,
        places: &[StateKey],
        value: &impl Fn(usize) -> C::Value,
    ) {
        let last = places[places.len() - 1];
        for lane in 0..LANES {
            let (filling, nth) = *places.get(lane).unwrap_or(&last);
            successors.compute(game, filling);
            for &slot in &successors.open {
                if !self.open.contains(&slot) {
                    self.open.push(slot);
                }
            }
            for successor in &successors.list {
                let class = successor.class_map.map_or(nth, |class_map| usize::from(class_map[nth]));
                self.next[successor.to].set(lane, value(successor.base + class));
            }
        }
    }

    /// Places states of a game with several threshold groups.
    fn place_any(&mut self, game: &GameTables<'_>, places: &[StateKey], value: &impl Fn(usize) -> C::Value) {
        let last = places[places.len() - 1];
        for slot in 0..game.rules.slots.len() {
            let mut open = false;
            for lane in 0..LANES {
                let (filling, nth) = *places.get(lane).unwrap_or(&last);
                if !may_fill(game, filling, slot) {
                    continue;
                }
                open = true;
                for &to in &game.moves.of_slot[slot] {
                    let state = game.states.state_after(filling, nth, &game.moves.moves[to]);
                    self.next[to].set(lane, value(state));
                }
            }
            if open {
                self.open.push(slot);
            }
        }
    }

    pub(crate) fn place_jokers(&mut self, game: &GameTables<'_>, places: &[StateKey]) {
        if game.rules.joker.is_some() {
            let place = |lane: usize| places[lane.min(places.len() - 1)];
            self.jokers = std::array::from_fn(|lane| game.states.jokers(game.rules, place(lane).0));
        }
    }

    pub(crate) fn place_last_resort(&mut self, game: &GameTables<'_>, places: &[StateKey]) {
        let last = places[places.len() - 1];
        for (resort, best) in game.moves.last_resort.iter().zip(&mut self.last_resort) {
            for lane in 0..LANES {
                let (filling, _) = *places.get(lane).unwrap_or(&last);
                let others_full = (0..game.rules.slots.len()).all(|slot| {
                    game.rules.slots[slot].group == Some(resort.group) || !game.states.is_open(filling, slot)
                });
                if !others_full {
                    continue;
                }
                for &(_, to, points) in
                    resort.moves.iter().filter(|(slot, ..)| game.states.is_open(filling, *slot))
                {
                    let mut only = C::IMPOSSIBLE;
                    only.set(lane, self.next[to].get(lane));
                    only.add_points(points);
                    best.max_assign(&only);
                }
            }
        }
    }
}

/// Whether the box is open and the gate allows to fill it.
pub(crate) fn may_fill(game: &GameTables<'_>, filling: usize, slot: usize) -> bool {
    let gate = game.rules.gate;
    game.states.is_open(filling, slot)
        && (game.states.gate_open(game.rules, filling)
            || gate.is_some_and(|gate| game.rules.slots[slot].group == Some(gate.only)))
}
