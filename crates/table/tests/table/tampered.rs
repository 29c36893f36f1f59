//! Downloads that somebody changed: the program and the reference refuse the same ones.

use kosti_engine::RecordFaultKind;
use kosti_table::{NotProven, download, verify_download};
use serde_json::{Value, json};

use crate::downloads::{games, reference};
use crate::driver::{Played, Shelf};

/// The notes as JSON, which is written as it was read.
fn parsed(played: &Played) -> Vec<Value> {
    let notes: Vec<Value> = played.notes.iter().map(|note| serde_json::from_str(note).unwrap()).collect();
    assert!(notes.iter().map(Value::to_string).eq(played.notes.iter().cloned()));
    notes
}

/// The place of the n-th fact of this kind: its note and where it stands there.
fn nth(notes: &[Value], kind: &str, wanted: impl Fn(&Value) -> bool, n: usize) -> Option<(usize, usize)> {
    let places = notes.iter().enumerate().flat_map(|(note, value)| {
        let facts = value["did"].as_array().unwrap().iter().enumerate();
        facts.filter(|(_, fact)| fact.get(kind).is_some_and(&wanted)).map(move |(at, _)| (note, at))
    });
    places.into_iter().nth(n)
}

/// A throw in the middle of the game.
fn throw(notes: &[Value], wanted: impl Fn(&Value) -> bool) -> Option<(usize, usize)> {
    let count = (0..).take_while(|&n| nth(notes, "thrown", &wanted, n).is_some()).count();
    nth(notes, "thrown", wanted, count / 2)
}

/// What somebody does to the notes; `None` where the game gives no occasion.
type Tampering = fn(&mut Vec<Value>) -> Option<()>;

const TAMPERINGS: [(&str, Tampering); 8] = [
    ("a changed die", |notes| {
        let (note, at) = throw(notes, |_| true)?;
        let die = &mut notes[note]["did"][at]["thrown"]["dice"][0];
        *die = json!(die.as_u64()? % 6 + 1);
        Some(())
    }),
    ("swapped links", |notes| {
        let (note, at) = throw(notes, |fact| fact["proof"]["thrower"].is_string())?;
        let proof = &mut notes[note]["did"][at]["thrown"]["proof"];
        let (server, thrower) = (proof["server"].take(), proof["thrower"].take());
        (proof["server"], proof["thrower"]) = (thrower, server);
        Some(())
    }),
    ("the link of an earlier throw", |notes| {
        let (earlier, old) = nth(notes, "thrown", |_| true, 0)?;
        let link = notes[earlier]["did"][old]["thrown"]["proof"]["server"].clone();
        let (note, at) = throw(notes, |_| true)?;
        notes[note]["did"][at]["thrown"]["proof"]["server"] = link;
        Some(())
    }),
    ("a removed note", |notes| {
        let (note, _) = throw(notes, |_| true)?;
        notes.remove(note - 1);
        Some(())
    }),
    ("an edited earlier note", |notes| {
        notes[1]["at"] = json!(notes[1]["at"].as_i64()? + 1);
        Some(())
    }),
    ("a changed anchor", |notes| {
        let other = notes[1]["did"][1]["anchored"]["anchor"].clone();
        notes[0]["did"][0]["opened"]["anchor"] = other;
        Some(())
    }),
    ("another witness", |notes| {
        let (note, at) = throw(notes, |fact| fact["proof"]["witness"].is_object())?;
        let thrown = &mut notes[note]["did"][at]["thrown"];
        let (thrower, witness) = (thrown["seat"].as_u64()?, thrown["proof"]["witness"]["seat"].as_u64()?);
        let other = (0..3).find(|&seat| seat != thrower && seat != witness).filter(|&seat| seat < 2)?;
        thrown["proof"]["witness"]["seat"] = json!(other);
        Some(())
    }),
    ("a witness that was there and is kept quiet", |notes| {
        let (note, at) = throw(notes, |fact| fact["proof"]["witness"]["link"].is_string())?;
        notes[note]["did"][at]["thrown"]["proof"].as_object_mut()?.remove("witness");
        Some(())
    }),
];

