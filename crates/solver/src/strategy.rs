//! `Strategy`: the value of every sheet state, and from it the value of every action.

use std::sync::Arc;

use kosti_dice::Dice;
use kosti_rules::{Rules, Sheet, SheetRules};
use rayon::prelude::*;

use crate::kernel::{Board, Turn};
use crate::lattice::Lattice;
use crate::moves::Moves;
use crate::states::{Layer, Size, States, TooLarge};
use crate::turn::Place;

/// How many states are worked on at once: one wide vector, or two or four narrower ones.
const LANES: usize = 8;
/// How many boards' worth of states a thread takes at a time.
const CHUNK: usize = 16;

/// Best play of a score-sheet game for the expected total.
pub struct Strategy {
    rules: Arc<Rules>,
    pub(crate) lattice: Lattice,
    pub(crate) moves: Moves,
    pub(crate) states: States,
    pub(crate) values: Vec<f64>,
}

/// Something a player can do.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Choice {
    /// Keep these dice and throw the rest.
    Keep(Dice),
    /// Score this box.
    Score(usize),
    /// Cross out this box.
    Cross(usize),
}

/// A choice and what it is worth: the points still expected, those it writes included.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Valued {
    /// What is done.
    pub choice: Choice,
    /// What is expected to come, bonuses and penalties that are not yet in the total included.
    pub value: f64,
}

impl Strategy {
    /// Solves a game.
    ///
    /// # Errors
    /// When it has too many states.
    ///
    /// # Panics
    /// When the rules are not those of a score-sheet game.
    pub fn solve(rules: Arc<Rules>) -> Result<Self, TooLarge> {
        let sheet = rules.sheet().expect("a score-sheet game");
        let mut states = States::new(sheet)?;
        let moves = Moves::new(sheet);
        states.prepare(&moves.moves);
        let wins: Vec<bool> = sheet.space.all().iter().map(|&dice| sheet.wins(dice, 1).is_some()).collect();
        let lattice = Lattice::new(&sheet.space, &wins);
        let values = vec![0.0; states.size.states];
        let mut strategy = Self { rules, lattice, moves, states, values };
        strategy.work_backwards();
        Ok(strategy)
    }

    fn sheet(&self) -> &SheetRules {
        self.rules.sheet().expect("checked when solved")
    }

    fn work_backwards(&mut self) {
        let mut values = std::mem::take(&mut self.values);
        let last = &self.states.layers[self.states.layers.len() - 1];
        for (nth, value) in values[last.from..].iter_mut().enumerate() {
            *value = self.states.final_extra(nth);
        }
        for layer in self.states.layers.iter().rev().skip(1) {
            let boards = self.boards(layer);
            let (before, after) = values.split_at_mut(layer.from + layer.states);
            let offset = layer.from + layer.states;
            let mut rest = &mut before[layer.from..];
            let mut tasks: Vec<(&mut [f64], &[Vec<Place>])> = Vec::new();
            for boards in boards.chunks(CHUNK) {
                let (own, others) = rest.split_at_mut(boards.iter().map(Vec::len).sum());
                tasks.push((own, boards));
                rest = others;
            }
            tasks.into_par_iter().for_each(|(values, boards)| {
                self.solve_boards(values, boards, |state| after[state - offset]);
            });
        }
        self.values = values;
    }

    /// The states of a layer, in their order, as they share boards: a filling with many states has boards of its own.
    fn boards(&self, layer: &Layer) -> Vec<Vec<Place>> {
        let mut boards: Vec<Vec<Place>> = Vec::new();
        let mut shared = false;
        for &filling in &layer.fillings {
            let filling = filling as usize;
            let states = self.states.states_of(filling);
            let large = states >= LANES / 2;
            if large || !shared {
                boards.push(Vec::with_capacity(LANES));
            }
            shared = !large;
            for nth in 0..states {
                match boards.last_mut() {
                    Some(board) if board.len() < LANES => board.push((filling, nth)),
                    _ => boards.push(vec![(filling, nth)]),
                }
            }
        }
        boards.retain(|board| !board.is_empty());
        boards
    }

