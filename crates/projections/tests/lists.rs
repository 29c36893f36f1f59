//! Unusable lists, and lists that are followed and queried at the same time.

use std::path::Path;
use std::sync::Arc;
use std::time::Duration;

use crate::scripted_feed::{ScriptedFeed, key, table};
use kosti_journal::{Feed, Journal as _, MemoryJournal};
use kosti_projections::{
    Lists, ListsError, Player, Projections as _, RecreateReason, Status, TableLine, rebuild,
};
use kosti_table::{CoachAllowed, Commit, DiceKind, Opened, SeatPlan, SeatResult, TableEvent};
use rusqlite::Connection;

/// Olena has opened a table of three seats; the middle one stays empty, Petro sits on the last.
fn opening(number: u64) -> Commit {
    let seat =
        |name: &str, person| SeatPlan { name: Some(name.to_owned()), key: Some(key(person)), bot: None };
    let nobody = SeatPlan { name: None, key: None, bot: None };
    let opened = Opened {
        table: table(number).to_string(),
        game: "school".to_owned(),
        rules: String::new(),
        house: kosti_rules::House::default(),
        dice: DiceKind::Virtual,
        coach: CoachAllowed::Own,
        opener: key(0),
        seats: vec![seat("Olena", 0), nobody, seat("Petro", 1)],
        anchor: None,
        generation: None,
        after: None,
        first: None,
    };
    Commit { at: 10, events: vec![TableEvent::Opened(Box::new(opened))] }
}

fn start_commit() -> Commit {
    Commit { at: 20, events: vec![TableEvent::Started { seats: vec![0, 2] }] }
}

fn end_commit(total: i32) -> Commit {
    let results = vec![SeatResult { total: 100, points: None }, SeatResult { total, points: None }];
    Commit { at: 30, events: vec![TableEvent::Ended { results, winners: vec![1] }] }
}

fn records(number: u64, commits: &[Commit]) -> Vec<(u64, String)> {
    commits.iter().map(|commit| (number, commit.to_text())).collect()
}

/// A journal of one finished game.
async fn one_game() -> ScriptedFeed {
    let journal = ScriptedFeed::new(1000);
    journal.append(&records(1, &[opening(1), start_commit(), end_commit(250)])).await;
    journal
}

async fn own_tables(lists: &Lists) -> Vec<TableLine> {
    lists.tables_of(&[key(1)], 10).await.unwrap()
}

/// Opens lists that must be recreated, and checks that they are filled again.
async fn expect_recreated(path: &Path, expected: impl Fn(&RecreateReason) -> bool) {
    let lists = Lists::open(path).unwrap();
    assert!(lists.recreate_reason().is_some_and(expected), "{:?}", lists.recreate_reason());
    lists.catch_up(&one_game().await).await.unwrap();
    assert_eq!(own_tables(&lists).await.len(), 1);
}

#[tokio::test]
async fn seats_are_counted_anew_once_the_game_begins() {
    let lists = Lists::in_memory().unwrap();
    lists.catch_up(&one_game().await).await.unwrap();
    let lines = own_tables(&lists).await;
    let [line] = &lines[..] else { panic!("{lines:?}") };
    assert_eq!((line.status, line.ended_at, line.opened_by_me), (Status::Over, Some(30), false));
    let seats: Vec<_> = line.seats.iter().map(|seat| (&*seat.name, seat.mine)).collect();
    assert_eq!(seats, [("Olena", false), ("Petro", true)]);
    let results: Vec<_> = line.results.iter().map(|r| (&*r.name, r.total, r.won, r.player)).collect();
    assert_eq!(results, [("Olena", 100, false, Player::Person), ("Petro", 250, true, Player::Person)]);
}

#[tokio::test]
async fn other_lists_make_room() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("lists");
    expect_recreated(&path, |why| *why == RecreateReason::Absent).await;
    assert_eq!(Lists::open(&path).unwrap().recreate_reason(), None);

    Connection::open(&path).unwrap().execute("UPDATE position SET schema = 99", ()).unwrap();
    expect_recreated(&path, |why| *why == RecreateReason::Version { found: 99 }).await;

    Connection::open(&path).unwrap().execute("DROP TABLE position", ()).unwrap();
    expect_recreated(&path, |why| matches!(why, RecreateReason::Damaged { .. })).await;

    std::fs::write(&path, "this was a database once".repeat(1000)).unwrap();
    expect_recreated(&path, |why| matches!(why, RecreateReason::Damaged { .. })).await;
    let kept = std::fs::read_to_string(folder.path().join("lists.damaged")).unwrap();
    assert!(kept.starts_with("this was a database"));
}

#[tokio::test]
async fn the_database_of_another_program_is_left_alone() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("journal");
    Connection::open(&path).unwrap().execute("CREATE TABLE records (body TEXT)", ()).unwrap();
    let before = std::fs::read(&path).unwrap();
    assert!(matches!(Lists::open(&path), Err(ListsError::Foreign { .. })));
    let rebuilt = rebuild(&path, &MemoryJournal::default(), |_| {}).await;
    assert!(matches!(rebuilt, Err(ListsError::Foreign { .. })));
    assert_eq!(std::fs::read(&path).unwrap(), before);
}

