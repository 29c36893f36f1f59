//! A slow reference solver: recursion over sheets with the functions of the rules, without tables or merging. Tests
//! compare the fast solver with it.

use std::collections::HashMap;

use kosti_dice::{Dice, Space};
use kosti_rules::{Entry, Sheet, SheetRules, Totals};

/// A reference solver for small games and late positions.
pub struct ReferenceSolver<'a> {
    rules: &'a SheetRules,
    spaces: Vec<Space>,
    sheets: HashMap<Sheet, f64>,
    goal: Box<dyn Fn(&Totals) -> f64 + 'a>,
}

impl<'a> ReferenceSolver<'a> {
    /// Creates a solver for the expected total.
    #[must_use]
    pub fn new(rules: &'a SheetRules) -> Self {
        Self::for_goal(rules, |totals| totals.total.into())
    }

    /// Creates a solver for the expectation of a function of the finished sheet.
    #[must_use]
    pub fn for_goal(rules: &'a SheetRules, goal: impl Fn(&Totals) -> f64 + 'a) -> Self {
        let spaces = (0..=rules.space.dice()).map(|n| Space::new(n, rules.space.sides())).collect();
        Self { rules, spaces, sheets: HashMap::new(), goal: Box::new(goal) }
    }

    /// Returns the expectation under optimal play from this sheet on.
    pub fn value(&mut self, sheet: &Sheet) -> f64 {
        if self.rules.is_full(sheet) {
            return (self.goal)(&self.rules.totals(sheet));
        }
        if let Some(&known) = self.sheets.get(sheet) {
            return known;
        }
        let mut positions = HashMap::new();
        let rules = self.rules;
        // First throws that win at once are left out: no decision changes their probability.
        let first: Vec<Dice> =
            rules.space.all().iter().copied().filter(|&dice| rules.wins(dice, 1).is_none()).collect();
        let all: f64 = first.iter().map(|&dice| rules.space.probability(dice)).sum();
        let value = first
            .iter()
            .map(|&dice| rules.space.probability(dice) / all * self.position(sheet, dice, 1, &mut positions))
            .sum();
        self.sheets.insert(sheet.clone(), value);
        value
    }

    fn position(
        &mut self,
        sheet: &Sheet,
        dice: Dice,
        throw: u8,
        positions: &mut HashMap<(Dice, u8), f64>,
    ) -> f64 {
        if let Some(&known) = positions.get(&(dice, throw)) {
            return known;
        }
        let mut best = f64::NEG_INFINITY;
        for offer in self.rules.offers(sheet, dice, throw) {
            let score = offer.score.map(Entry::Score);
            let cross = offer.cross.then_some(Entry::Crossed);
            for entry in score.into_iter().chain(cross) {
                let mut after = sheet.clone();
                after.write(offer.slot, entry);
                after.add_joker(offer.bonus);
                best = best.max(self.value(&after));
            }
        }
        if throw < self.rules.throws {
            for keep in dice.selections().into_iter().filter(|&keep| keep != dice) {
                best = best.max(self.keep(sheet, keep, throw, positions));
            }
        }
        positions.insert((dice, throw), best);
        best
    }

    fn keep(
        &mut self,
        sheet: &Sheet,
        keep: Dice,
        throw: u8,
        positions: &mut HashMap<(Dice, u8), f64>,
    ) -> f64 {
        // Keeps share the table with throws: a keep has fewer dice.
        let key = (keep, throw);
        if let Some(&known) = positions.get(&key) {
            return known;
        }
        let space = self.spaces[self.rules.space.dice() - keep.len()].clone();
        let value = space
            .all()
            .iter()
            .map(|&dice| {
                space.probability(dice) * self.position(sheet, keep.plus(dice), throw + 1, positions)
            })
            .sum();
        positions.insert(key, value);
        value
    }
}
