//! `rescue`: what can be read of a damaged journal, in a new one.

use std::path::Path;

use super::backup::NewJournalError;
use super::damaged::Damaged;
use super::lock::Lock;
use super::open::{self, Header};
use super::row::{self, Record};
use crate::{TableId, Version};

/// What a rescue brought.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Rescued {
    /// Tables in the new journal.
    pub tables: usize,
    /// Records in the new journal.
    pub entries: usize,
    /// Tables that are not whole, as far as is known. One of which nothing is left may be missing here.
    pub lost: Vec<Lost>,
}

/// A table that is not whole.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Lost {
    /// The table.
    pub table: TableId,
    /// The last version that was rescued.
    pub after: Version,
    /// What is missing.
    pub why: String,
}

/// Copies what can be read of the journal `from` into a new one, `to`: of each table the records before its first gap.
/// `from` stays as it is; `to` appears when it is whole.
///
/// # Errors
/// When `from` is no journal or in use, when `to` is there already, or cannot be written.
pub fn rescue(from: &Path, to: &Path) -> Result<Rescued, NewJournalError> {
    let (from, to) = (open::plain_path(from)?, open::plain_path(to)?);
    if to.exists() {
        return Err(NewJournalError::Exists { path: to });
    }
    Header::read(&from)?;
    let _locks = (Lock::take(&from)?, Lock::take(&to)?);
    let damaged = Damaged::open(&from).map_err(|error| open::unopened(&from, &error))?;
    let new = open::beside(&to, ".new");
    let failed = |why: String| NewJournalError::Failed { path: to.clone(), why };
    open::remove(&new).map_err(|error| failed(error.to_string()))?;
    let entries = copy(&damaged, &new).map_err(failed)?;
    open::publish(&new, &to).map_err(|error| failed(error.to_string()))?;
    let tables = damaged.salvaged.tables.values().filter(|records| !records.is_empty()).count();
    let mut lost: Vec<Lost> = damaged
        .salvaged
        .tables
        .keys()
        .filter_map(|&table| damaged.missing(table).map(|(after, why)| Lost { table, after, why }))
        .collect();
    lost.sort_unstable_by_key(|lost| lost.table);
    Ok(Rescued { tables, entries, lost })
}

fn copy(damaged: &Damaged, new: &Path) -> Result<usize, String> {
    let connection = open::make(new).map_err(|error| error.to_string())?;
    let transaction = connection.unchecked_transaction().map_err(|error| error.to_string())?;
    for &(position, table, version) in &damaged.salvaged.log {
        let inserted = match damaged.record(position, table)? {
            Record::Stored(stored) => row::insert(&connection, table, version, &stored.entry),
            Record::Erased(_) => row::insert_erased(&connection, table, version),
        };
        inserted.map_err(|error| error.to_string())?;
    }
    transaction.commit().map_err(|error| error.to_string())?;
    connection.close().map_err(|(_, error)| error.to_string())?;
    Ok(damaged.salvaged.log.len())
}
