//! `kosti rebuild`: builds the lists again from the journal.

use std::path::Path;
use std::process::ExitCode;

use anyhow::Result;
use kosti_journal::Feed;
use kosti_projections::Rebuilt;

use crate::args::RebuildArgs;
use crate::data_dir::{DataDir, Owner, data_failure};
use crate::nats;
use crate::out::Out;
use crate::progress::Bar;

pub(crate) fn run(args: &RebuildArgs, out: &mut Out) -> Result<ExitCode> {
    let runtime = tokio::runtime::Builder::new_multi_thread().enable_all().build()?;
    let data = args.data.as_deref();
    let rebuilt = runtime.block_on(async {
        match &args.journal {
            None => {
                let data_dir = DataDir::open_existing(data, out)?;
                let owner = Owner::of(&data_dir.journal())
                    .map_err(|error| data_failure(out, &data_dir.journal(), &error))?;
                rebuild_from(&data_dir.open(out)?, &data_dir.lists(), &owner, out).await
            }
            Some(servers) => {
                nats::check_built_in(out)?;
                let data_dir = DataDir::open_shared(data, out)?;
                let owner =
                    Owner::of(&data_dir.key()).map_err(|error| data_failure(out, &data_dir.key(), &error))?;
                let (journal, _) = nats::connect(servers, args.replicas, None, &data_dir, out).await?;
                rebuild_from(&journal, &data_dir.shared_lists(), &owner, out).await
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

/// Builds the lists and gives them to the owner of the tables.
async fn rebuild_from(journal: &dyn Feed, lists: &Path, owner: &Owner, out: &Out) -> Result<Rebuilt> {
    let bar = Bar::new();
    let rebuilt = kosti_projections::rebuild(lists, journal, |done| bar.show_records(done, journal)).await;
    bar.clear();
    let rebuilt = rebuilt.map_err(|error| data_failure(out, lists, &error))?;
    owner.take(lists).map_err(|error| data_failure(out, lists, &error))?;
    Ok(rebuilt)
}
