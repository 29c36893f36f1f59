//! Tests of the whole log.

use std::sync::Arc;

use kosti_journal::{Logged, Position, Version};

use super::{Fresh, Whole, entry, fill, table};

pub(crate) async fn the_log_in_one_order<J: Whole>(fresh: fn() -> Fresh<J>) {
    let journal = fresh();
    assert_eq!(journal.after(Position::START, 10).await, Ok(vec![]));
    let mut expected = Vec::new();
    for number in 0..40 {
        let place = table(number * 7 % 5);
        let stored = fill(&**journal, place, [u128::from(number)]).await;
        expected.extend(stored.into_iter().map(|stored| (place, stored)));
    }
    let log = journal.after(Position::START, 100).await.unwrap();
    assert!(log.is_sorted_by(|a, b| a.position < b.position) && log[0].position > Position::START);
    let read: Vec<_> = log.into_iter().map(|logged| (logged.table, logged.stored.unwrap())).collect();
    assert_eq!(read, expected);
}

pub(crate) async fn a_piece_at_a_time<J: Whole>(fresh: fn() -> Fresh<J>) {
    let journal = fresh();
    for number in 0..3 {
        fill(&**journal, table(number), 0..10).await;
    }
    let whole = journal.after(Position::START, usize::MAX).await.unwrap();
    assert_eq!(whole.len(), 30);
    for most in [1, 7, 30, 31] {
        let mut pieces: Vec<Logged> = Vec::new();
        loop {
            let last = pieces.last().map_or(Position::START, |logged| logged.position);
            let piece = journal.after(last, most).await.unwrap();
            assert!(piece.len() <= most);
            if piece.is_empty() {
                break;
            }
            pieces.extend(piece);
        }
        assert_eq!(pieces, whole);
    }
    assert_eq!(journal.after(Position::START, 0).await, Ok(vec![]));
}

/// A reader that waits for the end of the log to move and then reads gets every record, with any number of writers.
pub(crate) async fn news_of_more<J: Whole>(fresh: fn() -> Fresh<J>) {
    let journal = fresh();
    let reading = tokio::spawn({
        let journal = Arc::clone(&journal);
        async move {
            let (mut end, mut last, mut seen) = (journal.watch_end(), Position::START, 0);
            while seen < 400 {
                let piece = journal.after(last, 16).await.unwrap();
                match piece.last() {
                    Some(logged) => (last, seen) = (logged.position, seen + piece.len()),
                    None => {
                        end.wait_for(|&newest| newest > last).await.unwrap();
                    }
                }
            }
            last
        }
    });
    let writing: Vec<_> = (0..8)
        .map(|number| {
            let journal = Arc::clone(&journal);
            tokio::spawn(async move { fill(&*journal, table(number), 0..50).await })
        })
        .collect();
    for task in writing {
        task.await.unwrap();
    }
    let last = reading.await.unwrap();
    assert_eq!(*journal.watch_end().borrow(), last);
}

pub(crate) async fn a_retry_is_not_logged_twice<J: Whole>(fresh: fn() -> Fresh<J>) {
    let journal = fresh();
    fill(&**journal, table(1), 0..2).await;
    let before = journal.after(Position::START, 10).await.unwrap();
    assert!(journal.append(table(1), Version::START, entry(0)).await.is_err());
    assert_eq!(journal.after(Position::START, 10).await.unwrap(), before);
    assert_eq!(*journal.watch_end().borrow(), before[1].position);
}
