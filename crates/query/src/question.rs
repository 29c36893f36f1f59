//! `Question`: the questions about a game, one struct for each kind.
//!
//! A field that the game requires may still be `None`: the engine reports a missing field once it knows the game. A
//! field that the game does not use is reported as ignored, see [`Question::used_fields`].

use kosti_rules::{House, Rules, Standing, WrittenSheet};
use serde::de::Error as _;
use serde::{Deserialize, Deserializer, Serialize};
use serde_json::Value;

#[cfg(feature = "openapi")]
use crate::schema::{self, Face, PointsNumber, SeatNumber};

/// A question about games. As JSON it is an object whose field `ask` names the kind.
#[derive(Debug, Clone, PartialEq, Serialize)]
#[serde(tag = "ask", rename_all = "kebab-case")]
pub enum Question {
    /// List the games.
    Games,
    /// Score dice.
    Score(ScoreQuestion),
    /// Total a sheet.
    Total(TotalQuestion),
    /// Evaluate every action.
    Advise(AdviseQuestion),
    /// Evaluate a game under best play.
    Solve(SolveQuestion),
    /// Simulate games.
    Simulate(SimulateQuestion),
    /// Compute the balance report of a game.
    Balance(BalanceQuestion),
    /// Compute the standings after finished turns of a race.
    Play(PlayQuestion),
}

/// Dice to score: with `throw` and `sheet` on a score sheet, with `aside` in a race.
#[derive(Debug, Clone, PartialEq, Default, Serialize, Deserialize)]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
pub struct ScoreQuestion {
    /// The id of a game.
    pub game: String,
    /// House rules: option → choice.
    #[serde(default, skip_serializing_if = "House::is_empty")]
    #[cfg_attr(feature = "openapi", schema(value_type = Option<BTreeMap<String, String>>))]
    pub house: House,
    /// The dice on the table, in any order.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[cfg_attr(feature = "openapi", schema(value_type = Vec<Face>, required = true))]
    pub dice: Option<Vec<u8>>,
    /// The number of the throw in the turn, from 1.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub throw: Option<u8>,
    /// The entries: box → entry.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[cfg_attr(feature = "openapi", schema(value_type = Option<BTreeMap<String, schema::WrittenEntries>>))]
    pub sheet: Option<WrittenSheet>,
    /// The number of dice aside, in a race.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[cfg_attr(feature = "openapi", schema(value_type = Option<u8>))]
    pub aside: Option<usize>,
}

/// A sheet to total.
#[derive(Debug, Clone, PartialEq, Default, Serialize, Deserialize)]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
pub struct TotalQuestion {
    /// The id of a game.
    pub game: String,
    /// House rules: option → choice.
    #[serde(default, skip_serializing_if = "House::is_empty")]
    #[cfg_attr(feature = "openapi", schema(value_type = Option<BTreeMap<String, String>>))]
    pub house: House,
    /// The entries: box → entry.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[cfg_attr(feature = "openapi", schema(value_type = Option<BTreeMap<String, schema::WrittenEntries>>))]
    pub sheet: Option<WrittenSheet>,
}

