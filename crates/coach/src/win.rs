//! The probability to win a sheet game.

use kosti_engine::{Phase, State};
use kosti_rules::{Sheet, SheetRules};
use kosti_solver::{NoProgress, Objective, WinPosition, solve};

use crate::advice::Advice;
use crate::coach::{Coach, CoachStrategy};

/// The probability to win. An equal result of two counts as half; of more, in the very last turn, as a win.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Win {
    /// The probability.
    pub chance: f64,
    /// Whether it is exact; otherwise it is estimated from the expected results of the others.
    pub exact: bool,
}

/// The most values of two score sheets that are solved for winning with every advice: some tens of milliseconds.
const MOST_VALUES: usize = 20_000;

/// The most turns of both that are looked at.
const MOST_TURNS: usize = 6;

/// The range of totals around the mean, in deviations, and the number of steps of the integration.
const WIDTH: f64 = 6.0;
const STEPS: usize = 400;

impl Coach {
    /// The probability that the player on turn wins. It is exact in the last turns of a game for two, and in the
    /// very last turn of others: the best probability to reach the best total of the others. Before, every final
    /// result is approximated by a normal distribution around the expected one.
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
        if let Some(chance) = self.last_turns_of_two(state, turn.seat.0, turn.dice, turn.throw) {
            return Some(Win { chance, exact: true });
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

    /// The exact probability for the last turns of a game for two, a tie as half; `None` if there are too many left.
    fn last_turns_of_two(
        &self,
        state: &State,
        seat: usize,
        dice: kosti_dice::Dice,
        throw: u8,
    ) -> Option<f64> {
        let playing: Vec<usize> =
            (0..state.players().len()).filter(|&seat| !state.players()[seat].left).collect();
        let [first, second] = playing[..] else { return None };
        let open = |seat: usize| {
            self.rules.sheet().map(|rules| rules.rounds - state.players()[seat].sheet.written())
        };
        if !matches!(self.strategy(), CoachStrategy::Total(_)) || open(first)? + open(second)? > MOST_TURNS {
            return None;
        }
        let sheets = [first, second].map(|seat| state.players()[seat].sheet.clone());
        let position = WinPosition { sheets, turn: usize::from(seat == second) };
        let objective = Objective::WinFrom { position: position.clone(), most_values: MOST_VALUES };
        let win = solve(&self.rules, &objective, &NoProgress).ok()?.into_sheet_win()?;
        if throw == 0 {
            return Some(win.value());
        }
        win.advise(&position, dice, throw)?.first().map(|best| best.value)
    }

    /// The exact probability for the last turn of the game.
    fn last_turn(
        &self,
        rules: &SheetRules,
        own: &Sheet,
        others: &[&Sheet],
        dice: kosti_dice::Dice,
        throw: u8,
    ) -> Option<f64> {
        let last = own.written() + 1 == rules.rounds && others.iter().all(|sheet| rules.is_full(sheet));
        if !last || !matches!(self.strategy(), CoachStrategy::Total(_)) || !rules.awards.is_empty() {
            return None;
        }
        let least = others.iter().map(|sheet| rules.totals(sheet).total).max()?;
        let objective = Objective::ReachFrom { sheet: own.clone(), at_least: least };
        let reach = solve(&self.rules, &objective, &NoProgress).ok()?.into_reach()?;
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

/// The distribution of a player's final result.
struct Normal {
    mean: f64,
    deviation: f64,
}

impl Normal {
    /// The probability of at least the result of each of the others.
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

    /// The probability of a result of at most `total`; an equal result counts half.
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
