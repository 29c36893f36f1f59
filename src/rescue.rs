//! `kosti rescue`: what can be read of a damaged journal, in a new one.

use std::io;
use std::path::{Path, PathBuf};
use std::process::ExitCode;

use anyhow::Result;

use crate::args::DataArgs;
use crate::failure::Failure;
use crate::out::Out;
use crate::place::{Owner, Place};

pub(crate) fn run(args: &DataArgs, out: &mut Out) -> Result<ExitCode> {
    let place = Place::existing(args.data.as_deref(), out)?;
    let damaged = place.open(out)?.is_damaged();
    let failed = |why: &dyn std::fmt::Display, out: &Out| {
        let args = [("place", place.told().into()), ("why", why.to_string().into())];
        anyhow::Error::from(Failure::new(out.say("rescue-failed", &args)))
    };
    let new = place.file("rescued.db");
    // Of a rescue that was broken off.
    remove(&new).map_err(|error| failed(&error, out))?;
    let rescued = kosti_journal::rescue(&place.journal(), &new).map_err(|error| failed(&error, out))?;
    // In a file that is whole some tables can be damaged.
    if !damaged && rescued.lost.is_empty() {
        remove(&new).map_err(|error| failed(&error, out))?;
        let sound = out.say("rescue-sound", &[("place", place.told().into())]);
        out.line(&sound)?;
        return Ok(ExitCode::SUCCESS);
    }
    let kept = keep(&place, &new).map_err(|error| failed(&error, out))?;
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

/// Puts the new journal in the place of the damaged one, which is kept. There is a journal under its name all the time:
/// where there is none, a server begins with nothing.
fn keep(place: &Place, new: &Path) -> io::Result<PathBuf> {
    let mut names = (1..).map(|nth| place.file(&format!("damaged-{nth}.db")));
    let kept = names.find(|path| !path.exists()).expect("there is always another number");
    let owner = Owner::of(&place.journal())?;
    for file in [new, &beside(&place.journal(), ".lock")] {
        owner.take(file)?;
    }
    // Not every file system has links.
    std::fs::hard_link(place.journal(), &kept)
        .or_else(|_| std::fs::copy(place.journal(), &kept).map(|_| ()))?;
    owner.take(&kept)?;
    // Records have other places in the new journal, so the lists are made anew.
    remove(&place.lists())?;
    // The old log must not be taken for one of the new journal.
    match std::fs::rename(beside(&place.journal(), "-wal"), beside(&kept, "-wal")) {
        Err(error) if error.kind() != io::ErrorKind::NotFound => return Err(error),
        _ => {}
    }
    let _ = std::fs::remove_file(beside(&place.journal(), "-shm"));
    std::fs::rename(new, place.journal())?;
    remove(new)?;
    Ok(kept)
}

fn beside(path: &Path, ending: &str) -> PathBuf {
    PathBuf::from(format!("{}{ending}", path.display()))
}

/// Removes a database and what stands beside it, if it is there.
fn remove(path: &Path) -> io::Result<()> {
    for ending in ["", "-wal", "-shm", ".lock"] {
        match std::fs::remove_file(beside(path, ending)) {
            Err(error) if error.kind() != io::ErrorKind::NotFound => return Err(error),
            _ => {}
        }
    }
    Ok(())
}
