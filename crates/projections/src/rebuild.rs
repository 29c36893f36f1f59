//! `rebuild`: builds the lists again from the journal, beside the old ones.

use std::path::Path;
use std::sync::atomic::{AtomicU64, Ordering};

use kosti_journal::Feed;
use rusqlite::{Connection, ErrorCode};

use crate::database::{check_ours, file, remove, with_suffix};
use crate::error::ListsError;
use crate::lists::Lists;

/// The result of a rebuild.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Rebuilt {
    /// The number of records read.
    pub records: u64,
    /// The number of tables in the lists.
    pub tables: u64,
    /// The number of records skipped, because they or an earlier record of their table cannot be read.
    pub skipped: u64,
}

/// Builds the lists again from the start of the journal, in a new file that then replaces the old one. Reports the
/// number of records done to `progress`. No server may use the old file.
///
/// # Errors
/// If the journal cannot be read, or the file cannot be written or is in use. The old lists stay unchanged then.
pub async fn rebuild(path: &Path, feed: &dyn Feed, progress: impl Fn(u64)) -> Result<Rebuilt, ListsError> {
    let target = path.to_owned();
    blocking(move || settle(&target)).await?;
    let new = with_suffix(path, ".new");
    let made = new.clone();
    let lists = blocking(move || remove(&made).and_then(|()| Lists::open(&made))).await?;
    let records = AtomicU64::new(0);
    lists
        .catch_up_with_progress(feed, |done| {
            records.store(done, Ordering::Relaxed);
            progress(done);
        })
        .await?;
    let skipped = lists.unreadable_tables().await?.iter().map(|line| line.records).sum();
    let rebuilt = Rebuilt { records: records.into_inner(), tables: lists.tables().await?, skipped };
    let path = path.to_owned();
    blocking(move || {
        lists.close()?;
        put_in_place(&new, &path)
    })
    .await?;
    Ok(rebuilt)
}

fn put_in_place(new: &Path, path: &Path) -> Result<(), ListsError> {
    let synced = std::fs::File::open(new).and_then(|file| file.sync_all());
    synced.map_err(|why| file(new, why))?;
    settle(path)?;
    std::fs::rename(new, path).map_err(|why| file(path, why))
}

/// Removes SQLite's files beside the old file, which it would take for a part of the new one.
fn settle(path: &Path) -> Result<(), ListsError> {
    if !path.exists() {
        return remove(path);
    }
    if let Err(foreign @ ListsError::Foreign { .. }) = check_ours(path) {
        return Err(foreign);
    }
    let in_use = || Err(ListsError::InUse { path: path.to_owned() });
    let settled = Connection::open(path).and_then(|old| {
        old.pragma_update_and_check(None, "journal_mode", "DELETE", |row| row.get::<_, String>(0))
    });
    match settled {
        Ok(mode) if mode == "delete" => Ok(()),
        Ok(_) => in_use(),
        Err(why) => match why.sqlite_error_code() {
            Some(ErrorCode::DatabaseBusy | ErrorCode::DatabaseLocked) => in_use(),
            _ => match ListsError::from(why) {
                // A damaged file need not be kept.
                ListsError::Damaged { .. } => remove(path),
                other => Err(other),
            },
        },
    }
}

async fn blocking<T: Send + 'static>(
    work: impl FnOnce() -> Result<T, ListsError> + Send + 'static,
) -> Result<T, ListsError> {
    tokio::task::spawn_blocking(work).await.unwrap_or_else(|lost| Err(ListsError::failed(&lost)))
}
