//! `CommandError`: the reasons to reject a command.

use kosti_engine::Refusal;
use serde::Serialize;

/// The reason why a table rejects a command. The table is unchanged. The names of fields are variables of the
/// messages.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, thiserror::Error)]
#[serde(tag = "refused", rename_all = "kebab-case", rename_all_fields = "kebab-case")]
#[error("{self:?}")]
#[expect(missing_docs, reason = "the names say it, and the sentences are in locales/")]
pub enum CommandError {
    /// The rules of the game do not allow the action.
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
    /// The names differ but look the same.
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
    /// A bot plays on this seat: its player must take it back first.
    BotPlays,
    NoBot,
    /// Only a player who is away can be replaced.
    PlayerIsHere,
    /// Bots cannot throw real dice.
    BotsNeedVirtualDice,
    /// A throw waits for its witness.
    InTheAir,
    NotInTheAir,
    /// The link does not belong to the chain, or has been shown already.
    BadLink,
    NoChain,
    /// The link comes without a history.
    HistoryNeeded,
    /// The link comes with another history than the table's.
    OtherHistory,
    DiceNeeded {
        count: usize,
    },
    /// The command brings dice, but the table throws them.
    DiceNotNeeded,
    WrongDice {
        count: usize,
        sides: u8,
    },
}

impl From<Refusal> for CommandError {
    fn from(why: Refusal) -> Self {
        Self::Illegal { why }
    }
}
