//! All texts for people, in every language. The messages are in locales/, one Fluent file per language; this
//! crate finds and fills them, explains rules, describes games, and draws the faults of a rules file.
//!
//! ```
//! use kosti_text::{Language, Words};
//! let words = Words::new(Language::from_tag("uk_UA.UTF-8").unwrap());
//! assert_eq!(words.say("why-full", &[]), "графа вже заповнена");
//! ```

#![cfg_attr(not(test), warn(clippy::disallowed_methods, clippy::disallowed_types))]

mod actions;
mod describe;
mod explained;
mod faults;
mod language;
mod narrator;
mod numbers;
mod start;
mod tagged_message;
mod why;
mod words;

#[cfg(test)]
mod tests;

pub use explained::{
    Explained, ExplainedAward, ExplainedChoice, ExplainedCombination, ExplainedExample, ExplainedHouse,
    ExplainedOption, ExplainedSheet, ExplainedSlot, Section, SheetLine, StepDie, TurnStep,
};
pub use faults::{PlacedFault, Position};
pub use language::Language;
pub use narrator::Narrator;
pub use numbers::percent;
pub use start::{Kind, Start};
pub use words::{Arg, Words};
