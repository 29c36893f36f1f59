//! Properties of every game.

use std::collections::HashSet;
use std::sync::Arc;

use crate::random::{Disturb, play};
use kosti_dice::Dice;
use kosti_engine::{Action, Phase, Record, Seat, State, Then};
use kosti_rules::{House, Rules, RulesFile};
use kosti_testkit::TestRng;
use proptest::prelude::*;

/// A game with many jokers, some of them crossed out.
fn game_with_jokers() -> RulesFile {
    let full = "name = 'Full'\ndice = 2\nsides = 3\nthrows = 2\n[each-box]\ncross = 'last-throw'\n\
        [group.n]\nper-number = ['a', 'b', 'c']\neach-box = { needs = { matching = 1 }, score = 'matching' }\n\
        [box.pair]\nneeds = { alike = 2 }\nscore = 'combination'\n\
        [box.run]\nneeds = { run = 2 }\nscore = 'all-dice'\njoker = 9\nfill = 4\n\
        [joker]\nbox = 'pair'\nbonus = 7\nfirst = 'n'\n";
    RulesFile::read("full", full)
}

/// Every bundled game and the game with jokers, under every choice of house rules.
fn variants() -> Vec<Arc<Rules>> {
    kosti_games::ids()
        .map(|id| kosti_games::file(id).unwrap())
        .chain([game_with_jokers()])
        .flat_map(|file| {
            let variants = file.variants();
            variants.into_iter().map(move |house: House| Arc::new(file.rules(&house).unwrap()))
        })
        .collect()
}

fn seats_for(rules: &Rules, rng: &mut TestRng) -> usize {
    usize::from(rules.players.min) + rng.below(3)
}

/// Every action with these dice and boxes, legal or not.
fn every_action(state: &State) -> Vec<Action> {
    let dice = state.turn().map_or(Dice::NONE, |turn| turn.dice);
    let mut keeps: Vec<Dice> = dice.selections();
    keeps.push(Dice::from_faces(&[1, 1]).unwrap());
    keeps.push(Dice::from_faces(&[6]).unwrap());
    let slots = state.rules().sheet().map_or(0, |rules| rules.slots.len()) + 1;
    let mut actions: Vec<Action> = Vec::new();
    for keep in keeps.into_iter().collect::<HashSet<_>>() {
        actions.push(Action::Throw { keep });
        actions.extend([Then::Bank, Then::Throw].map(|then| Action::SetAside { take: keep, then }));
    }
    actions.extend((0..slots).flat_map(|slot| [Action::Score { slot }, Action::Cross { slot }]));
    actions
}

