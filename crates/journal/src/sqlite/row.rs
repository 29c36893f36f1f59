//! A record as a row of the table `log`.

use rusqlite::types::ValueRef;
use rusqlite::{Connection, Row};

use crate::{CommandId, Entry, Position, Stored, TableId, Version};

/// The records of a table after a version. All queries for records have the same columns.
pub(super) const OF_TABLE: &str = "SELECT position, table_id, seq, command, checksum, body FROM log \
                                   WHERE table_id = ?1 AND seq > ?2 ORDER BY seq";
/// The records after a position, at most so many.
pub(super) const OF_LOG: &str = "SELECT position, table_id, seq, command, checksum, body FROM log \
                                 WHERE position > ?1 ORDER BY position LIMIT ?2";
/// The record at a position.
pub(super) const ONE: &str =
    "SELECT position, table_id, seq, command, checksum, body FROM log WHERE position = ?1";
/// The number of records of a table, from the index only.
const LAST: &str = "SELECT max(seq) FROM log INDEXED BY log_table WHERE table_id = ?1";
/// Overwrites every record of a table but the last one. A row keeps its length, so that SQLite overwrites the
/// old bytes in place: no page is split or merged, which could leave a copy of them behind.
const ERASE: &str = "UPDATE log SET command = ?2, body = CAST(zeroblob(octet_length(body)) AS TEXT) \
                     WHERE table_id = ?1 \
                     AND (command <> ?2 OR CAST(body AS BLOB) <> zeroblob(octet_length(body))) \
                     AND seq < (SELECT max(seq) FROM log INDEXED BY log_table WHERE table_id = ?1)";
/// Replaces the command of an erased record. Its body is all zeros.
const ERASED: &[u8; 16] = b"erased by Kosti\0";
const INSERT: &str = "INSERT INTO log (table_id, seq, command, checksum, body) VALUES (?1, ?2, ?3, ?4, ?5)";

/// A number of rows for SQLite.
pub(super) fn limit(most: usize) -> i64 {
    i64::try_from(most).unwrap_or(i64::MAX)
}

/// The version of a table, from the index.
pub(super) fn last(connection: &Connection, table: TableId) -> rusqlite::Result<Version> {
    let last: Option<i64> = connection.prepare_cached(LAST)?.query_row([table.as_str()], |row| row.get(0))?;
    Ok(last.and_then(Version::from_column).unwrap_or(Version::START))
}

/// Appends a record to the log.
pub(super) fn insert(
    connection: &Connection,
    table: TableId,
    version: Version,
    entry: &Entry,
) -> rusqlite::Result<()> {
    let sum = checksum(table, version, &entry.command, &entry.body);
    let command = entry.command.as_bytes().as_slice();
    let values = (table.as_str(), version.column(), command, sum, &*entry.body);
    connection.prepare_cached(INSERT)?.execute(values)?;
    Ok(())
}

/// Overwrites every record of a table but the last one.
pub(super) fn erase(connection: &Connection, table: TableId) -> rusqlite::Result<()> {
    connection.prepare_cached(ERASE)?.execute((table.as_str(), ERASED.as_slice()))?;
    Ok(())
}

/// Appends an erased record to the log.
pub(super) fn insert_erased(
    connection: &Connection,
    table: TableId,
    version: Version,
) -> rusqlite::Result<()> {
    let values = (table.as_str(), version.column(), ERASED.as_slice(), 0, "");
    connection.prepare_cached(INSERT)?.execute(values)?;
    Ok(())
}

/// A row of the log.
pub(super) enum Record {
    Stored(Stored),
    /// Erased: only its version is left.
    Erased(Version),
}

impl Record {
    pub(super) fn version(&self) -> Version {
        match self {
            Self::Stored(stored) => stored.version,
            Self::Erased(version) => *version,
        }
    }

    pub(super) fn stored(self) -> Option<Stored> {
        match self {
            Self::Stored(stored) => Some(stored),
            Self::Erased(_) => None,
        }
    }
}

/// The checksum of all columns of a row, to detect damage.
fn checksum(table: TableId, version: Version, command: &CommandId, body: &str) -> u32 {
    let mut hasher = crc32fast::Hasher::new();
    hasher.update(table.as_str().as_bytes());
    hasher.update(&version.records().to_le_bytes());
    hasher.update(command.as_bytes());
    hasher.update(body.as_bytes());
    hasher.finalize()
}

pub(super) fn position(row: &Row<'_>) -> rusqlite::Result<Position> {
    let column = row.get(0)?;
    Position::from_column(column).ok_or(rusqlite::Error::IntegralValueOutOfRange(0, column))
}

/// The table of a row, if it is valid.
pub(super) fn table(row: &Row<'_>) -> Option<TableId> {
    row.get_ref(1).ok()?.as_str().ok()?.parse().ok()
}

/// The record of a row, or its damage.
pub(super) fn record(row: &Row<'_>, table: TableId) -> Result<Record, String> {
    let cell = |index: usize| row.get_ref(index).map_err(|error| error.to_string());
    let (ValueRef::Integer(seq), ValueRef::Blob(command), ValueRef::Integer(sum), ValueRef::Text(body)) =
        (cell(2)?, cell(3)?, cell(4)?, cell(5)?)
    else {
        return Err("a record has values of the wrong kind".into());
    };
    let version = Version::from_column(seq).ok_or_else(|| format!("a record has the number {seq}"))?;
    if command == ERASED && body.iter().all(|&byte| byte == 0) {
        return Ok(Record::Erased(version));
    }
    let command = command.try_into().map(CommandId::from_bytes);
    let command = command.map_err(|_| format!("the command of record {version} has a wrong length"))?;
    let body = std::str::from_utf8(body).map_err(|_| format!("record {version} is not text"))?;
    if i64::from(checksum(table, version, &command, body)) != sum {
        return Err(format!("the checksum of record {version} is wrong"));
    }
    Ok(Record::Stored(Stored { version, entry: Entry { command, body: body.into() } }))
}
