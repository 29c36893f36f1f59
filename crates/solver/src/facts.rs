//! `Facts`: what becomes of the boxes of a sheet, exactly or measured.

use kosti_rules::{GroupMark, SheetRules, Totals};

use crate::book::{Played, Write};

/// A number, exact or measured.
#[derive(Debug, Clone, Copy, PartialEq, Default)]
pub struct Amount {
    /// The number.
    pub value: f64,
    /// Its standard error; 0 where it is exact.
    pub error: f64,
}

/// What becomes of a box in a game. A box that is filled several times has as many entries.
#[derive(Debug, Clone, Copy, PartialEq, Default)]
pub struct SlotFacts {
    /// Entries that bring or take points. Where 0 is the best that dice can get, dice that fit for 0 are such an entry too.
    pub scored: Amount,
    /// All other entries: crossed out, or written with 0.
    pub nothing: Amount,
    /// The points it brings.
    pub points: Amount,
    /// The turn in which it is filled, the first one being 1; the mean of its entries.
    pub turn: Amount,
}

/// What becomes of the boxes of a sheet.
#[derive(Debug, Clone, PartialEq, Default)]
pub struct Facts {
    /// By box.
    pub slots: Vec<SlotFacts>,
    /// By group: how likely its sum reaches the mark of its bonus or penalty, where it has one.
    pub reached: Vec<Option<Amount>>,
    /// What jokers bring besides what they give in boxes.
    pub joker: Amount,
}

/// What is counted of each box.
const SCORED: usize = 0;
const NOTHING: usize = 1;
const POINTS: usize = 2;
const TURNS: usize = 3;
const COUNTED: usize = 4;

/// What is counted of games, or of shares of them.
#[derive(Debug, Clone)]
pub(crate) struct Tally {
    slots: Vec<[f64; COUNTED]>,
    /// By box: whether 0 is the best that dice can get.
    low: Vec<bool>,
    reached: Vec<f64>,
    joker: f64,
}

impl Tally {
    pub(crate) fn new(rules: &SheetRules) -> Self {
        Self {
            slots: vec![[0.0; COUNTED]; rules.slots.len()],
            low: rules.slots.iter().map(|slot| slot.possible_scores().all(|points| points <= 0)).collect(),
            reached: vec![0.0; rules.groups.len()],
            joker: 0.0,
        }
    }

    /// One more entry, in this share of games.
    #[inline]
    pub(crate) fn add(&mut self, share: f64, slot: usize, points: i32, fits: bool, round: usize) {
        let scored = points != 0 || (fits && self.low[slot]);
        let counted = &mut self.slots[slot];
        counted[if scored { SCORED } else { NOTHING }] += share;
        counted[POINTS] += share * f64::from(points);
        counted[TURNS] += share * (round + 1) as f64;
    }

    pub(crate) fn add_joker(&mut self, share: f64, bonus: i32) {
        self.joker += share * f64::from(bonus);
    }

    pub(crate) fn add_reached(&mut self, share: f64, group: usize) {
        self.reached[group] += share;
    }

    /// One more entry of a game that is played.
    pub(crate) fn note(&mut self, write: &Write, round: usize) {
        self.add(1.0, write.slot, write.points(), write.fits, round);
        self.add_joker(1.0, write.bonus);
    }

    /// The end of a game that is played.
    pub(crate) fn note_end(&mut self, rules: &SheetRules, totals: &Totals) {
        for (group, (named, (sum, _))) in rules.groups.iter().zip(&totals.groups).enumerate() {
            if named.mark.is_some_and(|mark| *sum >= at_least(mark)) {
                self.add_reached(1.0, group);
            }
        }
    }

    /// The shares of games; nothing else is to be counted.
    pub(crate) fn facts(&self, rules: &SheetRules) -> Facts {
        measured(rules, &[(self, 1.0)])
    }
}

/// The sum that a mark asks for.
fn at_least(mark: GroupMark) -> i32 {
    match mark {
        GroupMark::Bonus { at_least, .. } => at_least,
        GroupMark::Penalty { below, .. } => below,
    }
}

/// Games that were played together, and what was counted of them.
#[derive(Debug, Clone)]
pub struct Batch {
    /// The games.
    pub played: Vec<Played>,
    pub(crate) tally: Tally,
}

impl Facts {
    /// What was measured in these batches of games of these rules. How far batches differ from each other says how
    /// far off their mean may be.
    #[must_use]
    pub fn measured(rules: &SheetRules, batches: &[Batch]) -> Self {
        let counted: Vec<(&Tally, f64)> =
            batches.iter().map(|batch| (&batch.tally, batch.played.len() as f64)).collect();
        measured(rules, &counted)
    }
}

/// The means of tallies of so many games each.
fn measured(rules: &SheetRules, tallies: &[(&Tally, f64)]) -> Facts {
    let amount =
        |count: &dyn Fn(&Tally) -> f64| mean(tallies.iter().map(|(tally, games)| (count(tally), *games)));
    let slot = |slot: usize| {
        let of = |counted: usize| amount(&|tally| tally.slots[slot][counted]);
        let turns = of(TURNS);
        let fill = f64::from(rules.slots[slot].fill);
        SlotFacts {
            scored: of(SCORED),
            nothing: of(NOTHING),
            points: of(POINTS),
            turn: Amount { value: turns.value / fill, error: turns.error / fill },
        }
    };
    let reached = |group: usize| rules.groups[group].mark.map(|_| amount(&|tally| tally.reached[group]));
    Facts {
        slots: (0..rules.slots.len()).map(slot).collect(),
        reached: (0..rules.groups.len()).map(reached).collect(),
        joker: amount(&|tally| tally.joker),
    }
}

/// The mean of what batches of so many games count, and its standard error from how far they differ.
fn mean(counts: impl Iterator<Item = (f64, f64)> + Clone) -> Amount {
    let games: f64 = counts.clone().map(|(_, games)| games).sum();
    let value = counts.clone().map(|(count, _)| count).sum::<f64>() / games;
    let batches = counts.clone().count() as f64;
    // Weighed by games: the last batch may be smaller.
    let square: f64 = counts.map(|(count, games)| games * (count / games - value).powi(2)).sum();
    let error = if batches > 1.0 { (square / games / (batches - 1.0)).sqrt() } else { 0.0 };
    Amount { value, error }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_error_is_that_of_means_of_batches() {
        let two = mean([(30.0, 10.0), (50.0, 10.0)].into_iter());
        assert_eq!(two, Amount { value: 4.0, error: 1.0 });
        assert_eq!(mean([(3.0, 1.0)].into_iter()), Amount { value: 3.0, error: 0.0 });
    }
}
