//! `kosti copy`: copies the tables of one machine to shared NATS servers, or back.

use std::process::ExitCode;

use anyhow::Result;
use kosti_journal::{CopyError, Feed, Journal};

use crate::args::CopyArgs;
use crate::data_dir::DataDir;
use crate::failure::Failure;
use crate::nats;
use crate::out::Out;
use crate::progress::Bar;

pub(crate) fn run(args: &CopyArgs, out: &mut Out) -> Result<ExitCode> {
    let runtime = tokio::runtime::Builder::new_multi_thread().enable_all().build()?;
    runtime.block_on(copy(args, out))
}

async fn copy(args: &CopyArgs, out: &mut Out) -> Result<ExitCode> {
    nats::check_built_in(out)?;
    // The source must exist; the target is created.
    let data_dir = match args.to {
        Some(_) => DataDir::open_existing(args.data.as_deref(), out)?,
        None => DataDir::new(args.data.as_deref(), out)?,
    };
    let file = data_dir.open(out)?;
    let servers = args.to.as_ref().or(args.from.as_ref()).expect("clap asks for one of them");
    let (shared, _) = nats::connect(servers, args.replicas, None, &data_dir, out).await?;
    let records = if args.to.is_some() {
        copy_records(&file, &shared, out).await
    } else {
        copy_records(&shared, &file, out).await
    }?;
    let done = out.say("copy-done", &[("records", records.into())]);
    out.line(&done)?;
    Ok(ExitCode::SUCCESS)
}

async fn copy_records<T: Journal + Feed>(from: &dyn Feed, to: &T, out: &Out) -> Result<u64> {
    let bar = Bar::new();
    let copied = kosti_journal::copy(from, to, |done| bar.show_records(done, from)).await;
    bar.clear();
    copied.map_err(|error: CopyError| {
        Failure::new(out.say("copy-failed", &[("why", error.to_string().into())])).into()
    })
}
