//! Why something was not appended, or cannot be read.

use crate::{MAX_BODY, TableId, Version};

/// Why `append` does not answer with a version.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
pub enum AppendError {
    /// The table stands elsewhere than the caller thought; nothing was written.
    #[error("the table has gone on: it stands at version {current}")]
    Conflict {
        /// Where it stands.
        current: Version,
    },
    /// This command was written before, and is not written twice. What it did then is in the journal, and may be told
    /// in other words than what was to be written now.
    #[error("this command was written before, as version {version}: read it")]
    Again {
        /// Where the table stood with it.
        version: Version,
    },
    /// It is not known whether it was written: read again and look for the command.
    #[error("it is not known whether this was written ({why}): read the table again")]
    Unknown {
        /// What happened.
        why: String,
    },
    /// Surely not written.
    #[error("not written: {why}")]
    Refused {
        /// What kind of refusal.
        why: Refusal,
    },
}

/// Why something was surely not written.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
pub enum Refusal {
    /// The body is over the limit.
    #[error("a body of {bytes} bytes is too large: at most {MAX_BODY}")]
    TooLarge {
        /// How many bytes it has.
        bytes: usize,
    },
    /// No room. Appending works again once there is some.
    #[error("the disk is full: make room")]
    DiskFull,
    /// The journal is damaged and only read.
    #[error("the journal is damaged ({why}): `kosti rescue` copies what can be read into a new one")]
    Damaged {
        /// What is damaged.
        why: String,
    },
    /// The journal is closed, or its writer is gone.
    #[error("the journal is closed")]
    Closed,
    /// Anything else that kept it from being written.
    #[error("the journal cannot be written: {why}")]
    Failed {
        /// What happened.
        why: String,
    },
}

/// Why something cannot be read.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
pub enum ReadError {
    /// A record of this table is damaged; other tables are not concerned.
    #[error("table {table} is damaged after version {after} ({why}): `kosti rescue` copies what can be read")]
    Damaged {
        /// The table.
        table: TableId,
        /// The last version that can be read.
        after: Version,
        /// What is damaged.
        why: String,
    },
    /// The servers that keep it do not answer: it can be read later.
    #[error("the journal is away: {why}")]
    Away {
        /// What happened.
        why: String,
    },
    /// Nothing could be read.
    #[error("the journal cannot be read: {why}")]
    Failed {
        /// What happened.
        why: String,
    },
}

/// Why records were not erased.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
pub enum EraseError {
    /// Not now: try again later. Some of the tables may be erased already.
    #[error("not erased yet ({why}): try again later")]
    Later {
        /// What happened.
        why: String,
    },
    /// This journal cannot erase anything.
    #[error("records cannot be erased: {why}")]
    Impossible {
        /// Why not.
        why: String,
    },
}

impl From<Refusal> for AppendError {
    fn from(why: Refusal) -> Self {
        Self::Refused { why }
    }
}