#[tokio::test]
async fn lists_in_use_are_not_replaced() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("lists");
    let lists = Lists::open(&path).unwrap();
    let journal = one_game().await;
    assert!(matches!(rebuild(&path, &journal, |_| {}).await, Err(ListsError::InUse { .. })));
    lists.catch_up(&journal).await.unwrap();
    assert_eq!(own_tables(&lists).await.len(), 1);
    drop(lists);
    let rebuilt = rebuild(&path, &journal, |_| {}).await.unwrap();
    assert_eq!((rebuilt.records, rebuilt.tables, rebuilt.skipped), (3, 1, 0));
    assert_eq!(Lists::open(&path).unwrap().position(), *journal.watch_end().borrow());
}

#[tokio::test]
async fn lists_of_another_journal_begin_again() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("lists");
    Lists::open(&path).unwrap().catch_up(&one_game().await).await.unwrap();
    let other = ScriptedFeed::new(1000);
    other.append(&records(2, &[opening(2)])).await;
    let lists = Lists::open(&path).unwrap();
    lists.catch_up(&other).await.unwrap();
    let lines = own_tables(&lists).await;
    assert_eq!(lines.iter().map(|line| line.id).collect::<Vec<_>>(), [table(2)]);
}

/// A query finds damage deep in the file; the task that follows the journal then recreates the lists.
#[tokio::test]
async fn damage_heals_while_the_journal_is_followed() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("lists");
    Lists::open(&path).unwrap().catch_up(&one_game().await).await.unwrap();
    Connection::open(&path).unwrap().execute("UPDATE tables SET status = 'upside down'", ()).unwrap();
    let lists = Lists::open(&path).unwrap();
    assert!(matches!(lists.tables_of(&[key(1)], 10).await, Err(ListsError::Damaged { .. })));
    lists.catch_up(&one_game().await).await.unwrap();
    assert_eq!(own_tables(&lists).await[0].status, Status::Over);
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn following_goes_on_until_the_journal_is_gone() {
    let folder = tempfile::tempdir().unwrap();
    let lists = Lists::open(&folder.path().join("lists")).unwrap();
    let journal = Arc::new(ScriptedFeed::new(3));
    let following = tokio::spawn({
        let (lists, feed) = (lists.clone(), Arc::clone(&journal) as Arc<dyn Feed>);
        async move { lists.follow(feed).await }
    });
    for number in 0..20 {
        journal.append(&records(number, &[opening(number), start_commit(), end_commit(7)])).await;
        let so_far = own_tables(&lists).await;
        assert!(so_far.len() <= usize::try_from(number).unwrap() + 1);
    }
    let end = *journal.watch_end().borrow();
    while lists.position() < end {
        tokio::time::sleep(Duration::from_millis(5)).await;
    }
    assert_eq!(lists.statistics().await.unwrap()[0].finished, 20);
    drop(journal);
    following.await.unwrap();
}

#[tokio::test]
async fn a_page_of_finished_games_names_nobody_and_loses_none() {
    let journal = ScriptedFeed::new(1000);
    for number in 0..5 {
        journal.append(&records(number, &[opening(number), start_commit(), end_commit(7)])).await;
    }
    let lists = Lists::in_memory().unwrap();
    lists.catch_up(&journal).await.unwrap();
    let page = lists.finished_games(Some("school"), None, 2).await.unwrap();
    assert_eq!(page.len(), 5, "all of them ended at the same time");
    assert!(lists.finished_games(None, Some(30), 2).await.unwrap().is_empty());
}

/// Remains of deleted tables, in the lists and in the file.
#[tokio::test]
async fn deleted_tables_are_to_be_erased() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("lists");
    let deleted = || Commit { at: 40, events: vec![TableEvent::Deleted {}] };
    let journal = one_game().await;
    for number in 2..40 {
        journal.append(&records(number, &[opening(number), start_commit(), deleted()])).await;
    }
    let in_the_file = || {
        let files = std::fs::read_dir(folder.path())
            .unwrap()
            .map(|file| std::fs::read(file.unwrap().path()).unwrap());
        files.map(|bytes| bytes.windows(5).filter(|window| window == b"Petro").count()).sum::<usize>()
    };
    let lists = Lists::open(&path).unwrap();
    lists.catch_up(&journal).await.unwrap();
    assert_eq!(own_tables(&lists).await.len(), 1);
    let mut expected: Vec<_> = (2..40).map(table).collect();
    expected.sort_unstable_by_key(ToString::to_string);
    assert_eq!(lists.to_erase(100).await.unwrap(), expected);
    assert_eq!(lists.to_erase(3).await.unwrap(), expected[..3]);

    journal.journal.erase(expected.clone()).await.unwrap();
    lists.mark_erased(expected.clone()).await.unwrap();
    assert_eq!(lists.to_erase(100).await.unwrap(), []);
    // Once as a seat and once as a result, both of the remaining table.
    assert_eq!(in_the_file(), 2);

    // Recreated from the remaining records, the lists are the same.
    drop(lists);
    let rebuilt = rebuild(&path, &journal, |_| {}).await.unwrap();
    assert_eq!((rebuilt.records, rebuilt.tables, rebuilt.skipped), (3 + 38, 1, 0));
    let lists = Lists::open(&path).unwrap();
    assert_eq!((own_tables(&lists).await.len(), lists.to_erase(100).await.unwrap()), (1, expected));
    assert_eq!(
        (lists.unreadable_tables().await.unwrap(), lists.statistics().await.unwrap()[0].tables),
        (vec![], 1)
    );
}
