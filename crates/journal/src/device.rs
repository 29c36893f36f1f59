//! `DeviceJournal`: a journal in the storage of a device, which its host brings: in a browser, IndexedDB.

use std::sync::Arc;

use futures_core::future::BoxFuture;
use futures_core::stream::BoxStream;
use futures_util::{StreamExt as _, TryStreamExt as _, stream};
use tokio::sync::watch;

use crate::{
    AppendError, CommandId, Entry, EraseError, Feed, Journal, Logged, MAX_BODY, Position, ReadError, Refusal,
    Stored, TableId, Version,
};

/// A record as a device keeps it.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct DeviceRecord {
    /// Its position in the log, from 1; the device counts. 0 for a record that is not stored yet.
    pub position: u64,
    /// The table.
    pub table: String,
    /// Its number in the table, from 1.
    pub number: u64,
    /// The id of its command.
    pub command: String,
    /// The body.
    pub body: String,
    /// The checksum of table, number, command and body.
    pub checksum: u32,
}

/// Why a device does not store or return something. Nothing is half written.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
pub enum DeviceError {
    /// The record does not follow on the last one of its table.
    #[error("the table has {records} records")]
    Conflict {
        /// The number of records of the table.
        records: u64,
        /// The command of the record that has the number of the refused one, if there is one.
        command: Option<String>,
    },
    /// There is no more room.
    #[error("the storage of this device is full")]
    Full,
    /// Any other failure.
    #[error("{0}")]
    Failed(String),
}

/// The storage of a device. What it answers with `Ok` is durable: the program may end at once. Several programs may use the
/// same storage.
pub trait DeviceStore: Send + Sync + 'static {
    /// Adds a record, or nothing if it does not follow on the last one of its table. Returns its position in the log.
    fn append(&self, record: DeviceRecord) -> BoxFuture<'static, Result<u64, DeviceError>>;

    /// The records of a table after so many, in order.
    fn read(&self, table: &str, after: u64) -> BoxFuture<'static, Result<Vec<DeviceRecord>, DeviceError>>;

    /// At most `most` records of the log after a position, in order.
    fn read_log(&self, after: u64, most: usize)
    -> BoxFuture<'static, Result<Vec<DeviceRecord>, DeviceError>>;

    /// The position of the last record of the log; 0 without records.
    fn end(&self) -> BoxFuture<'static, Result<u64, DeviceError>>;

    /// Removes every record of these tables but the last of each.
    fn erase(&self, tables: Vec<String>) -> BoxFuture<'static, Result<(), DeviceError>>;
}

/// A journal in the storage of a device. It keeps no records in memory.
pub struct DeviceJournal {
    store: Arc<dyn DeviceStore>,
    end: watch::Sender<Position>,
}

impl DeviceJournal {
    /// Opens the journal of a device.
    ///
    /// # Errors
    /// If the storage cannot be read.
    pub async fn open(store: Arc<dyn DeviceStore>) -> Result<Self, DeviceError> {
        let end = store.end().await?;
        Ok(Self { store, end: watch::Sender::new(Position::after_records(end)) })
    }

    async fn append_entry(
        &self,
        table: TableId,
        expected: Version,
        entry: Entry,
    ) -> Result<Version, AppendError> {
        let bytes = entry.body.len();
        if bytes > MAX_BODY {
            return Err(Refusal::TooLarge { bytes }.into());
        }
        let (version, command) = (expected.next(), entry.command.to_string());
        let mut record = DeviceRecord {
            position: 0,
            table: table.to_string(),
            number: version.records(),
            command: command.clone(),
            body: entry.body.to_string(),
            checksum: 0,
        };
        record.checksum = record.correct_checksum();
        match self.store.append(record).await {
            Ok(position) => {
                let position = Position::after_records(position);
                self.end.send_modify(|end| *end = position.max(*end));
                Ok(version)
            }
            Err(DeviceError::Conflict { command: Some(there), .. }) if there == command => {
                Err(AppendError::Again { version })
            }
            Err(DeviceError::Conflict { records, .. }) => {
                Err(AppendError::Conflict { current: Version::after_records(records) })
            }
            Err(DeviceError::Full) => Err(Refusal::DiskFull.into()),
            Err(DeviceError::Failed(why)) => Err(Refusal::Failed { why }.into()),
        }
    }
}

