//! Tests of subscriptions: old records, then new ones.

use std::sync::Arc;

use futures_core::stream::BoxStream;
use futures_util::{FutureExt as _, StreamExt as _};
use kosti_journal::{ReadError, Stored, Version};

use super::{Fresh, Whole, entry, fill, table};

type Records = BoxStream<'static, Result<Stored, ReadError>>;

async fn take(stream: &mut Records, count: usize) -> Vec<Stored> {
    stream.take(count).map(Result::unwrap).collect().await
}

pub(crate) async fn from_the_start<J: Whole>(fresh: fn() -> Fresh<J>) {
    let journal = fresh();
    let mut stored = fill(&**journal, table(1), 0..3).await;
    let mut stream = journal.subscribe(table(1), Version::START);
    assert_eq!(take(&mut stream, 3).await, stored);
    stored = fill(&**journal, table(1), 3..6).await;
    assert_eq!(take(&mut stream, 3).await, stored);
    assert!(stream.next().now_or_never().is_none());
}

pub(crate) async fn from_the_middle<J: Whole>(fresh: fn() -> Fresh<J>) {
    let journal = fresh();
    let stored = fill(&**journal, table(1), 0..5).await;
    let mut stream = journal.subscribe(table(1), stored[2].version);
    assert_eq!(take(&mut stream, 2).await, stored[3..]);
    let stored = fill(&**journal, table(1), 5..6).await;
    assert_eq!(take(&mut stream, 1).await, stored);
}

pub(crate) async fn a_subscriber_before_the_first_record<J: Whole>(fresh: fn() -> Fresh<J>) {
    let journal = fresh();
    let stream = journal.subscribe(table(1), Version::START);
    let heard = tokio::spawn(stream.take(4).map(Result::unwrap).collect::<Vec<_>>());
    tokio::task::yield_now().await;
    let stored = fill(&**journal, table(1), 0..4).await;
    assert_eq!(heard.await.unwrap(), stored);
}

pub(crate) async fn a_long_table<J: Whole>(fresh: fn() -> Fresh<J>) {
    let journal = fresh();
    let stored = fill(&**journal, table(1), 0..600).await;
    for after in [0, 88, 343, 344, 345] {
        let from = if after == 0 { Version::START } else { stored[after - 1].version };
        let mut stream = journal.subscribe(table(1), from);
        assert_eq!(take(&mut stream, 600 - after).await, stored[after..]);
        assert!(stream.next().now_or_never().is_none());
    }
}

pub(crate) async fn no_gap_and_no_double<J: Whole>(fresh: fn() -> Fresh<J>) {
    let records = if kosti_testkit::full_length() { 600 } else { 200 };
    let journal = fresh();
    let heard = |seen: usize, from| {
        let stream = journal.subscribe(table(1), from);
        (seen, tokio::spawn(stream.take(records - seen).map(Result::unwrap).collect::<Vec<_>>()))
    };
    let mut listening = vec![heard(0, Version::START)];
    let writing = tokio::spawn({
        let journal = Arc::clone(&journal);
        async move {
            let mut stored = Vec::new();
            for number in 0..records as u128 {
                stored.extend(fill(&*journal, table(1), [number]).await);
                // Let other tasks run while the table is short.
                tokio::task::yield_now().await;
            }
            stored
        }
    });
    while !writing.is_finished() && listening.len() < records / 3 {
        let so_far = journal.read(table(1), Version::START).await.unwrap();
        for seen in [0, so_far.len() / 2, so_far.len()] {
            let from = if seen == 0 { Version::START } else { so_far[seen - 1].version };
            listening.push(heard(seen, from));
        }
        tokio::task::yield_now().await;
    }
    let written = writing.await.unwrap();
    for (seen, heard) in listening {
        assert_eq!(heard.await.unwrap(), written[seen..]);
    }
}

pub(crate) async fn a_slow_subscriber_misses_nothing<J: Whole>(fresh: fn() -> Fresh<J>) {
    let journal = fresh();
    let mut stored = fill(&**journal, table(1), 0..2).await;
    let mut stream = journal.subscribe(table(1), Version::START);
    assert_eq!(take(&mut stream, 2).await, stored);
    stored = fill(&**journal, table(1), 2..500).await;
    assert_eq!(take(&mut stream, 100).await, stored[..100]);
    stored.extend(fill(&**journal, table(1), 500..800).await);
    assert_eq!(take(&mut stream, 698).await, stored[100..]);
    assert!(stream.next().now_or_never().is_none());
}

pub(crate) async fn only_its_own_table<J: Whole>(fresh: fn() -> Fresh<J>) {
    let journal = fresh();
    let mut streams: Vec<Records> =
        (0..3).map(|number| journal.subscribe(table(number), Version::START)).collect();
    for number in 0..30 {
        fill(&**journal, table(number % 3), [u128::from(number)]).await;
    }
    for (number, stream) in (0..).zip(&mut streams) {
        let bodies = take(stream, 10).await.into_iter().map(|stored| stored.entry);
        assert!(bodies.eq((0..10).map(|round| entry(round * 3 + number))));
    }
}

pub(crate) async fn it_ends_with_the_journal<J: Whole>(fresh: fn() -> Fresh<J>) {
    let journal = fresh();
    let stored = fill(&**journal, table(1), 0..2).await;
    let mut live = journal.subscribe(table(1), Version::START);
    assert_eq!(take(&mut live, 2).await, stored);
    let waiting = tokio::spawn(live.collect::<Vec<_>>());
    tokio::task::yield_now().await;
    drop(journal);
    assert_eq!(waiting.await.unwrap(), vec![]);
}
