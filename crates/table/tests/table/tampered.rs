//! Tampered downloads: the program and the reference reject the same ones.

use kosti_engine::RecordFaultKind;
use kosti_table::{VerifyError, download, verify_download};
use serde_json::{Value, json};

use crate::downloads::{games, reference};
use crate::driver::{Played, RulesCache};

/// The commits as JSON; writing them gives the same text.
fn parse_commits(played: &Played) -> Vec<Value> {
    let commits: Vec<Value> =
        played.commits.iter().map(|commit| serde_json::from_str(commit).unwrap()).collect();
    assert!(commits.iter().map(Value::to_string).eq(played.commits.iter().cloned()));
    commits
}

/// The place of the n-th event of a kind: its commit and its index there.
fn nth(commits: &[Value], kind: &str, wanted: impl Fn(&Value) -> bool, n: usize) -> Option<(usize, usize)> {
    let places = commits.iter().enumerate().flat_map(|(commit, value)| {
        let events = value["did"].as_array().unwrap().iter().enumerate();
        events.filter(|(_, event)| event.get(kind).is_some_and(&wanted)).map(move |(at, _)| (commit, at))
    });
    places.into_iter().nth(n)
}

/// A throw in the middle of the game.
fn throw(commits: &[Value], wanted: impl Fn(&Value) -> bool) -> Option<(usize, usize)> {
    let count = (0..).take_while(|&n| nth(commits, "thrown", &wanted, n).is_some()).count();
    nth(commits, "thrown", wanted, count / 2)
}

/// A change of the commits; `None` if the game gives no opportunity for it.
type Tampering = fn(&mut Vec<Value>) -> Option<()>;

const TAMPERINGS: [(&str, Tampering); 8] = [
    ("a changed die", |commits| {
        let (commit, at) = throw(commits, |_| true)?;
        let die = &mut commits[commit]["did"][at]["thrown"]["dice"][0];
        *die = json!(die.as_u64()? % 6 + 1);
        Some(())
    }),
    ("swapped links", |commits| {
        let (commit, at) = throw(commits, |event| event["proof"]["thrower"].is_string())?;
        let proof = &mut commits[commit]["did"][at]["thrown"]["proof"];
        let (server, thrower) = (proof["server"].take(), proof["thrower"].take());
        (proof["server"], proof["thrower"]) = (thrower, server);
        Some(())
    }),
    ("the link of an earlier throw", |commits| {
        let (earlier, old) = nth(commits, "thrown", |_| true, 0)?;
        let link = commits[earlier]["did"][old]["thrown"]["proof"]["server"].clone();
        let (commit, at) = throw(commits, |_| true)?;
        commits[commit]["did"][at]["thrown"]["proof"]["server"] = link;
        Some(())
    }),
    // A thrower with a chain stands on the history; without one only the rules can miss a note.
    ("a removed note", |commits| {
        let (commit, _) = throw(commits, |event| event["proof"]["thrower"].is_string())?;
        commits.remove(commit - 1);
        Some(())
    }),
    ("an edited earlier note", |commits| {
        commits[1]["at"] = json!(commits[1]["at"].as_i64()? + 1);
        Some(())
    }),
    ("a changed anchor", |commits| {
        let other = commits[1]["did"][1]["anchored"]["anchor"].clone();
        commits[0]["did"][0]["opened"]["anchor"] = other;
        Some(())
    }),
    ("another witness", |commits| {
        let (commit, at) = throw(commits, |event| event["proof"]["witness"].is_object())?;
        let thrown = &mut commits[commit]["did"][at]["thrown"];
        let (thrower, witness) = (thrown["seat"].as_u64()?, thrown["proof"]["witness"]["seat"].as_u64()?);
        let other = (0..3).find(|&seat| seat != thrower && seat != witness).filter(|&seat| seat < 2)?;
        thrown["proof"]["witness"]["seat"] = json!(other);
        Some(())
    }),
    ("a witness that was there and is kept quiet", |commits| {
        let (commit, at) = throw(commits, |event| event["proof"]["witness"]["link"].is_string())?;
        commits[commit]["did"][at]["thrown"]["proof"].as_object_mut()?.remove("witness");
        Some(())
    }),
];

