//! Properties of any input. Each target takes bytes and panics when a property is broken: the code does not panic, it ends, an error
//! has a message, a rejected input changes nothing, an accepted one is written and read back the same.
//!
//! `cargo xtask fuzz` searches for inputs that break one; `tests/replay.rs` runs those that were found before.

#![allow(
    clippy::new_without_default,
    clippy::unwrap_used,
    missing_docs,
    reason = "test code may fail, and is read by tests only"
)]

pub mod ask;
pub mod http;
pub mod journal;
pub mod play;
pub mod record;
pub mod rules;
pub mod world;

use std::sync::LazyLock;

use kosti_text::{Language, Words};

pub use ask::ask;
pub use http::http;
pub use journal::journal;
pub use record::record;
pub use rules::rules;

/// A property of any input.
pub type Target = fn(&[u8]);

/// All targets, by the name of their corpus.
pub const TARGETS: &[(&str, Target)] =
    &[("rules", rules), ("record", record), ("journal", journal), ("ask", ask), ("http", http)];

/// The messages of all languages, read once: reading them takes longer than most inputs.
pub(crate) fn languages() -> &'static [Words] {
    static WORDS: LazyLock<Vec<Words>> = LazyLock::new(|| Language::all().map(Words::new).collect());
    &WORDS
}

/// Checks a text for people: it is not empty, and has no escape sequences.
#[track_caller]
pub(crate) fn assert_shown(text: &str) {
    assert!(!text.trim().is_empty(), "an empty text");
    assert!(!text.contains('\x1b'), "{text:?}");
}

/// A seed from the input, for random choices.
pub(crate) fn seed(data: &[u8]) -> u64 {
    // FNV-1a.
    data.iter()
        .fold(0xCBF2_9CE4_8422_2325, |hash, &byte| (hash ^ u64::from(byte)).wrapping_mul(0x0100_0000_01B3))
}
