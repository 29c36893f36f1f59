//! `Unreadable`: why a table cannot be read from its notes.

use serde::Serialize;

use crate::note::BadNote;

/// Why a table cannot be read from its notes. Field names are the words' variables.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, thiserror::Error)]
#[serde(tag = "unreadable", rename_all = "kebab-case", rename_all_fields = "kebab-case")]
pub enum Unreadable {
    /// A note is damaged or newer than this program.
    #[error("note {nth} of table {table}: {why}")]
    Note {
        /// Which table.
        table: String,
        /// Which of its notes, from 1.
        nth: u64,
        /// What is wrong with it.
        why: BadNote,
    },
    /// The notes do not begin with an opening.
    #[error("table {table} does not begin with its opening")]
    NotOpened {
        /// Which table.
        table: String,
    },
    /// The rules of the table cannot be read.
    #[error("the rules of table {table}: {why}")]
    Rules {
        /// Which table.
        table: String,
        /// What is wrong with them.
        why: String,
    },
    /// A fact does not fit the table.
    #[error("note {nth} of table {table} does not fit it: {why:?}")]
    Unfit {
        /// Which table.
        table: String,
        /// Which of its notes, from 1.
        nth: u64,
        /// Why not.
        why: Unfit,
    },
}

/// Why a fact does not fit the table as it stands. Field names are the words' variables.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
#[serde(tag = "unfit", rename_all = "kebab-case", rename_all_fields = "kebab-case")]
#[expect(missing_docs, reason = "the names say it, and the sentences are in locales/")]
pub enum Unfit {
    /// Something of the game before the game.
    NotBegun,
    /// The game begins a second time.
    Begun,
    /// The table is opened a second time.
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
    /// A correction tells one entry.
    Entries {
        count: usize,
    },
    /// A throw was called, and something else than that throw follows.
    InTheAir,
    /// A chain begins where the throws are not.
    Base {
        base: u64,
        throws: u64,
    },
    /// Dice lie on the table that cannot: too many, too few, or with a face too high.
    Dice {
        count: usize,
        sides: u8,
    },
    /// The server goes back to a chain of version 1.
    Generation,
    /// A throw is called with a number that is not the next.
    Number {
        number: u64,
        throws: u64,
    },
}
