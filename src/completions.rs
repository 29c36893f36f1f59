//! `kosti completions`: what a shell needs to complete our commands.

use std::process::ExitCode;

use anyhow::Result;

use crate::args::{self, CompletionsArgs};
use crate::out::Out;

pub(crate) fn run(args: &CompletionsArgs, out: &mut Out) -> Result<ExitCode> {
    use std::io::Write as _;
    let mut command = args::command(&out.words);
    // Into memory first: clap panics when it can't write, and a closed pipe is no reason to.
    let mut script = Vec::new();
    clap_complete::generate(args.shell, &mut command, "kosti", &mut script);
    out.writer().write_all(&script)?;
    Ok(ExitCode::SUCCESS)
}
