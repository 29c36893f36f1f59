//! `Lock`: one process per journal.

use std::fs::{File, TryLockError};
use std::path::Path;
use std::time::Duration;

use super::OpenError;
use super::open::{beside, failed, unwritable};

/// A process that was just started keeps the locks of the one that started it until it runs, and one that was killed
/// until it is gone.
const TRIES: u32 = 10;
const PAUSE: Duration = Duration::from_millis(30);

/// Held while a journal is open. It is a file of its own: SQLite's locks on the database would be lost when any other
/// handle to it is closed.
pub(super) struct Lock {
    _file: File,
}

impl Lock {
    pub(super) fn take(path: &Path) -> Result<Self, OpenError> {
        let file = File::create(beside(path, ".lock")).map_err(|error| unwritable(path, &error))?;
        for _ in 0..TRIES {
            match file.try_lock() {
                Ok(()) => return Ok(Self { _file: file }),
                Err(TryLockError::WouldBlock) => std::thread::sleep(PAUSE),
                Err(TryLockError::Error(error)) => return Err(failed(path, &error)),
            }
        }
        Err(OpenError::InUse { path: path.to_owned() })
    }
}
