//! A game in progress. [`State`] is its state and says which actions are legal; [`State::decide`] turns an
//! [`Action`] into [`Event`]s or refuses it; [`State::apply`] changes the state by an event and cannot fail.
//! Dice come from outside.
//!
//! ```
//! use std::sync::Arc;
//! use kosti_engine::{Action, Decision, Seat, State};
//! use kosti_rules::{House, RulesFile};
//!
//! let file = RulesFile::read("sixes", r#"
//!     name = "Sixes only"
//!     dice = 3
//!     throws = 2
//!     [box.sixes]
//!     number = 6
//!     score = "matching"
//! "#);
//! let mut state = State::new(Arc::new(file.rules(&House::default()).unwrap()), 1).unwrap();
//! let Ok(Decision::Throws(throws)) = state.decide(Seat(0), &Action::first_throw()) else { panic!() };
//! for event in throws.resolve("6-6-1".parse().unwrap()).unwrap() {
//!     state.apply(&event);
//! }
//! let Ok(Decision::Done(events)) = state.decide(Seat(0), &Action::Score { slot: 0 }) else { panic!() };
//! for event in events {
//!     state.apply(&event);
//! }
//! assert_eq!(state.outcome().unwrap().results[0].total, 12);
//! ```
#![cfg_attr(not(test), warn(clippy::disallowed_methods, clippy::disallowed_types))]

mod action;
mod apply;
mod decide;
mod event;
mod names;
mod outcome;
mod record;
mod state;
mod undo;

pub use action::{Action, Correction, IllegalAction, Refusal, Then};
pub use decide::{Decision, Throws, WrongDice};
pub use event::Event;
pub use names::{check_new_name, check_new_names};
pub use outcome::{Outcome, SeatResult};
pub use record::{MOST_BYTES as MOST_RECORD_BYTES, Record, RecordFault, RecordFaultKind, Tags};
pub use state::{Phase, Player, Seat, SeatsRefused, State, Turn};
pub use undo::UndoneEvents;
