//! `Lock`: one process per journal.

use std::fs::{File, TryLockError};
use std::path::Path;

use super::OpenError;
use super::open::{beside, failed};

/// Held while a journal is open. It is a file of its own: SQLite's locks on the database would be lost when any other
/// handle to it is closed.
pub(super) struct Lock {
    _file: File,
}

impl Lock {
    pub(super) fn take(path: &Path) -> Result<Self, OpenError> {
        let file = File::create(beside(path, ".lock")).map_err(|error| failed(path, &error))?;
        match file.try_lock() {
            Ok(()) => Ok(Self { _file: file }),
            Err(TryLockError::WouldBlock) => Err(OpenError::InUse { path: path.to_owned() }),
            Err(TryLockError::Error(error)) => Err(failed(path, &error)),
        }
    }
}
