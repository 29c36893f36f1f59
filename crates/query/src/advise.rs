//! `advise`: the value of every action.

use std::ops::Not;

use kosti_coach::{Advice, Reason, ValueUnit, sheet_action};
use kosti_engine::Action;
use kosti_rules::{Rules, SheetRules};
use kosti_text::Words;
use serde::Serialize;

use crate::action::ValuedAction;
use crate::position::SheetPosition;
use crate::solved::{SheetStrategy, Solved};

/// The value of every action.
#[derive(Debug, Clone, PartialEq, Serialize)]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
pub struct AdviceAnswer {
    /// The value of the position under best play.
    pub value: f64,
    /// Whether the value is exact.
    pub exact: bool,
    /// The actions, best first.
    pub actions: Vec<ValuedAction>,
    /// Whether the dice are a bust, in a race.
    #[serde(skip_serializing_if = "Not::not")]
    pub bust: bool,
    /// The reason why the first action is the best, for people.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[cfg_attr(feature = "openapi", schema(nullable = false))]
    pub reason: Option<String>,
    /// The probability that the seat on turn wins, at a table with several players.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[cfg_attr(feature = "openapi", schema(nullable = false))]
    pub win: Option<WinChance>,
    /// Whether the dice win the game at once.
    #[serde(skip_serializing_if = "Not::not")]
    pub wins: bool,
}

/// A probability to win.
#[derive(Debug, Clone, Copy, PartialEq, Serialize)]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
pub struct WinChance {
    /// The probability.
    pub chance: f64,
    /// Whether it is exact.
    pub exact: bool,
}

impl AdviceAnswer {
    pub(crate) fn new(rules: &Rules, value: f64, exact: bool, choices: &[(Action, f64)]) -> Self {
        let actions = choices.iter().map(|(action, value)| ValuedAction::new(rules, action, *value));
        let actions = actions.collect();
        Self { value, exact, actions, bust: false, reason: None, win: None, wins: false }
    }

    /// Converts the coach's advice for a running game.
    #[must_use]
    pub fn from_advice(rules: &Rules, advice: &Advice, words: &Words) -> Self {
        let choices: Vec<(Action, f64)> =
            advice.choices.iter().map(|choice| (choice.action, choice.value)).collect();
        let trade = advice
            .trade()
            .map(|trade| words.explain_trade(trade.best.value, trade.instead.value, trade.points));
        let reason = reason(rules, advice.worth.name(), advice, words);
        let mut answer = Self {
            reason: reason
                .map(|reason| [Some(reason), trade].into_iter().flatten().collect::<Vec<_>>().join(". ")),
            win: advice.win.map(|win| WinChance { chance: win.chance, exact: win.exact }),
            ..Self::new(rules, advice.value, advice.exact, &choices)
        };
        for (action, choice) in answer.actions.iter_mut().zip(&advice.choices) {
            action.total = choice.total;
        }
        answer
    }
}

pub(crate) fn answer(
    of: &Rules,
    rules: &SheetRules,
    solved: &Solved<SheetStrategy>,
    position: &SheetPosition,
    words: &Words,
) -> AdviceAnswer {
    let sheet = &position.sheet;
    let exact = match &solved.play {
        SheetStrategy::Points(measured) => measured.points.is_exact(sheet),
        SheetStrategy::Total(_) | SheetStrategy::Reach(_) | SheetStrategy::Win(_) => true,
        SheetStrategy::Estimate(_) => false,
    };
    let Some((thrown, throw)) = position.thrown else {
        let value = match &solved.play {
            SheetStrategy::Total(strategy) => strategy.sheet_value(sheet),
            SheetStrategy::Points(measured) => measured.points.sheet_value(sheet),
            SheetStrategy::Reach(reach) => reach.value(),
            SheetStrategy::Win(win) => win.value(),
            SheetStrategy::Estimate(estimate) => estimate.to_come(sheet),
        };
        return AdviceAnswer::new(of, value, exact, &[]);
    };
    let advice = match &solved.play {
        SheetStrategy::Total(strategy) => strategy.advise(sheet, thrown, throw),
        SheetStrategy::Points(measured) => measured.points.advise(sheet, thrown, throw),
        SheetStrategy::Reach(reach) => reach.advise(thrown, throw),
        // Advice to win has two sheets: `win.rs`.
        SheetStrategy::Win(_) => Vec::new(),
        SheetStrategy::Estimate(estimate) => estimate.advise(sheet, thrown, throw, None),
    };
    let choices: Vec<(Action, f64)> =
        advice.iter().map(|valued| (sheet_action(valued.choice), valued.value)).collect();
    let value = choices.first().map_or(0.0, |&(_, best)| best);
    let unit = if matches!(solved.play, SheetStrategy::Reach(_)) { "chance" } else { "points" };
    AdviceAnswer {
        reason: best_reason(of, unit, &choices, words),
        wins: rules.wins(thrown.dice, throw).is_some(),
        ..AdviceAnswer::new(of, value, exact, &choices)
    }
}

/// Explains why the first action is the best one.
pub(crate) fn best_reason(
    rules: &Rules,
    unit: &str,
    choices: &[(Action, f64)],
    words: &Words,
) -> Option<String> {
    let advice = Advice::new(ValueUnit::Points, 0.0, true, choices.iter().copied());
    reason(rules, unit, &advice, words)
}

fn reason(rules: &Rules, unit: &str, advice: &Advice, words: &Words) -> Option<String> {
    let Reason { best, instead } = advice.reason()?;
    let instead = instead?;
    Some(words.explain_advice(rules, unit, (&best.action, best.value), (&instead.action, instead.value)))
}
