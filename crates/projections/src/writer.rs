//! `Writer`: the only connection that writes, and its position.

use std::collections::HashSet;

use kosti_journal::{Logged, Position, TableId};
use rusqlite::{Connection, OpenFlags};

use crate::batch::Batch;
use crate::database::{DatabaseLocation, RecreateReason};
use crate::error::ListsError;

/// Folds records into the lists.
pub(crate) struct Writer {
    connection: Connection,
    position: Position,
    unreadable: HashSet<TableId>,
}

impl Writer {
    pub(crate) fn open(location: &DatabaseLocation) -> Result<(Self, Option<RecreateReason>), ListsError> {
        let (connection, position, recreate_reason) = location.open()?;
        match unreadable_ids(&connection) {
            Ok(unreadable) => Ok((Self { connection, position, unreadable }, recreate_reason)),
            Err(ListsError::Damaged { why }) => {
                drop(connection);
                let recreate_reason = RecreateReason::Damaged { why };
                Ok((Self::new_empty(location, &recreate_reason)?, Some(recreate_reason)))
            }
            Err(other) => Err(other),
        }
    }

    fn new_empty(location: &DatabaseLocation, why: &RecreateReason) -> Result<Self, ListsError> {
        let connection = location.recreate(why)?;
        Ok(Self { connection, position: Position::START, unreadable: HashSet::new() })
    }

    /// Starts again with empty lists. No other connection may be open.
    pub(crate) fn recreate(
        &mut self,
        location: &DatabaseLocation,
        why: &RecreateReason,
    ) -> Result<(), ListsError> {
        // Close the old connection first: closing it later would remove files beside the new one.
        self.connection = Connection::open_in_memory_with_flags(OpenFlags::default())?;
        *self = Self::new_empty(location, why)?;
        Ok(())
    }

    pub(crate) fn connection(&mut self) -> &mut Connection {
        &mut self.connection
    }

    pub(crate) fn position(&self) -> Position {
        self.position
    }

    /// Folds the records right after `after`, all or none, and returns the new position. Does nothing if the lists
    /// are at another position.
    pub(crate) fn fold(&mut self, after: Position, records: &[Logged]) -> Result<Position, ListsError> {
        let Some(last) = records.last().filter(|_| after == self.position) else { return Ok(self.position) };
        let transaction = self.connection.transaction()?;
        let mut batch = Batch::new(&transaction, &self.unreadable);
        for record in records {
            batch.take(record)?;
        }
        let lost = batch.write()?;
        let position = last.position.to_string();
        transaction.prepare_cached("UPDATE position SET position = ?1")?.execute([position])?;
        transaction.commit()?;
        self.unreadable.extend(lost);
        self.position = last.position;
        Ok(self.position)
    }

    /// Erases the remains of deleted tables: SQLite leaves copies of rows in pages that it splits or merges, and in
    /// its log. Then marks these tables as erased.
    pub(crate) fn erase(&mut self, tables: &[TableId]) -> Result<(), ListsError> {
        self.connection.execute_batch("VACUUM")?;
        let busy =
            self.connection.query_row("PRAGMA wal_checkpoint(TRUNCATE)", (), |row| row.get::<_, bool>(0))?;
        if busy {
            return Err(ListsError::failed(&"somebody reads them, so nothing can be erased now"));
        }
        let transaction = self.connection.transaction()?;
        for table in tables {
            let mut update = transaction.prepare_cached("UPDATE deleted SET erased = 1 WHERE id = ?1")?;
            update.execute([table.as_str()])?;
        }
        Ok(transaction.commit()?)
    }

    /// Closes the file, with all data in it and no file beside it.
    pub(crate) fn close(self) -> Result<(), ListsError> {
        self.connection.pragma_update(None, "journal_mode", "DELETE")?;
        self.connection.close().map_err(|(_, why)| why.into())
    }
}

fn unreadable_ids(connection: &Connection) -> Result<HashSet<TableId>, ListsError> {
    let mut select = connection.prepare("SELECT id FROM unreadable")?;
    let names = select.query_map((), |row| row.get::<_, String>(0))?;
    names.map(|name| name?.parse().map_err(|why| ListsError::damaged(format!("{why}")))).collect()
}
