//! Compiles the workspace once for lints, tests and pages: clippy's driver is the compiler, so that lints cost no second
//! compilation, and every later step finds its programs built.

use std::io::{BufRead as _, BufReader};
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};

use anyhow::Context as _;
use serde_json::Value;

/// Builds benches and examples too: lints look at them.
pub(crate) const ARGUMENTS: &str = "test --no-run --workspace --all-targets --locked";

/// Cargo with clippy's driver as the compiler of this workspace. Steps that use what [`build`] made must call cargo
/// like this: another compiler means other files.
pub(crate) fn cargo(root: &Path) -> Command {
    let mut cargo = crate::cargo(root);
    cargo.env("RUSTC_WORKSPACE_WRAPPER", "clippy-driver");
    cargo
}

/// What was built.
#[derive(Debug, Default)]
pub(crate) struct Built {
    /// The `kosti` program.
    pub(crate) program: Option<PathBuf>,
    warnings: usize,
}

/// Builds everything. A warning is a failure: cargo repeats the warnings of what it does not compile again.
pub(crate) fn build(root: &Path) -> anyhow::Result<()> {
    let built = read_messages(root, ARGUMENTS)?;
    anyhow::ensure!(built.warnings == 0, "{} warnings", built.warnings);
    Ok(())
}

/// Runs cargo, shows its diagnostics, and returns what it says it has built.
pub(crate) fn read_messages(root: &Path, arguments: &str) -> anyhow::Result<Built> {
    let mut cargo = cargo(root);
    cargo.args(arguments.split(' ')).args(["--message-format", "json-diagnostic-rendered-ansi"]);
    let mut cargo = cargo.stdout(Stdio::piped()).spawn().context("cargo does not start")?;
    let messages = cargo.stdout.take().context("cargo has no output")?;
    let mut built = Built::default();
    for line in BufReader::new(messages).lines() {
        if let Some(text) = built.read(&line?) {
            eprint!("{text}");
        }
    }
    let status = cargo.wait()?;
    anyhow::ensure!(status.success(), "{status}");
    Ok(built)
}

impl Built {
    /// Takes in a message of cargo; returns the text to show, if any.
    fn read(&mut self, line: &str) -> Option<String> {
        let message: Value = serde_json::from_str(line).ok()?;
        let target = &message["target"];
        if target["name"] == "kosti" && target["kind"][0] == "bin" && message["profile"]["test"] == false {
            self.program = message["executable"].as_str().map(PathBuf::from).or_else(|| self.program.take());
        }
        let diagnostic = &message["message"];
        // The summary "1 warning emitted" has no code and no place.
        let counts =
            diagnostic["level"] == "warning" && diagnostic["spans"].as_array().is_some_and(|s| !s.is_empty());
        self.warnings += usize::from(counts);
        diagnostic["rendered"].as_str().map(str::to_owned)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_program_is_where_cargo_says() {
        let messages = r#"{"reason":"compiler-artifact","target":{"name":"kosti_dice"},"executable":null}
{"reason":"compiler-artifact","target":{"name":"kosti","kind":["test"]},"profile":{"test":true},"executable":"/somewhere/debug/deps/kosti-1"}
not a message
{"reason":"compiler-artifact","target":{"name":"kosti","kind":["bin"]},"profile":{"test":true},"executable":"/somewhere/debug/deps/kosti-2"}
{"reason":"compiler-artifact","target":{"name":"kosti","kind":["bin"]},"profile":{"test":false},"executable":"/somewhere/debug/kosti"}
{"reason":"build-finished","success":true}"#;
        let mut built = Built::default();
        assert!(messages.lines().all(|line| built.read(line).is_none()));
        assert_eq!(built.program.as_deref(), Some(Path::new("/somewhere/debug/kosti")));
        assert_eq!(built.warnings, 0);
    }

    #[test]
    fn a_warning_is_shown_and_counted() {
        let mut built = Built::default();
        let warning = r#"{"reason":"compiler-message","message":{"level":"warning","spans":[{"line_start":3}],"rendered":"warning: unused"}}"#;
        let summary = r#"{"reason":"compiler-message","message":{"level":"warning","spans":[],"rendered":"warning: 1 warning emitted"}}"#;
        assert_eq!(built.read(warning).as_deref(), Some("warning: unused"));
        assert_eq!(built.read(summary).as_deref(), Some("warning: 1 warning emitted"));
        assert_eq!(built.warnings, 1);
    }
}
