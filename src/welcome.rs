//! `kosti` without a command: a short introduction, then the server with its pages.

use std::process::ExitCode;

use anyhow::Result;

use crate::args::ServeArgs;
use crate::out::Out;
use crate::serve;

pub(crate) fn run(out: &mut Out) -> Result<ExitCode> {
    let text = out.say("welcome", &[]);
    out.line(&text)?;
    serve::run(&ServeArgs::default(), out)
}
