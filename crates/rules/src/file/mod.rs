//! The rules language: what can be written in a rules file, as types. The doc comments here are the
//! descriptions that editors show; games/README.md is the reference.

mod amount;
mod faces;
mod one_or_many;
mod race;
mod sheet;

use indexmap::IndexMap;
use kosti_dice::Dice;
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

pub use amount::{Amount, Numbers, Outcome};
pub use faces::{Colour, FacesFile};
pub use one_or_many::OneOrMany;
pub use race::{
    BarrelFile, Blank, CombinationFile, Costs, DoubleFile, LastRoundFile, LossFile, LostTurnsFile, Overshoot,
    RaceFile, Ties,
};
pub use sheet::{
    AwardFile, BonusFile, BoxFile, ColumnFile, ColumnOrder, Cross, DifferenceFile, GateFile, GroupFile, Hand,
    JokerFile, LastResortFile, Lot, Order, PenaltyFile, Score, ScoredOf, StepsFile, SumOfFile, Unfit,
    WhenFile, WildFile, WinFile, WinThrow,
};

use crate::text::Text;

/// One game: everything a rules file can say.
#[derive(Debug, Clone, PartialEq, Default, Serialize, Deserialize, JsonSchema)]
#[serde(default, deny_unknown_fields, rename_all = "kebab-case")]
#[schemars(title = "A Kosti rules file")]
pub struct GameFile {
    /// The name of the game.
    pub name: Text,
    /// The game in one line.
    #[serde(skip_serializing_if = "Text::is_empty")]
    pub about: Text,
    /// Where the rules come from.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub source: Option<String>,
    /// How many dice, 1 to 8.
    #[schemars(range(min = 1, max = 8))]
    pub dice: Option<u8>,
    /// How many sides each die has, 2 to 12; 6 when not said.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schemars(range(min = 2, max = 12))]
    pub sides: Option<u8>,
    /// What the faces are called, and their colours.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub faces: Option<FacesFile>,
    /// How many throws a turn has at most, the first included (score-sheet games).
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schemars(range(min = 1, max = 9))]
    pub throws: Option<u8>,
    /// How many can play.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub players: Option<PlayersFile>,
    /// The only dice that can be kept, besides none; any can when not said.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    #[schemars(with = "Vec<Vec<u8>>")]
    pub keeps: Vec<Dice>,
    /// The fewest dice that are set aside after each throw, and stay aside until the turn ends; any dice can be thrown
    /// again when not said.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schemars(range(min = 0, max = 7))]
    pub set_aside: Option<u8>,
    /// Who starts: `"seats"` (the first seat), or `{ lot = "lowest-sum" }`.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub order: Option<Order>,
    /// What holds for every box that does not say otherwise.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub each_box: Option<BoxFile>,
    /// Groups of boxes, and boxes written as one entry per number.
    #[serde(skip_serializing_if = "IndexMap::is_empty")]
    pub group: IndexMap<String, GroupFile>,
    /// The boxes of the score sheet, in the order of the file.
    #[serde(rename = "box", skip_serializing_if = "IndexMap::is_empty")]
    pub boxes: IndexMap<String, BoxFile>,
    /// The columns of the score sheet, in the order of the file; each has all boxes.
    #[serde(skip_serializing_if = "IndexMap::is_empty")]
    pub column: IndexMap<String, ColumnFile>,
    /// Boxes that must be filled before the others.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub gate: Option<GateFile>,
    /// Dice that fit a box that is full already, and what becomes of them.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub joker: Option<JokerFile>,
    /// Dice that win the game at once.
    #[serde(skip_serializing_if = "IndexMap::is_empty")]
    pub instant_win: IndexMap<String, WinFile>,
    /// Where the game is decided by points, not by the total: what gives points.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub points: Vec<AwardFile>,
    /// A race to a target instead of a score sheet.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub race: Option<RaceFile>,
    /// Worked examples of whole sheets.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub sheet_example: Vec<SheetExampleFile>,
    /// House rules: options that a table chooses from.
    #[serde(skip_serializing_if = "IndexMap::is_empty")]
    pub house: IndexMap<String, HouseFile>,
}

