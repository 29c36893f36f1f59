//! Faults of a rules file as data. `crates/text` has the sentences, in every language.

use std::fmt;
use std::ops::{Deref, Range};

use kosti_dice::Dice;
use serde::Serialize;

use crate::sheet::SheetError;

/// One step of a path into the file.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) enum Step {
    Key(String),
    Index(usize),
}

impl fmt::Display for Step {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Key(key) => f.write_str(key),
            Self::Index(index) => index.fmt(f),
        }
    }
}

impl From<&str> for Step {
    fn from(key: &str) -> Self {
        Self::Key(key.to_owned())
    }
}

impl From<&String> for Step {
    fn from(key: &String) -> Self {
        Self::Key(key.clone())
    }
}

impl From<usize> for Step {
    fn from(index: usize) -> Self {
        Self::Index(index)
    }
}

/// A path into the file.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub(crate) struct Place(pub(crate) Vec<Step>);

impl Place {
    /// The path extended by one step.
    pub(crate) fn below(&self, step: impl Into<Step>) -> Self {
        let mut place = self.clone();
        place.0.push(step.into());
        place
    }
}

impl Deref for Place {
    type Target = [Step];

    fn deref(&self) -> &[Step] {
        &self.0
    }
}

/// Builds a path into the file: `place!["box", id, "example", 0]`.
macro_rules! place {
    ($($step:expr),* $(,)?) => { $crate::fault::Place(vec![$($crate::fault::Step::from($step)),*]) };
}
pub(crate) use place;

/// One fault of a rules file.
#[derive(Debug, Clone, PartialEq)]
pub struct Fault {
    /// The byte range of the text that is wrong.
    pub span: Range<usize>,
    /// The kind of fault.
    pub kind: FaultKind,
}

/// All faults of a rules file.
#[derive(Debug, Clone, PartialEq, thiserror::Error)]
#[error("the rules file has {} fault(s)", .0.len())]
pub struct Faults(pub Vec<Fault>);

/// The kind of value that a place takes.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
#[serde(rename_all = "kebab-case")]
pub enum Expected {
    /// A whole number.
    WholeNumber,
    /// A whole number from 0 to 255.
    SmallNumber,
    /// Text in quotes.
    Text,
    /// Text in quotes, or a table of texts by language.
    Texts,
    /// `true` or `false`.
    YesNo,
    /// A list.
    List,
    /// A table.
    Table,
    /// A whole number, `"number"` or `"-number"`.
    Amount,
    /// A whole number or `"refused"`.
    Outcome,
    /// Dice: a list of faces.
    Dice,
    /// One whole number or a list of them.
    Numbers,
    /// One table or a list of them.
    Tables,
}

