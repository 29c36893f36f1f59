//! `Command`: a request to change a table.

use kosti_coach::Level;
use kosti_dice::Dice;
use kosti_dice::fair::{Generation, History, Link};
use kosti_engine::Action;

use crate::key::Key;

/// The sender of a command.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Actor {
    /// The holder of the token with this key.
    Holder(Key),
    /// The server: for its bots, and when a time limit is over.
    Server,
}

/// The inputs of a decision from outside.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Context {
    /// The time, in milliseconds since 1970.
    pub at: i64,
    /// The generation of a chain that the server may begin; never used before.
    pub generation: Generation,
}

/// A client's contribution to a throw.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Contribution {
    /// The link of its chain for this throw.
    pub link: Link,
    /// The hash of the history that the client has seen. The table accepts it only if it is the current one.
    pub history: History,
}

/// A request to change a table.
#[derive(Debug, Clone, PartialEq)]
#[expect(missing_docs, reason = "the names say it")]
pub enum Command {
    /// Takes this seat, or any free one. The caller has checked the invitation.
    Join { seat: Option<usize>, name: String, key: Key, anchor: Option<Link> },
    /// Begins the game without the players who have not come.
    Start,
    /// Acts in the game. Without a seat: for the holder's seat on turn.
    Act { seat: Option<usize>, action: Action, fell: Option<Dice>, contribution: Option<Contribution> },
    /// Gives the link that the table has asked a witness for.
    Witness { seat: usize, number: u64, contribution: Contribution },
    /// The witness has not answered in time.
    Unwitnessed { number: u64 },
    /// Begins a new chain of a client.
    Anchor { seat: usize, anchor: Link },
    /// Begins a new chain of the server.
    NewChain,
    /// Lets a bot play for a person.
    StandIn { seat: usize, level: Level },
    /// Ends the bot's play for a person.
    TakeBack { seat: usize },
    /// Frees the seat.
    Vacate { seat: usize },
    /// Records the table of the rematch.
    Rematch { table: String },
    /// Deletes the table.
    Delete,
}
