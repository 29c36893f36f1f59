//! `kosti help` and `kosti man`: help on the screen and as manual pages.

use std::io::Write as _;
use std::process::ExitCode;

use anyhow::Result;
use clap_mangen::Man;

use crate::args::{self, HelpArgs};
use crate::failure::Failure;
use crate::out::Out;
use crate::usage;

pub(crate) fn run(args: &HelpArgs, out: &mut Out) -> Result<ExitCode> {
    let help = find(args, out)?.render_help();
    write!(out.writer(), "{}", help.ansi())?;
    Ok(ExitCode::SUCCESS)
}

pub(crate) fn man(args: &HelpArgs, out: &mut Out) -> Result<ExitCode> {
    let mut page = Vec::new();
    Man::new(find(args, out)?).render(&mut page)?;
    out.writer().write_all(&page)?;
    Ok(ExitCode::SUCCESS)
}

/// The requested command, or the whole program.
fn find(args: &HelpArgs, out: &Out) -> Result<clap::Command> {
    let mut all = args::command(&out.words);
    all.build();
    let Some(name) = &args.command else { return Ok(all) };
    match all.find_subcommand(name) {
        Some(command) => Ok(command.clone()),
        None => Err(Failure::usage(usage::unknown_command(name, &out.words)).into()),
    }
}
