//! Dice as the games see them: a multiset of faces, the space of all multisets of a number of dice,
//! and how likely each of them is. No randomness and no I/O: dice come from outside. What makes dice at an
//! online table verifiable is in [`fair`].

mod dice;
pub mod fair;
mod space;

pub use dice::{Dice, DiceError, MAX_DICE, MAX_SIDES};
pub use space::Space;
