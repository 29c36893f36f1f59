//! `advise`: what every action is worth.

use kosti_coach::{Advice, Reason, Worth, written};
use kosti_dice::Dice;
use kosti_engine::Action;
use kosti_rules::{Rules, Sheet, SheetRules};
use kosti_words::Words;
use serde_json::{Map, Value, json};

use crate::action::action_to_json;
use crate::desk::object;
use crate::error::AskError;
use crate::request::Request;
use crate::solved::{Play, Solved};

/// Where a player stands.
pub(crate) struct Position {
    pub(crate) sheet: Sheet,
    /// The dice and which throw they are; nothing before the first.
    thrown: Option<(Dice, u8)>,
}

impl Position {
    /// What the request says, checked before anything is solved for it.
    pub(crate) fn read(
        rules: &Rules,
        sheet_rules: &SheetRules,
        request: &mut Request,
        words: &Words,
    ) -> Result<Self, AskError> {
        let throws = sheet_rules.throws;
        let throw: u8 = request.need("throw")?;
        if throw > throws {
            return Err(AskError::BadThrow { throw, throws });
        }
        let sheet = sheet_rules.read(&request.sheet()?).map_err(|error| AskError::sheet(words, &error))?;
        sheet_rules.could_be(&sheet).map_err(|error| AskError::sheet(words, &error))?;
        if throw == 0 {
            request.no_dice()?;
            return Ok(Self { sheet, thrown: None });
        }
        let dice = request.dice(rules, rules.dice.into())?;
        Ok(Self { sheet, thrown: Some((dice, throw)) })
    }
}

pub(crate) fn answer(
    of: &Rules,
    rules: &SheetRules,
    solved: &Solved<Play>,
    position: &Position,
    words: &Words,
) -> Map<String, Value> {
    let sheet = &position.sheet;
    let exact = match &solved.play {
        Play::Points(measured) => measured.points.is_exact(sheet),
        Play::Total(_) | Play::Reach(_) => true,
        Play::Estimate(_) => false,
    };
    let Some((dice, throw)) = position.thrown else {
        let value = match &solved.play {
            Play::Total(strategy) => strategy.sheet_value(sheet),
            Play::Points(measured) => measured.points.sheet_value(sheet),
            Play::Reach(reach) => reach.value(),
            Play::Estimate(estimate) => estimate.to_come(sheet),
        };
        return object([("value", json!(value)), ("exact", json!(exact)), ("actions", json!([]))]);
    };
    let advice = match &solved.play {
        Play::Total(strategy) => strategy.advise(sheet, dice, throw),
        Play::Points(measured) => measured.points.advise(sheet, dice, throw),
        Play::Reach(reach) => reach.advise(dice, throw),
        Play::Estimate(estimate) => estimate.advise(sheet, dice, throw, None),
    };
    let choices: Vec<(Action, f64)> =
        advice.iter().map(|valued| (written(valued.choice), valued.value)).collect();
    let actions: Vec<Value> =
        choices.iter().map(|(action, value)| action_to_json(of, action, *value)).collect();
    let mut answer = object([
        ("value", json!(advice.first().map_or(0.0, |best| best.value))),
        ("exact", json!(exact)),
        ("actions", json!(actions)),
    ]);
    let worth = if matches!(solved.play, Play::Reach(_)) { "chance" } else { "points" };
    because(of, worth, choices, &mut answer, words);
    if rules.wins(dice, throw).is_some() {
        answer.insert("wins".to_owned(), json!(true));
    }
    answer
}

/// Tells why the best of these actions, best first, is the best.
pub(crate) fn because(
    rules: &Rules,
    worth: &str,
    choices: impl IntoIterator<Item = (Action, f64)>,
    answer: &mut Map<String, Value>,
    words: &Words,
) {
    let advice = Advice::new(Worth::Points, 0.0, true, choices);
    if let Some(Reason { best, instead: Some(instead) }) = advice.reason() {
        let told = words.because(rules, worth, (&best.action, best.value), (&instead.action, instead.value));
        answer.insert("reason".to_owned(), json!(told));
    }
}
