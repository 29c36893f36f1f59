//! `total`: what a sheet adds up to.

use kosti_rules::{GroupMark, JOKER, Rules};
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
    let sheet_rules = AskError::unless_sheet(rules, "total")?;
    let sheet = sheet_rules.read(&request.sheet()?).map_err(|error| AskError::sheet(words, &error))?;
    let totals = sheet_rules.totals(&sheet);
    let groups: Map<String, Value> = sheet_rules
        .groups
        .iter()
        .zip(&totals.groups)
        .map(|(group, (sum, extra))| {
            let told = match group.mark {
                None => json!({ "sum": sum }),
                Some(GroupMark::Bonus { .. }) => json!({ "sum": sum, "bonus": extra }),
                Some(GroupMark::Penalty { .. }) => json!({ "sum": sum, "penalty": extra }),
            };
            (group.id.clone(), told)
        })
        .collect();
    let mut answer = object([("total", json!(totals.total)), ("groups", json!(groups))]);
    if sheet_rules.paid_joker().is_some() {
        answer.insert(JOKER.to_owned(), json!(totals.joker));
    }
    if let Some(points) = totals.points {
        answer.insert("points".to_owned(), json!(points));
    }
    answer.insert("full".to_owned(), json!(sheet_rules.is_full(&sheet)));
    Ok(answer)
}
