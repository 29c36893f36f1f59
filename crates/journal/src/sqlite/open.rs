//! Opens a journal: recognises the file, checks it for damage, and sets up SQLite.

use std::ffi::OsString;
use std::fmt::Display;
use std::fs::{self, File};
use std::io::{self, Read as _};
use std::path::{Path, PathBuf};
use std::time::Duration;

use rusqlite::{Connection, ErrorCode, OpenFlags};

use crate::Position;

/// "Kost", in the header of every journal.
const APPLICATION: u32 = 0x4b6f_7374;
/// The version of the tables below. A newer file is not used.
const SCHEMA: u32 = 1;
const TABLES: &str = "
    CREATE TABLE log (
        position INTEGER PRIMARY KEY,
        table_id TEXT NOT NULL,
        seq INTEGER NOT NULL,
        command BLOB NOT NULL,
        checksum INTEGER NOT NULL,
        body TEXT NOT NULL
    ) STRICT;
    CREATE UNIQUE INDEX log_table ON log (table_id, seq);";
/// Pages in the write-ahead log before they are moved into the main file. A page that changes often is moved
/// once, so a large number saves work.
const CHECKPOINT: u32 = 8192;
/// The time that SQLite waits for another connection.
pub(super) const PATIENCE: Duration = Duration::from_secs(5);

/// Why a journal cannot be opened.
#[derive(Debug, thiserror::Error)]
pub enum OpenError {
    /// Another process uses it, or this one has it open already.
    #[error("the journal {} is in use: close the other program first", path.display())]
    InUse {
        /// The file.
        path: PathBuf,
    },
    /// The file is something else.
    #[error("{} is not a Kosti journal: give another path", path.display())]
    NotAJournal {
        /// The file.
        path: PathBuf,
    },
    /// A newer version of this program made it.
    #[error("the journal {} has format {found}, this Kosti knows formats up to {SCHEMA}: use a newer Kosti", path.display())]
    Newer {
        /// The file.
        path: PathBuf,
        /// Its format.
        found: u32,
    },
    /// The file is read-only.
    #[error(
        "the journal {} can only be read ({why}): let the user that runs Kosti write the file and its directory, or \
         choose another directory", path.display()
    )]
    ReadOnly {
        /// The file.
        path: PathBuf,
        /// The cause.
        why: String,
    },
    /// SQLite needs a little room even to read.
    #[error("the disk is full, so the journal {} cannot be opened: make room", path.display())]
    DiskFull {
        /// The file.
        path: PathBuf,
    },
    /// Another failure.
    #[error("the journal {} cannot be opened: {why}", path.display())]
    Failed {
        /// The file.
        path: PathBuf,
        /// The cause.
        why: String,
    },
}

/// The result of opening.
pub(super) enum Opened {
    Whole { connection: Connection, last: Position },
    Damaged { why: String },
}

pub(super) fn open_failure(path: &Path, why: &impl Display) -> OpenError {
    OpenError::Failed { path: path.to_owned(), why: why.to_string() }
}

/// The error for a file that cannot be written.
pub(super) fn write_failure(path: &Path, error: &io::Error) -> OpenError {
    match error.kind() {
        io::ErrorKind::PermissionDenied | io::ErrorKind::ReadOnlyFilesystem => {
            OpenError::ReadOnly { path: path.to_owned(), why: error.to_string() }
        }
        _ => open_failure(path, error),
    }
}

/// The error for a failure of SQLite. SQLite does not report a full disk if there is no room for the index of
/// its log.
pub(super) fn sqlite_failure(path: &Path, error: &rusqlite::Error) -> OpenError {
    let full = [rusqlite::ffi::SQLITE_FULL, rusqlite::ffi::SQLITE_IOERR_SHMSIZE];
    match error.sqlite_error() {
        Some(code) if full.contains(&code.extended_code) => OpenError::DiskFull { path: path.to_owned() },
        Some(code) if code.code == ErrorCode::ReadOnly => {
            OpenError::ReadOnly { path: path.to_owned(), why: error.to_string() }
        }
        _ => open_failure(path, error),
    }
}

/// The file beside a journal, with the same name and this ending.
pub(super) fn sibling_path(path: &Path, ending: &str) -> PathBuf {
    let mut name = OsString::from(path);
    name.push(ending);
    name.into()
}

/// The canonical path of a file, so that every spelling of it finds the same lock.
pub(super) fn plain_path(path: &Path) -> Result<PathBuf, OpenError> {
    if let Ok(plain) = path.canonicalize() {
        return Ok(plain);
    }
    let name = path.file_name().ok_or_else(|| open_failure(path, &"it names no file"))?;
    let directory = path.parent().filter(|parent| !parent.as_os_str().is_empty()).unwrap_or(Path::new("."));
    let directory = directory.canonicalize().map_err(|error| open_failure(path, &error))?;
    Ok(directory.join(name))
}

