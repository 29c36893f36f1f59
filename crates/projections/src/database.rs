//! The SQLite file of the lists: its schema, and how an unusable file is recreated.

use std::ffi::OsString;
use std::path::{Path, PathBuf};
use std::time::Duration;

use kosti_journal::Position;
use rusqlite::{Connection, OptionalExtension as _};

use crate::error::ListsError;

/// Must be raised with every change of the tables below, of their contents, or of the events of commits: the lists
/// are then recreated.
const SCHEMA: i64 = 2;

/// Marks a database as ours: "KoLi".
const APPLICATION: i64 = 0x4b6f_4c69;

/// `deleted` holds the id of every deleted table, and whether its records are erased everywhere; no other table holds
/// the id. `position` has one row. The other tables refer to `tables.number`; numbers grow with time, so that active
/// tables lie close together.
const TABLES: &str = "
CREATE TABLE tables (
    number INTEGER PRIMARY KEY,
    id TEXT NOT NULL UNIQUE,
    game TEXT NOT NULL,
    house TEXT NOT NULL,
    dice TEXT NOT NULL,
    opener TEXT NOT NULL,
    opened_at INTEGER NOT NULL,
    changed_at INTEGER NOT NULL,
    ended_at INTEGER,
    status TEXT NOT NULL,
    after TEXT,
    rematch TEXT
) STRICT;
CREATE INDEX tables_by_opener ON tables (opener);
CREATE INDEX tables_by_end ON tables (ended_at) WHERE ended_at IS NOT NULL;
CREATE INDEX tables_by_game ON tables (game, ended_at);
CREATE TABLE seats (
    number INTEGER NOT NULL,
    seat INTEGER NOT NULL,
    name TEXT NOT NULL,
    key TEXT,
    bot TEXT,
    stand_in TEXT,
    PRIMARY KEY (number, seat)
) STRICT, WITHOUT ROWID;
CREATE INDEX seats_by_key ON seats (key) WHERE key IS NOT NULL;
CREATE TABLE results (
    number INTEGER NOT NULL,
    seat INTEGER NOT NULL,
    name TEXT NOT NULL,
    total INTEGER NOT NULL,
    points INTEGER,
    won INTEGER NOT NULL,
    player TEXT NOT NULL,
    PRIMARY KEY (number, seat)
) STRICT, WITHOUT ROWID;
CREATE TABLE unreadable (
    id TEXT PRIMARY KEY,
    why TEXT NOT NULL,
    records INTEGER NOT NULL
) STRICT, WITHOUT ROWID;
CREATE TABLE deleted (
    id TEXT PRIMARY KEY,
    erased INTEGER NOT NULL
) STRICT, WITHOUT ROWID;
CREATE INDEX deleted_to_erase ON deleted (id) WHERE NOT erased;
CREATE TABLE position (
    one INTEGER PRIMARY KEY CHECK (one = 1),
    schema INTEGER NOT NULL,
    position TEXT NOT NULL
) STRICT;
";

/// The reason why the lists were recreated, to be filled again from the start of the journal.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
pub enum RecreateReason {
    /// There was no file.
    #[error("there were no lists yet")]
    Absent,
    /// The file was written by another version.
    #[error("the lists had version {found}, but this Kosti needs {SCHEMA}")]
    Version {
        /// The version of the file.
        found: i64,
    },
    /// The file was damaged. The damaged file is kept beside it, with `.damaged` after its name.
    #[error("the lists were damaged ({why})")]
    Damaged {
        /// The damage.
        why: String,
    },
    /// The journal ends before the position of the lists: it is another journal, or an older copy.
    #[error("the lists are ahead of the journal: they come from another one")]
    Ahead,
}

/// The place of the database.
#[derive(Debug, Clone)]
pub(crate) enum DatabaseLocation {
    File(PathBuf),
    Memory,
}

impl DatabaseLocation {
    /// Opens usable lists. Returns the connection, the position of the lists, and the reason if they were recreated.
    pub(crate) fn open(&self) -> Result<(Connection, Position, Option<RecreateReason>), ListsError> {
        let why = match self.find_existing() {
            Ok(Found::Lists(connection, position)) => return Ok((connection, position, None)),
            Ok(Found::Nothing) => RecreateReason::Absent,
            Ok(Found::Version(found)) => RecreateReason::Version { found },
            Err(ListsError::Damaged { why }) => RecreateReason::Damaged { why },
            Err(other) => return Err(other),
        };
        let connection = self.recreate(&why)?;
        Ok((connection, Position::START, Some(why)))
    }

