//! `News`: what the newest note did, written once for everybody who listens.

use std::io::Write as _;
use std::ops::Range;
use std::sync::Arc;

use axum::body::Bytes;
use kosti_journal::Version;
use kosti_table::Table;

use crate::shapes;

/// Bytes that most tables fit in.
const ROOM: usize = 3072;

/// What the newest note did, and how the table stands with it.
#[derive(Debug)]
pub(crate) struct News {
    pub(crate) version: Version,
    /// The event as streams send it.
    pub(crate) message: Bytes,
    /// Whether nothing can follow: the table was deleted.
    pub(crate) is_last: bool,
    /// Where in the message the table is.
    view: Range<usize>,
    /// Whether it is a bot's turn.
    pub(crate) bot: bool,
    /// The throw that waits for its witness, and who that is.
    pub(crate) air: Option<(u64, usize)>,
}

impl News {
    pub(crate) fn new(table: &Table, version: Version, note: &str) -> Self {
        let mut message = Vec::with_capacity(ROOM + note.len());
        begin(&mut message, version, Some(note));
        message.extend_from_slice(b",\"table\":");
        let start = message.len();
        shapes::view(table, version, &mut message);
        let view = start..message.len();
        message.extend_from_slice(b"}\n\n");
        // It stays as long as the table is in memory.
        message.shrink_to_fit();
        let (bot, air) =
            (table.bot_on_turn().is_some(), table.in_the_air().map(|air| (air.number, air.witness)));
        Self { version, message: message.into(), is_last: table.is_deleted(), view, bot, air }
    }

    /// The table as JSON.
    pub(crate) fn view(&self) -> &str {
        std::str::from_utf8(&self.message[self.view.clone()]).unwrap_or("null")
    }

    /// The table as it stands, for somebody who comes: nothing has just happened.
    pub(crate) fn arrival(&self) -> Bytes {
        let mut message = Vec::with_capacity(self.view.len() + 80);
        begin(&mut message, self.version, None);
        message.extend_from_slice(b",\"table\":");
        message.extend_from_slice(&self.message[self.view.clone()]);
        message.extend_from_slice(b"}\n\n");
        message.into()
    }
}

/// An event of the past: what happened, without the table as it stood.
pub(crate) fn past(version: Version, note: &str) -> Bytes {
    let mut message = Vec::with_capacity(note.len() + 80);
    begin(&mut message, version, Some(note));
    message.extend_from_slice(b"}\n\n");
    message.into()
}

fn begin(message: &mut Vec<u8>, version: Version, note: Option<&str>) {
    // Writing to memory cannot fail.
    let _ = write!(message, "id: {version}\ndata: {{\"version\":\"{version}\"");
    if let Some(note) = note {
        message.extend_from_slice(b",\"note\":");
        message.extend_from_slice(note.as_bytes());
    }
}

/// What is told to those who listen.
#[derive(Debug, Clone)]
pub(crate) enum Told {
    News(Arc<News>),
    /// Somebody has come or gone.
    Here(Bytes),
    /// Whoever listens is to come again.
    Closed,
}
