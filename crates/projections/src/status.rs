//! `Status` of a table, and `Player` on a seat.

/// How far a table is.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Status {
    /// People are waited for.
    Seating,
    /// The game goes on.
    Playing,
    /// The game is over.
    Over,
    /// Its opener has deleted it.
    Deleted,
}

/// Who plays on a seat.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub enum Player {
    /// A person.
    Person,
    /// A bot.
    Bot,
    /// A bot in the place of a person.
    StandIn,
    /// Nobody yet, or nobody any more.
    Nobody,
}

impl Status {
    const NAMES: [(Self, &str); 4] = [
        (Self::Seating, "seating"),
        (Self::Playing, "playing"),
        (Self::Over, "over"),
        (Self::Deleted, "deleted"),
    ];

    /// Its name.
    #[must_use]
    pub fn name(self) -> &'static str {
        Self::NAMES.iter().find(|(status, _)| *status == self).expect("every status has a name").1
    }

    /// The one with this name.
    #[must_use]
    pub fn from_name(name: &str) -> Option<Self> {
        Self::NAMES.iter().find(|(_, known)| *known == name).map(|(status, _)| *status)
    }
}

impl Player {
    const NAMES: [(Self, &str); 4] =
        [(Self::Person, "person"), (Self::Bot, "bot"), (Self::StandIn, "stand-in"), (Self::Nobody, "nobody")];

    /// Its name.
    #[must_use]
    pub fn name(self) -> &'static str {
        Self::NAMES.iter().find(|(player, _)| *player == self).expect("every kind of player has a name").1
    }

    /// The one with this name.
    #[must_use]
    pub fn from_name(name: &str) -> Option<Self> {
        Self::NAMES.iter().find(|(_, known)| *known == name).map(|(player, _)| *player)
    }
}