#[test]
fn both_refuse_what_was_changed() {
    let mut done = [0; TAMPERINGS.len()];
    let (mut texts, mut names) = (Vec::new(), Vec::new());
    for played in games(3, 150).into_iter().chain(games(4, 150)) {
        let record = played.verify().unwrap().record;
        for (kind, (name, tamper)) in TAMPERINGS.iter().enumerate() {
            let mut commits = parse_commits(&played);
            if tamper(&mut commits).is_some() {
                let commits: Vec<String> = commits.iter().map(Value::to_string).collect();
                texts.push(download(&record, &commits));
                names.push(*name);
                done[kind] += 1;
            }
        }
    }
    assert!(done.iter().all(|&times| times > 2), "{done:?}");
    for ((text, name), found) in texts.iter().zip(names).zip(reference(&texts)) {
        let refused = verify_download(text, &RulesCache).map(|_| ());
        assert!(refused.is_err() && found.get("wrong").is_some(), "{name}: {refused:?}, {found}");
    }
}

/// The error of a small game after a change.
#[track_caller]
fn expect_refusal(change: impl Fn(&mut Vec<Value>)) -> VerifyError {
    let mut played = Played::small();
    for seat in [0, 1] {
        played.throw(seat);
        played.act(seat, kosti_engine::Action::Score { slot: 0 }).unwrap();
    }
    let mut commits = parse_commits(&played);
    change(&mut commits);
    let commits: Vec<String> = commits.iter().map(Value::to_string).collect();
    verify_download(&download(&played.verify().unwrap().record, &commits), &RulesCache)
        .map(|_| ())
        .unwrap_err()
}

#[test]
fn the_first_thing_that_does_not_hold_is_told() {
    // Commits 0 to 2 open the table and seat two players; then each player calls, throws and scores.
    let thrown =
        |commits: &mut Vec<Value>, change: &dyn Fn(&mut Value)| change(&mut commits[4]["did"][0]["thrown"]);
    let link = "00".repeat(32);
    let proof = |field: &'static str, value: Value| {
        expect_refusal(move |commits| thrown(commits, &|thrown| thrown["proof"][field] = value.clone()))
    };
    assert_eq!(proof("number", json!(2)), VerifyError::Number { number: 1, says: 2 });
    assert_eq!(proof("server", json!(link)), VerifyError::Server { number: 1 });
    assert_eq!(proof("thrower", json!(link)), VerifyError::Thrower { number: 1 });
    assert_eq!(proof("witness", json!({ "seat": 1, "link": link })), VerifyError::Witness { number: 1 });
    assert_eq!(proof("witness", json!({ "seat": 0, "link": link })), VerifyError::NotAsCalled { number: 1 });
    assert_eq!(proof("history", json!(link)), VerifyError::OtherHistory { number: 1 });
    assert_eq!(proof("history", json!(null)), VerifyError::OtherHistory { number: 1 });
    let none = expect_refusal(|commits| {
        thrown(commits, &|thrown| drop(thrown.as_object_mut().unwrap().remove("proof")));
    });
    assert_eq!(none, VerifyError::NoProof { number: 1 });
    let other = expect_refusal(|commits| thrown(commits, &|thrown| thrown["dice"] = json!([1, 7])));
    assert!(matches!(other, VerifyError::OtherDice { number: 1, dice, .. } if dice.to_string() == "1-7"));
    // The throw must be the called one.
    let called = expect_refusal(|commits| commits[3]["did"][0]["called"]["witness"] = json!(0));
    assert_eq!(called, VerifyError::NotAsCalled { number: 1 });
    // The rules are checked as well.
    let points = expect_refusal(|commits| commits[8]["did"][0]["scored"]["points"] = json!(99));
    assert_eq!(points, VerifyError::Impossible { nth: 9 });
    let seat = expect_refusal(|commits| commits[8]["did"][0]["scored"]["seat"] = json!(0));
    assert!(matches!(seat, VerifyError::Refused { nth: 9, .. }));
    let ended =
        expect_refusal(|commits| commits[8]["did"].as_array_mut().unwrap().push(json!({ "resumed": {} })));
    assert_eq!(ended, VerifyError::Impossible { nth: 9 });
    // Invalid names in the commits of joining players and of the opening, and an id with control characters.
    let name = expect_refusal(|commits| commits[2]["did"][0]["seated"]["name"] = json!(""));
    assert_eq!(name, VerifyError::Names { why: RecordFaultKind::BadName { name: String::new() } });
    let name =
        expect_refusal(|commits| commits[0]["did"][0]["opened"]["seats"][0]["name"] = json!("\u{1b}[2J"));
    assert!(matches!(name, VerifyError::Names { .. }));
    let id = expect_refusal(|commits| commits[0]["did"][0]["opened"]["table"] = json!("\u{1b}[2J"));
    assert_eq!(id, VerifyError::Impossible { nth: 1 });
}
