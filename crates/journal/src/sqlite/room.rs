//! Tests of a full disk: acknowledged records are kept, refused ones are not, and appends work again once there
//! is room.

use std::fs;
use std::path::{Path, PathBuf};
use std::process::Command;

use super::SqliteJournal;
use crate::{AppendError, CommandId, Entry, Journal as _, Refusal, TableId, Version};

fn entry(number: u64) -> Entry {
    let command = CommandId::from_bytes(u128::from(number).to_be_bytes());
    Entry { command, body: format!("{number} {}", "x".repeat(2000)).into() }
}

fn table(number: u64) -> TableId {
    TableId::from_bits(number % 3)
}

/// Appends to three tables in turn, beginning with record `first`, until one is refused. Returns its number.
async fn fill(journal: &SqliteJournal, first: u64) -> u64 {
    for number in first.. {
        match journal.append(table(number), end(journal, number).await, entry(number)).await {
            Ok(_) => {}
            Err(AppendError::Refused { why: Refusal::DiskFull }) => return number,
            Err(error) => panic!("{error}"),
        }
    }
    unreachable!("some disk is full in the end")
}

async fn end(journal: &SqliteJournal, number: u64) -> Version {
    let records = journal.read(table(number), Version::START).await.unwrap();
    records.last().map_or(Version::START, |stored| stored.version)
}

/// Checks that the journal has exactly the records before `refused`.
async fn holds(journal: &SqliteJournal, refused: u64) {
    for number in 0..3 {
        let records = journal.read(table(number), Version::START).await.unwrap();
        let expected = (0..refused).filter(|record| record % 3 == number).map(entry);
        assert!(records.into_iter().map(|stored| stored.entry).eq(expected));
    }
}

#[tokio::test]
async fn a_file_with_no_room() {
    let home = tempfile::tempdir().unwrap();
    let path = home.path().join("journal");
    let journal = SqliteJournal::open_limited(&path, Some(40)).unwrap();
    let refused = fill(&journal, 0).await;
    assert!(refused > 20, "{refused}");
    holds(&journal, refused).await;
    assert_eq!(fill(&journal, refused).await, refused, "it stays full");
    journal.close();
    let journal = SqliteJournal::open(&path).unwrap();
    holds(&journal, refused).await;
    journal.append(table(refused), end(&journal, refused).await, entry(refused)).await.unwrap();
    holds(&journal, refused + 1).await;
}

/// Some appends of a batch have room and others do not: each gets its own answer.
#[tokio::test]
async fn a_batch_with_too_little_room() {
    let home = tempfile::tempdir().unwrap();
    let journal = SqliteJournal::open_limited(&home.path().join("journal"), Some(60)).unwrap();
    let answers = futures_util::future::join_all(
        (0..200_u64).map(|number| journal.append(TableId::from_bits(number), Version::START, entry(number))),
    )
    .await;
    let written = answers.iter().filter(|answer| answer.is_ok()).count();
    assert!((20..200).contains(&written), "{written}");
    for (number, answer) in (0..).zip(answers) {
        let records = journal.read(TableId::from_bits(number), Version::START).await.unwrap();
        match answer {
            Ok(version) => assert_eq!((records[0].version, &records[0].entry), (version, &entry(number))),
            Err(error) => {
                assert_eq!(error, Refusal::DiskFull.into());
                assert_eq!(records, []);
            }
        }
    }
}

/// A file system of two megabytes, if it can be mounted.
struct Small(PathBuf);

impl Small {
    fn mount(at: &Path) -> Option<Self> {
        let mut mount = Command::new("mount");
        mount.args(["-t", "tmpfs", "-o", "size=2m", "tmpfs"]).arg(at);
        mount.output().is_ok_and(|done| done.status.success()).then(|| Self(at.to_owned()))
    }
}

impl Drop for Small {
    fn drop(&mut self) {
        let _ = Command::new("umount").arg(&self.0).output();
    }
}

/// The disk itself is full, which SQLite notices when it commits. Without the permission to mount, the file is
/// limited.
#[tokio::test]
async fn a_disk_with_no_room() {
    let home = tempfile::tempdir().unwrap();
    let small = Small::mount(home.path());
    let filler = home.path().join("filler");
    fs::write(&filler, vec![1; 1 << 20]).unwrap();
    let path = home.path().join("journal");
    let journal = SqliteJournal::open_limited(&path, small.is_none().then_some(100)).unwrap();
    let refused = fill(&journal, 0).await;
    assert!(refused > 20, "{refused}");
    holds(&journal, refused).await;
    fs::remove_file(&filler).unwrap();
    let next = if small.is_some() { fill(&journal, refused).await } else { refused };
    assert!(next > refused || small.is_none(), "room was made");
    holds(&journal, next).await;
    journal.close();
    let journal = SqliteJournal::open(&path).unwrap();
    holds(&journal, next).await;
    drop(journal);
    drop(small);
}