impl Journal for DeviceJournal {
    fn append(
        &self,
        table: TableId,
        expected: Version,
        entry: Entry,
    ) -> BoxFuture<'_, Result<Version, AppendError>> {
        Box::pin(self.append_entry(table, expected, entry))
    }

    fn read(&self, table: TableId, after: Version) -> BoxFuture<'_, Result<Vec<Stored>, ReadError>> {
        let records = self.store.read(table.as_str(), after.records());
        Box::pin(async move { records.await?.iter().map(|record| record.check(table)).collect() })
    }

    fn subscribe(&self, table: TableId, after: Version) -> BoxStream<'static, Result<Stored, ReadError>> {
        let mut end = self.end.subscribe();
        end.mark_changed();
        let start = (self.store.clone(), end, after);
        let batches = stream::try_unfold(
            start,
            move |(store, mut end, after): (Arc<dyn DeviceStore>, watch::Receiver<Position>, Version)| async move {
                if end.changed().await.is_err() {
                    return Ok(None);
                }
                let read = store.read(table.as_str(), after.records()).await?;
                let records: Vec<_> = read.iter().map(|record| record.check(table)).collect();
                let last = read.last().map_or(after, |record| Version::after_records(record.number));
                Ok::<_, ReadError>(Some((stream::iter(records), (store, end, last))))
            },
        );
        batches.try_flatten().boxed()
    }

    fn erase(&self, tables: Vec<TableId>) -> BoxFuture<'_, Result<(), EraseError>> {
        let erased = self.store.erase(tables.iter().map(ToString::to_string).collect());
        Box::pin(async move { erased.await.map_err(|why| EraseError::Later { why: why.to_string() }) })
    }
}

impl Feed for DeviceJournal {
    fn after(&self, position: Position, most: usize) -> BoxFuture<'_, Result<Vec<Logged>, ReadError>> {
        let records = self.store.read_log(position.records(), most);
        Box::pin(async move {
            let logged = |record: DeviceRecord| {
                // The table of a damaged name is unknown.
                let table = record.table.parse().ok()?;
                let stored = record.check(table).map_err(|_| WRONG_CHECKSUM.to_owned());
                Some(Logged { position: Position::after_records(record.position), table, stored })
            };
            Ok(records.await?.into_iter().filter_map(logged).collect())
        })
    }

    fn watch_end(&self) -> watch::Receiver<Position> {
        self.end.subscribe()
    }
}

const WRONG_CHECKSUM: &str = "its checksum is wrong";

impl DeviceRecord {
    fn correct_checksum(&self) -> u32 {
        let mut hasher = crc32fast::Hasher::new();
        for part in [&*self.table, &self.number.to_string(), &self.command, &self.body] {
            hasher.update(part.as_bytes());
            hasher.update(b"\n");
        }
        hasher.finalize()
    }

    /// The record, if it is undamaged.
    fn check(&self, table: TableId) -> Result<Stored, ReadError> {
        let command: Option<CommandId> = self.command.parse().ok();
        match command.filter(|_| self.checksum == self.correct_checksum()) {
            Some(command) => Ok(Stored {
                version: Version::after_records(self.number),
                entry: Entry { command, body: self.body.as_str().into() },
            }),
            None => Err(ReadError::Damaged {
                table,
                after: Version::after_records(self.number.saturating_sub(1)),
                why: WRONG_CHECKSUM.to_owned(),
            }),
        }
    }
}

impl From<DeviceError> for ReadError {
    fn from(error: DeviceError) -> Self {
        Self::Failed { why: error.to_string() }
    }
}
