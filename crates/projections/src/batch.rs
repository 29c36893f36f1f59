//! `Batch`: records of many tables, folded together so that each table is written once.

use std::collections::HashSet;

use indexmap::IndexMap;
use kosti_journal::{Logged, TableId};
use kosti_table::{Commit, TableEvent};
use rusqlite::Connection;

use crate::error::ListsError;
use crate::listed_table::{FoldError, ListedTable, changes_lists};
use crate::row;
use crate::status::Status;

/// The changes of a batch. A table that is not in the batch stays unchanged.
pub(crate) struct Batch<'a> {
    connection: &'a Connection,
    /// Tables that could not be read before this batch.
    unreadable: &'a HashSet<TableId>,
    /// In the order of their first records, so that the same records always give the same file.
    tables: IndexMap<TableId, Pending>,
}

/// The changes of one table.
#[derive(Default)]
struct Pending {
    /// The table itself, loaded once a commit changes more than its time.
    listed: Option<ListedTable>,
    /// Whether the table was deleted. Later records of a deleted table are ignored.
    deleted: bool,
    /// The time of the newest commit, while the table itself is not loaded.
    happened: Option<i64>,
    /// The number of records folded.
    folded: i64,
    /// The number of records skipped.
    skipped: i64,
    /// The reason why records are skipped from here on.
    why: Option<String>,
}

impl<'a> Batch<'a> {
    pub(crate) fn new(connection: &'a Connection, unreadable: &'a HashSet<TableId>) -> Self {
        Self { connection, unreadable, tables: IndexMap::new() }
    }

    /// Folds one more record. After an unreadable record, the rest of its table is skipped: later commits depend on
    /// it.
    pub(crate) fn take(&mut self, record: &Logged) -> Result<(), ListsError> {
        let pending = self.tables.entry(record.table).or_default();
        if pending.why.is_some() || self.unreadable.contains(&record.table) {
            pending.skipped += 1;
            return Ok(());
        }
        let read = match &record.stored {
            Ok(stored) => Commit::parse(&stored.entry.body).map_err(|why| why.to_string()),
            Err(why) => Err(why.clone()),
        };
        match read {
            Ok(commit) => pending.commit(self.connection, record.table, &commit),
            Err(why) => {
                pending.skip(why);
                Ok(())
            }
        }
    }

    /// Writes all changes, and returns the tables that became unreadable.
    pub(crate) fn write(self) -> Result<Vec<TableId>, ListsError> {
        let Self { connection, unreadable, tables } = self;
        let mut lost = Vec::new();
        for (id, mut pending) in tables {
            pending.write(connection, id)?;
            if pending.skipped > 0 {
                let mut insert = connection.prepare_cached(
                    "INSERT INTO unreadable VALUES (?1, ?2, ?3)
                     ON CONFLICT (id) DO UPDATE SET records = records + ?3",
                )?;
                insert.execute((id.as_str(), pending.why.unwrap_or_default(), pending.skipped))?;
                lost.extend(Some(id).filter(|id| !unreadable.contains(id)));
            }
        }
        Ok(lost)
    }
}

impl Pending {
    fn commit(&mut self, connection: &Connection, id: TableId, commit: &Commit) -> Result<(), ListsError> {
        if self.deleted {
            return Ok(());
        }
        if self.listed.is_none() && !commit.events.iter().any(changes_lists) {
            self.happened = Some(commit.at);
            self.folded += 1;
            return Ok(());
        }
        if self.listed.is_none() {
            let known = row::load(connection, id)?;
            self.listed = known
                .map(|known| ListedTable { changed_at: self.happened.unwrap_or(known.changed_at), ..known });
        }
        let after = match &self.listed {
            Some(listed) => listed.apply(commit),
            None if row::is_deleted(connection, id)? => {
                self.deleted = true;
                return Ok(());
            }
            // Records of this table were folded, but the lists do not contain it.
            None if self.folded > 0 => Err(FoldError::NotOpened),
            // All earlier records were erased.
            None if commit.events == [TableEvent::Deleted {}] => {
                self.deleted = true;
                return Ok(());
            }
            None => ListedTable::open(id.as_str(), commit),
        };
        match after {
            Ok(after) if after.status == Status::Deleted => self.deleted = true,
            Ok(after) => {
                self.listed = Some(after);
                self.folded += 1;
            }
            Err(why) => self.skip(why.to_string()),
        }
        Ok(())
    }

    fn skip(&mut self, why: String) {
        self.skipped += 1;
        self.why = Some(why);
    }

    fn write(&mut self, connection: &Connection, id: TableId) -> Result<(), ListsError> {
        if self.deleted {
            return row::delete(connection, id);
        }
        if let Some(listed) = &self.listed {
            return row::save(connection, id, listed);
        }
        let Some(at) = self.happened else { return Ok(()) };
        let mut update = connection.prepare_cached("UPDATE tables SET changed_at = ?2 WHERE id = ?1")?;
        if update.execute((id.as_str(), at))? == 0 && !row::is_deleted(connection, id)? {
            self.why = Some(FoldError::NotOpened.to_string());
            self.skipped += std::mem::take(&mut self.folded);
        }
        Ok(())
    }
}
