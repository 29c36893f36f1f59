//! `Draw`: from what decides a throw to the dice that fall.

use hmac::{Hmac, KeyInit, Mac};
use sha2::Sha256;

use super::history::History;
use super::link::Link;
use super::version::Version;
use crate::dice::MAX_SIDES;

/// Everything that decides a throw: names of the throw, and links that were fixed before. Nothing that anybody
/// chooses after seeing a link.
// No Debug: the links are secret until the throw is written down.
#[derive(Clone, Copy)]
pub struct Draw<'a> {
    /// The id of the table.
    pub table: &'a str,
    /// The number of the throw at this table, from 1.
    pub number: u64,
    /// Who throws, counted from 0.
    pub seat: usize,
    /// The server's link for this throw.
    pub server: &'a Link,
    /// The thrower's link for this throw, if its client has a chain.
    pub thrower: Option<&'a Link>,
    /// The witness's link for this throw, if there is one.
    pub witness: Option<&'a Link>,
}

impl Draw<'_> {
    /// The faces of `count` dice with `sides` sides, in the order in which they are drawn.
    ///
    /// # Panics
    /// When there is no die of so many sides: they go from 1 to [`MAX_SIDES`].
    #[must_use]
    pub fn fall(&self, count: usize, sides: u8) -> Vec<u8> {
        let mac = self.begin(Version::Two).chain_update(number(self.seat));
        let mac = optional(optional(mac, self.thrower), self.witness);
        faces(Version::Two, &key(mac), count, sides)
    }

    /// The same in version 1, where the history and the witness's seat are parts of the draw.
    ///
    /// # Panics
    /// When there is no die of so many sides: they go from 1 to [`MAX_SIDES`].
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
        keyed(self.server.as_bytes())
            .chain_update(version.tag())
            .chain_update(b"throw")
            .chain_update(number(self.table.len()))
            .chain_update(self.table)
            .chain_update(self.number.to_be_bytes())
    }
}

/// Every part has a fixed length or says its own, so no two draws share a message.
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
    // Bytes from here on would make low faces likelier.
    let limit = 256 - 256 % u16::from(sides);
    let keyed = keyed(key).chain_update(version.tag()).chain_update(b"dice");
    (0_u64..)
        .flat_map(|counter| {
            <[u8; 32]>::from(keyed.clone().chain_update(counter.to_be_bytes()).finalize().into_bytes())
        })
        .filter(|&byte| u16::from(byte) < limit)
        .map(|byte| byte % sides + 1)
        .take(count)
        .collect()
}

fn keyed(key: &[u8; 32]) -> Hmac<Sha256> {
    Hmac::new_from_slice(key).expect("HMAC takes a key of any length")
}

fn number(value: usize) -> [u8; 8] {
    (value as u64).to_be_bytes()
}
