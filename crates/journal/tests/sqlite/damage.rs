use std::path::Path;

use kosti_journal::{Feed as _, Journal as _, Position, ReadError, SqliteJournal, Version, rescue};

use super::{Home, entry, filled, is_start, readable, table};

const TABLES: u64 = 4;
const RECORDS: u64 = 20;

/// Changes the 8th record of table 1.
fn harm(path: &Path, change: &str) {
    let connection = rusqlite::Connection::open(path).unwrap();
    connection.execute_batch("PRAGMA ignore_check_constraints = ON").unwrap();
    let sql = format!("UPDATE log SET {change} WHERE table_id = ?1 AND seq = 8");
    assert_eq!(connection.execute(&sql, [table(1).as_str()]).unwrap(), 1);
}

#[tokio::test]
async fn a_damaged_record_concerns_only_its_table() {
    for change in [
        "body = body || ' '",
        "body = replace(body, '7', '9')",
        "body = CAST(x'ff80' AS TEXT)",
        "command = zeroblob(16)",
        "command = zeroblob(15)",
        "checksum = checksum + 1",
        "seq = 900",
        "table_id = 'kostikostiko'",
        "table_id = 'Olena'",
    ] {
        let home = Home::new();
        let path = home.path("journal");
        filled(&path, TABLES, RECORDS).await;
        harm(&path, change);
        let journal = SqliteJournal::open(&path).unwrap();
        assert!(!journal.is_damaged());
        for number in 0..TABLES {
            let (records, error) = readable(&journal, table(number)).await;
            is_start(&records);
            assert_eq!(records.len(), if number == 1 { 7 } else { 20 }, "{change}");
            assert_eq!(error.is_some(), number == 1, "{change}");
            if let Some(error) = error {
                let ReadError::Damaged { table: damaged, after, .. } = error else { panic!("{error}") };
                assert_eq!((damaged, after), (table(1), records[6].version), "{change}");
            }
        }
        others_go_on(&journal).await;
        the_log_goes_on(&journal).await;
        journal.close();
        rescued(&path, &home.path("rescued")).await;
    }
}

async fn others_go_on(journal: &SqliteJournal) {
    let end = journal.read(table(2), Version::START).await.unwrap().last().unwrap().version;
    let version = journal.append(table(2), end, entry(RECORDS)).await.unwrap();
    assert_eq!(journal.read(table(2), end).await.unwrap()[0].version, version);
}

/// Every other record is in the log.
async fn the_log_goes_on(journal: &SqliteJournal) {
    let log = journal.after(Position::START, usize::MAX).await.unwrap();
    let whole = log.iter().filter(|logged| logged.stored.is_ok()).count() as u64;
    assert_eq!(whole, TABLES * RECORDS + 1 - 1);
    assert!(log.iter().all(|logged| logged.stored.is_ok() || logged.table != table(0)));
    let mut last = Position::START;
    let mut one_by_one = Vec::new();
    while let Some(logged) = journal.after(last, 1).await.unwrap().pop() {
        last = logged.position;
        one_by_one.push(logged);
    }
    assert_eq!(one_by_one, log);
}

async fn rescued(from: &Path, to: &Path) {
    let rescued = rescue(from, to).unwrap();
    assert_eq!(rescued.entries as u64, 3 * RECORDS + 1 + 7);
    let lost: Vec<_> = rescued.lost.iter().map(|lost| lost.table).filter(|&lost| lost == table(1)).collect();
    assert_eq!(lost, [table(1)]);
    let journal = SqliteJournal::open(to).unwrap();
    assert!(!journal.is_damaged());
    for number in 0..TABLES {
        let (records, error) = readable(&journal, table(number)).await;
        is_start(&records);
        assert_eq!((records.len(), error), ([20, 7, 21, 20][number as usize], None));
    }
    let end = journal.read(table(1), Version::START).await.unwrap().last().unwrap().version;
    journal.append(table(1), end, entry(7)).await.unwrap();
}

#[tokio::test]
async fn a_whole_journal_is_rescued_whole() {
    let home = Home::new();
    filled(&home.path("journal"), TABLES, RECORDS).await;
    let rescued = rescue(&home.path("journal"), &home.path("copy")).unwrap();
    assert_eq!((rescued.tables, rescued.entries, rescued.lost), (4, 80, vec![]));
    let [one, other] = ["journal", "copy"].map(|name| SqliteJournal::open(home.path(name)).unwrap());
    let log = one.after(Position::START, usize::MAX).await.unwrap();
    assert_eq!(other.after(Position::START, usize::MAX).await.unwrap(), log);
}

#[tokio::test]
async fn a_rescue_overwrites_nothing() {
    let home = Home::new();
    filled(&home.path("journal"), 1, 1).await;
    std::fs::write(home.path("there"), "Olena").unwrap();
    let error = rescue(&home.path("journal"), &home.path("there")).unwrap_err();
    assert!(error.to_string().contains("there already"), "{error}");
    assert_eq!(std::fs::read(home.path("there")).unwrap(), b"Olena");
    let error = rescue(&home.path("there"), &home.path("new")).unwrap_err();
    assert!(error.to_string().contains("not a Kosti journal"), "{error}");
    let open = SqliteJournal::open(home.path("journal")).unwrap();
    let error = rescue(&home.path("journal"), &home.path("new")).unwrap_err();
    assert!(error.to_string().contains("in use"), "{error}");
    drop(open);
    assert!(!home.path("new").exists());
}
