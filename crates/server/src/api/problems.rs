//! The problems of requests in the description of the API: one list for each property of a request.

#![allow(dead_code, reason = "these describe the API")]

use utoipa::IntoResponses;

use kosti_web::ProblemView;

/// Problems of every request.
#[derive(IntoResponses)]
pub(super) enum Always {
    /// `Host` names another server.
    #[response(status = 421, content_type = "application/problem+json")]
    MisdirectedRequest(ProblemView<'static>),
    /// Too many requests: wait as long as `Retry-After` says.
    #[response(status = 429, content_type = "application/problem+json")]
    TooManyRequests(ProblemView<'static>),
    /// The table cannot be read, or the server has a fault.
    #[response(status = 500, content_type = "application/problem+json")]
    InternalServerError(ProblemView<'static>),
    /// Temporarily unavailable: the command was not executed, or its result is unknown; repeat the same command.
    #[response(status = 503, content_type = "application/problem+json")]
    ServiceUnavailable(ProblemView<'static>),
}

/// Problems of a request with a query.
#[derive(IntoResponses)]
pub(super) enum Query {
    /// The query is invalid.
    #[response(status = 400, content_type = "application/problem+json")]
    BadRequest(ProblemView<'static>),
}

/// Problems of a request with a body.
#[derive(IntoResponses)]
pub(super) enum Body {
    /// The body is invalid.
    #[response(status = 400, content_type = "application/problem+json")]
    BadRequest(ProblemView<'static>),
    /// The request comes from the page of another site.
    #[response(status = 403, content_type = "application/problem+json")]
    Forbidden(ProblemView<'static>),
    /// The body was not complete in time.
    #[response(status = 408, content_type = "application/problem+json")]
    RequestTimeout(ProblemView<'static>),
    /// The body is too large.
    #[response(status = 413, content_type = "application/problem+json")]
    PayloadTooLarge(ProblemView<'static>),
    /// The content type is not JSON.
    #[response(status = 415, content_type = "application/problem+json")]
    UnsupportedMediaType(ProblemView<'static>),
    /// The body is valid but does not fit the game.
    #[response(status = 422, content_type = "application/problem+json")]
    UnprocessableEntity(ProblemView<'static>),
}

/// Problems of a request about a table.
#[derive(IntoResponses)]
pub(super) enum AtTable {
    /// There is no such table.
    #[response(status = 404, content_type = "application/problem+json")]
    NotFound(ProblemView<'static>),
    /// The table was deleted by its opener.
    #[response(status = 410, content_type = "application/problem+json")]
    Gone(ProblemView<'static>),
}

/// Problems of a request that needs a token.
#[derive(IntoResponses)]
pub(super) enum Token {
    /// The token is missing or invalid.
    #[response(status = 401, content_type = "application/problem+json")]
    Unauthorized(ProblemView<'static>),
    /// The caller may not do this.
    #[response(status = 403, content_type = "application/problem+json")]
    Forbidden(ProblemView<'static>),
}

/// Problems of a request about a game that may not have begun, or cannot be solved.
#[derive(IntoResponses)]
pub(super) enum Game {
    /// The game has not begun, or does not allow it.
    #[response(status = 422, content_type = "application/problem+json")]
    UnprocessableEntity(ProblemView<'static>),
}

/// Problems of a request that changes a table.
#[derive(IntoResponses)]
pub(super) enum Change {
    /// The table has changed, or a throw waits for its witness: look at the table and decide again.
    #[response(status = 409, content_type = "application/problem+json")]
    Conflict(ProblemView<'static>),
    /// The rules or the table do not allow it.
    #[response(status = 422, content_type = "application/problem+json")]
    UnprocessableEntity(ProblemView<'static>),
    /// The disk is full: the command was not executed.
    #[response(status = 507, content_type = "application/problem+json")]
    InsufficientStorage(ProblemView<'static>),
}
