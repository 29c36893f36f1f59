//! The coach: what every action of a running game is worth ([`Coach::advise`]), players of several strengths ([`Bot`]),
//! and what luck and decisions did in a game that was played ([`Coach::review`]). Everything is read from a
//! [`kosti_engine::State`] or a record, so it is the same on every screen.
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

mod advice;
mod bot;
mod coach;
mod estimate;
mod outlook;
mod review;
mod tally;
mod win;

pub use advice::{Advice, Choice, Reason, Worth, raced, written};
pub use bot::{Bot, Level};
pub use coach::{
    Coach, MOST_FILLINGS, NoCoach, balance_takes_long, duel_takes_long, is_estimated, plays_perfectly,
    takes_long,
};
pub use estimate::Estimate;
pub use outlook::{Aim, Outlook};
pub use review::{Decided, Review, SeatReview};
pub use tally::{Moment, Point};
pub use win::Win;
