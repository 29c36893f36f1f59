//! `Batch`: records of many tables, folded together so that each table is written once.

use std::collections::HashSet;

use indexmap::IndexMap;
use kosti_journal::{Logged, TableId};
use kosti_table::{Fact, Note};
use rusqlite::Connection;

use crate::error::ListsError;
use crate::glance::glance;
use crate::listed::{Listed, Status, Unfit, tells};
use crate::row;

/// What a batch has come to; what is not here stays as it is.
pub(crate) struct Batch<'a> {
    connection: &'a Connection,
    /// Tables that could not be read before this batch.
    unreadable: &'a HashSet<TableId>,
    /// In the order in which they are met, so that the lists do not hang on chance.
    tables: IndexMap<TableId, Pending>,
}

/// What the batch says of one table.
#[derive(Default)]
struct Pending {
    /// The table itself, once a note told more than that something happened.
    listed: Option<Listed>,
    /// Whether it was deleted: nothing more is learnt of it.
    deleted: bool,
    /// When something last happened, while the table itself is not needed.
    happened: Option<i64>,
    /// How many records were folded.
    folded: i64,
    /// How many records were skipped.
    skipped: i64,
    /// Why records are skipped from here on.
    why: Option<String>,
}

impl<'a> Batch<'a> {
    pub(crate) fn new(connection: &'a Connection, unreadable: &'a HashSet<TableId>) -> Self {
        Self { connection, unreadable, tables: IndexMap::new() }
    }

    /// Folds one more record. What follows a record that cannot be read may not mean what it says, so a table stands
    /// still from there on.
    pub(crate) fn take(&mut self, record: &Logged) -> Result<(), ListsError> {
        let pending = self.tables.entry(record.table).or_default();
        if pending.why.is_some() || self.unreadable.contains(&record.table) {
            pending.skipped += 1;
            return Ok(());
        }
        let read = match &record.stored {
            Ok(stored) if let Some(at) = glance(&stored.entry.body) => Ok(Note { at, did: Vec::new() }),
            Ok(stored) => Note::parse(&stored.entry.body).map_err(|why| why.to_string()),
            Err(why) => Err(why.clone()),
        };
        match read {
            Ok(note) => pending.note(self.connection, record.table, &note),
            Err(why) => {
                pending.skip(why);
                Ok(())
            }
        }
    }

    /// Writes everything, and tells which tables cannot be read any more.
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
    fn note(&mut self, connection: &Connection, id: TableId, note: &Note) -> Result<(), ListsError> {
        if self.deleted {
            return Ok(());
        }
        if self.listed.is_none() && !note.did.iter().any(tells) {
            self.happened = Some(note.at);
            self.folded += 1;
            return Ok(());
        }
        if self.listed.is_none() {
            let known = row::load(connection, id)?;
            self.listed =
                known.map(|known| Listed { changed_at: self.happened.unwrap_or(known.changed_at), ..known });
        }
        let after = match &self.listed {
            Some(listed) => listed.follow(note),
            None if row::is_deleted(connection, id)? => {
                self.deleted = true;
                return Ok(());
            }
            // Something happened here before, and yet the table is not in the lists.
            None if self.folded > 0 => Err(Unfit::NotOpened),
            // Everything before was erased.
            None if note.did == [Fact::Deleted {}] => {
                self.deleted = true;
                return Ok(());
            }
            None => Listed::open(id.as_str(), note),
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
            self.why = Some(Unfit::NotOpened.to_string());
            self.skipped += std::mem::take(&mut self.folded);
        }
        Ok(())
    }
}
