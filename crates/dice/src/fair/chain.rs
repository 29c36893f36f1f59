//! `Chain`: all links that one side contributes at a table.

use std::fmt;

use super::link::Link;
use super::version::Version;

/// Links per block. Storing as many marks as links of a block takes the least memory.
const BLOCK: usize = 64;

/// A chain of [`Chain::LENGTH`] links, computed backwards: the last link is the secret, each other link is the
/// hash of the next. The hash of link 1 is the anchor, which is published first and fixes all links.
///
/// Stores 4 KiB: every 64th link, and the last block of 64 links asked for.
#[derive(Clone)]
pub struct Chain {
    version: Version,
    anchor: Link,
    /// Links 64, 128, ..., up to the last.
    marks: Vec<Link>,
    /// The links after mark `in_use` - 1 up to mark `in_use`.
    block: Vec<Link>,
    in_use: usize,
}

impl Chain {
    /// The number of links of a chain.
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

    /// The anchor: fixes the chain without revealing a link.
    #[must_use]
    pub fn anchor(&self) -> Link {
        self.anchor
    }

    /// Link `number`, from 1 to [`Chain::LENGTH`]; `None` outside the chain. In order, a link costs one hash on
    /// average; otherwise up to 63.
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

/// The links of a block, in order.
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
