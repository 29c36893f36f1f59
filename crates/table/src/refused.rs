//! `Refused`: why a table does not do what somebody wants.

use kosti_engine::Refusal;
use serde::Serialize;

/// Why a table refuses. Nothing has changed. Field names are the words' variables.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, thiserror::Error)]
#[serde(tag = "refused", rename_all = "kebab-case", rename_all_fields = "kebab-case")]
#[error("{self:?}")]
#[expect(missing_docs, reason = "the names say it, and the sentences are in locales/")]
pub enum Refused {
    /// The rules do not allow it.
    Illegal {
        why: Refusal,
    },
    NotYours,
    OnlyOpener,
    Gone,
    NotStarted,
    Started,
    NotOver,
    NoFreeSeat,
    SeatTaken,
    NoSuchSeat,
    BadName {
        name: String,
    },
    SameName {
        name: String,
    },
    /// The names differ, and look the same.
    AlikeName {
        name: String,
        other: String,
    },
    InvisibleInName {
        code: String,
    },
    SeatCount {
        seats: usize,
        min: u8,
        max: u8,
    },
    /// A bot plays on this seat: take it back first.
    BotPlays,
    NoBot,
    /// Only somebody who is away can be replaced.
    PlayerIsHere,
    /// Bots cannot throw real dice.
    BotsNeedVirtualDice,
    /// The dice are in the air: a witness is being asked.
    InTheAir,
    NotInTheAir,
    /// The link does not belong to the chain, or was shown already.
    BadLink,
    NoChain,
    /// A link without the history that it was given on.
    HistoryNeeded,
    /// The link was given on another history than the table's.
    OtherHistory,
    DiceNeeded {
        count: usize,
    },
    /// Dice were told, and the table throws them.
    DiceNotNeeded,
    WrongDice {
        count: usize,
        sides: u8,
    },
}

impl From<Refusal> for Refused {
    fn from(why: Refusal) -> Self {
        Self::Illegal { why }
    }
}
