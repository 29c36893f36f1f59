//! `SqliteJournal`: a journal in one SQLite file.

mod backup;
mod damaged;
mod lock;
mod log_reader;
mod open;
mod readers;
mod rescue;
#[cfg(test)]
mod room;
mod row;
mod salvage;
mod writer;

use std::path::{Path, PathBuf};
use std::sync::Arc;
use std::thread::JoinHandle;

use futures_core::future::BoxFuture;
use futures_core::stream::BoxStream;
use tokio::sync::{mpsc, oneshot, watch};

use crate::subscribers::Subscribers;
use crate::tail_stream::stream_records;
use crate::{
    AppendError, Entry, EraseError, Feed, Journal, Logged, MAX_BODY, Position, ReadError, Refusal, Stored,
    TableId, Version,
};
use lock::Lock;
use open::Opened;
use readers::Readers;
use writer::{Append, Job, Writer};

pub use backup::{NewJournalError, backup};
pub use open::OpenError;
pub use rescue::{Lost, Rescued, rescue};

/// The length of the writer's queue; beyond it callers wait.
const QUEUE: usize = 4096;
/// The number of reading threads.
const READERS: usize = 3;

/// A journal in one SQLite file. One writer takes the queued appends, writes them in one transaction, and
/// answers once they are durable; then it announces them to the subscribers of this process.
///
/// ```
/// # let directory = tempfile::tempdir().unwrap();
/// # let path = directory.path().join("kosti.journal");
/// use kosti_journal::SqliteJournal;
/// let journal = SqliteJournal::open(&path).unwrap();
/// assert!(!journal.is_damaged());
/// let error = SqliteJournal::open(&path).err().unwrap();
/// assert!(error.to_string().contains("in use"));
/// ```
pub struct SqliteJournal {
    /// `None` in a damaged journal.
    queue: Option<mpsc::Sender<Job>>,
    writer: Option<JoinHandle<()>>,
    readers: Arc<Readers>,
    subscribers: Arc<Subscribers>,
    end: watch::Sender<Position>,
    damage: Option<String>,
    /// Released last, when nothing uses the file any more.
    _lock: Lock,
}

impl SqliteJournal {
    /// Opens the journal at `path`, or creates it. A damaged journal is opened too: readable records can be
    /// read, and every append is refused.
    ///
    /// # Errors
    /// If another process uses the journal, the file is something else or comes from a newer Kosti, or it
    /// cannot be opened.
    pub fn open(path: impl AsRef<Path>) -> Result<Self, OpenError> {
        Self::open_limited(path.as_ref(), None)
    }

    /// The same with a limit on the pages of the file.
    fn open_limited(path: &Path, pages: Option<u32>) -> Result<Self, OpenError> {
        let path: PathBuf = open::plain_path(path)?;
        let lock = Lock::take(&path)?;
        match open::open(&path)? {
            Opened::Whole { connection, last } => {
                if let Some(pages) = pages {
                    connection
                        .pragma_update(None, "max_page_count", pages)
                        .map_err(|error| open::open_failure(&path, &error))?;
                }
                Self::start(&path, lock, connection, last)
            }
            Opened::Damaged { why } => Self::start_damaged(&path, lock, why),
        }
    }

    fn start(
        path: &Path,
        lock: Lock,
        connection: rusqlite::Connection,
        last: Position,
    ) -> Result<Self, OpenError> {
        let logs = (0..READERS).map(|_| log_reader::IntactLog::open(path)).collect::<Result<Vec<_>, _>>();
        let logs = logs.map_err(|error| open::sqlite_failure(path, &error))?;
        let readers = Readers::start(logs).map_err(|error| open::open_failure(path, &error))?;
        let subscribers = Arc::<Subscribers>::default();
        let end = watch::Sender::new(last);
        let (queue, receiver) = mpsc::channel(QUEUE);
        let writer = Writer::new(connection, Arc::clone(&subscribers), end.clone());
        let writer = std::thread::Builder::new()
            .name("journal-writer".into())
            .spawn(move || writer.run(receiver))
            .map_err(|error| open::open_failure(path, &error))?;
        let (queue, writer) = (Some(queue), Some(writer));
        Ok(Self { queue, writer, readers, subscribers, end, damage: None, _lock: lock })
    }