/// A position to advise on: `dice`, `throw` and `sheet` on a score sheet, `sheets` and `turn` to win; `seats`, `turn`, `turn_points`, `aside` and
/// `dice` in a race.
#[derive(Debug, Clone, PartialEq, Default, Serialize, Deserialize)]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
pub struct AdviseQuestion {
    /// The id of a game.
    pub game: String,
    /// House rules: option → choice.
    #[serde(default)]
    #[cfg_attr(feature = "openapi", schema(value_type = Option<BTreeMap<String, String>>))]
    pub house: House,
    /// The dice on the table; empty before a throw.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[cfg_attr(feature = "openapi", schema(value_type = Option<Vec<Face>>))]
    pub dice: Option<Vec<u8>>,
    /// The dice that were set aside before this throw, on a score sheet where they stay aside.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[cfg_attr(feature = "openapi", schema(value_type = Option<Vec<Face>>))]
    pub kept: Option<Vec<u8>>,
    /// The number of the throw in the turn, from 1; 0 before the first.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub throw: Option<u8>,
    /// The entries: box → entry.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[cfg_attr(feature = "openapi", schema(value_type = Option<BTreeMap<String, schema::WrittenEntries>>))]
    pub sheet: Option<WrittenSheet>,
    /// The entries of both seats, for the objective `win` on score sheets.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[cfg_attr(feature = "openapi", schema(value_type = Option<Vec<BTreeMap<String, schema::WrittenEntries>>>))]
    pub sheets: Option<Vec<WrittenSheet>>,
    /// The objective: `total`, `points`, `reach`, `win`; in a race `win`, `turns`, `within`.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub objective: Option<String>,
    /// Points to reach.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[cfg_attr(feature = "openapi", schema(value_type = Option<PointsNumber>))]
    pub at_least: Option<i32>,
    /// Turns to finish within.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[cfg_attr(feature = "openapi", schema(value_type = Option<u16>))]
    pub at_most: Option<usize>,
    /// The standings of a race, or the number of players at its start.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[cfg_attr(feature = "openapi", schema(value_type = Option<schema::RaceSeats>))]
    pub seats: Option<RaceSeats>,
    /// The seat on turn, in a race or for the objective `win`.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[cfg_attr(feature = "openapi", schema(value_type = Option<SeatNumber>))]
    pub turn: Option<usize>,
    /// The points of the turn so far, in a race.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[cfg_attr(feature = "openapi", schema(value_type = Option<PointsNumber>))]
    pub turn_points: Option<i32>,
    /// The number of dice aside, in a race.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[cfg_attr(feature = "openapi", schema(value_type = Option<u8>))]
    pub aside: Option<usize>,
}

/// A game to solve, and the objective.
#[derive(Debug, Clone, PartialEq, Default, Serialize, Deserialize)]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
pub struct SolveQuestion {
    /// The id of a game.
    pub game: String,
    /// House rules: option → choice.
    #[serde(default, skip_serializing_if = "House::is_empty")]
    #[cfg_attr(feature = "openapi", schema(value_type = Option<BTreeMap<String, String>>))]
    pub house: House,
    /// The objective: `total`, `points`, `reach`, `win`; in a race `win`, `turns`, `within`.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub objective: Option<String>,
    /// Points to reach.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[cfg_attr(feature = "openapi", schema(value_type = Option<PointsNumber>))]
    pub at_least: Option<i32>,
    /// Turns to finish within.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[cfg_attr(feature = "openapi", schema(value_type = Option<u16>))]
    pub at_most: Option<usize>,
    /// Whether to return the distribution of results.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub distribution: Option<bool>,
}

/// The players and the number of games to simulate.
#[derive(Debug, Clone, PartialEq, Default, Serialize, Deserialize)]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
pub struct SimulateQuestion {
    /// The id of a game.
    pub game: String,
    /// House rules: option → choice.
    #[serde(default, skip_serializing_if = "House::is_empty")]
    #[cfg_attr(feature = "openapi", schema(value_type = Option<BTreeMap<String, String>>))]
    pub house: House,
    /// Each is `perfect` (`careful` if best play is not known), `regular`, `greedy` or `random`; on score sheets also
    /// `win`, who knows the sheets of the others, against `win` or `total`; in a race also `duel` or `fastest`. The default is one `perfect` or `careful`.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub players: Option<Vec<String>>,
    /// The number of games. The default is 100,000, or 4,096 if the game is too large to be solved. A server may
    /// allow fewer than the program: at most a million for all players together.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[cfg_attr(feature = "openapi", schema(value_type = Option<u64>))]
    pub games: Option<usize>,
    /// The seed of the dice. The default is 1.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub seed: Option<u64>,
}

/// A game to report on.
#[derive(Debug, Clone, PartialEq, Default, Serialize, Deserialize)]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
pub struct BalanceQuestion {
    /// The id of a game.
    pub game: String,
    /// House rules: option → choice.
    #[serde(default, skip_serializing_if = "House::is_empty")]
    #[cfg_attr(feature = "openapi", schema(value_type = Option<BTreeMap<String, String>>))]
    pub house: House,
}

