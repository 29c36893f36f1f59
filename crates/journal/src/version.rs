//! `Version`: the version of a table.

use std::fmt;
use std::str::FromStr;

use serde::{Deserialize, Deserializer, Serialize, Serializer};

/// The version of a table. Outside this crate only equality and order have a meaning.
///
/// ```
/// use kosti_journal::Version;
/// let version: Version = Version::START.to_string().parse().unwrap();
/// assert_eq!(version, Version::START);
/// ```
// At most `i64::MAX`, so that it fits into a column.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Version(u64);

/// Why a text is not a version.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
#[error("`{0}` is not a version: give back one that was handed out")]
pub struct VersionError(String);

impl Version {
    /// The version before the first record.
    pub const START: Self = Self(0);

    /// The version after the `number`th record.
    pub(crate) fn after_records(number: u64) -> Self {
        debug_assert!(i64::try_from(number).is_ok());
        Self(number)
    }

    pub(crate) fn records(self) -> u64 {
        self.0
    }

    #[cfg(feature = "sqlite")]
    pub(crate) fn column(self) -> i64 {
        self.0.cast_signed()
    }

    pub(crate) fn from_column(column: i64) -> Option<Self> {
        u64::try_from(column).ok().map(Self)
    }

    pub(crate) fn next(self) -> Self {
        Self((self.0 + 1).min(i64::MAX.cast_unsigned()))
    }
}

#[cfg(feature = "nats")]
impl Version {
    /// The version after the record with this sequence number of a stream.
    pub(crate) fn of_sequence(number: u64) -> Option<Self> {
        i64::try_from(number).is_ok().then_some(Self(number))
    }

    pub(crate) fn sequence(self) -> u64 {
        self.0
    }
}

impl fmt::Display for Version {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.0.fmt(f)
    }
}

impl fmt::Debug for Version {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "Version({})", self.0)
    }
}

impl FromStr for Version {
    type Err = VersionError;

    fn from_str(text: &str) -> Result<Self, VersionError> {
        let digits = !text.is_empty() && text.bytes().all(|byte| byte.is_ascii_digit());
        let number = text.parse().ok().filter(|_| digits);
        number.and_then(Self::from_column).ok_or_else(|| VersionError(text.to_owned()))
    }
}

impl Serialize for Version {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.collect_str(self)
    }
}

impl<'de> Deserialize<'de> for Version {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        String::deserialize(deserializer)?.parse().map_err(serde::de::Error::custom)
    }
}
