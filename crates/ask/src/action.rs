//! Actions as JSON, the same in every answer.

use kosti_dice::Dice;
use kosti_engine::{Action, Then};
use kosti_rules::Rules;
use serde_json::{Value, json};

/// An action and what it is worth, as answers tell it.
#[must_use]
pub fn action_to_json(rules: &Rules, action: &Action, value: f64) -> Value {
    let id = |slot: usize| rules.sheet().map(|sheet| &sheet.slots[slot].id);
    match *action {
        Action::Throw { keep } => json!({ "keep": keep, "value": value }),
        Action::Score { slot } => json!({ "score": id(slot), "value": value }),
        Action::Cross { slot } => json!({ "cross": id(slot), "value": value }),
        Action::Announce { slot } => json!({ "announce": id(slot), "value": value }),
        Action::SetAside { take, then } => json!({ "take": take, "then": then, "value": value }),
        Action::Undo | Action::Leave | Action::Return | Action::Correct(_) => Value::Null,
    }
}

/// The action that an answer tells; nothing where it tells none.
#[must_use]
pub fn action_from_json(rules: &Rules, told: &Value) -> Option<Action> {
    let dice = |field: &str| serde_json::from_value::<Dice>(told.get(field)?.clone()).ok();
    let slot = |field: &str| rules.sheet()?.slot(told.get(field)?.as_str()?);
    if let Some(take) = dice("take") {
        let then = if told["then"] == json!(Then::Bank) { Then::Bank } else { Then::Throw };
        return Some(Action::SetAside { take, then });
    }
    let keep = dice("keep").map(|keep| Action::Throw { keep });
    let score = || slot("score").map(|slot| Action::Score { slot });
    let cross = || slot("cross").map(|slot| Action::Cross { slot });
    let announce = || slot("announce").map(|slot| Action::Announce { slot });
    keep.or_else(score).or_else(cross).or_else(announce)
}
