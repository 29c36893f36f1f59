//! The server's secrets: one master key, one secret for each chain of each table.

use hkdf::Hkdf;
use serde::{Deserialize, Serialize};
use sha2::Sha256;

use super::version::Version;

/// Identifies a chain of the server at one table: 16 random bytes, so that no chain is used twice. It is
/// public: without the master key it reveals nothing about the chain.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(try_from = "String", into = "String")]
pub struct Generation([u8; 16]);

impl Generation {
    /// Builds it from its bytes.
    #[must_use]
    pub const fn from_bytes(bytes: [u8; 16]) -> Self {
        Self(bytes)
    }

    /// Its bytes.
    #[must_use]
    pub const fn as_bytes(&self) -> &[u8; 16] {
        &self.0
    }
}

impl From<Generation> for String {
    fn from(generation: Generation) -> Self {
        super::hex::encode(&generation.0)
    }
}

impl TryFrom<String> for Generation {
    type Error = super::hex::HexError;

    fn try_from(text: String) -> Result<Self, Self::Error> {
        super::hex::decode(&text).map(Self)
    }
}

/// Derives the secret of a chain of the server from the master key.
#[must_use]
pub fn table_secret(master: &[u8; 32], table: &str, generation: Generation) -> [u8; 32] {
    secret(Version::Two, master, table, &generation.0)
}

/// The same for version 1, where `nth` counts the chains of a table from 0.
#[must_use]
pub fn table_secret_1(master: &[u8; 32], table: &str, nth: u32) -> [u8; 32] {
    secret(Version::One, master, table, &u64::from(nth).to_be_bytes())
}

fn secret(version: Version, master: &[u8; 32], table: &str, which: &[u8]) -> [u8; 32] {
    let length = (table.len() as u64).to_be_bytes();
    let mut secret = [0; 32];
    Hkdf::<Sha256>::new(None, master)
        .expand_multi_info(&[version.tag(), b"secret", &length, table.as_bytes(), which], &mut secret)
        .expect("HKDF gives up to 8160 bytes");
    secret
}
