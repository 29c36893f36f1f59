//! Typed questions about games and their answers: score, total, advise, solve, simulate, balance, play.
//!
//! [`QueryEngine`] answers a [`Question`] with an [`Answer`], or a JSON line with a JSON line. The command line, the
//! JSON lines and the HTTP API all call it, so the same question gets the same answer everywhere. [`ReviewText`] is
//! the review of a game in words, [`Alternative`] compares another choice with a decision, [`balance::Balance`] is
//! the report for game designers.
//!
//! With the feature `openapi`, the types of questions and answers have schemas.
//!
//! ```
//! use std::sync::Arc;
//! use kosti_query::{Cache, QueryEngine, TotalQuestion};
//! use kosti_text::{Language, Words};
//! let games = |id: &str| kosti_games::file(id);
//! let cache = Arc::new(Cache::new(|| 0.0));
//! let engine = QueryEngine::new(kosti_games::ids().collect(), Words::new(Language::ENGLISH), games, cache);
//! let game = kosti_games::ids().next().unwrap();
//! let answer = engine.total(&TotalQuestion { game: game.to_owned(), ..Default::default() })?;
//! assert_eq!(answer.total, 0);
//! let line = engine.answer_line(&format!(r#"{{"ask":"total","game":"{game}","sheet":{{}}}}"#));
//! assert!(line.starts_with(r#"{"total":0"#), "{line}");
//! let line = engine.answer_line("nonsense");
//! assert!(line.starts_with(r#"{"error":{"kind":"bad-json""#));
//! # Ok::<(), kosti_query::QueryError>(())
//! ```

#![cfg_attr(not(test), warn(clippy::disallowed_methods, clippy::disallowed_types))]

mod action;
mod advise;
mod alternative;
mod answer;
pub mod balance;
mod bins;
mod bot_name;
mod error;
mod games;
mod objective;
mod play;
mod position;
mod prepared;
mod probabilities;
mod query_engine;
mod question;
mod race;
mod request;
mod review_text;
#[cfg(feature = "openapi")]
pub mod schema;
mod score;
mod seeded_rng;
mod simulate;
mod solve;
mod solved;
mod total;
mod win;
mod work_limits;

pub use action::{ActionError, ValuedAction, WrittenAction, WrittenCorrection};
pub use advise::{AdviceAnswer, WinChance};
pub use alternative::{Alternative, Comparison};
pub use answer::{Answer, Reply};
pub use bins::bins;
pub use bot_name::{bot_name, free_bot_name};
pub use error::QueryError;
pub use games::{FamilyName, GameInfo, GamesAnswer};
pub use play::{AfterTurn, PlayAnswer, StandingAfter};
pub use prepared::{Effort, Prepared, Task};
pub use probabilities::{Measured, Probabilities};
pub use query_engine::{Cache, QueryEngine};
pub use question::{
    AdviseQuestion, BalanceQuestion, FinishedTurn, PlayQuestion, Question, RaceSeats, ScoreQuestion,
    SimulateQuestion, SolveQuestion, TotalQuestion,
};
pub use request::Request;
pub use review_text::{Column, DecisionText, ReviewText, format_value};
pub use score::{BoxScore, RaceScore, ScoreAnswer, Selection, SheetScore};
pub use seeded_rng::SeededRng;
pub use simulate::{RaceSimulation, RacerSeat, SheetSeat, SheetSimulation, SimulateAnswer, players};
pub use solve::{ResultDistribution, SolveAnswer};
pub use total::{GroupTotal, TotalAnswer};
pub use work_limits::WorkLimits;