/// Opens an existing journal or creates one.
pub(super) fn open(path: &Path) -> Result<Opened, OpenError> {
    if !path.exists() {
        create(path)?;
    }
    let header = Header::read(path)?;
    if let Err(why) = header.check_length().or_else(|why| if has_log(path) { check(path) } else { Err(why) })
    {
        return Ok(Opened::Damaged { why });
    }
    let connection =
        connect(path, OpenFlags::SQLITE_OPEN_READ_WRITE).map_err(|error| sqlite_failure(path, &error))?;
    check_writable(path, &connection)?;
    match set_up(&connection) {
        Ok((found, _)) if found > SCHEMA => Err(OpenError::Newer { path: path.to_owned(), found }),
        Ok((_, last)) => Ok(Opened::Whole { connection, last }),
        Err(error) if is_damage(&error) => Ok(Opened::Damaged { why: error.to_string() }),
        Err(error) => Err(sqlite_failure(path, &error)),
    }
}

/// Checks that the file can be written: SQLite opens a read-only file without an error and refuses every write
/// later.
fn check_writable(path: &Path, connection: &Connection) -> Result<(), OpenError> {
    let read_only = connection.is_readonly("main").map_err(|error| sqlite_failure(path, &error))?;
    if !read_only {
        return Ok(());
    }
    let refused = fs::OpenOptions::new().append(true).open(path).err();
    let why = refused.map_or_else(|| "SQLite may not write it".to_owned(), |error| error.to_string());
    Err(OpenError::ReadOnly { path: path.to_owned(), why })
}

/// Creates an empty journal. It gets its name only when it is complete, so that an empty file is never taken
/// for a journal.
pub(super) fn create(path: &Path) -> Result<(), OpenError> {
    if has_log(path) {
        let why =
            format!("{} is there without it: put the journal back", sibling_path(path, "-wal").display());
        return Err(open_failure(path, &why));
    }
    let new = sibling_path(path, ".new");
    let made = remove(&new).map_err(|error| error.to_string()).and_then(|()| {
        create_empty(&new).map_err(|error| error.to_string())?;
        publish(&new, path).map_err(|error| error.to_string())
    });
    made.map_err(|why| open_failure(path, &why))
}

/// Creates an empty journal under a temporary name.
pub(super) fn create_empty(path: &Path) -> rusqlite::Result<Connection> {
    let connection = connect(path, OpenFlags::SQLITE_OPEN_READ_WRITE | OpenFlags::SQLITE_OPEN_CREATE)?;
    connection.pragma_update(None, "journal_mode", "wal")?;
    connection.pragma_update(None, "application_id", APPLICATION)?;
    connection.pragma_update(None, "user_version", SCHEMA)?;
    connection.execute_batch(TABLES)?;
    Ok(connection)
}

/// Renames a complete new journal, which must not be open, to its final name.
pub(super) fn publish(new: &Path, path: &Path) -> io::Result<()> {
    File::open(new)?.sync_all()?;
    fs::rename(new, path)?;
    path.parent().map_or(Ok(()), |directory| File::open(directory)?.sync_all())
}

/// Removes an unfinished journal.
pub(super) fn remove(path: &Path) -> io::Result<()> {
    for ending in ["", "-wal", "-shm"] {
        match fs::remove_file(sibling_path(path, ending)) {
            Err(error) if error.kind() != io::ErrorKind::NotFound => return Err(error),
            _ => {}
        }
    }
    Ok(())
}

pub(super) fn connect(path: &Path, flags: OpenFlags) -> rusqlite::Result<Connection> {
    let connection = Connection::open_with_flags(path, flags | OpenFlags::SQLITE_OPEN_NO_MUTEX)?;
    connection.busy_timeout(PATIENCE)?;
    Ok(connection)
}

/// Whether an error says that the file is damaged.
pub(super) fn is_damage(error: &rusqlite::Error) -> bool {
    matches!(error.sqlite_error_code(), Some(ErrorCode::DatabaseCorrupt | ErrorCode::NotADatabase))
}

