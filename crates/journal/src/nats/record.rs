//! A record as a message: the table is the subject, the command and the previous version are headers.

use async_nats::jetstream::message::StreamMessage;
use async_nats::{HeaderMap, jetstream};

use crate::subscribers::Announced;
use crate::{Entry, Logged, Position, Stored, TableId, Version};

const COMMAND: &str = "Kosti-Command";
/// The header with the previous version. The sequences of one table have gaps, so that without it a missing
/// record would not be noticed.
const AFTER: &str = "Kosti-After";

/// The headers of an entry.
pub(super) fn headers(expected: Version, entry: &Entry) -> HeaderMap {
    let mut headers = HeaderMap::new();
    headers.insert(COMMAND, entry.command.to_string());
    headers.insert(AFTER, expected.to_string());
    headers.insert(
        async_nats::header::NATS_EXPECTED_LAST_SUBJECT_SEQUENCE,
        expected.sequence().to_string().as_str(),
    );
    headers
}

/// The subjects of a journal.
#[derive(Debug, Clone)]
pub(super) struct Subjects(String);

impl Subjects {
    pub(super) fn of(stream: &str) -> Self {
        Self(format!("{stream}.table."))
    }

    /// The subject of all tables.
    pub(super) fn all(&self) -> String {
        format!("{}*", self.0)
    }

    pub(super) fn of_table(&self, table: TableId) -> String {
        format!("{}{table}", self.0)
    }

    fn table(&self, subject: &str) -> Option<TableId> {
        subject.strip_prefix(&self.0)?.parse().ok()
    }
}

/// A message that may be a record.
#[derive(Debug, Clone)]
pub(super) struct Found {
    pub(super) version: Version,
    /// `None` if the subject does not name a table.
    pub(super) table: Option<TableId>,
    /// The record and the version before it, or the reason why it cannot be read.
    pub(super) record: Result<Announced, String>,
}

impl Found {
    pub(super) fn from_stream(message: &StreamMessage, subjects: &Subjects) -> Result<Self, String> {
        Self::new(message.sequence, &message.subject, &message.headers, &message.payload, subjects)
    }

    pub(super) fn from_message(message: &jetstream::Message, subjects: &Subjects) -> Result<Self, String> {
        let sequence = message.info().map_err(|error| error.to_string())?.stream_sequence;
        let none = HeaderMap::new();
        let headers = message.headers.as_ref().unwrap_or(&none);
        Self::new(sequence, &message.subject, headers, &message.payload, subjects)
    }

    fn new(
        sequence: u64,
        subject: &str,
        headers: &HeaderMap,
        body: &[u8],
        subjects: &Subjects,
    ) -> Result<Self, String> {
        let version =
            Version::of_sequence(sequence).ok_or_else(|| format!("the sequence {sequence} is too large"))?;
        let record =
            read(headers, body).map(|(after, entry)| Announced { after, stored: Stored { version, entry } });
        Ok(Self { version, table: subjects.table(subject), record })
    }

    pub(super) fn sequence(&self) -> u64 {
        self.version.sequence()
    }

    /// The record in the whole log; `None` if its table is unknown.
    pub(super) fn into_logged(self) -> Option<Logged> {
        let position = Position::of_sequence(self.sequence())?;
        Some(Logged { position, table: self.table?, stored: self.record.map(|record| record.stored) })
    }
}

fn read(headers: &HeaderMap, body: &[u8]) -> Result<(Version, Entry), String> {
    let header = |name: &str| {
        let value = headers.get(name).map(|value| value.as_str());
        value.ok_or_else(|| format!("it has no header {name}"))
    };
    let command = header(COMMAND)?.parse().map_err(|error| format!("{COMMAND}: {error}"))?;
    let after = header(AFTER)?.parse().map_err(|error| format!("{AFTER}: {error}"))?;
    let body = std::str::from_utf8(body).map_err(|error| error.to_string())?;
    Ok((after, Entry { command, body: body.into() }))
}
