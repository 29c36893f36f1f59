use std::collections::HashMap;
use std::fs;
use std::path::Path;

use kosti_journal::{Feed as _, OpenError, Position, SqliteJournal, rescue};
use proptest::prelude::*;

use super::{Home, fill, filled, is_start, readable, refuses, table};

const TABLES: u64 = 6;
const RECORDS: u64 = 60;

fn block_on<T>(future: impl Future<Output = T>) -> T {
    tokio::runtime::Builder::new_current_thread().build().unwrap().block_on(future)
}

/// The bytes of a journal with many pages.
fn whole() -> Vec<u8> {
    static WHOLE: std::sync::OnceLock<Vec<u8>> = std::sync::OnceLock::new();
    let make = || {
        let home = Home::new();
        block_on(filled(&home.path("journal"), TABLES, RECORDS));
        fs::read(home.path("journal")).unwrap()
    };
    WHOLE.get_or_init(make).clone()
}

/// Checks that every table is a prefix of its records, and that the journal reports what may be missing.
/// Returns the number of records left.
async fn is_right(journal: &SqliteJournal) -> usize {
    let mut left = HashMap::new();
    for number in 0..TABLES {
        let (records, error) = readable(journal, table(number)).await;
        is_start(&records);
        assert!(error.is_some() || records.len() as u64 == RECORDS, "{number}: {}", records.len());
        left.insert(table(number), records.len());
    }
    let log = journal.after(Position::START, usize::MAX).await.unwrap();
    let mut logged: HashMap<_, usize> = HashMap::new();
    for record in &log {
        *logged.entry(record.table).or_default() += usize::from(record.stored.is_ok());
    }
    left.retain(|_, records| *records > 0);
    assert_eq!(logged, left);
    log.len()
}

async fn rescued(from: &Path, to: &Path, entries: usize) {
    let rescued = rescue(from, to).unwrap();
    assert_eq!(rescued.entries, entries);
    let journal = SqliteJournal::open(to).unwrap();
    assert!(!journal.is_damaged());
    let mut read = 0;
    for number in 0..TABLES {
        let (records, error) = readable(&journal, table(number)).await;
        is_start(&records);
        assert_eq!(error, None);
        let whole = records.len() as u64 == RECORDS;
        assert!(whole || records.is_empty() || rescued.lost.iter().any(|lost| lost.table == table(number)));
        read += records.len();
    }
    assert_eq!(read, entries);
}

/// Opens a journal with these bytes: nothing panics, and all readable records are right.
async fn survives(bytes: &[u8]) -> usize {
    let home = Home::new();
    let path = home.path("journal");
    fs::write(&path, bytes).unwrap();
    let left = match SqliteJournal::open(&path) {
        Ok(journal) => {
            refuses(&journal).await;
            is_right(&journal).await
        }
        Err(error) => {
            assert!(matches!(error, OpenError::NotAJournal { .. }) && bytes.len() < 100, "{error}");
            return 0;
        }
    };
    assert_eq!(fs::read(&path).unwrap(), bytes, "a damaged file stays as it is");
    rescued(&path, &home.path("rescued"), left).await;
    left
}

#[test]
fn much_is_left_of_a_long_file() {
    let whole = whole();
    let left = block_on(survives(&whole[..whole.len() - 1]));
    assert!(left as u64 > TABLES * RECORDS * 8 / 10, "{left}");
    let left = block_on(survives(&whole[..whole.len() / 2]));
    assert!(left as u64 > TABLES * RECORDS * 3 / 10, "{left}");
}

/// A page in the middle is zeros: SQLite notices it only when it reads the page.
#[test]
fn a_lost_page_concerns_few_tables() {
    let mut bytes = whole();
    let last = bytes.len() - 4096;
    let home = Home::new();
    let path = home.path("journal");
    bytes[last..].fill(0);
    fs::write(&path, &bytes).unwrap();
    let left = block_on(async {
        let journal = SqliteJournal::open(&path).unwrap();
        if journal.is_damaged() { is_right(&journal).await } else { count(&journal).await }
    });
    assert!(left as u64 > TABLES * RECORDS * 8 / 10, "{left}");
    block_on(async { rescue(&path, &home.path("rescued")).unwrap() });
}

