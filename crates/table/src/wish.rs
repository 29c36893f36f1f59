//! `Wish`: what somebody wants of a table.

use kosti_coach::Level;
use kosti_dice::Dice;
use kosti_dice::fair::{Generation, History, Link};
use kosti_engine::Action;

use crate::key::Key;

/// Who wants something.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum By {
    /// Whoever has the token of this key.
    Holder(Key),
    /// The house: for its bots, and when time is up.
    House,
}

/// What surrounds a decision.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Moment {
    /// The time, in milliseconds since 1970.
    pub at: i64,
    /// For a chain that the server begins: never used before.
    pub generation: Generation,
}

/// What a client brings to a throw.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Contribution {
    /// The link of its chain for this throw.
    pub link: Link,
    /// Everything that it has seen of the table; the table takes it only if there is nothing more.
    pub history: History,
}

/// What somebody wants.
#[derive(Debug, Clone, PartialEq)]
#[expect(missing_docs, reason = "the names say it")]
pub enum Wish {
    /// To sit down, on this seat or any that is free. That the person is invited is known already.
    Join { seat: Option<usize>, name: String, key: Key, anchor: Option<Link> },
    /// To begin without those who have not come.
    Start,
    /// To do something in the game. Without a seat: the one of the holder's that is on turn.
    Act { seat: Option<usize>, action: Action, fell: Option<Dice>, brings: Option<Contribution> },
    /// To give the link that was asked for.
    Witness { seat: usize, number: u64, brings: Contribution },
    /// The witness has not answered in time.
    Unwitnessed { number: u64 },
    /// To begin a new chain of one's client.
    Anchor { seat: usize, anchor: Link },
    /// That the server begins a new chain.
    NewChain,
    /// That a bot plays for a person.
    StandIn { seat: usize, level: Level },
    /// To play oneself again.
    TakeBack { seat: usize },
    /// That nobody holds the seat any more.
    Vacate { seat: usize },
    /// That it is told where the rematch is.
    Rematch { table: String },
    /// That the table is no more.
    Delete,
}
