//! Kosti in the terminal. [`App`] is the whole screen as a model: it takes [`Input`]s and asks for [`Effect`]s, and
//! [`view()`] draws it. [`run()`] is the edge, with the terminal, the files, the clock and chance.

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
pub use input::{Draw, Effect, Input, Key, News};
pub use kosti_coach::Level;
pub use run::{Edge, run};
pub use setup::{Help, Seated, Setup, WARN, Who};
pub use start::Start;
pub use view::view;

/// The day, as records tell it.
#[must_use]
pub fn today() -> String {
    jiff::Zoned::now().date().to_string()
}

/// A seed that nobody knows.
///
/// # Errors
/// When the system has no randomness to give.
pub fn fresh_seed() -> std::io::Result<u64> {
    getrandom::u64().map_err(std::io::Error::other)
}

/// The rules file that a record says it was played by, where its game is not bundled.
#[must_use]
pub fn rules_file(tags: &kosti_engine::Tags) -> Option<&str> {
    setup::tag(tags, setup::RULES_FILE)
}
