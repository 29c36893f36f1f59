//! Tests of appending and reading.

use std::collections::HashSet;
use std::sync::Arc;

use kosti_journal::{AppendError, Entry, MAX_BODY, Refusal, Version};

use super::{Fresh, Whole, command, entry, fill, table};

pub(crate) async fn a_new_table_is_empty<J: Whole>(fresh: fn() -> Fresh<J>) {
    assert_eq!(fresh().read(table(1), Version::START).await, Ok(vec![]));
}

pub(crate) async fn append_and_read<J: Whole>(fresh: fn() -> Fresh<J>) {
    let journal = fresh();
    let stored = fill(&**journal, table(1), 1..=5).await;
    let versions: Vec<Version> = stored.iter().map(|stored| stored.version).collect();
    assert!(versions.is_sorted_by(|a, b| a < b) && versions[0] > Version::START);
    assert_eq!(journal.read(table(1), Version::START).await, Ok(stored));
}

pub(crate) async fn reading_from_the_middle<J: Whole>(fresh: fn() -> Fresh<J>) {
    let journal = fresh();
    let stored = fill(&**journal, table(1), 1..=5).await;
    assert_eq!(journal.read(table(1), stored[2].version).await.unwrap(), stored[3..]);
    assert_eq!(journal.read(table(1), stored[4].version).await.unwrap(), []);
}

pub(crate) async fn conflict<J: Whole>(fresh: fn() -> Fresh<J>) {
    let journal = fresh();
    let stored = fill(&**journal, table(1), 1..=3).await;
    let current = stored[2].version;
    for stale in [Version::START, stored[0].version, stored[1].version] {
        let answer = journal.append(table(1), stale, entry(9)).await;
        assert_eq!(answer, Err(AppendError::Conflict { current }));
    }
    assert_eq!(journal.read(table(1), Version::START).await, Ok(stored));
}

pub(crate) async fn a_gap_is_a_conflict<J: Whole>(fresh: fn() -> Fresh<J>) {
    let journal = fresh();
    let ahead = fill(&**journal, table(1), 1..=3).await[2].version;
    let current = fill(&**journal, table(2), 1..=2).await[1].version;
    assert_eq!(journal.append(table(2), ahead, entry(3)).await, Err(AppendError::Conflict { current }));
    let current = Version::START;
    assert_eq!(journal.append(table(3), ahead, entry(3)).await, Err(AppendError::Conflict { current }));
    let farthest = i64::MAX.to_string().parse().unwrap();
    assert_eq!(journal.append(table(3), farthest, entry(3)).await, Err(AppendError::Conflict { current }));
    assert_eq!(journal.read(table(3), Version::START).await, Ok(vec![]));
}

pub(crate) async fn a_retry_is_recognised<J: Whole>(fresh: fn() -> Fresh<J>) {
    let journal = fresh();
    let first = journal.append(table(1), Version::START, entry(1)).await.unwrap();
    assert_eq!(
        journal.append(table(1), Version::START, entry(1)).await,
        Err(AppendError::Again { version: first })
    );
    assert_eq!(journal.read(table(1), Version::START).await.unwrap().len(), 1);
}

pub(crate) async fn a_retry_after_others_is_recognised<J: Whole>(fresh: fn() -> Fresh<J>) {
    let journal = fresh();
    let stored = fill(&**journal, table(1), 1..=4).await;
    let again = journal.append(table(1), stored[0].version, entry(2)).await;
    assert_eq!(again, Err(AppendError::Again { version: stored[1].version }));
    assert_eq!(journal.read(table(1), Version::START).await, Ok(stored));
}

pub(crate) async fn the_same_command_elsewhere_is_no_retry<J: Whole>(fresh: fn() -> Fresh<J>) {
    let journal = fresh();
    let stored = fill(&**journal, table(1), 1..=3).await;
    let answer = journal.append(table(1), stored[0].version, entry(3)).await;
    assert_eq!(answer, Err(AppendError::Conflict { current: stored[2].version }));
    assert!(journal.append(table(2), Version::START, entry(3)).await.is_ok());
}

