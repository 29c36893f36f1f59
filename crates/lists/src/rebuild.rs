//! `rebuild`: the lists once more from the journal, beside the old ones.

use std::path::Path;
use std::sync::atomic::{AtomicU64, Ordering};

use kosti_journal::Feed;
use rusqlite::{Connection, ErrorCode};

use crate::database::{beside, file, is_ours, remove};
use crate::error::ListsError;
use crate::lists::Lists;

/// What was rebuilt.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Rebuilt {
    /// Records that were read.
    pub records: u64,
    /// Tables in the lists.
    pub tables: u64,
    /// Records that were skipped, because they or one before them at the same table cannot be read.
    pub skipped: u64,
}

/// Makes the lists once more from the start of the journal: into a new file beside, which then takes the place of the
/// old one. `progress` hears how many records are done. No server may use the old file.
///
/// # Errors
/// When the journal cannot be read, or the file cannot be written or is in use. The old lists stay as they were.
pub async fn rebuild(path: &Path, feed: &dyn Feed, progress: impl Fn(u64)) -> Result<Rebuilt, ListsError> {
    let target = path.to_owned();
    blocking(move || settle(&target)).await?;
    let new = beside(path, ".new");
    let made = new.clone();
    let lists = blocking(move || remove(&made).and_then(|()| Lists::open(&made))).await?;
    let records = AtomicU64::new(0);
    lists
        .catch_up_telling(feed, |done| {
            records.store(done, Ordering::Relaxed);
            progress(done);
        })
        .await?;
    let skipped = lists.unreadable().await?.iter().map(|line| line.records).sum();
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

/// Leaves nothing beside the old file that SQLite would take for a part of the new one.
fn settle(path: &Path) -> Result<(), ListsError> {
    if !path.exists() {
        return remove(path);
    }
    if let Err(foreign @ ListsError::Foreign { .. }) = is_ours(path) {
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
                // What is damaged need not be kept.
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
