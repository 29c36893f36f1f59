//! Examples for the request bodies in the description. They name games, so they are data: `examples.json`.

use std::collections::BTreeMap;

use serde_json::Value;
use utoipa::openapi::path::Operation;
use utoipa::openapi::{OpenApi, RefOr};

/// By operation, such as `POST /api/v1/score`.
const EXAMPLES: &str = include_str!("examples.json");

/// Inserts every example.
pub(super) fn insert(description: &mut OpenApi) {
    let mut examples: BTreeMap<String, Value> = serde_json::from_str(EXAMPLES).unwrap_or_default();
    for (path, item) in &mut description.paths.paths {
        for (method, operation) in [("POST", &mut item.post), ("PUT", &mut item.put)] {
            if let (Some(operation), Some(example)) =
                (operation, examples.remove(&format!("{method} {path}")))
            {
                set(operation, &example);
            }
        }
    }
}

fn set(operation: &mut Operation, example: &Value) {
    let Some(RefOr::T(body)) = &mut operation.request_body else { return };
    for content in body.content.values_mut() {
        if let RefOr::T(content) = content {
            content.example = Some(example.clone());
        }
    }
}
