//! The rows of a table: saved and loaded.

use kosti_coach::Level;
use kosti_journal::TableId;
use kosti_table::{DiceKind, Key};
use rusqlite::{Connection, OptionalExtension as _, Row, params};

use crate::error::ListsError;
use crate::listed_table::{Chair, ListedTable, Outcome};
use crate::status::{Player, Status};

/// The columns of a table in the order that [`table`] reads them, without seats and results.
pub(crate) const COLUMNS: &str =
    "number, game, house, dice, opener, opened_at, changed_at, ended_at, status, after, rematch";

/// Loads a table of the lists.
pub(crate) fn load(connection: &Connection, id: TableId) -> Result<Option<ListedTable>, ListsError> {
    let mut select = connection.prepare_cached(&format!("SELECT {COLUMNS} FROM tables WHERE id = ?1"))?;
    let Some((number, half)) =
        select.query_row([id.as_str()], |row| Ok(table(row))).optional()?.transpose()?
    else {
        return Ok(None);
    };
    let (seats, results) = (seats(connection, number)?, results(connection, number)?);
    Ok(Some(ListedTable { seats, results, ..half }))
}

/// Saves a table, replacing its rows.
pub(crate) fn save(connection: &Connection, id: TableId, listed: &ListedTable) -> Result<(), ListsError> {
    let mut upsert = connection.prepare_cached(
        "INSERT INTO tables
            (id, game, house, dice, opener, opened_at, changed_at, ended_at, status, after, rematch)
         VALUES (?1, ?2, ?3, ?4, ?5, ?6, ?7, ?8, ?9, ?10, ?11)
         ON CONFLICT (id) DO UPDATE SET changed_at = ?7, ended_at = ?8, status = ?9, rematch = ?11
         RETURNING number",
    )?;
    let house = serde_json::to_string(&listed.house).map_err(|why| ListsError::failed(&why))?;
    let row = params![
        id.as_str(),
        listed.game,
        house,
        dice_name(listed.dice),
        String::from(listed.opener),
        listed.opened_at,
        listed.changed_at,
        listed.ended_at,
        listed.status.name(),
        listed.after,
        listed.rematch,
    ];
    let number: i64 = upsert.query_row(row, |row| row.get(0))?;
    save_seats(connection, number, &listed.seats)?;
    save_results(connection, number, &listed.results)
}

fn save_seats(connection: &Connection, number: i64, seats: &[Chair]) -> Result<(), ListsError> {
    connection.prepare_cached("DELETE FROM seats WHERE number = ?1")?.execute([number])?;
    let mut insert = connection.prepare_cached("INSERT INTO seats VALUES (?1, ?2, ?3, ?4, ?5, ?6)")?;
    for (seat, chair) in (0_i64..).zip(seats) {
        let (bot, stand_in) = (chair.bot.map(Level::name), chair.stand_in.map(Level::name));
        insert.execute(params![number, seat, chair.name, chair.key.map(String::from), bot, stand_in])?;
    }
    Ok(())
}

fn save_results(connection: &Connection, number: i64, results: &[Outcome]) -> Result<(), ListsError> {
    connection.prepare_cached("DELETE FROM results WHERE number = ?1")?.execute([number])?;
    let mut insert = connection.prepare_cached("INSERT INTO results VALUES (?1, ?2, ?3, ?4, ?5, ?6, ?7)")?;
    for (seat, result) in (0_i64..).zip(results) {
        let Outcome { name, total, points, won, player } = result;
        insert.execute(params![number, seat, name, total, points, won, player.name()])?;
    }
    Ok(())
}

