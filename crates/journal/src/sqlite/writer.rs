//! `Writer`: the one thread that writes, with one commit for everything that is queued.

use std::collections::HashMap;
use std::sync::Arc;
use std::time::Duration;

use rusqlite::{Connection, ErrorCode, OptionalExtension as _};
use tokio::sync::{mpsc, oneshot, watch};

use super::open::{self, is_damage};
use super::row;
use crate::subscribers::{Announced, Subscribers};
use crate::{AppendError, CommandId, Entry, EraseError, Position, Refusal, Stored, TableId, Version};

/// The most appends in one transaction.
const BATCH: usize = 512;
/// Tables whose end is remembered.
const HEADS: usize = 1 << 16;
/// How long erasing waits for readers.
const ERASE_PATIENCE: Duration = Duration::from_millis(200);

/// An append on its way.
pub(super) struct Append {
    table: TableId,
    expected: Version,
    entry: Entry,
    answer: Option<oneshot::Sender<Answer>>,
    outcome: Option<Answer>,
    /// Whether it was written now, and not found to be written before.
    fresh: bool,
}

type Answer = Result<Version, AppendError>;

/// What the writer is asked for.
pub(super) enum Job {
    Append(Append),
    Erase { tables: Vec<TableId>, answer: oneshot::Sender<Result<(), EraseError>> },
}

/// What went wrong with a transaction.
enum Trouble {
    /// Before its commit: nothing of it is written.
    Before(rusqlite::Error),
    /// At its commit.
    Commit(rusqlite::Error),
}

pub(super) struct Writer {
    connection: Connection,
    /// Where tables stand that were written to lately.
    heads: HashMap<TableId, Version>,
    subscribers: Arc<Subscribers>,
    news: watch::Sender<Position>,
}

impl Append {
    pub(super) fn new(
        table: TableId,
        expected: Version,
        entry: Entry,
        answer: oneshot::Sender<Answer>,
    ) -> Self {
        Self { table, expected, entry, answer: Some(answer), outcome: None, fresh: false }
    }

    fn settle(&mut self, outcome: Answer, fresh: bool) {
        (self.outcome, self.fresh) = (Some(outcome), fresh);
    }
}

impl Writer {
    pub(super) fn new(
        connection: Connection,
        subscribers: Arc<Subscribers>,
        news: watch::Sender<Position>,
    ) -> Self {
        Self { connection, heads: HashMap::new(), subscribers, news }
    }

    /// Writes until the queue is closed and empty.
    pub(super) fn run(mut self, mut queue: mpsc::Receiver<Job>) {
        let (mut jobs, mut batch) = (Vec::with_capacity(BATCH), Vec::with_capacity(BATCH));
        while queue.blocking_recv_many(&mut jobs, BATCH) > 0 {
            let mut erasures = Vec::new();
            for job in jobs.drain(..) {
                match job {
                    Job::Append(append) => batch.push(append),
                    Job::Erase { tables, answer } => erasures.push((tables, answer)),
                }
            }
            if !batch.is_empty() {
                self.write(&mut batch);
                self.tell(&mut batch);
            }
            for (tables, answer) in erasures {
                // A caller that is gone does not want to know.
                let _ = answer.send(self.erase(&tables));
            }
        }
        // Without it the next opening reads the write-ahead log: nothing is lost.
        let _ = self.connection.execute_batch("PRAGMA wal_checkpoint(TRUNCATE)");
    }

    /// Gives every append its outcome.
    fn write(&mut self, batch: &mut [Append]) {
        match self.transact(batch) {
            Ok(()) => {}
            // One of them may be at fault: each for itself, then.
            Err(Trouble::Before(_)) if batch.len() > 1 => batch.chunks_mut(1).for_each(|one| self.write(one)),
            Err(Trouble::Before(error)) => {
                batch.iter_mut().for_each(|append| append.settle(Err(refusal(&error).into()), false));
            }
            Err(Trouble::Commit(error)) => self.find_out(batch, &error),
        }
    }

    /// Writes all of them in one transaction. After an error it is rolled back.
    fn transact(&mut self, batch: &mut [Append]) -> Result<(), Trouble> {
        let written = self.place_all(batch).map_err(Trouble::Before);
        let committed = written.and_then(|()| self.execute("COMMIT").map_err(Trouble::Commit));
        if committed.is_err() {
            self.heads.clear();
            if !self.connection.is_autocommit() {
                // Should it fail too, the next BEGIN does, and is refused.
                let _ = self.execute("ROLLBACK");
            }
        }
        committed
    }

    fn place_all(&mut self, batch: &mut [Append]) -> rusqlite::Result<()> {
        self.execute("BEGIN IMMEDIATE")?;
        batch.iter_mut().try_for_each(|append| self.place(append))
    }

    fn execute(&self, command: &str) -> rusqlite::Result<()> {
        self.connection.prepare_cached(command)?.execute(())?;
        Ok(())
    }

