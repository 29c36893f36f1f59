//! `Lists`: follows a journal and answers queries.

use std::path::Path;
use std::sync::Arc;
use std::time::Duration;

use futures_core::future::BoxFuture;
use kosti_journal::{Feed, Position, TableId};
use kosti_table::Key;
use parking_lot::{Mutex, RwLock};
use rusqlite::Connection;
use tokio::sync::Notify;
use tokio::time::{Instant, sleep, sleep_until};

use crate::database::{DatabaseLocation, RecreateReason};
use crate::error::ListsError;
use crate::line::{FinishedLine, GameStatistics, TableLine, UnreadableLine};
use crate::projections::{MOST_KEYS, Projections};
use crate::query;
use crate::writer::Writer;

/// The number of records folded in one transaction.
pub(crate) const BATCH: usize = 1000;
/// The time between two rounds of folding. All changes of a table in one round are written once.
const ROUND: Duration = Duration::from_millis(200);
/// The pause after an error.
const RETRY: Duration = Duration::from_secs(5);
/// The most idle connections for reading.
const READERS: usize = 4;

/// The lists of a journal. Clones are handles of the same lists.
///
/// ```
/// # #[tokio::main(flavor = "current_thread")]
/// # async fn main() {
/// use kosti_journal::MemoryJournal;
/// use kosti_projections::{Lists, Projections as _};
/// let journal = MemoryJournal::default();
/// let lists = Lists::in_memory().unwrap();
/// lists.catch_up(&journal).await.unwrap();
/// assert!(lists.statistics().await.unwrap().is_empty());
/// # }
/// ```
#[derive(Clone)]
pub struct Lists(Arc<Inner>);

struct Inner {
    location: DatabaseLocation,
    recreate_reason: Option<RecreateReason>,
    writer: Mutex<Writer>,
    /// Locked for reading by queries, for writing while the file is recreated.
    readers: RwLock<Readers>,
    /// Held by the one task that reads the journal and folds. False until the journal is known to be the source of
    /// these lists.
    folding: tokio::sync::Mutex<bool>,
    /// The position of the writer. Unlike the writer's lock, this one is never held for long.
    position: Mutex<Position>,
    /// Damage found by a query, for the task that follows the journal.
    damage: Mutex<Option<String>>,
    damaged: Notify,
    /// Notified after each fold.
    folded: Notify,
}

#[derive(Default)]
struct Readers(Mutex<Vec<Connection>>);

impl Lists {
    /// Opens the lists in this file. A file of another version, or a damaged one, is recreated and filled from the
    /// start of the journal; [`Lists::recreate_reason`] returns the reason.
    ///
    /// # Errors
    /// If the file cannot be created or read, or belongs to another program.
    pub fn open(path: &Path) -> Result<Self, ListsError> {
        Self::at(DatabaseLocation::File(path.to_owned()))
    }

    /// Creates lists in memory. They vanish with the last handle.
    ///
    /// # Errors
    /// If there is no memory.
    pub fn in_memory() -> Result<Self, ListsError> {
        Self::at(DatabaseLocation::Memory)
    }

    fn at(location: DatabaseLocation) -> Result<Self, ListsError> {
        let (writer, recreate_reason) = Writer::open(&location)?;
        if let Some(why @ (RecreateReason::Version { .. } | RecreateReason::Damaged { .. })) =
            &recreate_reason
        {
            tracing::warn!("{why}: they are filled again from the journal");
        }
        Ok(Self(Arc::new(Inner {
            location,
            recreate_reason,
            position: Mutex::new(writer.position()),
            writer: Mutex::new(writer),
            readers: RwLock::default(),
            folding: tokio::sync::Mutex::new(false),
            damage: Mutex::default(),
            damaged: Notify::new(),
            folded: Notify::new(),
        })))
    }

    /// The reason why the lists were recreated on opening, if they were.
    #[must_use]
    pub fn recreate_reason(&self) -> Option<&RecreateReason> {
        self.0.recreate_reason.as_ref()
    }

