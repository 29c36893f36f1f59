//! `Lists`: follows a journal, and answers questions meanwhile.

use std::path::Path;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError, RwLock};
use std::time::Duration;

use kosti_journal::{Feed, Position, TableId};
use kosti_table::Key;
use rusqlite::Connection;
use tokio::sync::Notify;
use tokio::time::{Instant, sleep, sleep_until};

use crate::database::{MadeAnew, Place};
use crate::error::ListsError;
use crate::line::{FinishedLine, GameStatistics, TableLine, UnreadableLine};
use crate::query;
use crate::writer::Writer;

/// Records that are folded in one transaction.
pub(crate) const BATCH: usize = 1000;
/// Between two rounds of folding: what happens meanwhile at one table is written once.
const ROUND: Duration = Duration::from_millis(200);
/// After something went wrong.
const RETRY: Duration = Duration::from_secs(5);
/// Keys of one player that are looked at.
const MOST_KEYS: usize = 200;
/// Connections that are kept for reading.
const READERS: usize = 4;

/// The lists of a journal. Clones are handles of the same lists.
///
/// ```
/// # #[tokio::main(flavor = "current_thread")]
/// # async fn main() {
/// use kosti_journal::MemoryJournal;
/// use kosti_lists::Lists;
/// let journal = MemoryJournal::default();
/// let lists = Lists::in_memory().unwrap();
/// lists.catch_up(&journal).await.unwrap();
/// assert!(lists.statistics().await.unwrap().is_empty());
/// # }
/// ```
#[derive(Clone)]
pub struct Lists(Arc<Inner>);

struct Inner {
    place: Place,
    made_anew: Option<MadeAnew>,
    writer: Mutex<Writer>,
    /// Shared by those who read; alone by whoever makes the file anew.
    readers: RwLock<Readers>,
    /// One at a time reads the journal and folds. False until it was seen that the journal is the one that the lists
    /// come from.
    folding: tokio::sync::Mutex<bool>,
    /// Where the writer stands; never held for long, unlike the writer.
    position: Mutex<Position>,
    /// Whoever reads and meets damage tells whoever follows.
    damage: Mutex<Option<String>>,
    damaged: Notify,
    /// Something was folded.
    folded: Notify,
}

#[derive(Default)]
struct Readers(Mutex<Vec<Connection>>);

impl Lists {
    /// Opens the lists in this file. A file of another version, or a damaged one, is made anew and filled from the
    /// start of the journal: [`Lists::made_anew`] tells.
    ///
    /// # Errors
    /// When the file cannot be made or read at all, or is a database of something else.
    pub fn open(path: &Path) -> Result<Self, ListsError> {
        Self::at(Place::File(path.to_owned()))
    }

    /// Lists in memory, gone with the last handle.
    ///
    /// # Errors
    /// When there is no memory.
    pub fn in_memory() -> Result<Self, ListsError> {
        Self::at(Place::Memory)
    }

    fn at(place: Place) -> Result<Self, ListsError> {
        let (writer, made_anew) = Writer::open(&place)?;
        if let Some(why @ (MadeAnew::Version { .. } | MadeAnew::Damaged { .. })) = &made_anew {
            tracing::warn!("{why}: they are filled again from the journal");
        }
        Ok(Self(Arc::new(Inner {
            place,
            made_anew,
            position: Mutex::new(writer.position()),
            writer: Mutex::new(writer),
            readers: RwLock::default(),
            folding: tokio::sync::Mutex::new(false),
            damage: Mutex::default(),
            damaged: Notify::new(),
            folded: Notify::new(),
        })))
    }

    /// Why the lists were made anew when they were opened, if they were.
    #[must_use]
    pub fn made_anew(&self) -> Option<&MadeAnew> {
        self.0.made_anew.as_ref()
    }

    /// The place in the journal up to which the lists are folded.
    #[must_use]
    pub fn position(&self) -> Position {
        *lock(&self.0.position)
    }

