//! Questions and answers as JSON. [`Desk::answer`] takes one request and gives one answer; the command line and the
//! HTTP API are two ways to reach the same desk, so the same question gets the same answer everywhere. [`Reviewed`] is the
//! review of a game in words, [`Tried`] another choice in the place of one of its decisions, [`balance::Balance`] what
//! somebody who makes a game wants to know about it.
//!
//! ```
//! use kosti_ask::Desk;
//! use kosti_words::{Language, Words};
//! let games = |id: &str| kosti_games::file(id);
//! let desk = Desk::new(kosti_games::ids().collect(), Words::new(Language::ENGLISH), games);
//! let game = kosti_games::ids().next().unwrap();
//! let answer = desk.answer(&format!(r#"{{"ask":"total","game":"{game}","sheet":{{}}}}"#));
//! assert!(answer.starts_with(r#"{"total":0"#), "{answer}");
//! let answer = desk.answer("nonsense");
//! assert!(answer.starts_with(r#"{"error":{"kind":"bad-json""#));
//! ```

mod action;
mod advise;
mod again;
pub mod balance;
mod bins;
mod bot_name;
mod desk;
mod error;
mod games;
mod limits;
mod play;
mod race;
mod request;
mod reviewed;
mod score;
mod seeded;
mod simulate;
mod solve;
mod solved;
mod task;
mod total;

pub use action::{action_from_json, action_to_json};
pub use again::{Against, Tried};
pub use bins::bins;
pub use bot_name::{bot_name, free_bot_name};
pub use desk::{Cache, Desk};
pub use error::AskError;
pub use limits::Limits;
pub use reviewed::{Column, Reviewed, ToldDecision, change, number};
pub use seeded::Seeded;
pub use simulate::players;
pub use task::{Effort, Reply, Task};
