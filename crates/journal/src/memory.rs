//! `MemoryJournal`: a journal in memory, gone with the process.

use std::collections::HashMap;
use std::future::ready;
use std::sync::Arc;

use futures_core::future::BoxFuture;
use futures_core::stream::BoxStream;
use parking_lot::Mutex;
use tokio::sync::watch;

use crate::subscribers::{Announced, Subscribers};
use crate::tail_stream::{Chunk, Log, stream_records};
use crate::{
    AppendError, Entry, EraseError, Feed, Journal, Logged, MAX_BODY, Position, ReadError, Refusal, Stored,
    TableId, Version,
};

/// A journal in memory, for tests and for tables that need not be kept.
///
/// ```
/// # futures_util::FutureExt::now_or_never(async {
/// use kosti_journal::{CommandId, Entry, Journal, MemoryJournal, TableId, Version};
/// let journal = MemoryJournal::default();
/// let table = TableId::from_bits(1);
/// let entry = Entry { command: CommandId::from_bytes([1; 16]), body: "Olena threw 6-6".into() };
/// let version = journal.append(table, Version::START, entry).await.unwrap();
/// assert_eq!(journal.read(table, Version::START).await.unwrap()[0].version, version);
/// # }).unwrap();
/// ```
pub struct MemoryJournal {
    records: Arc<Mutex<Records>>,
    subscribers: Arc<Subscribers>,
    end: watch::Sender<Position>,
}

#[derive(Default)]
struct Records {
    /// The records of each table; `None` for an erased one.
    tables: HashMap<TableId, Vec<Option<Entry>>>,
    /// The whole log: the table and version of each record.
    log: Vec<(TableId, Version)>,
}

impl Default for MemoryJournal {
    fn default() -> Self {
        let end = watch::Sender::new(Position::START);
        Self { records: Arc::default(), subscribers: Arc::default(), end }
    }
}

impl MemoryJournal {
    fn append_now(&self, table: TableId, expected: Version, entry: Entry) -> Result<Version, AppendError> {
        let bytes = entry.body.len();
        if bytes > MAX_BODY {
            return Err(Refusal::TooLarge { bytes }.into());
        }
        let mut records = self.records.lock();
        let records = &mut *records;
        let entries = records.tables.entry(table).or_default();
        let current = Version::after_records(entries.len() as u64);
        let version = expected.next();
        if expected != current {
            let there = entries.get(index(expected)).and_then(Option::as_ref);
            let again = there.is_some_and(|there| there.command == entry.command);
            return Err(if again {
                AppendError::Again { version }
            } else {
                AppendError::Conflict { current }
            });
        }
        entries.push(Some(entry.clone()));
        records.log.push((table, version));
        // Announce while the lock is held, so that the order is that of the log.
        let stored = Stored { version, entry };
        self.subscribers.announce([(table, Announced { after: expected, stored })]);
        self.end.send_replace(Position::after_records(records.log.len() as u64));
        Ok(version)
    }
}

impl Journal for MemoryJournal {
    fn append(
        &self,
        table: TableId,
        expected: Version,
        entry: Entry,
    ) -> BoxFuture<'_, Result<Version, AppendError>> {
        Box::pin(async move { self.append_now(table, expected, entry) })
    }

    fn read(&self, table: TableId, after: Version) -> BoxFuture<'_, Result<Vec<Stored>, ReadError>> {
        Box::pin(async move { Ok(self.records.lock().read_chunk(table, after, usize::MAX)) })
    }

    fn subscribe(&self, table: TableId, after: Version) -> BoxStream<'static, Result<Stored, ReadError>> {
        stream_records(Arc::clone(&self.records), self.subscribers.listen(table), table, after)
    }

    fn erase(&self, tables: Vec<TableId>) -> BoxFuture<'_, Result<(), EraseError>> {
        let mut records = self.records.lock();
        for table in tables {
            if let Some((_, earlier)) = records.tables.get_mut(&table).and_then(|all| all.split_last_mut()) {
                earlier.fill(None);
            }
        }
        Box::pin(ready(Ok(())))
    }
}

impl Feed for MemoryJournal {
    fn after(&self, position: Position, most: usize) -> BoxFuture<'_, Result<Vec<Logged>, ReadError>> {
        Box::pin(async move { Ok(self.records.lock().read_logged(position, most)) })
    }

    fn watch_end(&self) -> watch::Receiver<Position> {
        self.end.subscribe()
    }
}

impl Drop for MemoryJournal {
    fn drop(&mut self) {
        self.subscribers.close();
    }
}

impl Records {
    fn read_chunk(&self, table: TableId, after: Version, most: usize) -> Vec<Stored> {
        let entries = self.tables.get(&table).map_or(&[][..], Vec::as_slice);
        let later = entries.iter().enumerate().skip(index(after));
        later
            .filter_map(|(at, entry)| {
                Some(Stored { version: Version::after_records(at as u64 + 1), entry: entry.clone()? })
            })
            .take(most)
            .collect()
    }

    fn read_logged(&self, position: Position, most: usize) -> Vec<Logged> {
        let first = usize::try_from(position.records()).unwrap_or(usize::MAX);
        let later = self.log.iter().enumerate().skip(first);
        later
            .filter_map(|(at, &(table, version))| {
                let entry = self.tables[&table][index(version) - 1].clone()?;
                let position = Position::after_records(at as u64 + 1);
                Some(Logged { position, table, stored: Ok(Stored { version, entry }) })
            })
            .take(most)
            .collect()
    }
}

impl Log for Arc<Mutex<Records>> {
    fn read_chunk(&self, table: TableId, after: Version, most: usize) -> BoxFuture<'static, Option<Chunk>> {
        let records = self.lock().read_chunk(table, after, most);
        Box::pin(ready(Some(Chunk { records, damage: None })))
    }
}

/// The index of the entry right after a version.
fn index(version: Version) -> usize {
    usize::try_from(version.records()).unwrap_or(usize::MAX)
}
