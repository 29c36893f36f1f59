//! Downloads of tables: read again, and verified by the program and by `tests/reference/fair.py`.

use std::io::Write as _;
use std::process::{Command, Stdio};

use kosti_dice::fair::Version;
use kosti_engine::{Action, Record, RecordFaultKind};
use kosti_table::{VerifiedTable, VerifyError, commits, verify_download};
use kosti_testkit::TestRng;
use serde_json::{Value, json};

use crate::driver::{Played, RulesCache, opening_of};
use crate::playing::tables;

/// The results of the reference for each text.
pub(crate) fn reference(texts: &[String]) -> Vec<Value> {
    let mut python = Command::new("python3")
        .args(["../../tests/reference/fair.py", "verify-each"])
        .current_dir(env!("CARGO_MANIFEST_DIR"))
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .spawn()
        .expect("python3 runs the reference");
    python.stdin.take().unwrap().write_all(json!(texts).to_string().as_bytes()).unwrap();
    serde_json::from_slice(&python.wait_with_output().unwrap().stdout).unwrap()
}

/// The throws in the form of the reference.
pub(crate) fn throws(checked: &VerifiedTable) -> Value {
    let throw = |throw: &kosti_table::Throw| {
        json!({
            "number": throw.number, "seat": throw.seat, "dice": throw.dice,
            "version": if throw.version == Version::One { 1 } else { 2 },
            "thrower": throw.thrower, "witness": throw.witness, "silent": throw.silent,
        })
    };
    json!({ "throws": checked.throws.iter().map(throw).collect::<Vec<_>>() })
}

/// A random game of each bundled game, of some length.
pub(crate) fn games(seed: u64, steps: usize) -> Vec<Played> {
    let mut rng = TestRng::new(seed);
    let tables = tables(&mut rng);
    let play = |table| {
        let mut played = Played::open_started(table);
        played.play(&mut rng, steps);
        played
    };
    tables.into_iter().map(play).collect()
}

#[test]
fn both_derive_the_throws_of_random_games() {
    let texts: Vec<String> = [(1, 60), (2, 400)]
        .iter()
        .flat_map(|&(seed, steps)| games(seed, steps))
        .map(|g| g.download())
        .collect();
    let mut derived = 0;
    for (text, found) in texts.iter().zip(reference(&texts)) {
        let checked = verify_download(text, &RulesCache).unwrap();
        // The shortest game has one turn for each player.
        assert!(checked.throws.len() > 1);
        derived += checked.throws.len();
        assert_eq!(throws(&checked), found);
    }
    assert!(derived > 20 * texts.len(), "{derived}");
}

#[test]
fn a_download_is_a_record_with_notes() {
    let mut played = Played::small();
    played.throw(0);
    played.act(0, Action::Score { slot: 0 }).unwrap();
    let text = played.download();
    assert_eq!(commits(&text), played.commits);
    let checked = verify_download(&text, &RulesCache).unwrap();
    assert!(Record::parse(&text, checked.table.rules().clone()).unwrap() == checked.record);
    // Other programs end lines in their own way, and people add comments and tags.
    let windows = text.replace('\n', "\r\n");
    let dated = text.replace("[Player \"Olena\"]", "# Sunday\n[Date \"2026-11-15\"]\n[Player \"Olena\"]");
    for same in [windows, dated] {
        assert_eq!(throws(&verify_download(&same, &RulesCache).unwrap()), throws(&checked));
        assert_eq!(reference(&[same]), [throws(&checked)]);
    }
}

#[test]
fn the_record_must_be_of_the_same_game() {
    let mut played = Played::small();
    for seat in [0, 1] {
        played.throw(seat);
        played.act(seat, Action::Score { slot: 0 }).unwrap();
    }
    let text = played.download();
    let wrong = |text: &str| verify_download(text, &RulesCache).map(|_| ()).unwrap_err();
    for (from, to) in [
        ("Petro", "Pavlo"),
        ("[Table \"kitchen\"]", "[Table \"garden\"]"),
        ("[Table \"kitchen\"]\n", ""),
        ("[Dice \"virtual\"]", "[Dice \"real\"]"),
    ] {
        let above = text.split("#= ").next().unwrap();
        let other = text.replacen(above, &above.replace(from, to), 1);
        assert_ne!(other, text);
        assert_eq!(wrong(&other), VerifyError::OtherGame, "{from} → {to}");
    }
    // Without the last commit the journal is consistent, but shorter than the record.
    let last = played.commits.last().unwrap();
    assert_eq!(wrong(&text.replace(&format!("#= {last}\n"), "")), VerifyError::OtherGame);
    let line = text.lines().position(|line| line.starts_with("1 Petro")).unwrap() + 1;
    let cut = text.replace(", scored any", ", scored anything");
    assert!(matches!(wrong(&cut), VerifyError::Text { line: at, .. } if at == line - 1));
}

#[test]
fn without_notes_there_is_nothing_to_verify() {
    let mut played = Played::small();
    played.throw(0);
    let text = played.download();
    let above = text.split("#= ").next().unwrap();
    assert_eq!(verify_download(above, &RulesCache).map(|_| ()), Err(VerifyError::NoCommits));
    let none = VerifyError::Text { line: 1, why: RecordFaultKind::NotARecord };
    assert_eq!(verify_download("hello", &RulesCache).map(|_| ()), Err(none));
    let waiting = Played::open(opening_of("small", crate::driver::SMALL, 2));
    assert_eq!(waiting.verify().map(|_| ()), Err(VerifyError::NotStarted));
}

/// The example of `docs/dice.md`.
fn documented() -> &'static str {
    let (_, rest) = include_str!("../../../../docs/dice.md").split_once("```record\n").unwrap();
    rest.split_once("```").unwrap().0
}

#[test]
fn the_documents_example_is_verified_by_both() {
    let checked = verify_download(documented(), &RulesCache).unwrap();
    let witnesses: Vec<_> =
        checked.throws.iter().map(|throw| (throw.thrower, throw.witness, throw.silent)).collect();
    assert_eq!(witnesses, [(true, Some(1), None), (true, None, Some(0)), (false, None, Some(1))]);
    assert!(checked.record.replay().outcome().is_some());
    assert_eq!(kosti_table::download(&checked.record, &commits(documented())), documented());
    assert_eq!(reference(&[documented().to_owned()]), [throws(&checked)]);
}

/// Generates the example; the document contains its output.
#[test]
fn the_example_is_what_the_table_writes() {
    let rules = "name = \"One die\"\ndice = 1\nthrows = 1\n[box.any]\nscore = \"all-dice\"\n";
    let mut played =
        Played::open(kosti_table::Opened { table: "kitchen".into(), ..opening_of("one-die", rules, 3) });
    for (seat, name) in ["Olena", "Petro", "Guest"].into_iter().enumerate() {
        played.sit(seat, name, seat < 2).unwrap();
    }
    for seat in 0..3 {
        played.call(seat, Action::first_throw()).unwrap();
        if seat == 0 {
            played.answer();
        } else {
            played.leave_out();
        }
        played.act(seat, Action::Score { slot: 0 }).unwrap();
    }
    assert_eq!(played.download(), documented(), "docs/dice.md: this is the example\n{}", played.download());
}
