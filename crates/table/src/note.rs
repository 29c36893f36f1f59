//! `Note`: what one command did, as one line of JSON.

use serde::{Deserialize, Serialize};

use crate::fact::Fact;

/// The version of the form that is written.
const VERSION: u32 = 1;

/// What one command did.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Note {
    /// When, in milliseconds since 1970.
    pub at: i64,
    /// What happened, in order.
    pub did: Vec<Fact>,
}

/// Why a text is not a note. Field names are the words' variables.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, thiserror::Error)]
#[serde(tag = "bad-note", rename_all = "kebab-case", rename_all_fields = "kebab-case")]
#[expect(missing_docs, reason = "the messages say it")]
pub enum BadNote {
    #[error("it has version {says}, and this Kosti knows {known}: use a newer Kosti")]
    Newer { says: u32, known: u32 },
    /// It is damaged, or tells something that this Kosti does not know.
    #[error("it cannot be read: {message}")]
    Damaged { message: String },
}

#[derive(Serialize)]
struct Writing<'a> {
    v: u32,
    at: i64,
    did: &'a [Fact],
}

#[derive(Deserialize)]
struct Version {
    v: u32,
}

#[derive(Deserialize)]
struct Reading {
    at: i64,
    did: Vec<Fact>,
}

impl Note {
    /// The note as one line of JSON, without its end.
    #[must_use]
    pub fn to_text(&self) -> String {
        let writing = Writing { v: VERSION, at: self.at, did: &self.did };
        serde_json::to_string(&writing).expect("facts have no keys that are not text")
    }

    /// Reads a note.
    ///
    /// # Errors
    /// When it is damaged, of a newer version, or tells something unknown.
    pub fn parse(text: &str) -> Result<Self, BadNote> {
        let damaged = |error: serde_json::Error| BadNote::Damaged { message: error.to_string() };
        let Version { v } = serde_json::from_str(text).map_err(damaged)?;
        if v != VERSION {
            return Err(BadNote::Newer { says: v, known: VERSION });
        }
        let Reading { at, did } = serde_json::from_str(text).map_err(damaged)?;
        Ok(Self { at, did })
    }
}
