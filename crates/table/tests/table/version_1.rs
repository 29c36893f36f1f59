//! Tables that began with version 1 of the dice: still readable and verifiable, reported as version 1, and continued
//! in version 2.

use kosti_dice::Dice;
use kosti_dice::fair::{Draw, History, Version};
use kosti_engine::Action;
use kosti_table::{Actor, Command, Commit, Table, TableEvent, commits, verify, verify_download};

use crate::downloads::{reference, throws};
use crate::driver::{MASTER, Played, RulesCache, SMALL, opening_of};

/// A game written before version 2.
const OLD: &str = include_str!("version-1.kosti");

#[test]
fn an_old_download_is_derived_by_both() {
    let checked = verify_download(OLD, &RulesCache).unwrap();
    let result: Vec<_> =
        checked.throws.iter().map(|throw| (throw.thrower, throw.witness, throw.silent)).collect();
    assert_eq!(result, [(true, Some(1), None), (true, None, Some(0)), (false, None, None)]);
    assert!(checked.throws.iter().all(|throw| throw.version == Version::One));
    assert_eq!(reference(&[OLD.to_owned()]), [throws(&checked)]);
}

/// The weakness of version 1: with all links known, another time of `called` gives other dice.
#[test]
fn the_server_could_try_times() {
    let records = commits(OLD);
    let before = records[..4].iter().fold(History::START, |so_far, record| so_far.then(record.as_bytes()));
    let TableEvent::Thrown { proof: Some(proof), .. } = &Commit::parse(records[5]).unwrap().events[0] else {
        panic!()
    };
    let witness = proof.witness.as_ref().unwrap();
    let fell = |at: i64| {
        let called = Commit { at, ..Commit::parse(records[4]).unwrap() }.to_text();
        let draw = Draw {
            table: "kitchen",
            number: 1,
            seat: 0,
            server: &proof.server,
            thrower: proof.thrower.as_ref(),
            witness: witness.link.as_ref(),
        };
        draw.fall_1(&before.then(called.as_bytes()), witness.seat, 1, 6)[0]
    };
    assert_eq!(fell(1004), 4, "as it was written");
    let mut faces: Vec<u8> = (1004..1104).map(fell).collect();
    faces.sort_unstable();
    faces.dedup();
    assert_eq!(faces, [1, 2, 3, 4, 5, 6]);
    let checked = verify_download(OLD, &RulesCache).unwrap();
    let chosen: Vec<bool> = checked.throws.iter().map(kosti_table::Throw::is_by_tried_times).collect();
    // The silent witness was asked at a time too; the last throw is the server's alone.
    assert_eq!(chosen, [true, true, false]);
    assert!(checked.throws.iter().all(|throw| throw.is_by_server_only() || throw.is_by_tried_times()));
}

/// The commits of a running game of version 1, up to this one.
fn running(count: usize) -> (Table, Vec<String>) {
    let texts: Vec<String> = commits(OLD)[..count].iter().map(|&commit| commit.to_owned()).collect();
    let mut table = Table::open("kitchen", &texts[0], &RulesCache).unwrap();
    for text in &texts[1..] {
        table.apply(text).unwrap();
    }
    (table, texts)
}

/// Decides and applies a command.
fn command(table: &mut Table, texts: &mut Vec<String>, command: &Command) -> Commit {
    let (mut dealer, known) = table.dealer(&MASTER);
    assert!(known, "the key is the same");
    let context = Played::small().context();
    let commit = table.decide(&mut dealer, Actor::Server, command, context).unwrap();
    texts.push(commit.to_text());
    table.apply(texts.last().unwrap()).unwrap();
    commit
}

#[test]
fn a_running_table_goes_on_in_version_2() {
    // Olena has thrown and written; it is Petro's turn.
    let (mut table, mut texts) = running(7);
    assert_eq!(table.generation(), None);
    command(&mut table, &mut texts, &Command::NewChain);
    assert!(table.generation().is_some());
    // Links of version 1 are worthless now.
    assert!(table.chairs().iter().all(|chair| !chair.has_chain()));
    let throw = Command::Act { seat: Some(1), action: Action::first_throw(), fell: None, contribution: None };
    command(&mut table, &mut texts, &throw);
    let checked = verify(texts.iter().map(String::as_str), &RulesCache).unwrap();
    let versions: Vec<Version> = checked.throws.iter().map(|throw| throw.version).collect();
    assert_eq!(versions, [Version::One, Version::Two]);
    assert_eq!(checked.replaced, [2]);
    let text = kosti_table::download(&checked.record, &texts);
    assert_eq!(reference(&[text]), [throws(&checked)]);
}

#[test]
fn a_throw_in_the_air_falls_as_it_was_called() {
    let (mut table, mut texts) = running(5);
    assert_eq!(table.in_the_air().unwrap().witness, 1);
    let events = command(&mut table, &mut texts, &Command::Unwitnessed { number: 1 }).events;
    assert!(matches!(&events[..], [TableEvent::Thrown { dice, .. }] if dice.len() == 1));
    let checked = verify(texts.iter().map(String::as_str), &RulesCache).unwrap();
    assert_eq!((checked.throws[0].version, checked.throws[0].silent), (Version::One, Some(1)));
}

#[test]
fn new_tables_have_version_2() {
    let mut played = Played::open_started(opening_of("small", SMALL, 1));
    played.act(0, Action::Throw { keep: Dice::NONE }).unwrap();
    assert_eq!(played.verify().unwrap().throws[0].version, Version::Two);
}
