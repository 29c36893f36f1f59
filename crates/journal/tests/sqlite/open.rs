use std::fs;

use futures_util::FutureExt as _;
use kosti_journal::{AppendError, Feed as _, Journal as _, OpenError, Position, SqliteJournal, Version};

use super::{Home, entry, fill, filled, is_start, readable, table};

#[tokio::test]
async fn opened_again() {
    let home = Home::new();
    let path = home.path("journal");
    filled(&path, 3, 40).await;
    assert!(!home.path("journal-wal").exists(), "closing puts everything into the main file");
    let journal = SqliteJournal::open(&path).unwrap();
    let last = journal.after(Position::START, usize::MAX).await.unwrap().last().unwrap().position;
    assert_eq!(*journal.watch_end().borrow(), last);
    for number in 0..3 {
        let (records, error) = readable(&journal, table(number)).await;
        is_start(&records);
        assert_eq!((records.len(), error), (40, None));
        let end = records.last().unwrap().version;
        let next = journal.append(table(number), end, entry(40)).await.unwrap();
        let again = journal.append(table(number), end, entry(40)).await;
        assert_eq!(again, Err(AppendError::Again { version: next }));
    }
    assert!(*journal.watch_end().borrow() > last);
}

#[tokio::test]
async fn what_is_queued_is_written_before_the_end() {
    let home = Home::new();
    let journal = SqliteJournal::open(home.path("journal")).unwrap();
    for number in 0..300 {
        // The first poll queues the append.
        let append = journal.append(table(number), Version::START, entry(number));
        let _ = tokio::task::unconstrained(append).now_or_never();
    }
    journal.close();
    let journal = SqliteJournal::open(home.path("journal")).unwrap();
    assert_eq!(journal.after(Position::START, usize::MAX).await.unwrap().len(), 300);
}

#[tokio::test]
async fn a_subscription_does_not_keep_the_file() {
    let home = Home::new();
    let journal = SqliteJournal::open(home.path("journal")).unwrap();
    fill(&journal, 1, 3).await;
    let stream = journal.subscribe(table(0), Version::START);
    drop(journal);
    SqliteJournal::open(home.path("journal")).unwrap();
    let rest: Vec<_> = futures_util::StreamExt::collect(stream).await;
    assert_eq!(rest, vec![]);
}

#[test]
fn one_at_a_time() {
    let home = Home::new();
    fs::create_dir(home.path("inner")).unwrap();
    let first = SqliteJournal::open(home.path("journal")).unwrap();
    for same in ["journal", "inner/../journal"] {
        let error = SqliteJournal::open(home.path(same)).err().unwrap();
        assert!(matches!(error, OpenError::InUse { .. }), "{error}");
        assert!(error.to_string().contains("in use"), "{error}");
    }
    drop(first);
    SqliteJournal::open(home.path("journal")).unwrap();
}

#[tokio::test]
async fn a_newer_format_is_refused() {
    let home = Home::new();
    filled(&home.path("journal"), 1, 1).await;
    for closed in [true, false] {
        let connection = rusqlite::Connection::open(home.path("journal")).unwrap();
        connection.pragma_update(None, "user_version", 99).unwrap();
        // The second time, only in the write-ahead log.
        let kept = (!closed).then_some(connection);
        let error = SqliteJournal::open(home.path("journal")).err().unwrap();
        assert!(matches!(error, OpenError::Newer { found: 99, .. }), "{error}");
        let connection = kept.unwrap_or_else(|| rusqlite::Connection::open(home.path("journal")).unwrap());
        connection.pragma_update(None, "user_version", 1).unwrap();
    }
    assert_eq!(readable(&SqliteJournal::open(home.path("journal")).unwrap(), table(0)).await.0.len(), 1);
}

#[test]
fn other_files_are_left_alone() {
    let home = Home::new();
    let other = rusqlite::Connection::open(home.path("other")).unwrap();
    other.execute_batch("CREATE TABLE log (x)").unwrap();
    drop(other);
    fs::write(home.path("text"), "Olena: 30\n".repeat(1000)).unwrap();
    fs::write(home.path("empty"), "").unwrap();
    for name in ["other", "text", "empty"] {
        let before = fs::read(home.path(name)).unwrap();
        let error = SqliteJournal::open(home.path(name)).err().unwrap();
        assert!(matches!(error, OpenError::NotAJournal { .. }), "{error}");
        assert_eq!(fs::read(home.path(name)).unwrap(), before);
    }
    let error = SqliteJournal::open(home.path("no/such/directory")).err().unwrap();
    assert!(matches!(error, OpenError::Failed { .. }), "{error}");
}

/// A write-ahead log must not be applied to a journal that it does not belong to.
#[test]
fn a_log_without_its_journal_is_refused() {
    let home = Home::new();
    fs::write(home.path("journal-wal"), "something").unwrap();
    let error = SqliteJournal::open(home.path("journal")).err().unwrap();
    assert!(error.to_string().contains("journal-wal"), "{error}");
    assert!(!home.path("journal").exists());
}

/// After a kill during creation, the next opening creates the journal anew.
#[test]
fn a_journal_that_was_never_finished() {
    let home = Home::new();
    fs::write(home.path("journal.new"), "half").unwrap();
    assert!(!SqliteJournal::open(home.path("journal")).unwrap().is_damaged());
    assert!(!home.path("journal.new").exists());
}
