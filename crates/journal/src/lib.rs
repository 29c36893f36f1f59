//! Append-only events per table. Bodies are opaque text here: whoever appends decides what they mean.
//!
//! [`Journal`] is what a server writes to and reads from, [`Feed`] is the whole log in one order.
//! [`MemoryJournal`] keeps everything in memory, [`SqliteJournal`] in one file, [`NatsJournal`] on NATS servers that
//! several processes share.

mod command_id;
mod copy;
mod entry;
mod error;
mod follow;
mod journal;
mod memory;
mod nats;
mod position;
mod sqlite;
mod subscribers;
mod table_id;
mod version;

pub use command_id::{CommandId, CommandIdError};
pub use copy::{CopyError, copy};
pub use entry::{Entry, Logged, MAX_BODY, Stored};
pub use error::{AppendError, EraseError, ReadError, Refusal};
pub use journal::{Feed, Journal};
pub use memory::MemoryJournal;
pub use nats::{ConnectError, NatsJournal, NatsOptions, Synced};
pub use position::{Position, PositionError};
pub use sqlite::{Lost, NewJournalError, OpenError, Rescued, SqliteJournal, backup, rescue};
pub use table_id::{TableId, TableIdError};
pub use version::{Version, VersionError};
