//! The sheet states that matter: how often each box is filled, and for each group with a bonus or penalty the sum of
//! its boxes, as long as it can still decide something. Sums that have decided are one state. Of the box of jokers it is
//! remembered whether it has points, where that decides what jokers bring.

use kosti_rules::{Sheet, SheetRules};

use crate::jokers::{Jokers, remembered, when_full, without_points};
use crate::moves::{Move, Moves};
use crate::progress::{Cancelled, Progress, check};

mod marked;
mod ranges;

use marked::{Known, Marked, strides};

pub(crate) use marked::entry_points;
pub(crate) use ranges::Ranges;

/// How large a game is for the solver.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Size {
    /// Ways to fill the boxes.
    pub fillings: usize,
    /// Reachable states before sums that decide the same are merged.
    pub reachable: usize,
    /// States that are solved.
    pub states: usize,
}

/// A game too large to be solved.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
#[error("{states} states are too many to solve: at most {most}")]
pub struct TooLarge {
    /// How many states it has, at least.
    pub states: usize,
    /// How many can be solved; 0 for games of a kind that is not solved.
    pub most: usize,
}

/// Why a game is not solved.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
pub enum SolveError {
    /// It has too many states.
    #[error(transparent)]
    TooLarge(#[from] TooLarge),
    /// The computation was cancelled.
    #[error(transparent)]
    Cancelled(#[from] Cancelled),
}

/// How many states are solved at most: their values take 8 bytes each.
const MOST_STATES: usize = 40_000_000;

/// Where the states of a filling go by a move.
pub(crate) struct Follow<'a> {
    pub(crate) to: usize,
    /// The first state of the filling after it.
    pub(crate) base: usize,
    /// Which class becomes which; nothing where they stay the same.
    pub(crate) becomes: Option<&'a [u16]>,
}

/// All states, in layers by the number of entries.
#[derive(Debug)]
pub(crate) struct States {
    /// What each box multiplies its filling by, in the index of fillings.
    strides: Vec<usize>,
    fills: Vec<usize>,
    /// How far each box goes in the index of fillings: as often as it is filled, and one step more where it is remembered
    /// whether it has points.
    steps: Vec<usize>,
    /// What jokers are once their box is full, where states do not remember more; else with points, and without.
    jokers: Jokers,
    pointless: Jokers,
    marked: Vec<Marked>,
    /// Where the states of a filling begin; `NOWHERE` for fillings that cannot be reached.
    from: Vec<u32>,
    /// For each layer, its fillings and where its states begin.
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

const NOWHERE: u32 = u32::MAX;
/// How many fillings are looked at between two looks at whether the work is cancelled.
const FILLINGS: usize = 1 << 12;

impl States {
    pub(crate) fn new(rules: &SheetRules, progress: &dyn Progress) -> Result<Self, SolveError> {
        let fills: Vec<usize> = rules.slots.iter().map(|slot| usize::from(slot.fill)).collect();
        let remembered = remembered(rules);
        let steps: Vec<usize> = fills
            .iter()
            .enumerate()
            .map(|(slot, fill)| fill + usize::from(remembered == Some(slot)))
            .collect();
        let (strides, fillings) = strides(&steps);
        if fillings > MOST_STATES {
            return Err(TooLarge { states: fillings, most: MOST_STATES }.into());
        }
        let marked = rules.groups.iter().filter_map(|group| Some((group, group.mark?)));
        let marked = marked.map(|(group, mark)| Marked::new(rules, &group.slots, mark, progress));
        let marked = marked.collect::<Result<Vec<Marked>, Cancelled>>()?;
        let mut states = Self {
            strides,
            fills,
            steps,
            jokers: when_full(rules),
            pointless: without_points(rules),
            marked,
            from: vec![NOWHERE; fillings],
            layers: Vec::new(),
            size: Size { fillings: 0, reachable: 0, states: 0 },
        };
        states.lay_out(rules, progress)?;
        Ok(states)
    }

