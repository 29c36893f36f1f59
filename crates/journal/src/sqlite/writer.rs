//! `Writer`: the only writing thread. It commits everything that is queued at once.

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
/// The number of tables whose version is cached.
const HEADS: usize = 1 << 16;
/// The time that erasing waits for readers.
const ERASE_PATIENCE: Duration = Duration::from_millis(200);

/// An append in the queue.
pub(super) struct Append {
    table: TableId,
    expected: Version,
    entry: Entry,
    answer: Option<oneshot::Sender<Answer>>,
    outcome: Option<Answer>,
    /// Whether it was written now, rather than found to be written before.
    fresh: bool,
}

type Answer = Result<Version, AppendError>;

/// A request to the writer.
pub(super) enum Job {
    Append(Append),
    Erase { tables: Vec<TableId>, answer: oneshot::Sender<Result<(), EraseError>> },
}

/// The failure of a transaction.
enum TransactionError {
    /// Before its commit: nothing is written.
    Before(rusqlite::Error),
    /// At its commit.
    Commit(rusqlite::Error),
}

pub(super) struct Writer {
    connection: Connection,
    /// The cached versions of tables written recently.
    heads: HashMap<TableId, Version>,
    subscribers: Arc<Subscribers>,
    end: watch::Sender<Position>,
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
        end: watch::Sender<Position>,
    ) -> Self {
        Self { connection, heads: HashMap::new(), subscribers, end }
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
                self.announce(&mut batch);
            }
            for (tables, answer) in erasures {
                // The caller may be gone.
                let _ = answer.send(self.erase(&tables));
            }
        }
        // If this fails, the next opening reads the write-ahead log: nothing is lost.
        let _ = self.connection.execute_batch("PRAGMA wal_checkpoint(TRUNCATE)");
    }

    /// Writes a batch and sets the outcome of every append.
    fn write(&mut self, batch: &mut [Append]) {
        match self.transact(batch) {
            Ok(()) => {}
            // One append may be at fault: write each on its own.
            Err(TransactionError::Before(_)) if batch.len() > 1 => {
                batch.chunks_mut(1).for_each(|one| self.write(one));
            }
            Err(TransactionError::Before(error)) => {
                batch.iter_mut().for_each(|append| append.settle(Err(refusal(&error).into()), false));
            }
            Err(TransactionError::Commit(error)) => self.resolve_failed_commit(batch, &error),
        }
    }

    /// Writes all appends in one transaction; rolls back after an error.
    fn transact(&mut self, batch: &mut [Append]) -> Result<(), TransactionError> {
        let written = self.place_all(batch).map_err(TransactionError::Before);
        let committed = written.and_then(|()| self.execute("COMMIT").map_err(TransactionError::Commit));
        if committed.is_err() {
            self.heads.clear();
            if !self.connection.is_autocommit() {
                // If this fails too, so does the next BEGIN, and its appends are refused.
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

    /// The version of a table.
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

    /// Overwrites the records in the file, and removes the write-ahead log, which has copies of them.
    fn erase(&mut self, tables: &[TableId]) -> Result<(), EraseError> {
        let overwritten = self.overwrite(tables);
        if !self.connection.is_autocommit() {
            // If this fails too, so does the next BEGIN, and its appends are refused.
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

    /// Moves the write-ahead log into the file and truncates it. Returns whether no reader was in the way.
    /// Appends wait meanwhile, so the wait for readers is short.
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

    /// Finds out what a failed commit has written. A full disk takes no whole transaction. After any other
    /// failure the frames may be complete in the write-ahead log and reappear after a crash, until another
    /// commit replaces them.
    fn resolve_failed_commit(&mut self, batch: &mut [Append], error: &rusqlite::Error) {
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

    /// Answers the callers, then announces the records to the subscribers.
    fn announce(&mut self, batch: &mut Vec<Append>) {
        let mut any = false;
        for append in batch.iter_mut() {
            if let (Some(answer), Some(outcome)) = (append.answer.take(), append.outcome.clone()) {
                any |= append.fresh && outcome.is_ok();
                // The caller may be gone.
                let _ = answer.send(outcome);
            }
        }
        self.subscribers.announce(batch.drain(..).filter(|append| append.fresh).filter_map(|append| {
            let version = append.outcome?.ok()?;
            let stored = Stored { version, entry: append.entry };
            Some((append.table, Announced { after: append.expected, stored }))
        }));
        if any && let Some(last) = Position::from_column(self.connection.last_insert_rowid()) {
            self.end.send_replace(last);
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
