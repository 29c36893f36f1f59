//! Verifiable dice against `docs/dice.md`, and against its second implementation `tests/reference/fair.py`.

use std::io::Write as _;
use std::process::{Command, Output, Stdio};

use kosti_dice::fair::{Chain, Draw, Generation, History, Link, Version, table_secret, table_secret_1};
use serde_json::Value;

/// The test vectors of the document.
fn vectors() -> &'static str {
    let document = include_str!("../../../docs/dice.md");
    let (_, rest) = document.split_once("```json\n").unwrap();
    rest.split_once("```").unwrap().0
}

fn reference(arguments: &[&str], input: &str) -> Output {
    let mut python = Command::new("python3")
        .arg("../../tests/reference/fair.py")
        .args(arguments)
        .current_dir(env!("CARGO_MANIFEST_DIR"))
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .stderr(Stdio::inherit())
        .spawn()
        .expect("python3 runs the reference");
    python.stdin.take().unwrap().write_all(input.as_bytes()).unwrap();
    python.wait_with_output().unwrap()
}

fn text(value: &Value) -> &str {
    value.as_str().unwrap()
}

fn bytes(value: &Value) -> [u8; 32] {
    *link(value).as_bytes()
}

fn link(value: &Value) -> Link {
    text(value).parse().unwrap()
}

fn number(value: &Value) -> u64 {
    value.as_u64().unwrap()
}

fn version(case: &Value) -> Version {
    match number(&case["version"]) {
        1 => Version::One,
        _ => Version::Two,
    }
}

fn throw(case: &Value) -> Vec<u8> {
    let [thrower, witness] = [&case["thrower"], &case["witness"]].map(|hex| hex.as_str().map(|_| link(hex)));
    let draw = Draw {
        table: text(&case["table"]),
        number: number(&case["number"]),
        seat: number(&case["seat"]) as usize,
        server: &link(&case["server"]),
        thrower: thrower.as_ref(),
        witness: witness.as_ref(),
    };
    let (count, sides) = (number(&case["count"]) as usize, number(&case["sides"]) as u8);
    match version(case) {
        Version::One => {
            let history = text(&case["history"]).parse().unwrap();
            draw.fall_1(&history, case["witness_seat"].as_u64().unwrap_or(0) as usize, count, sides)
        }
        Version::Two => draw.fall(count, sides),
    }
}

/// Compares every case, and returns the number of cases.
#[track_caller]
fn compare(cases: &Value) -> usize {
    let of_kind = |kind: &str| cases[kind].as_array().unwrap().iter();
    for case in of_kind("links") {
        assert_eq!(link(&case["link"]).before(version(case)), link(&case["before"]), "{case}");
    }
    for case in of_kind("secrets") {
        let (master, table) = (bytes(&case["master"]), text(&case["table"]));
        let secret = match version(case) {
            Version::One => table_secret_1(&master, table, number(&case["generation"]).try_into().unwrap()),
            Version::Two => table_secret(
                &master,
                table,
                Generation::try_from(text(&case["generation"]).to_owned()).unwrap(),
            ),
        };
        assert_eq!(secret, bytes(&case["secret"]), "{case}");
    }
    for case in of_kind("chains") {
        let mut chain = Chain::of(version(case), bytes(&case["secret"]));
        assert_eq!(chain.anchor(), link(&case["anchor"]), "{case}");
        for (number, shown) in case["links"].as_object().unwrap() {
            assert_eq!(chain.link(number.parse().unwrap()), Some(link(shown)), "{number} of {case}");
        }
    }
    for case in of_kind("histories") {
        let records = case["records"].as_array().unwrap();
        let history =
            records.iter().fold(History::START, |so_far, record| so_far.then(text(record).as_bytes()));
        assert_eq!(history.to_string(), text(&case["history"]), "{case}");
    }
    for case in of_kind("throws") {
        assert_eq!(serde_json::to_value(throw(case)).unwrap(), case["dice"], "{case}");
    }
    cases.as_object().unwrap().values().map(|of_kind| of_kind.as_array().unwrap().len()).sum()
}

#[test]
fn the_document_tells_what_is_so() {
    assert_eq!(compare(&serde_json::from_str(vectors()).unwrap()), 21);
}

#[test]
fn the_reference_finds_the_document_right() {
    let out = reference(&["check"], vectors());
    assert!(out.status.success(), "{}", String::from_utf8_lossy(&out.stdout));
}

#[test]
fn the_reference_finds_what_is_wrong() {
    let mut changed: Value = serde_json::from_str(vectors()).unwrap();
    changed["throws"][1]["number"] = 2.into();
    let out = reference(&["check"], &changed.to_string());
    let said = String::from_utf8(out.stdout).unwrap();
    assert!(!out.status.success());
    assert!(said.contains("throws[1].dice") && said.lines().count() == 2, "{said}");
}

#[test]
fn the_reference_agrees_on_random_cases() {
    for seed in ["1", "2", "3"] {
        let out = reference(&["cases", seed, "1000"], "");
        assert!(out.status.success(), "the reference: {}", out.status);
        assert_eq!(compare(&serde_json::from_slice(&out.stdout).unwrap()), 4050);
    }
}
