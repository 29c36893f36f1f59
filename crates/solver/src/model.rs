//! `Model`: the states, moves and tables of a game, ready to be solved.

use std::sync::Arc;

use kosti_rules::{Rules, Sheet, SheetRules, Slot};

use crate::backward::AnyTables;
use crate::lattice::Lattice;
use crate::moves::{Moves, PointsRole};
use crate::placement::GameTables;
use crate::progress::{Progress, check_cancelled};
use crate::solution::{SolveError, Unsupported};
use crate::states::States;

/// Whether [`States`] covers the rules: no box waits for another or is announced, and no group counts a difference.
pub(crate) fn is_plain(rules: &SheetRules) -> bool {
    let alone = |slot: &Slot| slot.after.is_none() && !slot.announced;
    rules.slots.iter().all(alone) && rules.groups.iter().all(|group| group.difference.is_none())
}

/// Returns the number of ways to fill the boxes of a sheet: the size of a game before anything is solved.
///
/// # Errors
/// If the solver does not support the rules.
pub fn count_fillings(rules: &SheetRules) -> Result<usize, SolveError> {
    let ways = |all: usize, slot: &Slot| all.saturating_mul(usize::from(slot.fill) + 1);
    let fillings = rules.slots.iter().fold(1, ways);
    if is_plain(rules) { Ok(fillings) } else { Err(Unsupported::Columns.into()) }
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
    pub(crate) fn new(
        rules: Arc<Rules>,
        role: PointsRole,
        progress: &dyn Progress,
    ) -> Result<Self, SolveError> {
        let sheet = rules.sheet().expect("a score-sheet game");
        count_fillings(sheet)?;
        let mut states = States::new(sheet, progress)?;
        let lattice = Lattice::of(sheet);
        let moves = Moves::new(sheet, role, &lattice);
        states.prepare(&moves.moves, progress)?;
        check_cancelled(progress)?;
        let tables = AnyTables::new(&lattice, &moves);
        Ok(Self { rules, lattice, tables, moves, states })
    }

    pub(crate) fn sheet(&self) -> &SheetRules {
        self.rules.sheet().expect("checked when made")
    }

    /// Returns the points on a sheet, without bonuses and penalties of groups.
    pub(crate) fn points_written(&self, sheet: &Sheet) -> i32 {
        sheet.joker() + (0..self.sheet().slots.len()).map(|slot| sheet.sum(slot)).sum::<i32>()
    }

    /// Returns the index of the state of a sheet.
    pub(crate) fn state_of(&self, sheet: &Sheet) -> usize {
        let (filling, nth) = self.states.locate(sheet);
        self.states.first_state_of(filling) + nth
    }

    pub(crate) fn game(&self) -> GameTables<'_> {
        GameTables { rules: self.sheet(), states: &self.states, moves: &self.moves }
    }
}
