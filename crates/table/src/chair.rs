//! `Chair`: a seat of a table and its player.

use kosti_coach::Level;
use kosti_dice::fair::{Chain, Link, Version};

use crate::event::SeatPlan;
use crate::key::Key;

/// A seat and its player.
#[derive(Debug, Clone)]
pub struct Chair {
    /// The name; empty if nobody has taken the seat yet.
    pub name: String,
    /// The player.
    pub who: Who,
    /// The chain of the player's client.
    pub(crate) links: Option<Links>,
}

/// The player on a chair.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Who {
    /// Nobody yet, or nobody any more.
    Nobody,
    /// A person; a bot may play for them.
    Person {
        /// The hash of their token.
        key: Key,
        /// The bot that stands in.
        stand_in: Option<Level>,
    },
    /// A bot.
    Bot(Level),
}

impl Chair {
    pub(crate) fn from_plan(plan: &SeatPlan) -> Self {
        let who = match (plan.key, plan.bot) {
            (_, Some(level)) => Who::Bot(level),
            (Some(key), None) => Who::Person { key, stand_in: None },
            (None, None) => Who::Nobody,
        };
        Self { name: plan.name.clone().unwrap_or_default(), who, links: None }
    }

    /// The bot that plays here, if any.
    #[must_use]
    pub fn bot(&self) -> Option<Level> {
        match self.who {
            Who::Bot(level) => Some(level),
            Who::Person { stand_in, .. } => stand_in,
            Who::Nobody => None,
        }
    }

    /// Whether this key holds the seat.
    #[must_use]
    pub fn is_held_by(&self, key: &Key) -> bool {
        matches!(&self.who, Who::Person { key: own, .. } if own == key)
    }

    /// Whether the client has sent an anchor, so that it can prove throws.
    #[must_use]
    pub fn has_chain(&self) -> bool {
        self.links.is_some()
    }

    /// Whether the client has a chain with a link for this throw, and has answered every request since it anchored
    /// the chain.
    pub(crate) fn is_live(&self, number: u64) -> bool {
        self.links.is_some_and(|links| links.live && number - links.base <= Chain::LENGTH)
    }
}

/// The known part of a chain.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) struct Links {
    pub(crate) version: Version,
    /// The newest link shown; at first the anchor.
    pub(crate) newest: Link,
    /// The throw of the newest link; for the anchor, the throw before the chain began.
    pub(crate) number: u64,
    /// The throw before the chain began.
    pub(crate) base: u64,
    /// Whether the client has answered every request as a witness since it anchored this chain.
    pub(crate) live: bool,
}

impl Links {
    pub(crate) fn new(version: Version, anchor: Link, base: u64) -> Self {
        Self { version, newest: anchor, number: base, base, live: true }
    }

    /// Whether this is the link of that throw.
    pub(crate) fn proves(&self, link: &Link, number: u64) -> bool {
        number > self.number && link.leads_to(&self.newest, number - self.number, self.version)
    }

    pub(crate) fn advance(&mut self, link: Link, number: u64) {
        (self.newest, self.number) = (link, number);
    }
}
