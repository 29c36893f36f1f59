//! `MonitoredJournal`: records whether appends succeed, for `/healthz`.

use std::sync::Arc;
use std::time::Duration;

use futures_util::future::BoxFuture;
use futures_util::stream::BoxStream;
use kosti_journal::{AppendError, Entry, EraseError, Journal, ReadError, Refusal, Stored, TableId, Version};
use parking_lot::Mutex;

use crate::host::Host;

/// The time that a failed append counts, unless another succeeds: without writers nothing would show that there is room again.
const REMEMBERED: Duration = Duration::from_secs(60);

/// Whether the journal can be written, according to the last append.
pub(crate) struct JournalHealth {
    host: Arc<dyn Host>,
    /// When an append failed, and why.
    failed: Mutex<Option<(Duration, &'static str)>>,
}

impl JournalHealth {
    pub(crate) fn new(host: Arc<dyn Host>) -> Self {
        Self { host, failed: Mutex::default() }
    }

    /// The reason why the journal cannot be written now, if it cannot.
    pub(crate) fn failure(&self) -> Option<&'static str> {
        let failed = *self.failed.lock();
        failed.filter(|(when, _)| self.host.now() - *when < REMEMBERED).map(|(_, why)| why)
    }

    fn record(&self, result: &Result<Version, AppendError>) {
        let failed = match result {
            Ok(_) | Err(AppendError::Conflict { .. } | AppendError::Again { .. }) => None,
            Err(AppendError::Unknown { .. }) => Some("no-answer"),
            Err(AppendError::Refused { why }) => match why {
                // The entry is at fault, not the journal.
                Refusal::TooLarge { .. } => return,
                Refusal::DiskFull => Some("disk-full"),
                Refusal::Damaged { .. } => Some("damaged"),
                Refusal::Closed => Some("closed"),
                Refusal::Failed { .. } => Some("not-written"),
            },
        };
        *self.failed.lock() = failed.map(|why| (self.host.now(), why));
    }
}

/// A journal that records the results of appends.
pub(crate) struct MonitoredJournal {
    pub inner: Arc<dyn Journal>,
    pub health: Arc<JournalHealth>,
}

impl Journal for MonitoredJournal {
    fn append(
        &self,
        table: TableId,
        expected: Version,
        entry: Entry,
    ) -> BoxFuture<'_, Result<Version, AppendError>> {
        Box::pin(async move {
            let result = self.inner.append(table, expected, entry).await;
            self.health.record(&result);
            result
        })
    }

    fn read(&self, table: TableId, after: Version) -> BoxFuture<'_, Result<Vec<Stored>, ReadError>> {
        self.inner.read(table, after)
    }

    fn erase(&self, tables: Vec<TableId>) -> BoxFuture<'_, Result<(), EraseError>> {
        self.inner.erase(tables)
    }

    fn subscribe(&self, table: TableId, after: Version) -> BoxStream<'static, Result<Stored, ReadError>> {
        self.inner.subscribe(table, after)
    }
}
