//! `Key`: the hash of a token.

use std::fmt;
use std::hash::{Hash, Hasher};

use kosti_dice::fair::{HexError, Link};
use serde::{Deserialize, Serialize};
use sha2::{Digest as _, Sha256};
use subtle::ConstantTimeEq as _;

/// The hash of a token. The token proves the right to use the key; the key does not reveal the token.
#[derive(Clone, Copy, Eq, Serialize, Deserialize)]
#[serde(try_from = "String", into = "String")]
pub struct Key([u8; 32]);

impl Key {
    /// The key of a token.
    #[must_use]
    pub fn of(token: &str) -> Self {
        let mut hash = Sha256::new();
        hash.update(b"kosti-seat-1");
        hash.update(token.as_bytes());
        Self(hash.finalize().into())
    }
}

/// Compares in constant time.
impl PartialEq for Key {
    fn eq(&self, other: &Self) -> bool {
        self.0.ct_eq(&other.0).into()
    }
}

impl Hash for Key {
    fn hash<H: Hasher>(&self, to: &mut H) {
        self.0.hash(to);
    }
}

impl fmt::Debug for Key {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("Key(…)")
    }
}

impl From<Key> for String {
    fn from(key: Key) -> Self {
        Link::from_bytes(key.0).to_string()
    }
}

impl TryFrom<String> for Key {
    type Error = HexError;

    fn try_from(text: String) -> Result<Self, HexError> {
        text.parse().map(|link: Link| Self(*link.as_bytes()))
    }
}
