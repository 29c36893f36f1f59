//! `score`: what these dice are worth.

use kosti_rules::{Family, RaceRules, Rules, SheetRules};
use kosti_words::Words;
use serde_json::{Map, Value, json};

use crate::desk::object;
use crate::error::AskError;
use crate::request::Request;

pub(crate) fn answer(
    rules: &Rules,
    request: &mut Request,
    words: &Words,
) -> Result<Map<String, Value>, AskError> {
    match &rules.family {
        Family::Sheet(sheet) => boxes(rules, sheet, request, words),
        Family::Race(race) => selections(rules, race, request),
    }
}

fn boxes(
    rules: &Rules,
    sheet_rules: &SheetRules,
    request: &mut Request,
    words: &Words,
) -> Result<Map<String, Value>, AskError> {
    let dice = request.dice(rules, rules.dice.into())?;
    let throws = sheet_rules.throws;
    let throw: u8 = request.need("throw")?;
    if throw == 0 || throw > throws {
        return Err(AskError::BadThrow { throw, throws });
    }
    let sheet = sheet_rules.read(&request.sheet()?).map_err(|error| AskError::sheet(words, &error))?;
    let boxes: Vec<Value> = sheet_rules
        .offers(&sheet, dice, throw)
        .into_iter()
        .map(|offer| {
            let reasons = sheet_rules.explain(&sheet, offer.slot, dice, throw);
            let mut told = object([
                ("box", json!(sheet_rules.slots[offer.slot].id)),
                ("score", json!(offer.score)),
                ("cross", json!(offer.cross)),
            ]);
            if offer.bonus != 0 {
                told.insert("bonus".to_owned(), json!(offer.bonus));
            }
            told.insert("why".to_owned(), json!(words.why(sheet_rules, offer.slot, &reasons)));
            Value::Object(told)
        })
        .collect();
    let wins = sheet_rules.wins(dice, throw).is_some();
    let over = wins || sheet_rules.is_full(&sheet);
    Ok(object([("boxes", json!(boxes)), ("rethrow", json!(throw < throws && !over)), ("wins", json!(wins))]))
}

fn selections(
    rules: &Rules,
    race: &RaceRules,
    request: &mut Request,
) -> Result<Map<String, Value>, AskError> {
    let aside = request.aside(race)?;
    let dice = request.dice(rules, race.dice() - aside)?;
    let selections: Vec<Value> = race
        .selections(dice)
        .iter()
        .map(|selection| json!({ "take": selection.take, "points": selection.points }))
        .collect();
    Ok(object([
        ("bust", json!(race.is_bust(dice, aside))),
        ("selections", json!(selections)),
        ("free_throw", json!(race.is_double(dice, aside))),
    ]))
}
