//! Input of newcomers who have not read the help: it is understood, or the answer suggests the right form.

use std::fs;
use std::process::Stdio;

use expect_test::expect;
use serde_json::Value;

use super::{COMMANDS, Ran, json_of, kosti, place, ran, stderr_of, stdout_of};

#[test]
fn dice_are_understood_however_they_are_typed() {
    for command in ["score", "advise"] {
        let usual = stdout_of(&[command, "crag", "--dice", "6,6,1"]);
        for typed in [
            &["--dice", "661"][..],
            &["--dice", "6", "6", "1"],
            &["--dice", "6 6 1"],
            &["--dice=6-6-1"],
            &["661"],
            &["6", "6", "1"],
            &["6,6,1"],
        ] {
            assert_eq!(stdout_of(&[&[command, "crag"], typed].concat()), usual, "{command} {typed:?}");
        }
        assert_eq!(stdout_of(&[command, "crag", "661", "--throw", "1"]), usual, "{command}: the first throw");
    }
}

#[test]
fn boxes_and_games_are_known_by_name_too() {
    let usual = stdout_of(&["score", "yatzy", "66666", "--sheet", "two-pairs=8,ones=3"]);
    for sheet in ["Two pairs=8,ONES=3", "дві пари=8,Одиниці=3", r#"{"Two Pairs":8,"ones":3}"#] {
        assert_eq!(stdout_of(&["score", "yatzy", "66666", "--sheet", sheet]), usual, "{sheet}");
    }
    for game in ["Dice Poker", "dice poker"] {
        assert_eq!(stdout_of(&["rules", game]), stdout_of(&["rules", "dice-poker"]));
    }
    assert_eq!(stdout_of(&["rules", "Школа"]), stdout_of(&["rules", "school"]));
    let twice = stderr_of(1, &["score", "yatzy", "66666", "--sheet", "Ones=3,ones=2"]);
    assert!(twice.contains("`ones` can be filled only once"), "{twice}");
}

