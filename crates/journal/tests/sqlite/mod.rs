//! The journal in a file: opening, damage, cuts, kills.

mod cut;
mod damage;
mod erase;
mod killed;
mod open;

use std::path::{Path, PathBuf};

use futures_util::{FutureExt as _, StreamExt as _};
use kosti_journal::{
    AppendError, CommandId, Entry, Journal as _, ReadError, Refusal, SqliteJournal, Stored, TableId, Version,
};

pub(crate) struct Home(tempfile::TempDir);

impl Home {
    pub(crate) fn new() -> Self {
        Self(tempfile::tempdir().unwrap())
    }

    pub(crate) fn path(&self, name: &str) -> PathBuf {
        self.0.path().join(name)
    }
}

pub(crate) fn table(number: u64) -> TableId {
    TableId::from_bits(number.wrapping_mul(0x9e37_79b9_7f4a_7c15))
}

pub(crate) fn entry(number: u64) -> Entry {
    let body = format!("{number}: {}", "Petro kept 5-5. ".repeat(number as usize % 40));
    Entry { command: CommandId::from_bytes(u128::from(number).to_be_bytes()), body: body.into() }
}

/// Appends the records `0..records` to each of the tables `0..tables`, in turn.
pub(crate) async fn fill(journal: &SqliteJournal, tables: u64, records: u64) {
    let mut versions = vec![Version::START; tables as usize];
    for record in 0..records {
        for (number, version) in (0..).zip(&mut versions) {
            *version = journal.append(table(number), *version, entry(record)).await.unwrap();
        }
    }
}

/// A journal filled like that, and closed.
pub(crate) async fn filled(path: &Path, tables: u64, records: u64) {
    let journal = SqliteJournal::open(path).unwrap();
    fill(&journal, tables, records).await;
    journal.close();
}

/// The readable records of a table, and the error after them.
pub(crate) async fn readable(journal: &SqliteJournal, table: TableId) -> (Vec<Stored>, Option<ReadError>) {
    let read = journal.read(table, Version::START).await;
    let mut stream = journal.subscribe(table, Version::START);
    let mut records = Vec::new();
    let Err(expected) = read else {
        let read = read.unwrap();
        for _ in 0..read.len() {
            records.push(stream.next().await.unwrap().unwrap());
        }
        assert_eq!(records, read);
        return (read, None);
    };
    loop {
        match stream.next().await.unwrap() {
            Ok(stored) => records.push(stored),
            Err(error) => {
                assert_eq!(error, expected);
                assert_eq!(stream.next().now_or_never(), Some(None));
                return (records, Some(error));
            }
        }
    }
}

/// Checks that these are the first of the records that [`fill`] writes.
#[track_caller]
pub(crate) fn is_start(records: &[Stored]) {
    let mut last = Version::START;
    for (number, stored) in (0..).zip(records) {
        assert_eq!(stored.entry, entry(number));
        assert!(stored.version > last);
        last = stored.version;
    }
}

/// Checks that every append is refused because of damage.
pub(crate) async fn refuses(journal: &SqliteJournal) {
    assert!(journal.is_damaged());
    let answer = journal.append(table(0), Version::START, entry(0)).await;
    let Err(error @ AppendError::Refused { why: Refusal::Damaged { .. } }) = answer else {
        panic!("{answer:?}")
    };
    assert!(error.to_string().contains("kosti rescue"), "{error}");
}
