//! The chance to win a game of score sheets.

use kosti_engine::{Phase, State};
use kosti_rules::{Sheet, SheetRules};
use kosti_solver::{NoProgress, Reach};

use crate::advice::Advice;
use crate::coach::{Coach, Mind};

/// The chance to win, alone or with others who have the same.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Win {
    /// The chance.
    pub chance: f64,
    /// Whether it is exact; else it is estimated from what the others are expected to have.
    pub exact: bool,
}

/// How far from the mean totals are looked at, in deviations, and in how many steps.
const WIDTH: f64 = 6.0;
const STEPS: usize = 400;

impl Coach {
    /// The chance of the player on turn to win. For the last turn of a game it is exact: the best chance to have as much
    /// as the best of the others. Before, everybody's end is taken as normal around what best play expects.
    pub(crate) fn win(&self, state: &State, advice: &Advice) -> Option<Win> {
        if advice.win.is_some() {
            return advice.win;
        }
        let (Some(rules), Phase::Playing(turn)) = (self.rules.sheet(), state.phase()) else { return None };
        let others: Vec<&Sheet> = (0..state.players().len())
            .filter(|&seat| seat != turn.seat.0 && !state.players()[seat].left)
            .map(|seat| &state.players()[seat].sheet)
            .collect();
        if others.is_empty() {
            return None;
        }
        let own = &state.players()[turn.seat.0].sheet;
        if let Some(chance) = self.last_turn(rules, own, &others, turn.dice, turn.throw) {
            return Some(Win { chance, exact: true });
        }
        let mean = self.present(rules, own) + advice.value;
        let own = Normal { mean, deviation: self.deviation_from(rules, own) };
        let others: Vec<Normal> = others.iter().map(|sheet| self.end_of(rules, sheet)).collect();
        Some(Win { chance: own.exceeds(&others), exact: false })
    }

    /// The exact chance of who has the last turn of the game.
    fn last_turn(
        &self,
        rules: &SheetRules,
        own: &Sheet,
        others: &[&Sheet],
        dice: kosti_dice::Dice,
        throw: u8,
    ) -> Option<f64> {
        let last = own.written() + 1 == rules.rounds && others.iter().all(|sheet| rules.is_full(sheet));
        if !last || !matches!(self.mind, Mind::Total { .. }) || !rules.awards.is_empty() {
            return None;
        }
        let least = others.iter().map(|sheet| rules.totals(sheet).total).max()?;
        let reach = Reach::solve_from(self.rules.clone(), own.clone(), least, &NoProgress).ok()?;
        if throw == 0 {
            return Some(reach.value());
        }
        reach.advise(dice, throw).first().map(|best| best.value)
    }

    fn end_of(&self, rules: &SheetRules, sheet: &Sheet) -> Normal {
        let mean = self.present(rules, sheet) + self.to_come(sheet);
        Normal { mean, deviation: self.deviation_from(rules, sheet) }
    }
}

/// What somebody is expected to have in the end.
struct Normal {
    mean: f64,
    deviation: f64,
}

impl Normal {
    /// How likely it is to have at least as much as each of the others.
    fn exceeds(&self, others: &[Self]) -> f64 {
        let below = |total: f64| others.iter().map(|other| other.below(total)).product::<f64>();
        if self.deviation <= 0.0 {
            return below(self.mean);
        }
        let (mut sum, mut all) = (0.0, 0.0);
        for step in 0..=STEPS {
            let at = (step as f64 / STEPS as f64 * 2.0 - 1.0) * WIDTH;
            let likely = (-at * at / 2.0).exp();
            sum += likely * below(self.mean + at * self.deviation);
            all += likely;
        }
        sum / all
    }

    /// How likely it is to have no more than so much; equals count half.
    fn below(&self, total: f64) -> f64 {
        if self.deviation <= 0.0 {
            return if total > self.mean {
                1.0
            } else if total < self.mean {
                0.0
            } else {
                0.5
            };
        }
        let at = (total - self.mean) / self.deviation;
        0.5 * erfc(-at / std::f64::consts::SQRT_2)
    }
}

/// The complementary error function, to about seven digits (Abramowitz and Stegun, 7.1.26).
fn erfc(x: f64) -> f64 {
    let t = 1.0 / (1.0 + 0.327_591_1 * x.abs());
    let factors = [0.254_829_592, -0.284_496_736, 1.421_413_741, -1.453_152_027, 1.061_405_429];
    let sum = factors.iter().rev().fold(0.0, |sum, factor| (sum + factor) * t);
    let right = sum * (-x * x).exp();
    if x >= 0.0 { right } else { 2.0 - right }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn equals_have_equal_chances() {
        let normal = |mean, deviation| Normal { mean, deviation };
        assert!((normal(10.0, 3.0).exceeds(&[normal(10.0, 3.0)]) - 0.5).abs() < 1e-6);
        assert!(
            (normal(10.0, 3.0).exceeds(&[normal(10.0, 3.0), normal(10.0, 3.0)]) - 1.0 / 3.0).abs() < 1e-3
        );
        // One deviation of the difference ahead.
        let ahead = normal(15.0, 3.0).exceeds(&[normal(10.0, 4.0)]);
        assert!((ahead - 0.841_344_7).abs() < 1e-5, "{ahead}");
        assert!((normal(5.0, 0.0).exceeds(&[normal(5.0, 0.0)]) - 0.5).abs() < 1e-12);
    }
}
