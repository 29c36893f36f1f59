//! What operators ask.

use std::sync::Arc;

use axum::extract::State;
use axum::http::{HeaderMap, header};
use axum::response::{IntoResponse, Response};

use crate::caller::Address;
use crate::names::is_for_loopback;
use crate::problem::Problem;
use crate::site::Site;

/// Whether the server works.
pub(super) async fn healthz(State(site): State<Arc<Site>>) -> Result<&'static str, Problem> {
    if site.closing.is_cancelled() { Err(Problem::Closing) } else { Ok("ok\n") }
}

/// What it counts, for this machine alone: who asks over a proxy comes from elsewhere.
pub(super) async fn own_metrics(
    State(site): State<Arc<Site>>,
    Address(address): Address,
    headers: HeaderMap,
) -> Result<Response, Problem> {
    let by_proxy = ["x-forwarded-for", "x-forwarded-host", "forwarded", "via"];
    let here = address.to_canonical().is_loopback() && is_for_loopback(&headers);
    if site.answers_metrics && here && !by_proxy.iter().any(|name| headers.contains_key(*name)) {
        Ok(metrics(State(site)).await)
    } else {
        Err(Problem::NotFound)
    }
}

/// What it counts.
pub(crate) async fn metrics(State(site): State<Arc<Site>>) -> Response {
    let kind = "application/openmetrics-text; version=1.0.0; charset=utf-8";
    ([(header::CONTENT_TYPE, kind)], site.metrics.text()).into_response()
}
