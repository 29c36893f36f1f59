//! What a request says about who sends it and where: extractors that refuse in our words.

use std::convert::Infallible;
use std::error::Error as _;
use std::net::{IpAddr, SocketAddr};
use std::time::Duration;

use axum::body::{Body, Bytes, to_bytes};
use axum::extract::{FromRequest, FromRequestParts, Path, Request};
use axum::http::request::Parts;
use axum::http::{HeaderMap, header};
use http_body_util::LengthLimitError;
use kosti_journal::TableId;
use kosti_table::{Key, Table};
use kosti_words::Language;
use serde::de::DeserializeOwned;

use crate::problem::Problem;
use crate::secrets::is_token;

/// Bytes of a request's body.
const MOST_BODY: usize = 128 * 1024;
/// How long a body may take.
const BODY_TIME: Duration = Duration::from_secs(10);
/// Cookies that are looked at.
const MOST_COOKIES: usize = 200;
/// What the cookie of a table's token is called, before the table's id.
pub(crate) const COOKIE: &str = "kosti-";

/// Where a request comes from.
#[derive(Debug, Clone, Copy)]
pub(crate) struct Address(pub(crate) IpAddr);

impl<S: Sync> FromRequestParts<S> for Address {
    type Rejection = Infallible;

    async fn from_request_parts(parts: &mut Parts, _: &S) -> Result<Self, Infallible> {
        let peer = parts.extensions.get::<SocketAddr>().map(SocketAddr::ip);
        Ok(Self(peer.unwrap_or(IpAddr::V4(std::net::Ipv4Addr::UNSPECIFIED))))
    }
}

/// The table in the path.
#[derive(Debug, Clone, Copy)]
pub(crate) struct At(pub(crate) TableId);

impl<S: Sync + Send> FromRequestParts<S> for At {
    type Rejection = Problem;

    async fn from_request_parts(parts: &mut Parts, state: &S) -> Result<Self, Problem> {
        let path = Path::<Vec<(String, String)>>::from_request_parts(parts, state).await;
        let path = path.map_err(|_| Problem::UnknownTable)?;
        let table = path.iter().find(|(name, _)| name == "table").map(|(_, id)| id.as_str());
        table.and_then(|id| id.parse().ok()).map(Self).ok_or(Problem::UnknownTable)
    }
}

/// The table and the seat in the path.
#[derive(Debug, Clone, Copy)]
pub(crate) struct AtSeat(pub(crate) TableId, pub(crate) usize);

impl<S: Sync + Send> FromRequestParts<S> for AtSeat {
    type Rejection = Problem;

    async fn from_request_parts(parts: &mut Parts, state: &S) -> Result<Self, Problem> {
        let At(table) = At::from_request_parts(parts, state).await?;
        let path = Path::<Vec<(String, String)>>::from_request_parts(parts, state).await;
        let path = path.map_err(|_| Problem::NotFound)?;
        let seat = path.iter().find(|(name, _)| name == "seat").and_then(|(_, seat)| seat.parse().ok());
        Ok(Self(table, seat.ok_or(kosti_table::Refused::NoSuchSeat)?))
    }
}

/// The language that the answer should be in.
#[derive(Debug, Clone, Copy)]
pub(crate) struct Speaks(pub(crate) Language);

impl Speaks {
    pub(crate) fn of(headers: &HeaderMap) -> Self {
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
#[derive(Clone, Default)]
pub(crate) struct Caller {
    address: Option<IpAddr>,
    bearer: Option<String>,
    /// By table id.
    cookies: Vec<(String, String)>,
}

impl Caller {
    /// Where the request comes from; nothing where it did not come over a network.
    pub(crate) fn address(&self) -> Option<IpAddr> {
        self.address
    }

    /// The token for a table.
    pub(crate) fn token(&self, table: TableId) -> Option<&str> {
        let cookie = || self.cookies.iter().find(|(id, _)| id == table.as_str());
        self.bearer.as_deref().or_else(|| cookie().map(|(_, token)| token.as_str()))
    }

    /// The token that a program sends whichever table it is.
    pub(crate) fn bearer(&self) -> Option<&str> {
        self.bearer.as_deref()
    }

    /// Takes the token of another table's cookie for this one too, where it holds something here: a browser that comes to
    /// a rematch has only the cookie of the table before. Returns the token, to be kept for this table as well.
    pub(crate) fn adopt(&mut self, id: TableId, table: &Table) -> Option<String> {
        let holds = |token: &str| {
            let key = Key::of(token);
            table.is_opener(&key) || table.seats_of(&key).next().is_some()
        };
        if self.token(id).is_some_and(holds) {
            return None;
        }
        let token = self.cookies.iter().find(|(_, token)| holds(token))?.1.clone();
        self.cookies.retain(|(known, _)| known != id.as_str());
        self.cookies.push((id.to_string(), token.clone()));
        Some(token)
    }

    /// The key for a table.
    pub(crate) fn key(&self, table: TableId) -> Option<Key> {
        self.token(table).map(Key::of)
    }

    /// The key for a table; nothing can be done without.
    pub(crate) fn needed_key(&self, table: TableId) -> Result<Key, Problem> {
        self.key(table).ok_or(Problem::NoToken)
    }

    /// All keys that the caller has.
    pub(crate) fn keys(&self) -> Vec<Key> {
        let cookies = self.cookies.iter().map(|(_, token)| token.as_str());
        self.bearer.as_deref().into_iter().chain(cookies).map(Key::of).collect()
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
        Ok(Self { address, bearer, cookies })
    }
}

/// A body of JSON.
pub(crate) struct Sent<T>(pub(crate) T);

impl<S: Sync, T: DeserializeOwned> FromRequest<S> for Sent<T> {
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

/// The body of a request, within limits of size and time.
pub(crate) async fn body(request: Request<Body>, most: usize) -> Result<Bytes, Problem> {
    let long = request.headers().get(header::CONTENT_LENGTH).and_then(|value| value.to_str().ok());
    let long: usize = long.and_then(|long| long.parse().ok()).unwrap_or(0);
    let too_large = Problem::TooLarge { most };
    if long > most {
        return Err(too_large);
    }
    let reading = tokio::time::timeout(BODY_TIME, to_bytes(request.into_body(), most));
    reading.await.map_err(|_| Problem::TooSlow)?.map_err(|error| {
        let longer = error.source().is_some_and(|source| source.is::<LengthLimitError>());
        if longer { too_large } else { Problem::TooSlow }
    })
}
