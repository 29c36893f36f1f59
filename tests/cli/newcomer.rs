//! What somebody types who has not read any help: it is understood, or the answer says what would be.

use std::fs;
use std::process::Stdio;

use expect_test::expect;
use serde_json::Value;

use super::{COMMANDS, Ran, json_of, kosti, place, ran, refused, said};

#[test]
fn dice_are_understood_however_they_are_typed() {
    for command in ["score", "advise"] {
        let usual = said(&[command, "crag", "--dice", "6,6,1"]);
        for typed in [
            &["--dice", "661"][..],
            &["--dice", "6", "6", "1"],
            &["--dice", "6 6 1"],
            &["--dice=6-6-1"],
            &["661"],
            &["6", "6", "1"],
            &["6,6,1"],
        ] {
            assert_eq!(said(&[&[command, "crag"], typed].concat()), usual, "{command} {typed:?}");
        }
        assert_eq!(said(&[command, "crag", "661", "--throw", "1"]), usual, "{command}: the first throw");
    }
}

#[test]
fn boxes_and_games_are_known_by_name_too() {
    let usual = said(&["score", "yatzy", "66666", "--sheet", "two-pairs=8,ones=3"]);
    for sheet in ["Two pairs=8,ONES=3", "дві пари=8,Одиниці=3", r#"{"Two Pairs":8,"ones":3}"#] {
        assert_eq!(said(&["score", "yatzy", "66666", "--sheet", sheet]), usual, "{sheet}");
    }
    for game in ["Dice Poker", "dice poker"] {
        assert_eq!(said(&["rules", game]), said(&["rules", "dice-poker"]));
    }
    assert_eq!(said(&["rules", "Школа"]), said(&["rules", "school"]));
    let twice = refused(1, &["score", "yatzy", "66666", "--sheet", "Ones=3,ones=2"]);
    assert!(twice.contains("`ones` can be filled only once"), "{twice}");
}

