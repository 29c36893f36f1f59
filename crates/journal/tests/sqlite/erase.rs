//! Erased records are in no file any more.

use std::fs;

use kosti_journal::{
    CommandId, Entry, EraseError, Journal as _, SqliteJournal, TableId, Version, backup, rescue,
};

use super::{Home, fill, filled, is_start, readable, table};

/// A text that occurs nowhere else, and long enough for several pages of the file.
fn secret(number: u64) -> String {
    format!("Oksana {number} plays by her own rules. ").repeat(1 + number as usize * 30)
}

async fn write_secrets(journal: &SqliteJournal, table: TableId, records: u64) {
    let mut version = Version::START;
    for number in 0..records {
        let command = CommandId::from_bytes([7; 16]);
        let entry = Entry { command, body: secret(number).into() };
        version = journal.append(table, version, entry).await.unwrap();
    }
    let last = Entry { command: CommandId::from_bytes([8; 16]), body: "deleted".into() };
    journal.append(table, version, last).await.unwrap();
}

/// The number of occurrences of the name in all files of a directory.
fn found(home: &Home) -> usize {
    let files = fs::read_dir(home.path("")).unwrap().map(|file| fs::read(file.unwrap().path()).unwrap());
    files.map(|bytes| bytes.windows(6).filter(|window| window == b"Oksana").count()).sum()
}

#[tokio::test]
async fn nothing_of_it_is_left_in_the_files() {
    let home = Home::new();
    let journal = SqliteJournal::open(home.path("journal")).unwrap();
    let [first, second] = [100, 101].map(table);
    write_secrets(&journal, first, 40).await;
    fill(&journal, 3, 50).await;
    write_secrets(&journal, second, 40).await;
    assert!(found(&home) > 1000);
    journal.erase(vec![first]).await.unwrap();
    assert!(found(&home) > 500, "the other table is still there");
    journal.erase(vec![second]).await.unwrap();
    assert_eq!(found(&home), 0);
    for number in 0..3 {
        let (records, error) = readable(&journal, table(number)).await;
        is_start(&records);
        assert_eq!((records.len(), error), (50, None));
    }
    journal.close();
    assert_eq!(found(&home), 0);

    // The same after opening again, a backup and a rescue.
    backup(&home.path("journal"), &home.path("copy")).unwrap();
    rescue(&home.path("journal"), &home.path("rescued")).unwrap();
    for name in ["journal", "copy", "rescued"] {
        let journal = SqliteJournal::open(home.path(name)).unwrap();
        let left = journal.read(first, Version::START).await.unwrap();
        assert_eq!(left.iter().map(|stored| &*stored.entry.body).collect::<Vec<_>>(), ["deleted"]);
        let (records, error) = readable(&journal, table(2)).await;
        assert_eq!((records.len(), error), (50, None));
        assert!(journal.append(first, Version::START, records[0].entry.clone()).await.is_err());
    }
}

/// A long reader does not hold up writers.
#[tokio::test]
async fn a_reader_in_the_way_is_told() {
    let home = Home::new();
    let journal = SqliteJournal::open(home.path("journal")).unwrap();
    write_secrets(&journal, table(100), 3).await;
    let reader = rusqlite::Connection::open(home.path("journal")).unwrap();
    reader.execute_batch("BEGIN; SELECT * FROM log").unwrap();
    let error = journal.erase(vec![table(100)]).await.unwrap_err();
    assert!(matches!(error, EraseError::Later { .. }), "{error}");
    fill(&journal, 1, 3).await;
    drop(reader);
    journal.erase(vec![table(100)]).await.unwrap();
    assert_eq!(found(&home), 0);
}

#[tokio::test]
async fn a_damaged_journal_stays_as_it_is() {
    let home = Home::new();
    filled(&home.path("journal"), 3, 300).await;
    let length = fs::metadata(home.path("journal")).unwrap().len();
    let file = fs::OpenOptions::new().write(true).open(home.path("journal")).unwrap();
    file.set_len(length / 2).unwrap();
    let journal = SqliteJournal::open(home.path("journal")).unwrap();
    let error = journal.erase(vec![table(0)]).await.unwrap_err();
    assert!(matches!(error, EraseError::Impossible { .. }), "{error}");
}
