//! What can go wrong with requests, as the description of the API shows it: one list for each thing that a request has.

#![allow(dead_code, reason = "these describe the API")]

use serde::Serialize;
use utoipa::{IntoResponses, ToSchema};

use crate::shapes::TableView;

/// A problem, as RFC 9457 has it.
#[derive(Debug, Serialize, ToSchema)]
pub(crate) struct ProblemView {
    /// A reference to the kind.
    r#type: String,
    /// What the status is called.
    title: String,
    #[schema(minimum = 400, maximum = 599)]
    status: u16,
    /// A word that programs can go by; docs/api.md tells them all.
    kind: String,
    /// What is wrong and what to do, for people, in the language of `Accept-Language`.
    detail: String,
    /// The table as it stands, where the version was stale.
    #[schema(value_type = Option<TableView>, nullable = false)]
    table: Option<()>,
}

/// Of every request.
#[derive(IntoResponses)]
pub(super) enum Always {
    /// The server does not know itself by this name: `Host` is another one's.
    #[response(status = 421, content_type = "application/problem+json")]
    MisdirectedRequest(ProblemView),
    /// Too often: wait as long as `Retry-After` says.
    #[response(status = 429, content_type = "application/problem+json")]
    TooManyRequests(ProblemView),
    /// The table cannot be read, or something broke.
    #[response(status = 500, content_type = "application/problem+json")]
    InternalServerError(ProblemView),
    /// Not now: nothing has changed, or it is not known; try the same command again.
    #[response(status = 503, content_type = "application/problem+json")]
    ServiceUnavailable(ProblemView),
}

/// Of a request with a query.
#[derive(IntoResponses)]
pub(super) enum Query {
    /// The query is not what it should be.
    #[response(status = 400, content_type = "application/problem+json")]
    BadRequest(ProblemView),
}

/// Of a request with a body.
#[derive(IntoResponses)]
pub(super) enum Body {
    /// The body is not what it should be.
    #[response(status = 400, content_type = "application/problem+json")]
    BadRequest(ProblemView),
    /// It comes from another site's page.
    #[response(status = 403, content_type = "application/problem+json")]
    Forbidden(ProblemView),
    /// The rest of the body did not come.
    #[response(status = 408, content_type = "application/problem+json")]
    RequestTimeout(ProblemView),
    /// The body is too large.
    #[response(status = 413, content_type = "application/problem+json")]
    PayloadTooLarge(ProblemView),
    /// The body is not sent as JSON.
    #[response(status = 415, content_type = "application/problem+json")]
    UnsupportedMediaType(ProblemView),
    /// It can be read, and does not fit the game.
    #[response(status = 422, content_type = "application/problem+json")]
    UnprocessableEntity(ProblemView),
}

/// Of a request about a table.
#[derive(IntoResponses)]
pub(super) enum AtTable {
    /// There is no such table.
    #[response(status = 404, content_type = "application/problem+json")]
    NotFound(ProblemView),
    /// The table was deleted by its opener.
    #[response(status = 410, content_type = "application/problem+json")]
    Gone(ProblemView),
}

/// Of a request that looks at who sends it.
#[derive(IntoResponses)]
pub(super) enum Token {
    /// There is no token, or it is none.
    #[response(status = 401, content_type = "application/problem+json")]
    Unauthorized(ProblemView),
    /// Not for this caller.
    #[response(status = 403, content_type = "application/problem+json")]
    Forbidden(ProblemView),
}

/// Of a request about a game that may not have begun, or that cannot be solved.
#[derive(IntoResponses)]
pub(super) enum Game {
    /// The game has not begun, or does not allow it.
    #[response(status = 422, content_type = "application/problem+json")]
    UnprocessableEntity(ProblemView),
}

/// Of a request that changes something.
#[derive(IntoResponses)]
pub(super) enum Change {
    /// The table has gone on, or a throw is in the air: look at it and decide again.
    #[response(status = 409, content_type = "application/problem+json")]
    Conflict(ProblemView),
    /// The rules or the table do not allow it.
    #[response(status = 422, content_type = "application/problem+json")]
    UnprocessableEntity(ProblemView),
    /// The disk is full: nothing has changed.
    #[response(status = 507, content_type = "application/problem+json")]
    InsufficientStorage(ProblemView),
}
