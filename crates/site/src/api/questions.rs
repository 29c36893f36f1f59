//! Questions about games and their answers, as the description of the API shows them. `kosti ask` reads and writes them
//! itself, and docs/ask.md tells all of it; nothing here is ever made.

#![allow(dead_code, reason = "these describe the API")]

use std::collections::BTreeMap;

use utoipa::ToSchema;

use super::act::ThenBody;
use crate::forms::{Face, PointsNumber, SeatNumber};
use crate::shapes::{FamilyForm, WrittenForm};

/// The games there are.
#[derive(ToSchema)]
pub(super) struct GamesAnswer {
    games: Vec<GameTold>,
}

/// A game.
#[derive(ToSchema)]
struct GameTold {
    /// What it is called in requests.
    id: String,
    /// Its name, in the language of `Accept-Language`.
    name: String,
    /// The game in one line.
    about: String,
    family: FamilyForm,
    /// How many dice.
    dice: u8,
    /// How many throws a turn has; null in a race.
    #[schema(required = true)]
    throws: Option<u8>,
    /// The ids of the boxes, in the order of the sheet; none in a race.
    boxes: Vec<String>,
    /// Option → its choices, the default first.
    house: BTreeMap<String, Vec<String>>,
}

/// What dice are worth: with `throw` and `sheet` on a score sheet, with `aside` in a race.
#[derive(ToSchema)]
pub(super) struct ScoreBody {
    /// The id of a game.
    game: String,
    /// House rules: option → choice.
    #[schema(nullable = false)]
    house: Option<BTreeMap<String, String>>,
    /// The dice on the table, in any order.
    dice: Vec<Face>,
    /// Which throw of the turn this is, from 1.
    throw: Option<u8>,
    /// What has been written: box → entry.
    sheet: Option<BTreeMap<String, WrittenForm>>,
    /// How many dice are aside, in a race.
    aside: Option<u8>,
}

/// What each open box would get, or what can be set aside.
#[derive(ToSchema)]
#[serde(untagged)]
pub(super) enum ScoreAnswer {
    Sheet(BoxesTold),
    Race(SelectionsTold),
}

/// On a score sheet.
#[derive(ToSchema)]
pub(super) struct BoxesTold {
    boxes: Vec<BoxTold>,
    /// Whether dice may be thrown again.
    rethrow: bool,
    /// Whether these dice win the game at once.
    wins: bool,
    /// Fields that the question does not know.
    #[schema(nullable = false)]
    ignored: Option<Vec<String>>,
}

/// An open box.
#[derive(ToSchema)]
struct BoxTold {
    r#box: String,
    /// What it would get; null: may not be scored now.
    #[schema(required = true)]
    score: Option<i32>,
    /// Whether it may be crossed out now.
    cross: bool,
    /// What a joker brings besides.
    #[schema(nullable = false)]
    bonus: Option<i32>,
    /// Why, for people.
    why: String,
}

/// In a race.
#[derive(ToSchema)]
pub(super) struct SelectionsTold {
    /// Whether nothing counts.
    bust: bool,
    /// What can be set aside, dearest first.
    selections: Vec<SelectionTold>,
    /// Whether the dice are a double, which gives a free throw.
    free_throw: bool,
    /// Fields that the question does not know.
    #[schema(nullable = false)]
    ignored: Option<Vec<String>>,
}

#[derive(ToSchema)]
struct SelectionTold {
    take: Vec<Face>,
    points: i32,
}

/// A sheet.
#[derive(ToSchema)]
pub(super) struct TotalBody {
    /// The id of a game.
    game: String,
    /// House rules: option → choice.
    house: Option<BTreeMap<String, String>>,
    /// What has been written: box → entry.
    sheet: Option<BTreeMap<String, WrittenForm>>,
}

/// What a sheet adds up to.
#[derive(ToSchema)]
pub(super) struct TotalAnswer {
    total: i32,
    groups: BTreeMap<String, GroupTold>,
    /// What jokers have brought.
    #[schema(nullable = false)]
    joker: Option<i32>,
    /// The points, where points decide.
    #[schema(nullable = false)]
    points: Option<i32>,
    /// Whether every box is filled.
    full: bool,
    /// Fields that the question does not know.
    #[schema(nullable = false)]
    ignored: Option<Vec<String>>,
}

/// What the boxes of a group add up to.
#[derive(ToSchema)]
struct GroupTold {
    sum: i32,
    #[schema(nullable = false)]
    bonus: Option<i32>,
    #[schema(nullable = false)]
    penalty: Option<i32>,
}

/// A position.
#[derive(ToSchema)]
pub(super) struct AdviseBody {
    /// The id of a game.
    game: String,
    /// House rules: option → choice.
    house: Option<BTreeMap<String, String>>,
    /// The dice on the table; none before a throw.
    dice: Option<Vec<Face>>,
    /// Which throw of the turn this is, from 1; 0 before the first.
    throw: Option<u8>,
    /// What has been written: box → entry.
    sheet: Option<BTreeMap<String, WrittenForm>>,
    /// What is played for: `total`, `points`, `reach`; in a race `win`, `turns`, `within`.
    objective: Option<String>,
    /// Points to reach.
    #[schema(value_type = Option<PointsNumber>)]
    at_least: Option<i32>,
    /// Turns to finish within.
    at_most: Option<u16>,
    seats: Option<RaceSeats>,
    /// The seat that plays, in a race.
    #[schema(value_type = Option<SeatNumber>)]
    turn: Option<u8>,
    /// What the turn has brought so far, in a race.
    #[schema(value_type = Option<PointsNumber>)]
    turn_points: Option<i32>,
    /// How many dice are aside, in a race.
    aside: Option<u8>,
}

