//! Bytes as hexadecimal digits, for people and JSON.

use data_encoding::HEXLOWER_PERMISSIVE;

/// Why a text is not a number of bytes in hexadecimal digits.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
pub enum HexError {
    /// A character that is not a hexadecimal digit.
    #[error("`{found}` at place {place} is not a hexadecimal digit: write {digits} of 0-9 and a-f")]
    NotADigit {
        /// The character.
        found: char,
        /// Its position, counted from 1.
        place: usize,
        /// The number of digits expected.
        digits: usize,
    },
    /// The wrong number of digits.
    #[error("{found} hexadecimal digits, and it takes exactly {digits}")]
    Length {
        /// The number of digits found.
        found: usize,
        /// The number of digits expected.
        digits: usize,
    },
}

pub(super) fn decode<const N: usize>(text: &str) -> Result<[u8; N], HexError> {
    let digits = 2 * N;
    if let Some((before, found)) = text.chars().enumerate().find(|(_, c)| !c.is_ascii_hexdigit()) {
        return Err(HexError::NotADigit { found, place: before + 1, digits });
    }
    if text.len() != digits {
        return Err(HexError::Length { found: text.len(), digits });
    }
    let mut bytes = [0; N];
    HEXLOWER_PERMISSIVE
        .decode_mut(text.as_bytes(), &mut bytes)
        .expect("hexadecimal digits, two for each byte");
    Ok(bytes)
}

pub(super) fn encode(bytes: &[u8]) -> String {
    HEXLOWER_PERMISSIVE.encode(bytes)
}

/// Implements bytes, text and serde for a newtype of 32 bytes.
macro_rules! shown_as_hex {
    ($name:ident) => {
        impl $name {
            /// Builds it from its bytes.
            #[must_use]
            pub const fn from_bytes(bytes: [u8; 32]) -> Self {
                Self(bytes)
            }

            /// Its bytes.
            #[must_use]
            pub const fn as_bytes(&self) -> &[u8; 32] {
                &self.0
            }
        }

        impl std::fmt::Display for $name {
            fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
                f.write_str(&$crate::fair::hex::encode(&self.0))
            }
        }

        impl std::fmt::Debug for $name {
            fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
                write!(f, concat!(stringify!($name), "({})"), self)
            }
        }

        /// Parses 64 hexadecimal digits of either case.
        impl std::str::FromStr for $name {
            type Err = $crate::fair::HexError;

            fn from_str(text: &str) -> Result<Self, Self::Err> {
                $crate::fair::hex::decode(text).map(Self)
            }
        }

        impl TryFrom<String> for $name {
            type Error = $crate::fair::HexError;

            fn try_from(text: String) -> Result<Self, Self::Error> {
                text.parse()
            }
        }

        impl From<$name> for String {
            fn from(value: $name) -> Self {
                value.to_string()
            }
        }
    };
}
pub(super) use shown_as_hex;
