//! What a table knows of the chains that its dice come from.

use kosti_dice::fair::{Generation, Link, Version};

use crate::chair::Links;
use crate::dealer::Dealer;
use crate::fact::Proof;
use crate::table::Table;
use crate::unreadable::Unfit;

impl Table {
    /// The server has a new chain.
    pub(crate) fn server_anchored(
        &mut self,
        anchor: Link,
        base: u64,
        generation: Option<Generation>,
    ) -> Result<(), Unfit> {
        match (self.server.map(|links| links.version), version_of(generation)) {
            // In version 1 the server could choose dice.
            (Some(Version::Two), Version::One) => return Err(Unfit::Generation),
            (_, Version::One) => self.replaced += 1,
            // Links of version 1 prove nothing in version 2: clients begin new chains.
            (Some(Version::One), Version::Two) => self.chairs.iter_mut().for_each(|chair| chair.links = None),
            _ => {}
        }
        self.server = Some(Links::anchored(version_of(generation), anchor, base));
        self.generation = generation;
        Ok(())
    }

    /// The links of a throw are known now; a witness without one was left out.
    pub(crate) fn shown(&mut self, seat: usize, proof: &Proof) {
        let witness = proof.witness.as_ref().and_then(|w| Some((w.seat, w.link?)));
        if let (Some(asked), None) = (&proof.witness, witness)
            && let Some(links) = self.chairs.get_mut(asked.seat).and_then(|chair| chair.links.as_mut())
        {
            links.live = false;
        }
        for (seat, link) in proof.thrower.map(|link| (seat, link)).into_iter().chain(witness) {
            if let Some(links) = self.chairs.get_mut(seat).and_then(|chair| chair.links.as_mut()) {
                links.shown(link, self.throws);
            }
        }
        if let Some(links) = &mut self.server {
            links.shown(proof.server, self.throws);
        }
    }

    /// Which of its chains the server uses; none in version 1 of the dice.
    #[must_use]
    pub fn generation(&self) -> Option<Generation> {
        self.generation
    }

    /// The server's chain for this table, and whether it is the one that the table knows: it is not when the server's
    /// key has changed.
    #[must_use]
    pub fn dealer(&self, master: &[u8; 32]) -> (Dealer, bool) {
        let mut dealer = match self.generation {
            Some(generation) => Dealer::new(master, &self.id, generation),
            None => Dealer::version_1(master, &self.id, self.replaced),
        };
        let known = self.server.as_ref().is_none_or(|links| dealer.made(links));
        (dealer, known)
    }

    /// The version of the dice: that of the server's chain.
    #[must_use]
    pub fn dice_version(&self) -> Version {
        self.server.map_or(Version::Two, |links| links.version)
    }
}

/// The version of a chain of the server: only version 2 has generations.
pub(crate) fn version_of(generation: Option<Generation>) -> Version {
    if generation.is_some() { Version::Two } else { Version::One }
}