/// A kind of fault. Field names are the variables of the message.
#[derive(Debug, Clone, PartialEq, Serialize)]
#[serde(tag = "fault", rename_all = "kebab-case", rename_all_fields = "kebab-case")]
#[expect(missing_docs, reason = "the names say it, and the sentences are in locales/")]
pub enum FaultKind {
    /// Not TOML.
    Syntax {
        message: String,
    },
    TooLong {
        bytes: usize,
        most: usize,
    },
    UnknownKey {
        key: String,
        expected: Vec<String>,
        near: Option<String>,
    },
    UnknownWord {
        word: String,
        expected: Vec<String>,
        near: Option<String>,
    },
    WrongType {
        found: String,
        expected: Expected,
    },
    BadValue {
        found: String,
        expected: Expected,
    },
    NeedsValue {
        word: String,
    },
    TakesNoValue {
        word: String,
    },
    Missing {
        key: String,
    },
    OutOfRange {
        what: String,
        is: i64,
        least: i64,
        most: i64,
    },
    TablesTooLarge {
        cells: usize,
        most: usize,
    },
    NoFamily,
    BothFamilies {
        key: String,
    },
    NoBoxes,
    TooManyBoxes {
        is: usize,
        most: usize,
    },
    BadId {
        id: String,
    },
    SameId {
        id: String,
    },
    UnknownBox {
        id: String,
        near: Option<String>,
        known: Vec<String>,
    },
    UnknownGroup {
        id: String,
        near: Option<String>,
        known: Vec<String>,
    },
    UnknownOption {
        id: String,
        near: Option<String>,
        known: Vec<String>,
    },
    UnknownChoice {
        option: String,
        id: String,
        near: Option<String>,
        known: Vec<String>,
    },
    NoScore {
        id: String,
    },
    NoNumber {
        word: String,
    },
    NamesDiffer {
        names: usize,
        boxes: usize,
    },
    EmptyList,
    ListLength {
        is: usize,
        should: usize,
    },
    StepsDescend {
        is: i64,
        before: i64,
    },
    TooManyDice {
        needs: usize,
        dice: usize,
    },
    WildCombination,
    NoColours {
        word: String,
    },
    FaceName {
        name: String,
        most: usize,
    },
    SameFace {
        name: String,
    },
    BonusAndPenalty,
    DifferenceBoxes,
    DifferenceMark,
    NotWithColumns {
        key: String,
    },
    ColumnHard {
        id: String,
    },
    AsideHard {
        id: String,
    },
    GateNeverOpens {
        needs: usize,
        boxes: usize,
    },
    GateOfOthers {
        of: String,
        only: String,
    },
    GateHard {
        id: String,
    },
    GateCrossed {
        id: String,
    },
    NoJoker,
    JokerIdle,
    JokerFill {
        id: String,
        fill: u8,
    },
    JokerNumbers {
        dice: Dice,
    },
    JokerItself {
        id: String,
    },
    JokerId,
    TooManyParts {
        is: usize,
        most: usize,
    },
    NeverScores {
        id: String,
    },
    NoCombination {
        id: String,
    },
    PointsPerNumber {
        id: String,
    },
    BarrelEmpty {
        from: i64,
        exit: i64,
    },
    BarrelOverlap {
        from: i64,
        before: i64,
    },
    BarrelPastTarget {
        exit: i64,
        target: i64,
    },
    LostTurnsAndBarrels,
    /// Keys of a race that contradict each other.
    NotTogether {
        key: String,
        other: String,
    },
    AlwaysBust {
        dice: usize,
    },
    OneChoice {
        id: String,
    },
    TooManyVariants {
        is: usize,
        most: usize,
    },
    ExampleDice {
        dice: usize,
        needs: usize,
    },
    ExampleThrow {
        throw: u8,
        throws: u8,
    },
    ExampleNoBox,
    ExampleFails {
        says: String,
        gives: String,
    },
    ExampleSheet {
        why: SheetError,
    },
    /// A player could have these dice and these open boxes, and no legal action.
    Stuck {
        dice: Dice,
        open: Vec<String>,
    },
}

impl fmt::Display for FaultKind {
    /// Formats the fault as data, for logs; people get the sentence of `crates/text`.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&serde_json::to_string(self).unwrap_or_default())
    }
}

/// The nearest known word to `word`, and all known words.
pub(crate) fn known<'a>(
    word: &str,
    known: impl IntoIterator<Item = &'a String>,
) -> (Option<String>, Vec<String>) {
    let known: Vec<String> = known.into_iter().cloned().collect();
    (near(word, known.iter().map(String::as_str)), known)
}

/// The word of `known` that is nearest to `word`, if any is near enough.
pub(crate) fn near<'a>(word: &str, known: impl IntoIterator<Item = &'a str>) -> Option<String> {
    known
        .into_iter()
        .map(|candidate| (strsim::damerau_levenshtein(word, candidate), candidate))
        .filter(|(distance, candidate)| *distance <= 1 + candidate.len() / 4)
        .min_by_key(|(distance, _)| *distance)
        .map(|(_, candidate)| candidate.to_owned())
}
