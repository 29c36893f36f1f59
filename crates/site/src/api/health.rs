//! What operators ask.

use std::sync::Arc;

use axum::extract::State;
use axum::http::header;
use axum::response::{IntoResponse, Response};

use crate::problem::Problem;
use crate::site::Site;

/// Whether the server works.
pub(super) async fn healthz(State(site): State<Arc<Site>>) -> Result<&'static str, Problem> {
    if site.closing.is_cancelled() { Err(Problem::Closing) } else { Ok("ok\n") }
}

/// What it counts.
pub(super) async fn metrics(State(site): State<Arc<Site>>) -> Response {
    let kind = "application/openmetrics-text; version=1.0.0; charset=utf-8";
    ([(header::CONTENT_TYPE, kind)], site.metrics.text()).into_response()
}
