//! Extractors: table and seat of the path, language, caller, body. They reject with a `Problem`.

use std::convert::Infallible;
use std::error::Error as _;
use std::net::{IpAddr, SocketAddr};

use axum::body::{Body, Bytes, to_bytes};
use axum::extract::{FromRequest, FromRequestParts, Path, Request};
use axum::http::request::Parts;
use axum::http::{HeaderMap, header};
use http_body_util::LengthLimitError;
use kosti_app::{AppError, is_token};
use kosti_journal::TableId;
use kosti_text::Language;
use serde::de::DeserializeOwned;

use crate::problem::Problem;

/// Bytes of a request's body.
const MOST_BODY: usize = 128 * 1024;
/// Cookies that are looked at.
const MOST_COOKIES: usize = 200;
/// What the cookie of a table's token is called, before the table's id.
const COOKIE: &str = "kosti-";
/// How long a browser keeps a token.
const YEAR: u64 = 365 * 24 * 3600;

/// The cookie in which a browser keeps the token of a table.
#[must_use]
pub fn token_cookie(table: TableId, token: &str) -> String {
    format!("{COOKIE}{table}={token}; Path=/; Max-Age={YEAR}; HttpOnly; SameSite=Lax")
}

/// Whether a page of another site sent the request, according to the browser. Other programs do not say.
#[must_use]
pub fn is_from_other_site(headers: &HeaderMap) -> bool {
    headers.get_all("sec-fetch-site").iter().any(|site| site != "same-origin" && site != "none")
}

/// Where a request comes from.
#[derive(Debug, Clone, Copy)]
pub struct Address(pub IpAddr);

impl<S: Sync> FromRequestParts<S> for Address {
    type Rejection = Infallible;

    async fn from_request_parts(parts: &mut Parts, _: &S) -> Result<Self, Infallible> {
        let peer = parts.extensions.get::<SocketAddr>().map(SocketAddr::ip);
        Ok(Self(peer.unwrap_or(IpAddr::V4(std::net::Ipv4Addr::UNSPECIFIED))))
    }
}

/// The table in the path.
#[derive(Debug, Clone, Copy)]
pub struct At(pub TableId);

impl<S: Sync + Send> FromRequestParts<S> for At {
    type Rejection = Problem;

    async fn from_request_parts(parts: &mut Parts, state: &S) -> Result<Self, Problem> {
        let path = Path::<Vec<(String, String)>>::from_request_parts(parts, state).await;
        let path = path.map_err(|_| AppError::UnknownTable)?;
        let table = path.iter().find(|(name, _)| name == "table").map(|(_, id)| id.as_str());
        Ok(table.and_then(|id| id.parse().ok()).map(Self).ok_or(AppError::UnknownTable)?)
    }
}

/// The table and the seat in the path.
#[derive(Debug, Clone, Copy)]
pub struct AtSeat(pub TableId, pub usize);

impl<S: Sync + Send> FromRequestParts<S> for AtSeat {
    type Rejection = Problem;

    async fn from_request_parts(parts: &mut Parts, state: &S) -> Result<Self, Problem> {
        let At(table) = At::from_request_parts(parts, state).await?;
        let path = Path::<Vec<(String, String)>>::from_request_parts(parts, state).await;
        let path = path.map_err(|_| Problem::NotFound)?;
        let seat = path.iter().find(|(name, _)| name == "seat").and_then(|(_, seat)| seat.parse().ok());
        Ok(Self(table, seat.ok_or(kosti_table::CommandError::NoSuchSeat)?))
    }
}

/// The language that the answer should be in.
#[derive(Debug, Clone, Copy)]
pub struct Speaks(pub Language);

impl Speaks {
    /// The language that these headers ask for.
    #[must_use]
    pub fn of(headers: &HeaderMap) -> Self {
        let wanted = headers.get(header::ACCEPT_LANGUAGE).and_then(|value| value.to_str().ok());
        let tags = wanted.unwrap_or_default().split(',');
        let mut weighed: Vec<(f32, Language)> = tags
            .filter_map(|tag| {
                let (tag, weight) = tag.split_once(";q=").unwrap_or((tag, "1"));
                Some((weight.trim().parse().unwrap_or(0.0), Language::from_tag(tag.trim())?))
            })
            .collect();
        weighed.sort_by(|a, b| b.0.total_cmp(&a.0));
        Self(weighed.first().map_or(Language::ENGLISH, |(_, language)| *language))
    }
}

