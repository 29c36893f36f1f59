//! The problems of requests in the description of the API: one list for each property of a request.

#![allow(dead_code, reason = "these describe the API")]

use serde::Serialize;
use utoipa::{IntoResponses, ToSchema};

use kosti_app::views::TableView;

/// A problem as defined by RFC 9457.
#[derive(Debug, Serialize, ToSchema)]
pub(crate) struct ProblemView {
    /// A reference to the kind.
    r#type: String,
    /// The name of the status.
    title: String,
    #[schema(minimum = 400, maximum = 599)]
    status: u16,
    /// The kind, for programs; docs/api.md lists all kinds.
    kind: String,
    /// The error and its remedy, for people, in the language of `Accept-Language`.
    detail: String,
    /// The current table, if the version was stale.
    #[schema(value_type = Option<TableView>, nullable = false)]
    table: Option<()>,
}

/// Problems of every request.
#[derive(IntoResponses)]
pub(super) enum Always {
    /// `Host` names another server.
    #[response(status = 421, content_type = "application/problem+json")]
    MisdirectedRequest(ProblemView),
    /// Too many requests: wait as long as `Retry-After` says.
    #[response(status = 429, content_type = "application/problem+json")]
    TooManyRequests(ProblemView),
    /// The table cannot be read, or the server has a fault.
    #[response(status = 500, content_type = "application/problem+json")]
    InternalServerError(ProblemView),
    /// Temporarily unavailable: the command was not executed, or its result is unknown; repeat the same command.
    #[response(status = 503, content_type = "application/problem+json")]
    ServiceUnavailable(ProblemView),
}

/// Problems of a request with a query.
#[derive(IntoResponses)]
pub(super) enum Query {
    /// The query is invalid.
    #[response(status = 400, content_type = "application/problem+json")]
    BadRequest(ProblemView),
}

/// Problems of a request with a body.
#[derive(IntoResponses)]
pub(super) enum Body {
    /// The body is invalid.
    #[response(status = 400, content_type = "application/problem+json")]
    BadRequest(ProblemView),
    /// The request comes from the page of another site.
    #[response(status = 403, content_type = "application/problem+json")]
    Forbidden(ProblemView),
    /// The body was not complete in time.
    #[response(status = 408, content_type = "application/problem+json")]
    RequestTimeout(ProblemView),
    /// The body is too large.
    #[response(status = 413, content_type = "application/problem+json")]
    PayloadTooLarge(ProblemView),
    /// The content type is not JSON.
    #[response(status = 415, content_type = "application/problem+json")]
    UnsupportedMediaType(ProblemView),
    /// The body is valid but does not fit the game.
    #[response(status = 422, content_type = "application/problem+json")]
    UnprocessableEntity(ProblemView),
}

/// Problems of a request about a table.
#[derive(IntoResponses)]
pub(super) enum AtTable {
    /// There is no such table.
    #[response(status = 404, content_type = "application/problem+json")]
    NotFound(ProblemView),
    /// The table was deleted by its opener.
    #[response(status = 410, content_type = "application/problem+json")]
    Gone(ProblemView),
}

/// Problems of a request that needs a token.
#[derive(IntoResponses)]
pub(super) enum Token {
    /// The token is missing or invalid.
    #[response(status = 401, content_type = "application/problem+json")]
    Unauthorized(ProblemView),
    /// The caller may not do this.
    #[response(status = 403, content_type = "application/problem+json")]
    Forbidden(ProblemView),
}

/// Problems of a request about a game that may not have begun, or cannot be solved.
#[derive(IntoResponses)]
pub(super) enum Game {
    /// The game has not begun, or does not allow it.
    #[response(status = 422, content_type = "application/problem+json")]
    UnprocessableEntity(ProblemView),
}

/// Problems of a request that changes a table.
#[derive(IntoResponses)]
pub(super) enum Change {
    /// The table has changed, or a throw waits for its witness: look at the table and decide again.
    #[response(status = 409, content_type = "application/problem+json")]
    Conflict(ProblemView),
    /// The rules or the table do not allow it.
    #[response(status = 422, content_type = "application/problem+json")]
    UnprocessableEntity(ProblemView),
    /// The disk is full: the command was not executed.
    #[response(status = 507, content_type = "application/problem+json")]
    InsufficientStorage(ProblemView),
}
