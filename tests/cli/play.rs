//! `kosti play` without a terminal. tests/terminal.rs plays games.

use std::fs;

use expect_test::expect;

use super::{kosti, place, ran, stderr_of};

#[test]
fn without_a_terminal_it_says_so() {
    expect![[r#"
        error: `kosti play` needs a terminal; to let a program play, use `kosti ask`
    "#]]
    .assert_eq(&stderr_of(1, &["play", "yatzy", "--players", "Olena"]));
}

#[test]
fn what_cannot_be_played_is_refused_first() {
    let output = |args: &[&str]| stderr_of(2, &[&["play", "yatzy"], args].concat());
    assert!(output(&["--players", "Olena,bot:genius"]).contains("genius"));
    assert!(output(&["--players", "Olena,Olena"]).contains("two players are called \"Olena\""));
    assert!(output(&["--players", "Olena", "--house", "nothing=no"]).contains("nothing"));
    assert!(output(&["--players", "Olena", "--coach", "loud"]).contains("off, warn, on"));
    assert!(output(&["--players", "Olena", "--warn", "nan"]).contains("--warn"));
    assert!(output(&["--players", "Olena", "--resume"]).contains("--resume"));
    assert!(stderr_of(1, &["play", "chess"]).contains("chess"));
}

#[test]
fn what_cannot_go_on_is_refused() {
    let place = place("resume");
    let resume = |args: &[&str]| {
        let ran = ran(kosti(&[&["play", "--resume"], args].concat())
            .env("HOME", &place)
            .env("XDG_DATA_HOME", &place));
        assert_eq!((ran.code, ran.out.as_str()), (Some(1), ""));
        ran.err
    };
    assert!(resume(&[]).contains("no game is unfinished"));
    assert!(resume(&["playthroughs/yatzy.kosti"]).contains("is over"));
    assert!(resume(&["README.md"]).contains("not a Kosti record"));
    let own = place.join("own.kosti");
    let rules = place.join("mine.toml");
    let text = fs::read_to_string("games/crag.toml").unwrap();
    let record = |hash: &str| {
        let tags = format!(
            "[Kosti \"1\"]\n[Game \"mine\"]\n[Rules \"{hash}\"]\n[Dice \"virtual\"]\n[Player \"Olena\"]"
        );
        fs::write(&own, format!("{tags}\n[RulesFile \"{}\"]\n[Result \"*\"]\n\n", rules.display())).unwrap();
        resume(&[own.to_str().unwrap()])
    };
    assert!(record("00").contains("can't be found"), "{}", record("00"));
    fs::write(&rules, text).unwrap();
    assert!(record("00").contains("other rules"), "{}", record("00"));
    assert!(record("d847f05ed92575a37e797914205be153").contains("needs a terminal"));
    let output = stderr_of(1, &["play", "crag", "--players", "Olena", "--save", own.to_str().unwrap()]);
    assert!(output.contains("is there already"), "{output}");
}
