//! What most requests about a table are answered with.

use axum::http::header;
use axum::response::{IntoResponse, Response};
use kosti_table::{Key, Table};
use serde::Serialize;
use utoipa::ToSchema;

use crate::forms::SeatNumber;
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

/// Who is connected now.
#[derive(Debug, Serialize, ToSchema)]
pub(crate) struct HereView {
    /// The seats whose players are connected.
    #[schema(value_type = Vec<SeatNumber>)]
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
