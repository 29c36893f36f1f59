//! `Readers`: threads that read, so that no caller's thread waits for the disk.

use std::io;
use std::sync::mpsc::{self, Receiver, Sender};
use std::sync::{Arc, Mutex, PoisonError};
use std::thread::JoinHandle;

use futures_core::future::BoxFuture;
use tokio::sync::oneshot;

use super::book::Book;
use crate::follow::{Chunk, Log};
use crate::{Logged, Position, ReadError, TableId, Version};

/// One thread per book. Subscriptions keep this alive, but not the threads: those end with the journal.
pub(super) struct Readers {
    /// None when closed.
    asks: Mutex<Option<Sender<Ask>>>,
    threads: Mutex<Vec<JoinHandle<()>>>,
}

enum Ask {
    Table { table: TableId, after: Version, most: usize, answer: oneshot::Sender<Chunk> },
    Log { after: Position, most: usize, answer: oneshot::Sender<Result<Vec<Logged>, ReadError>> },
}

pub(super) fn closed() -> ReadError {
    ReadError::Failed { why: "it is closed".into() }
}

impl Readers {
    pub(super) fn start<B: Book>(books: Vec<B>) -> io::Result<Arc<Self>> {
        let (sender, receiver) = mpsc::channel();
        let receiver = Arc::new(Mutex::new(receiver));
        let threads = books.into_iter().map(|book| {
            let receiver = Arc::clone(&receiver);
            std::thread::Builder::new().name("journal-reader".into()).spawn(move || read(&book, &receiver))
        });
        let threads = Mutex::new(threads.collect::<io::Result<Vec<_>>>()?);
        Ok(Arc::new(Self { asks: Mutex::new(Some(sender)), threads }))
    }

    /// Records of a table; none when closed.
    pub(super) async fn table(&self, table: TableId, after: Version, most: usize) -> Option<Chunk> {
        let (answer, answered) = oneshot::channel();
        self.ask(Ask::Table { table, after, most, answer })?;
        answered.await.ok()
    }

    /// Records of the log; none when closed.
    pub(super) async fn log(&self, after: Position, most: usize) -> Option<Result<Vec<Logged>, ReadError>> {
        let (answer, answered) = oneshot::channel();
        self.ask(Ask::Log { after, most, answer })?;
        answered.await.ok()
    }

    /// Answers what was asked, then ends the threads.
    pub(super) fn close(&self) {
        *self.asks.lock().unwrap_or_else(PoisonError::into_inner) = None;
        let threads = std::mem::take(&mut *self.threads.lock().unwrap_or_else(PoisonError::into_inner));
        for thread in threads {
            // One that panicked has answered nobody since; there is nothing left to do for it.
            let _ = thread.join();
        }
    }

    fn ask(&self, ask: Ask) -> Option<()> {
        self.asks.lock().unwrap_or_else(PoisonError::into_inner).as_ref()?.send(ask).ok()
    }
}

impl Log for Arc<Readers> {
    fn some(&self, table: TableId, after: Version, most: usize) -> BoxFuture<'static, Option<Chunk>> {
        let readers = Self::clone(self);
        Box::pin(async move { readers.table(table, after, most).await })
    }
}

fn read(book: &impl Book, asks: &Mutex<Receiver<Ask>>) {
    loop {
        let ask = asks.lock().unwrap_or_else(PoisonError::into_inner).recv();
        // Nobody waits for an answer that cannot be sent.
        match ask {
            Ok(Ask::Table { table, after, most, answer }) => {
                let _ = answer.send(book.table(table, after, most));
            }
            Ok(Ask::Log { after, most, answer }) => {
                let _ = answer.send(book.log(after, most));
            }
            Err(_) => return,
        }
    }
}
