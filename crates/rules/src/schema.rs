//! The JSON Schema of a rules file, generated from its types.

use serde_json::{Value, json};

use crate::file::GameFile;

/// The JSON Schema of a rules file, for editors.
#[must_use]
pub fn schema() -> Value {
    let generator = schemars::generate::SchemaSettings::draft07().into_generator();
    let mut schema = generator.into_root_schema_for::<GameFile>().to_value();
    without_null(&mut schema);
    schema["definitions"]["ChoiceFile"]["properties"]["change"] = json!({ "$ref": "#/definitions/Change" });
    // The change of a house rule is a part of a file, without house rules of its own. Its sections are parts
    // too: no key is required in them.
    let mut change = json!({ "type": "object", "additionalProperties": false });
    change["properties"] = schema["properties"].clone();
    change["properties"].as_object_mut().map(|keys| keys.remove("house"));
    as_part(&mut change);
    for section in SECTIONS {
        let mut part = schema["definitions"][section].clone();
        part.as_object_mut().map(|keys| keys.remove("required"));
        as_part(&mut part);
        schema["definitions"][format!("{section}Part")] = part;
    }
    schema["definitions"]["Change"] = change;
    schema["required"] = json!(["name", "dice"]);
    schema
}

/// The types of the sections that a change descends into.
const SECTIONS: [&str; 11] = [
    "BoxFile",
    "GroupFile",
    "ColumnFile",
    "GateFile",
    "JokerFile",
    "WinFile",
    "RaceFile",
    "CombinationFile",
    "LossFile",
    "DoubleFile",
    "BarrelFile",
];

/// Makes a schema describe a part: references to sections become references to parts of sections.
fn as_part(schema: &mut Value) {
    match schema {
        Value::Object(fields) => {
            if let Some(Value::String(target)) = fields.get_mut("$ref")
                && SECTIONS.iter().any(|section| target.ends_with(&format!("/{section}")))
            {
                target.push_str("Part");
            }
            fields.values_mut().for_each(as_part);
        }
        Value::Array(items) => items.iter_mut().for_each(as_part),
        _ => {}
    }
}

/// Removes null from a schema: TOML has no null, an optional key is left out.
fn without_null(schema: &mut Value) {
    match schema {
        Value::Object(fields) => {
            if let Some(Value::Array(kinds)) = fields.get_mut("type") {
                kinds.retain(|kind| kind != "null");
            }
            if let Some(Value::Array(choices)) = fields.get_mut("anyOf") {
                choices.retain(|choice| choice.get("type").is_none_or(|kind| kind != "null"));
            }
            fields.values_mut().for_each(without_null);
        }
        Value::Array(items) => items.iter_mut().for_each(without_null),
        _ => {}
    }
}