    /// The position in the journal up to which the lists are folded.
    #[must_use]
    pub fn position(&self) -> Position {
        *self.0.position.lock()
    }

    /// Follows a journal until it is closed or only this task holds it. Under load it folds every 200 ms. Errors are
    /// logged, and the fold is tried again.
    pub async fn follow(&self, feed: Arc<dyn Feed>) {
        let mut end = feed.watch_end();
        end.mark_changed();
        // Hold the journal only while folding, so that dropping it elsewhere closes it.
        let journal = Arc::downgrade(&feed);
        drop(feed);
        loop {
            let open = tokio::select! {
                changed = end.changed() => changed.is_ok(),
                () = self.0.damaged.notified() => true,
            };
            let begun = Instant::now();
            let Some(feed) = journal.upgrade() else { return };
            let caught_up = self.catch_up(&*feed).await;
            drop(feed);
            if !open {
                return;
            }
            match caught_up {
                Ok(_) => sleep_until(begun + ROUND).await,
                Err(why) => {
                    tracing::warn!("{why}");
                    end.mark_changed();
                    sleep(RETRY).await;
                }
            }
        }
    }

    /// Folds all records up to the current end of the journal, and returns the new position.
    ///
    /// # Errors
    /// If the journal cannot be read or the lists cannot be written. Batches folded before the error stay.
    pub async fn catch_up(&self, feed: &dyn Feed) -> Result<Position, ListsError> {
        self.catch_up_with_progress(feed, |_| {}).await
    }

    /// Like [`Lists::catch_up`], and reports the number of folded records after each batch.
    pub(crate) async fn catch_up_with_progress(
        &self,
        feed: &dyn Feed,
        progress: impl Fn(u64),
    ) -> Result<Position, ListsError> {
        let mut same_journal = self.0.folding.lock().await;
        let end = *feed.watch_end().borrow();
        if !*same_journal && self.position() > end {
            self.recreate(RecreateReason::Ahead).await?;
        }
        *same_journal = true;
        let damage = self.0.damage.lock().take();
        if let Some(why) = damage {
            self.recreate(RecreateReason::Damaged { why }).await?;
        }
        match self.fold_until(feed, end, &progress).await {
            Err(ListsError::Damaged { why }) => {
                self.recreate(RecreateReason::Damaged { why }).await?;
                self.fold_until(feed, end, &progress).await
            }
            done => done,
        }
    }

    async fn fold_until(
        &self,
        feed: &dyn Feed,
        end: Position,
        progress: &impl Fn(u64),
    ) -> Result<Position, ListsError> {
        let mut folded = 0;
        loop {
            let after = self.position();
            if after >= end {
                return Ok(after);
            }
            let records = feed.after(after, BATCH).await?;
            if records.is_empty() {
                return Ok(after);
            }
            folded += records.len() as u64;
            self.run_blocking(move |inner| {
                let folded = inner.writer.lock().fold(after, &records);
                folded.map(|position| *inner.position.lock() = position)
            })
            .await?;
            self.0.folded.notify_one();
            progress(folded);
        }
    }

    async fn recreate(&self, why: RecreateReason) -> Result<(), ListsError> {
        tracing::warn!("{why}: they are filled again from the journal");
        self.run_blocking(move |inner| {
            let readers = inner.readers.write();
            readers.0.lock().clear();
            let mut writer = inner.writer.lock();
            writer.recreate(&inner.location, &why)?;
            *inner.position.lock() = writer.position();
            Ok(())
        })
        .await
    }

    /// The unreadable tables, and the error of each.
    ///
    /// # Errors
    /// If the lists cannot be read.
    pub async fn unreadable_tables(&self) -> Result<Vec<UnreadableLine>, ListsError> {
        self.read(query::unreadable_tables).await
    }

