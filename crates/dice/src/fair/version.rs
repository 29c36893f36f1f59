//! `Version`: which protocol a chain and its throws follow.

/// The version of the protocol. New chains are of version 2; version 1 is only read, and finished where a throw was
/// under way.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Version {
    /// The draw contains the history, whose last record the server dates after it knows the thrower's link: so the
    /// server can try times until it likes the dice.
    One,
    /// The draw contains nothing that is chosen after a link is known.
    Two,
}

impl Version {
    /// What every hash of this version begins with.
    pub(super) fn tag(self) -> &'static [u8] {
        match self {
            Self::One => b"kosti-dice-1/",
            Self::Two => b"kosti-dice-2/",
        }
    }
}
