//! `solve`: what best play brings.

use kosti_solver::Strategy;
use serde_json::{Map, Value, json};

use crate::desk::object;

pub(crate) fn answer(strategy: &Strategy, seconds: f64) -> Map<String, Value> {
    object([
        ("value", json!(strategy.value())),
        ("deviation", json!(strategy.deviation())),
        ("states", json!(strategy.size().states)),
        ("seconds", json!(seconds)),
        ("exact", json!(true)),
    ])
}
