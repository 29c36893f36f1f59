//! The events of a table as Server-Sent Events.

use std::io::Write as _;

use axum::body::Bytes;
use kosti_app::{PresenceView, TableUpdate};
use kosti_journal::Version;

/// What an event says about the table, besides the commit.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Detail {
    /// The whole table, for clients that show it.
    Table,
    /// The hash of the history and the throw in the air, for clients that fetch what they show.
    Thin,
}

/// The event of the newest commit.
#[must_use]
pub fn newest_event(update: &TableUpdate, detail: Detail) -> Bytes {
    let mut message = begin_event(update.version, Some(&update.commit));
    write_detail(&mut message, update, detail);
    end_event(message)
}

/// The first event for a listener that does not continue another stream: the table without a commit.
#[must_use]
pub fn first_event(update: &TableUpdate, detail: Detail) -> Bytes {
    let mut message = begin_event(update.version, None);
    write_detail(&mut message, update, detail);
    end_event(message)
}

/// The event of an earlier commit; nothing is said about the table.
#[must_use]
pub fn past_event(version: Version, commit: &str) -> Bytes {
    end_event(begin_event(version, Some(commit)))
}

/// The event that says who is connected.
#[must_use]
pub fn presence_event(presence: &PresenceView) -> Bytes {
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