/// Removes a deleted table; only its id stays.
pub(crate) fn delete(connection: &Connection, id: TableId) -> Result<(), ListsError> {
    for table in ["seats", "results"] {
        let sql = format!("DELETE FROM {table} WHERE number = (SELECT number FROM tables WHERE id = ?1)");
        connection.prepare_cached(&sql)?.execute([id.as_str()])?;
    }
    connection.prepare_cached("DELETE FROM tables WHERE id = ?1")?.execute([id.as_str()])?;
    connection.prepare_cached("INSERT OR IGNORE INTO deleted VALUES (?1, 0)")?.execute([id.as_str()])?;
    Ok(())
}

pub(crate) fn is_deleted(connection: &Connection, id: TableId) -> Result<bool, ListsError> {
    let mut select = connection.prepare_cached("SELECT 1 FROM deleted WHERE id = ?1")?;
    Ok(select.exists([id.as_str()])?)
}

/// Reads a table without its seats and results, from [`COLUMNS`].
pub(crate) fn table(row: &Row<'_>) -> Result<(i64, ListedTable), ListsError> {
    let house: String = row.get(2)?;
    let listed = ListedTable {
        game: row.get(1)?,
        house: serde_json::from_str(&house).map_err(|why| ListsError::damaged(why.to_string()))?,
        dice: parse_name("dice", &row.get::<_, String>(3)?, dice_from_name)?,
        opener: key(row.get(4)?)?,
        opened_at: row.get(5)?,
        changed_at: row.get(6)?,
        ended_at: row.get(7)?,
        status: parse_name("status", &row.get::<_, String>(8)?, Status::from_name)?,
        after: row.get(9)?,
        rematch: row.get(10)?,
        seats: Vec::new(),
        results: Vec::new(),
    };
    Ok((row.get(0)?, listed))
}

/// The seats of a table.
pub(crate) fn seats(connection: &Connection, number: i64) -> Result<Vec<Chair>, ListsError> {
    let mut select = connection
        .prepare_cached("SELECT name, key, bot, stand_in FROM seats WHERE number = ?1 ORDER BY seat")?;
    let level = |name: Option<String>| {
        name.map(|name| parse_name("level", &name, |name| name.parse().ok())).transpose()
    };
    let chair = |row: &Row<'_>| -> Result<Chair, ListsError> {
        let (bot, stand_in) = (level(row.get(2)?)?, level(row.get(3)?)?);
        Ok(Chair {
            name: row.get(0)?,
            key: row.get::<_, Option<String>>(1)?.map(key).transpose()?,
            bot,
            stand_in,
        })
    };
    select.query_map([number], |row| Ok(chair(row)))?.map(|chair| chair?).collect()
}

/// The results of a table.
pub(crate) fn results(connection: &Connection, number: i64) -> Result<Vec<Outcome>, ListsError> {
    let mut select = connection.prepare_cached(
        "SELECT name, total, points, won, player FROM results WHERE number = ?1 ORDER BY seat",
    )?;
    let outcome = |row: &Row<'_>| -> Result<Outcome, ListsError> {
        let player = parse_name("player", &row.get::<_, String>(4)?, Player::from_name)?;
        Ok(Outcome { name: row.get(0)?, total: row.get(1)?, points: row.get(2)?, won: row.get(3)?, player })
    };
    select.query_map([number], |row| Ok(outcome(row)))?.map(|outcome| outcome?).collect()
}

/// Parses a name of the database.
pub(crate) fn parse_name<T>(
    what: &str,
    word: &str,
    read: impl FnOnce(&str) -> Option<T>,
) -> Result<T, ListsError> {
    read(word).ok_or_else(|| ListsError::damaged(format!("`{word}` is no {what}")))
}

fn key(text: String) -> Result<Key, ListsError> {
    Key::try_from(text).map_err(|why| ListsError::damaged(format!("{why}")))
}

fn dice_name(dice: DiceKind) -> &'static str {
    match dice {
        DiceKind::Virtual => "virtual",
        DiceKind::Real => "real",
    }
}

fn dice_from_name(name: &str) -> Option<DiceKind> {
    [DiceKind::Virtual, DiceKind::Real].into_iter().find(|&dice| dice_name(dice) == name)
}
