//! Whole games of every bundled game, under any house rules.

use kosti_engine::{Record, Tags};
use kosti_rules::RulesFile;
use kosti_table::{Commit, DiceKind, Opened, TableEvent};
use kosti_testkit::TestRng;
use proptest::prelude::*;

use crate::driver::{Played, opening_of};

/// A table of each bundled game with house rules by chance.
pub(crate) fn tables(rng: &mut TestRng) -> Vec<Opened> {
    let table = |(id, text): &(&str, &str)| {
        let file = RulesFile::read(id, text);
        let house = rng.pick(&file.variants()).clone();
        let least = usize::from(file.rules(&house).unwrap().players.min);
        Opened { house, ..opening_of(id, text, least.max(2) + rng.below(2)) }
    };
    kosti_games::TEXTS.iter().map(table).collect()
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 4, failure_persistence: None, ..ProptestConfig::default() })]

    #[test]
    fn every_throw_can_be_derived_again(seed: u64) {
        let mut rng = TestRng::new(seed);
        for table in tables(&mut rng) {
            let mut played = Played::open_started(table);
            played.play(&mut rng, 2_000);
            let checked = played.verify().unwrap();
            prop_assert_eq!(checked.throws.len() as u64, played.table.throws());
            prop_assert!(checked.throws.iter().zip(1..).all(|(throw, number)| throw.number == number));
            prop_assert!(Some(&checked.record.replay()) == played.table.state());
            prop_assert_eq!(checked.table.history(), played.table.history());
            let text = checked.record.to_string();
            prop_assert_eq!(&Tags::parse(&text).unwrap().other, &[("Table".to_owned(), "kitchen".to_owned())]);
            let read = Record::parse(&text, checked.table.rules().clone()).unwrap();
            prop_assert!(read == checked.record);
            ended_is_told_when_it_is_so(&played.commits)?;
        }
    }

    #[test]
    fn real_dice_need_no_proof(seed: u64) {
        let mut rng = TestRng::new(seed);
        for table in tables(&mut rng) {
            let mut played = Played::open_started(Opened { dice: DiceKind::Real, anchor: None, generation: None, ..table });
            played.play(&mut rng, 300);
            let checked = played.verify().unwrap();
            prop_assert!(checked.throws.is_empty() && !checked.record.events.is_empty());
            prop_assert!(Some(&checked.record.replay()) == played.table.state());
        }
    }
}

/// Applies the commits again: `ended` and `resumed` must stand exactly where the outcome changes.
fn ended_is_told_when_it_is_so(commits: &[String]) -> Result<(), TestCaseError> {
    let mut table = kosti_table::Table::open("kitchen", &commits[0], &crate::driver::RulesCache).unwrap();
    for text in &commits[1..] {
        let was_over = table.state().is_some_and(|state| state.outcome().is_some());
        let Commit { events, .. } = table.apply(text).unwrap();
        let outcome = table.state().and_then(|state| state.outcome());
        let ended = events.iter().find_map(|event| match event {
            TableEvent::Ended { results, winners } => Some((results.len(), winners.clone())),
            _ => None,
        });
        let winners = outcome.as_ref().map(|outcome| outcome.winners.iter().map(|seat| seat.0).collect());
        let result = winners.filter(|_| !was_over).map(|winners| (table.chairs().len(), winners));
        prop_assert_eq!(ended, result);
        let resumed = events.contains(&TableEvent::Resumed {});
        prop_assert_eq!(resumed, was_over && outcome.is_none());
    }
    Ok(())
}
