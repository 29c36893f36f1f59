//! `Place`: where a server keeps its tables, or what it needs to share them.

use std::fs::Permissions;
use std::io;
use std::os::unix::fs::{MetadataExt as _, chown};
use std::path::{Path, PathBuf};

use anyhow::Result;
use etcetera::{BaseStrategy as _, choose_base_strategy};
use kosti_journal::{ConnectError, NatsJournal, NatsOptions, OpenError, SqliteJournal};
use kosti_site::Master;

use crate::failure::Failure;
use crate::out::Out;

/// Where a server keeps its journal, its lists and its key.
pub(crate) struct Place(PathBuf);

impl Place {
    pub(crate) fn new(given: Option<&Path>, out: &Out) -> Result<Self> {
        let place = directory(given)?;
        std::fs::create_dir_all(&place).map_err(|error| unusable(out, &place, &error))?;
        Ok(Self(place))
    }

    /// The same for what looks at tables that are there: nothing is made in a directory that has none.
    pub(crate) fn existing(given: Option<&Path>, out: &Out) -> Result<Self> {
        let place = Self(directory(given)?);
        if place.journal().exists() { Ok(place) } else { Err(place.without_tables(out)) }
    }

    /// The same for one that shares its tables: it has a key.
    pub(crate) fn sharing(given: Option<&Path>, out: &Out) -> Result<Self> {
        let place = Self(directory(given)?);
        if place.key().exists() { Ok(place) } else { Err(place.without_tables(out)) }
    }

    fn without_tables(&self, out: &Out) -> anyhow::Error {
        Failure::new(out.say("serve-no-tables", &[("place", self.told().into())])).into()
    }

    /// Another file there.
    pub(crate) fn file(&self, name: &str) -> PathBuf {
        self.0.join(name)
    }

    pub(crate) fn journal(&self) -> PathBuf {
        self.0.join("journal.db")
    }

    pub(crate) fn lists(&self) -> PathBuf {
        self.0.join("lists.db")
    }

    /// Of a journal that several servers share: places in it are not those in the journal here.
    pub(crate) fn shared_lists(&self) -> PathBuf {
        self.0.join("lists-shared.db")
    }

    pub(crate) fn key(&self) -> PathBuf {
        self.0.join("master.key")
    }

    pub(crate) fn told(&self) -> String {
        self.0.display().to_string()
    }

    /// The journal here.
    pub(crate) fn open(&self, out: &Out) -> Result<SqliteJournal> {
        SqliteJournal::open(self.journal()).map_err(|error: OpenError| unusable(out, &self.0, &error))
    }

    pub(crate) fn master(&self, out: &Out) -> Result<Master> {
        Master::at(&self.key()).map_err(|error| unusable(out, &self.0, &error))
    }

    /// The journal that other servers write to as well, and the key that they share.
    pub(crate) async fn shared(
        &self,
        servers: &str,
        replicas: Option<u8>,
        out: &Out,
    ) -> Result<(NatsJournal, Master)> {
        let had_key = self.key().exists();
        let master = self.master(out)?;
        let standard = NatsOptions::default();
        let options = NatsOptions {
            replicas: replicas.map_or(standard.replicas, usize::from),
            fingerprint: Some(master.fingerprint()),
            ..standard
        };
        match NatsJournal::connect(servers, &options).await {
            Ok(journal) => Ok((journal, master)),
            Err(error) => {
                if !had_key {
                    // It was made a moment ago, and must not be taken for the right one.
                    let _ = std::fs::remove_file(self.key());
                }
                let id = if matches!(error, ConnectError::OtherKey { .. }) {
                    "serve-other-key"
                } else {
                    "serve-no-journal"
                };
                let args = [("place", self.told().into()), ("why", error.to_string().into())];
                Err(Failure::new(out.say(id, &args)).into())
            }
        }
    }
}

fn directory(given: Option<&Path>) -> io::Result<PathBuf> {
    match given {
        Some(place) => Ok(place.to_owned()),
        None => Ok(choose_base_strategy().map_err(io::Error::other)?.data_dir().join("kosti").join("tables")),
    }
}

/// Whose a file is, and who may do what with it. Root may do a chore for a server that is not root, and must leave it
/// files that it can use.
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

    /// Makes a file theirs, if it is there.
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

pub(crate) fn unusable(out: &Out, place: &Path, why: &dyn std::fmt::Display) -> anyhow::Error {
    let args = [("place", place.display().to_string().into()), ("why", why.to_string().into())];
    Failure::new(out.say("serve-no-data", &args)).into()
}
