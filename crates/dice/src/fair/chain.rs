//! `Chain`: all the links that one side brings to a table.

use std::fmt;

use super::link::Link;
use super::version::Version;

/// How many links are expanded at a time. Marks and block are equally many, which keeps the least.
const BLOCK: usize = 64;

/// A chain of [`Chain::LENGTH`] links, made backwards: the last is the secret, each other one the hash of the next.
/// The hash of link 1 is the anchor, which is shown first and fixes them all.
///
/// Keeps 4 KiB: every 64th link, and the block of 64 that was asked for last.
#[derive(Clone)]
pub struct Chain {
    version: Version,
    anchor: Link,
    /// Links 64, 128, ..., the last.
    marks: Vec<Link>,
    /// The links after mark `in_use` - 1 up to mark `in_use`.
    block: Vec<Link>,
    in_use: usize,
}

impl Chain {
    /// How many links a chain has.
    pub const LENGTH: u64 = 4096;

    /// The chain that ends with `secret`.
    #[must_use]
    pub fn new(secret: [u8; 32]) -> Self {
        Self::of(Version::Two, secret)
    }

    /// The chain of this version that ends with `secret`.
    #[must_use]
    pub fn of(version: Version, secret: [u8; 32]) -> Self {
        let mut marks = vec![Link::from_bytes(secret); Self::LENGTH as usize / BLOCK];
        for mark in (1..marks.len()).rev() {
            marks[mark - 1] = (0..BLOCK).fold(marks[mark], |link, _| link.before(version));
        }
        let block = expand(marks[0], version);
        Self { version, anchor: block[0].before(version), marks, block, in_use: 0 }
    }

    /// What fixes the chain and shows none of its links.
    #[must_use]
    pub fn anchor(&self) -> Link {
        self.anchor
    }

    /// Link `number`, from 1 to [`Chain::LENGTH`]; nothing outside the chain. In order, links cost a hash each on
    /// average; any other may cost 63.
    pub fn link(&mut self, number: u64) -> Option<Link> {
        if !(1..=Self::LENGTH).contains(&number) {
            return None;
        }
        let index = (number - 1) as usize;
        let (wanted, place) = (index / BLOCK, index % BLOCK);
        if wanted != self.in_use {
            self.block = expand(self.marks[wanted], self.version);
            self.in_use = wanted;
        }
        Some(self.block[place])
    }
}

/// The links of a block, the first one first.
fn expand(last: Link, version: Version) -> Vec<Link> {
    let mut block = vec![last; BLOCK];
    for place in (1..BLOCK).rev() {
        block[place - 1] = block[place].before(version);
    }
    block
}

/// Shows the anchor, which is public, and no link.
impl fmt::Debug for Chain {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Chain").field("anchor", &self.anchor).finish_non_exhaustive()
    }
}
