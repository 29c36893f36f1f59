//! `Journal` and `Feed`: the contract of every implementation. `tests/contract` tests it.

use futures_core::future::BoxFuture;
use futures_core::stream::BoxStream;
use tokio::sync::watch;

use crate::{AppendError, Entry, EraseError, Logged, Position, ReadError, Stored, TableId, Version};

/// Append-only records per table. A deleted table can be erased.
pub trait Journal: Send + Sync + 'static {
    /// Appends a record after `expected`, the version that the caller decided on, and returns the new version.
    /// The record is durable once the answer is `Ok`.
    ///
    /// A repeated command is recognised: if the record right after `expected` has its id, the answer is `Again`
    /// with that record's version, and nothing is written. Otherwise an `expected` that is not the table's
    /// version is a conflict.
    ///
    /// Once first polled, the record may be written even if the future is dropped.
    fn append(
        &self,
        table: TableId,
        expected: Version,
        entry: Entry,
    ) -> BoxFuture<'_, Result<Version, AppendError>>;

    /// Reads every record of a table after `after`; an unknown table has none.
    ///
    /// Returns all records or an error; `subscribe` returns the records before a damaged one.
    fn read(&self, table: TableId, after: Version) -> BoxFuture<'_, Result<Vec<Stored>, ReadError>>;

    /// Streams every record of a table after `after`, then new ones, without gaps and duplicates.
    ///
    /// Ends after an error, and when the journal closes.
    fn subscribe(&self, table: TableId, after: Version) -> BoxStream<'static, Result<Stored, ReadError>>;

    /// Erases every record of these tables but the last one of each, for good: no copy of them remains in the
    /// journal's storage. Each table keeps its version, so that its id cannot be used for a new table.
    ///
    /// From then on `read`, `subscribe` and the feed leave out the erased records, and their commands are no
    /// longer recognised. Erasing a table again, or one without records, changes nothing.
    fn erase(&self, tables: Vec<TableId>) -> BoxFuture<'_, Result<(), EraseError>>;
}

/// The whole log in one order, for read models.
pub trait Feed: Send + Sync + 'static {
    /// Reads at most `most` records after `position`, in log order. An empty list means the end of the log (or
    /// that `most` is 0). Leaves out damaged records whose table is unknown.
    fn after(&self, position: Position, most: usize) -> BoxFuture<'_, Result<Vec<Logged>, ReadError>>;

    /// The position of the last record; changes with every append. Closes with the journal.
    fn watch_end(&self) -> watch::Receiver<Position>;
}
