//! A slow reference solver: recursion over sheets with the functions of the rules, without tables or merging. Tests
//! compare the fast solver with it.

use std::collections::HashMap;

use kosti_dice::{Dice, Space};
use kosti_rules::{Entry, Sheet, SheetRules, Thrown, Totals};

/// A reference solver for small games and late positions.
pub struct ReferenceSolver<'a> {
    turn: ReferenceTurn<'a>,
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
        Self { turn: ReferenceTurn::new(rules), sheets: HashMap::new(), goal: Box::new(goal) }
    }

    /// Returns the expectation under optimal play from this sheet on.
    pub fn value(&mut self, sheet: &Sheet) -> f64 {
        if self.turn.rules.is_full(sheet) {
            return (self.goal)(&self.turn.rules.totals(sheet));
        }
        if let Some(&known) = self.sheets.get(sheet) {
            return known;
        }
        let turn = self.turn.clone();
        // First throws that win at once are left out: no decision changes their probability.
        let value = turn.value(sheet, None, &mut |after| self.value(after));
        self.sheets.insert(sheet.clone(), value);
        value
    }
}

/// One turn, solved by recursion over throws and keeps.
#[derive(Clone)]
pub(crate) struct ReferenceTurn<'a> {
    pub(crate) rules: &'a SheetRules,
    spaces: Vec<Space>,
}

/// The working memory of a turn: known values of dice and keeps, and the value of a sheet after the turn.
struct Recursion<'b> {
    sheet: &'b Sheet,
    instant_win: Option<f64>,
    positions: HashMap<(Thrown, u8), f64>,
    after: &'b mut dyn FnMut(&Sheet) -> f64,
}

impl<'a> ReferenceTurn<'a> {
    pub(crate) fn new(rules: &'a SheetRules) -> Self {
        let spaces = (0..=rules.space.dice()).map(|n| Space::new(n, rules.space.sides())).collect();
        Self { rules, spaces }
    }

    /// Returns the value of a turn. Dice that win at once have the value `instant_win`; without it such first throws do
    /// not happen.
    pub(crate) fn value(
        &self,
        sheet: &Sheet,
        instant_win: Option<f64>,
        after: &mut dyn FnMut(&Sheet) -> f64,
    ) -> f64 {
        let mut recursion = Recursion { sheet, instant_win, positions: HashMap::new(), after };
        let rules = self.rules;
        let happens = |dice: &Dice| instant_win.is_some() || rules.wins(*dice, 1).is_none();
        let first: Vec<Dice> = rules.space.all().iter().copied().filter(happens).collect();
        let all: f64 = first.iter().map(|&dice| rules.space.probability(dice)).sum();
        let value = |&dice: &Dice| {
            rules.space.probability(dice) / all * self.position(&mut recursion, dice.into(), 1)
        };
        first.iter().map(value).sum()
    }

    fn position(&self, recursion: &mut Recursion<'_>, thrown: Thrown, throw: u8) -> f64 {
        let dice = thrown.dice;
        if let Some(&known) = recursion.positions.get(&(thrown, throw)) {
            return known;
        }
        if let Some(win) = recursion.instant_win.filter(|_| self.rules.wins(dice, throw).is_some()) {
            return win;
        }
        let mut best = f64::NEG_INFINITY;
        for offer in self.rules.offers(recursion.sheet, dice, throw) {
            let score = offer.score.map(Entry::Score);
            let cross = offer.cross.then_some(Entry::Crossed);
            for entry in score.into_iter().chain(cross) {
                let mut after = recursion.sheet.clone();
                after.write(offer.slot, entry);
                after.add_joker(offer.bonus);
                best = best.max((recursion.after)(&after));
            }
        }
        if throw < self.rules.throws {
            for keep in self.rules.keeps_of(thrown) {
                best = best.max(self.keep(recursion, keep, throw));
            }
        }
        recursion.positions.insert((thrown, throw), best);
        best
    }

    fn keep(&self, recursion: &mut Recursion<'_>, keep: Dice, throw: u8) -> f64 {
        // Keeps share the table with throws: a keep has fewer dice.
        let key = (keep.into(), throw);
        if let Some(&known) = recursion.positions.get(&key) {
            return known;
        }
        let space = &self.spaces[self.rules.space.dice() - keep.len()];
        let value = space
            .all()
            .iter()
            .map(|&fell| {
                let thrown = self.rules.thrown_beside(keep, fell);
                space.probability(fell) * self.position(recursion, thrown, throw + 1)
            })
            .sum();
        recursion.positions.insert(key, value);
        value
    }
}
