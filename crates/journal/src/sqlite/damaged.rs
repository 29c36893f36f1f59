//! `Damaged`: the readable part of a damaged journal.

use std::path::Path;

use rusqlite::{Connection, OpenFlags};

use super::log_reader::LogReader;
use super::open::{Header, connect};
use super::row::{self, Record};
use super::salvage::{Salvaged, salvage};
use crate::tail_stream::Chunk;
use crate::{Logged, Position, ReadError, TableId, Version};

/// A damaged journal, scanned once. The file does not change.
pub(super) struct Damaged {
    connection: Connection,
    pub(super) salvaged: Salvaged,
}

impl Damaged {
    pub(super) fn open(path: &Path) -> rusqlite::Result<Self> {
        let connection = connect(path, OpenFlags::SQLITE_OPEN_READ_ONLY)?;
        // Without this SQLite refuses a file that is shorter than its header says. Nothing is written.
        connection.pragma_update(None, "writable_schema", true)?;
        connection.execute_batch("BEGIN")?;
        let length = Header::read(path).map_or(0, |header| header.length);
        let salvaged = salvage(&connection, length);
        Ok(Self { connection, salvaged })
    }

    /// The position of the last readable record.
    pub(super) fn last(&self) -> Position {
        self.salvaged.log.last().map_or(Position::START, |(position, ..)| *position)
    }

    /// Reads a record that the scan has found.
    pub(super) fn record(&self, position: Position, table: TableId) -> Result<Record, String> {
        let mut one = self.connection.prepare_cached(row::ONE).map_err(|error| error.to_string())?;
        let mut rows = one.query((position.column(),)).map_err(|error| error.to_string())?;
        let row = rows.next().map_err(|error| error.to_string())?;
        row.ok_or_else(|| "a record is gone".to_owned()).and_then(|row| row::record(row, table))
    }

    /// The damage at the end of a table, as far as the index shows it.
    pub(super) fn missing(&self, table: TableId) -> Option<(Version, String)> {
        let records = self.salvaged.tables.get(&table).map_or(0, Vec::len);
        let readable = Version::after_records(records as u64);
        match row::last(&self.connection, table) {
            Ok(last) if last == readable => None,
            Ok(last) if last > readable => Some((readable, format!("it went on to version {last}"))),
            Ok(_) | Err(_) => Some((readable, "whether it went on is not known".to_owned())),
        }
    }
}

impl LogReader for Damaged {
    fn table(&self, table: TableId, after: Version, most: usize) -> Chunk {
        let places = self.salvaged.tables.get(&table).map_or(&[][..], Vec::as_slice);
        let first = usize::try_from(after.records()).unwrap_or(usize::MAX);
        let mut chunk = Chunk::default();
        for &place in places.iter().skip(first) {
            if chunk.records.len() == most {
                return chunk;
            }
            match self.record(place, table) {
                Ok(record) => chunk.records.extend(record.stored()),
                Err(why) => {
                    let after = chunk.records.last().map_or(after, |stored| stored.version);
                    chunk.damage = Some(ReadError::Damaged { table, after, why });
                    return chunk;
                }
            }
        }
        if chunk.records.len() < most {
            let missing = self.missing(table);
            chunk.damage = missing.map(|(after, why)| ReadError::Damaged { table, after, why });
        }
        chunk
    }

    fn log(&self, after: Position, most: usize) -> Result<Vec<Logged>, ReadError> {
        let log = &self.salvaged.log;
        let first = log.partition_point(|(position, ..)| *position <= after);
        let records = log[first..].iter().filter_map(|&(position, table, _)| {
            let stored = self.record(position, table).map(Record::stored).transpose()?;
            Some(Logged { position, table, stored })
        });
        Ok(records.take(most).collect())
    }
}
