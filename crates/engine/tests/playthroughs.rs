//! Golden playthroughs: a whole game of every bundled game, as a record in playthroughs/. `UPDATE_EXPECT=1`
//! rewrites them; a changed file means a change of the rules, of the engine or of the record format.

use std::path::PathBuf;
use std::sync::Arc;

use crate::random::{Disturb, Numbers, events, play};
use expect_test::expect_file;
use kosti_dice::Dice;
use kosti_engine::{Action, Record, Seat, State, Then};
use kosti_rules::{House, Rules};

/// The generator that the playthroughs were made with.
struct SplitMix64(u64);

impl Numbers for SplitMix64 {
    fn below(&mut self, n: usize) -> usize {
        self.0 = self.0.wrapping_add(0x9E37_79B9_7F4A_7C15);
        let mut z = self.0;
        z = (z ^ (z >> 30)).wrapping_mul(0xBF58_476D_1CE4_E5B9);
        z = (z ^ (z >> 27)).wrapping_mul(0x94D0_49BB_1331_11EB);
        ((z ^ (z >> 31)) % n as u64) as usize
    }
}

/// Plays as a sensible beginner would: keep what is alike, take what gives most, bank early.
fn sensible(state: &State) -> Action {
    let turn = match state.turn() {
        Some(turn) if turn.throw > 0 => turn,
        _ => return Action::first_throw(),
    };
    if let Some(race) = state.rules().race() {
        let enough = 120.min(race.target / 5);
        let Some(best) = state.selections().first() else {
            return Action::SetAside { take: Dice::NONE, then: Then::Throw };
        };
        let left = usize::from(state.rules().dice) - turn.aside - best.take.len();
        let go_on = (1..=2).contains(&left) && turn.points + best.points >= 30;
        let bank = Action::SetAside { take: best.take, then: Then::Bank };
        let banks = (go_on || turn.points + best.points >= enough) && state.decide(turn.seat, &bank).is_ok();
        return if banks { bank } else { Action::SetAside { take: best.take, then: Then::Throw } };
    }
    let rules = state.rules().sheet().expect("a game is one or the other");
    let offers = state.offers();
    let best = offers.iter().filter(|offer| offer.score.is_some()).max_by_key(|offer| offer.score);
    let alike = (1..=state.rules().sides).max_by_key(|&face| (turn.dice.count(face), face)).unwrap_or(1);
    let keep = Dice::from_faces(&vec![alike; turn.dice.count(alike)]).expect("some of the dice");
    let most = rules.keeps_of(turn.thrown()).max_by_key(Dice::len).unwrap_or(Dice::NONE);
    let allowed = rules.may_keep(keep) && rules.sets_aside(turn.thrown(), keep);
    let keep = if allowed { keep } else { most };
    // Announces a box of the higher half while it can; it must if no other box is left.
    let announce =
        state.announcements().into_iter().rev().find(|_| turn.dice.count(alike) > 2 || state.must_announce());
    match best {
        _ if announce.is_some() => Action::Announce { slot: announce.expect("just seen") },
        _ if state.throws_left() > 0 && keep != turn.dice => Action::Throw { keep },
        Some(offer) => Action::Score { slot: offer.slot },
        None => Action::Cross { slot: offers.iter().find(|offer| offer.cross).expect("one of the two").slot },
    }
}

fn new_record(rules: &Arc<Rules>, real_dice: bool) -> Record {
    let players = vec!["Olena".to_owned(), "Petro".to_owned()];
    let mut record = Record::new(rules.clone(), players, real_dice).unwrap();
    record.tags.date = Some("2026-11-15".to_owned());
    record
}

/// Compares the record with the golden file, and reads it back.
fn check(name: &str, record: &Record) {
    let path = PathBuf::from(env!("CARGO_MANIFEST_DIR")).join(format!("../../playthroughs/{name}.kosti"));
    let text = record.to_string();
    expect_file![path].assert_eq(&text);
    let read = Record::parse(&text, record.rules().clone()).unwrap_or_else(|fault| panic!("{name}: {fault}"));
    assert!(read == *record);
    assert!(read.replay().outcome().is_some(), "{name} is a whole game");
}

#[test]
fn every_game_has_a_playthrough() {
    for id in kosti_games::ids() {
        let rules = Arc::new(kosti_games::file(id).unwrap().rules(&House::default()).unwrap());
        let mut record = new_record(&rules, false);
        let mut state = record.replay();
        let mut rng = SplitMix64(2026);
        while let Some(seat) = state.on_turn() {
            for event in events(&state.clone(), seat, &sensible(&state), &mut rng) {
                state.apply(&event);
                record.events.push(event);
            }
        }
        check(id, &record);
    }
}

/// The same with other house rules, real dice, and every kind of event.
#[test]
fn every_game_has_a_lively_playthrough() {
    for id in kosti_games::ids() {
        let file = kosti_games::file(id).unwrap();
        let house = file.variants().pop().unwrap();
        let rules = Arc::new(file.rules(&house).unwrap());
        let mut record = new_record(&rules, true);
        let mut state = record.replay();
        let mut rng = SplitMix64(42);
        record.events = play(&mut state, &mut rng, 60, Disturb::WithoutDice, |_| {});
        while state.outcome().is_none() {
            let (seat, action) = match state.on_turn() {
                Some(seat) => (seat, sensible(&state)),
                None => (Seat(0), Action::Return),
            };
            for event in events(&state.clone(), seat, &action, &mut rng) {
                state.apply(&event);
                record.events.push(event);
            }
        }
        check(&format!("{id}-lively"), &record);
    }
}
