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

/// Why a text is not a note.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
pub enum BadNote {
    /// It was written by a newer Kosti.
    #[error("it has version {0}, and this Kosti knows {VERSION}: use a newer Kosti")]
    Newer(u32),
    /// It is damaged, or tells something that this Kosti does not know.
    #[error("it cannot be read: {0}")]
    Unreadable(String),
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
        let unreadable = |error: serde_json::Error| BadNote::Unreadable(error.to_string());
        let Version { v } = serde_json::from_str(text).map_err(unreadable)?;
        if v != VERSION {
            return Err(BadNote::Newer(v));
        }
        let Reading { at, did } = serde_json::from_str(text).map_err(unreadable)?;
        Ok(Self { at, did })
    }
}
