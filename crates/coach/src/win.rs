//! Advice for winning with a score sheet, and the probability to win.

use kosti_engine::{Action, Phase, Seat, State, Turn};
use kosti_rules::{Sheet, SheetRules};

use crate::advice::{Advice, VALUE_TOLERANCE, ValueUnit, sheet_action};
use crate::coach::Coach;

/// The probability to win; a shared win is counted in parts.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Win {
    /// The probability.
    pub chance: f64,
    /// Whether it is exact; otherwise it is estimated from the expected results of the others.
    pub exact: bool,
}

/// The range of totals around the mean, in deviations, and the number of steps of the integration.
const WIDTH: f64 = 6.0;
const STEPS: usize = 400;

impl Coach {
    /// The advice for winning with a score sheet, with the points of other advice beside it; `None` if nobody else plays,
    /// or the game is played for something else.
    pub(crate) fn advise_to_win(
        &self,
        rules: &SheetRules,
        state: &State,
        turn: &Turn,
        points: &Advice,
    ) -> Option<Advice> {
        let sheets = self.sheets_in_play(rules, state, turn.seat)?;
        let solved = self.win_player()?.turn(&sheets);
        let at_once = turn.throw > 0 && rules.wins(turn.dice, turn.throw).is_some();
        let valued = if turn.throw == 0 { Vec::new() } else { solved.advise(turn.thrown(), turn.throw) };
        let mut choices: Vec<(Action, f64)> =
            valued.iter().map(|valued| (sheet_action(valued.choice), valued.value)).collect();
        let total = |action: &Action| points.of(action).map(|choice| choice.value);
        // Equal chances are those of a game that is decided: then points are worth having.
        let rank = |(action, value): &(Action, f64)| {
            ((value / VALUE_TOLERANCE).round(), total(action).unwrap_or(f64::NEG_INFINITY))
        };
        choices.sort_by(|a, b| {
            let (a, b) = (rank(a), rank(b));
            b.0.total_cmp(&a.0).then(b.1.total_cmp(&a.1))
        });
        let value = match choices.first() {
            _ if at_once => 1.0,
            Some(&(_, best)) => best,
            None => solved.value(),
        };
        let mut advice = Advice::new(ValueUnit::Win, value, at_once || solved.is_exact(), choices);
        for choice in &mut advice.choices {
            choice.total = total(&choice.action);
        }
        advice.win = Some(Win { chance: value, exact: advice.exact });
        Some(advice)
    }

    /// The sheets of the seats in play, that of the seat on turn first; `None` if it is alone, or corrections have left a
    /// sheet that no play leads to.
    pub(crate) fn sheets_in_play(&self, rules: &SheetRules, state: &State, seat: Seat) -> Option<Vec<Sheet>> {
        let mut here = Self::seats_in_play(state, seat);
        let own = here.iter().position(|&other| other == seat.0)?;
        here.rotate_left(own);
        let sheets = here.iter().map(|&seat| state.players()[seat].sheet.clone());
        let sheets: Vec<Sheet> = sheets.collect();
        let sound = sheets.iter().all(|sheet| rules.could_be(sheet).is_ok());
        (sound && sheets.len() > 1).then_some(sheets)
    }

    /// The probability that the player on turn wins where advice is about points: every final result is approximated by
    /// a normal distribution around the expected one.
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
        let mean = self.present(rules, own) + advice.value;
        let own = Normal { mean, deviation: self.deviation_from(rules, own) };
        let others: Vec<Normal> = others.iter().map(|sheet| self.end_of(rules, sheet)).collect();
        Some(Win { chance: own.exceeds(&others), exact: false })
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
