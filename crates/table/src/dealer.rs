//! `Dealer`: the server's side of a table's dice.

use kosti_dice::fair::{Chain, Link, table_secret};

use crate::chair::Links;

/// The server's chain of a table. It comes from the server's master key, so it is nowhere stored.
pub struct Dealer {
    master: [u8; 32],
    table: String,
    /// Chains are counted from 0; a new one begins when the old one is used up.
    generation: u32,
    chain: Chain,
}

impl Dealer {
    /// The first chain of a table.
    #[must_use]
    pub fn new(master: &[u8; 32], table: &str) -> Self {
        Self::nth(master, table, 0)
    }

    /// A later chain of a table.
    #[must_use]
    pub fn nth(master: &[u8; 32], table: &str, generation: u32) -> Self {
        let chain = Chain::new(table_secret(master, table, generation));
        Self { master: *master, table: table.to_owned(), generation, chain }
    }

    /// Which chain of the table this is.
    #[must_use]
    pub fn generation(&self) -> u32 {
        self.generation
    }

    /// The end of the chain that is told first.
    #[must_use]
    pub fn anchor(&self) -> Link {
        self.chain.anchor()
    }

    pub(crate) fn link(&mut self, nth: u64) -> Option<Link> {
        self.chain.link(nth)
    }

    /// Whether the newest link that was shown is one of this chain.
    pub(crate) fn made(&mut self, links: &Links) -> bool {
        match links.number - links.base {
            0 => self.anchor() == links.newest,
            nth => self.link(nth) == Some(links.newest),
        }
    }

    /// The chain after this one.
    #[must_use]
    pub fn next(&self) -> Self {
        Self::nth(&self.master, &self.table, self.generation + 1)
    }
}

impl std::fmt::Debug for Dealer {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        write!(f, "Dealer(of {}, chain {})", self.table, self.generation)
    }
}
