//! What a score-sheet game can say.

use std::collections::BTreeMap;

use indexmap::IndexMap;
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use super::{Amount, ExampleFile, OneOrMany};
use crate::pattern::Pattern;
use crate::text::Text;

/// One box, or what several boxes have in common.
#[derive(Debug, Clone, PartialEq, Default, Serialize, Deserialize, JsonSchema)]
#[serde(default, deny_unknown_fields, rename_all = "kebab-case")]
pub struct BoxFile {
    /// The name on the sheet.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub name: Option<Text>,
    /// The box in one line.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub about: Option<Text>,
    /// The group the box belongs to.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub group: Option<String>,
    /// The number the box is about.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub number: Option<u8>,
    /// What the dice must show; anything when not said.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub needs: Option<Pattern>,
    /// A number that may stand for others in what the box needs.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub wild: Option<WildFile>,
    /// What the box gives.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub score: Option<Score>,
    /// Points added to the score, before anything from the hand.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub plus: Option<i32>,
    /// What being thrown from the hand changes.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub hand: Option<Hand>,
    /// What dice that do not fit do: they are refused, or score zero.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub unfit: Option<Unfit>,
    /// When the box may be crossed out.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub cross: Option<Cross>,
    /// What a joker gives here, whatever the dice must show.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub joker: Option<i32>,
    /// How often the box is filled; once when not said.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schemars(range(min = 1, max = 20))]
    pub fill: Option<u8>,
    /// How a score of zero is written on the sheet.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub zero: Option<String>,
    /// Worked examples.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub example: Vec<ExampleFile>,
}

/// A group of boxes.
#[derive(Debug, Clone, PartialEq, Default, Serialize, Deserialize, JsonSchema)]
#[serde(default, deny_unknown_fields, rename_all = "kebab-case")]
pub struct GroupFile {
    /// The name of the group.
    #[serde(skip_serializing_if = "Text::is_empty")]
    pub name: Text,
    /// The group in one line.
    #[serde(skip_serializing_if = "Text::is_empty")]
    pub about: Text,
    /// Boxes of this group, one per number, by id.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub per_number: Vec<String>,
    /// The number of the first of them; 1 when not said.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub from: Option<u8>,
    /// The names of these boxes, as one list per language.
    #[serde(skip_serializing_if = "IndexMap::is_empty")]
    pub names: IndexMap<String, Vec<String>>,
    /// What holds for every box of the group that does not say otherwise.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub each_box: Option<BoxFile>,
    /// Points for a high sum; as a list, in steps, of which the highest that is reached counts.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub bonus: Option<OneOrMany<BonusFile>>,
    /// Points taken for a low sum.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub penalty: Option<PenaltyFile>,
    /// What an open box of the group takes when all other boxes are filled and the dice fit none of the group's.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub last_resort: Option<LastResortFile>,
    /// The group counts what two of its boxes differ by, multiplied, instead of their sum.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub difference: Option<DifferenceFile>,
    /// Worked examples, each with its box.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub example: Vec<ExampleFile>,
}

/// What a group counts: one box less another, times a third.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields, rename_all = "kebab-case")]
pub struct DifferenceFile {
    /// The box of the group that counts.
    pub of: String,
    /// The box of the group that is taken away.
    pub less: String,
    /// The box outside the group that multiplies what is left.
    pub times: String,
}

/// A column of the sheet: every box stands in each of them.
#[derive(Debug, Clone, PartialEq, Default, Serialize, Deserialize, JsonSchema)]
#[serde(default, deny_unknown_fields, rename_all = "kebab-case")]
pub struct ColumnFile {
    /// The name of the column.
    #[serde(skip_serializing_if = "Text::is_empty")]
    pub name: Text,
    /// The column in one line.
    #[serde(skip_serializing_if = "Text::is_empty")]
    pub about: Text,
    /// In which order its boxes are filled.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub order: Option<ColumnOrder>,
    /// How many times everything in it counts; once when not said.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schemars(range(min = 1, max = 100))]
    pub times: Option<i32>,
}

/// In which order the boxes of a column are filled.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "kebab-case")]
pub enum ColumnOrder {
    /// In any.
    #[default]
    Free,
    /// From the first to the last.
    Down,
    /// From the last to the first.
    Up,
    /// In any; the box must be announced after the first throw, and nothing else can be filled then.
    Announced,
}

/// Points for a group whose sum reaches a mark.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields, rename_all = "kebab-case")]
pub struct BonusFile {
    /// The sum to reach.
    pub at_least: i32,
    /// The points added.
    pub points: i32,
}

/// Points taken from a full group whose sum stays below a mark.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields, rename_all = "kebab-case")]
pub struct PenaltyFile {
    /// The sum to stay above.
    pub below: i32,
    /// The points taken away.
    pub points: i32,
}

/// What is written when nothing else can be.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields, rename_all = "kebab-case")]
pub struct LastResortFile {
    /// What the box takes.
    pub score: Amount,
}

/// A number that may stand for others.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields, rename_all = "kebab-case")]
pub struct WildFile {
    /// The number on the die.
    pub number: u8,
    /// What it may stand for, besides itself.
    #[serde(rename = "as")]
    pub stands_for: Vec<u8>,
}