pub(crate) async fn one_of_many_wins<J: Whole>(fresh: fn() -> Fresh<J>) {
    let journal = fresh();
    for round in 0..20_u64 {
        let tasks: Vec<_> = (0..50)
            .map(|number| {
                let journal = Arc::clone(&journal);
                tokio::spawn(async move { journal.append(table(round), Version::START, entry(number)).await })
            })
            .collect();
        let mut winners = Vec::new();
        for (number, task) in tasks.into_iter().enumerate() {
            match task.await.unwrap() {
                Ok(version) => winners.push((number as u128, version)),
                Err(error) => assert!(matches!(error, AppendError::Conflict { .. }), "{error}"),
            }
        }
        let stored = journal.read(table(round), Version::START).await.unwrap();
        assert_eq!((winners.len(), stored.len()), (1, 1));
        assert_eq!((stored[0].entry.clone(), stored[0].version), (entry(winners[0].0), winners[0].1));
    }
}

/// Callers who read again after a conflict all append their record, exactly once.
pub(crate) async fn everybody_gets_through<J: Whole>(fresh: fn() -> Fresh<J>) {
    let journal = fresh();
    let tasks: Vec<_> = (0..30)
        .map(|number| {
            let journal = Arc::clone(&journal);
            tokio::spawn(async move {
                let mut version = Version::START;
                while let Err(error) = journal.append(table(1), version, entry(number)).await {
                    let AppendError::Conflict { current } = error else { panic!("{error}") };
                    version = current;
                }
            })
        })
        .collect();
    for task in tasks {
        task.await.unwrap();
    }
    let stored = journal.read(table(1), Version::START).await.unwrap();
    let commands: HashSet<_> = stored.iter().map(|stored| stored.entry.command).collect();
    assert_eq!((stored.len(), commands.len()), (30, 30));
}

pub(crate) async fn tables_do_not_mix<J: Whole>(fresh: fn() -> Fresh<J>) {
    let journal = fresh();
    let mut expected = vec![Vec::new(); 5];
    for number in 0..50_usize {
        let stored = fill(&**journal, table(number as u64 % 5), [number as u128]).await;
        expected[number % 5].extend(stored);
    }
    for (number, expected) in expected.into_iter().enumerate() {
        assert_eq!(journal.read(table(number as u64), Version::START).await, Ok(expected));
    }
}

pub(crate) async fn bodies_have_a_limit<J: Whole>(fresh: fn() -> Fresh<J>) {
    let journal = fresh();
    let large = |bytes| Entry { command: command(1), body: "x".repeat(bytes).into() };
    let answer = journal.append(table(1), Version::START, large(MAX_BODY + 1)).await;
    assert_eq!(answer, Err(AppendError::Refused { why: Refusal::TooLarge { bytes: MAX_BODY + 1 } }));
    assert_eq!(journal.read(table(1), Version::START).await, Ok(vec![]));
    journal.append(table(1), Version::START, large(MAX_BODY)).await.unwrap();
    assert_eq!(journal.read(table(1), Version::START).await.unwrap()[0].entry, large(MAX_BODY));
}

pub(crate) async fn bodies_are_any_text<J: Whole>(fresh: fn() -> Fresh<J>) {
    let journal = fresh();
    let bodies = ["", "Олена кинула 6-6", "🎲\u{0}🎲", "{\"a\":\"\\n\"}\n", "e\u{301}", "\u{feff}x"];
    let mut version = Version::START;
    for (number, body) in bodies.iter().enumerate() {
        let entry = Entry { command: command(number as u128), body: (*body).into() };
        version = journal.append(table(1), version, entry).await.unwrap();
    }
    let stored = journal.read(table(1), Version::START).await.unwrap();
    let read: Vec<&str> = stored.iter().map(|stored| &*stored.entry.body).collect();
    assert_eq!(read, bodies);
}
