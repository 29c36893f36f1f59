//! `cargo xtask deny`: the licences, versions and origins of all dependencies, and advisories about them, as deny.toml
//! says. cargo-deny checks them; it is installed where it is missing.

use std::path::{Path, PathBuf};
use std::process::Stdio;

use anyhow::Context as _;

/// What is installed, and the oldest that reads deny.toml.
const VERSION: &str = "0.20.2";

/// Checks everything, advisories only where their database can be fetched.
pub(crate) fn check(root: &Path, offline: bool) -> anyhow::Result<()> {
    let program = program(root, offline)?;
    let deny = |arguments: &[&str]| {
        let mut deny = crate::command(root, &program.to_string_lossy());
        deny.args(arguments);
        deny
    };
    let check = |network: &str, checks: &[&str]| {
        let arguments = [&[network, "check", "--hide-inclusion-graph"], checks].concat();
        let status = deny(&arguments).status().context("cargo-deny does not start")?;
        anyhow::ensure!(status.success(), "cargo-deny found a fault in {}: {status}", checks.join(", "));
        Ok(())
    };
    check(if offline { "--frozen" } else { "--locked" }, &["licenses", "bans", "sources"])?;
    if !offline && deny(&["fetch", "db"]).output().is_ok_and(|fetched| fetched.status.success()) {
        return check("--frozen", &["advisories"]);
    }
    println!("advisories were not checked: their database cannot be fetched");
    Ok(())
}

/// Installs cargo-deny where it is missing.
pub(crate) fn install(root: &Path) -> anyhow::Result<()> {
    program(root, false).map(drop)
}

/// A cargo-deny that is new enough: on the path, or below the target directory, where it is installed if need be.
fn program(root: &Path, offline: bool) -> anyhow::Result<PathBuf> {
    let place = crate::target(root)?.join("tmp/cargo-deny");
    let installed = place.join("bin/cargo-deny");
    let known = [PathBuf::from("cargo-deny"), installed.clone()];
    if let Some(found) = known.into_iter().find(|program| is_new_enough(root, program)) {
        return Ok(found);
    }
    let wanted = format!("cargo-deny@{VERSION}");
    anyhow::ensure!(!offline, "cargo-deny is missing: `cargo install --locked {wanted}` brings it");
    println!("installing cargo-deny {VERSION} from crates.io, once");
    let mut cargo = crate::cargo(root);
    cargo.args(["install", "--quiet", "--locked", "--debug", &wanted, "--root"]).arg(place);
    let status = cargo.status().context("cargo does not start")?;
    anyhow::ensure!(status.success(), "cargo-deny cannot be installed: {status}");
    Ok(installed)
}

fn is_new_enough(root: &Path, program: &Path) -> bool {
    let mut command = crate::command(root, &program.to_string_lossy());
    let output = command.arg("--version").stderr(Stdio::null()).output();
    output.is_ok_and(|output| minor(&String::from_utf8_lossy(&output.stdout)) >= minor(VERSION))
}

/// The 20 of `cargo-deny 0.20.2`.
fn minor(version: &str) -> Option<u32> {
    version.trim().trim_start_matches("cargo-deny ").split('.').nth(1)?.parse().ok()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn an_old_one_does_not_read_the_file() {
        assert_eq!(minor(VERSION), Some(20));
        assert!(minor("cargo-deny 0.14.2\n") < minor(VERSION));
        assert!(minor("cargo-deny 0.21.0\n") > minor(VERSION));
        assert!(minor("") < minor(VERSION));
    }

    #[test]
    fn a_program_that_is_not_there_is_not_new_enough() {
        assert!(!is_new_enough(Path::new("."), Path::new("kosti-has-no-such-program")));
    }
}
