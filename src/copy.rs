//! `kosti copy`: the tables of one machine to NATS servers that several share, and back.

use std::process::ExitCode;

use anyhow::Result;
use kosti_journal::{CopyError, Feed, Journal, NatsJournal};

use crate::args::CopyArgs;
use crate::failure::Failure;
use crate::out::Out;
use crate::place::Place;
use crate::progress::Bar;

pub(crate) fn run(args: &CopyArgs, out: &mut Out) -> Result<ExitCode> {
    let runtime = tokio::runtime::Builder::new_multi_thread().enable_all().build()?;
    runtime.block_on(copy(args, out))
}

async fn copy(args: &CopyArgs, out: &mut Out) -> Result<ExitCode> {
    // Tables to copy must be there; a place for copies of them is made.
    let place = match args.to {
        Some(_) => Place::existing(args.data.as_deref(), out)?,
        None => Place::new(args.data.as_deref(), out)?,
    };
    let file = place.open(out)?;
    let servers = args.to.as_ref().or(args.from.as_ref()).expect("clap asks for one of them");
    let shared: NatsJournal = place.shared(servers, args.replicas, out).await?.0;
    let records = if args.to.is_some() {
        copied(&file, &shared, out).await
    } else {
        copied(&shared, &file, out).await
    }?;
    let done = out.say("copy-done", &[("records", records.into())]);
    out.line(&done)?;
    Ok(ExitCode::SUCCESS)
}

async fn copied<T: Journal + Feed>(from: &dyn Feed, to: &T, out: &Out) -> Result<u64> {
    let bar = Bar::new();
    let copied = kosti_journal::copy(from, to, |done| bar.show_records(done, from)).await;
    bar.clear();
    copied.map_err(|error: CopyError| {
        Failure::new(out.say("copy-failed", &[("why", error.to_string().into())])).into()
    })
}
