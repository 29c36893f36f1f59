//! `Commit`: the events of one command, as one line of JSON.

use serde::{Deserialize, Serialize};

use crate::event::TableEvent;

/// The version of the format.
const VERSION: u32 = 1;

/// The events of one command.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Commit {
    /// When, in milliseconds since 1970.
    pub at: i64,
    /// The events, in order.
    pub events: Vec<TableEvent>,
}

/// An error of reading a commit. The names of fields are variables of the messages.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, thiserror::Error)]
#[serde(tag = "bad-note", rename_all = "kebab-case", rename_all_fields = "kebab-case")]
#[expect(missing_docs, reason = "the messages say it")]
pub enum CommitError {
    #[error("it has version {says}, but this Kosti knows only version {known}: use a newer Kosti")]
    Newer { says: u32, known: u32 },
    /// It is damaged, or contains an event that this Kosti does not know.
    #[error("it cannot be read: {message}")]
    Damaged { message: String },
}

#[derive(Serialize)]
struct Writing<'a> {
    v: u32,
    at: i64,
    #[serde(rename = "did")]
    events: &'a [TableEvent],
}

#[derive(Deserialize)]
struct Version {
    v: u32,
}

#[derive(Deserialize)]
struct Reading {
    v: u32,
    at: i64,
    #[serde(rename = "did")]
    events: Vec<TableEvent>,
}

impl Commit {
    /// The commit as one line of JSON, without the line end.
    #[must_use]
    pub fn to_text(&self) -> String {
        let writing = Writing { v: VERSION, at: self.at, events: &self.events };
        serde_json::to_string(&writing).expect("events have text keys only")
    }

    /// Parses a commit.
    ///
    /// # Errors
    /// If it is damaged, has a newer version, or contains an unknown event.
    pub fn parse(text: &str) -> Result<Self, CommitError> {
        match serde_json::from_str(text) {
            Ok(Reading { v: VERSION, at, events }) => Ok(Self { at, events }),
            Ok(Reading { v, .. }) => Err(CommitError::Newer { says: v, known: VERSION }),
            // A newer version may have events that are not known here.
            Err(error) => match serde_json::from_str(text) {
                Ok(Version { v }) if v != VERSION => Err(CommitError::Newer { says: v, known: VERSION }),
                _ => Err(CommitError::Damaged { message: error.to_string() }),
            },
        }
    }
}
