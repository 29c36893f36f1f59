//! `advise`: what every action is worth.

use kosti_rules::Rules;
use kosti_solver::{Choice, Strategy, Valued};
use kosti_words::Words;
use serde_json::{Map, Value, json};

use crate::desk::object;
use crate::error::AskError;
use crate::request::Request;

pub(crate) fn answer(
    rules: &Rules,
    strategy: &Strategy,
    request: &mut Request,
    words: &Words,
) -> Result<Map<String, Value>, AskError> {
    let sheet_rules = AskError::unless_sheet(rules, "advise")?;
    let throws = sheet_rules.throws;
    let throw: u8 = request.need("throw")?;
    if throw > throws {
        return Err(AskError::BadThrow { throw, throws });
    }
    let sheet = sheet_rules.read(&request.sheet()?).map_err(|error| AskError::sheet(words, &error))?;
    sheet_rules.could_be(&sheet).map_err(|error| AskError::sheet(words, &error))?;
    if throw == 0 {
        request.no_dice()?;
        let value = strategy.sheet_value(&sheet);
        return Ok(object([("value", json!(value)), ("exact", json!(true)), ("actions", json!([]))]));
    }
    let dice = request.dice(rules, rules.dice.into())?;
    let advice = strategy.advise(&sheet, dice, throw);
    let actions: Vec<Value> = advice.iter().map(|valued| action(sheet_rules, valued)).collect();
    let mut answer = object([
        ("value", json!(advice.first().map_or(0.0, |best| best.value))),
        ("exact", json!(true)),
        ("actions", json!(actions)),
    ]);
    if sheet_rules.wins(dice, throw).is_some() {
        answer.insert("wins".to_owned(), json!(true));
    }
    Ok(answer)
}

fn action(rules: &kosti_rules::SheetRules, valued: &Valued) -> Value {
    let id = |slot: usize| &rules.slots[slot].id;
    match valued.choice {
        Choice::Keep(dice) => json!({ "keep": dice, "value": valued.value }),
        Choice::Score(slot) => json!({ "score": id(slot), "value": valued.value }),
        Choice::Cross(slot) => json!({ "cross": id(slot), "value": valued.value }),
    }
}
