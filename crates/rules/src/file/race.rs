//! What a race to a target can say.

use indexmap::IndexMap;
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use super::{ExampleFile, Numbers};
use crate::pattern::Pattern;
use crate::text::Text;

/// A race: dice that score are set aside, and the player banks or throws the rest.
#[derive(Debug, Clone, PartialEq, Default, Serialize, Deserialize, JsonSchema)]
#[serde(default, deny_unknown_fields, rename_all = "kebab-case")]
pub struct RaceFile {
    /// The score that wins, at the end of the turn that reaches it.
    pub target: Option<i32>,
    /// Who has set all dice aside may throw all of them again; yes when not said.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub hot_dice: Option<bool>,
    /// The fewest points that a turn can be banked with; any when not said.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schemars(range(min = 1, max = 1_000_000))]
    pub bank_at_least: Option<i32>,
    /// The same for a player whose score is 0.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schemars(range(min = 1, max = 1_000_000))]
    pub open_at_least: Option<i32>,
    /// What lost turns in a row cost.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub lost_turns: Option<LostTurnsFile>,
    /// Who reaches the target does not win yet: every other player has one more turn, and the highest score wins.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub last_round: Option<LastRoundFile>,
    /// The target must be reached exactly: what becomes of a turn that would go past it.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub overshoot: Option<Overshoot>,
    /// What scores.
    pub combination: IndexMap<String, CombinationFile>,
    /// Dice that lose the turn, or the whole score, whatever else the throw shows.
    #[serde(skip_serializing_if = "IndexMap::is_empty")]
    pub loss: IndexMap<String, LossFile>,
    /// All remaining dice alike let the player throw all dice again.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub double: Option<DoubleFile>,
    /// Stretches of the score that must be left within some turns.
    #[serde(skip_serializing_if = "IndexMap::is_empty")]
    pub barrel: IndexMap<String, BarrelFile>,
    /// Worked examples: what these dice, all taken, are worth.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub example: Vec<ExampleFile>,
}

/// Turns without points, one after the other, that cost points.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields, rename_all = "kebab-case")]
pub struct LostTurnsFile {
    /// So many in a row.
    #[schemars(range(min = 1, max = 100))]
    pub row: u8,
    /// The points taken away; a score never falls below 0.
    #[schemars(range(min = 1, max = 1_000_000))]
    pub points: i32,
}

/// The round after somebody has reached the target.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields, rename_all = "kebab-case")]
pub struct LastRoundFile {
    /// Who wins with equal best scores.
    pub ties: Ties,
}

/// Who wins a race with equal best scores.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "kebab-case")]
pub enum Ties {
    /// They share the win.
    Shared,
    /// The one who had the score first: the others must beat it.
    First,
}

/// What becomes of a turn that would go past a target that must be reached exactly.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "kebab-case")]
pub enum Overshoot {
    /// Its points are lost.
    Lost,
    /// The points past the target are subtracted from it.
    Back,
}

/// A scoring combination: the fewest dice that show what it needs, thrown together.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields, rename_all = "kebab-case")]
pub struct CombinationFile {
    /// Its name.
    #[serde(default, skip_serializing_if = "Text::is_empty")]
    pub name: Text,
    /// What it needs.
    pub needs: Pattern,
    /// What it is worth; as a list, for each number from 1 on, where 0 is no combination; or `"combination"`, the sum of
    /// its dice.
    pub points: Numbers,
}

/// Dice that end the turn with a loss.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields, rename_all = "kebab-case")]
pub struct LossFile {
    /// What a throw shows that loses.
    pub needs: Pattern,
    /// What is lost.
    pub costs: Costs,
}

/// What is lost by a throw.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "kebab-case")]
pub enum Costs {
    /// The points of the turn.
    Turn,
    /// The points of the turn and the whole score.
    Score,
}

/// All remaining dice alike.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields, rename_all = "kebab-case")]
pub struct DoubleFile {
    /// With exactly so many dice aside.
    pub aside: u8,
    /// What a double that scores nothing obliges to.
    pub blank: Blank,
    /// The rule in one line.
    #[serde(default, skip_serializing_if = "Text::is_empty")]
    pub about: Text,
}

/// What a double that scores nothing obliges to.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "kebab-case")]
pub enum Blank {
    /// The player must throw all dice.
    MustThrow,
    /// The player may bank, or throw all dice.
    MayBank,
}

/// A stretch of the score that must be left within some turns, or the score goes back to its entry.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields, rename_all = "kebab-case")]
pub struct BarrelFile {
    /// The entry: the lowest score inside.
    pub from: i32,
    /// The exit: the lowest score past it.
    pub exit: i32,
    /// How many turns there are to leave it.
    pub turns: u8,
}
