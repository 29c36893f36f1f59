//! `CoachMode`: the help that a player wants from the coach.

/// The help that a player wants from the coach.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub enum CoachMode {
    /// None.
    #[default]
    Off,
    /// Shows what every choice loses.
    Show,
    /// Warns before a costly choice.
    Warn,
}

impl CoachMode {
    /// All modes.
    pub const ALL: [Self; 3] = [Self::Off, Self::Show, Self::Warn];

    /// Its name in settings and messages.
    #[must_use]
    pub const fn name(self) -> &'static str {
        match self {
            Self::Off => "off",
            Self::Show => "show",
            Self::Warn => "warn",
        }
    }
}