    fn lay_out(&mut self, rules: &SheetRules, progress: &dyn Progress) -> Result<(), SolveError> {
        self.layers.resize_with(rules.rounds + 1, Layer::default);
        for filling in 0..self.from.len() {
            if filling % FILLINGS == 0 {
                check(progress)?;
            }
            if self.is_reachable(rules, filling) {
                let written = (0..self.fills.len()).map(|slot| self.filled(filling, slot)).sum::<usize>();
                self.layers[written].fillings.push(filling as u32);
            }
        }
        let (mut at, mut reachable) = (0, 0);
        for layer in 0..self.layers.len() {
            self.layers[layer].from = at;
            for i in 0..self.layers[layer].fillings.len() {
                if i % FILLINGS == 0 {
                    check(progress)?;
                }
                let filling = self.layers[layer].fillings[i] as usize;
                self.from[filling] = at as u32;
                at += self
                    .marked
                    .iter()
                    .map(|m| m.known[self.group_filling(m, filling)].len())
                    .product::<usize>();
                reachable +=
                    self.marked.iter().map(|m| m.sums[self.group_filling(m, filling)]).product::<usize>();
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

    /// Whether the gate lets the boxes be filled so.
    fn is_reachable(&self, rules: &SheetRules, filling: usize) -> bool {
        self.gate_open(rules, filling)
            || rules.gate.is_some_and(|gate| {
                (0..self.fills.len())
                    .all(|slot| rules.slots[slot].group == Some(gate.only) || self.filled(filling, slot) == 0)
            })
    }

    /// Whether every box may be filled. Boxes that count for the gate are scored, never crossed out.
    pub(crate) fn gate_open(&self, rules: &SheetRules, filling: usize) -> bool {
        rules.gate.is_none_or(|gate| {
            let slots = &rules.groups[gate.of].slots;
            slots.iter().map(|&slot| self.filled(filling, slot)).sum::<usize>() >= gate.scored
        })
    }

    pub(crate) fn filled(&self, filling: usize, slot: usize) -> usize {
        self.stepped(filling, slot).min(self.fills[slot])
    }

    /// How far the box has gone.
    fn stepped(&self, filling: usize, slot: usize) -> usize {
        filling / self.strides[slot] % (self.steps[slot] + 1)
    }

    /// What jokers are.
    pub(crate) fn jokers(&self, rules: &SheetRules, filling: usize) -> Jokers {
        rules.joker.as_ref().map_or(Jokers::None, |joker| self.jokers_of(joker.slot, filling))
    }

    fn jokers_of(&self, slot: usize, filling: usize) -> Jokers {
        match self.stepped(filling, slot) {
            0 => Jokers::None,
            1 if self.steps[slot] > self.fills[slot] => self.pointless,
            _ => self.jokers,
        }
    }

    pub(crate) fn is_open(&self, filling: usize, slot: usize) -> bool {
        self.filled(filling, slot) < self.fills[slot]
    }

    fn group_filling(&self, marked: &Marked, filling: usize) -> usize {
        marked
            .slots
            .iter()
            .zip(&marked.strides)
            .map(|(&slot, stride)| self.filled(filling, slot) * stride)
            .sum()
    }

    /// How many states a filling has.
    pub(crate) fn states_of(&self, filling: usize) -> usize {
        self.marked.iter().map(|m| m.known[self.group_filling(m, filling)].len()).product()
    }

    pub(crate) fn next_filling(&self, filling: usize, this: &Move) -> usize {
        filling + self.strides[this.slot] * this.steps
    }

    pub(crate) fn first_of(&self, filling: usize) -> usize {
        self.from[filling] as usize
    }

    /// The state after a move, where the n-th state of a filling stands before.
    pub(crate) fn after(&self, filling: usize, nth: usize, this: &Move) -> usize {
        let next = self.next_filling(filling, this);
        let (mut nth, mut at, mut stride) = (nth, self.from[next] as usize, 1);
        for marked in &self.marked {
            let before = self.group_filling(marked, filling);
            let known = &marked.known[before];
            let (here, rest) = (nth % known.len(), nth / known.len());
            nth = rest;
            let own = marked.slots.contains(&this.slot);
            let after = if own { self.group_filling(marked, next) } else { before };
            let class = if own { marked.class_after(after, known[here], this.gain) } else { here };
            at += class * stride;
            stride *= marked.known[after].len();
        }
        at
    }

    /// Works out once what each move makes of each class, for the fast way through a game with one such group.
    pub(crate) fn prepare(&mut self, moves: &[Move], progress: &dyn Progress) -> Result<(), Cancelled> {
        for marked in &mut self.marked {
            let fillings = marked.known.len();
            let becomes = (0..fillings).map(|filling| {
                check(progress)?;
                Ok(moves.iter().map(|this| marked.becomes_after(filling, this)).collect())
            });
            marked.becomes = becomes.collect::<Result<_, Cancelled>>()?;
        }
        Ok(())
    }

    /// The fast way, for a game with at most one group whose sum decides something: where the states of a filling go
    /// by each of these moves of a box.
    pub(crate) fn fan<'a>(
        &'a self,
        filling: usize,
        slot: usize,
        moves: &'a Moves,
        group_filling: usize,
    ) -> impl Iterator<Item = Follow<'a>> + 'a {
        let marked = self.marked.first().filter(|marked| marked.slots.contains(&slot));
        let group = marked.map(|marked| &marked.becomes[group_filling]);
        moves.of_slot[slot].iter().map(move |&to| Follow {
            to,
            base: self.from[self.next_filling(filling, &moves.moves[to])] as usize,
            becomes: group.map(|becomes| becomes[to].as_slice()),
        })
    }

    /// How the group whose sum decides something is filled, for the fast way.
    pub(crate) fn fan_group(&self, filling: usize) -> usize {
        self.marked.first().map_or(0, |marked| self.group_filling(marked, filling))
    }

    /// Whether the fast way can be taken.
    pub(crate) fn has_fan(&self) -> bool {
        self.marked.len() <= 1
    }

    /// The filling of a sheet, and which of its states the sheet is in.
    pub(crate) fn locate(&self, sheet: &Sheet) -> (usize, usize) {
        let filling = (0..self.fills.len()).map(|slot| self.steps_on(sheet, slot) * self.strides[slot]).sum();
        let (mut nth, mut stride) = (0, 1);
        for marked in &self.marked {
            let sum: i32 = marked.slots.iter().map(|&slot| sheet.sum(slot)).sum();
            let group = self.group_filling(marked, filling);
            nth += marked.class_after(group, Known::Sum(sum), 0) * stride;
            stride *= marked.known[group].len();
        }
        (filling, nth)
    }

    /// How far the box has gone on this sheet.
    fn steps_on(&self, sheet: &Sheet, slot: usize) -> usize {
        let remembers = self.steps[slot] > self.fills[slot] && sheet.sum(slot) != 0;
        sheet.filled(slot) + usize::from(remembers)
    }

    /// What bonuses and penalties give in the n-th state of the full sheet.
    pub(crate) fn final_extra(&self, nth: usize) -> f64 {
        self.final_marks(nth)
            .map(|(marked, reached)| if reached { marked.reached } else { marked.missed })
            .sum()
    }

    /// Which groups with a bonus or a penalty have reached their mark in the n-th state of the full sheet.
    pub(crate) fn final_reached(&self, nth: usize) -> impl Iterator<Item = bool> + '_ {
        self.final_marks(nth).map(|(_, reached)| reached)
    }

    fn final_marks(&self, nth: usize) -> impl Iterator<Item = (&Marked, bool)> {
        let filling = self.from.len() - 1;
        let mut nth = nth;
        self.marked.iter().map(move |marked| {
            let known = &marked.known[self.group_filling(marked, filling)];
            let reached = known[nth % known.len()] == Known::Reached;
            nth /= known.len();
            (marked, reached)
        })
    }
}