#[test]
fn both_refuse_what_was_changed() {
    let mut done = [0; TAMPERINGS.len()];
    let (mut texts, mut names) = (Vec::new(), Vec::new());
    for played in games(3, 150).into_iter().chain(games(4, 150)) {
        let record = played.verified().unwrap().record;
        for (kind, (name, tamper)) in TAMPERINGS.iter().enumerate() {
            let mut notes = parsed(&played);
            if tamper(&mut notes).is_some() {
                let notes: Vec<String> = notes.iter().map(Value::to_string).collect();
                texts.push(download(&record, &notes));
                names.push(*name);
                done[kind] += 1;
            }
        }
    }
    assert!(done.iter().all(|&times| times > 2), "{done:?}");
    for ((text, name), found) in texts.iter().zip(names).zip(reference(&texts)) {
        let refused = verify_download(text, &Shelf).map(|_| ());
        assert!(refused.is_err() && found.get("wrong").is_some(), "{name}: {refused:?}, {found}");
    }
}

/// What is said of a small game, changed.
#[track_caller]
fn refused(change: impl Fn(&mut Vec<Value>)) -> NotProven {
    let mut played = Played::small();
    for seat in [0, 1] {
        played.throw(seat);
        played.act(seat, kosti_engine::Action::Score { slot: 0 }).unwrap();
    }
    let mut notes = parsed(&played);
    change(&mut notes);
    let notes: Vec<String> = notes.iter().map(Value::to_string).collect();
    verify_download(&download(&played.verified().unwrap().record, &notes), &Shelf).map(|_| ()).unwrap_err()
}

#[test]
fn the_first_thing_that_does_not_hold_is_told() {
    // Notes 0 to 2 open the table and seat two; then called, thrown, scored for each.
    let thrown =
        |notes: &mut Vec<Value>, change: &dyn Fn(&mut Value)| change(&mut notes[4]["did"][0]["thrown"]);
    let link = "00".repeat(32);
    let proof = |field: &'static str, value: Value| {
        refused(move |notes| thrown(notes, &|thrown| thrown["proof"][field] = value.clone()))
    };
    assert_eq!(proof("number", json!(2)), NotProven::Number { number: 1, says: 2 });
    assert_eq!(proof("server", json!(link)), NotProven::Server { number: 1 });
    assert_eq!(proof("thrower", json!(link)), NotProven::Thrower { number: 1 });
    assert_eq!(proof("witness", json!({ "seat": 1, "link": link })), NotProven::Witness { number: 1 });
    assert_eq!(proof("witness", json!({ "seat": 0, "link": link })), NotProven::NotAsCalled { number: 1 });
    assert_eq!(proof("history", json!(link)), NotProven::OtherHistory { number: 1 });
    assert_eq!(proof("history", json!(null)), NotProven::OtherHistory { number: 1 });
    let none =
        refused(|notes| thrown(notes, &|thrown| drop(thrown.as_object_mut().unwrap().remove("proof"))));
    assert_eq!(none, NotProven::NoProof { number: 1 });
    let other = refused(|notes| thrown(notes, &|thrown| thrown["dice"] = json!([1, 7])));
    assert!(matches!(other, NotProven::OtherDice { number: 1, dice, .. } if dice.to_string() == "1-7"));
    // What was called is what is thrown.
    let called = refused(|notes| notes[3]["did"][0]["called"]["witness"] = json!(0));
    assert_eq!(called, NotProven::NotAsCalled { number: 1 });
    // The rules have their say as well.
    let points = refused(|notes| notes[8]["did"][0]["scored"]["points"] = json!(99));
    assert_eq!(points, NotProven::Impossible { nth: 9 });
    let seat = refused(|notes| notes[8]["did"][0]["scored"]["seat"] = json!(0));
    assert!(matches!(seat, NotProven::Refused { nth: 9, .. }));
    let ended = refused(|notes| notes[8]["did"].as_array_mut().unwrap().push(json!({ "resumed": {} })));
    assert_eq!(ended, NotProven::Impossible { nth: 9 });
    // Names that are none, in the notes of those who sat down and of the opening, and an id that steers terminals.
    let name = refused(|notes| notes[2]["did"][0]["seated"]["name"] = json!(""));
    assert_eq!(name, NotProven::Names { why: RecordFaultKind::BadName { name: String::new() } });
    let name = refused(|notes| notes[0]["did"][0]["opened"]["seats"][0]["name"] = json!("\u{1b}[2J"));
    assert!(matches!(name, NotProven::Names { .. }));
    let id = refused(|notes| notes[0]["did"][0]["opened"]["table"] = json!("\u{1b}[2J"));
    assert_eq!(id, NotProven::Impossible { nth: 1 });
}
