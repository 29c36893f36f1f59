//! The rules language. A file is read ([`RulesFile`]: the text with positions), checked, and compiled to tables
//! ([`Rules`]). The file declares house rules; each combination of choices gives its own rules.
//!
//! ```
//! use kosti_rules::{House, RulesFile};
//! let file = RulesFile::read("sixes", r#"
//!     name = "Sixes only"
//!     dice = 3
//!     throws = 2
//!     [box.sixes]
//!     number = 6
//!     score = "matching"
//! "#);
//! let rules = file.rules(&House::default()).unwrap();
//! assert_eq!(rules.sheet().unwrap().slots[0].id, "sixes");
//! ```
#![cfg_attr(not(test), warn(clippy::disallowed_methods, clippy::disallowed_types))]

mod compile;
mod decode;
mod explain;
mod faces;
mod fault;
pub mod file;
mod hash;
mod house;
mod joker;
pub mod limits;
mod line;
mod node;
mod pattern;
mod race;
mod read;
mod recover;
mod rules;
mod schema;
mod sheet;
mod text;
mod written;

pub use explain::Reason;
pub use faces::Faces;
pub use fault::{Expected, Fault, FaultKind, Faults};
pub use joker::JOKER;
pub use line::Line;
pub use pattern::Pattern;
pub use race::{Barrel, Combination, Double, Loss, RaceRules, Selection, Standing};
pub use read::{House, RulesError, RulesFile};
pub use rules::{
    Award, BonusStep, Column, Difference, Example, Family, Gate, Group, GroupMark, HouseOption, How,
    InstantWin, Joker, NamedAward, Rules, SheetExample, SheetRules, Slot, Thrown,
};
pub use schema::schema;
pub use sheet::{Entry, GateLeft, Offer, Sheet, SheetError, Totals};
pub use text::Text;
pub use written::{Written, WrittenSheet};
