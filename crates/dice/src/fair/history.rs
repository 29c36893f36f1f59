//! `History`: a hash of all records of a table, in 32 bytes.

use serde::{Deserialize, Serialize};
use sha2::{Digest, Sha256};

use super::hex::shown_as_hex;

/// The same in every version of the protocol: a table may continue from version 1 to version 2 with one
/// history.
const TAG: &[u8] = b"kosti-dice-1/history";

/// The hash of the records of a table so far. A client that gives a link for a throw names its history, so a
/// server cannot show it another one.
///
/// ```
/// use kosti_dice::fair::History;
/// let history = History::START.then(b"opened").then(b"Olena sat down");
/// assert_ne!(history, History::START.then(b"opened").then(b"Petro sat down"));
/// ```
#[derive(Clone, Copy, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(try_from = "String", into = "String")]
pub struct History([u8; 32]);

shown_as_hex!(History);

impl History {
    /// The history before the first record.
    pub const START: Self = Self([0; 32]);

    /// The history after one more record.
    #[must_use]
    pub fn then(&self, record: &[u8]) -> Self {
        Self(Sha256::new().chain_update(TAG).chain_update(self.0).chain_update(record).finalize().into())
    }
}
