//! `cargo xtask`: the chores of this repository.
#![allow(
    clippy::print_stdout,
    clippy::print_stderr,
    reason = "talking to a developer is what this program does"
)]

mod documents;
mod games;
mod layers;
mod leftovers;
mod length;
mod members;
mod needs;
mod pages;
mod purity;
mod repo;
mod source;
mod steps;
mod tidy;
mod violation;

use std::path::{Path, PathBuf};
use std::process::{Command, ExitCode, Stdio};

use anyhow::Context as _;
use serde_json::Value;
use steps::Tier;

const USAGE: &str = "\
cargo xtask COMMAND

  test [NAME…]     every check: format, lints, docs, tests, doctests, types, browser, tidy;
                   with names only the Rust tests whose names contain one of them
  prove            the same checks, with new random inputs
  browser [NAME…]  the checks of the pages: types, and the tests of these names in Chromium
  soak [--minutes N] [--bots N] [--parties N] [--seed N]
                   a server under load and in trouble, for as long as one likes; minutes are 10 if not said
  tidy             the rules of this repository that no compiler checks
";

fn main() -> ExitCode {
    let arguments: Vec<String> = std::env::args().skip(1).collect();
    let arguments: Vec<&str> = arguments.iter().map(String::as_str).collect();
    let done = match arguments[..] {
        ["test"] => root().and_then(|root| steps::test(&root, Tier::Quick)),
        ["test", ref names @ ..] => root().and_then(|root| steps::test_named(&root, names)),
        ["prove"] => root().and_then(|root| steps::test(&root, Tier::full())),
        ["browser", ref names @ ..] => root().and_then(|root| steps::browser(&root, names)),
        ["soak", ref options @ ..] => root().and_then(|root| steps::soak(&root, options)),
        ["tidy"] => root().and_then(|root| tidy::tidy(&root)),
        ["help" | "--help" | "-h"] => {
            print!("{USAGE}");
            return ExitCode::SUCCESS;
        }
        _ => {
            eprint!("{USAGE}");
            return ExitCode::from(2);
        }
    };
    match done {
        Ok(()) => ExitCode::SUCCESS,
        Err(error) => {
            eprintln!("xtask: {error:#}");
            ExitCode::FAILURE
        }
    }
}

/// The repository: cargo says at run time where this package lies, so a binary from a shared target directory
/// still works on the clone it was started in.
fn root() -> anyhow::Result<PathBuf> {
    let package = std::env::var_os("CARGO_MANIFEST_DIR")
        .map_or_else(|| PathBuf::from(env!("CARGO_MANIFEST_DIR")), PathBuf::from);
    let root = package.parent().context("xtask lies in the repository")?;
    Ok(root.to_path_buf())
}

/// A command in the repository that never waits for input.
fn command(root: &Path, program: &str) -> Command {
    let mut command = Command::new(program);
    command.current_dir(root).stdin(Stdio::null());
    command
}

/// The cargo that runs this program, so that every step uses one toolchain.
fn cargo(root: &Path) -> Command {
    command(root, &std::env::var("CARGO").unwrap_or_else(|_| "cargo".to_owned()))
}

/// Where cargo builds.
fn target(root: &Path) -> anyhow::Result<PathBuf> {
    let mut cargo = cargo(root);
    cargo.args(["metadata", "--no-deps", "--locked", "--format-version", "1"]);
    target_directory(&output(&mut cargo)?)
}

fn target_directory(metadata: &str) -> anyhow::Result<PathBuf> {
    let metadata: Value = serde_json::from_str(metadata)?;
    let target = metadata["target_directory"].as_str().context("cargo does not say where it builds")?;
    Ok(PathBuf::from(target))
}

/// What a command prints, or an error with its complaint.
fn output(command: &mut Command) -> anyhow::Result<String> {
    let output = command.output().with_context(|| format!("{command:?} does not start"))?;
    let complaint = String::from_utf8_lossy(&output.stderr);
    anyhow::ensure!(output.status.success(), "{command:?} failed: {}", complaint.trim());
    Ok(String::from_utf8_lossy(&output.stdout).into_owned())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn cargo_says_where_it_builds() {
        let target = target_directory(r#"{"target_directory": "/somewhere/target"}"#).unwrap();
        assert_eq!(target, Path::new("/somewhere/target"));
        assert!(target_directory("{}").is_err());
    }
}
