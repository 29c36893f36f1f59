//! Errors of SQLite as errors of the lists.

use rusqlite::ErrorCode;

use crate::error::ListsError;

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
