//! A table that people share, apart or together. [`Table`] says where it stands; [`Table::decide`] turns what somebody
//! wants ([`Wish`]) into a [`Note`] of facts, or refuses it; [`Table::follow`] follows notes. A journal keeps the texts
//! of the notes, nothing else: reading them again gives the same table. Clocks, randomness and files are elsewhere.

mod chains;
mod chair;
mod dealer;
mod decide;
mod download;
mod fact;
mod going_on;
mod key;
mod note;
mod played;
mod refused;
mod seating;
mod table;
mod throwing;
mod unreadable;
mod verify;
mod wish;

pub use chair::{Chair, Who};
pub use dealer::Dealer;
pub use download::{download, notes, verify_download};
pub use fact::{CoachAllowed, DiceKind, Fact, Opened, Proof, SeatPlan, SeatResult, Witness};
pub use key::Key;
pub use note::{BadNote, Note};
pub use refused::Refused;
pub use table::{Booked, InTheAir, Library, Table};
pub use unreadable::{Unfit, Unreadable};
pub use verify::{Checked, NotProven, Throw, verify};
pub use wish::{By, Contribution, Moment, Wish};