    pub(crate) async fn tables(&self) -> Result<u64, ListsError> {
        self.read(query::tables).await
    }

    /// Runs a query on one snapshot of the lists.
    async fn read<T: Send + 'static>(
        &self,
        question: impl FnOnce(&Connection) -> Result<T, ListsError> + Send + 'static,
    ) -> Result<T, ListsError> {
        let answer = self.run_blocking(|inner| inner.ask(question)).await;
        if let Err(ListsError::Damaged { why }) = &answer {
            *self.0.damage.lock() = Some(why.clone());
            self.0.damaged.notify_one();
        }
        answer
    }

    /// Runs work on a thread that may block: SQLite waits for disks.
    async fn run_blocking<T: Send + 'static>(
        &self,
        work: impl FnOnce(&Inner) -> Result<T, ListsError> + Send + 'static,
    ) -> Result<T, ListsError> {
        let inner = Arc::clone(&self.0);
        tokio::task::spawn_blocking(move || work(&inner))
            .await
            .unwrap_or_else(|lost| Err(ListsError::failed(&lost)))
    }

    /// Closes the file. Afterwards it is complete, without any file beside it.
    pub(crate) fn close(self) -> Result<(), ListsError> {
        let Some(inner) = Arc::into_inner(self.0) else {
            return Err(ListsError::failed(&"the lists are still used"));
        };
        drop(inner.readers);
        inner.writer.into_inner().close()
    }
}

impl Projections for Lists {
    fn tables_of(&self, keys: &[Key], most: usize) -> BoxFuture<'_, Result<Vec<TableLine>, ListsError>> {
        let keys = keys[..keys.len().min(MOST_KEYS)].to_vec();
        Box::pin(self.read(move |connection| query::tables_of(connection, &keys, most)))
    }

    fn waiting_tables(&self, most: usize) -> BoxFuture<'_, Result<Vec<TableId>, ListsError>> {
        Box::pin(self.read(move |connection| query::waiting_tables(connection, most)))
    }

    fn finished_games(
        &self,
        game: Option<&str>,
        before: Option<i64>,
        most: usize,
    ) -> BoxFuture<'_, Result<Vec<FinishedLine>, ListsError>> {
        let game = game.map(str::to_owned);
        Box::pin(
            self.read(move |connection| query::finished_games(connection, game.as_deref(), before, most)),
        )
    }

    fn statistics(&self) -> BoxFuture<'_, Result<Vec<GameStatistics>, ListsError>> {
        Box::pin(self.read(query::statistics))
    }

    fn wait_for_change(&self) -> BoxFuture<'_, ()> {
        Box::pin(self.0.folded.notified())
    }

    fn to_erase(&self, most: usize) -> BoxFuture<'_, Result<Vec<TableId>, ListsError>> {
        Box::pin(self.read(move |connection| query::to_erase(connection, most)))
    }

    fn mark_erased(&self, tables: Vec<TableId>) -> BoxFuture<'_, Result<(), ListsError>> {
        Box::pin(self.run_blocking(move |inner| inner.writer.lock().erase(&tables)))
    }
}

impl Inner {
    fn ask<T>(&self, question: impl FnOnce(&Connection) -> Result<T, ListsError>) -> Result<T, ListsError> {
        let readers = self.readers.read();
        let idle = readers.0.lock().pop();
        let reader = match idle {
            None => self.location.reader()?,
            idle => idle,
        };
        let Some(mut reader) = reader else {
            return ask_in_transaction(self.writer.lock().connection(), question);
        };
        let answer = ask_in_transaction(&mut reader, question);
        let mut idle = readers.0.lock();
        if idle.len() < READERS {
            idle.push(reader);
        }
        answer
    }
}

fn ask_in_transaction<T>(
    connection: &mut Connection,
    question: impl FnOnce(&Connection) -> Result<T, ListsError>,
) -> Result<T, ListsError> {
    let moment = connection.transaction()?;
    question(&moment)
}
