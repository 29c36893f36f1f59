//! The files of games: one each, replaced as a whole, so that a crash leaves either the old or the new version.

use std::fs::{self, File, TryLockError};
use std::io::{self, Write as _};
use std::path::{Path, PathBuf};

use etcetera::{BaseStrategy as _, choose_base_strategy};
use kosti_engine::Record;

/// The directory of the user's games.
///
/// # Errors
/// If the user has no home directory.
pub fn games() -> io::Result<PathBuf> {
    let base = choose_base_strategy().map_err(io::Error::other)?;
    Ok(base.data_dir().join("kosti").join("games"))
}

/// The records in a directory, newest first.
#[must_use]
pub fn records(place: &Path) -> Vec<PathBuf> {
    let Ok(entries) = fs::read_dir(place) else { return Vec::new() };
    let files = entries.filter_map(|entry| Some(entry.ok()?.path()));
    let mut records: Vec<_> = files
        .filter(|path| path.extension().is_some_and(|extension| extension == "kosti"))
        .map(|path| (fs::metadata(&path).and_then(|about| about.modified()).ok(), path))
        .collect();
    records.sort_by(|a, b| b.cmp(a));
    records.into_iter().map(|(_, path)| path).collect()
}

/// A new file name for a game in this directory.
#[must_use]
pub fn new_name(place: &Path, game: &str, moment: &str) -> PathBuf {
    let name = |nth: usize| match nth {
        1 => format!("{moment}-{game}.kosti"),
        nth => format!("{moment}-{game}-{nth}.kosti"),
    };
    let mut names = (1..).map(|nth| place.join(name(nth)));
    names.find(|path| !path.exists()).expect("there is always another number")
}

/// The lock of a game: no other process can play it.
pub struct GameLock {
    beside: PathBuf,
    _lock: File,
}

impl GameLock {
    /// Locks the game in this file until the lock is dropped or the program ends in any way. `None` if another
    /// process has the lock.
    ///
    /// # Errors
    /// If the directory can't be written.
    pub fn new(path: &Path) -> io::Result<Option<Self>> {
        let place = folder(path);
        fs::create_dir_all(place)?;
        let mut name = std::ffi::OsString::from(".");
        name.push(path.file_name().unwrap_or_default());
        name.push(".lock");
        let beside = place.join(name);
        let lock = File::options().create(true).truncate(false).write(true).open(&beside)?;
        match lock.try_lock() {
            Ok(()) => Ok(Some(Self { beside, _lock: lock })),
            Err(TryLockError::WouldBlock) => Ok(None),
            Err(TryLockError::Error(error)) => Err(error),
        }
    }
}

impl Drop for GameLock {
    fn drop(&mut self) {
        // A leftover file locks nothing.
        let _ = fs::remove_file(&self.beside);
    }
}

fn folder(path: &Path) -> &Path {
    path.parent().filter(|place| !place.as_os_str().is_empty()).unwrap_or(Path::new("."))
}

/// Saves the record: writes a new file, makes it durable, and renames it over the old one.
///
/// # Errors
/// If the file can't be written; the old one is unchanged then.
pub fn save(record: &Record, path: &Path) -> io::Result<()> {
    let place = folder(path);
    fs::create_dir_all(place)?;
    let mut name = path.file_name().unwrap_or_default().to_owned();
    // Always the same name, so that the next save replaces a file left by a kill.
    name.push(".new");
    let beside = place.join(name);
    let written = File::create(&beside).and_then(|mut file| {
        file.write_all(record.to_string().as_bytes())?;
        file.sync_all()
    });
    if let Err(error) = written.and_then(|()| fs::rename(&beside, path)) {
        let _ = fs::remove_file(&beside);
        return Err(error);
    }
    // The rename is durable once its directory is; some systems can't open a directory.
    match File::open(place) {
        Ok(directory) => directory.sync_all().or(Ok(())),
        Err(_) => Ok(()),
    }
}
