//! Best play for any compiled game: for score sheets by backward induction over the sheet states that matter, for races
//! from the end of the course to its beginning.
//!
//! ```
//! use std::sync::Arc;
//! use kosti_rules::{House, RulesFile};
//! use kosti_solver::Strategy;
//!
//! // One die, one throw, one box: the value is the mean of a die.
//! let file = RulesFile::read("one", "name = \"One\"\ndice = 1\nthrows = 1\n[box.any]\nscore = \"all-dice\"");
//! let strategy = Strategy::solve(Arc::new(file.rules(&House::default()).unwrap())).unwrap();
//! assert!((strategy.value() - 3.5).abs() < 1e-12);
//! ```

mod backward;
mod book;
mod casual;
mod cell;
mod distribution;
mod facts;
mod flow;
mod forward;
mod jokers;
mod kernel;
mod lattice;
mod model;
mod moves;
mod points;
mod progress;
mod race;
mod reach;
mod reference;
mod simulate;
mod states;
mod strategy;
mod turn;

pub use book::{Played, Source};
pub use casual::{Casual, Manner};
pub use distribution::Distribution;
pub use facts::{Amount, Batch, Facts, SlotFacts};
pub use model::fillings;
pub use points::{NoPoints, Points};
pub use progress::{Cancelled, NoProgress, Progress, Stage, check};
pub use race::{
    Alone, BarrelFacts, Duel, Eager, NoRace, RaceChoice, RaceFacts, RaceReference, Raced, Racer, Weighed,
    Within, race,
};
pub use reach::Reach;
pub use reference::Reference;
pub use states::{Size, SolveError, TooLarge};
pub use strategy::{Choice, Spread, Strategy, Valued};
