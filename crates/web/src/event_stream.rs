//! The events of a table as Server-Sent Events: a host opens the stream here, and sends what `write_event` writes.

use std::io::Write as _;
use std::sync::Arc;

use axum::body::Bytes;
use axum::extract::Query;
use axum::extract::rejection::QueryRejection;
use axum::http::{HeaderMap, HeaderName, header};
use kosti_app::{App, ListenerOptions, PresenceView, StreamEvent, TableStream, TableUpdate};
use kosti_journal::{TableId, Version};
use serde::Deserialize;

use crate::extract::Caller;
use crate::problem::Problem;

/// The name of an event that lists the connected people; other events have no name.
const PRESENCE: &str = "here";

/// The options of a stream.
#[derive(Debug, Deserialize)]
#[cfg_attr(feature = "openapi", derive(utoipa::IntoParams))]
#[cfg_attr(feature = "openapi", into_params(parameter_in = Query))]
pub struct EventsQuery {
    /// Start after this version, like `Last-Event-ID`.
    #[cfg_attr(feature = "openapi", param(value_type = kosti_app::schema::VersionText, required = false))]
    after: Option<Version>,
    /// Whether this client answers when it is asked as a witness.
    #[serde(default)]
    witness: bool,
    /// Whether events have `history` and `air` instead of the whole `table`: for a client that fetches what it shows.
    #[serde(default)]
    thin: bool,
}

/// Opens the stream that a request asks for.
///
/// # Errors
/// When the query or `Last-Event-ID` is wrong, or the table cannot be read.
pub async fn open(
    app: &Arc<App>,
    table: TableId,
    caller: &Caller,
    headers: &HeaderMap,
    query: Result<Query<EventsQuery>, QueryRejection>,
) -> Result<(TableStream, Detail), Problem> {
    let Query(query) = query.map_err(|error| Problem::BadQuery { message: error.body_text() })?;
    let last = continue_after(headers, query.after)?;
    let detail = if query.thin { Detail::Thin } else { Detail::Table };
    let options = ListenerOptions { witness: query.witness, views: detail == Detail::Table };
    Ok((app.listen(table, caller.key(table), options, last).await?, detail))
}

/// What an event says about the table, besides the commit.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Detail {
    /// The whole table, for clients that show it.
    Table,
    /// The hash of the history and the throw in the air, for clients that fetch what they show.
    Thin,
}

/// The version that a stream continues after: the `Last-Event-ID` that a browser sends when it connects again, or else the
/// `after` of the query.
fn continue_after(headers: &HeaderMap, after: Option<Version>) -> Result<Option<Version>, Problem> {
    let Some(id) = headers.get("last-event-id") else { return Ok(after) };
    let version = id.to_str().ok().and_then(|id| id.parse().ok());
    version.map(Some).ok_or(Problem::BadQuery { message: "Last-Event-ID".to_owned() })
}

/// The headers of an event stream.
pub const HEADERS: [(HeaderName, &str); 2] =
    [(header::CONTENT_TYPE, "text/event-stream"), (header::CACHE_CONTROL, "no-store")];

/// Writes an event.
#[must_use]
pub fn write_event(event: &StreamEvent, detail: Detail) -> Bytes {
    let (update, commit) = match event {
        StreamEvent::Current(update) => (update, None),
        StreamEvent::Newest(update) => (update, Some(&*update.commit)),
        // Later events follow at once, so nothing is said about the table.
        StreamEvent::Past { version, commit } => return end_event(begin_event(*version, Some(commit))),
        StreamEvent::Presence(presence) => return write_presence(presence),
    };
    let mut message = begin_event(update.version, commit);
    write_detail(&mut message, update, detail);
    end_event(message)
}

fn write_presence(presence: &PresenceView) -> Bytes {
    let mut message = Vec::new();
    // Writing to memory cannot fail, here and below.
    let _ = write!(message, "event: {PRESENCE}\ndata: ");
    let _ = serde_json::to_writer(&mut message, presence);
    message.extend_from_slice(b"\n\n");
    message.into()
}

/// Begins the data of an event; `note` is the name of the commit in the API.
fn begin_event(version: Version, commit: Option<&str>) -> Vec<u8> {
    let mut message = Vec::with_capacity(256 + commit.map_or(0, str::len));
    let _ = write!(message, "id: {version}\ndata: {{\"version\":\"{version}\"");
    if let Some(commit) = commit {
        message.extend_from_slice(b",\"note\":");
        message.extend_from_slice(commit.as_bytes());
    }
    message
}

/// Writes the table, or the `history` of its commits and the throw in the `air`, which waits for a witness.
fn write_detail(message: &mut Vec<u8>, update: &TableUpdate, detail: Detail) {
    match (detail, &update.view) {
        (Detail::Table, Some(view)) => {
            message.reserve(view.get().len() + 16);
            message.extend_from_slice(b",\"table\":");
            message.extend_from_slice(view.get().as_bytes());
        }
        // No listener asked for the table.
        (Detail::Table, None) => {}
        (Detail::Thin, _) => {
            message.extend_from_slice(b",\"history\":");
            let _ = serde_json::to_writer(&mut *message, &update.history);
            message.extend_from_slice(b",\"air\":");
            let _ = serde_json::to_writer(message, &update.air);
        }
    }
}

fn end_event(mut message: Vec<u8>) -> Bytes {
    message.extend_from_slice(b"}\n\n");
    message.into()
}
