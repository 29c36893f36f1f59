//! `Event`: what has happened. Never edited; a correction is an event too.

use kosti_dice::Dice;
use kosti_rules::{Entry, Standing};

use crate::state::Seat;

/// Something that has happened at a table.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum Event {
    /// Dice fell, beside those that were kept.
    Thrown {
        /// Who threw.
        seat: Seat,
        /// The dice that stayed (score-sheet games).
        kept: Dice,
        /// The dice that fell.
        dice: Dice,
    },
    /// A box was scored.
    Scored {
        /// Who.
        seat: Seat,
        /// The box.
        slot: usize,
        /// The points written.
        points: i32,
        /// What a joker brought besides; 0 where it was none.
        bonus: i32,
    },
    /// It was said which box the turn is for.
    Announced {
        /// Who.
        seat: Seat,
        /// The box.
        slot: usize,
    },
    /// A box was crossed out.
    CrossedOut {
        /// Who.
        seat: Seat,
        /// The box.
        slot: usize,
        /// What a joker brought all the same; 0 where it was none.
        bonus: i32,
    },
    /// Dice were set aside.
    SetAside {
        /// Who.
        seat: Seat,
        /// The dice.
        dice: Dice,
        /// What they are worth.
        points: i32,
    },
    /// The turn's points were written down.
    Banked {
        /// Who.
        seat: Seat,
        /// The points.
        points: i32,
    },
    /// The throw scored nothing; the turn's points are lost.
    Busted {
        /// Who.
        seat: Seat,
    },
    /// The dice won the game.
    WonAtOnce {
        /// Who.
        seat: Seat,
        /// Which instant win of the rules.
        win: usize,
    },
    /// The last decision was taken back.
    Undone {
        /// By whom.
        seat: Seat,
    },
    /// A player left.
    Left {
        /// Who.
        seat: Seat,
    },
    /// A player came back.
    Returned {
        /// Who.
        seat: Seat,
    },
    /// An entry was corrected.
    EntryCorrected {
        /// By whom.
        by: Seat,
        /// Whose sheet.
        seat: Seat,
        /// The box that was wrong.
        slot: usize,
        /// Which of its entries.
        nth: usize,
        /// What stood there.
        was: Entry,
        /// The box where it belongs.
        to: usize,
        /// What stands there now.
        entry: Entry,
    },
    /// What jokers have brought was corrected.
    JokerCorrected {
        /// By whom.
        by: Seat,
        /// Whose sheet.
        seat: Seat,
        /// What it was.
        was: i32,
        /// What it is now.
        points: i32,
    },
    /// A player's standing in a race was corrected.
    StandingCorrected {
        /// By whom.
        by: Seat,
        /// Whose.
        seat: Seat,
        /// What it was.
        was: Standing,
        /// What it is now.
        standing: Standing,
    },
}
