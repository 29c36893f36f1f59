//! `rescue`: copies the readable part of a damaged journal into a new one.

use std::path::Path;

use super::backup::NewJournalError;
use super::damaged::Damaged;
use super::lock::Lock;
use super::open::{self, Header};
use super::row::{self, Record};
use crate::{TableId, Version};

/// The result of a rescue.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Rescued {
    /// The number of tables in the new journal.
    pub tables: usize,
    /// The number of records in the new journal.
    pub entries: usize,
    /// The tables known to be incomplete. A table without any readable record may be missing here.
    pub lost: Vec<Lost>,
}

/// An incomplete table.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Lost {
    /// The table.
    pub table: TableId,
    /// The last version that was rescued.
    pub after: Version,
    /// The damage.
    pub why: String,
}

/// Copies the readable records of the journal `from` into a new one, `to`: of each table the records before its
/// first gap. `from` does not change; `to` appears when it is complete.
///
/// # Errors
/// If `from` is not a journal or is in use, or if `to` exists or cannot be written.
pub fn rescue(from: &Path, to: &Path) -> Result<Rescued, NewJournalError> {
    let (from, to) = (open::plain_path(from)?, open::plain_path(to)?);
    if to.exists() {
        return Err(NewJournalError::Exists { path: to });
    }
    Header::read(&from)?;
    let _locks = (Lock::take(&from)?, Lock::take(&to)?);
    let damaged = Damaged::open(&from).map_err(|error| open::sqlite_failure(&from, &error))?;
    let new = open::sibling_path(&to, ".new");
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
    let connection = open::create_empty(new).map_err(|error| error.to_string())?;
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
