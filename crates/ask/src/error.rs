//! Why a question gets no answer.

use kosti_coach::NoCoach;
use kosti_rules::{RaceRules, Rules, RulesError, SheetError, SheetRules};
use kosti_solver::{Cancelled, NoRace, SolveError, TooLarge};
use kosti_words::Words;
use serde::Serialize;
use serde_json::{Value, json};

/// Why a question gets no answer. The kinds are part of the interface and never change.
#[derive(Debug, Clone, PartialEq, Serialize, thiserror::Error)]
#[serde(tag = "kind", rename_all = "kebab-case", rename_all_fields = "kebab-case")]
#[error("{self:?}")]
#[expect(missing_docs, reason = "the names say it, and the sentences are in locales/")]
pub enum AskError {
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
    /// The rules file is wrong; `faults` tells how.
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
    /// Nobody sits on the seat that is to play.
    NoSeat {
        turn: usize,
        seats: usize,
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
    /// Games with columns, or that count differences, are not solved.
    NotSolved {},
    /// More work than whoever answers allows.
    TooMuchWork,
    /// Cancelled before there was an answer.
    Cancelled,
    /// Nobody can win from there.
    DeadEnd {
        score: i32,
        turns_left: u8,
    },
}

impl AskError {
    /// The rules of a score sheet, for a question that is about one.
    pub(crate) fn unless_sheet<'a>(rules: &'a Rules, ask: &str) -> Result<&'a SheetRules, Self> {
        let wrong = || Self::WrongFamily { ask: ask.to_owned(), family: "race".to_owned() };
        rules.sheet().ok_or_else(wrong)
    }

    /// The rules of a race, for a question that is about one.
    pub(crate) fn unless_race<'a>(rules: &'a Rules, ask: &str) -> Result<&'a RaceRules, Self> {
        let wrong = || Self::WrongFamily { ask: ask.to_owned(), family: "sheet".to_owned() };
        rules.race().ok_or_else(wrong)
    }

    /// An objective that a game has not.
    pub(crate) fn objective(objective: &str, known: &str) -> Self {
        Self::BadObjective { objective: objective.to_owned(), known: known.to_owned() }
    }

    pub(crate) fn house(words: &Words, error: &RulesError) -> Self {
        Self::BadHouse { message: words.tell("house", error) }
    }

    pub(crate) fn sheet(words: &Words, error: &SheetError) -> Self {
        Self::BadSheet { message: words.tell("sheet", error) }
    }

    /// The error as the interface gives it.
    #[must_use]
    pub fn to_json(&self, words: &Words) -> Value {
        let kind = serde_json::to_value(self).ok().and_then(|value| value.get("kind").cloned());
        json!({ "error": { "kind": kind, "message": words.tell("ask", self) } })
    }
}

impl From<TooLarge> for AskError {
    fn from(TooLarge { states, most }: TooLarge) -> Self {
        if most == 0 { Self::NotSolved {} } else { Self::TooLarge { states, most } }
    }
}

impl From<Cancelled> for AskError {
    fn from(Cancelled: Cancelled) -> Self {
        Self::Cancelled
    }
}

impl From<SolveError> for AskError {
    fn from(error: SolveError) -> Self {
        match error {
            SolveError::TooLarge(error) => error.into(),
            SolveError::Cancelled(error) => error.into(),
        }
    }
}

impl From<NoCoach> for AskError {
    fn from(error: NoCoach) -> Self {
        match error {
            NoCoach::TooLarge(error) => error.into(),
            NoCoach::DeadEnd(place) => NoRace::DeadEnd(place).into(),
            NoCoach::Cancelled(error) => error.into(),
        }
    }
}

impl From<NoRace> for AskError {
    fn from(error: NoRace) -> Self {
        match error {
            NoRace::TooLarge(error) => error.into(),
            NoRace::DeadEnd(place) => Self::DeadEnd { score: place.score, turns_left: place.turns_left },
            NoRace::Cancelled(error) => error.into(),
        }
    }
}
