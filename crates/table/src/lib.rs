//! A table that people share. [`Table`] is its state; [`Table::decide`] turns a [`Command`] into a [`Commit`] of
//! events, or rejects it; [`Table::apply`] applies commits. A journal stores only the texts of the commits: applying
//! them again gives the same table. This crate has no clock, no randomness and no files.
#![cfg_attr(not(test), warn(clippy::disallowed_methods, clippy::disallowed_types))]

mod chains;
mod chair;
mod command;
mod command_error;
mod commit;
mod dealer;
mod decide;
mod download;
mod event;
mod key;
mod redecide;
mod rematch;
mod replay_error;
mod seating;
mod table;
mod throwing;
mod verify;

pub use chair::{Chair, Who};
pub use command::{Actor, Command, Context, Contribution};
pub use command_error::CommandError;
pub use commit::{Commit, CommitError};
pub use dealer::Dealer;
pub use download::{commits, download, verify_download};
pub use event::{CoachAllowed, DiceKind, Opened, Proof, SeatPlan, SeatResult, TableEvent, Witness};
pub use key::Key;
pub use replay_error::{ApplyError, ReplayError};
pub use table::{CompiledRules, InTheAir, RulesSource, Table};
pub use verify::{Throw, VerifiedTable, VerifyError, verify};