#[test]
fn what_is_not_understood_tells_what_would_be() {
    let told: String = [
        refused(2, &["advise", "yatzy", "--dice", "7", "7", "7", "7", "7"]),
        refused(2, &["score", "yatzy", "2255x"]),
        refused(2, &["score", "yatzy"]),
        refused(1, &["score", "scool", "1", "2", "3", "4", "5"]),
        refused(1, &["score", "crag", "123", "--sheet", "Thirten=26"]),
        refused(2, &["--lang", "fr", "games"]),
        refused(2, &["simulate", "crag", "--games", "0"]),
        refused(2, &["new", "--dice", "99"]),
        refused(2, &["serve", "--listen", "here"]),
        refused(2, &["completions", "basch"]),
        refused(2, &["rules"]),
        refused(2, &["scor", "yatzy"]),
        refused(2, &["help", "scor"]),
    ]
    .concat();
    expect![[r#"
        error: `7 7 7 7 7` are not dice (7 is not a face: 1 to 6); write 2 2 5 5 5 or 22555
        error: `2255x` are not dice (`2255x` is not a number); write 2 2 5 5 5 or 22555
        error: which dice? For example: kosti score yatzy 2 2 5 5 5
        error: there is no game `scool`; there are: balut, crag, dice-poker, generals, school, thousand, yatzy, farkle, generala, kniffel, maxi-yatzy, pig, poker-dice, yacht, yahtzee, yamb, zilch, or give the path of a rules file; did you mean `school`?
        error: there is no box `Thirten`; there are: ones, twos, threes, fours, fives, sixes, straight-1-2-3, straight-4-5-6, straight-2-4-6, straight-1-3-5, three, thirteen, crag; did you mean `Thirteen`?
        error: `fr` can't be the value of --lang <LANG>; allowed: en, uk
        Help: kosti help, kosti help COMMAND
        error: `0` can't be the value of --games <N>; allowed: 1…10000000
        Help: kosti help, kosti help COMMAND
        error: `99` can't be the value of --dice <N>; allowed: 1…8
        Help: kosti help, kosti help COMMAND
        error: `here` can't be the value of --listen <ADDRESS>; allowed: 127.0.0.1:7171, 0.0.0.0:80, [::1]:7171
        Help: kosti help, kosti help COMMAND
        error: `basch` can't be the value of <SHELL>; allowed: bash, elvish, fish, powershell, zsh; did you mean `bash`?
        Help: kosti help, kosti help COMMAND
        error: missing: <GAME>; there are: balut, crag, dice-poker, generals, school, thousand, yatzy, farkle, generala, kniffel, maxi-yatzy, pig, poker-dice, yacht, yahtzee, yamb, zilch, or give the path of a rules file
        Help: kosti help, kosti help COMMAND
        error: there is no command `scor`; did you mean `score`?
        Commands: games, play, rules, score, advise, solve, simulate, balance, check, new, schema, replay, review, verify, ask, serve, rescue, rebuild, copy, backup, completions, man, help
        Help: kosti help, kosti help COMMAND
        error: there is no command `scor`; did you mean `score`?
        Commands: games, play, rules, score, advise, solve, simulate, balance, check, new, schema, replay, review, verify, ask, serve, rescue, rebuild, copy, backup, completions, man, help
        Help: kosti help, kosti help COMMAND
    "#]].assert_eq(&told);
    assert!(refused(2, &["--lang", "uk", "scor"]).contains("може, `score`?\nКоманди: games, play, "));
}

#[test]
fn nobody_is_told_of_fields_they_did_not_send() {
    for args in [
        &["score", "crag", "661", "--json"][..],
        &["advise", "crag", "661", "--json"],
        &["advise", "crag", "--json"],
        &["advise", "pig", "5", "--json"],
        &["solve", "crag", "--json"],
        &["solve", "crag", "--reach", "200", "--json"],
        &["solve", "pig", "--json"],
        &["simulate", "crag", "--games", "10", "--json"],
    ] {
        let answer = json_of(args);
        assert_eq!(answer.get("ignored"), None, "{args:?}");
    }
}

#[test]
fn help_is_a_command_too() {
    assert_eq!(said(&["help"]), said(&["--help"]));
    for command in COMMANDS {
        assert_eq!(said(&["help", command]), said(&[command, "--help"]));
    }
    assert!(said(&["help"]).contains("Kosti starts the page to play on"));
    assert!(said(&["help", "--lang", "uk"]).contains("Kosti запускає сторінку для"));
}

#[test]
fn there_are_manual_pages() {
    let page = said(&["man"]);
    assert!(page.starts_with(".ie ") && page.contains(".TH kosti 1"), "{page}");
    assert!(page.contains("Without a command"), "{page}");
    for command in COMMANDS {
        let page = said(&["man", command]);
        assert!(page.contains(&format!(".TH kosti-{command} 1")) && page.contains("Examples:"), "{page}");
    }
    assert!(said(&["man", "score", "--lang", "uk"]).contains("Скільки дають кубики"));
}

/// The program with this on its standard input.
fn fed(args: &[&str], input: &str) -> Ran {
    let place = place("fed");
    fs::write(place.join("input"), input).unwrap();
    ran(kosti(args).stdin(Stdio::from(fs::File::open(place.join("input")).unwrap())))
}

#[test]
fn a_file_may_come_from_standard_input() {
    let sound = fs::read_to_string("games/crag.toml").unwrap();
    let told = fed(&["check", "-"], &sound);
    assert!(told.code == Some(0) && told.out.starts_with("-: fine. Crag: "), "{told:?}");
    let told = fed(&["check", "-", "--json"], "dice = 5\n");
    let json: Value = serde_json::from_str(&told.out).unwrap();
    assert!(told.code == Some(1) && json[0]["faults"][0]["kind"] == "missing", "{told:?}");
    assert!(fed(&["check", "-", "--watch"], &sound).err.contains("--watch watches one file"));
    let told = fed(&["ask"], "");
    assert!(told.code == Some(0) && told.out.is_empty() && told.err.is_empty(), "{told:?}");
}

#[test]
fn every_file_is_checked_although_one_is_not_there() {
    let told = ran(&mut kosti(&["check", "nowhere.toml", "games", "games/crag.toml"]));
    assert!(told.code == Some(1) && told.out.starts_with("games/crag.toml: fine."), "{told:?}");
    expect![[r#"
        error: nowhere.toml: can't be read: there is no such file
        error: games: can't be read: it is a directory
    "#]]
    .assert_eq(&told.err);
}

/// The candidates for the last of these words, as a script asks for them.
fn completed(shell: &str, words: &[&str]) -> Vec<String> {
    let mut command = kosti(&["--", "kosti"]);
    command.args(words).env("KOSTI_COMPLETE", shell).env("_CLAP_COMPLETE_INDEX", words.len().to_string());
    command.env("_CLAP_IFS", "\n");
    let told = ran(&mut command);
    assert!(told.code == Some(0) && told.err.is_empty(), "{told:?}");
    // Some shells get a description too, behind a tab or a colon.
    told.out.lines().map(|line| line.split(['\t', ':']).next().unwrap_or_default().to_owned()).collect()
}

#[test]
fn shells_complete_commands_games_boxes_and_house_rules() {
    for shell in ["bash", "zsh", "fish"] {
        let script = said(&["completions", shell]);
        assert!(script.contains("KOSTI_COMPLETE") && script.contains("kosti"), "{shell}: {script}");
        let found = |words: &[&str]| completed(shell, words);
        let commands = found(&[""]);
        assert!(COMMANDS.iter().all(|command| commands.iter().any(|found| found == command)), "{commands:?}");
        assert!(!commands.iter().any(|found| found == "judge"), "{commands:?}");
        assert_eq!(found(&["rules", "ya"]), ["yatzy", "yacht", "yahtzee", "yamb"]);
        let straights = ["circle-and-joker", "joker", "circle"].map(|choice| format!("straight={choice}"));
        assert_eq!(found(&["solve", "generals", "--house", ""]), straights);
        assert_eq!(
            found(&["solve", "generals", "--house", "straight=c"]),
            [&straights[0][..], &straights[2]]
        );
        assert_eq!(found(&["score", "yatzy", "--sheet", "ones=3,tw"]), ["ones=3,twos=", "ones=3,two-pairs="]);
        assert_eq!(found(&["help", "scor"]), ["score"]);
        assert_eq!(found(&["simulate", "yamb", "--players", "c"]), ["careful"]);
        assert!(found(&["--lang", ""]).iter().any(|found| found == "uk"));
    }
}

/// The same in a real bash, which splits words at `=` and `:`.
#[test]
fn bash_completes_words_with_signs() {
    let place = place("bash");
    std::os::unix::fs::symlink(env!("CARGO_BIN_EXE_kosti"), place.join("kosti")).unwrap();
    let completed = |line: &[&str]| {
        let words: Vec<String> = line.iter().map(|word| format!("'{word}'")).collect();
        let script = format!(
            "source <(kosti completions bash)\nCOMP_WORDS=({}); COMP_CWORD={}; _kosti kosti; printf '%s\\n' \"${{COMPREPLY[@]}}\"",
            words.join(" "),
            line.len() - 1,
        );
        let mut bash = std::process::Command::new("bash");
        bash.args(["--norc", "-c", &script]).env("LC_ALL", "C.UTF-8").stdin(Stdio::null());
        bash.env("PATH", format!("{}:{}", place.display(), std::env::var("PATH").unwrap()));
        let told = bash.output().unwrap();
        String::from_utf8(told.stdout).unwrap().lines().map(str::to_owned).collect::<Vec<_>>()
    };
    assert_eq!(completed(&["kosti", "rul"]), ["rules"]);
    assert_eq!(
        completed(&["kosti", "solve", "generals", "--house", "straight", "=", "c"]),
        ["circle-and-joker", "circle"]
    );
    assert_eq!(completed(&["kosti", "solve", "generals", "--house", "straight", "="]).len(), 3);
    assert_eq!(completed(&["kosti", "play", "yatzy", "--players", "bot", ":", "p"]), ["perfect"]);
    assert_eq!(completed(&["kosti", "play", "yamb", "--players", "bot", ":", "c"]), ["careful"]);
}

#[test]
fn a_reader_may_leave() {
    for command in [&["games"][..], &["rules", "yatzy"], &["help"], &["man"], &["schema"]] {
        let mut child = kosti(command).stdout(Stdio::piped()).stderr(Stdio::piped()).spawn().unwrap();
        drop(child.stdout.take());
        let left = child.wait_with_output().unwrap();
        assert!(left.status.code() == Some(0) && left.stderr.is_empty(), "{command:?}: {left:?}");
    }
}
