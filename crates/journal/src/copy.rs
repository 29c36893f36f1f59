//! Copies a whole journal into another one, record by record, and compares them afterwards.

use std::collections::HashMap;

use crate::{AppendError, Feed, Journal, Logged, Position, ReadError, TableId, Version};

/// Records per read.
const CHUNK: usize = 1000;

/// Why a journal was not copied, or the copy differs.
#[derive(Debug, thiserror::Error)]
pub enum CopyError {
    /// The target is not empty, so records would get mixed up.
    #[error("the journal to copy into is not empty: nothing was copied")]
    NotEmpty,
    /// A record that cannot be read cannot be copied.
    #[error("a record of table {table} is damaged ({why}): `kosti rescue` makes a journal without it")]
    Damaged {
        /// The table.
        table: TableId,
        /// The damage.
        why: String,
    },
    /// One of the journals cannot be read.
    #[error(transparent)]
    Read(#[from] ReadError),
    /// The target cannot be written.
    #[error(transparent)]
    Append(#[from] AppendError),
    /// The journals differ: the copy must not be used.
    #[error("the copy differs from record {number} on: do not use it")]
    Differs {
        /// The number of the first different record, counted from 1.
        number: u64,
    },
}

/// Copies every record of `from` into `to`, which must be empty, and compares them. Both then have the same
/// order, but each has its own versions. Returns the number of records; calls `progress` with the number
/// written so far. Records appended to `from` meanwhile are left out.
///
/// # Errors
/// If a journal cannot be read or written, or `to` is not empty. Records copied until then stay in `to`.
pub async fn copy<T: Journal + Feed>(
    from: &dyn Feed,
    to: &T,
    progress: impl Fn(u64),
) -> Result<u64, CopyError> {
    if !to.after(Position::START, 1).await?.is_empty() {
        return Err(CopyError::NotEmpty);
    }
    let end = *from.watch_end().borrow();
    let mut versions: HashMap<TableId, Version> = HashMap::new();
    let (mut at, mut count) = (Position::START, 0);
    loop {
        let chunk = up_to(end, from.after(at, CHUNK).await?);
        let Some(last) = chunk.last() else { break };
        at = last.position;
        for Logged { table, stored, .. } in chunk {
            let entry = stored.map_err(|why| CopyError::Damaged { table, why })?.entry;
            let version = versions.entry(table).or_insert(Version::START);
            *version = match to.append(table, *version, entry).await {
                Err(AppendError::Again { version }) => version,
                answer => answer?,
            };
            count += 1;
        }
        progress(count);
    }
    compare(from, to, end).await?;
    Ok(count)
}

fn up_to(end: Position, mut chunk: Vec<Logged>) -> Vec<Logged> {
    chunk.retain(|logged| logged.position <= end);
    chunk
}

/// Checks that both journals have the same records in the same order, up to `end` of the first.
async fn compare(one: &dyn Feed, other: &dyn Feed, end: Position) -> Result<(), CopyError> {
    let (mut at, mut there, mut number) = (Position::START, Position::START, 0);
    loop {
        let here = up_to(end, one.after(at, CHUNK).await?);
        let copied = other.after(there, here.len().max(1)).await?;
        let same = |(one, other): (&Logged, &Logged)| match (&one.stored, &other.stored) {
            (Ok(stored), Ok(copied)) => one.table == other.table && stored.entry == copied.entry,
            _ => false,
        };
        let alike = here.iter().zip(&copied).take_while(|pair| same(*pair)).count();
        if alike < here.len().max(copied.len()) {
            return Err(CopyError::Differs { number: number + alike as u64 + 1 });
        }
        let (Some(last), Some(last_copied)) = (here.last(), copied.last()) else { return Ok(()) };
        (at, there, number) = (last.position, last_copied.position, number + alike as u64);
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{CommandId, Entry, MemoryJournal};

    fn entry(number: u8) -> Entry {
        Entry { command: CommandId::from_bytes([number; 16]), body: format!("record {number}").into() }
    }

    async fn filled() -> MemoryJournal {
        let journal = MemoryJournal::default();
        let mut versions = [Version::START; 3];
        for number in 0..100 {
            let table = usize::from(number) * 7 % 3;
            let id = TableId::from_bits(table as u64);
            versions[table] = journal.append(id, versions[table], entry(number)).await.unwrap();
        }
        journal
    }

    #[tokio::test]
    async fn everything_in_the_same_order() {
        let (from, to) = (filled().await, MemoryJournal::default());
        assert_eq!(copy(&from, &to, |_| {}).await.unwrap(), 100);
        let whole = from.after(Position::START, 1000).await.unwrap();
        assert_eq!(to.after(Position::START, 1000).await.unwrap(), whole);
        assert!(matches!(copy(&from, &to, |_| {}).await, Err(CopyError::NotEmpty)));
    }

    #[tokio::test]
    async fn what_comes_later_is_left_out() {
        let (from, to) = (filled().await, MemoryJournal::default());
        let end = *from.watch_end().borrow();
        from.append(TableId::from_bits(9), Version::START, entry(1)).await.unwrap();
        let whole = up_to(end, from.after(Position::START, 1000).await.unwrap());
        assert_eq!(whole.len(), 100);
        copy(&filled().await, &to, |_| {}).await.unwrap();
        assert!(compare(&from, &to, end).await.is_ok());
    }

    #[tokio::test]
    async fn a_difference_is_found() {
        let (one, other) = (filled().await, filled().await);
        let end = async |journal: &MemoryJournal| *journal.watch_end().borrow();
        assert!(compare(&one, &other, end(&one).await).await.is_ok());
        one.append(TableId::from_bits(9), Version::START, entry(1)).await.unwrap();
        let longer = compare(&one, &other, end(&one).await).await;
        assert!(matches!(longer, Err(CopyError::Differs { number: 101 })));
        let shorter = compare(&other, &one, end(&other).await).await;
        assert!(matches!(shorter, Err(CopyError::Differs { number: 101 })));
    }
}
