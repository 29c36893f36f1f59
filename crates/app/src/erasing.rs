//! Erasing the records of deleted tables: from the journal, and from the projections.

use std::sync::{Arc, Weak};
use std::time::Duration;

use kosti_journal::{EraseError, Journal};
use kosti_projections::{ListsError, Projections};

use crate::host::Host;

/// Tables that are erased together.
const BATCH: usize = 100;
/// The pause after a batch, as a multiple of the time that the batch took: erasing rewrites files.
const REST: u32 = 10;
/// The pause before another try.
const RETRY: Duration = Duration::from_secs(5);

#[derive(Debug, thiserror::Error)]
enum Trouble {
    #[error(transparent)]
    Journal(#[from] EraseError),
    #[error(transparent)]
    Lists(#[from] ListsError),
}

/// Erases tables soon after they are deleted, until the journal is gone. The projections remember which are still to
/// be erased, so an application that is stopped in between continues when it starts again.
pub(crate) async fn erase_deleted(
    host: Arc<dyn Host>,
    projections: Arc<dyn Projections>,
    journal: Weak<dyn Journal>,
) {
    loop {
        let start = host.now();
        let Some(journal) = journal.upgrade() else { return };
        let erased = erase_some(&*projections, &*journal).await;
        drop(journal);
        match erased {
            Ok(0) => projections.wait_for_change().await,
            Ok(_) => host.sleep(REST * (host.now() - start)).await,
            Err(Trouble::Journal(why @ EraseError::Impossible { .. })) => {
                tracing::warn!(%why, "deleted tables are hidden, and their records stay");
                return;
            }
            Err(why) => {
                tracing::warn!(%why, "deleted tables are not erased yet");
                host.sleep(RETRY).await;
            }
        }
    }
}

/// Erases one batch. Returns the number of tables.
async fn erase_some(projections: &dyn Projections, journal: &dyn Journal) -> Result<usize, Trouble> {
    let tables = projections.to_erase(BATCH).await?;
    if tables.is_empty() {
        return Ok(0);
    }
    journal.erase(tables.clone()).await?;
    let count = tables.len();
    projections.mark_erased(tables).await?;
    tracing::debug!(count, "deleted tables are erased");
    Ok(count)
}
