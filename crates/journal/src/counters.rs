//! `Version` and `Position`: how many records a table has, and how many the whole log.

use std::fmt;
use std::str::FromStr;

use serde::{Deserialize, Deserializer, Serialize, Serializer};

/// Declares a count of records. As text and in JSON it is a string of digits. It is at most `i64::MAX`, so that it fits into
/// a column.
macro_rules! counter {
    ($(#[$doc:meta])* $name:ident, $what:literal, $error:ident) => {
        $(#[$doc])*
        #[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
        pub struct $name(u64);

        #[doc = concat!("The text is not a ", $what, ".")]
        #[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
        #[error("`{0}` is not a {what}: give back one that was handed out", what = $what)]
        pub struct $error(String);

        impl $name {
            #[doc = concat!("The ", $what, " before the first record.")]
            pub const START: Self = Self(0);

            #[doc = concat!("The ", $what, " after so many records.")]
            pub(crate) fn after_records(number: u64) -> Self {
                debug_assert!(i64::try_from(number).is_ok());
                Self(number)
            }

            /// The number of records up to here. With NATS it is approximate, which is enough for progress displays.
            #[must_use]
            pub fn records(self) -> u64 {
                self.0
            }

            pub(crate) fn from_column(column: i64) -> Option<Self> {
                u64::try_from(column).ok().map(Self)
            }

            #[cfg(feature = "sqlite")]
            pub(crate) fn column(self) -> i64 {
                self.0.cast_signed()
            }

            #[cfg_attr(not(feature = "sqlite"), allow(dead_code, reason = "only files ask for the next position"))]
            pub(crate) fn next(self) -> Self {
                Self((self.0 + 1).min(i64::MAX.cast_unsigned()))
            }

            /// The same as the sequence number of a record in a stream.
            #[cfg(feature = "nats")]
            pub(crate) fn of_sequence(number: u64) -> Option<Self> {
                i64::try_from(number).is_ok().then_some(Self(number))
            }

            #[cfg(feature = "nats")]
            pub(crate) fn sequence(self) -> u64 {
                self.0
            }
        }

        impl fmt::Display for $name {
            fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
                self.0.fmt(f)
            }
        }

        impl fmt::Debug for $name {
            fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
                write!(f, "{}({})", stringify!($name), self.0)
            }
        }

        impl FromStr for $name {
            type Err = $error;

            fn from_str(text: &str) -> Result<Self, $error> {
                let digits = !text.is_empty() && text.bytes().all(|byte| byte.is_ascii_digit());
                let number = text.parse().ok().filter(|_| digits);
                number.and_then(Self::from_column).ok_or_else(|| $error(text.to_owned()))
            }
        }

        impl Serialize for $name {
            fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
                serializer.collect_str(self)
            }
        }

        impl<'de> Deserialize<'de> for $name {
            fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
                String::deserialize(deserializer)?.parse().map_err(serde::de::Error::custom)
            }
        }
    };
}

counter! {
    /// The version of a table. Outside this crate only equality and order have a meaning.
    ///
    /// ```
    /// use kosti_journal::Version;
    /// let version: Version = Version::START.to_string().parse().unwrap();
    /// assert_eq!(version, Version::START);
    /// ```
    Version, "version", VersionError
}

counter! {
    /// A position in the whole log. Outside this crate only equality and order have a meaning.
    ///
    /// ```
    /// use kosti_journal::Position;
    /// let position: Position = Position::START.to_string().parse().unwrap();
    /// assert_eq!(position, Position::START);
    /// ```
    Position, "position", PositionError
}
