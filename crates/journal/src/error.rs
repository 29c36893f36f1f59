//! Errors of appending, reading and erasing.

use crate::{MAX_BODY, TableId, Version};

/// Why `append` returns no version.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
pub enum AppendError {
    /// The table has another version than the caller expected; nothing was written.
    #[error("the table has gone on: it stands at version {current}")]
    Conflict {
        /// The version of the table.
        current: Version,
    },
    /// This command was written before, and is not written twice. The record in the journal may have another
    /// body than the one given now.
    #[error("this command was written before, as version {version}: read it")]
    Again {
        /// The version of the table after that record.
        version: Version,
    },
    /// It is unknown whether the record was written: read again and look for the command.
    #[error("it is not known whether this was written ({why}): read the table again")]
    Unknown {
        /// The cause.
        why: String,
    },
    /// The record was certainly not written.
    #[error("not written: {why}")]
    Refused {
        /// The reason.
        why: Refusal,
    },
}

/// Why a record was certainly not written.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
pub enum Refusal {
    /// The body is too large.
    #[error("a body of {bytes} bytes is too large: at most {MAX_BODY}")]
    TooLarge {
        /// Its number of bytes.
        bytes: usize,
    },
    /// The disk is full. Appending works again once there is room.
    #[error("the disk is full: make room")]
    DiskFull,
    /// The journal is damaged and read-only.
    #[error("the journal is damaged ({why}): `kosti rescue` copies what can be read into a new one")]
    Damaged {
        /// The damage.
        why: String,
    },
    /// The journal is closed, or its writer has ended.
    #[error("the journal is closed")]
    Closed,
    /// Another failure.
    #[error("the journal cannot be written: {why}")]
    Failed {
        /// The cause.
        why: String,
    },
}

/// Why records cannot be read.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
pub enum ReadError {
    /// A record of this table is damaged; other tables are not affected.
    #[error("table {table} is damaged after version {after} ({why}): `kosti rescue` copies what can be read")]
    Damaged {
        /// The table.
        table: TableId,
        /// The last version that can be read.
        after: Version,
        /// The damage.
        why: String,
    },
    /// The servers do not answer: reading may work later.
    #[error("the journal is away: {why}")]
    Away {
        /// The cause.
        why: String,
    },
    /// Another failure.
    #[error("the journal cannot be read: {why}")]
    Failed {
        /// The cause.
        why: String,
    },
}

/// Why records were not erased.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
pub enum EraseError {
    /// Erasing is not possible now: try again later. Some of the tables may be erased already.
    #[error("not erased yet ({why}): try again later")]
    Later {
        /// The cause.
        why: String,
    },
    /// This journal cannot erase records.
    #[error("records cannot be erased: {why}")]
    Impossible {
        /// The reason.
        why: String,
    },
}

impl From<Refusal> for AppendError {
    fn from(why: Refusal) -> Self {
        Self::Refused { why }
    }
}