/// How many can play.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields, rename_all = "kebab-case")]
pub struct PlayersFile {
    /// At least so many.
    #[serde(default = "one")]
    pub min: u8,
    /// At most so many; 64 when not said.
    #[serde(default = "most_seats")]
    pub max: u8,
    /// One may practise alone, although the game is for more.
    #[serde(default)]
    pub alone: bool,
}

impl PlayersFile {
    /// Whether so many can play.
    #[must_use]
    pub fn allow(&self, seats: usize) -> bool {
        (usize::from(self.min)..=usize::from(self.max)).contains(&seats) || (seats == 1 && self.alone)
    }
}

fn one() -> u8 {
    1
}

fn most_seats() -> u8 {
    crate::limits::MOST_SEATS
}

impl Default for PlayersFile {
    fn default() -> Self {
        Self { min: one(), max: most_seats(), alone: false }
    }
}

/// A worked example: these dice give this score.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields, rename_all = "kebab-case")]
pub struct ExampleFile {
    /// The box, where the example stands with a group.
    #[serde(rename = "box", default, skip_serializing_if = "Option::is_none")]
    pub slot: Option<String>,
    /// The dice.
    #[schemars(with = "Vec<u8>")]
    pub dice: Dice,
    /// The number of the throw; the second when not said, so not from the hand.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub throw: Option<u8>,
    /// What they give, or `"refused"` where they may not be scored.
    pub score: Outcome,
    /// The choices under which the example holds; under every other choice it says nothing.
    #[serde(default, skip_serializing_if = "IndexMap::is_empty")]
    pub house: IndexMap<String, String>,
    /// The sentence of the rules that it illustrates.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub clause: Option<String>,
}

/// A worked example of a whole sheet: what it adds up to.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields, rename_all = "kebab-case")]
pub struct SheetExampleFile {
    /// What was written into each box: a number, `"x"` for crossed out, or a list of these.
    #[schemars(with = "serde_json::Map<String, serde_json::Value>")]
    pub sheet: crate::written::WrittenSheet,
    /// The total.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub total: Option<i32>,
    /// The points, in a game that is decided by points.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub points: Option<i32>,
    /// The choices under which the example holds.
    #[serde(default, skip_serializing_if = "IndexMap::is_empty")]
    pub house: IndexMap<String, String>,
    /// The sentence of the rules that it illustrates.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub clause: Option<String>,
}

/// A house rule: choices, the first of which is the default.
#[derive(Debug, Clone, PartialEq, Default, Serialize, Deserialize, JsonSchema)]
#[serde(default, deny_unknown_fields, rename_all = "kebab-case")]
pub struct HouseFile {
    /// What is chosen.
    pub name: Text,
    /// Why tables differ.
    #[serde(skip_serializing_if = "Text::is_empty")]
    pub about: Text,
    /// The choices; the first is the default.
    pub choices: IndexMap<String, ChoiceFile>,
}

/// One choice of a house rule.
#[derive(Debug, Clone, PartialEq, Default, Serialize, Deserialize, JsonSchema)]
#[serde(default, deny_unknown_fields, rename_all = "kebab-case")]
pub struct ChoiceFile {
    /// What the choice means.
    #[serde(skip_serializing_if = "Text::is_empty")]
    pub about: Text,
    /// What it changes: keys of this file with other values.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub change: Option<Anything>,
}

/// A part of a rules file, checked when it has been put in its place.
#[derive(Debug, Clone, PartialEq, Serialize, JsonSchema)]
#[schemars(with = "serde_json::Map<String, serde_json::Value>")]
pub struct Anything;

impl<'de> Deserialize<'de> for Anything {
    fn deserialize<D: serde::Deserializer<'de>>(from: D) -> Result<Self, D::Error> {
        serde::de::IgnoredAny::deserialize(from).map(|_| Self)
    }
}
