//! Erasing the records of deleted tables: from the journal, and from the lists.

use std::sync::Weak;
use std::time::{Duration, Instant};

use kosti_journal::{EraseError, Journal};
use kosti_lists::{Lists, ListsError};

/// Tables that are erased together.
const BATCH: usize = 100;
/// After a batch it rests for so many times as long as the batch took: the files are rewritten meanwhile.
const REST: u32 = 10;
/// Before it tries again what went wrong.
const RETRY: Duration = Duration::from_secs(5);

#[derive(Debug, thiserror::Error)]
enum Trouble {
    #[error(transparent)]
    Journal(#[from] EraseError),
    #[error(transparent)]
    Lists(#[from] ListsError),
}

/// Erases tables soon after they are deleted, until the journal is gone. The lists remember which are still to be
/// erased, so a server that is stopped in between goes on when it starts again.
pub(crate) async fn erase_deleted(lists: Lists, journal: Weak<dyn Journal>) {
    loop {
        let begun = Instant::now();
        let Some(journal) = journal.upgrade() else { return };
        let erased = erase_some(&lists, &*journal).await;
        drop(journal);
        match erased {
            Ok(0) => lists.changed().await,
            Ok(_) => tokio::time::sleep(REST * begun.elapsed()).await,
            Err(Trouble::Journal(why @ EraseError::Impossible { .. })) => {
                tracing::warn!(%why, "deleted tables are hidden, and their records stay");
                return;
            }
            Err(why) => {
                tracing::warn!(%why, "deleted tables are not erased yet");
                tokio::time::sleep(RETRY).await;
            }
        }
    }
}

/// How many tables were erased.
async fn erase_some(lists: &Lists, journal: &dyn Journal) -> Result<usize, Trouble> {
    let tables = lists.to_erase(BATCH).await?;
    if tables.is_empty() {
        return Ok(0);
    }
    journal.erase(tables.clone()).await?;
    let count = tables.len();
    lists.erased(tables).await?;
    tracing::debug!(count, "deleted tables are erased");
    Ok(count)
}
