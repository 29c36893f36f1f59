//! Queries of the lists. Each reads one snapshot.

use std::collections::BTreeMap;

use kosti_journal::TableId;
use kosti_table::Key;
use rusqlite::{Connection, Row, params};

use crate::error::ListsError;
use crate::line::{FinishedLine, FinishedSeat, GameStatistics, TableLine, Tally, UnreadableLine};
use crate::listed_table::{ListedTable, Outcome};
use crate::projections::MOST_LINES;
use crate::row;
use crate::status::{Player, Status};

fn limit(most: usize) -> i64 {
    i64::try_from(most.min(MOST_LINES)).expect("it is small")
}

/// The tables that the keys hold seats at or opened, newest change first.
pub(crate) fn tables_of(
    connection: &Connection,
    keys: &[Key],
    most: usize,
) -> Result<Vec<TableLine>, ListsError> {
    let columns = row::COLUMNS;
    let mut select = connection.prepare_cached(&format!(
        "SELECT {columns}, id, (SELECT why FROM unreadable WHERE unreadable.id = tables.id)
         FROM tables
         WHERE number IN (
            SELECT number FROM seats WHERE key IN (SELECT value FROM json_each(?1))
            UNION SELECT number FROM tables WHERE opener IN (SELECT value FROM json_each(?1)))
         ORDER BY changed_at DESC, number DESC LIMIT ?2"
    ))?;
    let names = serde_json::to_string(keys).map_err(|why| ListsError::failed(&why))?;
    let read = |row: &Row<'_>| -> Result<_, ListsError> {
        let (number, half) = row::table(row)?;
        Ok((number, half, table_id(&row.get::<_, String>(11)?)?, row.get(12)?))
    };
    let found = select.query_map(params![names, limit(most)], |row| Ok(read(row)))?;
    let line = |found| {
        let (number, half, id, unreadable) = found;
        let (seats, results) = (row::seats(connection, number)?, row::results(connection, number)?);
        Ok(ListedTable { seats, results, ..half }.into_line(id, unreadable, keys))
    };
    found.map(|found| found?.and_then(line)).collect()
}

pub(crate) fn waiting_tables(connection: &Connection, most: usize) -> Result<Vec<TableId>, ListsError> {
    let mut select =
        connection.prepare_cached("SELECT id FROM tables WHERE status = ?1 ORDER BY number DESC LIMIT ?2")?;
    let most = i64::try_from(most).unwrap_or(i64::MAX);
    let found = select.query_map(params![Status::Seating.name(), most], |row| row.get::<_, String>(0))?;
    found.map(|id| table_id(&id?)).collect()
}

/// Finished games that ended before a time, newest first. Games that ended in the same millisecond as the last one
/// are included, so that paging by time misses none.
pub(crate) fn finished_games(
    connection: &Connection,
    game: Option<&str>,
    before: Option<i64>,
    most: usize,
) -> Result<Vec<FinishedLine>, ListsError> {
    let which = if game.is_some() { "game = ?1" } else { "?1 IS NULL" };
    let which = format!("{which} AND ended_at IS NOT NULL AND ended_at < ?2");
    let mut select = connection.prepare_cached(&format!(
        "SELECT number, game, ended_at FROM tables
         WHERE {which} AND ended_at >= (SELECT min(ended_at) FROM
            (SELECT ended_at FROM tables WHERE {which} ORDER BY ended_at DESC LIMIT ?3))
         ORDER BY ended_at DESC, number DESC"
    ))?;
    let arguments = params![game, before.unwrap_or(i64::MAX), limit(most)];
    let found = select.query_map(arguments, |row| Ok((row.get(0)?, row.get(1)?, row.get(2)?)))?;
    let seat = |Outcome { total, points, won, player, .. }| FinishedSeat { total, points, won, player };
    found
        .map(|found| {
            let (number, game, ended_at) = found?;
            let seats = row::results(connection, number)?.into_iter().map(seat).collect();
            Ok(FinishedLine { game, ended_at, seats })
        })
        .collect()
}

/// The statistics of each game, by id.
pub(crate) fn statistics(connection: &Connection) -> Result<Vec<GameStatistics>, ListsError> {
    let mut games = BTreeMap::new();
    let mut select =
        connection.prepare_cached("SELECT game, count(*), count(ended_at) FROM tables GROUP BY game")?;
    let counted =
        select.query_map((), |row| Ok((row.get::<_, String>(0)?, count(row, 1)?, count(row, 2)?)))?;
    for counted in counted {
        let (game, tables, finished) = counted?;
        let (people, bots) = (Tally::default(), Tally::default());
        games.insert(game.clone(), GameStatistics { game, tables, finished, people, bots });
    }
    for tally in tallies(connection)? {
        let (game, player, tally) = tally;
        match (games.get_mut(&game), player) {
            (Some(game), Player::Person) => game.people = tally,
            (Some(game), Player::Bot) => game.bots = tally,
            _ => {}
        }
    }
    Ok(games.into_values().collect())
}

fn tallies(connection: &Connection) -> Result<Vec<(String, Player, Tally)>, ListsError> {
    let mut select = connection.prepare_cached(
        "SELECT game, player, count(*), sum(won), avg(total), max(total), min(total)
         FROM tables JOIN results USING (number) WHERE ended_at IS NOT NULL GROUP BY game, player",
    )?;
    let read = |row: &Row<'_>| -> Result<_, ListsError> {
        let player = row::parse_name("player", &row.get::<_, String>(1)?, Player::from_name)?;
        let (seats, won, mean) = (count(row, 2)?, count(row, 3)?, row.get(4)?);
        Ok((row.get(0)?, player, Tally { seats, won, mean, best: row.get(5)?, lowest: row.get(6)? }))
    };
    select.query_map((), |row| Ok(read(row)))?.map(|tally| tally?).collect()
}

/// Tables that cannot be read any more.
pub(crate) fn unreadable_tables(connection: &Connection) -> Result<Vec<UnreadableLine>, ListsError> {
    let mut select = connection.prepare_cached("SELECT id, why, records FROM unreadable ORDER BY id")?;
    let read = |row: &Row<'_>| -> Result<_, ListsError> {
        Ok(UnreadableLine {
            id: table_id(&row.get::<_, String>(0)?)?,
            why: row.get(1)?,
            records: count(row, 2)?,
        })
    };
    select.query_map((), |row| Ok(read(row)))?.map(|line| line?).collect()
}

/// Deleted tables that are not erased everywhere yet.
pub(crate) fn to_erase(connection: &Connection, most: usize) -> Result<Vec<TableId>, ListsError> {
    let mut select =
        connection.prepare_cached("SELECT id FROM deleted WHERE NOT erased ORDER BY id LIMIT ?1")?;
    let found = select.query_map([limit(most)], |row| row.get::<_, String>(0))?;
    found.map(|id| table_id(&id?)).collect()
}

/// The number of tables.
pub(crate) fn tables(connection: &Connection) -> Result<u64, ListsError> {
    Ok(connection.query_row("SELECT count(*) FROM tables", (), |row| count(row, 0))?)
}

fn table_id(name: &str) -> Result<TableId, ListsError> {
    row::parse_name("table", name, |name| name.parse().ok())
}

fn count(row: &Row<'_>, column: usize) -> rusqlite::Result<u64> {
    let count: i64 = row.get(column)?;
    u64::try_from(count).map_err(|_| rusqlite::Error::IntegralValueOutOfRange(column, count))
}
