//! What most requests about a table are answered with.

use axum::http::header;
use axum::response::{IntoResponse, Response};
use kosti_table::{Key, Table};
use serde::Serialize;
use utoipa::{IntoResponses, ToSchema};

use crate::news::News;
use crate::room::Room;
use crate::shapes::TableView;
use crate::site::Site;

/// A table, and what the caller is there.
#[derive(Debug, Serialize, ToSchema)]
pub(crate) struct Answer<'a> {
    table: TableView<'a>,
    you: You,
    here: HereView,
}

/// What the caller is at a table.
#[derive(Debug, Serialize, ToSchema, Default)]
pub(crate) struct You {
    /// The seats that the caller's token holds.
    pub(crate) seats: Vec<usize>,
    /// Whether the caller opened the table.
    pub(crate) opener: bool,
}

impl You {
    pub(crate) fn of(table: &Table, key: Option<&Key>) -> Self {
        key.map_or_else(Self::default, |key| Self {
            seats: table.seats_of(key).collect(),
            opener: table.is_opener(key),
        })
    }

    fn to_json(&self) -> String {
        format!("{{\"seats\":{:?},\"opener\":{}}}", self.seats, self.opener)
    }
}

/// Who is connected now.
#[derive(Debug, Serialize, ToSchema)]
pub(crate) struct HereView {
    seats: Vec<usize>,
    /// How many only watch.
    watching: usize,
}

/// The answer as JSON. The table was written before, for everybody.
pub(crate) fn text(room: &Room, news: &News, you: &You) -> String {
    ["{\"table\":", news.view(), ",\"you\":", &you.to_json(), ",\"here\":", &Site::here(room), "}"].concat()
}

pub(crate) fn answer(room: &Room, news: &News, you: &You) -> Response {
    ([(header::CONTENT_TYPE, "application/json")], text(room, news, you)).into_response()
}

/// The newest of a table, and what the caller is there.
pub(crate) async fn newest(room: &Room, key: Option<&Key>) -> Response {
    let inside = room.lock().await;
    let (news, you) = (inside.newest.clone(), You::of(&inside.table, key));
    drop(inside);
    answer(room, &news, &you)
}

/// A problem, as RFC 9457 has it.
#[derive(Debug, Serialize, ToSchema)]
pub(crate) struct ProblemView {
    r#type: String,
    title: String,
    status: u16,
    /// A word that programs can go by.
    kind: String,
    /// What is wrong and what to do, for people, in the language of `Accept-Language`.
    detail: String,
    /// The table as it stands, where the version was stale.
    #[serde(skip_serializing_if = "Option::is_none")]
    table: Option<serde_json::Value>,
}

/// What can go wrong with any request.
#[derive(IntoResponses)]
#[expect(dead_code, reason = "these describe the API")]
pub(crate) enum Problems {
    /// The body or the query is not what it should be.
    #[response(status = 400, content_type = "application/problem+json")]
    BadRequest(#[to_schema] ProblemView),
    /// There is no token, or it is none.
    #[response(status = 401, content_type = "application/problem+json")]
    Unauthorized(#[to_schema] ProblemView),
    /// Not for this caller.
    #[response(status = 403, content_type = "application/problem+json")]
    Forbidden(#[to_schema] ProblemView),
    /// There is no such table.
    #[response(status = 404, content_type = "application/problem+json")]
    NotFound(#[to_schema] ProblemView),
    /// The rest of the body did not come.
    #[response(status = 408, content_type = "application/problem+json")]
    RequestTimeout(#[to_schema] ProblemView),
    /// The table has gone on: look at it and decide again.
    #[response(status = 409, content_type = "application/problem+json")]
    Conflict(#[to_schema] ProblemView),
    /// The table was deleted by its opener.
    #[response(status = 410, content_type = "application/problem+json")]
    Gone(#[to_schema] ProblemView),
    /// The body is too large.
    #[response(status = 413, content_type = "application/problem+json")]
    PayloadTooLarge(#[to_schema] ProblemView),
    /// The body is not sent as JSON.
    #[response(status = 415, content_type = "application/problem+json")]
    UnsupportedMediaType(#[to_schema] ProblemView),
    /// The rules do not allow it.
    #[response(status = 422, content_type = "application/problem+json")]
    UnprocessableEntity(#[to_schema] ProblemView),
    /// Too often: wait as long as `Retry-After` says.
    #[response(status = 429, content_type = "application/problem+json")]
    TooManyRequests(#[to_schema] ProblemView),
    /// The table cannot be read, or something broke.
    #[response(status = 500, content_type = "application/problem+json")]
    InternalServerError(#[to_schema] ProblemView),
    /// Not now: nothing has changed, or it is not known; try the same command again.
    #[response(status = 503, content_type = "application/problem+json")]
    ServiceUnavailable(#[to_schema] ProblemView),
    /// The disk is full: nothing has changed.
    #[response(status = 507, content_type = "application/problem+json")]
    InsufficientStorage(#[to_schema] ProblemView),
}
