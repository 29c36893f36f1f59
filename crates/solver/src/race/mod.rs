//! Best play of a race.

mod course;
mod duel;
mod fixed;
mod throws;
mod turn;

pub use duel::Duel;
