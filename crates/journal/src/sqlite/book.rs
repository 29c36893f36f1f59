//! `Book`: what a reading thread reads from.

use std::path::Path;

use rusqlite::{Connection, OpenFlags};

use super::open::{connect, is_damage};
use super::row::{self, Record, limit};
use super::salvage;
use crate::follow::Chunk;
use crate::{Logged, Position, ReadError, Stored, TableId, Version};

/// Reads tables and the whole log.
pub(super) trait Book: Send + 'static {
    /// At most `most` records of a table after `after`, and the damage if that comes next.
    fn table(&self, table: TableId, after: Version, most: usize) -> Chunk;

    /// At most `most` records of the log.
    fn log(&self, after: Position, most: usize) -> Result<Vec<Logged>, ReadError>;
}

/// A journal that is whole, as far as is known.
pub(super) struct Whole {
    connection: Connection,
}

enum Trouble {
    Damage(String),
    Failure(String),
}

impl Whole {
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
    ) -> Result<(), Trouble> {
        let mut statement = self.connection.prepare_cached(row::OF_TABLE)?;
        let mut rows = statement.query((table.as_str(), after.column()))?;
        let mut next = after.next();
        while records.len() < most
            && let Some(row) = rows.next()?
        {
            let record = row::record(row, table).map_err(Trouble::Damage)?;
            if record.version() != next {
                return Err(Trouble::Damage(format!("record {next} is missing")));
            }
            next = next.next();
            records.extend(record.stored());
        }
        Ok(())
    }

    /// Reads on from `last` and moves it; whether the end is reached.
    fn logged(&self, last: &mut Position, most: usize, records: &mut Vec<Logged>) -> rusqlite::Result<bool> {
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

impl Book for Whole {
    fn table(&self, table: TableId, after: Version, most: usize) -> Chunk {
        let mut records = Vec::new();
        let damage = self.read(table, after, most, &mut records).err().map(|trouble| match trouble {
            Trouble::Damage(why) => {
                let after = records.last().map_or(after, |stored| stored.version);
                ReadError::Damaged { table, after, why }
            }
            Trouble::Failure(why) => ReadError::Failed { why },
        });
        Chunk { records, damage }
    }

    fn log(&self, after: Position, most: usize) -> Result<Vec<Logged>, ReadError> {
        let (mut last, mut records) = (after, Vec::new());
        loop {
            match self.logged(&mut last, most, &mut records) {
                Ok(ended) if ended || most == 0 || !records.is_empty() => return Ok(records),
                // Every row was left out: there may be others behind them.
                Ok(_) => {}
                Err(error) if !is_damage(&error) => return Err(ReadError::Failed { why: error.to_string() }),
                Err(_) if !records.is_empty() => return Ok(records),
                Err(_) => match salvage::beyond(&self.connection, last, 0) {
                    Some(readable) => last = readable,
                    None => return Ok(records),
                },
            }
        }
    }
}

impl From<rusqlite::Error> for Trouble {
    fn from(error: rusqlite::Error) -> Self {
        let why = error.to_string();
        if is_damage(&error) { Self::Damage(why) } else { Self::Failure(why) }
    }
}
