//! `Dealer`: the server's side of a table's dice.

use kosti_dice::fair::{Chain, Generation, Link, Version, table_secret, table_secret_1};

use crate::chair::Links;

/// The server's chain of a table. It is derived from the server's master key, so it is not stored.
pub struct Dealer {
    master: [u8; 32],
    table: String,
    /// The generation of the chain; `None` in version 1.
    generation: Option<Generation>,
    chain: Chain,
}

impl Dealer {
    /// Derives the chain of this generation.
    #[must_use]
    pub fn new(master: &[u8; 32], table: &str, generation: Generation) -> Self {
        let chain = Chain::new(table_secret(master, table, generation));
        Self { master: *master, table: table.to_owned(), generation: Some(generation), chain }
    }

    /// Derives a chain of version 1, for a throw that was called with it.
    pub(crate) fn version_1(master: &[u8; 32], table: &str, nth: u32) -> Self {
        let chain = Chain::of(Version::One, table_secret_1(master, table, nth));
        Self { master: *master, table: table.to_owned(), generation: None, chain }
    }

    /// The generation of the chain.
    #[must_use]
    pub fn generation(&self) -> Option<Generation> {
        self.generation
    }

    /// The anchor: the end of the chain, published first.
    #[must_use]
    pub fn anchor(&self) -> Link {
        self.chain.anchor()
    }

    pub(crate) fn link(&mut self, nth: u64) -> Option<Link> {
        self.chain.link(nth)
    }

    /// Whether the newest link shown belongs to this chain.
    pub(crate) fn owns(&mut self, links: &Links) -> bool {
        match links.number - links.base {
            0 => self.anchor() == links.newest,
            nth => self.link(nth) == Some(links.newest),
        }
    }

    /// Derives another chain of the same table.
    #[must_use]
    pub fn next(&self, generation: Generation) -> Self {
        Self::new(&self.master, &self.table, generation)
    }
}

impl std::fmt::Debug for Dealer {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        write!(f, "Dealer(of {}, chain {:?})", self.table, self.generation)
    }
}
