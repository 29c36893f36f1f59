//! `SheetStatistics`: how often each box is scored, its points and its turn; exact or measured.

use kosti_rules::{SheetRules, Totals};

use crate::turn_tables::{SheetResult, WriteChoice};

/// A mean, exact or measured.
#[derive(Debug, Clone, Copy, PartialEq, Default)]
pub struct Measurement {
    /// The mean.
    pub value: f64,
    /// The standard error; 0 if the mean is exact.
    pub error: f64,
}

/// Statistics of one box per game. A box that is filled several times has several entries.
#[derive(Debug, Clone, Copy, PartialEq, Default)]
pub struct SlotStatistics {
    /// The number of entries with points other than 0. If 0 is the best possible score of the box, dice that fit for 0
    /// count too.
    pub scored: Measurement,
    /// The number of all other entries: crossed out, or 0.
    pub zero: Measurement,
    /// The points of the box.
    pub points: Measurement,
    /// The turn in which the box is filled, counted from 1; the mean over its entries.
    pub turn: Measurement,
}

/// Statistics of a score sheet per game.
#[derive(Debug, Clone, PartialEq, Default)]
pub struct SheetStatistics {
    /// By box.
    pub slots: Vec<SlotStatistics>,
    /// By group, and by threshold of its bonus or penalty: the probability that the sum reaches it.
    pub reached: Vec<Vec<Measurement>>,
    /// The points of joker bonuses.
    pub joker: Measurement,
}

/// Indexes of the counts of a box.
const SCORED: usize = 0;
const NOTHING: usize = 1;
const POINTS: usize = 2;
const TURNS: usize = 3;
const COUNTED: usize = 4;

/// Counts over games, or over fractions of games weighted by probability.
#[derive(Debug, Clone)]
pub(crate) struct Tally {
    slots: Vec<[f64; COUNTED]>,
    /// By box: whether 0 is its best possible score.
    low: Vec<bool>,
    reached: Vec<Vec<f64>>,
    joker: f64,
}

impl Tally {
    pub(crate) fn new(rules: &SheetRules) -> Self {
        Self {
            slots: vec![[0.0; COUNTED]; rules.slots.len()],
            low: rules.slots.iter().map(|slot| slot.possible_scores().all(|points| points <= 0)).collect(),
            reached: (0..rules.groups.len()).map(|group| vec![0.0; thresholds(rules, group)]).collect(),
            joker: 0.0,
        }
    }

    /// Counts an entry with this weight.
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

    /// Counts a group that reaches this many thresholds.
    pub(crate) fn add_reached(&mut self, share: f64, group: usize, reached: usize) {
        self.reached[group].iter_mut().take(reached).for_each(|sum| *sum += share);
    }

    /// Counts an entry of a simulated game.
    pub(crate) fn record_entry(&mut self, write: &WriteChoice, round: usize) {
        self.add(1.0, write.slot, write.points(), write.fits, round);
        self.add_joker(1.0, write.bonus);
    }

    /// Counts the end of a simulated game.
    pub(crate) fn record_end(&mut self, rules: &SheetRules, totals: &Totals) {
        for (group, (named, (sum, _))) in rules.groups.iter().zip(&totals.groups).enumerate() {
            if let Some(mark) = &named.mark {
                self.add_reached(1.0, group, mark.reached(*sum));
            }
        }
    }

    /// Returns the statistics of a tally whose weights add up to one game.
    pub(crate) fn statistics(&self, rules: &SheetRules) -> SheetStatistics {
        mean_of_tallies(rules, &[(self, 1.0)])
    }
}

/// Returns the number of thresholds of a group.
fn thresholds(rules: &SheetRules, group: usize) -> usize {
    rules.groups[group].mark.as_ref().map_or(0, |mark| mark.thresholds().len())
}

/// A batch of simulated games, and the counts of its boxes.
#[derive(Debug, Clone)]
pub struct SimulatedBatch {
    /// The results of the games.
    pub results: Vec<SheetResult>,
    pub(crate) tally: Tally,
}

impl SheetStatistics {
    /// Returns the means over batches of games of these rules. The differences between batches give the standard
    /// errors.
    #[must_use]
    pub fn from_batches(rules: &SheetRules, batches: &[SimulatedBatch]) -> Self {
        let counted: Vec<(&Tally, f64)> =
            batches.iter().map(|batch| (&batch.tally, batch.results.len() as f64)).collect();
        mean_of_tallies(rules, &counted)
    }
}

/// Returns the means of tallies; each comes with its number of games.
fn mean_of_tallies(rules: &SheetRules, tallies: &[(&Tally, f64)]) -> SheetStatistics {
    let amount =
        |count: &dyn Fn(&Tally) -> f64| mean(tallies.iter().map(|(tally, games)| (count(tally), *games)));
    let slot = |slot: usize| {
        let of = |counted: usize| amount(&|tally| tally.slots[slot][counted]);
        let turns = of(TURNS);
        let fill = f64::from(rules.slots[slot].fill);
        SlotStatistics {
            scored: of(SCORED),
            zero: of(NOTHING),
            points: of(POINTS),
            turn: Measurement { value: turns.value / fill, error: turns.error / fill },
        }
    };
    let reached = |group: usize| {
        let each = 0..thresholds(rules, group);
        each.map(|nth| amount(&|tally| tally.reached[group][nth])).collect()
    };
    SheetStatistics {
        slots: (0..rules.slots.len()).map(slot).collect(),
        reached: (0..rules.groups.len()).map(reached).collect(),
        joker: amount(&|tally| tally.joker),
    }
}

/// Returns the mean of counts over batches, and its standard error from the differences between batches.
fn mean(counts: impl Iterator<Item = (f64, f64)> + Clone) -> Measurement {
    let games: f64 = counts.clone().map(|(_, games)| games).sum();
    let value = counts.clone().map(|(count, _)| count).sum::<f64>() / games;
    let batches = counts.clone().count() as f64;
    // Weighted by games: the last batch may be smaller.
    let square: f64 = counts.map(|(count, games)| games * (count / games - value).powi(2)).sum();
    let error = if batches > 1.0 { (square / games / (batches - 1.0)).sqrt() } else { 0.0 };
    Measurement { value, error }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_error_is_that_of_means_of_batches() {
        let two = mean([(30.0, 10.0), (50.0, 10.0)].into_iter());
        assert_eq!(two, Measurement { value: 4.0, error: 1.0 });
        assert_eq!(mean([(3.0, 1.0)].into_iter()), Measurement { value: 3.0, error: 0.0 });
    }
}
