//! `Draw`: from what decides a throw to the dice that fall.

use hmac::{Hmac, KeyInit, Mac};
use sha2::Sha256;

use super::history::History;
use super::link::Link;
use crate::dice::MAX_SIDES;

const THROW: &[u8] = b"kosti-dice-1/throw";
const DICE: &[u8] = b"kosti-dice-1/dice";

/// Everything that decides a throw.
// No Debug: the links are secret until the throw is written down.
#[derive(Clone, Copy)]
pub struct Draw<'a> {
    /// The id of the table.
    pub table: &'a str,
    /// The number of the throw at this table, from 1.
    pub number: u64,
    /// What happened at the table before.
    pub history: &'a History,
    /// Who throws, counted from 0.
    pub seat: usize,
    /// The server's link for this throw.
    pub server: &'a Link,
    /// The thrower's link for this throw, if its client has a chain.
    pub thrower: Option<&'a Link>,
    /// The seat of the witness and its link for this throw, if there is one.
    pub witness: Option<(usize, &'a Link)>,
}

impl Draw<'_> {
    /// The faces of `count` dice with `sides` sides, in the order in which they are drawn.
    ///
    /// # Panics
    /// When there is no die of so many sides: they go from 1 to [`MAX_SIDES`].
    #[must_use]
    pub fn fall(&self, count: usize, sides: u8) -> Vec<u8> {
        assert!((1..=MAX_SIDES).contains(&sides), "a die has 1 to {MAX_SIDES} sides, not {sides}");
        // Bytes from here on would make low faces likelier.
        let limit = 256 - 256 % u16::from(sides);
        let keyed = keyed(&self.key());
        (0_u64..)
            .flat_map(|counter| {
                let block = keyed.clone().chain_update(DICE).chain_update(counter.to_be_bytes());
                <[u8; 32]>::from(block.finalize().into_bytes())
            })
            .filter(|&byte| u16::from(byte) < limit)
            .map(|byte| byte % sides + 1)
            .take(count)
            .collect()
    }

    /// The key of this throw. Every part has a fixed length or says its own, so no two draws share a message.
    fn key(&self) -> [u8; 32] {
        let mut mac = keyed(self.server.as_bytes())
            .chain_update(THROW)
            .chain_update(number(self.table.len()))
            .chain_update(self.table)
            .chain_update(self.number.to_be_bytes())
            .chain_update(self.history.as_bytes())
            .chain_update(number(self.seat));
        mac = match self.thrower {
            None => mac.chain_update([0]),
            Some(link) => mac.chain_update([1]).chain_update(link.as_bytes()),
        };
        mac = match self.witness {
            None => mac.chain_update([0]),
            Some((seat, link)) => {
                mac.chain_update([1]).chain_update(number(seat)).chain_update(link.as_bytes())
            }
        };
        mac.finalize().into_bytes().into()
    }
}

fn keyed(key: &[u8; 32]) -> Hmac<Sha256> {
    Hmac::new_from_slice(key).expect("HMAC takes a key of any length")
}

fn number(value: usize) -> [u8; 8] {
    (value as u64).to_be_bytes()
}
