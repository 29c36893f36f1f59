//! `kosti new`: a rules file to start from.

use std::fs::OpenOptions;
use std::io::{ErrorKind, Write as _};
use std::process::ExitCode;

use anyhow::Result;
use kosti_words::Language;

use crate::args::NewArgs;
use crate::failure::Failure;
use crate::out::Out;

pub(crate) fn run(args: &NewArgs, out: &mut Out) -> Result<ExitCode> {
    let start = Language::from_tag(out.language()).unwrap_or_default().start();
    let path = args.file.display().to_string();
    let written = OpenOptions::new()
        .write(true)
        .create_new(true)
        .open(&args.file)
        .and_then(|mut file| file.write_all(start.as_bytes()));
    if let Err(error) = written {
        let message = match error.kind() {
            ErrorKind::AlreadyExists => out.say("new-exists", &[("file", path.into())]),
            _ => out.say("file-unwritable", &[("file", path.into()), ("why", error.to_string().into())]),
        };
        return Err(Failure::new(message).into());
    }
    let told = out.say("new-written", &[("file", path.into())]);
    out.line(&told)?;
    Ok(ExitCode::SUCCESS)
}
