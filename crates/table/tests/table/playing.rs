//! Whole games of every bundled game, under any house rules.

use kosti_engine::{Record, Tags};
use kosti_rules::RulesFile;
use kosti_table::{DiceKind, Fact, Note, Opened};
use proptest::prelude::*;

use crate::driver::{Chance, Played, opened};

/// A table of each bundled game with house rules by chance.
pub(crate) fn tables(chance: &mut Chance) -> Vec<Opened> {
    let table = |(id, text): &(&str, &str)| {
        let file = RulesFile::read(id, text);
        let house = chance.pick(&file.variants()).clone();
        let least = usize::from(file.rules(&house).unwrap().players.min);
        Opened { house, ..opened(id, text, least.max(2) + chance.below(2)) }
    };
    kosti_games::TEXTS.iter().map(table).collect()
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 4, failure_persistence: None, ..ProptestConfig::default() })]

    #[test]
    fn every_throw_can_be_derived_again(seed: u64) {
        let mut chance = Chance(seed);
        for table in tables(&mut chance) {
            let mut played = Played::begun(table);
            played.play(&mut chance, 2_000);
            let checked = played.verified().unwrap();
            prop_assert_eq!(checked.throws.len() as u64, played.table.throws());
            prop_assert!(checked.throws.iter().zip(1..).all(|(throw, number)| throw.number == number));
            prop_assert!(Some(&checked.record.replay()) == played.table.state());
            prop_assert_eq!(checked.table.history(), played.table.history());
            let text = checked.record.to_string();
            prop_assert_eq!(&Tags::parse(&text).unwrap().other, &[("Table".to_owned(), "kitchen".to_owned())]);
            let read = Record::parse(&text, checked.table.rules().clone()).unwrap();
            prop_assert!(read == checked.record);
            ended_is_told_when_it_is_so(&played.notes)?;
        }
    }

    #[test]
    fn real_dice_need_no_proof(seed: u64) {
        let mut chance = Chance(seed);
        for table in tables(&mut chance) {
            let mut played = Played::begun(Opened { dice: DiceKind::Real, anchor: None, generation: None, ..table });
            played.play(&mut chance, 300);
            let checked = played.verified().unwrap();
            prop_assert!(checked.throws.is_empty() && !checked.record.events.is_empty());
            prop_assert!(Some(&checked.record.replay()) == played.table.state());
        }
    }
}

/// Follows the notes once more: `ended` and `resumed` stand exactly where the outcome comes and goes.
fn ended_is_told_when_it_is_so(notes: &[String]) -> Result<(), TestCaseError> {
    let mut table = kosti_table::Table::open("kitchen", &notes[0], &crate::driver::Shelf).unwrap();
    for text in &notes[1..] {
        let was_over = table.state().is_some_and(|state| state.outcome().is_some());
        let Note { did, .. } = table.follow(text).unwrap();
        let outcome = table.state().and_then(|state| state.outcome());
        let ended = did.iter().find_map(|fact| match fact {
            Fact::Ended { results, winners } => Some((results.len(), winners.clone())),
            _ => None,
        });
        let winners = outcome.as_ref().map(|outcome| outcome.winners.iter().map(|seat| seat.0).collect());
        let told = winners.filter(|_| !was_over).map(|winners| (table.chairs().len(), winners));
        prop_assert_eq!(ended, told);
        let resumed = did.contains(&Fact::Resumed {});
        prop_assert_eq!(resumed, was_over && outcome.is_none());
    }
    Ok(())
}
