//! `Position`: a position in the whole log.

use std::fmt;
use std::str::FromStr;

use serde::{Deserialize, Deserializer, Serialize, Serializer};

/// A position in the whole log. Outside this crate only equality and order have a meaning.
///
/// ```
/// use kosti_journal::Position;
/// let position: Position = Position::START.to_string().parse().unwrap();
/// assert_eq!(position, Position::START);
/// ```
// At most `i64::MAX`, so that it fits into a column.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Position(u64);

/// Why a text is not a position.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
#[error("`{0}` is not a position: give back one that was handed out")]
pub struct PositionError(String);

impl Position {
    /// The position before the first record.
    pub const START: Self = Self(0);

    /// The position of the `number`th record.
    pub(crate) fn of_record(number: u64) -> Self {
        debug_assert!(i64::try_from(number).is_ok());
        Self(number)
    }

    /// The approximate number of records up to here, for progress displays.
    #[must_use]
    pub fn records(self) -> u64 {
        self.0
    }

    pub(crate) fn from_column(column: i64) -> Option<Self> {
        u64::try_from(column).ok().map(Self)
    }
}

#[cfg(feature = "sqlite")]
impl Position {
    pub(crate) fn column(self) -> i64 {
        self.0.cast_signed()
    }

    pub(crate) fn next(self) -> Self {
        Self((self.0 + 1).min(i64::MAX.cast_unsigned()))
    }
}

#[cfg(feature = "nats")]
impl Position {
    /// The position of the record with this sequence number of a stream.
    pub(crate) fn of_sequence(number: u64) -> Option<Self> {
        i64::try_from(number).is_ok().then_some(Self(number))
    }

    pub(crate) fn sequence(self) -> u64 {
        self.0
    }
}

impl fmt::Display for Position {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.0.fmt(f)
    }
}

impl fmt::Debug for Position {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "Position({})", self.0)
    }
}

impl FromStr for Position {
    type Err = PositionError;

    fn from_str(text: &str) -> Result<Self, PositionError> {
        let digits = !text.is_empty() && text.bytes().all(|byte| byte.is_ascii_digit());
        let number = text.parse().ok().filter(|_| digits);
        number.and_then(Self::from_column).ok_or_else(|| PositionError(text.to_owned()))
    }
}

impl Serialize for Position {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.collect_str(self)
    }
}

impl<'de> Deserialize<'de> for Position {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        String::deserialize(deserializer)?.parse().map_err(serde::de::Error::custom)
    }
}
