//! `Model`: a game made ready for solving.

use std::sync::Arc;

use kosti_rules::{Rules, SheetRules, Slot};

use crate::backward::AnyTables;
use crate::lattice::Lattice;
use crate::moves::{Aim, Moves};
use crate::progress::{Progress, check};
use crate::states::{SolveError, States, TooLarge};
use crate::turn::Game;

/// Whether states are what [`States`] knows: no box waits for another or is announced, and none multiplies others.
pub(crate) fn is_plain(rules: &SheetRules) -> bool {
    let alone = |slot: &Slot| slot.after.is_none() && !slot.announced;
    rules.slots.iter().all(alone) && rules.groups.iter().all(|group| group.difference.is_none())
}

/// How many ways there are to fill the boxes of a sheet: its size, known before anything is solved.
///
/// # Errors
/// When games of this kind are not solved.
pub fn fillings(rules: &SheetRules) -> Result<usize, TooLarge> {
    let ways = |all: usize, slot: &Slot| all.saturating_mul(usize::from(slot.fill) + 1);
    let fillings = rules.slots.iter().fold(1, ways);
    // What else there is to remember multiplies these.
    if is_plain(rules) { Ok(fillings) } else { Err(TooLarge { states: fillings, most: 0 }) }
}

/// The states, moves and tables of a game.
pub(crate) struct Model {
    pub(crate) rules: Arc<Rules>,
    pub(crate) lattice: Lattice,
    pub(crate) tables: AnyTables,
    pub(crate) moves: Moves,
    pub(crate) states: States,
}

impl Model {
    pub(crate) fn new(rules: Arc<Rules>, aim: Aim, progress: &dyn Progress) -> Result<Self, SolveError> {
        let sheet = rules.sheet().expect("a score-sheet game");
        fillings(sheet)?;
        let mut states = States::new(sheet, progress)?;
        let moves = Moves::new(sheet, aim);
        states.prepare(&moves.moves, progress)?;
        let lattice = Lattice::of(sheet);
        check(progress)?;
        let tables = AnyTables::new(&lattice, &moves);
        Ok(Self { rules, lattice, tables, moves, states })
    }

    pub(crate) fn sheet(&self) -> &SheetRules {
        self.rules.sheet().expect("checked when made")
    }

    pub(crate) fn game(&self) -> Game<'_> {
        Game { rules: self.sheet(), states: &self.states, moves: &self.moves }
    }
}
