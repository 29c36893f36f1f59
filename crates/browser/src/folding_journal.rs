//! `FoldingJournal`: a journal whose records are folded into the lists as soon as they are durable.

use std::sync::Arc;

use futures_util::future::BoxFuture;
use futures_util::stream::BoxStream;
use kosti_journal::{
    AppendError, DeviceJournal, Entry, EraseError, Feed as _, Journal, Position, ReadError, Stored, TableId,
    Version,
};
use kosti_projections::MemoryLists;

/// Records that are read at once.
const BATCH: usize = 1000;

/// The journal of a device, and the lists that follow from it.
pub(crate) struct FoldingJournal {
    journal: DeviceJournal,
    lists: Arc<MemoryLists>,
}

impl FoldingJournal {
    /// Folds the whole journal.
    pub(crate) async fn new(journal: DeviceJournal, lists: Arc<MemoryLists>) -> Result<Self, ReadError> {
        let mut position = Position::START;
        loop {
            let records = journal.after(position, BATCH).await?;
            let Some(last) = records.last() else { break };
            position = last.position;
            for record in &records {
                let body = record.stored.as_ref().map(|stored| &*stored.entry.body);
                lists.fold(record.table, body.map_err(Clone::clone));
            }
        }
        Ok(Self { journal, lists })
    }
}

impl Journal for FoldingJournal {
    fn append(
        &self,
        table: TableId,
        expected: Version,
        entry: Entry,
    ) -> BoxFuture<'_, Result<Version, AppendError>> {
        Box::pin(async move {
            let body = entry.body.clone();
            let version = self.journal.append(table, expected, entry).await?;
            self.lists.fold(table, Ok(&body));
            Ok(version)
        })
    }

    fn read(&self, table: TableId, after: Version) -> BoxFuture<'_, Result<Vec<Stored>, ReadError>> {
        self.journal.read(table, after)
    }

    fn subscribe(&self, table: TableId, after: Version) -> BoxStream<'static, Result<Stored, ReadError>> {
        self.journal.subscribe(table, after)
    }

    fn erase(&self, tables: Vec<TableId>) -> BoxFuture<'_, Result<(), EraseError>> {
        self.journal.erase(tables)
    }
}
