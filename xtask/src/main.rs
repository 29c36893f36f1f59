//! `cargo xtask`: the chores of this repository.
#![allow(
    clippy::print_stdout,
    clippy::print_stderr,
    reason = "talking to a developer is what this program does"
)]

mod compile;
mod deny;
mod documents;
mod features;
mod fuzz;
mod layers;
mod members;
mod msrv;
mod needs;
mod package;
mod pages;
mod passed;
mod rust_tests;
mod rustdoc;
mod steps;
mod tidy;
mod wasm;
mod web;

use std::path::{Path, PathBuf};
use std::process::{Command, ExitCode, Stdio};

use anyhow::Context as _;
use serde_json::Value;
use steps::Tier;

const USAGE: &str = "\
cargo xtask COMMAND

  test             every check, the long ones in a short form, and where the time went; what has not changed
                   since it passed is left out, unless you say --fresh
  test NAME…       the Rust tests whose names contain one of these
  prove            every check at full length with new random inputs, and what was measured
  browser [NAME…]  the checks of the pages: types, and the tests of these names in Chromium
  soak [--minutes N] [--bots N] [--parties N] [--seed N]
                   a server under load and in trouble, for as long as one likes; minutes are 10 if not said
  deny [--offline] licences, versions and origins of dependencies, and advisories about them
  package [--verify]
                   packages of the crates meant for others, and with --verify that each compiles
  fuzz [TARGET…] [--seconds N]
                   new inputs for the targets of crates/fuzz, found by coverage; 60 seconds each if not said
  wasm             the crates that run in a browser, compiled for wasm32 where a toolchain for it is at hand
  web              target/web: Kosti without a server, static files for any web host
  tidy             the rules of this repository that no compiler checks
";

fn main() -> ExitCode {
    if let Some(code) = rustdoc::run_in_place() {
        return code;
    }
    let arguments: Vec<String> = std::env::args().skip(1).collect();
    let arguments: Vec<&str> = arguments.iter().map(String::as_str).collect();
    let done = match arguments[..] {
        ["test"] => root().and_then(|root| steps::test(&root, Tier::Quick, false)),
        ["test", "--fresh"] => root().and_then(|root| steps::test(&root, Tier::Quick, true)),
        ["test", ref names @ ..] => root().and_then(|root| steps::test_named(&root, names)),
        ["prove"] => root().and_then(|root| steps::test(&root, Tier::full(), true)),
        ["browser", ref names @ ..] => root().and_then(|root| steps::browser(&root, names)),
        ["soak", ref options @ ..] => root().and_then(|root| steps::soak(&root, options)),
        ["deny"] => root().and_then(|root| deny::check(&root, false)),
        ["deny", "--offline"] => root().and_then(|root| deny::check(&root, true)),
        ["package"] => root().and_then(|root| package::check(&root)),
        ["package", "--verify"] => root().and_then(|root| package::verify(&root)),
        ["fuzz", ref arguments @ ..] => root().and_then(|root| fuzz::run(&root, arguments)),
        ["wasm"] => root().and_then(|root| wasm::check(&root)),
        ["web"] => root().and_then(|root| web::write(&root)),
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

/// The cargo that runs this program, so that every step uses one toolchain. Without the variables that cargo sets for this
/// package: build scripts that read them would run again, and rebuild their crates, for whoever calls cargo directly.
fn cargo(root: &Path) -> Command {
    let mut cargo = command(root, &std::env::var("CARGO").unwrap_or_else(|_| "cargo".to_owned()));
    for (name, _) in std::env::vars_os() {
        let text = name.to_string_lossy();
        if text.starts_with("CARGO_PKG_") || text.starts_with("CARGO_MANIFEST_") {
            cargo.env_remove(&name);
        }
    }
    cargo
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
