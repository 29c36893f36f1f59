//! The lists against the reference, for random stories, however they come in.

use std::path::Path;

use crate::reference::Reference;
use crate::scripted_feed::{DAMAGED, ScriptedFeed, key, table};
use crate::story::PEOPLE;
use kosti_projections::{Lists, MemoryLists, Projections, Rebuilt, rebuild};
use kosti_table::Key;
use proptest::prelude::*;

async fn check(lists: &Lists, reference: &Reference) -> Result<(), TestCaseError> {
    check_answers(lists, reference).await?;
    prop_assert_eq!(lists.unreadable_tables().await.unwrap(), reference.unreadable_tables());
    Ok(())
}

async fn check_answers(lists: &dyn Projections, reference: &Reference) -> Result<(), TestCaseError> {
    let mut people: Vec<Vec<Key>> = (0..PEOPLE).map(|person| vec![key(person)]).collect();
    people.extend([vec![], vec![key(0), key(1)], (0..PEOPLE).map(key).collect()]);
    for keys in &people {
        for most in [0, 2, 100] {
            prop_assert_eq!(lists.tables_of(keys, most).await.unwrap(), reference.tables_of(keys, most));
        }
    }
    for game in [None, Some("school"), Some("chess")] {
        for (before, most) in [(None, 100), (None, 0), (None, 1), (Some(10), 2), (Some(0), 2)] {
            let found = lists.finished_games(game, before, most).await.unwrap();
            prop_assert_eq!(found, reference.finished_games(game, before, most));
        }
    }
    prop_assert_eq!(lists.statistics().await.unwrap(), reference.statistics());
    Ok(())
}

fn run<T>(future: impl Future<Output = T>) -> T {
    tokio::runtime::Builder::new_current_thread().enable_all().build().unwrap().block_on(future)
}

async fn reopen(path: &Path, feed: &ScriptedFeed) -> Lists {
    let lists = Lists::open(path).unwrap();
    lists.catch_up(feed).await.unwrap();
    lists
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(if kosti_testkit::full_length() { 60 } else { 15 }))]

    #[test]
    fn the_lists_are_what_the_notes_say(story in crate::story::story(), at_once in 1..40_usize) {
        run(async {
            let feed = ScriptedFeed::new(at_once);
            feed.append(&story).await;
            let lists = Lists::in_memory().unwrap();
            lists.catch_up(&feed).await.unwrap();
            check(&lists, &Reference::of(&story)).await
        })?;
    }

    #[test]
    fn lists_in_memory_say_the_same(story in crate::story::story()) {
        run(async {
            let lists = MemoryLists::default();
            for (number, body) in &story {
                let read = if body == DAMAGED { Err("its checksum is wrong".to_owned()) } else { Ok(&**body) };
                lists.fold(table(*number), read);
            }
            let reference = Reference::of(&story);
            check_answers(&lists, &reference).await?;
            prop_assert_eq!(lists.unreadable_tables(), reference.unreadable_tables());
            Ok(())
        })?;
    }

    #[test]
    fn stopping_changes_nothing(story in crate::story::story(), at_once in 1..10_usize, stops in prop::collection::vec(0..80_usize, 1..4)) {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("lists");
        run(async {
            let feed = ScriptedFeed::new(at_once);
            let mut done = 0;
            let mut stops = stops.clone();
            stops.sort_unstable();
            for stop in stops.into_iter().map(|stop| stop.min(story.len())).chain([story.len()]) {
                feed.append(&story[done..stop]).await;
                done = stop;
                check(&reopen(&path, &feed).await, &Reference::of(&story[..done])).await?;
            }
            let Rebuilt { records, skipped, .. } = rebuild(&path, &feed, |_| {}).await.unwrap();
            let reference = Reference::of(&story);
            prop_assert_eq!(records, story.len() as u64);
            prop_assert_eq!(skipped, reference.unreadable_tables().iter().map(|line| line.records).sum::<u64>());
            check(&Lists::open(&path).unwrap(), &reference).await
        })?;
    }
}
