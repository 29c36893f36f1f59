//! `Action`: the actions of players, and the reasons to refuse one.

use std::fmt;

use kosti_dice::Dice;
use kosti_rules::{Entry, Standing};
use serde::{Deserialize, Serialize};

use crate::state::Seat;

/// An action that a player asks for.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum Action {
    /// Keep these dice and throw the rest. The first throw of a turn keeps none.
    Throw {
        /// The dice to keep.
        keep: Dice,
    },
    /// Score the dice in a box.
    Score {
        /// The box.
        slot: usize,
    },
    /// Announce the box for this turn, after the first throw.
    Announce {
        /// The box.
        slot: usize,
    },
    /// Cross out a box for nothing.
    Cross {
        /// The box.
        slot: usize,
    },
    /// Set dice aside (none after a double that scores nothing), then bank or throw.
    SetAside {
        /// The dice.
        take: Dice,
        /// The next step.
        then: Then,
    },
    /// Undo the player's last entry. See `undo.rs` for the conditions.
    Undo,
    /// Leave the table; the game skips the seat from now on.
    Leave,
    /// Come back to the seat.
    Return,
    /// Correct an entry or a standing, at a table with real dice.
    Correct(Correction),
}

impl Action {
    /// The throw that begins a turn.
    #[must_use]
    pub const fn first_throw() -> Self {
        Self::Throw { keep: Dice::NONE }
    }
}

/// The step after setting dice aside.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Then {
    /// Bank the turn's points and end the turn.
    Bank,
    /// Throw the remaining dice, or all dice if none remain.
    Throw,
}

/// A correction of an entry, of joker points or of a standing.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum Correction {
    /// Replaces an entry of a sheet by another one, in the same box or in another.
    Entry {
        /// The seat whose sheet is wrong.
        seat: Seat,
        /// The box that is wrong.
        slot: usize,
        /// Which of its entries, counted from 0.
        nth: usize,
        /// The box where it belongs.
        to: usize,
        /// The right entry.
        entry: Entry,
    },
    /// Sets the points of jokers. Correcting an entry does not change these.
    Joker {
        /// The seat whose sheet is wrong.
        seat: Seat,
        /// The right points.
        points: i32,
    },
    /// Sets the standing of a player of a race.
    Standing {
        /// The seat whose standing is wrong.
        seat: Seat,
        /// The right standing.
        standing: Standing,
    },
}

/// An action that was refused. The state has not changed.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
#[error("{why}")]
pub struct IllegalAction {
    /// The refused action.
    pub action: Action,
    /// The reason.
    pub why: Refusal,
}

/// Why an action was refused. Field names are the variables of the message.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
#[serde(tag = "refused", rename_all = "kebab-case", rename_all_fields = "kebab-case")]
#[expect(missing_docs, reason = "the names say it, and the sentences are in locales/")]
pub enum Refusal {
    NoSuchSeat,
    NotYourTurn,
    GameOver,
    SeatLeft,
    SeatHere,
    ThrowFirst,
    NoThrowsLeft { throws: u8 },
    KeepNotThere { keep: Dice, dice: Dice },
    KeepAll,
    KeepForbidden { keep: Dice },
    StaysAside { aside: Dice },
    SetMoreAside { least: usize },
    FirstThrowIsAll,
    NotThisGame,
    NoSuchBox,
    BoxFull { id: String },
    NotNow { id: String },
    NoCrossing { id: String },
    NotThere { take: Dice, dice: Dice },
    DoesNotScore { take: Dice },
    MustThrow,
    MustBank,
    BankMore { least: i32 },
    NothingToUndo,
    OnlyRealDice,
    NoSuchEntry { id: String },
    ImpossibleEntry { id: String },
    GateShut { left: usize },
    JokerElsewhere { id: String },
    NotYet { id: String, before: String },
    NotAnnounced { id: String },
    OtherAnnounced { id: String },
    NoAnnouncing { id: String },
    TooLateToAnnounce,
    MustAnnounce,
    ImpossibleStanding,
}

impl fmt::Display for Refusal {
    /// Formats the refusal as data, for logs; people get the sentence of `crates/text`.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{self:?}")
    }
}
