//! The answer to most requests about a table.

use axum::http::header;
use axum::response::{IntoResponse, Response};
use kosti_table::{Key, Table};
use serde::Serialize;
use utoipa::ToSchema;

use kosti_app::TableSession;
use kosti_app::TableUpdate;
use kosti_app::schema::SeatNumber;
use kosti_app::views::TableView;

/// A table and the caller's role.
#[derive(Debug, Serialize, ToSchema)]
pub(crate) struct Answer<'a> {
    table: TableView<'a>,
    you: You,
    here: HereView,
}

/// The caller's role at a table.
#[derive(Debug, Serialize, ToSchema, Default)]
pub(crate) struct You {
    /// The seats that the caller's token holds.
    #[schema(value_type = Vec<SeatNumber>)]
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

/// The connected people.
#[derive(Debug, Serialize, ToSchema)]
pub(crate) struct HereView {
    /// The seats whose players are connected.
    #[schema(value_type = Vec<SeatNumber>)]
    seats: Vec<usize>,
    /// The number of spectators.
    watching: usize,
}

/// The answer as JSON. The table is already serialised, once for everybody.
pub(crate) fn text(session: &TableSession, update: &TableUpdate, you: &You) -> String {
    ["{\"table\":", update.view(), ",\"you\":", &you.to_json(), ",\"here\":", &session.presence_json(), "}"]
        .concat()
}

pub(crate) fn answer(session: &TableSession, update: &TableUpdate, you: &You) -> Response {
    ([(header::CONTENT_TYPE, "application/json")], text(session, update, you)).into_response()
}

/// The answer with the newest state of a table.
pub(crate) async fn newest_answer(session: &TableSession, key: Option<&Key>) -> Response {
    let state = session.lock().await;
    let (update, you) = (state.newest.clone(), You::of(&state.table, key));
    drop(state);
    answer(session, &update, &you)
}
