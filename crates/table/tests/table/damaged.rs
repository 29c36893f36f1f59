//! Notes that cannot be read, or do not fit.

use kosti_dice::fair::Chain;
use kosti_table::{BadNote, Fact, NotProven, Note, Table, Unfit, Unreadable, verify};
use proptest::prelude::*;
use proptest::sample::Index;

use crate::driver::{ANY, Chance, Played, SMALL, Shelf, key, opened};
use crate::playing::tables;

fn note(did: Vec<Fact>) -> String {
    Note { at: 5, did }.to_text()
}

/// Why the note does not fit a small game where Olena has thrown once.
#[track_caller]
fn unfit(did: Vec<Fact>) -> Unfit {
    let mut played = Played::small();
    played.throw(0);
    match played.table.follow(&note(did)) {
        Err(Unreadable::Unfit { table, nth: 6, why }) if table == "kitchen" => why,
        other => panic!("{other:?}"),
    }
}

#[test]
fn what_cannot_be_read_says_which_note() {
    let damaged = |text: &str| {
        let mut played = Played::small();
        match played.table.follow(text) {
            Err(Unreadable::Note { table, nth: 4, why }) if table == "kitchen" => why,
            other => panic!("{other:?}"),
        }
    };
    assert_eq!(damaged(r#"{"v":2,"at":1,"did":"anything"}"#), BadNote::Newer { says: 2, known: 1 });
    for (text, says) in [
        (r#"{"v":1,"at":1,"did":[{"sang":{"seat":0}}]}"#, "unknown variant `sang`"),
        (r#"{"v":1,"at":1,"did":[{"left":{"#, "EOF while parsing"),
        (r#"{"v":1,"at":1}"#, "missing field `did`"),
        (r#"{"at":1,"did":[]}"#, "missing field `v`"),
        ("", "EOF while parsing"),
        (r#"{"v":1,"at":1,"did":[{"thrown":{"seat":0,"kept":[],"dice":[13]}}]}"#, "13 is not a face"),
    ] {
        let BadNote::Damaged { message } = damaged(text) else { panic!("{text}") };
        assert!(message.contains(says), "{text}: {message}");
    }
}

#[test]
fn a_table_begins_with_its_opening() {
    let text = Table::opening(opened("small", SMALL, 1), &ANY, 0).unwrap().to_text();
    let other = Table::open("garden", &text, &Shelf).unwrap_err();
    assert_eq!(other, Unreadable::NotOpened { table: "garden".to_owned() });
    let left = note(vec![Fact::Left { seat: 0 }]);
    assert!(matches!(Table::open("kitchen", &left, &Shelf), Err(Unreadable::NotOpened { .. })));
    assert!(matches!(Table::open("kitchen", &note(vec![]), &Shelf), Err(Unreadable::NotOpened { .. })));
    assert!(matches!(Table::open("kitchen", "{", &Shelf), Err(Unreadable::Note { nth: 1, .. })));
    let wrong = Table::opening(opened("small", "name = 5", 1), &ANY, 0).unwrap().to_text();
    assert!(matches!(Table::open("kitchen", &wrong, &Shelf), Err(Unreadable::Rules { .. })));
}

#[test]
fn what_does_not_fit_the_table() {
    let anchor = Chain::new([1; 32]).anchor();
    assert_eq!(unfit(vec![Fact::Opened(Box::new(opened("small", SMALL, 1)))]), Unfit::Opened);
    assert_eq!(unfit(vec![Fact::Started { seats: vec![0] }]), Unfit::Begun);
    assert_eq!(unfit(vec![Fact::Deleted {}, Fact::Left { seat: 0 }]), Unfit::Deleted);
    for seat in [Some(0), None] {
        let base = Unfit::Base { base: 0, throws: 1 };
        assert_eq!(unfit(vec![Fact::Anchored { seat, anchor, base: 0, generation: None }]), base);
    }
    let first_version = Fact::Anchored { seat: None, anchor, base: 1, generation: None };
    assert_eq!(unfit(vec![first_version]), Unfit::Generation);
    let scored = Fact::Scored { seat: 0, r#box: "pare".to_owned(), points: 3, bonus: 0 };
    assert_eq!(unfit(vec![scored]), Unfit::UnknownBox { id: "pare".to_owned() });
    let won = Fact::WonAtOnce { seat: 0, by: "luck".to_owned() };
    assert_eq!(unfit(vec![won]), Unfit::UnknownBox { id: "luck".to_owned() });
    let called = |seat, number, witness| Fact::Called {
        seat,
        keep: "1".parse().unwrap(),
        aside: false,
        number,
        thrower: None,
        history: None,
        witness,
    };
    assert_eq!(unfit(vec![called(0, 1, 1)]), Unfit::Number { number: 1, throws: 1 });
    assert_eq!(unfit(vec![called(0, 2, 1), Fact::Left { seat: 1 }]), Unfit::InTheAir);
    let thrown = |kept: &str, dice: &str| {
        let (kept, dice) = (kept.parse().unwrap(), dice.parse().unwrap());
        Fact::Thrown { seat: 0, kept, dice, proof: None }
    };
    let (count, sides) = (2, 6);
    for (kept, dice) in [("1", "2-3"), ("1", "7"), ("1-1", "1")] {
        assert_eq!(unfit(vec![thrown(kept, dice)]), Unfit::Dice { count, sides }, "{kept}, {dice}");
    }
    for no_seat in [
        called(0, 2, 2),
        called(2, 2, 0),
        Fact::Seated { seat: 2, name: "x".to_owned(), key: key(2) },
        Fact::Anchored { seat: Some(2), anchor, base: 1, generation: None },
        Fact::StoodIn { seat: 2, level: kosti_coach::Level::Perfect },
        Fact::TookBack { seat: 2 },
        Fact::Vacated { seat: 2 },
    ] {
        assert_eq!(unfit(vec![no_seat]), Unfit::NoSeat);
    }
    let correction = r#"{"v":1,"at":1,"did":[{"entry-corrected":
        {"by":0,"seat":0,"box":"any","nth":0,"was":[1,2],"to":"any","entry":3}}]}"#;
    let told = Played::small().table.follow(correction);
    let Err(Unreadable::Unfit { why, .. }) = told else { panic!("{told:?}") };
    assert_eq!(why, Unfit::Entries { count: 2 });
}

#[test]
fn before_the_game_there_is_no_game() {
    let follow = |fact: Fact| {
        let mut played = Played::open(opened("small", SMALL, 2));
        match played.table.follow(&note(vec![fact])) {
            Err(Unreadable::Unfit { nth: 2, why, .. }) => why,
            other => panic!("{other:?}"),
        }
    };
    assert_eq!(follow(Fact::Left { seat: 0 }), Unfit::NotBegun);
    assert_eq!(follow(Fact::Started { seats: vec![2] }), Unfit::NoSeat);
    let none = Unfit::Seats { seats: 0, min: 1, max: 64 };
    assert_eq!(follow(Fact::Started { seats: vec![] }), none);
}

#[test]
fn names_with_line_ends_stay_in_one_line() {
    let mut table = opened("small", "name = 'a'\r\n\"", 1);
    table.table = "a\nb\r\u{2028}\u{85}".to_owned();
    let note = Table::opening(table, &ANY, 0).unwrap();
    let text = note.to_text();
    assert!(!text.contains(['\n', '\r']), "{text}");
    assert_eq!(kosti_table::notes(&format!("[x]\n#= {text}\r\n#={text}\n")), [text.as_str()]);
    assert_eq!(Note::parse(&text).unwrap(), note);
}

#[test]
fn nothing_is_told_in_the_opening_but_the_opening() {
    let played = Played::begun(opened("small", SMALL, 1));
    let mut note = Note::parse(&played.notes[0]).unwrap();
    let dice = "6-6".parse().unwrap();
    note.did.push(Fact::Started { seats: vec![0] });
    note.did.push(Fact::Thrown { seat: 0, kept: kosti_dice::Dice::NONE, dice, proof: None });
    let proven = verify([note.to_text().as_str()], &Shelf).map(|_| ());
    assert_eq!(proven, Err(NotProven::Impossible { nth: 1 }));
}

/// Whatever became of the text, it is read or refused.
fn survives(notes: &[String]) {
    let texts = || notes.iter().map(String::as_str);
    let _ = verify(texts(), &Shelf);
    let Ok(mut table) = Table::open("kitchen", &notes[0], &Shelf) else { return };
    for text in &notes[1..] {
        if table.follow(text).is_err() {
            return;
        }
        let _ = (table.bot_on_turn(), table.dealer(&crate::driver::MASTER).1, table.times());
    }
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 200, failure_persistence: None, ..ProptestConfig::default() })]

    #[test]
    fn no_damage_makes_a_panic(seed: u64, at: Index, place: Index, byte: u8, number in prop::sample::select(
        vec!["-1", "0", "1", "2", "7", "99", "2147483647", "-2147483648", "18446744073709551615", "null", "[]"])) {
        let mut chance = Chance(seed % 5);
        let games = tables(&mut chance);
        let table = chance.pick(&games).clone();
        let mut played = Played::begun(table);
        played.play(&mut chance, 25);
        let nth = 1 + at.index(played.notes.len() - 1);
        let text = played.notes[nth].clone();
        // A byte of the text becomes another.
        let mut bytes = text.clone().into_bytes();
        let changed = place.index(bytes.len());
        bytes[changed] = byte;
        if let Ok(text) = String::from_utf8(bytes) {
            played.notes[nth] = text;
            survives(&played.notes);
        }
        // A number of the text becomes another.
        let numbers: Vec<(usize, &str)> = text.match_indices(|c: char| c.is_ascii_digit()).collect();
        let (from, _) = numbers[place.index(numbers.len())];
        let to = from + text[from..].find(|c: char| !c.is_ascii_digit()).unwrap();
        played.notes[nth] = format!("{}{number}{}", &text[..from], &text[to..]);
        survives(&played.notes);
        // A note comes twice, or not at all.
        played.notes[nth] = text.clone();
        played.notes.insert(nth, text);
        survives(&played.notes);
        played.notes.drain(nth..nth + 2);
        survives(&played.notes);
    }
}