proptest! {
    #![proptest_config(ProptestConfig {
        // Each case plays every variant of every game.
        cases: if kosti_testkit::full_length() { 24 } else { 4 },
        failure_persistence: None,
        ..ProptestConfig::default()
    })]

    #[test]
    fn legal_actions_are_accepted_and_all_others_refused(seed: u64) {
        for rules in variants() {
            let mut rng = TestRng::new(seed);
            let seats = seats_for(&rules, &mut rng);
            let mut state = State::new(rules.clone(), seats).unwrap();
            play(&mut state, &mut rng, 120, Disturb::Always, |state| {
                let legal: HashSet<Action> = state.legal_actions().into_iter().collect();
                let before = state.clone();
                for seat in 0..=seats {
                    let seat = Seat(seat);
                    for action in every_action(state) {
                        let may = state.on_turn() == Some(seat) && legal.contains(&action);
                        assert_eq!(state.decide(seat, &action).is_ok(), may, "{action:?} in {state:?}");
                    }
                }
                assert!(*state == before);
            });
        }
    }

    #[test]
    fn a_sheet_game_ends_after_its_rounds(seed: u64) {
        for rules in variants() {
            let Some(sheet) = rules.sheet() else { continue };
            let mut rng = TestRng::new(seed);
            let seats = seats_for(&rules, &mut rng);
            let mut state = State::new(rules.clone(), seats).unwrap();
            play(&mut state, &mut rng, usize::MAX, Disturb::Never, |_| {});
            let outcome = state.outcome().expect("it ends");
            prop_assert!(!outcome.winners.is_empty());
            if outcome.at_once.is_none() {
                prop_assert!(state.players().iter().all(|p| p.turns == sheet.rounds && sheet.is_full(&p.sheet)));
                let best = outcome.results.iter().map(|r| r.decides()).max();
                for (seat, result) in outcome.results.iter().enumerate() {
                    prop_assert_eq!(outcome.winners.contains(&Seat(seat)), Some(result.decides()) == best);
                }
            }
        }
    }

    #[test]
    fn a_race_ends_when_somebody_gets_there(seed: u64) {
        for rules in variants() {
            let Some(race) = rules.race() else { continue };
            let mut state = State::new(rules.clone(), 2).unwrap();
            play(&mut state, &mut TestRng::new(seed), 200_000, Disturb::Never, |state| {
                assert!(state.players().iter().all(|p| race.is_standing(p.standing)));
                let won = state.players().iter().any(|p| race.is_won(p.standing.score));
                let over = if race.last_round.is_some() { state.finished_seats().len() == 2 } else { won };
                assert_eq!((won, over), (won || over, state.outcome().is_some()));
            });
            let outcome = state.outcome().expect("random play gets there in the end");
            prop_assert_eq!(outcome.winners.len(), 1);
            prop_assert!(race.is_won(outcome.results[outcome.winners[0].0].total));
        }
    }

    #[test]
    fn replay_gives_the_same_state_and_the_record_the_same_events(seed: u64) {
        for rules in variants() {
            let mut rng = TestRng::new(seed);
            let seats = seats_for(&rules, &mut rng);
            let real = rng.below(2) == 0;
            let names = ["Olena", "Petro", "O: \"x\" \\", "Olena: 2", "Я"];
            let players = names[..seats].iter().map(|&name| name.to_owned()).collect();
            let mut record = Record::new(rules.clone(), players, real).unwrap();
            record.tags.other.push(("Event".to_owned(), "kitchen \"table\"".to_owned()));
            let mut state = record.replay();
            let steps = rng.below(200);
            record.events = play(&mut state, &mut rng, steps, Disturb::Always, |_| {});
            prop_assert!(record.replay() == state);
            let text = record.to_string();
            let read = Record::parse(&text, rules.clone())
                .unwrap_or_else(|fault| panic!("{fault}\n{text}"));
            prop_assert!(read == record, "{}", text);
            prop_assert_eq!(read.to_string(), text);
        }
    }

    #[test]
    fn undo_takes_back_exactly_the_last_decision(seed: u64) {
        for rules in variants() {
            let mut rng = TestRng::new(seed);
            let seats = seats_for(&rules, &mut rng);
            let mut state = State::new(rules.clone(), seats).unwrap();
            for _ in 0..60 {
                let Some(seat) = state.on_turn() else { break };
                let action = *rng.pick(&state.legal_actions());
                let before = state.clone();
                for event in crate::random::events(&before, seat, &action, &mut rng) {
                    state.apply(&event);
                }
                let throws = matches!(action, Action::Throw { .. } | Action::SetAside { then: Then::Throw, .. });
                prop_assert_eq!(state.may_undo(seat), !throws);
                if !throws {
                    let mut back = state.clone();
                    for event in crate::random::events(&back.clone(), seat, &Action::Undo, &mut rng) {
                        back.apply(&event);
                    }
                    prop_assert_eq!(back.players(), before.players());
                    prop_assert_eq!(back.phase(), before.phase());
                    // Only announcing with the same dice is a second decision.
                    let announced = before.turn().is_some_and(|turn| turn.announced.is_some());
                    prop_assert_eq!(back.may_undo(seat), announced && before.may_undo(seat));
                }
            }
        }
    }

    #[test]
    fn real_dice_are_taken_back_step_by_step(seed: u64) {
        for rules in variants() {
            let mut rng = TestRng::new(seed);
            let seats = seats_for(&rules, &mut rng);
            let names = ["Olena", "Petro", "Іван", "Ann"][..seats].iter().map(|&name| name.to_owned()).collect();
            let mut record = Record::new(rules.clone(), names, true).unwrap();
            let mut state = record.replay();
            // Every state before an entry, and the seat that made the entry.
            let mut entered = Vec::new();
            for _ in 0..40 {
                let Some(seat) = state.on_turn() else { break };
                let action = *rng.pick(&state.legal_actions());
                entered.push((state.clone(), seat, record.events.len()));
                for event in crate::random::events(&state.clone(), seat, &action, &mut rng) {
                    state.apply(&event);
                    record.events.push(event);
                }
            }
            let played = record.events.len();
            for (before, seat, from) in entered.into_iter().rev() {
                prop_assert_eq!(state.who_may_undo(), Some(seat));
                let others = (0..seats).map(Seat).filter(|&other| other != seat);
                prop_assert!(others.into_iter().all(|other| !state.may_undo(other)), "only who made the entry");
                for event in crate::random::events(&state.clone(), seat, &Action::Undo, &mut rng) {
                    state.apply(&event);
                    record.events.push(event);
                }
                prop_assert!(state == before);
                let taken = record.undone_events();
                prop_assert!(taken[from..played].iter().all(|&taken| taken));
                prop_assert!(taken[..from].iter().all(|&taken| !taken));
            }
            let text = record.to_string();
            let read = Record::parse(&text, rules.clone()).unwrap_or_else(|fault| panic!("{fault}\n{text}"));
            prop_assert!(read == record, "{}", text);
        }
    }

    #[test]
    fn a_damaged_record_gets_a_fault_and_no_panic(seed: u64, at: prop::sample::Index, with in "[ -~\n]{0,3}") {
        let all = variants();
        let mut rng = TestRng::new(seed);
        let rules = rng.pick(&all).clone();
        let seats = seats_for(&rules, &mut rng);
        let players = ["Olena", "Petro", "Іван", "Ann"][..seats].iter().map(|&name| name.to_owned()).collect();
        let mut record = Record::new(rules.clone(), players, true).unwrap();
        let mut state = record.replay();
        record.events = play(&mut state, &mut rng, 60, Disturb::Always, |_| {});
        let mut text = record.to_string();
        let mut place = at.index(text.len());
        while !text.is_char_boundary(place) {
            place -= 1;
        }
        let end = (place + 1..=text.len()).find(|&i| text.is_char_boundary(i)).unwrap();
        text.replace_range(place..end, &with);
        if let Ok(read) = Record::parse(&text, rules) {
            // Every record that is accepted must be a possible game.
            let again = Record::parse(&read.to_string(), read.rules().clone());
            prop_assert!(again.is_ok_and(|again| again == read));
        }
    }
}

#[test]
fn everybody_can_leave_and_come_back() {
    for rules in variants() {
        let mut state = State::new(rules.clone(), 2).unwrap();
        let mut rng = TestRng::new(7);
        // A game may be one turn long.
        let begun = rules.sheet().is_none_or(|sheet| sheet.rounds > 1);
        play(&mut state, &mut rng, if begun { 8 } else { 1 }, Disturb::Never, |_| {});
        for seat in [Seat(0), Seat(1)] {
            for event in crate::random::events(&state.clone(), seat, &Action::Leave, &mut rng) {
                state.apply(&event);
            }
        }
        assert_eq!((state.phase(), state.on_turn()), (&Phase::Waiting, None));
        for event in crate::random::events(&state.clone(), Seat(1), &Action::Return, &mut rng) {
            state.apply(&event);
        }
        assert_eq!(state.on_turn(), Some(Seat(1)), "{}", rules.id);
        play(&mut state, &mut rng, 200_000, Disturb::Never, |_| {});
        assert_eq!(state.outcome().unwrap().winners, [Seat(1)], "who left has not won");
    }
}
