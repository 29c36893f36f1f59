//! `Event`: something that has happened. Events are never edited; a correction is an event too.

use kosti_dice::Dice;
use kosti_rules::{Entry, Standing};

use crate::state::Seat;

/// Something that has happened at a table.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum Event {
    /// Dice were thrown.
    Thrown {
        /// The seat that threw.
        seat: Seat,
        /// The dice kept (score-sheet games).
        kept: Dice,
        /// The dice thrown.
        dice: Dice,
    },
    /// A box was scored.
    Scored {
        /// The seat.
        seat: Seat,
        /// The box.
        slot: usize,
        /// The score.
        points: i32,
        /// The bonus of a joker; 0 without one.
        bonus: i32,
    },
    /// A box was announced for the turn.
    Announced {
        /// The seat.
        seat: Seat,
        /// The box.
        slot: usize,
    },
    /// A box was crossed out.
    CrossedOut {
        /// The seat.
        seat: Seat,
        /// The box.
        slot: usize,
        /// The bonus of a joker; 0 without one.
        bonus: i32,
    },
    /// Dice were set aside.
    SetAside {
        /// The seat.
        seat: Seat,
        /// The dice.
        dice: Dice,
        /// Their points.
        points: i32,
    },
    /// The turn's points were banked.
    Banked {
        /// The seat.
        seat: Seat,
        /// The points.
        points: i32,
    },
    /// The throw scored nothing or showed a loss, and the turn's points were lost.
    Busted {
        /// The seat.
        seat: Seat,
        /// Whether the whole score was lost too.
        score_lost: bool,
    },
    /// The dice won the game.
    WonAtOnce {
        /// The seat.
        seat: Seat,
        /// The index of the instant win in the rules.
        win: usize,
    },
    /// The last entry was undone.
    Undone {
        /// The seat that undid it.
        seat: Seat,
    },
    /// A player left.
    Left {
        /// The seat.
        seat: Seat,
    },
    /// A player came back.
    Returned {
        /// The seat.
        seat: Seat,
    },
    /// An entry was corrected.
    EntryCorrected {
        /// The seat that corrected.
        by: Seat,
        /// The seat whose sheet was wrong.
        seat: Seat,
        /// The box that was wrong.
        slot: usize,
        /// The index of its entry.
        nth: usize,
        /// The entry before.
        was: Entry,
        /// The box where it belongs.
        to: usize,
        /// The entry now.
        entry: Entry,
    },
    /// The points of jokers were corrected.
    JokerCorrected {
        /// The seat that corrected.
        by: Seat,
        /// The seat whose sheet was wrong.
        seat: Seat,
        /// The points before.
        was: i32,
        /// The points now.
        points: i32,
    },
    /// A player's standing in a race was corrected.
    StandingCorrected {
        /// The seat that corrected.
        by: Seat,
        /// The seat whose standing was wrong.
        seat: Seat,
        /// The standing before.
        was: Standing,
        /// The standing now.
        standing: Standing,
    },
}