    /// Follows a journal until it is closed or nobody else has it. Under load it works every 200 ms, on all that has
    /// come meanwhile. What goes wrong is told to the log and tried again.
    pub async fn follow(&self, feed: Arc<dyn Feed>) {
        let mut news = feed.news();
        news.mark_changed();
        // Only held while there is work, so that dropping the journal closes it.
        let journal = Arc::downgrade(&feed);
        drop(feed);
        loop {
            let open = tokio::select! {
                changed = news.changed() => changed.is_ok(),
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
                    news.mark_changed();
                    sleep(RETRY).await;
                }
            }
        }
    }

    /// Folds everything up to the end of the journal as it is now, and tells where the lists stand then.
    ///
    /// # Errors
    /// When the journal cannot be read or the lists cannot be written. What was folded before stays.
    pub async fn catch_up(&self, feed: &dyn Feed) -> Result<Position, ListsError> {
        self.catch_up_telling(feed, |_| {}).await
    }

    /// The same, telling after each batch how many records were folded so far.
    pub(crate) async fn catch_up_telling(
        &self,
        feed: &dyn Feed,
        progress: impl Fn(u64),
    ) -> Result<Position, ListsError> {
        let mut same_journal = self.0.folding.lock().await;
        let end = *feed.news().borrow();
        if !*same_journal && self.position() > end {
            self.make_anew(MadeAnew::Ahead).await?;
        }
        *same_journal = true;
        let damage = lock(&self.0.damage).take();
        if let Some(why) = damage {
            self.make_anew(MadeAnew::Damaged { why }).await?;
        }
        match self.fold_until(feed, end, &progress).await {
            Err(ListsError::Damaged { why }) => {
                self.make_anew(MadeAnew::Damaged { why }).await?;
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
            self.work(move |inner| {
                let folded = lock(&inner.writer).fold(after, &records);
                folded.map(|position| *lock(&inner.position) = position)
            })
            .await?;
            self.0.folded.notify_one();
            progress(folded);
        }
    }

    async fn make_anew(&self, why: MadeAnew) -> Result<(), ListsError> {
        tracing::warn!("{why}: they are filled again from the journal");
        self.work(move |inner| {
            let readers = inner.readers.write().unwrap_or_else(PoisonError::into_inner);
            lock(&readers.0).clear();
            let mut writer = lock(&inner.writer);
            writer.make_anew(&inner.place, &why)?;
            *lock(&inner.position) = writer.position();
            Ok(())
        })
        .await
    }

    /// The tables that a player has opened or holds a seat at, newest change first, without deleted ones. At most 200
    /// keys are looked at, and at most 1000 lines are given.
    ///
    /// # Errors
    /// When the lists cannot be read.
    pub async fn mine(&self, keys: &[Key], most: usize) -> Result<Vec<TableLine>, ListsError> {
        let keys = keys[..keys.len().min(MOST_KEYS)].to_vec();
        self.read(move |connection| query::mine(connection, &keys, most)).await
    }

    /// Tables that still wait for players, the newest first.
    ///
    /// # Errors
    /// When the lists cannot be read.
    pub async fn waiting(&self, most: usize) -> Result<Vec<TableId>, ListsError> {
        self.read(move |connection| query::waiting(connection, most)).await
    }

    /// Finished games, of one game or all, newest first, at most 1000. `before` is the time of the last line of the
    /// page before. Games that ended in the same millisecond as the last one come with it, even if it is one more
    /// than was asked for.
    ///
    /// # Errors
    /// When the lists cannot be read.
    pub async fn finished(
        &self,
        game: Option<&str>,
        before: Option<i64>,
        most: usize,
    ) -> Result<Vec<FinishedLine>, ListsError> {
        let game = game.map(str::to_owned);
        self.read(move |connection| query::finished(connection, game.as_deref(), before, most)).await
    }

    /// What has been played, game by game.
    ///
    /// # Errors
    /// When the lists cannot be read.
    pub async fn statistics(&self) -> Result<Vec<GameStatistics>, ListsError> {
        self.read(query::statistics).await
    }

    /// The tables that cannot be read any more, and why.
    ///
    /// # Errors
    /// When the lists cannot be read.
    pub async fn unreadable(&self) -> Result<Vec<UnreadableLine>, ListsError> {
        self.read(query::unreadable).await
    }

    /// Waits until something was folded, so that tables may have been deleted.
    pub async fn changed(&self) {
        self.0.folded.notified().await;
    }

    /// Tables that were deleted, and whose records have still to be erased from the journal: see [`Lists::erased`].
    ///
    /// # Errors
    /// When the lists cannot be read.
    pub async fn to_erase(&self, most: usize) -> Result<Vec<TableId>, ListsError> {
        self.read(move |connection| query::to_erase(connection, most)).await
    }

    /// The records of these tables are erased from the journal: takes away what the file of the lists has of them.
    ///
    /// # Errors
    /// When the lists cannot be written, or somebody reads them for long. The tables are still to be erased then.
    pub async fn erased(&self, tables: Vec<TableId>) -> Result<(), ListsError> {
        self.work(move |inner| lock(&inner.writer).erase(&tables)).await
    }

    pub(crate) async fn tables(&self) -> Result<u64, ListsError> {
        self.read(query::tables).await
    }

    /// Asks something of one moment of the lists.
    async fn read<T: Send + 'static>(
        &self,
        question: impl FnOnce(&Connection) -> Result<T, ListsError> + Send + 'static,
    ) -> Result<T, ListsError> {
        let answer = self.work(|inner| inner.ask(question)).await;
        if let Err(ListsError::Damaged { why }) = &answer {
            *lock(&self.0.damage) = Some(why.clone());
            self.0.damaged.notify_one();
        }
        answer
    }

    /// SQLite waits for disks, so it works on a thread that may.
    async fn work<T: Send + 'static>(
        &self,
        work: impl FnOnce(&Inner) -> Result<T, ListsError> + Send + 'static,
    ) -> Result<T, ListsError> {
        let inner = Arc::clone(&self.0);
        tokio::task::spawn_blocking(move || work(&inner))
            .await
            .unwrap_or_else(|lost| Err(ListsError::failed(&lost)))
    }

    /// Ends this use of the file; everything is in it then, and nothing beside it.
    pub(crate) fn close(self) -> Result<(), ListsError> {
        let Some(inner) = Arc::into_inner(self.0) else {
            return Err(ListsError::failed(&"the lists are still used"));
        };
        drop(inner.readers);
        inner.writer.into_inner().unwrap_or_else(PoisonError::into_inner).close()
    }
}

impl Inner {
    fn ask<T>(&self, question: impl FnOnce(&Connection) -> Result<T, ListsError>) -> Result<T, ListsError> {
        let readers = self.readers.read().unwrap_or_else(PoisonError::into_inner);
        let idle = lock(&readers.0).pop();
        let reader = match idle {
            None => self.place.reader()?,
            idle => idle,
        };
        let Some(mut reader) = reader else { return asked(lock(&self.writer).connection(), question) };
        let answer = asked(&mut reader, question);
        let mut idle = lock(&readers.0);
        if idle.len() < READERS {
            idle.push(reader);
        }
        answer
    }
}

fn asked<T>(
    connection: &mut Connection,
    question: impl FnOnce(&Connection) -> Result<T, ListsError>,
) -> Result<T, ListsError> {
    let moment = connection.transaction()?;
    question(&moment)
}

fn lock<T>(mutex: &Mutex<T>) -> MutexGuard<'_, T> {
    mutex.lock().unwrap_or_else(PoisonError::into_inner)
}
