//! `Draw`: derives the dice of a throw from its inputs.

use hmac::{Hmac, KeyInit, Mac};
use sha2::Sha256;

use super::history::History;
use super::link::Link;
use super::version::Version;
use crate::dice::MAX_SIDES;

/// The inputs of a throw: its names, and links that were fixed before. Nobody can choose an input after seeing
/// a link.
// No `Debug`: the links are secret until the throw is recorded.
#[derive(Clone, Copy)]
pub struct Draw<'a> {
    /// The id of the table.
    pub table: &'a str,
    /// The number of the throw at this table, from 1.
    pub number: u64,
    /// The seat that throws, counted from 0.
    pub seat: usize,
    /// The server's link for this throw.
    pub server: &'a Link,
    /// The thrower's link for this throw, if its client has a chain.
    pub thrower: Option<&'a Link>,
    /// The witness's link for this throw, if there is one.
    pub witness: Option<&'a Link>,
}

impl Draw<'_> {
    /// The faces of `count` dice with `sides` sides, in draw order.
    ///
    /// # Panics
    /// If `sides` is not between 1 and [`MAX_SIDES`].
    #[must_use]
    pub fn fall(&self, count: usize, sides: u8) -> Vec<u8> {
        let mac = self.begin(Version::Two).chain_update(number(self.seat));
        let mac = optional(optional(mac, self.thrower), self.witness);
        faces(Version::Two, &key(mac), count, sides)
    }

    /// The same for version 1, where the history and the witness's seat are inputs too.
    ///
    /// # Panics
    /// If `sides` is not between 1 and [`MAX_SIDES`].
    #[must_use]
    pub fn fall_1(&self, history: &History, witness_seat: usize, count: usize, sides: u8) -> Vec<u8> {
        let mac = self.begin(Version::One).chain_update(history.as_bytes()).chain_update(number(self.seat));
        let mac = optional(mac, self.thrower);
        let mac = match self.witness {
            None => mac.chain_update([0]),
            Some(link) => {
                mac.chain_update([1]).chain_update(number(witness_seat)).chain_update(link.as_bytes())
            }
        };
        faces(Version::One, &key(mac), count, sides)
    }

    fn begin(&self, version: Version) -> Hmac<Sha256> {
        new_hmac(self.server.as_bytes())
            .chain_update(version.tag())
            .chain_update(b"throw")
            .chain_update(number(self.table.len()))
            .chain_update(self.table)
            .chain_update(self.number.to_be_bytes())
    }
}

/// Adds an optional link. Every part has a fixed length or is prefixed with its length, so no two draws share a
/// message.
fn optional(mac: Hmac<Sha256>, link: Option<&Link>) -> Hmac<Sha256> {
    match link {
        None => mac.chain_update([0]),
        Some(link) => mac.chain_update([1]).chain_update(link.as_bytes()),
    }
}

fn key(mac: Hmac<Sha256>) -> [u8; 32] {
    mac.finalize().into_bytes().into()
}

fn faces(version: Version, key: &[u8; 32], count: usize, sides: u8) -> Vec<u8> {
    assert!((1..=MAX_SIDES).contains(&sides), "a die has 1 to {MAX_SIDES} sides, not {sides}");
    // Reject larger bytes: they would make low faces more likely.
    let limit = 256 - 256 % u16::from(sides);
    let keyed = new_hmac(key).chain_update(version.tag()).chain_update(b"dice");
    (0_u64..)
        .flat_map(|counter| {
            <[u8; 32]>::from(keyed.clone().chain_update(counter.to_be_bytes()).finalize().into_bytes())
        })
        .filter(|&byte| u16::from(byte) < limit)
        .map(|byte| byte % sides + 1)
        .take(count)
        .collect()
}

fn new_hmac(key: &[u8; 32]) -> Hmac<Sha256> {
    Hmac::new_from_slice(key).expect("HMAC takes a key of any length")
}

fn number(value: usize) -> [u8; 8] {
    (value as u64).to_be_bytes()
}
