//! Commits that cannot be read, or do not fit.

use std::sync::LazyLock;

use kosti_dice::fair::Chain;
use kosti_table::{ApplyError, Commit, CommitError, ReplayError, Table, TableEvent, VerifyError, verify};
use kosti_testkit::TestRng;
use proptest::prelude::*;
use proptest::sample::Index;

use crate::driver::{ANY, Played, RulesCache, SMALL, key, opening_of};
use crate::playing::tables;

fn commit(events: Vec<TableEvent>) -> String {
    Commit { at: 5, events }.to_text()
}

/// The error of a commit that does not fit a small game after one throw.
#[track_caller]
fn apply_error(events: Vec<TableEvent>) -> ApplyError {
    let mut played = Played::small();
    played.throw(0);
    match played.table.apply(&commit(events)) {
        Err(ReplayError::Unfit { table, nth: 6, why }) if table == "kitchen" => why,
        other => panic!("{other:?}"),
    }
}

#[test]
fn what_cannot_be_read_says_which_note() {
    let damaged = |text: &str| {
        let mut played = Played::small();
        match played.table.apply(text) {
            Err(ReplayError::Commit { table, nth: 4, why }) if table == "kitchen" => why,
            other => panic!("{other:?}"),
        }
    };
    assert_eq!(damaged(r#"{"v":2,"at":1,"did":"anything"}"#), CommitError::Newer { says: 2, known: 1 });
    for (text, says) in [
        (r#"{"v":1,"at":1,"did":[{"sang":{"seat":0}}]}"#, "unknown variant `sang`"),
        (r#"{"v":1,"at":1,"did":[{"left":{"#, "EOF while parsing"),
        (r#"{"v":1,"at":1}"#, "missing field `did`"),
        (r#"{"at":1,"did":[]}"#, "missing field `v`"),
        ("", "EOF while parsing"),
        (r#"{"v":1,"at":1,"did":[{"thrown":{"seat":0,"kept":[],"dice":[13]}}]}"#, "13 is not a face"),
    ] {
        let CommitError::Damaged { message } = damaged(text) else { panic!("{text}") };
        assert!(message.contains(says), "{text}: {message}");
    }
}

#[test]
fn a_table_begins_with_its_opening() {
    let text = Table::opening(opening_of("small", SMALL, 1), &ANY, 0).unwrap().to_text();
    let other = Table::open("garden", &text, &RulesCache).unwrap_err();
    assert_eq!(other, ReplayError::NotOpened { table: "garden".to_owned() });
    let left = commit(vec![TableEvent::Left { seat: 0 }]);
    assert!(matches!(Table::open("kitchen", &left, &RulesCache), Err(ReplayError::NotOpened { .. })));
    assert!(matches!(
        Table::open("kitchen", &commit(vec![]), &RulesCache),
        Err(ReplayError::NotOpened { .. })
    ));
    assert!(matches!(Table::open("kitchen", "{", &RulesCache), Err(ReplayError::Commit { nth: 1, .. })));
    let wrong = Table::opening(opening_of("small", "name = 5", 1), &ANY, 0).unwrap().to_text();
    assert!(matches!(Table::open("kitchen", &wrong, &RulesCache), Err(ReplayError::Rules { .. })));
}

#[test]
fn what_does_not_fit_the_table() {
    let anchor = Chain::new([1; 32]).anchor();
    assert_eq!(
        apply_error(vec![TableEvent::Opened(Box::new(opening_of("small", SMALL, 1)))]),
        ApplyError::Opened
    );
    assert_eq!(apply_error(vec![TableEvent::Started { seats: vec![0] }]), ApplyError::Begun);
    assert_eq!(apply_error(vec![TableEvent::Deleted {}, TableEvent::Left { seat: 0 }]), ApplyError::Deleted);
    for seat in [Some(0), None] {
        let base = ApplyError::Base { base: 0, throws: 1 };
        assert_eq!(apply_error(vec![TableEvent::Anchored { seat, anchor, base: 0, generation: None }]), base);
    }
    let first_version = TableEvent::Anchored { seat: None, anchor, base: 1, generation: None };
    assert_eq!(apply_error(vec![first_version]), ApplyError::Generation);
    let scored = TableEvent::Scored { seat: 0, r#box: "pare".to_owned(), points: 3, bonus: 0 };
    assert_eq!(apply_error(vec![scored]), ApplyError::UnknownBox { id: "pare".to_owned() });
    let won = TableEvent::WonAtOnce { seat: 0, by: "luck".to_owned() };
    assert_eq!(apply_error(vec![won]), ApplyError::UnknownBox { id: "luck".to_owned() });
    let called = |seat, number, witness| TableEvent::Called {
        seat,
        keep: "1".parse().unwrap(),
        aside: false,
        number,
        thrower: None,
        history: None,
        witness,
    };
    assert_eq!(apply_error(vec![called(0, 1, 1)]), ApplyError::Number { number: 1, throws: 1 });
    assert_eq!(apply_error(vec![called(0, 2, 1), TableEvent::Left { seat: 1 }]), ApplyError::InTheAir);
    let thrown = |kept: &str, dice: &str| {
        let (kept, dice) = (kept.parse().unwrap(), dice.parse().unwrap());
        TableEvent::Thrown { seat: 0, kept, dice, proof: None }
    };
    let (count, sides) = (2, 6);
    for (kept, dice) in [("1", "2-3"), ("1", "7"), ("1-1", "1")] {
        assert_eq!(
            apply_error(vec![thrown(kept, dice)]),
            ApplyError::Dice { count, sides },
            "{kept}, {dice}"
        );
    }
    for no_seat in [
        called(0, 2, 2),
        called(2, 2, 0),
        TableEvent::Seated { seat: 2, name: "x".to_owned(), key: key(2) },
        TableEvent::Anchored { seat: Some(2), anchor, base: 1, generation: None },
        TableEvent::StoodIn { seat: 2, level: kosti_coach::Level::Perfect },
        TableEvent::TookBack { seat: 2 },
        TableEvent::Vacated { seat: 2 },
    ] {
        assert_eq!(apply_error(vec![no_seat]), ApplyError::NoSeat);
    }
    let correction = r#"{"v":1,"at":1,"did":[{"entry-corrected":
        {"by":0,"seat":0,"box":"any","nth":0,"was":[1,2],"to":"any","entry":3}}]}"#;
    let verified = Played::small().table.apply(correction);
    let Err(ReplayError::Unfit { why, .. }) = verified else { panic!("{verified:?}") };
    assert_eq!(why, ApplyError::Entries { count: 2 });
}

#[test]
fn before_the_game_there_is_no_game() {
    let follow = |event: TableEvent| {
        let mut played = Played::open(opening_of("small", SMALL, 2));
        match played.table.apply(&commit(vec![event])) {
            Err(ReplayError::Unfit { nth: 2, why, .. }) => why,
            other => panic!("{other:?}"),
        }
    };
    assert_eq!(follow(TableEvent::Left { seat: 0 }), ApplyError::NotBegun);
    assert_eq!(follow(TableEvent::Started { seats: vec![2] }), ApplyError::NoSeat);
    let none = ApplyError::Seats { seats: 0, min: 1, max: 64 };
    assert_eq!(follow(TableEvent::Started { seats: vec![] }), none);
}

#[test]
fn names_with_line_ends_stay_in_one_line() {
    let mut table = opening_of("small", "name = 'a'\r\n\"", 1);
    table.table = "a\nb\r\u{2028}\u{85}".to_owned();
    let commit = Table::opening(table, &ANY, 0).unwrap();
    let text = commit.to_text();
    assert!(!text.contains(['\n', '\r']), "{text}");
    assert_eq!(kosti_table::commits(&format!("[x]\n#= {text}\r\n#={text}\n")), [text.as_str()]);
    assert_eq!(Commit::parse(&text).unwrap(), commit);
}

#[test]
fn nothing_is_told_in_the_opening_but_the_opening() {
    let played = Played::open_started(opening_of("small", SMALL, 1));
    let mut commit = Commit::parse(&played.commits[0]).unwrap();
    let dice = "6-6".parse().unwrap();
    commit.events.push(TableEvent::Started { seats: vec![0] });
    commit.events.push(TableEvent::Thrown { seat: 0, kept: kosti_dice::Dice::NONE, dice, proof: None });
    let proven = verify([commit.to_text().as_str()], &RulesCache).map(|_| ());
    assert_eq!(proven, Err(VerifyError::Impossible { nth: 1 }));
}

/// Any text is read or rejected, without a panic.
fn survives(commits: &[String]) {
    let texts = || commits.iter().map(String::as_str);
    let _ = verify(texts(), &RulesCache);
    let Ok(mut table) = Table::open("kitchen", &commits[0], &RulesCache) else { return };
    for text in &commits[1..] {
        if table.apply(text).is_err() {
            return;
        }
        let _ = (table.bot_on_turn(), table.dealer(&crate::driver::MASTER).1, table.times());
    }
}

/// The commits of a few games, played once because playing takes long.
static GAMES: LazyLock<Vec<Vec<String>>> = LazyLock::new(|| (0..5).map(play_game).collect());

fn play_game(seed: u64) -> Vec<String> {
    let mut rng = TestRng::new(seed);
    let games = tables(&mut rng);
    let table = rng.pick(&games).clone();
    let mut played = Played::open_started(table);
    played.play(&mut rng, 25);
    played.commits
}

proptest! {
    #![proptest_config(ProptestConfig {
        cases: if kosti_testkit::full_length() { 200 } else { 16 },
        failure_persistence: None,
        ..ProptestConfig::default()
    })]

    #[test]
    fn no_damage_makes_a_panic(game: Index, at: Index, place: Index, byte: u8, number in prop::sample::select(
        vec!["-1", "0", "1", "2", "7", "99", "2147483647", "-2147483648", "18446744073709551615", "null", "[]"])) {
        let mut commits = game.get(&GAMES).clone();
        let nth = 1 + at.index(commits.len() - 1);
        let text = commits[nth].clone();
        // A byte of the text becomes another.
        let mut bytes = text.clone().into_bytes();
        let changed = place.index(bytes.len());
        bytes[changed] = byte;
        if let Ok(text) = String::from_utf8(bytes) {
            commits[nth] = text;
            survives(&commits);
        }
        // A number of the text becomes another.
        let numbers: Vec<(usize, &str)> = text.match_indices(|c: char| c.is_ascii_digit()).collect();
        let (from, _) = numbers[place.index(numbers.len())];
        let to = from + text[from..].find(|c: char| !c.is_ascii_digit()).unwrap();
        commits[nth] = format!("{}{number}{}", &text[..from], &text[to..]);
        survives(&commits);
        // A commit comes twice, or not at all.
        commits[nth] = text.clone();
        commits.insert(nth, text);
        survives(&commits);
        commits.drain(nth..nth + 2);
        survives(&commits);
    }
}