    /// Solves some states of a layer, with the smallest board that holds the game's lattice.
    fn solve_boards(&self, values: &mut [f64], boards: &[Vec<Place>], next: impl Fn(usize) -> f64 + Copy) {
        match self.lattice.nodes() {
            0..=512 => self.solve_boards_sized::<512>(values, boards, next),
            513..=8192 => self.solve_boards_sized::<8192>(values, boards, next),
            _ => self.solve_boards_sized::<131_072>(values, boards, next),
        }
    }

    fn solve_boards_sized<const N: usize>(
        &self,
        mut values: &mut [f64],
        boards: &[Vec<Place>],
        next: impl Fn(usize) -> f64 + Copy,
    ) {
        let mut board = Board::<LANES, N>::new(&self.moves);
        let arch = pulp::Arch::new();
        for places in boards {
            board.place(self.sheet(), &self.states, &self.moves, places, next);
            let turn = arch.dispatch(Turn { board: &mut board, lattice: &self.lattice, moves: &self.moves });
            let (own, rest) = values.split_at_mut(places.len());
            own.copy_from_slice(&turn.0[..places.len()]);
            values = rest;
        }
    }

    /// How large the game is.
    #[must_use]
    pub fn size(&self) -> Size {
        self.states.size
    }

    /// The rules that were solved.
    #[must_use]
    pub fn rules(&self) -> &Arc<Rules> {
        &self.rules
    }

    /// The expected total of best play, from the start.
    #[must_use]
    pub fn value(&self) -> f64 {
        self.values[0]
    }

    /// What is expected to come on this sheet, before the first throw of a turn.
    #[must_use]
    pub fn sheet_value(&self, sheet: &Sheet) -> f64 {
        let (filling, nth) = self.states.locate(self.sheet(), sheet);
        self.values[self.states.first_of(filling) + nth] - self.counted(sheet)
    }

    /// Bonuses and penalties that are in the total already.
    fn counted(&self, sheet: &Sheet) -> f64 {
        self.sheet().totals(sheet).groups.iter().map(|(_, extra)| f64::from(*extra)).sum()
    }

    /// Everything that can be done with these dice on this throw, best first.
    #[must_use]
    pub fn advise(&self, sheet: &Sheet, dice: Dice, throw: u8) -> Vec<Valued> {
        let rules = self.sheet();
        if rules.wins(dice, throw).is_some() || rules.is_full(sheet) {
            return Vec::new();
        }
        let counted = self.counted(sheet);
        let mut advice: Vec<Valued> = Vec::new();
        for offer in rules.offers(sheet, dice, throw) {
            let after = |points: i32| {
                let (filling, nth) = self.states.locate(rules, sheet);
                let gain = crate::moves::gain(rules, offer.slot, points);
                f64::from(points) + self.values[self.states.after(filling, nth, offer.slot, gain)] - counted
            };
            let score =
                offer.score.map(|points| Valued { choice: Choice::Score(offer.slot), value: after(points) });
            let cross = offer.cross.then(|| Valued { choice: Choice::Cross(offer.slot), value: after(0) });
            advice.extend(score.into_iter().chain(cross));
        }
        if throw < rules.throws {
            let board = self.board_before_throw(sheet, throw + 1);
            let keeps = dice.selections().into_iter().filter(|&keep| keep != dice);
            advice.extend(keeps.map(|keep| {
                let value = board.nodes[self.lattice.node(keep)].0[0] - counted;
                Valued { choice: Choice::Keep(keep), value }
            }));
        }
        advice.sort_by(|a, b| b.value.total_cmp(&a.value));
        advice
    }

    /// What each keep is worth when throw number `throw` follows.
    fn board_before_throw(&self, sheet: &Sheet, throw: u8) -> Board<1, 131_072> {
        let rules = self.sheet();
        let place = self.states.locate(rules, sheet);
        let mut board = Board::<1, 131_072>::new(&self.moves);
        board.place(rules, &self.states, &self.moves, &[place], |state| self.values[state]);
        board.write_all(&self.lattice, &self.moves);
        board.settle(&self.lattice, &self.moves, rules.throws.into());
        for earlier in (throw..rules.throws).rev() {
            board.expect(&self.lattice);
            board.keep(&self.lattice, self.moves.of_throw[usize::from(earlier) - 1]);
        }
        board.expect(&self.lattice);
        board
    }
}
