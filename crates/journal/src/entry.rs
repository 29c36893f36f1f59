//! `Entry`: one command's record.

use std::sync::Arc;

use crate::{CommandId, Position, TableId, Version};

/// The most bytes a body can have.
pub const MAX_BODY: usize = 256 * 1024;

/// One command is one record.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Entry {
    /// The command that it comes from.
    pub command: CommandId,
    /// What happened, as its writer put it; at most [`MAX_BODY`] bytes.
    pub body: Arc<str>,
}

/// A record in its place.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Stored {
    /// Where the table stands with it.
    pub version: Version,
    /// The record.
    pub entry: Entry,
}

/// A record in the whole log.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Logged {
    /// Its place in the log: what to go on after.
    pub position: Position,
    /// The table that it belongs to.
    pub table: TableId,
    /// The record, or why it cannot be read.
    pub stored: Result<Stored, String>,
}
