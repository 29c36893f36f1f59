//! Replaces `nats.rs` if the feature `nats` is off: refuses shared journals.

use std::time::Duration;

use anyhow::Result;
use kosti_server::Master;

use crate::data_dir::DataDir;
use crate::failure::Failure;
use crate::out::Out;

/// A type for the callers: [`connect`] never returns one.
pub(crate) use kosti_journal::MemoryJournal as SharedJournal;

pub(crate) fn check_built_in(out: &Out) -> Result<()> {
    Err(refusal(out))
}

pub(crate) async fn connect(
    _servers: &str,
    _replicas: Option<u8>,
    _patience: Option<Duration>,
    _data_dir: &DataDir,
    out: &Out,
) -> Result<(SharedJournal, Master)> {
    Err(refusal(out))
}

pub(crate) async fn describe(_journal: &SharedJournal, _data_dir: &DataDir, _out: &Out) -> Vec<String> {
    Vec::new()
}

fn refusal(out: &Out) -> anyhow::Error {
    Failure::new(out.say("serve-without-nats", &[])).into()
}
