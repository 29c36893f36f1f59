//! Requests of operators.

use std::sync::Arc;

use axum::Json;
use axum::extract::State;
use axum::http::{HeaderMap, StatusCode, header};
use axum::response::{IntoResponse, Response};
use kosti_app::AppError;
use kosti_web::Problem;
use kosti_web::extract::Address;
use serde::Serialize;

use crate::names::is_for_loopback;
use crate::site::Site;

/// The health of a server that does not work.
#[derive(Serialize)]
struct Health {
    status: &'static str,
    failing: FailingParts,
}

/// The failing parts, and the reason of each.
#[derive(Serialize)]
struct FailingParts {
    #[serde(skip_serializing_if = "Option::is_none")]
    journal: Option<&'static str>,
    #[serde(skip_serializing_if = "Option::is_none")]
    coaches: Option<&'static str>,
}

/// Whether the server works; if not, the failing part and the reason.
pub(super) async fn healthz(State(site): State<Arc<Site>>) -> Result<Response, Problem> {
    if site.closing.is_cancelled() {
        return Err(AppError::Closing.into());
    }
    let coaches = site.app.is_overloaded().then_some("overloaded");
    let failing = FailingParts { journal: site.app.journal_failure(), coaches };
    if failing.journal.is_none() && failing.coaches.is_none() {
        return Ok("ok\n".into_response());
    }
    let health = Health { status: "failing", failing };
    Ok((StatusCode::SERVICE_UNAVAILABLE, [(header::RETRY_AFTER, "5")], Json(health)).into_response())
}

/// The metrics, for requests from this machine only. A request through a proxy counts as one from elsewhere.
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

/// The metrics.
pub(crate) async fn metrics(State(site): State<Arc<Site>>) -> Response {
    let kind = "application/openmetrics-text; version=1.0.0; charset=utf-8";
    ([(header::CONTENT_TYPE, kind)], site.metrics.text()).into_response()
}
