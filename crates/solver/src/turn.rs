//! Filling a board: which states stand in its lanes, and what follows their moves.

use kosti_rules::SheetRules;

use crate::cell::{Cell, LANES};
use crate::kernel::Board;
use crate::moves::Moves;
use crate::states::{Follow, States};

/// A state: a filling, and which of its states.
pub(crate) type Place = (usize, usize);

/// What a game is played and solved by.
pub(crate) struct Game<'a> {
    pub(crate) rules: &'a SheetRules,
    pub(crate) states: &'a States,
    pub(crate) moves: &'a Moves,
}

/// Where the states of one filling go, worked out once for all the boards it needs.
#[derive(Default)]
pub(crate) struct Fan<'a> {
    filling: Option<usize>,
    open: Vec<usize>,
    follows: Vec<Follow<'a>>,
}

impl<'a> Fan<'a> {
    fn of(&mut self, game: &Game<'a>, filling: usize) {
        if self.filling == Some(filling) {
            return;
        }
        self.filling = Some(filling);
        self.open.clear();
        self.follows.clear();
        self.open.extend((0..game.rules.slots.len()).filter(|&slot| may_fill(game, filling, slot)));
        let group = game.states.fan_group(filling);
        for &slot in &self.open {
            self.follows.extend(game.states.fan(filling, slot, game.moves, group));
        }
    }
}

impl<C: Cell, const N: usize> Board<C, N> {
    /// Puts states into the lanes; lanes that are left over repeat the last one. `value` gives what a state of the
    /// next layer is worth.
    pub(crate) fn place<'a>(
        &mut self,
        game: &Game<'a>,
        fan: &mut Fan<'a>,
        places: &[Place],
        value: impl Fn(usize) -> C::Value,
    ) {
        self.open.clear();
        self.next.fill(C::NEVER);
        self.last_resort.fill(C::NEVER);
        self.place_jokers(game, places);
        if !game.states.has_fan() {
            self.place_any(game, places, &value);
            return self.place_last_resort(game, places);
        }
        let neighbours = places.windows(2).all(|pair| pair[1] == (pair[0].0, pair[0].1 + 1));
        if neighbours {
            fan.of(game, places[0].0);
            self.place_one_filling(fan, places[0].1, places.len(), &value);
        } else {
            self.place_lanes(game, fan, places, &value);
        }
        self.place_last_resort(game, places);
    }

    /// All lanes are states of one filling, next to each other: most of what follows lies next to each other too.
    fn place_one_filling(
        &mut self,
        fan: &Fan<'_>,
        nth: usize,
        count: usize,
        value: &impl Fn(usize) -> C::Value,
    ) {
        self.open.extend_from_slice(&fan.open);
        for follow in &fan.follows {
            let next = &mut self.next[follow.to];
            for lane in 0..LANES {
                let nth = nth + lane.min(count - 1);
                let class = follow.becomes.map_or(nth, |becomes| usize::from(becomes[nth]));
                next.set(lane, value(follow.base + class));
            }
        }
    }

    /// Each lane its own filling.
    fn place_lanes<'a>(
        &mut self,
        game: &Game<'a>,
        fan: &mut Fan<'a>,
        places: &[Place],
        value: &impl Fn(usize) -> C::Value,
    ) {
        let last = places[places.len() - 1];
        for lane in 0..LANES {
            let (filling, nth) = *places.get(lane).unwrap_or(&last);
            fan.of(game, filling);
            for &slot in &fan.open {
                if !self.open.contains(&slot) {
                    self.open.push(slot);
                }
            }
            for follow in &fan.follows {
                let class = follow.becomes.map_or(nth, |becomes| usize::from(becomes[nth]));
                self.next[follow.to].set(lane, value(follow.base + class));
            }
        }
    }

    /// The same for games with several groups whose sums decide something.
    fn place_any(&mut self, game: &Game<'_>, places: &[Place], value: &impl Fn(usize) -> C::Value) {
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
                    let state = game.states.after(filling, nth, &game.moves.moves[to]);
                    self.next[to].set(lane, value(state));
                }
            }
            if open {
                self.open.push(slot);
            }
        }
    }

    pub(crate) fn place_jokers(&mut self, game: &Game<'_>, places: &[Place]) {
        if game.rules.joker.is_some() {
            let place = |lane: usize| places[lane.min(places.len() - 1)];
            self.jokers = std::array::from_fn(|lane| game.states.jokers(game.rules, place(lane).0));
        }
    }

    pub(crate) fn place_last_resort(&mut self, game: &Game<'_>, places: &[Place]) {
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
                    let mut only = C::NEVER;
                    only.set(lane, self.next[to].get(lane));
                    only.gain(points);
                    best.raise(&only);
                }
            }
        }
    }
}

/// Whether the box has room and the gate lets it be filled.
pub(crate) fn may_fill(game: &Game<'_>, filling: usize, slot: usize) -> bool {
    let gate = game.rules.gate;
    game.states.is_open(filling, slot)
        && (game.states.gate_open(game.rules, filling)
            || gate.is_some_and(|gate| game.rules.slots[slot].group == Some(gate.only)))
}
