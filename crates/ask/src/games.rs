//! `games`: what can be played.

use std::sync::Arc;

use kosti_rules::{Family, Rules};
use kosti_words::Words;
use serde_json::{Map, Value, json};

use crate::desk::object;

pub(crate) fn answer(
    ids: &[&str],
    find: impl Fn(&str) -> Option<Arc<Rules>>,
    words: &Words,
) -> Map<String, Value> {
    let games: Vec<Value> =
        ids.iter().filter_map(|id| find(id)).map(|rules| game(&rules, words.language())).collect();
    object([("games", json!(games))])
}

fn game(rules: &Rules, language: &str) -> Value {
    let (family, throws, boxes) = match &rules.family {
        Family::Sheet(sheet) => {
            ("sheet", Some(sheet.throws), sheet.slots.iter().map(|slot| slot.id.as_str()).collect())
        }
        Family::Race(_) => ("race", None, Vec::new()),
    };
    let house: Map<String, Value> = rules
        .house
        .iter()
        .map(|option| {
            let choices: Vec<&str> = option.choices.iter().map(|(id, _)| id.as_str()).collect();
            (option.id.clone(), json!(choices))
        })
        .collect();
    json!({
        "id": rules.id,
        "name": rules.name.get(language),
        "about": rules.about.get(language),
        "family": family,
        "dice": rules.dice,
        "throws": throws,
        "boxes": boxes,
        "house": house,
    })
}
