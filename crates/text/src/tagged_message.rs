//! `TaggedMessage`: the message for a value of a tagged enum, and its variables.

use kosti_dice::Dice;
use serde::Serialize;
use serde_json::Value;

use crate::words::Arg;

/// The message for a value.
pub(crate) struct TaggedMessage {
    /// The message id.
    pub(crate) id: String,
    /// Its variables. A missing field is an empty text.
    pub(crate) fields: Vec<(String, Arg<'static>)>,
    /// The names of variables that hold a single word, not a list.
    words: Vec<String>,
    /// Fields that are themselves values of tagged enums; the name of their tag is the prefix of their
    /// messages.
    pub(crate) inner: Vec<(String, TaggedMessage)>,
}

impl TaggedMessage {
    /// The message for a value of an enum whose tag serde writes as the first field.
    pub(crate) fn new(prefix: &str, value: &impl Serialize) -> Self {
        Self::with_items(prefix, value, format_value)
    }

    /// The same, with the items of lists in backticks, because they are words of a file.
    pub(crate) fn quoted(prefix: &str, value: &impl Serialize) -> Self {
        Self::with_items(prefix, value, |item| format!("`{}`", format_value(item)))
    }

    fn with_items(prefix: &str, value: &impl Serialize, item: fn(&Value) -> String) -> Self {
        Self::from_json(prefix, serde_json::to_value(value).unwrap_or_default(), item)
    }

    fn from_json(prefix: &str, json: Value, item: fn(&Value) -> String) -> Self {
        let mut message =
            Self { id: prefix.to_owned(), fields: Vec::new(), words: Vec::new(), inner: Vec::new() };
        let Value::Object(fields) = json else {
            message.id = format!("{prefix}-{}", format_value(&json));
            return message;
        };
        let mut fields = fields.into_iter();
        if let Some((_, tag)) = fields.next() {
            message.id = format!("{prefix}-{}", format_value(&tag));
        }
        for (name, value) in fields {
            if let Some(tag) = value.as_object().and_then(|inner| inner.keys().next().cloned()) {
                message.inner.push((name, Self::from_json(&tag, value, item)));
                continue;
            }
            if value.is_string() {
                message.words.push(name.clone());
            }
            let arg = argument(&name, &value, item);
            message.fields.push((name, arg));
        }
        message
    }

    /// Sets a variable, replacing a field of that name.
    pub(crate) fn set(&mut self, name: &str, value: &str) {
        self.fields.retain(|(known, _)| known != name);
        self.words.retain(|known| known != name);
        self.fields.push((name.to_owned(), Arg::from(value.to_owned())));
    }

    /// Whether the field is present and not empty.
    pub(crate) fn has(&self, name: &str) -> bool {
        self.fields.iter().any(|(known, value)| known == name && *value != Arg::from(""))
    }

    /// The word in the field, if it is a single word.
    pub(crate) fn word(&self, name: &str) -> Option<&str> {
        let value = self.fields.iter().find(|(known, _)| known == name).map(|(_, value)| value);
        match value {
            Some(Arg::Text(word)) if self.words.iter().any(|known| known == name) => Some(word),
            _ => None,
        }
    }
}

fn argument(name: &str, value: &Value, item: fn(&Value) -> String) -> Arg<'static> {
    match value {
        Value::Number(number) => match number.as_i64() {
            Some(number) => Arg::Integer(number),
            None => Arg::from(number.to_string()),
        },
        // A word that messages can select by, for an empty list.
        Value::Array(items) if items.is_empty() && name != "dice" => Arg::from("none"),
        Value::Array(items) => match serde_json::from_value::<Dice>(value.clone()) {
            Ok(dice) if matches!(name, "dice" | "derived" | "keep" | "take") => Arg::from(dice.to_string()),
            _ => Arg::from(items.iter().map(item).collect::<Vec<_>>().join(", ")),
        },
        _ => Arg::from(format_value(value)),
    }
}

fn format_value(value: &Value) -> String {
    match value {
        Value::Null => String::new(),
        Value::String(text) => text.clone(),
        other => other.to_string(),
    }
}
