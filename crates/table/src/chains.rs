//! The chains of a table: the sources of its dice.

use kosti_dice::fair::{Generation, Link, Version};

use crate::chair::Links;
use crate::dealer::Dealer;
use crate::event::Proof;
use crate::replay_error::ApplyError;
use crate::table::Table;

impl Table {
    /// Applies a new chain of the server.
    pub(crate) fn apply_server_anchor(
        &mut self,
        anchor: Link,
        base: u64,
        generation: Option<Generation>,
    ) -> Result<(), ApplyError> {
        match (self.server.map(|links| links.version), version_of(generation)) {
            // Version 1 allowed the server to choose dice.
            (Some(Version::Two), Version::One) => return Err(ApplyError::Generation),
            (_, Version::One) => self.replaced += 1,
            // Links of version 1 prove nothing in version 2: clients must begin new chains.
            (Some(Version::One), Version::Two) => self.chairs.iter_mut().for_each(|chair| chair.links = None),
            _ => {}
        }
        self.server = Some(Links::new(version_of(generation), anchor, base));
        self.generation = generation;
        Ok(())
    }

    /// Records the links shown by a throw. A witness without a link was left out.
    pub(crate) fn record_links(&mut self, seat: usize, proof: &Proof) {
        let witness = proof.witness.as_ref().and_then(|w| Some((w.seat, w.link?)));
        if let (Some(asked), None) = (&proof.witness, witness)
            && let Some(links) = self.chairs.get_mut(asked.seat).and_then(|chair| chair.links.as_mut())
        {
            links.live = false;
        }
        for (seat, link) in proof.thrower.map(|link| (seat, link)).into_iter().chain(witness) {
            if let Some(links) = self.chairs.get_mut(seat).and_then(|chair| chair.links.as_mut()) {
                links.advance(link, self.throws);
            }
        }
        if let Some(links) = &mut self.server {
            links.advance(proof.server, self.throws);
        }
    }

    /// The generation of the server's chain; `None` in version 1 of the dice.
    #[must_use]
    pub fn generation(&self) -> Option<Generation> {
        self.generation
    }

    /// The server's chain for this table, and whether it is the chain that the table knows. It is not if the server's
    /// key has changed.
    #[must_use]
    pub fn dealer(&self, master: &[u8; 32]) -> (Dealer, bool) {
        let mut dealer = match self.generation {
            Some(generation) => Dealer::new(master, &self.id, generation),
            None => Dealer::version_1(master, &self.id, self.replaced),
        };
        let known = self.server.as_ref().is_none_or(|links| dealer.owns(links));
        (dealer, known)
    }

    /// The version of the dice: that of the server's chain.
    #[must_use]
    pub fn dice_version(&self) -> Version {
        self.server.map_or(Version::Two, |links| links.version)
    }
}

/// The version of a server's chain: only version 2 has generations.
pub(crate) fn version_of(generation: Option<Generation>) -> Version {
    if generation.is_some() { Version::Two } else { Version::One }
}
