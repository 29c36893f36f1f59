//! Append-only events per table. Bodies are opaque text here: their writer decides what they mean.
//!
//! A server writes to and reads from a [`Journal`]; [`Feed`] is the whole log in one order. [`MemoryJournal`]
//! keeps everything in memory, [`DeviceJournal`] in the storage of a device such as a browser; with the feature `sqlite`,
//! `SqliteJournal` keeps it in one file, and with the feature `nats`, `NatsJournal` on NATS servers that several processes
//! share.

mod command_id;
mod copy;
mod counters;
mod device;
mod entry;
mod error;
mod journal;
mod memory;
#[cfg(feature = "nats")]
mod nats;
#[cfg(feature = "sqlite")]
mod sqlite;
mod subscribers;
mod table_id;
mod tail_stream;

pub use command_id::{CommandId, CommandIdError};
pub use copy::{CopyError, copy};
pub use counters::{Position, PositionError, Version, VersionError};
pub use device::{DeviceError, DeviceJournal, DeviceRecord, DeviceStore};
pub use entry::{Entry, Logged, MAX_BODY, Stored};
pub use error::{AppendError, EraseError, ReadError, Refusal};
pub use journal::{Feed, Journal};
pub use memory::MemoryJournal;
#[cfg(feature = "nats")]
pub use nats::{ConnectError, NatsJournal, NatsOptions, Synced};
#[cfg(feature = "sqlite")]
pub use sqlite::{Lost, NewJournalError, OpenError, Rescued, SqliteJournal, backup, rescue};
pub use table_id::{TableId, TableIdError};
