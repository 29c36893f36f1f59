//! `kosti backup`: the tables of a server, which may run meanwhile, in another place.

use std::process::ExitCode;

use anyhow::Result;
use kosti_journal::NewJournalError;

use crate::args::BackupArgs;
use crate::failure::Failure;
use crate::out::Out;
use crate::place::Place;

pub(crate) fn run(args: &BackupArgs, out: &mut Out) -> Result<ExitCode> {
    let from = Place::existing(args.data.as_deref(), out)?;
    let failed = |why: &dyn std::fmt::Display, out: &Out| {
        let args = [("place", from.told().into()), ("why", why.to_string().into())];
        anyhow::Error::from(Failure::new(out.say("backup-failed", &args)))
    };
    let to = Place::new(Some(&args.to), out)?;
    // Somebody's key may be all that is there: that of a server that shares its tables.
    if to.key().exists() {
        return Err(failed(&NewJournalError::Exists { path: to.key() }, out));
    }
    let records =
        kosti_journal::backup(&from.journal(), &to.journal()).map_err(|error| failed(&error, out))?;
    if from.key().exists() {
        // With its permissions: nobody else may read it.
        std::fs::copy(from.key(), to.key()).map_err(|error| failed(&error, out))?;
    }
    let done = out.say("backup-done", &[("records", records.into()), ("place", to.told().into())]);
    out.line(&done)?;
    Ok(ExitCode::SUCCESS)
}
