//! The events of a table as Server-Sent Events.

use std::io::Write as _;

use axum::body::Bytes;
use axum::http::{HeaderMap, HeaderName, header};
use kosti_app::{PresenceView, StreamEvent, TableUpdate};
use kosti_journal::Version;

use crate::problem::Problem;

/// What an event says about the table, besides the commit.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Detail {
    /// The whole table, for clients that show it.
    Table,
    /// The hash of the history and the throw in the air, for clients that fetch what they show.
    Thin,
}

impl Detail {
    /// The detail of a stream whose query has this `thin`.
    #[must_use]
    pub fn of(thin: bool) -> Self {
        if thin { Self::Thin } else { Self::Table }
    }
}

/// The version that a stream continues after: the `Last-Event-ID` that a browser sends when it connects again, or else the
/// `after` of the query.
///
/// # Errors
/// When the header is not a version.
pub fn continue_after(headers: &HeaderMap, after: Option<Version>) -> Result<Option<Version>, Problem> {
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
    let mut message = b"event: here\ndata: ".to_vec();
    // Writing to memory cannot fail, here and below.
    let _ = serde_json::to_writer(&mut message, presence);
    message.extend_from_slice(b"\n\n");
    message.into()
}

fn begin_event(version: Version, commit: Option<&str>) -> Vec<u8> {
    let mut message = Vec::with_capacity(256 + commit.map_or(0, str::len));
    let _ = write!(message, "id: {version}\ndata: {{\"version\":\"{version}\"");
    if let Some(commit) = commit {
        message.extend_from_slice(b",\"note\":");
        message.extend_from_slice(commit.as_bytes());
    }
    message
}

fn write_detail(message: &mut Vec<u8>, update: &TableUpdate, detail: Detail) {
    match (detail, &update.view) {
        (Detail::Table, Some(view)) => {
            message.reserve(view.get().len() + 16);
            message.extend_from_slice(b",\"table\":");
            message.extend_from_slice(view.get().as_bytes());
        }
        // Nobody listened who wanted the table.
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