impl<S: Sync> FromRequestParts<S> for Speaks {
    type Rejection = Infallible;

    async fn from_request_parts(parts: &mut Parts, _: &S) -> Result<Self, Infallible> {
        Ok(Self::of(&parts.headers))
    }
}

/// Who sends a request: the token of the header, or else of the cookies.
#[derive(Clone)]
pub struct Caller(kosti_app::Caller);

impl std::ops::Deref for Caller {
    type Target = kosti_app::Caller;

    fn deref(&self) -> &kosti_app::Caller {
        &self.0
    }
}

impl std::ops::DerefMut for Caller {
    fn deref_mut(&mut self) -> &mut kosti_app::Caller {
        &mut self.0
    }
}

impl<S: Sync> FromRequestParts<S> for Caller {
    type Rejection = Problem;

    async fn from_request_parts(parts: &mut Parts, _: &S) -> Result<Self, Problem> {
        let bearer = match parts.headers.get(header::AUTHORIZATION) {
            None => None,
            Some(value) => {
                let token = value.to_str().ok().and_then(|value| value.strip_prefix("Bearer "));
                Some(token.filter(|token| is_token(token)).ok_or(Problem::BadToken)?.to_owned())
            }
        };
        let sent = parts.headers.get_all(header::COOKIE).iter().filter_map(|value| value.to_str().ok());
        let cookies = sent
            .flat_map(|cookies| cookies.split(';'))
            .filter_map(|cookie| {
                let (name, token) = cookie.trim().split_once('=')?;
                let table = name.strip_prefix(COOKIE)?;
                is_token(token).then(|| (table.to_owned(), token.to_owned()))
            })
            .take(MOST_COOKIES)
            .collect();
        let address = parts.extensions.get::<SocketAddr>().map(SocketAddr::ip);
        Ok(Self(kosti_app::Caller::new(address, bearer, cookies)))
    }
}

/// A body of JSON.
pub struct Sent<T>(pub T);

impl<T: DeserializeOwned, S: Sync> FromRequest<S> for Sent<T> {
    type Rejection = Problem;

    async fn from_request(request: Request<Body>, _: &S) -> Result<Self, Problem> {
        let kind = request.headers().get(header::CONTENT_TYPE).and_then(|value| value.to_str().ok());
        let kind = kind.and_then(|kind| kind.split(';').next()).map(str::trim);
        // A form of another site cannot send this.
        if !kind.is_some_and(|kind| kind.eq_ignore_ascii_case("application/json")) {
            return Err(Problem::NotJson);
        }
        let bytes = body(request, MOST_BODY).await?;
        let bad = |error: serde_json::Error| Problem::BadJson { message: error.to_string() };
        serde_json::from_slice(&bytes).map(Self).map_err(bad)
    }
}

/// The error of a body that did not come in time. The host gives every body its time.
#[derive(Debug, Clone, Copy, thiserror::Error)]
#[error("the body did not come in time")]
pub struct BodyTimedOut;

/// Whether an error comes from a body that did not come in time.
pub(crate) fn is_timed_out(error: &(dyn std::error::Error + 'static)) -> bool {
    std::iter::successors(Some(error), |&error| error.source()).any(|error| error.is::<BodyTimedOut>())
}

/// The body of a request, within a limit of size.
pub(crate) async fn body(request: Request<Body>, most: usize) -> Result<Bytes, Problem> {
    let long = request.headers().get(header::CONTENT_LENGTH).and_then(|value| value.to_str().ok());
    let long: usize = long.and_then(|long| long.parse().ok()).unwrap_or(0);
    let too_large = Problem::from(AppError::TooLarge { most });
    if long > most {
        return Err(too_large);
    }
    to_bytes(request.into_body(), most).await.map_err(|error| {
        let longer = error.source().is_some_and(|source| source.is::<LengthLimitError>());
        if longer { too_large } else { Problem::TooSlow }
    })
}

/// Where the host is, as the visitor's browser has it: for links that they send to others. The host puts it into the request.
#[derive(Debug, Clone)]
pub struct Origin(pub String);

impl<S: Sync> FromRequestParts<S> for Origin {
    type Rejection = Infallible;

    async fn from_request_parts(parts: &mut Parts, _: &S) -> Result<Self, Infallible> {
        let origin = parts.extensions.get::<Self>().cloned();
        Ok(origin.unwrap_or_else(|| Self("http://127.0.0.1".to_owned())))
    }
}
