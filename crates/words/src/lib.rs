//! Everything Kosti says to people, in every language. The sentences are in locales/, one Fluent file per
//! language; this crate finds them, fills them in, explains rules, and draws what is wrong with a rules file.
//!
//! ```
//! use kosti_words::{Language, Words};
//! let words = Words::new(Language::from_tag("uk_UA.UTF-8").unwrap());
//! assert_eq!(words.say("why-full", &[]), "графа вже заповнена");
//! ```

mod describe;
mod doing;
mod explained;
mod faults;
mod happened;
mod language;
mod numbers;
mod start;
mod told;
mod why;
mod words;

#[cfg(test)]
mod tests;

pub use explained::{
    Explained, ExplainedAward, ExplainedChoice, ExplainedCombination, ExplainedExample, ExplainedHouse,
    ExplainedOption, ExplainedSheet, ExplainedSlot, Section, SheetLine,
};
pub use faults::{PlacedFault, Position};
pub use happened::Teller;
pub use language::Language;
pub use numbers::percent;
pub use start::{Kind, Start};
pub use words::{Arg, Words};
