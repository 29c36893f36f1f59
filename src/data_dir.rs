//! `DataDir`: the data directory of a server.

use std::fs::Permissions;
use std::io;
use std::os::unix::fs::{MetadataExt as _, chown};
use std::path::{Path, PathBuf};

use anyhow::Result;
use etcetera::{BaseStrategy as _, choose_base_strategy};
use kosti_journal::{OpenError, SqliteJournal};
use kosti_server::{Master, read_master_key};

use crate::failure::Failure;
use crate::out::Out;

/// The directory of a server's journal, lists and key.
pub(crate) struct DataDir(PathBuf);

impl DataDir {
    pub(crate) fn new(given: Option<&Path>, out: &Out) -> Result<Self> {
        let data_dir = directory(given)?;
        std::fs::create_dir_all(&data_dir).map_err(|error| data_failure(out, &data_dir, &error))?;
        Ok(Self(data_dir))
    }

    /// Opens a directory that has a journal. Creates nothing.
    pub(crate) fn open_existing(given: Option<&Path>, out: &Out) -> Result<Self> {
        let data_dir = Self(directory(given)?);
        if data_dir.journal().exists() { Ok(data_dir) } else { Err(data_dir.no_tables_failure(out)) }
    }

    /// Opens a directory that has a key, of a server that shares its tables. Creates nothing.
    pub(crate) fn open_shared(given: Option<&Path>, out: &Out) -> Result<Self> {
        let data_dir = Self(directory(given)?);
        if data_dir.key().exists() { Ok(data_dir) } else { Err(data_dir.no_tables_failure(out)) }
    }

    fn no_tables_failure(&self, out: &Out) -> anyhow::Error {
        Failure::new(out.say("serve-no-tables", &[("place", self.to_text().into())])).into()
    }

    /// Another file in the directory.
    pub(crate) fn file(&self, name: &str) -> PathBuf {
        self.0.join(name)
    }

    pub(crate) fn journal(&self) -> PathBuf {
        self.0.join("journal.db")
    }

    pub(crate) fn lists(&self) -> PathBuf {
        self.0.join("lists.db")
    }

    /// The lists of a shared journal: its positions differ from those of the local one.
    pub(crate) fn shared_lists(&self) -> PathBuf {
        self.0.join("lists-shared.db")
    }

    pub(crate) fn key(&self) -> PathBuf {
        self.0.join("master.key")
    }

    pub(crate) fn to_text(&self) -> String {
        self.0.display().to_string()
    }

    /// Opens the journal.
    pub(crate) fn open(&self, out: &Out) -> Result<SqliteJournal> {
        SqliteJournal::open(self.journal()).map_err(|error: OpenError| data_failure(out, &self.0, &error))
    }

    pub(crate) fn master(&self, out: &Out) -> Result<Master> {
        read_master_key(&self.key()).map_err(|error| data_failure(out, &self.0, &error))
    }
}

fn directory(given: Option<&Path>) -> io::Result<PathBuf> {
    match given {
        Some(path) => Ok(path.to_owned()),
        None => Ok(choose_base_strategy().map_err(io::Error::other)?.data_dir().join("kosti").join("tables")),
    }
}

/// The owner and permissions of a file. Root may do a chore for a server that is not root, and must leave files that
/// the server can use.
pub(crate) struct Owner {
    uid: u32,
    gid: u32,
    permissions: Permissions,
}

impl Owner {
    pub(crate) fn of(path: &Path) -> io::Result<Self> {
        let found = std::fs::metadata(path)?;
        Ok(Self { uid: found.uid(), gid: found.gid(), permissions: found.permissions() })
    }

    /// Gives a file to the owner, if it exists.
    pub(crate) fn take(&self, path: &Path) -> io::Result<()> {
        let now = match Self::of(path) {
            Err(error) if error.kind() == io::ErrorKind::NotFound => return Ok(()),
            now => now?,
        };
        if (now.uid, now.gid) != (self.uid, self.gid) {
            chown(path, Some(self.uid), Some(self.gid))?;
        }
        std::fs::set_permissions(path, self.permissions.clone())
    }
}

pub(crate) fn data_failure(out: &Out, path: &Path, why: &dyn std::fmt::Display) -> anyhow::Error {
    let args = [("place", path.display().to_string().into()), ("why", why.to_string().into())];
    Failure::new(out.say("serve-no-data", &args)).into()
}
