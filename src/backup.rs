//! `kosti backup`: copies the tables of a server, even while it runs.

use std::process::ExitCode;

use anyhow::Result;
use kosti_journal::NewJournalError;

use crate::args::BackupArgs;
use crate::data_dir::DataDir;
use crate::failure::Failure;
use crate::out::Out;

pub(crate) fn run(args: &BackupArgs, out: &mut Out) -> Result<ExitCode> {
    let from = DataDir::open_existing(args.data.as_deref(), out)?;
    let failed = |why: &dyn std::fmt::Display, out: &Out| {
        let args = [("place", from.to_text().into()), ("why", why.to_string().into())];
        anyhow::Error::from(Failure::new(out.say("backup-failed", &args)))
    };
    let to = DataDir::new(Some(&args.to), out)?;
    // The target may hold nothing but the key of a server that shares its tables.
    if to.key().exists() {
        return Err(failed(&NewJournalError::Exists { path: to.key() }, out));
    }
    let records =
        kosti_journal::backup(&from.journal(), &to.journal()).map_err(|error| failed(&error, out))?;
    if from.key().exists() {
        // Copies the permissions too: nobody else may read the key.
        std::fs::copy(from.key(), to.key()).map_err(|error| failed(&error, out))?;
    }
    let done = out.say("backup-done", &[("records", records.into()), ("place", to.to_text().into())]);
    out.line(&done)?;
    Ok(ExitCode::SUCCESS)
}
