//! `Chair`: a seat of a table and who sits there.

use kosti_coach::Level;
use kosti_dice::fair::{Chain, Link, Version};

use crate::fact::SeatPlan;
use crate::key::Key;

/// A seat and who sits there.
#[derive(Debug, Clone)]
pub struct Chair {
    /// The name; empty while nobody has sat there.
    pub name: String,
    /// Who sits there.
    pub who: Who,
    /// The chain of the client that sits there.
    pub(crate) links: Option<Links>,
}

/// Who sits on a chair.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Who {
    /// Nobody yet, or nobody any more.
    Nobody,
    /// A person; a bot may play for them.
    Person {
        /// What their token is known by.
        key: Key,
        /// The bot that stands in.
        stand_in: Option<Level>,
    },
    /// A bot.
    Bot(Level),
}

impl Chair {
    pub(crate) fn planned(plan: &SeatPlan) -> Self {
        let who = match (plan.key, plan.bot) {
            (_, Some(level)) => Who::Bot(level),
            (Some(key), None) => Who::Person { key, stand_in: None },
            (None, None) => Who::Nobody,
        };
        Self { name: plan.name.clone().unwrap_or_default(), who, links: None }
    }

    /// The bot that plays here, if one does.
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

    /// Whether the client has a chain with a link for this throw, and has answered whenever it was asked since it
    /// anchored it.
    pub(crate) fn is_live(&self, number: u64) -> bool {
        self.links.is_some_and(|links| links.live && number - links.base <= Chain::LENGTH)
    }
}

/// What is known of somebody's chain.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) struct Links {
    pub(crate) version: Version,
    /// The newest link that was shown, the anchor at first.
    pub(crate) newest: Link,
    /// The throw it belongs to; the anchor to the throw before the chain began.
    pub(crate) number: u64,
    /// The throw before the chain began.
    pub(crate) base: u64,
    /// Whether the client was never left out as a witness since it anchored this chain.
    pub(crate) live: bool,
}

impl Links {
    pub(crate) fn anchored(version: Version, anchor: Link, base: u64) -> Self {
        Self { version, newest: anchor, number: base, base, live: true }
    }

    /// Whether this is the link of that throw.
    pub(crate) fn proves(&self, link: &Link, number: u64) -> bool {
        number > self.number && link.leads_to(&self.newest, number - self.number, self.version)
    }

    pub(crate) fn shown(&mut self, link: Link, number: u64) {
        (self.newest, self.number) = (link, number);
    }
}
