//! `Place`: where a server keeps its tables, or what it needs to share them.

use std::io;
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
        let place = match given {
            Some(place) => place.to_owned(),
            None => choose_base_strategy().map_err(io::Error::other)?.data_dir().join("kosti").join("tables"),
        };
        std::fs::create_dir_all(&place).map_err(|error| unusable(out, &place, &error))?;
        Ok(Self(place))
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

pub(crate) fn unusable(out: &Out, place: &Path, why: &dyn std::fmt::Display) -> anyhow::Error {
    let args = [("place", place.display().to_string().into()), ("why", why.to_string().into())];
    Failure::new(out.say("serve-no-data", &args)).into()
}
