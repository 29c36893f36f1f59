//! The coach: the value of every action in a game ([`Coach::advise`]), players of several strengths ([`Bot`]),
//! and the effects of luck and decisions on a game ([`Coach::review`]). All of it depends only on a
//! [`kosti_engine::State`] or a record, so every screen shows the same.
//!
//! ```
//! use std::sync::Arc;
//! use kosti_coach::Coach;
//! use kosti_engine::State;
//! use kosti_rules::{House, RulesFile};
//! use kosti_solver::NoProgress;
//!
//! let file = RulesFile::read("one", "name = \"One\"\ndice = 1\nthrows = 1\n[box.any]\nscore = \"all-dice\"");
//! let rules = Arc::new(file.rules(&House::default()).unwrap());
//! let coach = Coach::solve(rules.clone(), 1, &NoProgress).unwrap();
//! let advice = coach.advise(&State::new(rules, 1).unwrap()).unwrap();
//! assert!((advice.value - 3.5).abs() < 1e-12);
//! ```
#![cfg_attr(not(test), warn(clippy::disallowed_methods, clippy::disallowed_types))]

mod advice;
mod bot;
mod coach;
mod coach_mode;
mod encoding;
mod estimate;
mod game_value;
mod review;
mod statistics;
mod tally;
mod win;

pub use advice::{Advice, COSTLY_LOSS, Choice, Reason, Trade, ValueUnit, race_action, sheet_action};
pub use bot::{Bot, Level};
pub use coach::{
    Coach, MOST_FILLINGS, NoCoach, balance_takes_long, duel_takes_long, is_estimated, plays_perfectly,
    takes_long,
};
pub use coach_mode::CoachMode;
pub use estimate::Estimate;
pub use game_value::{Aim, GameValue};
pub use review::{Decided, Review, SeatReview};
pub use statistics::{PlayStatistics, RacePlay, SheetPlay};
pub use tally::{EventPosition, Point};
pub use win::Win;
