//! `Version`: the version of the protocol.

/// The version of the protocol of a chain and its throws. New chains have version 2; version 1 is only read,
/// and used to finish a throw in progress.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Version {
    /// The draw contains the history. Its last record has a time that the server sets after it knows the
    /// thrower's link, so the server could try times until it likes the dice.
    One,
    /// No input of the draw is chosen after a link is known.
    Two,
}

impl Version {
    /// The prefix of every hash of this version.
    pub(super) fn tag(self) -> &'static [u8] {
        match self {
            Self::One => b"kosti-dice-1/",
            Self::Two => b"kosti-dice-2/",
        }
    }
}
