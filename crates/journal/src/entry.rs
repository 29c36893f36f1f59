//! `Entry`: the record of one command.

use std::sync::Arc;

use crate::{CommandId, Position, TableId, Version};

/// The most bytes of a body.
pub const MAX_BODY: usize = 256 * 1024;

/// The record of one command.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Entry {
    /// The command that it comes from.
    pub command: CommandId,
    /// The events as their writer encoded them; at most [`MAX_BODY`] bytes.
    pub body: Arc<str>,
}

/// A record with its version.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Stored {
    /// The version of the table after the record.
    pub version: Version,
    /// The record.
    pub entry: Entry,
}

/// A record in the whole log.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Logged {
    /// Its position in the log, to continue after.
    pub position: Position,
    /// Its table.
    pub table: TableId,
    /// The record, or the reason why it cannot be read.
    pub stored: Result<Stored, String>,
}