    fn place(&mut self, append: &mut Append) -> rusqlite::Result<()> {
        let (table, expected) = (append.table, append.expected);
        let current = self.head(table)?;
        let version = expected.next();
        if expected == current {
            row::insert(&self.connection, table, version, &append.entry)?;
            self.heads.insert(table, version);
            append.settle(Ok(version), true);
        } else if expected < current && self.command(table, version)? == Some(append.entry.command) {
            append.settle(Err(AppendError::Again { version }), false);
        } else {
            append.settle(Err(AppendError::Conflict { current }), false);
        }
        Ok(())
    }

    /// Where a table stands.
    fn head(&mut self, table: TableId) -> rusqlite::Result<Version> {
        if let Some(&head) = self.heads.get(&table) {
            return Ok(head);
        }
        if self.heads.len() >= HEADS {
            self.heads.clear();
        }
        let head = row::last(&self.connection, table)?;
        self.heads.insert(table, head);
        Ok(head)
    }

    /// Overwrites the records in the file, and takes away the write-ahead log, which has copies of them.
    fn erase(&mut self, tables: &[TableId]) -> Result<(), EraseError> {
        let overwritten = self.overwrite(tables);
        if !self.connection.is_autocommit() {
            // Should it fail too, the next BEGIN does, and is refused.
            let _ = self.execute("ROLLBACK");
        }
        let emptied = overwritten.and_then(|()| self.empty_log());
        match emptied {
            Ok(true) => Ok(()),
            Ok(false) => Err(EraseError::Later { why: "the journal is being read".into() }),
            Err(error) => Err(EraseError::Later { why: error.to_string() }),
        }
    }

    fn overwrite(&self, tables: &[TableId]) -> rusqlite::Result<()> {
        self.execute("BEGIN IMMEDIATE")?;
        tables.iter().try_for_each(|&table| row::erase(&self.connection, table))?;
        self.execute("COMMIT")
    }

    /// Puts the write-ahead log into the file and cuts it to nothing; whether no reader was in the way. Appends wait
    /// meanwhile, so it does not wait for readers long.
    fn empty_log(&self) -> rusqlite::Result<bool> {
        self.connection.busy_timeout(ERASE_PATIENCE)?;
        let busy =
            self.connection.query_row("PRAGMA wal_checkpoint(TRUNCATE)", (), |row| row.get::<_, bool>(0));
        self.connection.busy_timeout(open::PATIENCE)?;
        busy.map(|busy| !busy)
    }

    /// The command of a record.
    fn command(&self, table: TableId, version: Version) -> rusqlite::Result<Option<CommandId>> {
        let mut query =
            self.connection.prepare_cached("SELECT command FROM log WHERE table_id = ?1 AND seq = ?2")?;
        let command = query.query_row((table.as_str(), version.column()), |row| row.get(0)).optional()?;
        Ok(command.map(CommandId::from_bytes))
    }

    /// After a commit that failed. A full disk takes no whole transaction; after any other failure the frames may lie
    /// whole in the write-ahead log and come back after a crash, until another commit stands in their place.
    fn find_out(&mut self, batch: &mut [Append], error: &rusqlite::Error) {
        let full = error.sqlite_error_code() == Some(ErrorCode::DiskFull);
        let certain = full || self.rewrite_header().is_ok();
        for append in batch {
            let version = append.expected.next();
            let outcome = match (append.outcome.take(), self.command(append.table, version)) {
                (Some(Err(conflict)), _) => Err(conflict),
                (_, Ok(Some(found))) if found == append.entry.command => Ok(version),
                (_, Ok(_)) if certain => Err(refusal(error).into()),
                _ => Err(AppendError::Unknown { why: error.to_string() }),
            };
            append.settle(outcome, append.fresh);
        }
    }

    /// A commit that changes nothing.
    fn rewrite_header(&self) -> rusqlite::Result<()> {
        let format: u32 = self.connection.pragma_query_value(None, "user_version", |row| row.get(0))?;
        self.connection.pragma_update(None, "user_version", format)
    }

    /// Answers the callers, then tells the subscribers.
    fn tell(&mut self, batch: &mut Vec<Append>) {
        let mut any = false;
        for append in batch.iter_mut() {
            if let (Some(answer), Some(outcome)) = (append.answer.take(), append.outcome.clone()) {
                any |= append.fresh && outcome.is_ok();
                // A caller that is gone does not want to know.
                let _ = answer.send(outcome);
            }
        }
        self.subscribers.announce(batch.drain(..).filter(|append| append.fresh).filter_map(|append| {
            let version = append.outcome?.ok()?;
            let stored = Stored { version, entry: append.entry };
            Some((append.table, Announced { after: append.expected, stored }))
        }));
        if any && let Some(last) = Position::from_column(self.connection.last_insert_rowid()) {
            self.news.send_replace(last);
        }
    }
}

fn refusal(error: &rusqlite::Error) -> Refusal {
    let why = error.to_string();
    match error.sqlite_error_code() {
        Some(ErrorCode::DiskFull) => Refusal::DiskFull,
        _ if is_damage(error) => Refusal::Damaged { why },
        _ => Refusal::Failed { why },
    }
}
