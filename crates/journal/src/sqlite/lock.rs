//! `Lock`: allows one process per journal.

use std::fs::{File, TryLockError};
use std::path::Path;
use std::time::Duration;

use super::OpenError;
use super::open::{open_failure, sibling_path, write_failure};

/// Retry for a while: a forked process keeps its parent's locks until it executes, and a killed one until it is
/// gone.
const TRIES: u32 = 100;
const PAUSE: Duration = Duration::from_millis(30);

/// The lock of an open journal. It is a separate file: SQLite's locks on the database are lost when any other
/// handle to it is closed.
pub(super) struct Lock {
    _file: File,
}

impl Lock {
    pub(super) fn take(path: &Path) -> Result<Self, OpenError> {
        let file = File::create(sibling_path(path, ".lock")).map_err(|error| write_failure(path, &error))?;
        for _ in 0..TRIES {
            match file.try_lock() {
                Ok(()) => return Ok(Self { _file: file }),
                Err(TryLockError::WouldBlock) => std::thread::sleep(PAUSE),
                Err(TryLockError::Error(error)) => return Err(open_failure(path, &error)),
            }
        }
        Err(OpenError::InUse { path: path.to_owned() })
    }
}
