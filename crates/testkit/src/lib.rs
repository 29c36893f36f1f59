//! Code that the tests and benchmarks share: the program as a server process, an HTTP client, NATS servers, and players
//! whose commands are compared with what the server stored.

#![allow(
    clippy::new_without_default,
    clippy::unwrap_used,
    missing_docs,
    reason = "test code may fail, and is read by tests only"
)]

pub mod account;
pub mod chance;
pub mod home;
pub mod http;
pub mod line;
pub mod nats;
pub mod party;
pub mod server;

use std::path::{Path, PathBuf};

/// The program under test: cargo builds it before the tests and benchmarks of its package.
pub fn program() -> PathBuf {
    build_directory().join("kosti")
}

/// Where tests put what they install: below cargo's target directory.
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
