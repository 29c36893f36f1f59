//! Kosti in the terminal. [`App`] is the model of the whole screen: it takes [`Input`]s and returns
//! [`Effect`]s, and [`view()`] draws it. [`run()`] connects it to the terminal, the files, the clock and
//! randomness.

mod app;
mod choose;
mod input;
mod run;
mod setup;
mod start;
pub mod store;
mod table;
mod view;

pub use app::App;
pub use input::{CoachMessage, Draw, Effect, Input, Key};
pub use kosti_coach::Level;
pub use run::{RunOptions, run};
pub use setup::{Player, PlayerKind, Setup, find_mode};
pub use start::Start;
pub use view::view;

/// Today's date in the form of records.
#[must_use]
pub fn today() -> String {
    jiff::Zoned::now().date().to_string()
}

/// An unpredictable seed.
///
/// # Errors
/// If the system has no randomness.
pub fn fresh_seed() -> std::io::Result<u64> {
    getrandom::u64().map_err(std::io::Error::other)
}

/// The rules file of a record whose game is not bundled.
#[must_use]
pub fn rules_file(tags: &kosti_engine::Tags) -> Option<&str> {
    setup::find_tag(tags, setup::RULES_FILE)
}