/// Where each one stands in a race, or how many begin.
#[derive(ToSchema)]
#[serde(untagged)]
enum RaceSeats {
    Standings(Vec<RaceSeat>),
    HowMany(u8),
}

#[derive(ToSchema)]
struct RaceSeat {
    score: i32,
    /// Turns left in the barrel, or until lost turns cost points; 0 where nothing is counted.
    #[serde(default)]
    turns_left: u8,
}

/// What everything that can be done is worth.
#[derive(ToSchema)]
pub(super) struct AdviceAnswer {
    /// What the position is worth under best play.
    value: f64,
    /// Whether that is exact.
    exact: bool,
    /// Best first.
    actions: Vec<ActionTold>,
    /// Why the first is the best, for people.
    #[schema(nullable = false)]
    reason: Option<String>,
    /// How likely the seat on turn wins, where several play.
    #[schema(nullable = false)]
    win: Option<WinTold>,
    /// Whether the dice win at once.
    #[schema(nullable = false)]
    wins: Option<bool>,
    /// Whether nothing counts, in a race.
    #[schema(nullable = false)]
    bust: Option<bool>,
    /// Fields that the question does not know.
    #[schema(nullable = false)]
    ignored: Option<Vec<String>>,
}

/// An action: one of `keep`, `score`, `cross`, or `take` with `then`.
#[derive(ToSchema)]
struct ActionTold {
    #[schema(nullable = false)]
    keep: Option<Vec<Face>>,
    #[schema(nullable = false)]
    score: Option<String>,
    #[schema(nullable = false)]
    cross: Option<String>,
    #[schema(nullable = false)]
    take: Option<Vec<Face>>,
    then: Option<ThenBody>,
    value: f64,
}

#[derive(ToSchema)]
struct WinTold {
    chance: f64,
    exact: bool,
}

/// A game and what it is played for.
#[derive(ToSchema)]
pub(super) struct SolveBody {
    /// The id of a game.
    game: String,
    /// House rules: option → choice.
    house: Option<BTreeMap<String, String>>,
    /// What is played for: `total`, `points`, `reach`; in a race `win`, `turns`, `within`.
    objective: Option<String>,
    /// Points to reach.
    #[schema(value_type = Option<PointsNumber>)]
    at_least: Option<i32>,
    /// Turns to finish within.
    at_most: Option<u16>,
    /// Whether to tell how likely each total is.
    distribution: Option<bool>,
}

/// What a game is worth under best play. Which of the other fields are there depends on the game and what it is played
/// for: docs/ask.md tells.
#[derive(ToSchema)]
pub(super) struct SolveAnswer {
    value: f64,
    exact: bool,
    states: u64,
    seconds: f64,
    #[schema(nullable = false)]
    deviation: Option<f64>,
    #[schema(nullable = false)]
    distribution: Option<Spread>,
    /// The hash of the rules that were solved.
    rules: String,
    /// The version of Kosti that solved them.
    version: String,
}

/// How likely each value is.
#[derive(ToSchema)]
struct Spread {
    /// By percent.
    quantiles: BTreeMap<String, i32>,
    /// Each a value and how likely it is.
    shares: Vec<Vec<f64>>,
}

/// Who plays, and how often.
#[derive(ToSchema)]
pub(super) struct SimulateBody {
    /// The id of a game.
    game: String,
    /// House rules: option → choice.
    house: Option<BTreeMap<String, String>>,
    /// Each `perfect` (`careful` where best play is not known), `regular`, `greedy` or `random`; in a race also `duel` or
    /// `fastest`. One `perfect` or `careful` without.
    players: Option<Vec<String>>,
    /// How many games: here at most a million for all players together; 100,000 without, 4,096 where the game is too large
    /// to be solved.
    games: Option<u64>,
    /// What decides the dice; 1 without.
    seed: Option<u64>,
}

/// What many games came to.
#[derive(ToSchema)]
pub(super) struct SimulateAnswer {
    games: u64,
    seed: u64,
    /// By seat: `player` and what was measured, as docs/ask.md tells.
    #[schema(value_type = Vec<Object>)]
    seats: Vec<()>,
    /// The hash of the rules that were played by.
    rules: String,
    /// The version of Kosti that played.
    version: String,
}

/// Finished turns of a race.
#[derive(ToSchema)]
pub(super) struct PlayBody {
    /// The id of a game.
    game: String,
    /// House rules: option → choice.
    house: Option<BTreeMap<String, String>>,
    seats: RaceSeats,
    turns: Vec<TurnPlayed>,
}

#[derive(ToSchema)]
struct TurnPlayed {
    #[schema(value_type = SeatNumber)]
    seat: u8,
    /// 0 for a bust.
    #[schema(value_type = PointsNumber)]
    gain: i32,
}

/// Where everybody stands after each turn.
#[derive(ToSchema)]
pub(super) struct PlayAnswer {
    turns: Vec<AfterTurn>,
    /// Fields that the question does not know.
    #[schema(nullable = false)]
    ignored: Option<Vec<String>>,
}

#[derive(ToSchema)]
struct AfterTurn {
    seats: Vec<StandingTold>,
    /// The seat that has won with this turn.
    #[schema(required = true, value_type = Option<SeatNumber>)]
    winner: Option<u8>,
}

#[derive(ToSchema)]
struct StandingTold {
    score: i32,
    turns_left: u8,
    /// The barrel that the score lies in, from 1.
    #[schema(required = true)]
    barrel: Option<u8>,
}