    fn start_damaged(path: &Path, lock: Lock, why: String) -> Result<Self, OpenError> {
        let log = damaged::Damaged::open(path).map_err(|error| open::sqlite_failure(path, &error))?;
        let end = watch::Sender::new(log.last());
        let readers = Readers::start(vec![log]).map_err(|error| open::open_failure(path, &error))?;
        let subscribers = Arc::default();
        Ok(Self { queue: None, writer: None, readers, subscribers, end, damage: Some(why), _lock: lock })
    }

    /// Whether the file was found damaged when it was opened; it is read-only then. [`rescue()`] makes a new
    /// journal from it.
    #[must_use]
    pub fn is_damaged(&self) -> bool {
        self.damage.is_some()
    }

    /// Writes the queued appends, moves the write-ahead log into the main file, and ends. Dropping does the
    /// same.
    pub fn close(self) {
        drop(self);
    }

    async fn queue(&self, table: TableId, expected: Version, entry: Entry) -> Result<Version, AppendError> {
        let bytes = entry.body.len();
        if bytes > MAX_BODY {
            return Err(Refusal::TooLarge { bytes }.into());
        }
        let Some(queue) = &self.queue else {
            let why = self.damage.clone().unwrap_or_default();
            return Err(Refusal::Damaged { why }.into());
        };
        let (answer, answered) = oneshot::channel();
        let append = Append::new(table, expected, entry, answer);
        queue.send(Job::Append(append)).await.map_err(|_| Refusal::Closed)?;
        answered.await.unwrap_or_else(|_| Err(AppendError::Unknown { why: "the writer is gone".into() }))
    }
}

impl Journal for SqliteJournal {
    fn append(
        &self,
        table: TableId,
        expected: Version,
        entry: Entry,
    ) -> BoxFuture<'_, Result<Version, AppendError>> {
        Box::pin(self.queue(table, expected, entry))
    }

    fn read(&self, table: TableId, after: Version) -> BoxFuture<'_, Result<Vec<Stored>, ReadError>> {
        Box::pin(async move {
            let chunk =
                self.readers.table(table, after, usize::MAX).await.ok_or_else(readers::closed_error)?;
            chunk.damage.map_or(Ok(chunk.records), Err)
        })
    }

    fn subscribe(&self, table: TableId, after: Version) -> BoxStream<'static, Result<Stored, ReadError>> {
        stream_records(Arc::clone(&self.readers), self.subscribers.listen(table), table, after)
    }

    fn erase(&self, tables: Vec<TableId>) -> BoxFuture<'_, Result<(), EraseError>> {
        Box::pin(async move {
            let Some(queue) = &self.queue else {
                let why = format!("the journal is damaged ({})", self.damage.as_deref().unwrap_or_default());
                return Err(EraseError::Impossible { why });
            };
            let gone = || EraseError::Later { why: "the journal is closed".into() };
            let (answer, answered) = oneshot::channel();
            queue.send(Job::Erase { tables, answer }).await.map_err(|_| gone())?;
            answered.await.unwrap_or_else(|_| Err(gone()))
        })
    }
}

impl Feed for SqliteJournal {
    fn after(&self, position: Position, most: usize) -> BoxFuture<'_, Result<Vec<Logged>, ReadError>> {
        Box::pin(async move { self.readers.log(position, most).await.ok_or_else(readers::closed_error)? })
    }

    fn watch_end(&self) -> watch::Receiver<Position> {
        self.end.subscribe()
    }
}

impl Drop for SqliteJournal {
    fn drop(&mut self) {
        // Readers end first: only the last connection can remove the write-ahead log, and that must be the
        // writer's.
        self.readers.close();
        self.queue = None;
        if let Some(writer) = self.writer.take() {
            // A writer that panicked has already answered its callers.
            let _ = writer.join();
        }
        self.subscribers.close();
    }
}
