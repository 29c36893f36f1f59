//! `Chain`: all links that one side contributes at a table.

use std::fmt;

use super::link::Link;
use super::version::Version;

/// Links per block, blocks per group, and groups. The cube root of the length takes the least memory for three levels.
const BLOCK: usize = 16;

/// Every link of a span that is a multiple of a step, in order.
type Level = [Link; BLOCK];

/// A chain of [`Chain::LENGTH`] links, computed backwards: the last link is the secret, each other link is the
/// hash of the next. The hash of link 1 is the anchor, which is published first and fixes all links.
///
/// Stores 1.5 KiB: every 256th link, every 16th of the last 256 links asked for, and the last 16 links asked for.
#[derive(Clone)]
pub struct Chain {
    version: Version,
    anchor: Link,
    groups: Box<Level>,
    blocks: Box<Level>,
    links: Box<Level>,
    /// The group and the block of `blocks` and `links`.
    place: (usize, usize),
}

impl Chain {
    /// The number of links of a chain.
    pub const LENGTH: u64 = BLOCK.pow(3) as u64;

    /// The chain that ends with `secret`.
    #[must_use]
    pub fn new(secret: [u8; 32]) -> Self {
        Self::of(Version::Two, secret)
    }

    /// The chain of this version that ends with `secret`.
    #[must_use]
    pub fn of(version: Version, secret: [u8; 32]) -> Self {
        let groups = expand(Link::from_bytes(secret), BLOCK * BLOCK, version);
        let blocks = expand(groups[0], BLOCK, version);
        let links = expand(blocks[0], 1, version);
        Self { version, anchor: links[0].before(version), groups, blocks, links, place: (0, 0) }
    }

    /// The anchor: fixes the chain without revealing a link.
    #[must_use]
    pub fn anchor(&self) -> Link {
        self.anchor
    }

    /// Link `number`, from 1 to [`Chain::LENGTH`]; `None` outside the chain. In order, a link costs two hashes on
    /// average; otherwise up to 255.
    pub fn link(&mut self, number: u64) -> Option<Link> {
        if !(1..=Self::LENGTH).contains(&number) {
            return None;
        }
        let index = (number - 1) as usize;
        let (group, block) = (index / BLOCK / BLOCK, index / BLOCK % BLOCK);
        if group != self.place.0 {
            self.blocks = expand(self.groups[group], BLOCK, self.version);
        }
        if (group, block) != self.place {
            self.links = expand(self.blocks[block], 1, self.version);
            self.place = (group, block);
        }
        Some(self.links[index % BLOCK])
    }
}

/// The links that are `step` apart, up to `last`.
fn expand(last: Link, step: usize, version: Version) -> Box<Level> {
    let mut level = Box::new([last; BLOCK]);
    for place in (1..BLOCK).rev() {
        level[place - 1] = (0..step).fold(level[place], |link, _| link.before(version));
    }
    level
}

/// Shows the anchor, which is public, and no link.
impl fmt::Debug for Chain {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Chain").field("anchor", &self.anchor).finish_non_exhaustive()
    }
}
