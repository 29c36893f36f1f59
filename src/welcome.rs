//! `kosti` alone: what it can do, in a few lines.

use std::process::ExitCode;

use anyhow::Result;

use crate::out::Out;

pub(crate) fn run(out: &mut Out) -> Result<ExitCode> {
    let text = out.say("welcome", &[]);
    out.line(&text)?;
    Ok(ExitCode::SUCCESS)
}
