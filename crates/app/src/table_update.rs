//! `TableUpdate`: the newest commit and the table after it, rendered once for all listeners.

use std::io::Write as _;
use std::ops::Range;
use std::sync::Arc;

use bytes::Bytes;
use kosti_journal::Version;
use kosti_table::Table;

use crate::views;

/// Bytes that most tables fit in.
const CAPACITY: usize = 3072;

/// The newest commit, and the table after it.
#[derive(Debug)]
pub struct TableUpdate {
    /// The version that the commit led to.
    pub version: Version,
    /// The event as streams send it.
    pub message: Bytes,
    /// Whether nothing can follow: the table was deleted.
    pub is_last: bool,
    /// The range of the table in the message.
    view: Range<usize>,
    /// Whether it is a bot's turn.
    pub bot: bool,
    /// The throw that waits for its witness, and who that is.
    pub air: Option<(u64, usize)>,
}

impl TableUpdate {
    /// The table after a commit.
    #[must_use]
    pub fn new(table: &Table, version: Version, commit: &str) -> Self {
        let mut message = Vec::with_capacity(CAPACITY + commit.len());
        begin_event(&mut message, version, Some(commit));
        message.extend_from_slice(b",\"table\":");
        let start = message.len();
        views::view(table, version, &mut message);
        let view = start..message.len();
        message.extend_from_slice(b"}\n\n");
        // It stays as long as the table is in memory.
        message.shrink_to_fit();
        let (bot, air) =
            (table.bot_on_turn().is_some(), table.in_the_air().map(|air| (air.number, air.witness)));
        Self { version, message: message.into(), is_last: table.is_deleted(), view, bot, air }
    }

    /// The table as JSON.
    pub fn view(&self) -> &str {
        std::str::from_utf8(&self.message[self.view.clone()]).unwrap_or("null")
    }

    /// The event for a new listener: the table without a commit.
    pub fn arrival(&self) -> Bytes {
        let mut message = Vec::with_capacity(self.view.len() + 80);
        begin_event(&mut message, self.version, None);
        message.extend_from_slice(b",\"table\":");
        message.extend_from_slice(&self.message[self.view.clone()]);
        message.extend_from_slice(b"}\n\n");
        message.into()
    }
}

/// The event of an earlier commit, without the table.
pub fn past_event(version: Version, commit: &str) -> Bytes {
    let mut message = Vec::with_capacity(commit.len() + 80);
    begin_event(&mut message, version, Some(commit));
    message.extend_from_slice(b"}\n\n");
    message.into()
}

fn begin_event(message: &mut Vec<u8>, version: Version, commit: Option<&str>) {
    // Writing to memory cannot fail.
    let _ = write!(message, "id: {version}\ndata: {{\"version\":\"{version}\"");
    if let Some(commit) = commit {
        message.extend_from_slice(b",\"note\":");
        message.extend_from_slice(commit.as_bytes());
    }
}

/// A message to the listeners of a table.
#[derive(Debug, Clone)]
pub enum SessionMessage {
    /// The table has applied a commit.
    TableUpdate(Arc<TableUpdate>),
    /// Who is connected has changed.
    Presence(Bytes),
    /// The listener must connect again.
    Closed,
}
