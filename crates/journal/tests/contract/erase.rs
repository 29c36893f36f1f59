//! Tests of erasing tables.

use futures_util::StreamExt as _;
use kosti_journal::{AppendError, MemoryJournal, Position, Stored, Version, copy};

use super::{Fresh, Whole, entry, fill, table};

pub(crate) async fn only_the_last_record_is_left<J: Whole>(fresh: fn() -> Fresh<J>) {
    let journal = fresh();
    let stored = fill(&**journal, table(1), 1..=20).await;
    journal.erase(vec![table(1)]).await.unwrap();
    for seen in [None, Some(0), Some(7), Some(18)] {
        let after = seen.map_or(Version::START, |seen: usize| stored[seen].version);
        assert_eq!(journal.read(table(1), after).await.unwrap(), stored[19..]);
    }
    assert_eq!(journal.read(table(1), stored[19].version).await.unwrap(), []);
}

pub(crate) async fn a_table_that_is_erased_goes_on<J: Whole>(fresh: fn() -> Fresh<J>) {
    let journal = fresh();
    let stored = fill(&**journal, table(1), 1..=3).await;
    journal.erase(vec![table(1)]).await.unwrap();
    // The table keeps its version: its id cannot be used again, and no erased command is recognised.
    let current = stored[2].version;
    for (after, number) in [(Version::START, 1), (Version::START, 9), (stored[0].version, 2)] {
        let answer = journal.append(table(1), after, entry(number)).await;
        assert_eq!(answer, Err(AppendError::Conflict { current }));
    }
    let again = journal.append(table(1), stored[1].version, entry(3)).await;
    assert_eq!(again, Err(AppendError::Again { version: current }));
    let version = journal.append(table(1), current, entry(4)).await.unwrap();
    let last = Stored { version, entry: entry(4) };
    assert_eq!(journal.read(table(1), Version::START).await.unwrap(), [stored[2].clone(), last]);
}

pub(crate) async fn nothing_else_is_erased<J: Whole>(fresh: fn() -> Fresh<J>) {
    let journal = fresh();
    let mut kept = Vec::new();
    for round in 0..5 {
        fill(&**journal, table(1), [round]).await;
        kept.extend(fill(&**journal, table(2), [round]).await);
    }
    journal.erase(vec![table(1), table(3)]).await.unwrap();
    assert_eq!(journal.read(table(2), Version::START).await, Ok(kept));
    assert_eq!(journal.read(table(3), Version::START).await, Ok(vec![]));
    assert!(journal.append(table(3), Version::START, entry(1)).await.is_ok());
}

pub(crate) async fn erasing_is_repeated<J: Whole>(fresh: fn() -> Fresh<J>) {
    let journal = fresh();
    let mut last = Vec::new();
    for number in 0..3 {
        let mut stored = fill(&**journal, table(number), 0..=u128::from(number) * 5).await;
        last.extend(stored.pop());
    }
    let tables: Vec<_> = (0..3).map(table).collect();
    for _ in 0..3 {
        journal.erase(tables.clone()).await.unwrap();
        for (table, last) in tables.iter().zip(&last) {
            assert_eq!(journal.read(*table, Version::START).await.unwrap(), std::slice::from_ref(last));
        }
    }
}

pub(crate) async fn a_subscriber_hears_what_is_left<J: Whole>(fresh: fn() -> Fresh<J>) {
    let journal = fresh();
    // More records than one read of a subscription.
    let stored = fill(&**journal, table(1), 0..600).await;
    let mut early = journal.subscribe(table(1), stored[598].version);
    assert_eq!(early.next().await.unwrap().unwrap(), stored[599]);
    journal.erase(vec![table(1)]).await.unwrap();
    let mut late = journal.subscribe(table(1), Version::START);
    assert_eq!(late.next().await.unwrap().unwrap(), stored[599]);
    let more = fill(&**journal, table(1), [600]).await;
    for stream in [&mut early, &mut late] {
        assert_eq!(stream.next().await.unwrap().unwrap(), more[0]);
    }
}

pub(crate) async fn the_log_leaves_it_out<J: Whole>(fresh: fn() -> Fresh<J>) {
    let journal = fresh();
    for number in 0..30 {
        fill(&**journal, table(u64::from(number % 3 == 0)), [number]).await;
    }
    let mut expected = journal.after(Position::START, 100).await.unwrap();
    assert_eq!(expected.len(), 30);
    journal.erase(vec![table(0)]).await.unwrap();
    let last = expected.iter().rposition(|logged| logged.table == table(0)).unwrap();
    let last = expected[last].position;
    expected.retain(|logged| logged.table != table(0) || logged.position == last);
    for most in [1, 4, 100] {
        let mut log = Vec::new();
        loop {
            let at = log.last().map_or(Position::START, |logged: &kosti_journal::Logged| logged.position);
            let piece = journal.after(at, most).await.unwrap();
            if piece.is_empty() {
                break;
            }
            log.extend(piece);
        }
        assert_eq!(log, expected);
    }
    let last = expected.last().unwrap().position;
    assert_eq!(*journal.watch_end().borrow(), last);
}

pub(crate) async fn a_copy_has_what_is_left<J: Whole>(fresh: fn() -> Fresh<J>) {
    let journal = fresh();
    for number in 0..30 {
        fill(&**journal, table(number % 3), [u128::from(number)]).await;
    }
    journal.erase(vec![table(1)]).await.unwrap();
    let to = MemoryJournal::default();
    assert_eq!(copy(&**journal, &to, |_| {}).await.unwrap(), 21);
    let left = kosti_journal::Journal::read(&to, table(1), Version::START).await.unwrap();
    assert_eq!(left.iter().map(|stored| stored.entry.clone()).collect::<Vec<_>>(), [entry(28)]);
}
