//! Read models of a journal: a player's tables, finished games, and statistics, folded from the notes of all tables
//! into one SQLite file. The file can always be made again from the journal, so what is wrong with it stops nobody.

mod batch;
mod database;
mod error;
mod glance;
mod line;
mod listed;
mod lists;
mod query;
mod rebuild;
mod row;
mod writer;

pub use database::MadeAnew;
pub use error::ListsError;
pub use line::{
    FinishedLine, FinishedSeat, GameStatistics, ResultLine, SeatLine, TableLine, Tally, UnreadableLine,
};
pub use listed::{Player, Status};
pub use lists::Lists;
pub use rebuild::{Rebuilt, rebuild};
