//! A slow reference solver for two score sheets: recursion over pairs of sheets with the functions of the rules.

use std::collections::HashMap;

use kosti_rules::{Sheet, SheetRules};

use super::WinPosition;
use crate::reference::ReferenceTurn;

/// A reference solver for toy games and the last turns of others.
pub struct SheetWinReferenceSolver<'a> {
    turn: ReferenceTurn<'a>,
    known: HashMap<(Sheet, Sheet), f64>,
}

impl<'a> SheetWinReferenceSolver<'a> {
    /// Creates a solver.
    #[must_use]
    pub fn new(rules: &'a SheetRules) -> Self {
        Self { turn: ReferenceTurn::new(rules), known: HashMap::new() }
    }

    /// Returns the probability of the seat on turn to win, a tie as half, before its first throw.
    pub fn value(&mut self, position: &WinPosition) -> f64 {
        let own = &position.sheets[position.turn];
        self.value_of(own, &position.sheets[1 - position.turn])
    }

    fn value_of(&mut self, own: &Sheet, other: &Sheet) -> f64 {
        let rules = self.turn.rules;
        if rules.is_full(own) {
            let [own, other] = [own, other].map(|sheet| rules.totals(sheet).total);
            return match own.cmp(&other) {
                std::cmp::Ordering::Less => 0.0,
                std::cmp::Ordering::Equal => 0.5,
                std::cmp::Ordering::Greater => 1.0,
            };
        }
        let key = (own.clone(), other.clone());
        if let Some(&known) = self.known.get(&key) {
            return known;
        }
        let turn = self.turn.clone();
        let value = turn.value(own, Some(1.0), &mut |after| 1.0 - self.value_of(other, after));
        self.known.insert(key, value);
        value
    }
}