/// Sets up the writer's connection. Returns the format and the position of the last record.
fn set_up(connection: &Connection) -> rusqlite::Result<(u32, Position)> {
    let found = connection.pragma_query_value(None, "user_version", |row| row.get(0))?;
    if found > SCHEMA {
        return Ok((found, Position::START));
    }
    connection.pragma_update(None, "synchronous", "full")?;
    connection.pragma_update(None, "wal_autocheckpoint", CHECKPOINT)?;
    connection.pragma_update(None, "cache_size", -16384)?;
    // Overwrite erased bytes, rather than only unlink them.
    connection.pragma_update_and_check(None, "secure_delete", true, |_| Ok(()))?;
    let tables: i64 = connection.query_row(
        "SELECT count(*) FROM sqlite_schema WHERE name IN ('log', 'log_table')",
        (),
        |row| row.get(0),
    )?;
    if tables != 2 {
        let code = rusqlite::ffi::Error::new(rusqlite::ffi::SQLITE_CORRUPT);
        return Err(rusqlite::Error::SqliteFailure(code, Some("its tables are missing".into())));
    }
    let last: Option<i64> = connection.query_row("SELECT max(position) FROM log", (), |row| row.get(0))?;
    Ok((found, last.and_then(Position::from_column).unwrap_or(Position::START)))
}

/// Whether there is a non-empty write-ahead log.
fn has_log(path: &Path) -> bool {
    fs::metadata(sibling_path(path, "-wal")).is_ok_and(|log| log.len() > 0)
}

/// Checks every page, without changes.
fn check(path: &Path) -> Result<(), String> {
    let found = connect(path, OpenFlags::SQLITE_OPEN_READ_ONLY).and_then(|connection| {
        connection.query_row("PRAGMA quick_check(1)", (), |row| row.get::<_, String>(0))
    });
    match found {
        Ok(found) if found == "ok" => Ok(()),
        Ok(found) => Err(found),
        Err(error) => Err(error.to_string()),
    }
}

/// The header of the file.
pub(super) struct Header {
    /// The length of the file.
    pub(super) length: u64,
    /// The length according to the header.
    says: u64,
}

impl Header {
    const LENGTH: usize = 100;

    pub(super) fn read(path: &Path) -> Result<Self, OpenError> {
        let file = File::open(path).map_err(|error| open_failure(path, &error))?;
        let length = file.metadata().map_err(|error| open_failure(path, &error))?.len();
        let mut bytes = Vec::with_capacity(Self::LENGTH);
        file.take(Self::LENGTH as u64).read_to_end(&mut bytes).map_err(|error| open_failure(path, &error))?;
        let number = |at: usize| u32::from_be_bytes([bytes[at], bytes[at + 1], bytes[at + 2], bytes[at + 3]]);
        let is_journal = bytes.len() == Self::LENGTH
            && bytes.starts_with(b"SQLite format 3\0")
            && number(68) == APPLICATION;
        if !is_journal {
            return Err(OpenError::NotAJournal { path: path.to_owned() });
        }
        if number(60) > SCHEMA {
            return Err(OpenError::Newer { path: path.to_owned(), found: number(60) });
        }
        // A page of 65536 bytes is written as 1.
        let page = match u64::from(u16::from_be_bytes([bytes[16], bytes[17]])) {
            1 => 65536,
            size => size,
        };
        Ok(Self { length, says: u64::from(number(28)) * page })
    }

    /// Checks that the file is not shorter than its header says. It is after a cut, and also if the process was
    /// killed while it moved the write-ahead log into the file.
    fn check_length(&self) -> Result<(), String> {
        let Self { length, says } = self;
        if length < says { Err(format!("the file has {length} of {says} bytes")) } else { Ok(()) }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Permissions do not stop tests that run as root, so this provokes the errors directly.
    #[test]
    fn what_cannot_be_written_is_told() {
        let home = tempfile::tempdir().unwrap();
        let path = home.path().join("journal");
        create(&path).unwrap();
        let writing = connect(&path, OpenFlags::SQLITE_OPEN_READ_WRITE).unwrap();
        check_writable(&path, &writing).unwrap();
        let reading = connect(&path, OpenFlags::SQLITE_OPEN_READ_ONLY).unwrap();
        let error = check_writable(&path, &reading).unwrap_err();
        assert!(
            matches!(error, OpenError::ReadOnly { .. }) && error.to_string().contains("can only be read")
        );
        let error = reading.execute_batch("BEGIN IMMEDIATE; DELETE FROM log").unwrap_err();
        assert!(matches!(sqlite_failure(&path, &error), OpenError::ReadOnly { .. }), "{error}");
        for kind in [io::ErrorKind::PermissionDenied, io::ErrorKind::ReadOnlyFilesystem] {
            assert!(matches!(write_failure(&path, &kind.into()), OpenError::ReadOnly { .. }));
        }
        assert!(matches!(write_failure(&path, &io::ErrorKind::NotFound.into()), OpenError::Failed { .. }));
    }
}