/// Finished turns of a race.
#[derive(Debug, Clone, PartialEq, Default, Serialize, Deserialize)]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
pub struct PlayQuestion {
    /// The id of a game.
    pub game: String,
    /// House rules: option → choice.
    #[serde(default, skip_serializing_if = "House::is_empty")]
    #[cfg_attr(feature = "openapi", schema(value_type = Option<BTreeMap<String, String>>))]
    pub house: House,
    /// The standings, or the number of players at the start.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[cfg_attr(feature = "openapi", schema(value_type = schema::RaceSeats, required = true))]
    pub seats: Option<RaceSeats>,
    /// The turns, in the order of play.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[cfg_attr(feature = "openapi", schema(value_type = Vec<FinishedTurn>, required = true))]
    pub turns: Option<Vec<FinishedTurn>>,
}

/// The standings of a race, or the number of players at its start.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
#[serde(untagged)]
pub enum RaceSeats {
    /// The standings.
    Standings(Vec<Standing>),
    /// The number of players at the start.
    Count(u8),
}

impl RaceSeats {
    /// The standings.
    #[must_use]
    pub fn standings(&self) -> Vec<Standing> {
        match self {
            Self::Standings(standings) => standings.clone(),
            Self::Count(count) => vec![Standing::default(); (*count).into()],
        }
    }
}

// Implemented by hand: the error of a derived untagged enum does not name the wrong part of a list.
impl<'de> Deserialize<'de> for RaceSeats {
    fn deserialize<D: Deserializer<'de>>(from: D) -> Result<Self, D::Error> {
        let read = match Value::deserialize(from)? {
            count @ Value::Number(_) => u8::deserialize(count).map(Self::Count),
            standings => Vec::deserialize(standings).map(Self::Standings),
        };
        read.map_err(D::Error::custom)
    }
}

/// A finished turn of a race.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
pub struct FinishedTurn {
    /// The seat that played.
    #[cfg_attr(feature = "openapi", schema(value_type = SeatNumber))]
    pub seat: usize,
    /// Its points; 0 for a bust.
    #[cfg_attr(feature = "openapi", schema(value_type = PointsNumber))]
    pub gain: i32,
    /// Whether its dice cost the whole score.
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    pub score_lost: bool,
}

impl Question {
    /// The kinds of questions, as `ask` names them.
    pub const KINDS: [&str; 8] =
        ["games", "score", "total", "advise", "solve", "simulate", "balance", "play"];

    /// The game of the question, with its house rules.
    #[must_use]
    pub fn game(&self) -> Option<(&str, &House)> {
        let (game, house) = match self {
            Self::Games => return None,
            Self::Score(question) => (&question.game, &question.house),
            Self::Total(question) => (&question.game, &question.house),
            Self::Advise(question) => (&question.game, &question.house),
            Self::Solve(question) => (&question.game, &question.house),
            Self::Simulate(question) => (&question.game, &question.house),
            Self::Balance(question) => (&question.game, &question.house),
            Self::Play(question) => (&question.game, &question.house),
        };
        Some((game, house))
    }

    /// The fields that the answer depends on, besides `game` and `house`. They differ between score sheets and races.
    #[must_use]
    pub fn used_fields(&self, rules: &Rules) -> Vec<&'static str> {
        let is_race = rules.race().is_some();
        let mut used = match self {
            Self::Games | Self::Balance(_) => vec![],
            Self::Score(_) if is_race => vec!["aside", "dice"],
            Self::Score(_) => vec!["dice", "throw", "sheet"],
            Self::Total(_) => vec!["sheet"],
            Self::Advise(_) if is_race => vec!["seats", "turn", "turn_points", "aside", "dice", "objective"],
            Self::Advise(question) if question.objective.as_deref() == Some("win") => {
                vec!["throw", "sheets", "turn", "dice", "objective"]
            }
            Self::Advise(_) => vec!["throw", "sheet", "dice", "objective"],
            Self::Solve(_) => vec!["objective"],
            Self::Simulate(_) => vec!["games", "seed", "players"],
            Self::Play(_) => vec!["seats", "turns"],
        };
        let objective = match self {
            Self::Advise(question) => question.objective.as_deref(),
            Self::Solve(question) => question.objective.as_deref(),
            _ => None,
        };
        match objective {
            Some("within") if is_race => used.push("at_most"),
            Some("reach") if !is_race => used.push("at_least"),
            _ => {}
        }
        let dice_stay_aside = rules.sheet().is_some_and(|sheet| sheet.set_aside.is_some());
        if dice_stay_aside && matches!(self, Self::Advise(_)) {
            used.push("kept");
        }
        if let Self::Solve(_) = self {
            used.push("distribution");
        }
        used
    }
}
