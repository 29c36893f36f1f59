//! `News`: what the newest note did, written once for everybody who listens.

use std::ops::Range;
use std::sync::Arc;

use axum::body::Bytes;
use kosti_journal::Version;
use kosti_table::Table;

use crate::shapes;

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
}

impl News {
    pub(crate) fn new(table: &Table, version: Version, note: &str) -> Self {
        let view = shapes::view(table, version);
        let mut message = String::with_capacity(view.len() + note.len() + 80);
        begin(&mut message, version, Some(note));
        message.push_str(",\"table\":");
        let start = message.len();
        message.push_str(&view);
        let view = start..message.len();
        message.push_str("}\n\n");
        Self { version, message: message.into(), is_last: table.is_deleted(), view }
    }

    /// The table as JSON.
    pub(crate) fn view(&self) -> &str {
        std::str::from_utf8(&self.message[self.view.clone()]).unwrap_or("null")
    }

    /// The table as it stands, for somebody who comes: nothing has just happened.
    pub(crate) fn arrival(&self) -> Bytes {
        let mut message = String::with_capacity(self.view.len() + 80);
        begin(&mut message, self.version, None);
        message.push_str(",\"table\":");
        message.push_str(self.view());
        message.push_str("}\n\n");
        message.into()
    }
}

/// An event of the past: what happened, without the table as it stood.
pub(crate) fn past(version: Version, note: &str) -> Bytes {
    let mut message = String::with_capacity(note.len() + 80);
    begin(&mut message, version, Some(note));
    message.push_str("}\n\n");
    message.into()
}

fn begin(message: &mut String, version: Version, note: Option<&str>) {
    let version = version.to_string();
    message.extend(["id: ", &version, "\ndata: {\"version\":\"", &version, "\""]);
    if let Some(note) = note {
        message.extend([",\"note\":", note]);
    }
}

/// What is told to those who listen.
#[derive(Debug, Clone)]
pub(crate) enum Told {
    News(Arc<News>),
    /// Somebody has come or gone.
    Here(Bytes),
}
