//! `QueryError`: the errors of questions.

use kosti_coach::NoCoach;
use kosti_rules::{RaceRules, Rules, RulesError, SheetError, SheetRules, Standing};
use kosti_solver::{Cancelled, SolveError, TooLarge};
use kosti_text::Words;
use serde::Serialize;
use serde_json::{Value, json};

/// An error of a question. The kinds are part of the interface and never change.
#[derive(Debug, Clone, PartialEq, Serialize, thiserror::Error)]
#[serde(tag = "kind", rename_all = "kebab-case", rename_all_fields = "kebab-case")]
#[error("{self:?}")]
#[expect(missing_docs, reason = "the names say it, and the sentences are in locales/")]
pub enum QueryError {
    BadJson {
        message: String,
    },
    NotAnObject,
    NoAsk {
        known: String,
    },
    UnknownAsk {
        ask: String,
        known: String,
    },
    NoGame,
    UnknownGame {
        game: String,
        known: String,
    },
    /// The rules file has faults.
    BadGame {
        game: String,
        faults: String,
    },
    BadHouse {
        message: String,
    },
    MissingField {
        field: String,
    },
    BadField {
        field: String,
        message: String,
    },
    WrongFamily {
        ask: String,
        family: String,
    },
    DiceCount {
        is: usize,
        needs: usize,
    },
    BadFace {
        face: u8,
        sides: u8,
    },
    BadThrow {
        throw: u8,
        throws: u8,
    },
    BadAside {
        aside: usize,
        most: usize,
    },
    /// The dice that stay aside are not among the others, or too few or too many for this throw.
    BadKept {
        throw: u8,
        least: usize,
        most: usize,
    },
    BadSheet {
        message: String,
    },
    SeatCount {
        is: usize,
        most: u8,
    },
    BadStanding {
        seat: usize,
        score: i32,
        turns_left: u8,
    },
    BadTurn {
        turn: usize,
        seat: usize,
        gain: i32,
    },
    /// The seat on turn does not exist.
    NoSeat {
        turn: usize,
        seats: usize,
    },
    /// The objective to win needs the sheets of two seats.
    NotTwo {
        is: usize,
    },
    /// Seats did not take turns on these sheets.
    OutOfTurn {
        turn: usize,
    },
    BadPoints {
        points: i32,
        unit: i32,
    },
    BadWithin {
        is: usize,
        most: usize,
    },
    TooManyTurns {
        is: usize,
        most: usize,
    },
    GameOver {
        turn: usize,
    },
    TooLong {
        most: usize,
    },
    BadObjective {
        objective: String,
        known: String,
    },
    BadGames {
        is: usize,
        most: usize,
    },
    UnknownPlayer {
        player: String,
        known: String,
    },
    /// The game has too many states to be solved.
    TooLarge {
        states: usize,
        most: usize,
    },
    /// The solver does not support these rules.
    NotSolved {},
    /// The question needs more work than the limits allow.
    TooMuchWork,
    /// The work was cancelled.
    Cancelled,
    /// Nobody can win from this standing.
    DeadEnd {
        score: i32,
        turns_left: u8,
    },
}

impl QueryError {
    /// Returns the rules of a score sheet, or an error if the game is a race.
    pub(crate) fn require_sheet<'a>(rules: &'a Rules, ask: &str) -> Result<&'a SheetRules, Self> {
        let wrong = || Self::WrongFamily { ask: ask.to_owned(), family: "race".to_owned() };
        rules.sheet().ok_or_else(wrong)
    }

    /// Returns the rules of a race, or an error if the game has a score sheet.
    pub(crate) fn require_race<'a>(rules: &'a Rules, ask: &str) -> Result<&'a RaceRules, Self> {
        let wrong = || Self::WrongFamily { ask: ask.to_owned(), family: "sheet".to_owned() };
        rules.race().ok_or_else(wrong)
    }

    /// The error for a missing field.
    pub(crate) fn missing(field: &str) -> Self {
        Self::MissingField { field: field.to_owned() }
    }

    /// The error for an impossible standing.
    pub(crate) fn standing(seat: usize, Standing { score, turns_left }: Standing) -> Self {
        Self::BadStanding { seat, score, turns_left }
    }

    /// The error for an objective that the game does not have.
    pub(crate) fn objective(objective: &str, known: &str) -> Self {
        Self::BadObjective { objective: objective.to_owned(), known: known.to_owned() }
    }

    pub(crate) fn house(words: &Words, error: &RulesError) -> Self {
        Self::BadHouse { message: words.describe("house", error) }
    }

    pub(crate) fn sheet(words: &Words, error: &SheetError) -> Self {
        Self::BadSheet { message: words.describe("sheet", error) }
    }

    /// The error as JSON.
    #[must_use]
    pub fn to_json(&self, words: &Words) -> Value {
        let kind = serde_json::to_value(self).ok().and_then(|value| value.get("kind").cloned());
        json!({ "error": { "kind": kind, "message": words.describe("ask", self) } })
    }
}

impl From<TooLarge> for QueryError {
    fn from(TooLarge { states, most }: TooLarge) -> Self {
        Self::TooLarge { states, most }
    }
}

impl From<Cancelled> for QueryError {
    fn from(Cancelled: Cancelled) -> Self {
        Self::Cancelled
    }
}

impl From<SolveError> for QueryError {
    fn from(error: SolveError) -> Self {
        match error {
            SolveError::TooLarge(error) => error.into(),
            SolveError::NotSolvable(_) => Self::NotSolved {},
            SolveError::DeadEnd(place) => Self::DeadEnd { score: place.score, turns_left: place.turns_left },
            SolveError::Cancelled(error) => error.into(),
            SolveError::NoSuchObjective(objective) => Self::objective(&format!("{objective:?}"), ""),
        }
    }
}

impl From<NoCoach> for QueryError {
    fn from(error: NoCoach) -> Self {
        match error {
            NoCoach::TooLarge(error) => error.into(),
            NoCoach::NotSolvable(_) => Self::NotSolved {},
            NoCoach::DeadEnd(place) => SolveError::DeadEnd(place).into(),
            NoCoach::Cancelled(error) => error.into(),
        }
    }
}
