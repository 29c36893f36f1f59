//! `backup`: copies a journal, even while it is in use.

use std::path::{Path, PathBuf};

use rusqlite::OpenFlags;

use super::lock::Lock;
use super::open::{self, Header, OpenError};

/// Why no new journal was made from another one.
#[derive(Debug, thiserror::Error)]
pub enum NewJournalError {
    /// The journal cannot be opened, or the new one cannot be created.
    #[error(transparent)]
    Open(#[from] OpenError),
    /// The file exists already.
    #[error("{} is there already: give a path where nothing is", path.display())]
    Exists {
        /// The file.
        path: PathBuf,
    },
    /// The new journal could not be written.
    #[error("the new journal {} cannot be written: {why}", path.display())]
    Failed {
        /// The file.
        path: PathBuf,
        /// The cause.
        why: String,
    },
}

/// Copies the journal `from`, which may be in use, into a new one, `to`: all records appended before, and
/// perhaps some appended meanwhile, always whole and in order. Returns their number.
///
/// # Errors
/// If `from` is not a journal or is damaged, or if `to` exists or cannot be written.
pub fn backup(from: &Path, to: &Path) -> Result<u64, NewJournalError> {
    let (from, to) = (open::plain_path(from)?, open::plain_path(to)?);
    if to.exists() {
        return Err(NewJournalError::Exists { path: to });
    }
    Header::read(&from)?;
    let _lock = Lock::take(&to)?;
    let new = open::sibling_path(&to, ".new");
    let failed = |why: String| NewJournalError::Failed { path: to.clone(), why };
    open::remove(&new).map_err(|error| failed(error.to_string()))?;
    let copied = copy(&from, &new).map_err(|error| failed(error.to_string()));
    if copied.is_err() {
        // Half a copy is useless.
        let _ = open::remove(&new);
    }
    let records = copied?;
    open::publish(&new, &to).map_err(|error| failed(error.to_string()))?;
    Ok(records)
}

fn copy(from: &Path, new: &Path) -> rusqlite::Result<u64> {
    let connection = open::connect(from, OpenFlags::SQLITE_OPEN_READ_ONLY)?;
    connection.execute("VACUUM INTO ?1", [new.to_string_lossy()])?;
    let copy = open::connect(new, OpenFlags::SQLITE_OPEN_READ_ONLY)?;
    copy.query_row("SELECT count(*) FROM log", (), |row| row.get::<_, i64>(0)).map(i64::cast_unsigned)
}