    /// Creates empty lists. No connection may be open.
    pub(crate) fn recreate(&self, why: &RecreateReason) -> Result<Connection, ListsError> {
        if let Self::File(path) = self {
            if matches!(why, RecreateReason::Damaged { .. }) {
                let kept = with_suffix(path, ".damaged");
                std::fs::rename(path, &kept).or_else(is_absent).map_err(|why| file(path, why))?;
            }
            remove(path)?;
        }
        let mut connection = self.connect()?;
        let transaction = connection.transaction()?;
        transaction.pragma_update(None, "application_id", APPLICATION)?;
        transaction.execute_batch(TABLES)?;
        let start = Position::START.to_string();
        transaction.execute("INSERT INTO position VALUES (1, ?1, ?2)", (SCHEMA, start))?;
        transaction.commit()?;
        Ok(connection)
    }

    /// Opens a connection that can write.
    fn connect(&self) -> Result<Connection, ListsError> {
        let connection = match self {
            Self::File(path) => Connection::open(path)?,
            Self::Memory => Connection::open_in_memory()?,
        };
        set_up(&connection)?;
        connection.pragma_update(None, "journal_mode", "WAL")?;
        connection.pragma_update(None, "synchronous", "NORMAL")?;
        // Overwrite deleted data instead of only unlinking it.
        connection.pragma_update_and_check(None, "secure_delete", true, |_| Ok(()))?;
        Ok(connection)
    }

    /// Opens one more connection, for reading. `None` for lists in memory, which have only one connection.
    pub(crate) fn reader(&self) -> Result<Option<Connection>, ListsError> {
        let Self::File(path) = self else { return Ok(None) };
        let connection = Connection::open(path)?;
        set_up(&connection)?;
        connection.pragma_update(None, "query_only", true)?;
        Ok(Some(connection))
    }

    fn find_existing(&self) -> Result<Found, ListsError> {
        let Self::File(path) = self else { return Ok(Found::Nothing) };
        let length = match std::fs::metadata(path) {
            Err(why) if why.kind() == std::io::ErrorKind::NotFound => 0,
            other => other.map_err(|why| file(path, why))?.len(),
        };
        if length == 0 {
            return Ok(Found::Nothing);
        }
        check_ours(path)?;
        let connection = self.connect()?;
        let row = |row: &rusqlite::Row<'_>| Ok((row.get::<_, i64>(0)?, row.get::<_, String>(1)?));
        let known = connection.query_row("SELECT schema, position FROM position", (), row).optional()?;
        match known {
            Some((SCHEMA, position)) => {
                let position = position.parse().map_err(|why| ListsError::damaged(format!("{why}")))?;
                Ok(Found::Lists(connection, position))
            }
            Some((found, _)) => Ok(Found::Version(found)),
            None => Err(ListsError::damaged("they do not say where they stand")),
        }
    }
}

enum Found {
    Lists(Connection, Position),
    Nothing,
    Version(i64),
}

fn set_up(connection: &Connection) -> Result<(), ListsError> {
    connection.busy_timeout(Duration::from_secs(5))?;
    connection.set_prepared_statement_cache_capacity(32);
    Ok(())
}

/// Refuses the database of another program. It must never be changed, least of all if it is a journal.
pub(crate) fn check_ours(path: &Path) -> Result<(), ListsError> {
    let connection = Connection::open(path)?;
    set_up(&connection)?;
    let application: i64 = connection.pragma_query_value(None, "application_id", |row| row.get(0))?;
    let tables: i64 = connection.query_row("SELECT count(*) FROM sqlite_schema", (), |row| row.get(0))?;
    if application == APPLICATION || (application == 0 && tables == 0) {
        Ok(())
    } else {
        Err(ListsError::Foreign { path: path.to_owned() })
    }
}

/// Removes the database and SQLite's files beside it.
pub(crate) fn remove(path: &Path) -> Result<(), ListsError> {
    for path in [path.to_owned(), with_suffix(path, "-wal"), with_suffix(path, "-shm")] {
        std::fs::remove_file(&path).or_else(is_absent).map_err(|why| file(&path, why))?;
    }
    Ok(())
}

/// Appends a suffix to the file name.
pub(crate) fn with_suffix(path: &Path, more: &str) -> PathBuf {
    let mut name = OsString::from(path);
    name.push(more);
    name.into()
}

pub(crate) fn file(path: &Path, why: std::io::Error) -> ListsError {
    ListsError::File { path: path.to_owned(), why }
}

fn is_absent(error: std::io::Error) -> std::io::Result<()> {
    if error.kind() == std::io::ErrorKind::NotFound { Ok(()) } else { Err(error) }
}
