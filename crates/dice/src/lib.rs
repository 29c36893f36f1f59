//! Dice for games: a multiset of faces, and the space of all multisets of a number of dice with their
//! probabilities. No randomness and no I/O: dice come from outside. [`fair`] has the verifiable dice of online
//! tables.
#![cfg_attr(not(test), warn(clippy::disallowed_methods, clippy::disallowed_types))]

mod dice;
pub mod fair;
mod space;

pub use dice::{Dice, DiceError, MAX_DICE, MAX_SIDES};
pub use space::Space;
