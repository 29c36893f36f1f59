//! Wrong JSON: random values, or valid ones with a few random edits.

use proptest::collection::vec;
use proptest::prelude::*;
use serde_json::{Map, Value, json};

/// A place in a tree of JSON, and its change.
#[derive(Debug, Clone)]
pub(crate) struct Edit {
    place: usize,
    change: Change,
}

#[derive(Debug, Clone)]
enum Change {
    Replace(Value),
    Remove,
    /// Put into a list.
    Wrap,
    /// Twice in its list, or under another name.
    Double,
    Rename(String),
}

/// Words and numbers at the limits of what is accepted.
fn leaf() -> impl Strategy<Value = Value> {
    let numbers = [
        json!(0),
        json!(-1),
        json!(1),
        json!(63),
        json!(64),
        json!(255),
        json!(256),
        json!(i32::MAX),
        json!(i32::MIN),
        json!(i64::MAX),
        json!(i64::MIN),
        json!(u64::MAX),
        json!(0.5),
        json!(1e300),
    ];
    let words = ["", "x", "keep", "0", "1", "18446744073709551616", "\u{0}", "Олена", "a\nb", "\u{202e}"];
    prop_oneof![
        Just(Value::Null),
        any::<bool>().prop_map(Value::from),
        proptest::sample::select(numbers.to_vec()),
        proptest::sample::select(words.to_vec()).prop_map(Value::from),
        "[ -~]{0,12}".prop_map(Value::from),
        (0usize..70_000).prop_map(|length| "ж".repeat(length / 20).into()),
        Just(json!([])),
        Just(json!({})),
        Just(json!([1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1])),
    ]
}

/// A random value.
pub(crate) fn anything() -> impl Strategy<Value = Value> {
    leaf().prop_recursive(3, 20, 5, |inner| {
        let fields = vec(("[a-z_]{0,8}", inner.clone()), 0..5);
        prop_oneof![
            vec(inner, 0..5).prop_map(Value::from),
            fields.prop_map(|fields| Value::Object(fields.into_iter().collect())),
        ]
    })
}

/// Random edits.
pub(crate) fn edits(most: usize) -> impl Strategy<Value = Vec<Edit>> {
    let change = prop_oneof![
        4 => leaf().prop_map(Change::Replace),
        1 => anything().prop_map(Change::Replace),
        2 => Just(Change::Remove),
        1 => Just(Change::Wrap),
        1 => Just(Change::Double),
        1 => "[a-z-]{0,8}".prop_map(Change::Rename),
    ];
    vec((any::<usize>(), change).prop_map(|(place, change)| Edit { place, change }), 0..=most)
}

/// Counts the places below a value.
fn count_places(value: &Value) -> usize {
    match value {
        Value::Array(items) => items.iter().map(|item| 1 + count_places(item)).sum(),
        Value::Object(fields) => fields.values().map(|item| 1 + count_places(item)).sum(),
        _ => 0,
    }
}

/// Applies edits to a value.
pub(crate) fn apply_edits(mut value: Value, edits: &[Edit]) -> Value {
    for edit in edits {
        let places = count_places(&value);
        if places == 0 {
            return value;
        }
        change(&mut value, edit.place % places, &edit.change);
    }
    value
}

fn change(value: &mut Value, mut place: usize, what: &Change) {
    match value {
        Value::Array(items) => {
            for at in 0..items.len() {
                if place == 0 {
                    return change_item(items, at, what);
                }
                place -= 1;
                let below = count_places(&items[at]);
                if place < below {
                    return change(&mut items[at], place, what);
                }
                place -= below;
            }
        }
        Value::Object(fields) => {
            let names: Vec<String> = fields.keys().cloned().collect();
            for name in names {
                if place == 0 {
                    return change_field(fields, &name, what);
                }
                place -= 1;
                let below = count_places(&fields[&name]);
                if place < below {
                    return change(&mut fields[&name], place, what);
                }
                place -= below;
            }
        }
        _ => {}
    }
}

fn change_item(items: &mut Vec<Value>, at: usize, what: &Change) {
    match what {
        Change::Replace(new) => items[at] = new.clone(),
        Change::Remove => drop(items.remove(at)),
        Change::Wrap => items[at] = json!([items[at]]),
        Change::Double | Change::Rename(_) => items.insert(at, items[at].clone()),
    }
}

fn change_field(fields: &mut Map<String, Value>, name: &str, what: &Change) {
    let old = fields[name].clone();
    match what {
        Change::Replace(new) => fields[name] = new.clone(),
        Change::Remove => drop(fields.remove(name)),
        Change::Wrap => fields[name] = json!([old]),
        Change::Double => drop(fields.insert(format!("{name}2"), old)),
        Change::Rename(new) => {
            fields.remove(name);
            fields.insert(new.clone(), old);
        }
    }
}
