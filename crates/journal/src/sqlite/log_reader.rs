//! `LogReader`: the source of a reading thread.

use std::path::Path;

use rusqlite::{Connection, OpenFlags};

use super::open::{connect, is_damage};
use super::row::{self, Record, limit};
use super::salvage;
use crate::tail_stream::Chunk;
use crate::{Logged, Position, ReadError, Stored, TableId, Version};

/// Reads tables and the whole log.
pub(super) trait LogReader: Send + 'static {
    /// Reads at most `most` records of a table after `after`, and the damage if that comes next.
    fn table(&self, table: TableId, after: Version, most: usize) -> Chunk;

    /// Reads at most `most` records of the log.
    fn log(&self, after: Position, most: usize) -> Result<Vec<Logged>, ReadError>;
}

/// A journal without known damage.
pub(super) struct IntactLog {
    connection: Connection,
}

enum ReadFailure {
    Damage(String),
    Failure(String),
}

impl IntactLog {
    pub(super) fn open(path: &Path) -> rusqlite::Result<Self> {
        let connection = connect(path, OpenFlags::SQLITE_OPEN_READ_ONLY)?;
        connection.pragma_update(None, "cache_size", -8192)?;
        Ok(Self { connection })
    }

    fn read(
        &self,
        table: TableId,
        after: Version,
        most: usize,
        records: &mut Vec<Stored>,
    ) -> Result<(), ReadFailure> {
        let mut statement = self.connection.prepare_cached(row::OF_TABLE)?;
        let mut rows = statement.query((table.as_str(), after.column()))?;
        let mut next = after.next();
        while records.len() < most
            && let Some(row) = rows.next()?
        {
            let record = row::record(row, table).map_err(ReadFailure::Damage)?;
            if record.version() != next {
                return Err(ReadFailure::Damage(format!("record {next} is missing")));
            }
            next = next.next();
            records.extend(record.stored());
        }
        Ok(())
    }

    /// Reads on from `last` and advances it. Returns whether the end is reached.
    fn read_logged(
        &self,
        last: &mut Position,
        most: usize,
        records: &mut Vec<Logged>,
    ) -> rusqlite::Result<bool> {
        let mut statement = self.connection.prepare_cached(row::OF_LOG)?;
        let mut rows = statement.query((last.column(), limit(most)))?;
        let mut read = 0;
        while let Some(row) = rows.next()? {
            *last = row::position(row)?;
            read += 1;
            if let Some(table) = row::table(row)
                && let Some(stored) = row::record(row, table).map(Record::stored).transpose()
            {
                records.push(Logged { position: *last, table, stored });
            }
        }
        Ok(read < most)
    }
}

impl LogReader for IntactLog {
    fn table(&self, table: TableId, after: Version, most: usize) -> Chunk {
        let mut records = Vec::new();
        let damage = self.read(table, after, most, &mut records).err().map(|trouble| match trouble {
            ReadFailure::Damage(why) => {
                let after = records.last().map_or(after, |stored| stored.version);
                ReadError::Damaged { table, after, why }
            }
            ReadFailure::Failure(why) => ReadError::Failed { why },
        });
        Chunk { records, damage }
    }

    fn log(&self, after: Position, most: usize) -> Result<Vec<Logged>, ReadError> {
        let (mut last, mut records) = (after, Vec::new());
        loop {
            match self.read_logged(&mut last, most, &mut records) {
                Ok(ended) if ended || most == 0 || !records.is_empty() => return Ok(records),
                // All rows were left out: there may be readable ones after them.
                Ok(_) => {}
                Err(error) if !is_damage(&error) => return Err(ReadError::Failed { why: error.to_string() }),
                Err(_) if !records.is_empty() => return Ok(records),
                Err(_) => match salvage::last_unreadable(&self.connection, last, 0) {
                    Some(readable) => last = readable,
                    None => return Ok(records),
                },
            }
        }
    }
}

impl From<rusqlite::Error> for ReadFailure {
    fn from(error: rusqlite::Error) -> Self {
        let why = error.to_string();
        if is_damage(&error) { Self::Damage(why) } else { Self::Failure(why) }
    }
}
