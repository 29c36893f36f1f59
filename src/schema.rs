//! `kosti schema`: the JSON Schema of a rules file, for editors.

use std::process::ExitCode;

use anyhow::Result;

use crate::out::Out;

pub(crate) fn run(out: &mut Out) -> Result<ExitCode> {
    out.json(&kosti_rules::schema())?;
    Ok(ExitCode::SUCCESS)
}
