//! Reads a damaged file row by row, skipping unreadable pages.

use std::collections::HashMap;

use rusqlite::Connection;

use super::row::{self, limit};
use crate::{Position, TableId, Version};

/// A lower bound on the bytes of a row. Rows are never removed, so the file length divided by it bounds the
/// positions.
const SHORTEST_ROW: u64 = 32;

/// The readable records: of each table those before its first gap.
#[derive(Default)]
pub(super) struct Salvaged {
    /// The positions of the records of each table, from its first record on.
    pub(super) tables: HashMap<TableId, Vec<Position>>,
    /// All of them in log order, with their table and version.
    pub(super) log: Vec<(Position, TableId, Version)>,
}

/// Scans every row of a file of this length.
pub(super) fn salvage(connection: &Connection, length: u64) -> Salvaged {
    let mut found: HashMap<TableId, Vec<(Version, Position)>> = HashMap::new();
    scan(connection, length, |position, table, version| {
        found.entry(table).or_default().push((version, position));
    });
    let mut salvaged = Salvaged::default();
    for (table, mut records) in found {
        records.sort_unstable();
        records.dedup_by_key(|(version, _)| *version);
        let wanted = std::iter::successors(Some(Version::START.next()), |version| Some(version.next()));
        let whole = records.into_iter().zip(wanted).take_while(|((version, _), wanted)| version == wanted);
        let places: Vec<Position> = whole
            .map(|((version, position), _)| {
                salvaged.log.push((position, table, version));
                position
            })
            .collect();
        salvaged.tables.insert(table, places);
    }
    salvaged.log.sort_unstable();
    salvaged
}

/// The last position before the next readable row, given that the row right after `after` is unreadable.
/// `length` is the length of the file, if it is longer than SQLite knows.
pub(super) fn last_unreadable(connection: &Connection, after: Position, length: u64) -> Option<Position> {
    let mut one = connection.prepare_cached(row::ONE).ok()?;
    let highest = highest(connection, length);
    let mut before = after.next();
    while before < highest {
        let at = before.next();
        let readable = one.query((at.column(),)).and_then(|mut rows| Ok(rows.next()?.is_some()));
        if matches!(readable, Ok(true)) {
            return Some(before);
        }
        before = at;
    }
    None
}

fn scan(connection: &Connection, length: u64, mut each: impl FnMut(Position, TableId, Version)) {
    let highest = highest(connection, length);
    let mut last = Position::START;
    while forward(connection, &mut last, highest, &mut each).is_none() {
        match last_unreadable(connection, last, length) {
            Some(readable) => last = readable,
            None => return,
        }
    }
}

/// Reads on from `last` and advances it. `None` if it cannot continue although there may be more.
fn forward(
    connection: &Connection,
    last: &mut Position,
    highest: Position,
    each: &mut impl FnMut(Position, TableId, Version),
) -> Option<()> {
    let mut statement = connection.prepare_cached(row::OF_LOG).ok()?;
    let mut rows = statement.query((last.column(), limit(usize::MAX))).ok()?;
    while let Some(row) = rows.next().ok()? {
        // A damaged page can contain any position; following it could skip rows or loop forever.
        let position = row::position(row).ok().filter(|&position| *last < position && position <= highest)?;
        *last = position;
        if let Some(table) = row::table(row)
            && let Ok(record) = row::record(row, table)
        {
            each(position, table, record.version());
        }
    }
    Some(())
}

fn highest(connection: &Connection, length: u64) -> Position {
    let pragma = |name| connection.pragma_query_value(None, name, |row| row.get::<_, u32>(0)).unwrap_or(0);
    let known = u64::from(pragma("page_count")) * u64::from(pragma("page_size"));
    Position::after_records(known.max(length) / SHORTEST_ROW)
}
