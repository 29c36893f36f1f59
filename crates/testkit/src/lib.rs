//! Code for the tests of every crate: a seeded generator, the length of tests, figures, directories. It depends on no crate of
//! the workspace, and builds quickly.

#![allow(clippy::unwrap_used, missing_docs, reason = "test code may fail, and is read by tests only")]

mod rng;

pub use rng::{TestRng, numbers};

use std::io::Write as _;
use std::path::{Path, PathBuf};
use std::time::Duration;

/// A guard against tests that hang: longer than any test that works, however slow and busy the machine is.
pub const DEADLINE: Duration = Duration::from_secs(600);

/// Whether tests run at full length, as `cargo xtask prove` does, or in their short form.
pub fn full_length() -> bool {
    std::env::var_os("KOSTI_FULL_LENGTH").is_some()
}

/// Prints what a test measured, and appends it to the file that `cargo xtask prove` shows at its end.
#[allow(clippy::print_stdout, reason = "figures are for people")]
pub fn report_figures(test: &str, figures: &str) {
    println!("{test}: {figures}");
    if let Some(path) = std::env::var_os("KOSTI_FIGURES") {
        let mut file = std::fs::OpenOptions::new().create(true).append(true).open(path).unwrap();
        // One write per line: tests in other processes append to the same file.
        file.write_all(format!("{test}: {figures}\n").as_bytes()).unwrap();
    }
}

/// The program under test: cargo builds it before the tests and benchmarks of its package.
pub fn program() -> PathBuf {
    build_directory().join("kosti")
}

/// The directory of the programs that tests install: below cargo's target directory.
pub fn install_directory() -> PathBuf {
    build_directory().with_file_name("tmp")
}

/// The directory of the profile: a test runs in `deps` below it.
fn build_directory() -> PathBuf {
    let test = std::env::current_exe().expect("the test knows where it is");
    test.ancestors()
        .find(|place| place.file_name().is_some_and(|name| name == "deps"))
        .and_then(Path::parent)
        .expect("cargo builds tests in `deps`")
        .to_path_buf()
}
