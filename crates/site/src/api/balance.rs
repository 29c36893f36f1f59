//! What somebody who makes a game asks and is told, as the description of the API shows it; docs/ask.md tells all of it.

#![allow(dead_code, reason = "these describe the API")]

use std::collections::BTreeMap;

use utoipa::ToSchema;

use crate::shapes::FamilyForm;

/// A game.
#[derive(ToSchema)]
pub(super) struct BalanceBody {
    /// The id of a game.
    game: String,
    /// House rules: option → choice.
    house: Option<BTreeMap<String, String>>,
}

/// What somebody who makes the game wants to know. Which of the other fields are there depends on its family: docs/ask.md
/// tells.
#[derive(ToSchema)]
pub(super) struct BalanceAnswer {
    /// What the rules mean, as a hash.
    hash: String,
    family: FamilyForm,
    /// How it is played: `perfect`, `strong`, `sensible`.
    play: String,
    /// Games that were played for what is measured.
    #[schema(nullable = false)]
    games: Option<u64>,
    /// The expected result of a sheet.
    #[schema(nullable = false)]
    value: Option<NumberTold>,
    /// The turns of one alone in a race.
    #[schema(nullable = false)]
    turns: Option<NumberTold>,
    spread: SpreadTold,
    /// Who wins, by how many play.
    seats: Vec<SeatsTold>,
    /// What each choice of each house rule changes.
    house: Vec<OptionTold>,
    /// Fields that the question does not know.
    #[schema(nullable = false)]
    ignored: Option<Vec<String>>,
}

/// A number, exact or measured with its standard error.
#[derive(ToSchema)]
struct NumberTold {
    value: f64,
    #[schema(nullable = false)]
    error: Option<f64>,
    exact: bool,
}

/// How likely each result is.
#[derive(ToSchema)]
struct SpreadTold {
    deviation: f64,
    exact: bool,
    /// By percent.
    quantiles: BTreeMap<String, i32>,
    /// Each a result and how likely it is.
    shares: Vec<Vec<f64>>,
}

/// Who wins when so many play.
#[derive(ToSchema)]
struct SeatsTold {
    players: u8,
    /// By seat: the chance to win alone.
    wins: Vec<NumberTold>,
    /// The chance that the win is shared.
    shared: NumberTold,
}

/// A house rule.
#[derive(ToSchema)]
struct OptionTold {
    option: String,
    choices: Vec<ChoiceTold>,
}

/// One choice of it, all others as they are.
#[derive(ToSchema)]
struct ChoiceTold {
    choice: String,
    /// Whether it is the one that the game is told with.
    chosen: bool,
    /// What the game is worth with it; of a race, the chance of the first of two.
    #[schema(required = true)]
    value: Option<NumberTold>,
    /// The turns of one alone in a race.
    #[schema(nullable = false)]
    turns: Option<NumberTold>,
    /// How much more that is than the game as it is told.
    difference: DifferenceTold,
}

/// How much more.
#[derive(ToSchema)]
struct DifferenceTold {
    #[schema(required = true)]
    value: Option<NumberTold>,
    #[schema(nullable = false)]
    turns: Option<NumberTold>,
}
