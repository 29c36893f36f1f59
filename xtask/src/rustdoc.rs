//! Documents the libraries while their examples are tested. `cargo doc` would compile every dependency a second time;
//! for the examples cargo calls rustdoc with the libraries that are built already. So this program takes rustdoc's place
//! there, calls it once for the pages, with warnings as errors, and then as it was called.

use std::ffi::OsString;
use std::path::Path;
use std::process::{Command, ExitCode};

use anyhow::Context as _;

/// Says that this program was started in place of rustdoc; the directory of the pages.
const PAGES: &str = "KOSTI_XTASK_DOC";

/// Tests the examples in the documentation, and its links.
pub(crate) fn check(root: &Path) -> anyhow::Result<()> {
    let mut cargo = crate::compile::cargo(root);
    cargo.args(["test", "--doc", "--workspace", "--locked", "--quiet"]);
    cargo.env("RUSTDOC", std::env::current_exe()?).env(PAGES, crate::target(root)?.join("doc"));
    let status = cargo.status().context("cargo does not start")?;
    anyhow::ensure!(status.success(), "{status}");
    Ok(())
}

/// Acts as rustdoc, if cargo started this program as such.
pub(crate) fn run_in_place() -> Option<ExitCode> {
    let pages = std::env::var_os(PAGES)?;
    let arguments: Vec<OsString> = std::env::args_os().skip(1).collect();
    let succeeds = |arguments: &[OsString]| {
        Command::new("rustdoc").args(arguments).status().is_ok_and(|status| status.success())
    };
    let tests = arguments.iter().any(|argument| argument == "--test");
    let documented = !tests || succeeds(&for_pages(&arguments, pages));
    Some(if documented && succeeds(&arguments) { ExitCode::SUCCESS } else { ExitCode::FAILURE })
}

/// The arguments for pages, from those for the tests of the examples.
fn for_pages(arguments: &[OsString], pages: OsString) -> Vec<OsString> {
    let mut kept = Vec::new();
    let mut arguments = arguments.iter();
    while let Some(argument) = arguments.next() {
        let text = argument.to_string_lossy();
        if text == "--test-run-directory" || text == "--test-args" || text == "--test-builder" {
            arguments.next();
        } else if !text.starts_with("--test") && text != "--no-run" {
            kept.push(argument.clone());
        }
    }
    kept.extend(["-Dwarnings", "--document-private-items", "--out-dir"].map(OsString::from));
    kept.push(pages);
    kept
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn pages_are_made_with_the_same_libraries() {
        let tests = "--edition=2024 --crate-name kosti_dice --test src/lib.rs --test-run-directory crates/dice --extern a=b.rlib";
        let arguments: Vec<OsString> = tests.split(' ').map(OsString::from).collect();
        let expected = "--edition=2024 --crate-name kosti_dice src/lib.rs --extern a=b.rlib -Dwarnings \
                        --document-private-items --out-dir pages";
        assert_eq!(for_pages(&arguments, "pages".into()).join(" ".as_ref()), *expected);
    }
}