#[test]
fn what_is_not_understood_tells_what_would_be() {
    let result: String = [
        stderr_of(2, &["advise", "yatzy", "--dice", "7", "7", "7", "7", "7"]),
        stderr_of(2, &["score", "yatzy", "2255x"]),
        stderr_of(2, &["score", "yatzy"]),
        stderr_of(1, &["score", "scool", "1", "2", "3", "4", "5"]),
        stderr_of(1, &["score", "crag", "123", "--sheet", "Thirten=26"]),
        stderr_of(2, &["--lang", "fr", "games"]),
        stderr_of(2, &["simulate", "crag", "--games", "0"]),
        stderr_of(2, &["new", "--dice", "99"]),
        stderr_of(2, &["serve", "--listen", "here"]),
        stderr_of(2, &["completions", "basch"]),
        stderr_of(2, &["rules"]),
        stderr_of(2, &["scor", "yatzy"]),
        stderr_of(2, &["help", "scor"]),
    ]
    .concat();
    expect![[r#"
        error: `7 7 7 7 7` are not dice (7 is not a face: 1 to 6); write 2 2 5 5 5 or 22555
        error: `2255x` are not dice (`2255x` is not a number); write 2 2 5 5 5 or 22555
        error: which dice? For example: kosti score yatzy 2 2 5 5 5
        error: there is no game `scool`; there are: balut, crag, dice-poker, generals, school, thousand, yatzy, farkle, generala, kismet, kniffel, maxi-yatzy, midnight, pig, poker-dice, ship-captain-crew, ten-thousand, triple-yahtzee, two-dice-pig, yacht, yahtzee, yamb, zilch, or give the path of a rules file; did you mean `school`?
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
        error: missing: <GAME>; there are: balut, crag, dice-poker, generals, school, thousand, yatzy, farkle, generala, kismet, kniffel, maxi-yatzy, midnight, pig, poker-dice, ship-captain-crew, ten-thousand, triple-yahtzee, two-dice-pig, yacht, yahtzee, yamb, zilch, or give the path of a rules file
        Help: kosti help, kosti help COMMAND
        error: there is no command `scor`; did you mean `score`?
        Commands: games, play, rules, score, advise, solve, simulate, balance, check, new, schema, replay, review, verify, ask, serve, rescue, rebuild, copy, backup, completions, man, help
        Help: kosti help, kosti help COMMAND
        error: there is no command `scor`; did you mean `score`?
        Commands: games, play, rules, score, advise, solve, simulate, balance, check, new, schema, replay, review, verify, ask, serve, rescue, rebuild, copy, backup, completions, man, help
        Help: kosti help, kosti help COMMAND
    "#]].assert_eq(&result);
    assert!(stderr_of(2, &["--lang", "uk", "scor"]).contains("може, `score`?\nКоманди: games, play, "));
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
    assert_eq!(stdout_of(&["help"]), stdout_of(&["--help"]));
    for command in COMMANDS {
        assert_eq!(stdout_of(&["help", command]), stdout_of(&[command, "--help"]));
    }
    assert!(stdout_of(&["help"]).contains("Kosti starts the page to play on"));
    assert!(stdout_of(&["help", "--lang", "uk"]).contains("Kosti запускає сторінку для"));
}

#[test]
fn there_are_manual_pages() {
    let page = stdout_of(&["man"]);
    assert!(page.starts_with(".ie ") && page.contains(".TH kosti 1"), "{page}");
    assert!(page.contains("Without a command"), "{page}");
    for command in COMMANDS {
        let page = stdout_of(&["man", command]);
        assert!(page.contains(&format!(".TH kosti-{command} 1")) && page.contains("Examples:"), "{page}");
    }
    assert!(stdout_of(&["man", "score", "--lang", "uk"]).contains("Скільки дають кубики"));
}

/// The program with this standard input.
fn run_with_input(args: &[&str], input: &str) -> Ran {
    let place = place("fed");
    fs::write(place.join("input"), input).unwrap();
    ran(kosti(args).stdin(Stdio::from(fs::File::open(place.join("input")).unwrap())))
}

#[test]
fn a_file_may_come_from_standard_input() {
    let sound = fs::read_to_string("games/crag.toml").unwrap();
    let result = run_with_input(&["check", "-"], &sound);
    assert!(result.code == Some(0) && result.out.starts_with("-: fine. Crag: "), "{result:?}");
    let result = run_with_input(&["check", "-", "--json"], "dice = 5\n");
    let json: Value = serde_json::from_str(&result.out).unwrap();
    assert!(result.code == Some(1) && json[0]["faults"][0]["kind"] == "missing", "{result:?}");
    assert!(run_with_input(&["check", "-", "--watch"], &sound).err.contains("--watch watches one file"));
    let result = run_with_input(&["ask"], "");
    assert!(result.code == Some(0) && result.out.is_empty() && result.err.is_empty(), "{result:?}");
}

#[test]
fn every_file_is_checked_although_one_is_not_there() {
    let result = ran(&mut kosti(&["check", "nowhere.toml", "games", "games/crag.toml"]));
    assert!(result.code == Some(1) && result.out.starts_with("games/crag.toml: fine."), "{result:?}");
    expect![[r#"
        error: nowhere.toml: can't be read: there is no such file
        error: games: can't be read: it is a directory
    "#]]
    .assert_eq(&result.err);
}

/// The completions of the last word, as requested by a script.
fn completions_of(shell: &str, words: &[&str]) -> Vec<String> {
    let mut command = kosti(&["--", "kosti"]);
    command.args(words).env("KOSTI_COMPLETE", shell).env("_CLAP_COMPLETE_INDEX", words.len().to_string());
    command.env("_CLAP_IFS", "\n");
    let result = ran(&mut command);
    assert!(result.code == Some(0) && result.err.is_empty(), "{result:?}");
    // Some shells get a description too, behind a tab or a colon.
    result.out.lines().map(|line| line.split(['\t', ':']).next().unwrap_or_default().to_owned()).collect()
}

#[test]
fn shells_complete_commands_games_boxes_and_house_rules() {
    for shell in ["bash", "zsh", "fish"] {
        let script = stdout_of(&["completions", shell]);
        assert!(script.contains("KOSTI_COMPLETE") && script.contains("kosti"), "{shell}: {script}");
        let found = |words: &[&str]| completions_of(shell, words);
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
    let completions_of = |line: &[&str]| {
        let words: Vec<String> = line.iter().map(|word| format!("'{word}'")).collect();
        let script = format!(
            "source <(kosti completions bash)\nCOMP_WORDS=({}); COMP_CWORD={}; _kosti kosti; printf '%s\\n' \"${{COMPREPLY[@]}}\"",
            words.join(" "),
            line.len() - 1,
        );
        let mut bash = std::process::Command::new("bash");
        bash.args(["--norc", "-c", &script]).env("LC_ALL", "C.UTF-8").stdin(Stdio::null());
        bash.env("PATH", format!("{}:{}", place.display(), std::env::var("PATH").unwrap()));
        let result = bash.output().unwrap();
        String::from_utf8(result.stdout).unwrap().lines().map(str::to_owned).collect::<Vec<_>>()
    };
    assert_eq!(completions_of(&["kosti", "rul"]), ["rules"]);
    assert_eq!(
        completions_of(&["kosti", "solve", "generals", "--house", "straight", "=", "c"]),
        ["circle-and-joker", "circle"]
    );
    assert_eq!(completions_of(&["kosti", "solve", "generals", "--house", "straight", "="]).len(), 3);
    assert_eq!(completions_of(&["kosti", "play", "yatzy", "--players", "bot", ":", "p"]), ["perfect"]);
    assert_eq!(completions_of(&["kosti", "play", "yamb", "--players", "bot", ":", "c"]), ["careful"]);
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
