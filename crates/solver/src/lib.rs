//! Optimal play of compiled games: [`solve`] takes rules and an [`Objective`] and returns a [`Solution`]. docs/solver.md
//! has the mathematics, with the file that implements each formula.
//!
//! - Score sheets are solved by backward induction over their states ([`TotalStrategy`], [`ReachStrategy`]); games that
//!   awards decide approximately, with a proven bound ([`PointsStrategy`]).
//! - Races are solved from the end of the course to its beginning ([`WinStrategy`], [`TurnsStrategy`], [`WithinStrategy`]).
//! - [`HeuristicPlayer`] and [`GreedyRacer`] play games that are not solved.
//! - [`ReferenceSolver`] and [`RaceReferenceSolver`] are slow solvers that tests compare with.
//!
//! ```
//! use std::sync::Arc;
//! use kosti_rules::{House, RulesFile};
//! use kosti_solver::{NoProgress, Objective, solve};
//!
//! // One die, one throw, one box: the value is the mean of a die.
//! let file = RulesFile::read("one", "name = \"One\"\ndice = 1\nthrows = 1\n[box.any]\nscore = \"all-dice\"");
//! let rules = Arc::new(file.rules(&House::default()).unwrap());
//! let solution = solve(&rules, &Objective::Total, &NoProgress).unwrap();
//! assert!((solution.value() - 3.5).abs() < 1e-12);
//! ```
#![cfg_attr(not(test), warn(clippy::disallowed_methods, clippy::disallowed_types))]

mod backward;
mod cache;
mod distribution;
mod encoding;
mod forward_pass;
mod forward_turn;
mod heuristic;
mod jokers;
mod kernel;
mod lane_value;
mod lattice;
mod model;
mod moves;
mod parallel;
mod placement;
mod points;
mod progress;
mod race;
mod reach;
mod reference;
mod rivals;
mod sheet_win;
mod simulate;
mod solution;
mod states;
mod statistics;
mod strategy;
mod turn_tables;

pub use cache::SolutionCache;
pub use distribution::Distribution;
pub use encoding::DecodeError;
pub use heuristic::{HeuristicPlayer, Policy};
pub use model::count_fillings;
pub use points::PointsStrategy;
pub use progress::{Cancelled, NoProgress, Progress, Stage, check_cancelled};
pub use race::{
    BarrelStatistics, GreedyRacer, LastTurn, RaceChoice, RacePlayer, RaceReferenceSolver, RaceResult,
    RaceStatistics, SolvedTurn, TurnsStrategy, WinStrategy, WithinStrategy, simulate_races,
};
pub use reach::ReachStrategy;
pub use reference::ReferenceSolver;
pub use sheet_win::{SheetAim, SheetWinReferenceSolver, SheetWinStrategy, WinPlayer, WinPosition, WinTurn};
pub use solution::{Objective, Solution, SolveError, Strategy, TooLarge, Unsupported, solve};
pub use states::Size;
pub use statistics::{Measurement, SheetStatistics, SimulatedBatch, SlotStatistics};
pub use strategy::{Choice, TotalMoments, TotalStrategy, ValuedChoice};
pub use turn_tables::{DiceRng, SheetResult};
