//! What operators ask.

use std::sync::Arc;

use axum::Json;
use axum::extract::State;
use axum::http::{StatusCode, header};
use axum::response::{IntoResponse, Response};
use serde_json::{Map, Value, json};

use crate::problem::Problem;
use crate::site::Site;

/// Whether the server works; where it does not, what fails and why.
pub(super) async fn healthz(State(site): State<Arc<Site>>) -> Result<Response, Problem> {
    if site.closing.is_cancelled() {
        return Err(Problem::Closing);
    }
    let mut failing = Map::new();
    if let Some(why) = site.journal_health.failure() {
        failing.insert("journal".to_owned(), json!(why));
    }
    if site.hall.coaches.jobs().tables_overloaded() {
        failing.insert("coaches".to_owned(), json!("overloaded"));
    }
    if failing.is_empty() {
        return Ok("ok\n".into_response());
    }
    let why = json!({ "status": "failing", "failing": Value::Object(failing) });
    Ok((StatusCode::SERVICE_UNAVAILABLE, [(header::RETRY_AFTER, "5")], Json(why)).into_response())
}

/// What it counts.
pub(super) async fn metrics(State(site): State<Arc<Site>>) -> Response {
    let kind = "application/openmetrics-text; version=1.0.0; charset=utf-8";
    ([(header::CONTENT_TYPE, kind)], site.metrics.text()).into_response()
}
