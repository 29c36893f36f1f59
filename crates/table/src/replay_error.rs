//! `ReplayError`: errors of replaying commits.

use serde::Serialize;

use crate::commit::CommitError;

/// An error of replaying the commits of a table. The names of fields are variables of the messages.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, thiserror::Error)]
#[serde(tag = "unreadable", rename_all = "kebab-case", rename_all_fields = "kebab-case")]
pub enum ReplayError {
    /// A commit is damaged or newer than this program.
    #[error("commit {nth} of table {table}: {why}")]
    #[serde(rename = "note")]
    Commit {
        /// The table.
        table: String,
        /// The number of the commit, from 1.
        nth: u64,
        /// The error.
        why: CommitError,
    },
    /// The commits do not begin with an opening.
    #[error("table {table} does not begin with its opening")]
    NotOpened {
        /// The table.
        table: String,
    },
    /// The rules of the table cannot be read.
    #[error("the rules of table {table}: {why}")]
    Rules {
        /// The table.
        table: String,
        /// The error.
        why: String,
    },
    /// An event does not fit the state of the table.
    #[error("commit {nth} does not fit table {table}: {why:?}")]
    Unfit {
        /// The table.
        table: String,
        /// The number of the commit, from 1.
        nth: u64,
        /// The error.
        why: ApplyError,
    },
}

/// The reason why an event does not fit the state of the table. The names of fields are variables of the messages.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
#[serde(tag = "unfit", rename_all = "kebab-case", rename_all_fields = "kebab-case")]
#[expect(missing_docs, reason = "the names say it, and the sentences are in locales/")]
pub enum ApplyError {
    /// An event of the game comes before the game has begun.
    NotBegun,
    /// The game begins for the second time.
    Begun,
    /// The table is opened for the second time.
    Opened,
    Deleted,
    NoSeat,
    Seats {
        seats: usize,
        min: u8,
        max: u8,
    },
    UnknownBox {
        id: String,
    },
    /// A correction has more or less than one entry.
    Entries {
        count: usize,
    },
    /// Another event follows a called throw.
    InTheAir,
    /// A chain does not begin at the next throw.
    Base {
        base: u64,
        throws: u64,
    },
    /// The dice on the table are impossible: too many, too few, or with a face too high.
    Dice {
        count: usize,
        sides: u8,
    },
    /// The server returns to a chain of version 1.
    Generation,
    /// A called throw does not have the next number.
    Number {
        number: u64,
        throws: u64,
    },
}
