//! The middleware of every request: limits, origin checks, security headers, problems.

use std::net::{IpAddr, SocketAddr};
use std::sync::Arc;

use axum::body::Body;
use axum::extract::{Request, State};
use axum::http::{HeaderMap, HeaderName, HeaderValue, Method, header};
use axum::middleware::Next;
use axum::response::{IntoResponse, Response};

use kosti_web::extract::{Origin, is_from_other_site};
use kosti_web::{Preferences, Problem, WITHOUT_SERVER};

use crate::body_deadline::with_deadline;
use crate::site::Site;
use crate::web_files;

/// Headers of every answer.
const SAFE: [(HeaderName, &str); 5] = [
    (header::X_CONTENT_TYPE_OPTIONS, "nosniff"),
    // Without a referrer, browsers do not send the origin of a form.
    (header::REFERRER_POLICY, "same-origin"),
    (header::X_FRAME_OPTIONS, "DENY"),
    (HeaderName::from_static("cross-origin-opener-policy"), "same-origin"),
    (HeaderName::from_static("cross-origin-resource-policy"), "same-origin"),
];
/// The policy of API answers, which are never pages.
const NO_PAGE: &str = "default-src 'none'; frame-ancestors 'none'";
/// The policy of the browsable description, a page with its own scripts and styles.
const DOCS: &str = "default-src 'none'; script-src 'self'; style-src 'self' 'unsafe-inline'; img-src 'self' data:; \
                    connect-src 'self'; frame-ancestors 'none'";

/// Wraps every request.
pub(crate) async fn apply_middleware(
    State(site): State<Arc<Site>>,
    mut request: Request<Body>,
    next: Next,
) -> Response {
    let path = request.uri().path();
    let (is_docs, is_page) = (path.starts_with("/api/v1/docs"), kosti_web::is_page(path));
    let is_record = request.method() == Method::GET && is_record(path);
    let file_policy = web_files::policy(path);
    // Only this server says where its pages come from.
    request.headers_mut().remove(WITHOUT_SERVER);
    if site.web.is_some() {
        request.headers_mut().insert(WITHOUT_SERVER, HeaderValue::from_static("offered"));
    }
    let preferences =
        if is_page { Preferences::of(request.headers()) } else { Preferences::of_program(request.headers()) };
    let secure = site.names.is_secure(request.headers());
    let response = match check_request(&site, &mut request) {
        Ok(()) => {
            if is_page {
                let origin = Origin(site.names.base(request.headers()));
                request.extensions_mut().insert(origin);
            }
            next.run(request.map(|body| with_deadline(body, site.times.request))).await
        }
        Err(problem) => problem.into_response(),
    };
    let mut response = match response.extensions().get::<Arc<Problem>>().cloned() {
        Some(problem) => describe_problem(&site, is_page, &preferences, &problem, &response),
        None => response,
    };
    site.metrics.count_request(response.status().as_u16());
    let headers = response.headers_mut();
    if secure {
        mark_cookies_secure(headers);
    }
    for (name, value) in SAFE {
        headers.insert(name, HeaderValue::from_static(value));
    }
    let policy = match (file_policy, is_docs, is_page) {
        (Some(policy), ..) => policy,
        (_, true, _) => DOCS,
        (_, _, true) => kosti_web::POLICY,
        (_, _, false) => NO_PAGE,
    };
    if is_record {
        headers.insert(header::ACCESS_CONTROL_ALLOW_ORIGIN, HeaderValue::from_static("*"));
    }
    headers.insert(header::CONTENT_SECURITY_POLICY, HeaderValue::from_static(policy));
    headers.entry(header::CACHE_CONTROL).or_insert(HeaderValue::from_static("no-store"));
    response
}

/// The answer to a request that failed: a page for people, JSON for programs.
fn describe_problem(
    site: &Site,
    is_page: bool,
    preferences: &Preferences,
    problem: &Problem,
    response: &Response,
) -> Response {
    log_problem(problem);
    let mut described = if is_page {
        kosti_web::problem_page(&site.app, preferences, problem)
    } else {
        problem.to_response(site.app.words(preferences.language))
    };
    // Keep the list of allowed methods.
    if let Some(allow) = response.headers().get(header::ALLOW) {
        described.headers_mut().insert(header::ALLOW, allow.clone());
    }
    if let Some(seconds) = problem.retry_after() {
        described.headers_mut().insert(header::RETRY_AFTER, seconds.into());
    }
    described
}

/// Whether pages of other sites may read the answer: the record of a table, so that its dice can be checked by a program that this
/// server has not sent. Whoever knows the table can read its record, and without cookies there is nothing else in it.
fn is_record(path: &str) -> bool {
    path.strip_prefix("/api/v1/tables/")
        .and_then(|rest| rest.strip_suffix("/record"))
        .is_some_and(|table| !table.contains('/'))
}

/// Logs a problem. Problems contain no secrets.
fn log_problem(problem: &Problem) {
    if problem.status().is_server_error() {
        tracing::warn!(status = problem.status().as_u16(), %problem, "answered with a problem");
    } else {
        tracing::debug!(status = problem.status().as_u16(), kind = problem.kind(), "answered with a problem");
    }
}

/// Marks cookies as `Secure`: browsers must not send them without TLS.
fn mark_cookies_secure(headers: &mut HeaderMap) {
    if let header::Entry::Occupied(mut cookies) = headers.entry(header::SET_COOKIE) {
        for cookie in cookies.iter_mut() {
            let secure = [cookie.as_bytes(), b"; Secure"].concat();
            if let Ok(secure) = HeaderValue::from_bytes(&secure) {
                *cookie = secure;
            }
        }
    }
}

fn check_request(site: &Site, request: &mut Request<Body>) -> Result<(), Problem> {
    // A host in the request target takes precedence over the header.
    if let Some(host) = request.uri().authority().and_then(|host| HeaderValue::from_str(host.as_str()).ok()) {
        request.headers_mut().insert(header::HOST, host);
    }
    if site.behind_proxy
        && let Some(address) = forwarded_address(request.headers())
    {
        request.extensions_mut().insert(SocketAddr::new(address, 0));
    }
    let address = request.extensions().get::<SocketAddr>().map(SocketAddr::ip);
    if let Some(address) = address {
        site.app.charge_request(address)?;
    }
    // Health checks of a proxy may use any name, and the page that reports a wrong name needs its style. Neither
    // reveals anything.
    let path = request.uri().path();
    if path != "/healthz" && !path.starts_with("/assets/") {
        site.names.check(request.headers())?;
    }
    if !request.method().is_safe() && !is_same_origin(site, request.headers()) {
        return Err(Problem::OtherOrigin);
    }
    Ok(())
}

/// The address that the proxy saw: the last one, which the proxy itself wrote.
fn forwarded_address(headers: &HeaderMap) -> Option<IpAddr> {
    let all = headers.get_all("x-forwarded-for").iter().next_back()?;
    all.to_str().ok()?.rsplit(',').next()?.trim().parse().ok()
}

/// Whether the request comes from one of our pages, according to the browser. Other programs send no origin.
fn is_same_origin(site: &Site, headers: &HeaderMap) -> bool {
    // A proxy may add a second header: all of them must match.
    let mut origins = headers.get_all(header::ORIGIN).iter().map(|value| value.to_str().unwrap_or("?"));
    !is_from_other_site(headers) && origins.all(|origin| site.names.is_own_origin(origin, headers))
}
