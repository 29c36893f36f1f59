//! The answer to most requests about a table.

use axum::http::header;
use axum::response::{IntoResponse, Response};
use kosti_table::{Key, Table};
use serde::Serialize;
use utoipa::ToSchema;

use kosti_app::schema::SeatNumber;
use kosti_app::views::{CurrentView, TableView};
use kosti_app::{PresenceView, SessionState, TableSession};

/// Bytes that most answers fit in.
const CAPACITY: usize = 4096;

/// A table and the caller's role.
#[derive(Debug, Serialize, ToSchema)]
pub(crate) struct Answer<'a> {
    #[schema(value_type = TableView<'a>)]
    pub(super) table: CurrentView<'a>,
    pub(super) you: You,
    pub(super) here: PresenceView,
}

/// The caller's role at a table.
#[derive(Debug, Serialize, ToSchema, Default)]
pub(crate) struct You {
    /// The seats that the caller's token holds.
    #[schema(value_type = Vec<SeatNumber>)]
    seats: Vec<usize>,
    /// Whether the caller opened the table.
    opener: bool,
}

impl You {
    fn of(table: &Table, key: Option<&Key>) -> Self {
        key.map_or_else(Self::default, |key| Self {
            seats: table.seats_of(key).collect(),
            opener: table.is_opener(key),
        })
    }
}

impl<'a> Answer<'a> {
    pub(crate) fn of(session: &TableSession, state: &'a SessionState, key: Option<&Key>) -> Self {
        let here = session.presence.lock().view();
        Self { table: state.view(), you: You::of(&state.table, key), here }
    }
}

/// Writes an answer as JSON.
pub(crate) fn respond(answer: &impl Serialize) -> Response {
    let mut body = Vec::with_capacity(CAPACITY);
    // Writing to memory cannot fail.
    let _ = serde_json::to_writer(&mut body, answer);
    ([(header::CONTENT_TYPE, "application/json")], body).into_response()
}

/// The answer with the newest state of a table.
pub(crate) async fn newest_answer(session: &TableSession, key: Option<&Key>) -> Response {
    let state = session.lock().await;
    respond(&Answer::of(session, &state, key))
}
