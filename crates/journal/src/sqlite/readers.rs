//! `Readers`: reading threads, so that no caller's thread waits for the disk.

use std::io;
use std::sync::Arc;
use std::sync::mpsc::{self, Receiver, Sender};
use std::thread::JoinHandle;

use futures_core::future::BoxFuture;
use parking_lot::Mutex;
use tokio::sync::oneshot;

use super::log_reader::LogReader;
use crate::tail_stream::{Chunk, Log};
use crate::{Logged, Position, ReadError, TableId, Version};

/// One thread per log reader. Subscriptions keep this alive, but not the threads: those end with the journal.
pub(super) struct Readers {
    /// `None` when closed.
    asks: Mutex<Option<Sender<Ask>>>,
    threads: Mutex<Vec<JoinHandle<()>>>,
}

enum Ask {
    Table { table: TableId, after: Version, most: usize, answer: oneshot::Sender<Chunk> },
    Log { after: Position, most: usize, answer: oneshot::Sender<Result<Vec<Logged>, ReadError>> },
}

pub(super) fn closed_error() -> ReadError {
    ReadError::Failed { why: "it is closed".into() }
}

impl Readers {
    pub(super) fn start<B: LogReader>(logs: Vec<B>) -> io::Result<Arc<Self>> {
        let (sender, receiver) = mpsc::channel();
        let receiver = Arc::new(Mutex::new(receiver));
        let threads = logs.into_iter().map(|log| {
            let receiver = Arc::clone(&receiver);
            std::thread::Builder::new().name("journal-reader".into()).spawn(move || read(&log, &receiver))
        });
        let threads = Mutex::new(threads.collect::<io::Result<Vec<_>>>()?);
        Ok(Arc::new(Self { asks: Mutex::new(Some(sender)), threads }))
    }

    /// Reads records of a table; `None` when closed.
    pub(super) async fn table(&self, table: TableId, after: Version, most: usize) -> Option<Chunk> {
        let (answer, answered) = oneshot::channel();
        self.ask(Ask::Table { table, after, most, answer })?;
        answered.await.ok()
    }

    /// Reads records of the log; `None` when closed.
    pub(super) async fn log(&self, after: Position, most: usize) -> Option<Result<Vec<Logged>, ReadError>> {
        let (answer, answered) = oneshot::channel();
        self.ask(Ask::Log { after, most, answer })?;
        answered.await.ok()
    }

    /// Answers pending requests, then ends the threads.
    pub(super) fn close(&self) {
        *self.asks.lock() = None;
        let threads = std::mem::take(&mut *self.threads.lock());
        for thread in threads {
            // A panicked thread has already dropped its requests.
            let _ = thread.join();
        }
    }

    fn ask(&self, ask: Ask) -> Option<()> {
        self.asks.lock().as_ref()?.send(ask).ok()
    }
}

impl Log for Arc<Readers> {
    fn read_chunk(&self, table: TableId, after: Version, most: usize) -> BoxFuture<'static, Option<Chunk>> {
        let readers = Self::clone(self);
        Box::pin(async move { readers.table(table, after, most).await })
    }
}

fn read(log: &impl LogReader, asks: &Mutex<Receiver<Ask>>) {
    loop {
        let ask = asks.lock().recv();
        // The caller may be gone.
        match ask {
            Ok(Ask::Table { table, after, most, answer }) => {
                let _ = answer.send(log.table(table, after, most));
            }
            Ok(Ask::Log { after, most, answer }) => {
                let _ = answer.send(log.log(after, most));
            }
            Err(_) => return,
        }
    }
}
