//! `kosti rebuild`: the lists made anew from the journal.

use std::path::Path;
use std::process::ExitCode;

use anyhow::Result;
use kosti_journal::Feed;
use kosti_lists::Rebuilt;

use crate::args::RebuildArgs;
use crate::out::Out;
use crate::place::{Owner, Place, unusable};
use crate::progress::Bar;

pub(crate) fn run(args: &RebuildArgs, out: &mut Out) -> Result<ExitCode> {
    let runtime = tokio::runtime::Builder::new_multi_thread().enable_all().build()?;
    let data = args.data.as_deref();
    let rebuilt = runtime.block_on(async {
        match &args.journal {
            None => {
                let place = Place::existing(data, out)?;
                let owner =
                    Owner::of(&place.journal()).map_err(|error| unusable(out, &place.journal(), &error))?;
                rebuild_from(&place.open(out)?, &place.lists(), &owner, out).await
            }
            Some(servers) => {
                let place = Place::sharing(data, out)?;
                let owner = Owner::of(&place.key()).map_err(|error| unusable(out, &place.key(), &error))?;
                let (journal, _) = place.shared(servers, args.replicas, out).await?;
                rebuild_from(&journal, &place.shared_lists(), &owner, out).await
            }
        }
    })?;
    let args = [("records", rebuilt.records.into()), ("tables", rebuilt.tables.into())];
    let done = out.say("rebuild-done", &args);
    out.line(&done)?;
    if rebuilt.skipped > 0 {
        let skipped = out.say("rebuild-skipped", &[("skipped", rebuilt.skipped.into())]);
        out.line(&skipped)?;
    }
    Ok(ExitCode::SUCCESS)
}

/// Makes the lists for whoever owns the tables.
async fn rebuild_from(journal: &dyn Feed, lists: &Path, owner: &Owner, out: &Out) -> Result<Rebuilt> {
    let bar = Bar::new();
    let rebuilt = kosti_lists::rebuild(lists, journal, |done| bar.show_records(done, journal)).await;
    bar.clear();
    let rebuilt = rebuilt.map_err(|error| unusable(out, lists, &error))?;
    owner.take(lists).map_err(|error| unusable(out, lists, &error))?;
    Ok(rebuilt)
}
