//! `Action`: what a player can want to do, and why it may be refused.

use std::fmt;

use kosti_dice::Dice;
use kosti_rules::{Entry, Standing};
use serde::Serialize;

use crate::state::Seat;

/// What a player wants to do.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum Action {
    /// Keep these dice and throw the rest. The first throw of a turn keeps none.
    Throw {
        /// The dice that stay.
        keep: Dice,
    },
    /// Write the dice into a box.
    Score {
        /// The box.
        slot: usize,
    },
    /// Say which box this turn is for, after the first throw.
    Announce {
        /// The box.
        slot: usize,
    },
    /// Give a box up for nothing.
    Cross {
        /// The box.
        slot: usize,
    },
    /// Set dice aside (none after a double that scores nothing), and go on.
    SetAside {
        /// The dice.
        take: Dice,
        /// What follows.
        then: Then,
    },
    /// Take back one's last decision, as long as no dice have been thrown since.
    Undo,
    /// Leave the table; the seat is skipped from now on.
    Leave,
    /// Come back to the seat.
    Return,
    /// Correct what was written, at a table with real dice.
    Correct(Correction),
}

impl Action {
    /// The throw that begins a turn.
    #[must_use]
    pub const fn first_throw() -> Self {
        Self::Throw { keep: Dice::NONE }
    }
}

/// What follows on setting dice aside.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Serialize)]
#[serde(rename_all = "kebab-case")]
pub enum Then {
    /// The turn's points are written down and the turn ends.
    Bank,
    /// The remaining dice are thrown, or all of them when none remain.
    Throw,
}

/// A correction of what was written.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum Correction {
    /// An entry of a sheet becomes another entry, of the same box or of another.
    Entry {
        /// Whose sheet.
        seat: Seat,
        /// The box that is wrong.
        slot: usize,
        /// Which of its entries, counted from 0.
        nth: usize,
        /// The box where it belongs.
        to: usize,
        /// What should stand there.
        entry: Entry,
    },
    /// Jokers have brought another number of points. Correcting an entry leaves these alone.
    Joker {
        /// Whose sheet.
        seat: Seat,
        /// What they have really brought.
        points: i32,
    },
    /// A player of a race stands elsewhere.
    Standing {
        /// Whose score.
        seat: Seat,
        /// Where the player really stands.
        standing: Standing,
    },
}

/// An action that was refused. The state has not changed.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
#[error("{why}")]
pub struct IllegalAction {
    /// What was wanted.
    pub action: Action,
    /// Why not.
    pub why: Refusal,
}

/// Why an action was refused. Field names are the words' variables.
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
    /// The refusal as data, for logs; people get the sentence from the words.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{self:?}")
    }
}
