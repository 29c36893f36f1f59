//! Faults of a record as data. `crates/text` has the sentences.

use kosti_dice::Dice;
use serde::Serialize;

use crate::action::Refusal;
use crate::state::SeatsRefused;

/// A fault of a record.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
#[error("line {line}: {kind:?}")]
pub struct RecordFault {
    /// The line, counted from 1.
    pub line: usize,
    /// The kind of fault.
    pub kind: RecordFaultKind,
}

/// A kind of fault. Field names are the variables of the message.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
#[serde(tag = "record", rename_all = "kebab-case", rename_all_fields = "kebab-case")]
#[expect(missing_docs, reason = "the names say it, and the sentences are in locales/")]
pub enum RecordFaultKind {
    NotARecord,
    TooLong { bytes: usize, most: usize },
    Version { says: String },
    BadTag { text: String },
    MissingTag { name: String },
    TagTwice { name: String },
    OtherRules { says: String, is: String },
    OtherHouse { option: String, says: String, is: String },
    Seats { seats: usize, min: u8, max: u8 },
    BadName { name: String },
    SameName { name: String },
    AlikeName { name: String, other: String },
    InvisibleInName { code: String },
    UnknownPlayer { text: String },
    TurnNumber { says: String, is: usize },
    UnknownPhrase { phrase: String },
    BadDice { text: String },
    Incomplete { phrase: String },
    Refused { phrase: String, why: Refusal },
    WrongDice { dice: Dice, count: usize, sides: u8 },
    OtherPoints { phrase: String, is: i32 },
    MissingPhrase { phrase: String },
    OtherResult { says: String, is: String },
    OtherWinners { says: String, is: String },
}

impl From<SeatsRefused> for RecordFaultKind {
    fn from(SeatsRefused { seats, min, max }: SeatsRefused) -> Self {
        Self::Seats { seats, min, max }
    }
}
