//! `TableId`: the id of a table.

use std::fmt;
use std::str::FromStr;

use serde::{Deserialize, Deserializer, Serialize, Serializer};

/// The number of characters of an id.
const LENGTH: usize = 12;

/// The id of a table: 12 characters of base32, `a` to `z` and `2` to `7`. Upper case is read as lower case.
///
/// ```
/// use kosti_journal::TableId;
/// let table: TableId = "Kosti2Kosti7".parse().unwrap();
/// assert_eq!(table.to_string(), "kosti2kosti7");
/// assert!("kosti".parse::<TableId>().is_err());
/// ```
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct TableId([u8; LENGTH]);

/// Why a text is not a table id.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
pub enum TableIdError {
    /// Too short or too long.
    #[error("a table's name has {LENGTH} characters, this has {0}")]
    Length(usize),
    /// A character outside base32.
    #[error("`{0}` is not in a table's name: only letters a to z and digits 2 to 7 are")]
    Character(char),
}

impl TableId {
    /// Builds an id from 60 bits, five for each character; higher bits are ignored.
    ///
    /// ```
    /// use kosti_journal::TableId;
    /// assert_eq!(TableId::from_bits(0).to_string(), "aaaaaaaaaaaa");
    /// assert_eq!(TableId::from_bits(31).to_string(), "aaaaaaaaaaa7");
    /// ```
    #[must_use]
    pub fn from_bits(bits: u64) -> Self {
        const ALPHABET: &[u8; 32] = b"abcdefghijklmnopqrstuvwxyz234567";
        let mut name = [0; LENGTH];
        for (place, character) in name.iter_mut().rev().enumerate() {
            *character = ALPHABET[(bits >> (5 * place) & 31) as usize];
        }
        Self(name)
    }

    /// The id as text.
    #[must_use]
    pub fn as_str(&self) -> &str {
        std::str::from_utf8(&self.0).expect("only ASCII gets in")
    }
}

impl fmt::Display for TableId {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.as_str())
    }
}

impl fmt::Debug for TableId {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.as_str())
    }
}

impl FromStr for TableId {
    type Err = TableIdError;

    fn from_str(text: &str) -> Result<Self, TableIdError> {
        let allowed = |c: char| c.is_ascii_alphabetic() || ('2'..='7').contains(&c);
        if let Some(wrong) = text.chars().find(|&c| !allowed(c)) {
            return Err(TableIdError::Character(wrong));
        }
        let name: [u8; LENGTH] = text.as_bytes().try_into().map_err(|_| TableIdError::Length(text.len()))?;
        Ok(Self(name.map(|byte| byte.to_ascii_lowercase())))
    }
}

impl Serialize for TableId {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.serialize_str(self.as_str())
    }
}

impl<'de> Deserialize<'de> for TableId {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        String::deserialize(deserializer)?.parse().map_err(serde::de::Error::custom)
    }
}