async fn count(journal: &SqliteJournal) -> usize {
    let mut left = 0;
    for number in 0..TABLES {
        let (records, error) = readable(journal, table(number)).await;
        is_start(&records);
        assert!(error.is_some() || records.len() as u64 == RECORDS);
        left += records.len();
    }
    left
}

/// A journal as a kill leaves it: copied while it is open, with its write-ahead log.
fn killed(home: &Home) {
    block_on(async {
        let path = home.path("first");
        let journal = SqliteJournal::open(&path).unwrap();
        fill(&journal, TABLES, RECORDS).await;
        fs::copy(&path, home.path("journal")).unwrap();
        fs::copy(home.path("first-wal"), home.path("journal-wal")).unwrap();
    });
}

fn cut(path: &Path, length: u64) {
    fs::OpenOptions::new().write(true).open(path).unwrap().set_len(length).unwrap();
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 60, failure_persistence: None, ..ProptestConfig::default() })]

    #[test]
    fn a_file_cut_anywhere(at in any::<prop::sample::Index>()) {
        let whole = whole();
        block_on(survives(&whole[..at.index(whole.len())]));
    }

    #[test]
    fn a_file_cut_in_its_first_page(at in 0_usize..4096) {
        block_on(survives(&whole()[..at]));
    }
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 20, failure_persistence: None, ..ProptestConfig::default() })]

    /// Everything committed before the cut is there; a commit is there wholly or not at all.
    #[test]
    fn a_log_cut_anywhere(at in any::<prop::sample::Index>()) {
        let home = Home::new();
        killed(&home);
        let length = fs::metadata(home.path("journal-wal")).unwrap().len();
        let at = at.index(usize::try_from(length).unwrap()) as u64;
        cut(&home.path("journal-wal"), at);
        let left = block_on(async {
            let journal = SqliteJournal::open(home.path("journal")).unwrap();
            assert!(!journal.is_damaged());
            let mut lengths = Vec::new();
            for number in 0..TABLES {
                let (records, error) = readable(&journal, table(number)).await;
                is_start(&records);
                assert_eq!(error, None);
                lengths.push(records.len());
            }
            // The tables were written in turn, so a cut leaves these lengths only.
            assert!(lengths.is_sorted_by(|a, b| a >= b) && lengths[0] - lengths[TABLES as usize - 1] <= 1);
            lengths.iter().sum::<usize>() as u64
        });
        prop_assert!(left > 0 || at * 2 < length);
        prop_assert!(left < TABLES * RECORDS);
    }

    /// A cut file with its write-ahead log: no wrong record is read, and lost ones are reported.
    #[test]
    fn a_file_cut_beside_its_log(at in any::<prop::sample::Index>()) {
        let home = Home::new();
        let path = home.path("journal");
        block_on(filled(&home.path("first"), TABLES, RECORDS - 1));
        block_on(async {
            let journal = SqliteJournal::open(home.path("first")).unwrap();
            let end = readable(&journal, table(0)).await.0.last().unwrap().version;
            kosti_journal::Journal::append(&journal, table(0), end, super::entry(RECORDS - 1)).await.unwrap();
            fs::copy(home.path("first"), &path).unwrap();
            fs::copy(home.path("first-wal"), home.path("journal-wal")).unwrap();
        });
        let length = usize::try_from(fs::metadata(&path).unwrap().len()).unwrap();
        cut(&path, (4096 + at.index(length - 4096)) as u64);
        block_on(async {
            let journal = SqliteJournal::open(&path).unwrap();
            // The log may have all pages that were cut off, and a cut in the last page may damage a single
            // record.
            if journal.is_damaged() {
                refuses(&journal).await;
            }
            for number in 0..TABLES {
                let (records, error) = readable(&journal, table(number)).await;
                is_start(&records);
                let all = records.len() as u64 == RECORDS - u64::from(number > 0);
                assert!(all || error.is_some());
            }
        });
    }
}
