//! Applies the changes of the chosen house rules to the tree.

use crate::fault::{Place, place};
use crate::node::{Entry, Node, Value};

/// The sections that a change descends into; any other value is replaced as a whole. `*` is any name.
const SECTIONS: [&[&str]; 18] = [
    &["each-box"],
    &["box"],
    &["box", "*"],
    &["group"],
    &["group", "*"],
    &["group", "*", "each-box"],
    &["gate"],
    &["joker"],
    &["instant-win"],
    &["instant-win", "*"],
    &["race"],
    &["race", "combination"],
    &["race", "combination", "*"],
    &["race", "loss"],
    &["race", "loss", "*"],
    &["race", "barrel"],
    &["race", "barrel", "*"],
    &["race", "double"],
];

/// Applies a change to the tree.
pub(crate) fn apply_change(tree: &mut Node, change: &Node) {
    merge(tree, change, &mut Vec::new());
}

fn is_section(at: &[&str]) -> bool {
    SECTIONS.iter().any(|section| {
        section.len() == at.len() && section.iter().zip(at).all(|(&name, &is)| name == "*" || name == is)
    })
}

fn merge<'a>(base: &mut Node, change: &'a Node, at: &mut Vec<&'a str>) {
    let (Value::Table(into), Value::Table(from)) = (&mut base.value, &change.value) else {
        base.value = change.value.clone();
        base.span = change.span.clone();
        return;
    };
    for (key, entry) in from {
        at.push(key);
        match into.get_mut(key) {
            Some(old) if is_section(at) => merge(&mut old.node, &entry.node, at),
            Some(old) => *old = entry.clone(),
            None => {
                into.insert(
                    key.clone(),
                    Entry { key_span: entry.key_span.clone(), node: entry.node.clone() },
                );
            }
        }
        at.pop();
    }
}

/// The path of the change of a choice.
pub(crate) fn change_path(option: &str, choice: &str) -> Place {
    place!["house", option, "choices", choice, "change"]
}
