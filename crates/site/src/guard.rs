//! What every request goes through: limits, where it comes from, how it is told.

use std::net::{IpAddr, SocketAddr};
use std::sync::Arc;

use axum::body::Body;
use axum::extract::{Request, State};
use axum::http::{HeaderMap, HeaderName, HeaderValue, Method, header};
use axum::middleware::Next;
use axum::response::{IntoResponse, Response};

use crate::pages::{self, Look};
use crate::problem::Problem;
use crate::site::Site;

/// Headers of every answer.
const SAFE: [(HeaderName, &str); 5] = [
    (header::X_CONTENT_TYPE_OPTIONS, "nosniff"),
    // Without a referrer browsers do not even say which site a form comes from.
    (header::REFERRER_POLICY, "same-origin"),
    (header::X_FRAME_OPTIONS, "DENY"),
    (HeaderName::from_static("cross-origin-opener-policy"), "same-origin"),
    (HeaderName::from_static("cross-origin-resource-policy"), "same-origin"),
];
/// Nothing of an answer of the API is a page.
const NO_PAGE: &str = "default-src 'none'; frame-ancestors 'none'";
/// The browsable description is one, with its own scripts and styles.
const DOCS: &str = "default-src 'none'; script-src 'self'; style-src 'self' 'unsafe-inline'; img-src 'self' data:; \
                    connect-src 'self'; frame-ancestors 'none'";

/// Goes around everything else.
pub(crate) async fn guard(State(site): State<Arc<Site>>, mut request: Request<Body>, next: Next) -> Response {
    let path = request.uri().path();
    let (is_docs, is_page) = (path.starts_with("/api/v1/docs"), pages::is_page(path));
    let look = if is_page { Look::of(request.headers()) } else { Look::of_program(request.headers()) };
    let secure = site.names.is_secure(request.headers());
    let response = match admit(&site, &mut request) {
        Ok(()) => next.run(request).await,
        Err(problem) => problem.into_response(),
    };
    let mut response = match response.extensions().get::<Arc<Problem>>().cloned() {
        Some(problem) => {
            log(&problem);
            let mut told = if is_page {
                pages::problem(&site, &look, &problem)
            } else {
                problem.tell(site.words(look.language))
            };
            // A wrong method says which are right.
            if let Some(allow) = response.headers().get(header::ALLOW) {
                told.headers_mut().insert(header::ALLOW, allow.clone());
            }
            if let Some(seconds) = problem.retry_after() {
                told.headers_mut().insert(header::RETRY_AFTER, seconds.into());
            }
            told
        }
        None => response,
    };
    site.metrics.answered(response.status().as_u16());
    let headers = response.headers_mut();
    if secure {
        keep_to_tls(headers);
    }
    for (name, value) in SAFE {
        headers.insert(name, HeaderValue::from_static(value));
    }
    let policy = match (is_docs, is_page) {
        (true, _) => DOCS,
        (false, true) => pages::POLICY,
        (false, false) => NO_PAGE,
    };
    headers.insert(header::CONTENT_SECURITY_POLICY, HeaderValue::from_static(policy));
    headers.entry(header::CACHE_CONTROL).or_insert(HeaderValue::from_static("no-store"));
    response
}

/// Nothing secret is in a problem.
fn log(problem: &Problem) {
    if problem.status().is_server_error() {
        tracing::warn!(status = problem.status().as_u16(), %problem, "answered with a problem");
    } else {
        tracing::debug!(status = problem.status().as_u16(), kind = problem.kind(), "answered with a problem");
    }
}

/// Cookies that were set over TLS are never sent without.
fn keep_to_tls(headers: &mut HeaderMap) {
    if let header::Entry::Occupied(mut cookies) = headers.entry(header::SET_COOKIE) {
        for cookie in cookies.iter_mut() {
            let secure = [cookie.as_bytes(), b"; Secure"].concat();
            if let Ok(secure) = HeaderValue::from_bytes(&secure) {
                *cookie = secure;
            }
        }
    }
}

fn admit(site: &Site, request: &mut Request<Body>) -> Result<(), Problem> {
    // A host in the address itself counts, and not the header.
    if let Some(host) = request.uri().authority().and_then(|host| HeaderValue::from_str(host.as_str()).ok()) {
        request.headers_mut().insert(header::HOST, host);
    }
    if site.behind_proxy
        && let Some(address) = forwarded(request.headers())
    {
        request.extensions_mut().insert(SocketAddr::new(address, 0));
    }
    let address = request.extensions().get::<SocketAddr>().map(SocketAddr::ip);
    if let (Some(limits), Some(address)) = (&site.limits, address) {
        limits.address(address)?;
    }
    // A proxy asks whether the server is there by whatever name it knows; and the page that tells of a wrong name has
    // a style. Neither tells anything.
    let path = request.uri().path();
    if path != "/healthz" && !path.starts_with("/assets/") {
        site.names.check(request.headers())?;
    }
    let changes = !matches!(*request.method(), Method::GET | Method::HEAD | Method::OPTIONS);
    if changes && !same_origin(site, request.headers()) {
        return Err(Problem::OtherOrigin);
    }
    Ok(())
}

/// The address that the proxy saw: the last one, which it wrote itself.
fn forwarded(headers: &HeaderMap) -> Option<IpAddr> {
    let all = headers.get_all("x-forwarded-for").iter().next_back()?;
    all.to_str().ok()?.rsplit(',').next()?.trim().parse().ok()
}

/// Whether a browser says that the request comes from one of our pages. Programs say nothing.
fn same_origin(site: &Site, headers: &HeaderMap) -> bool {
    // A proxy may put one beside the browser's: all of them count.
    let all = |name: HeaderName| headers.get_all(name).iter().map(|value| value.to_str().unwrap_or("?"));
    all(HeaderName::from_static("sec-fetch-site")).all(|from| matches!(from, "same-origin" | "none"))
        && all(header::ORIGIN).all(|origin| site.names.is_own_origin(origin, headers))
}
