//! Verifiable dice: nobody alone can choose or foresee a throw, and everybody can derive it again.
//!
//! docs/dice.md specifies the format, with test vectors. Secrets come from outside.
//!
//! ```
//! use kosti_dice::fair::{Chain, Draw, Generation, Version, table_secret};
//!
//! // The server and Olena, who has the first seat, each fix their links and show the anchors.
//! let mut server = Chain::new(table_secret(&[1; 32], "kitchen", Generation::from_bytes([3; 16])));
//! let mut olena = Chain::new([2; 32]);
//!
//! // The first throw of the table: both show their first links, which lead to the anchors.
//! let (s, r) = (server.link(1).unwrap(), olena.link(1).unwrap());
//! assert!(s.leads_to(&server.anchor(), 1, Version::Two) && r.leads_to(&olena.anchor(), 1, Version::Two));
//! let draw = Draw { table: "kitchen", number: 1, seat: 0, server: &s, thrower: Some(&r), witness: None };
//! assert_eq!(draw.fall(5, 6).len(), 5);
//! ```

mod chain;
mod draw;
mod hex;
mod history;
mod link;
mod secret;
mod version;

pub use chain::Chain;
pub use draw::Draw;
pub use hex::HexError;
pub use history::History;
pub use link::Link;
pub use secret::{Generation, table_secret, table_secret_1};
pub use version::Version;
