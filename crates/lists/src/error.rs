//! Why the lists cannot be read or written.

use std::path::PathBuf;

use kosti_journal::ReadError;
use rusqlite::ErrorCode;

/// Why the lists cannot be read or written.
#[derive(Debug, thiserror::Error)]
pub enum ListsError {
    /// The journal cannot be read.
    #[error(transparent)]
    Journal(#[from] ReadError),
    /// The file is damaged. Whoever follows the journal makes it anew.
    #[error("the lists are damaged ({why}): they are made anew from the journal")]
    Damaged {
        /// What is damaged.
        why: String,
    },
    /// The file belongs to something else, and is left alone.
    #[error("{} is a database of something else: name another file for the lists", path.display())]
    Foreign {
        /// Which file.
        path: PathBuf,
    },
    /// Another program has the file open.
    #[error("{} is in use: stop the server that uses it, then try again", path.display())]
    InUse {
        /// Which file.
        path: PathBuf,
    },
    /// A file cannot be made, moved or removed.
    #[error("{}: {why}", path.display())]
    File {
        /// Which file.
        path: PathBuf,
        /// What happened.
        why: std::io::Error,
    },
    /// Anything else that SQLite says.
    #[error("the lists cannot be read or written: {why}")]
    Failed {
        /// What happened.
        why: String,
    },
}

impl ListsError {
    pub(crate) fn damaged(why: impl Into<String>) -> Self {
        Self::Damaged { why: why.into() }
    }

    pub(crate) fn failed(why: &impl ToString) -> Self {
        Self::Failed { why: why.to_string() }
    }
}

impl From<rusqlite::Error> for ListsError {
    fn from(error: rusqlite::Error) -> Self {
        let why = error.to_string();
        let code = error.sqlite_error_code();
        let broken = matches!(
            error,
            rusqlite::Error::FromSqlConversionFailure(..)
                | rusqlite::Error::IntegralValueOutOfRange(..)
                | rusqlite::Error::InvalidColumnType(..)
                | rusqlite::Error::QueryReturnedNoRows
        );
        // A plain error of a statement that is known to be right means that the tables are not what they were.
        let odd = [
            ErrorCode::DatabaseCorrupt,
            ErrorCode::NotADatabase,
            ErrorCode::ConstraintViolation,
            ErrorCode::Unknown,
        ];
        if broken || code.is_some_and(|code| odd.contains(&code)) {
            Self::Damaged { why }
        } else {
            Self::Failed { why }
        }
    }
}
