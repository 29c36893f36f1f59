//! `kosti rescue`: copies the readable part of a damaged journal to a new one.

use std::io;
use std::path::{Path, PathBuf};
use std::process::ExitCode;

use anyhow::Result;

use crate::args::DataArgs;
use crate::data_dir::{DataDir, Owner};
use crate::failure::Failure;
use crate::out::Out;

pub(crate) fn run(args: &DataArgs, out: &mut Out) -> Result<ExitCode> {
    let data_dir = DataDir::open_existing(args.data.as_deref(), out)?;
    let damaged = data_dir.open(out)?.is_damaged();
    let failed = |why: &dyn std::fmt::Display, out: &Out| {
        let args = [("place", data_dir.to_text().into()), ("why", why.to_string().into())];
        anyhow::Error::from(Failure::new(out.say("rescue-failed", &args)))
    };
    let new = data_dir.file("rescued.db");
    // Remove the file of an interrupted rescue.
    remove(&new).map_err(|error| failed(&error, out))?;
    let rescued = kosti_journal::rescue(&data_dir.journal(), &new).map_err(|error| failed(&error, out))?;
    // Some tables can be damaged in an intact file.
    if !damaged && rescued.lost.is_empty() {
        remove(&new).map_err(|error| failed(&error, out))?;
        let sound = out.say("rescue-sound", &[("place", data_dir.to_text().into())]);
        out.line(&sound)?;
        return Ok(ExitCode::SUCCESS);
    }
    let kept = replace_journal(&data_dir, &new).map_err(|error| failed(&error, out))?;
    for lost in &rescued.lost {
        let args = [("table", lost.table.to_string().into()), ("why", (&lost.why).into())];
        let line = out.say("rescue-lost", &args);
        out.line(&line)?;
    }
    let args = [
        ("tables", rescued.tables.into()),
        ("entries", rescued.entries.into()),
        ("kept", kept.display().to_string().into()),
    ];
    let done = out.say("rescue-done", &args);
    out.line(&done)?;
    Ok(ExitCode::SUCCESS)
}

/// Replaces the damaged journal by the new one, and keeps the damaged one. A journal must exist under its name all
/// the time: without one, a server starts with an empty journal.
fn replace_journal(data_dir: &DataDir, new: &Path) -> io::Result<PathBuf> {
    let mut names = (1..).map(|nth| data_dir.file(&format!("damaged-{nth}.db")));
    let kept = names.find(|path| !path.exists()).expect("there is always another number");
    let owner = Owner::of(&data_dir.journal())?;
    for file in [new, &with_suffix(&data_dir.journal(), ".lock")] {
        owner.take(file)?;
    }
    // Not every file system supports links.
    std::fs::hard_link(data_dir.journal(), &kept)
        .or_else(|_| std::fs::copy(data_dir.journal(), &kept).map(|_| ()))?;
    owner.take(&kept)?;
    // Positions differ in the new journal, so the lists must be rebuilt.
    remove(&data_dir.lists())?;
    // SQLite must not take the old log for one of the new journal.
    match std::fs::rename(with_suffix(&data_dir.journal(), "-wal"), with_suffix(&kept, "-wal")) {
        Err(error) if error.kind() != io::ErrorKind::NotFound => return Err(error),
        _ => {}
    }
    let _ = std::fs::remove_file(with_suffix(&data_dir.journal(), "-shm"));
    std::fs::rename(new, data_dir.journal())?;
    remove(new)?;
    Ok(kept)
}

fn with_suffix(path: &Path, ending: &str) -> PathBuf {
    PathBuf::from(format!("{}{ending}", path.display()))
}

/// Removes a database and the files beside it, if they exist.
fn remove(path: &Path) -> io::Result<()> {
    for ending in ["", "-wal", "-shm", ".lock"] {
        match std::fs::remove_file(with_suffix(path, ending)) {
            Err(error) if error.kind() != io::ErrorKind::NotFound => return Err(error),
            _ => {}
        }
    }
    Ok(())
}
