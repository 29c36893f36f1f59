//! `Link`: one contribution to a throw, fixed long before it is revealed.

use serde::{Deserialize, Serialize};
use sha2::{Digest, Sha256};

use super::chain::Chain;
use super::hex::shown_as_hex;
use super::version::Version;

/// 32 bytes of a chain. A link reveals every link before it, and none after it.
///
/// ```
/// use kosti_dice::fair::{Link, Version};
/// let link: Link = "AB".repeat(32).parse().unwrap();
/// assert_eq!(link.to_string(), "ab".repeat(32));
/// let earlier = link.before(Version::Two).before(Version::Two);
/// assert!(link.leads_to(&earlier, 2, Version::Two));
/// ```
#[derive(Clone, Copy, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(try_from = "String", into = "String")]
pub struct Link([u8; 32]);

shown_as_hex!(Link);

impl Link {
    /// The previous link of the chain: the hash of this one.
    #[must_use]
    pub fn before(&self, version: Version) -> Self {
        let hash = Sha256::new().chain_update(version.tag()).chain_update(b"link");
        Self(hash.chain_update(self.0).finalize().into())
    }

    /// Whether `earlier` is `steps` links before this one. Always false for more steps than a chain has links,
    /// which bounds the work.
    #[must_use]
    pub fn leads_to(&self, earlier: &Self, steps: u64, version: Version) -> bool {
        steps <= Chain::LENGTH && (0..steps).fold(*self, |link, _| link.before(version)) == *earlier
    }
}