/// What a box gives.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "kebab-case")]
pub enum Score {
    /// The sum of the dice that make the combination, the highest where there are several.
    Combination,
    /// The sum of all dice.
    AllDice,
    /// The sum of the dice that show the box's number.
    Matching,
    /// Always the same points.
    Points(i32),
    /// So much for each die that does not show the box's number.
    EachMiss(Amount),
    /// By how many dice show the box's number; a count that is not listed does not fit.
    ByCount(BTreeMap<u8, Amount>),
    /// How many other throws the dice beat: hands, the lowest first; equal ones by the numbers they show.
    Beats(Vec<Pattern>),
    /// By the number of the throw: so many points for dice that fit on the first, the second, and so on.
    ByThrow(Vec<i32>),
}

/// What being thrown from the hand changes.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "kebab-case")]
pub enum Hand {
    /// Nothing.
    Same,
    /// The score is multiplied.
    Times(i32),
    /// The score is this instead.
    Points(i32),
    /// This is added.
    Plus(i32),
}

/// What dice that do not fit do.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "kebab-case")]
pub enum Unfit {
    /// They may not be scored here.
    Refused,
    /// They score zero.
    Zero,
}

/// When a box may be crossed out.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "kebab-case")]
pub enum Cross {
    /// Never.
    Never,
    /// Only after the last throw of a turn.
    LastThrow,
    /// After any throw.
    AnyThrow,
}

/// Who starts.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "kebab-case")]
pub enum Order {
    /// The first seat.
    #[default]
    Seats,
    /// Settled by lot: everybody throws all dice, those who are equal best throw again.
    Lot(Lot),
}

impl Order {
    /// The lot, if there is one.
    pub(crate) fn lot(self) -> Option<Lot> {
        match self {
            Self::Seats => None,
            Self::Lot(lot) => Some(lot),
        }
    }
}

/// How a lot is settled.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "kebab-case")]
pub enum Lot {
    /// The lowest sum starts.
    LowestSum,
    /// The highest sum starts.
    HighestSum,
}

/// Boxes that must be filled before the others.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields, rename_all = "kebab-case")]
pub struct GateFile {
    /// What opens the gate.
    pub until: ScoredOf,
    /// The group that alone can be filled before.
    pub only: String,
}

/// So many scored boxes of a group.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields, rename_all = "kebab-case")]
pub struct ScoredOf {
    /// How many.
    pub scored: u8,
    /// Of which group.
    pub of: String,
}

/// Dice that fit a box that is full already, and what becomes of them.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields, rename_all = "kebab-case")]
pub struct JokerFile {
    /// What its points are called on the sheet.
    #[serde(default, skip_serializing_if = "Text::is_empty")]
    pub name: Text,
    /// The box: once it is full, dice that fit it are jokers.
    #[serde(rename = "box")]
    pub slot: String,
    /// The points that each joker brings, if the box was not given up and has no zero.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[schemars(range(min = 1, max = 1_000_000))]
    pub bonus: Option<i32>,
    /// The group whose box of the dice's number a joker must take, else a box outside the group, else the rest.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub first: Option<String>,
    /// Whether there are jokers only once the box has points; no when not said.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub if_scored: Option<bool>,
}

/// Dice that win the game at once.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields, rename_all = "kebab-case")]
pub struct WinFile {
    /// What it is called.
    #[serde(default, skip_serializing_if = "Text::is_empty")]
    pub name: Text,
    /// What it means, in one line.
    #[serde(default, skip_serializing_if = "Text::is_empty")]
    pub about: Text,
    /// What the dice must show.
    pub needs: Pattern,
    /// On which throw.
    pub throw: WinThrow,
}

/// On which throw dice win the game.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "kebab-case")]
pub enum WinThrow {
    /// Only from the hand.
    First,
    /// On any throw.
    Any,
}

/// Something that gives points at the end of the game.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields, rename_all = "kebab-case")]
pub struct AwardFile {
    /// What it is for, in words.
    #[serde(default, skip_serializing_if = "Text::is_empty")]
    pub name: Text,
    /// What must hold.
    pub when: WhenFile,
    /// The points given; not for `total`, which says its own.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub give: Option<i32>,
}

/// What must hold for points.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "kebab-case")]
pub enum WhenFile {
    /// The entries of a box add up to a mark.
    SumOf(SumOfFile),
    /// A box is full and none of its entries is crossed out or zero.
    NeverCrossed(String),
    /// For each entry of a box that is neither crossed out nor zero.
    EachScored(String),
    /// By the total of the sheet.
    Total(StepsFile),
}

/// The entries of a box add up to a mark.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields, rename_all = "kebab-case")]
pub struct SumOfFile {
    /// The box.
    #[serde(rename = "box")]
    pub slot: String,
    /// The mark.
    pub at_least: i32,
}

/// Points by steps of the total.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields, rename_all = "kebab-case")]
pub struct StepsFile {
    /// Where each step begins, ascending; a total below the first counts as the first.
    pub from: Vec<i32>,
    /// What each step gives.
    pub give: Vec<i32>,
}
