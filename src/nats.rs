//! The shared journal on NATS servers. `without_nats.rs` replaces this file if the feature `nats` is off.

use std::time::Duration;

use anyhow::Result;
use kosti_journal::{ConnectError, NatsOptions, Synced};
use kosti_server::Master;

use crate::data_dir::DataDir;
use crate::failure::Failure;
use crate::out::Out;

pub(crate) use kosti_journal::NatsJournal as SharedJournal;

/// Fails if the program was built without NATS, before anything is created.
pub(crate) fn check_built_in(_out: &Out) -> Result<()> {
    Ok(())
}

/// Connects to the shared journal; returns it with the key that all its servers share.
pub(crate) async fn connect(
    servers: &str,
    replicas: Option<u8>,
    patience: Option<Duration>,
    data_dir: &DataDir,
    out: &Out,
) -> Result<(SharedJournal, Master)> {
    let had_key = data_dir.key().exists();
    let master = data_dir.master(out)?;
    let standard = NatsOptions::default();
    let options = NatsOptions {
        replicas: replicas.map_or(standard.replicas, usize::from),
        fingerprint: Some(master.fingerprint()),
        patience: patience.unwrap_or(standard.patience),
        ..standard
    };
    match SharedJournal::connect(servers, &options).await {
        Ok(journal) => Ok((journal, master)),
        Err(error) => {
            if !had_key {
                // The key was created a moment ago, and must not be taken for the right one.
                let _ = std::fs::remove_file(data_dir.key());
            }
            let id = if matches!(error, ConnectError::OtherKey { .. }) {
                "serve-other-key"
            } else {
                "serve-no-journal"
            };
            let args = [("place", data_dir.to_text().into()), ("why", error.to_string().into())];
            Err(Failure::new(out.say(id, &args)).into())
        }
    }
}

/// Describes the place of the tables, with a warning unless every record is on disk before it is acknowledged.
pub(crate) async fn describe(journal: &SharedJournal, data_dir: &DataDir, out: &Out) -> Vec<String> {
    let servers = journal.servers();
    let mut lines =
        vec![out.say("serve-shared", &[("servers", servers.into()), ("place", data_dir.to_text().into())])];
    match journal.check_sync().await {
        Synced::Always => {}
        Synced::Later { servers } => {
            lines.push(out.say("serve-sync-later", &[("servers", servers.join(", ").into())]));
        }
        Synced::Unseen => lines.push(out.say("serve-sync-unseen", &[])),
    }
    lines
}
