//! `Journal` and `Feed`: what every implementation keeps to. The suite in `tests/contract` says it in tests.

use futures_core::future::BoxFuture;
use futures_core::stream::BoxStream;
use tokio::sync::watch;

use crate::{AppendError, Entry, EraseError, Logged, Position, ReadError, Stored, TableId, Version};

/// Append-only records per table; a table that is deleted can be erased.
pub trait Journal: Send + Sync + 'static {
    /// Writes a record after `expected`, the version that the caller decided on, and answers with the new version.
    /// It is durable when the answer is `Ok`.
    ///
    /// The same command sent again is recognised: when the record right after `expected` carries its name, the
    /// answer is `Again` with that record's version, and nothing is written twice. In any other case an `expected` that is not
    /// where the table stands is a conflict.
    ///
    /// Once first polled, the record may be written even if the future is dropped.
    fn append(
        &self,
        table: TableId,
        expected: Version,
        entry: Entry,
    ) -> BoxFuture<'_, Result<Version, AppendError>>;

    /// Every record of a table after `after`. A table that nothing was written to has none.
    ///
    /// The answer is all of them or an error; `subscribe` gives what stands before a damaged record.
    fn read(&self, table: TableId, after: Version) -> BoxFuture<'_, Result<Vec<Stored>, ReadError>>;

    /// Every record of a table after `after`, then those that come, without a gap and without doubles.
    ///
    /// Ends after an error, and when the journal is closed.
    fn subscribe(&self, table: TableId, after: Version) -> BoxStream<'static, Result<Stored, ReadError>>;

    /// Erases every record of these tables except the last one of each, for good: nothing of them is left where the
    /// journal is kept. Each table stays at its version, so its id cannot be used for a new table.
    ///
    /// From then on `read`, `subscribe` and the feed leave the erased records out, and their commands are not
    /// recognised any more. Erasing a table again, or one without records, changes nothing.
    fn erase(&self, tables: Vec<TableId>) -> BoxFuture<'_, Result<(), EraseError>>;
}

/// The whole log in one order, for read models.
pub trait Feed: Send + Sync + 'static {
    /// The records after `position` in the order of the log, at most `most`. None means that the end is reached
    /// (or that `most` is 0). A damaged record that does not even tell its table is left out.
    fn after(&self, position: Position, most: usize) -> BoxFuture<'_, Result<Vec<Logged>, ReadError>>;

    /// The place of the last record; changes when there is more. Closed when the journal is.
    fn news(&self) -> watch::Receiver<Position>;
}
