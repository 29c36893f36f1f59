//! `Model`: a game made ready for solving.

use std::sync::Arc;

use kosti_rules::{Rules, SheetRules, Slot};

use crate::backward::AnyTables;
use crate::lattice::Lattice;
use crate::moves::{Aim, Moves};
use crate::states::{States, TooLarge};
use crate::turn::Game;

/// Whether states are what [`States`] knows: no box waits for another or is announced, and none multiplies others.
pub(crate) fn is_plain(rules: &SheetRules) -> bool {
    let alone = |slot: &Slot| slot.after.is_none() && !slot.announced;
    rules.slots.iter().all(alone) && rules.groups.iter().all(|group| group.difference.is_none())
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
    pub(crate) fn new(rules: Arc<Rules>, aim: Aim) -> Result<Self, TooLarge> {
        let sheet = rules.sheet().expect("a score-sheet game");
        if !is_plain(sheet) {
            // What else there is to remember multiplies these.
            let ways = |all: usize, slot: &Slot| all.saturating_mul(usize::from(slot.fill) + 1);
            return Err(TooLarge { states: sheet.slots.iter().fold(1, ways), most: 0 });
        }
        let mut states = States::new(sheet)?;
        let moves = Moves::new(sheet, aim);
        states.prepare(&moves.moves);
        let lattice = Lattice::of(sheet);
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
