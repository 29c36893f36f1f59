//! The lists against the reference, for random stories, however they come in.

use std::path::Path;

use crate::reference::Reference;
use crate::story::PEOPLE;
use crate::told::{Told, key};
use kosti_lists::{Lists, Rebuilt, rebuild};
use kosti_table::Key;
use proptest::prelude::*;

async fn check(lists: &Lists, reference: &Reference) -> Result<(), TestCaseError> {
    let mut people: Vec<Vec<Key>> = (0..PEOPLE).map(|person| vec![key(person)]).collect();
    people.extend([vec![], vec![key(0), key(1)], (0..PEOPLE).map(key).collect()]);
    for keys in &people {
        for most in [0, 2, 100] {
            prop_assert_eq!(lists.mine(keys, most).await.unwrap(), reference.mine(keys, most));
        }
    }
    for game in [None, Some("school"), Some("chess")] {
        for (before, most) in [(None, 100), (None, 0), (None, 1), (Some(10), 2), (Some(0), 2)] {
            let found = lists.finished(game, before, most).await.unwrap();
            prop_assert_eq!(found, reference.finished(game, before, most));
        }
    }
    prop_assert_eq!(lists.statistics().await.unwrap(), reference.statistics());
    prop_assert_eq!(lists.unreadable().await.unwrap(), reference.unreadable());
    Ok(())
}

fn run<T>(future: impl Future<Output = T>) -> T {
    tokio::runtime::Builder::new_current_thread().enable_all().build().unwrap().block_on(future)
}

async fn reopened(path: &Path, feed: &Told) -> Lists {
    let lists = Lists::open(path).unwrap();
    lists.catch_up(feed).await.unwrap();
    lists
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(60))]

    #[test]
    fn the_lists_are_what_the_notes_say(story in crate::story::story(), at_once in 1..40_usize) {
        run(async {
            let told = Told::new(at_once);
            told.tell(&story).await;
            let lists = Lists::in_memory().unwrap();
            lists.catch_up(&told).await.unwrap();
            check(&lists, &Reference::of(&story)).await
        })?;
    }

    #[test]
    fn stopping_changes_nothing(story in crate::story::story(), at_once in 1..10_usize, stops in prop::collection::vec(0..80_usize, 1..4)) {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("lists");
        run(async {
            let told = Told::new(at_once);
            let mut done = 0;
            let mut stops = stops.clone();
            stops.sort_unstable();
            for stop in stops.into_iter().map(|stop| stop.min(story.len())).chain([story.len()]) {
                told.tell(&story[done..stop]).await;
                done = stop;
                check(&reopened(&path, &told).await, &Reference::of(&story[..done])).await?;
            }
            let Rebuilt { records, skipped, .. } = rebuild(&path, &told, |_| {}).await.unwrap();
            let reference = Reference::of(&story);
            prop_assert_eq!(records, story.len() as u64);
            prop_assert_eq!(skipped, reference.unreadable().iter().map(|line| line.records).sum::<u64>());
            check(&Lists::open(&path).unwrap(), &reference).await
        })?;
    }
}
