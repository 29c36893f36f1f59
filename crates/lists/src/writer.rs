//! `Writer`: the one connection that writes, and where it stands.

use std::collections::HashSet;

use kosti_journal::{Logged, Position, TableId};
use rusqlite::{Connection, OpenFlags};

use crate::batch::Batch;
use crate::database::{MadeAnew, Place};
use crate::error::ListsError;

/// Folds records into the lists.
pub(crate) struct Writer {
    connection: Connection,
    position: Position,
    unreadable: HashSet<TableId>,
}

impl Writer {
    pub(crate) fn open(place: &Place) -> Result<(Self, Option<MadeAnew>), ListsError> {
        let (connection, position, made_anew) = place.open()?;
        match unreadable(&connection) {
            Ok(unreadable) => Ok((Self { connection, position, unreadable }, made_anew)),
            Err(ListsError::Damaged { why }) => {
                drop(connection);
                let made_anew = MadeAnew::Damaged { why };
                Ok((Self::anew(place, &made_anew)?, Some(made_anew)))
            }
            Err(other) => Err(other),
        }
    }

    fn anew(place: &Place, why: &MadeAnew) -> Result<Self, ListsError> {
        let connection = place.make_anew(why)?;
        Ok(Self { connection, position: Position::START, unreadable: HashSet::new() })
    }

    /// Begins again with nothing. No other connection may be open.
    pub(crate) fn make_anew(&mut self, place: &Place, why: &MadeAnew) -> Result<(), ListsError> {
        // The old connection goes first: when it closed later, it would still tidy up beside the new file.
        self.connection = Connection::open_in_memory_with_flags(OpenFlags::default())?;
        *self = Self::anew(place, why)?;
        Ok(())
    }

    pub(crate) fn connection(&mut self) -> &mut Connection {
        &mut self.connection
    }

    pub(crate) fn position(&self) -> Position {
        self.position
    }

    /// Folds the records that come right after `after`, and tells where the lists stand. They are left alone if they
    /// stand elsewhere. All of the records are folded, or none.
    pub(crate) fn fold(&mut self, after: Position, records: &[Logged]) -> Result<Position, ListsError> {
        let Some(last) = records.last().filter(|_| after == self.position) else { return Ok(self.position) };
        let transaction = self.connection.transaction()?;
        let mut batch = Batch::new(&transaction, &self.unreadable);
        for record in records {
            batch.take(record)?;
        }
        let lost = batch.write()?;
        let place = last.position.to_string();
        transaction.prepare_cached("UPDATE position SET position = ?1")?.execute([place])?;
        transaction.commit()?;
        self.unreadable.extend(lost);
        self.position = last.position;
        Ok(self.position)
    }

    /// Takes away what the file still has of tables that were deleted: SQLite leaves copies of rows in pages that it
    /// splits or merges, and in its log. Then notes that nothing of these tables is left.
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

    /// Everything into the one file, nothing beside it.
    pub(crate) fn close(self) -> Result<(), ListsError> {
        self.connection.pragma_update(None, "journal_mode", "DELETE")?;
        self.connection.close().map_err(|(_, why)| why.into())
    }
}

fn unreadable(connection: &Connection) -> Result<HashSet<TableId>, ListsError> {
    let mut select = connection.prepare("SELECT id FROM unreadable")?;
    let names = select.query_map((), |row| row.get::<_, String>(0))?;
    names.map(|name| name?.parse().map_err(|why| ListsError::damaged(format!("{why}")))).collect()
}
