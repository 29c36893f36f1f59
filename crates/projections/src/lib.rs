//! Read models of a journal: a player's tables, finished games, and statistics. [`Projections`] is what the application
//! asks of them. [`MemoryLists`] are in memory; with the feature `sqlite`, `Lists` folds the commits of all tables into one SQLite file, which can always
//! be rebuilt from the journal, so damage to it does not stop the server.

mod error;
mod line;
mod listed_table;
mod memory;
mod projections;
mod status;

#[cfg(feature = "sqlite")]
mod batch;
#[cfg(feature = "sqlite")]
mod database;
#[cfg(feature = "sqlite")]
mod lists;
#[cfg(feature = "sqlite")]
mod query;
#[cfg(feature = "sqlite")]
mod rebuild;
#[cfg(feature = "sqlite")]
mod row;
#[cfg(feature = "sqlite")]
mod sqlite_error;
#[cfg(feature = "sqlite")]
mod writer;

#[cfg(feature = "sqlite")]
pub use database::RecreateReason;
pub use error::ListsError;
pub use line::{
    FinishedLine, FinishedSeat, GameStatistics, ResultLine, SeatLine, TableLine, Tally, UnreadableLine,
};
#[cfg(feature = "sqlite")]
pub use lists::Lists;
pub use memory::MemoryLists;
pub use projections::Projections;
#[cfg(feature = "sqlite")]
pub use rebuild::{Rebuilt, rebuild};
pub use status::{Player, Status};
