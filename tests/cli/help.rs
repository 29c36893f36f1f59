//! Help, completions and manual pages.

use std::path::Path;

use serde_json::json;

use super::{COMMANDS, json_of, kosti, ran, stdout_of};

#[test]
fn json_is_json() {
    let games = json_of(&["games", "--json"]);
    assert!(games["games"].as_array().unwrap().iter().any(|game| game["id"] == "thousand"));
    for id in kosti_games::ids() {
        let rules = json_of(&["rules", id, "--json"]);
        assert_eq!(rules["id"], id);
        assert!(rules["hash"].as_str().unwrap().len() == 32, "{rules}");
    }
    let score = json_of(&["score", "crag", "--dice", "6,6,1", "--json"]);
    let crag = score["boxes"].as_array().unwrap().last().unwrap();
    assert_eq!((&crag["box"], &crag["score"]), (&json!("crag"), &json!(50)));
}

#[test]
fn schema_names_the_keys_of_every_rules_file() {
    let schema = json_of(&["schema"]);
    let top: Vec<&String> = schema["properties"].as_object().unwrap().keys().collect();
    let heading = |line: &str| line.strip_prefix('[').map(|h| h.trim_start_matches('[').to_owned());
    for (id, text) in kosti_games::TEXTS {
        let headings = text.lines().filter_map(heading);
        let keys =
            text.lines().take_while(|line| !line.starts_with('[')).filter_map(|line| line.split_once('='));
        let first = |name: String| name.split(['.', ']']).next().unwrap_or_default().trim().to_owned();
        for key in
            headings.chain(keys.map(|(key, _)| key.to_owned())).map(first).filter(|key| !key.starts_with('#'))
        {
            assert!(top.contains(&&key), "{id}: the schema does not know `{key}`");
        }
    }
    let text = schema.to_string();
    for word in [
        "per-number",
        "last-resort",
        "each-miss",
        "never-crossed",
        "hot-dice",
        "blank",
        "wild",
        "instant-win",
    ] {
        assert!(text.contains(&format!("\"{word}\"")), "{word}");
    }
}

#[test]
fn help_has_examples_in_every_language() {
    for (language, usage, examples) in
        [("en", "Usage: kosti", "Examples:"), ("uk", "Використання: kosti", "Приклади:")]
    {
        let help = stdout_of(&["--help", "--lang", language]);
        assert!(
            help.contains(usage) && COMMANDS.iter().all(|command| help.contains(&format!("  {command} "))),
            "{help}"
        );
        for command in COMMANDS {
            let help = stdout_of(&[command, "--help", "--lang", language]);
            let (_, shown) = help.split_once(examples).unwrap_or_else(|| panic!("{help}"));
            assert!(help.contains(usage) && shown.contains(&format!("kosti {command}")), "{help}");
        }
    }
    assert_eq!(stdout_of(&["-h"]), stdout_of(&["--help"]));
}

/// `kosti 0.1.0`, and from a checkout `kosti 0.1.0 (0123456789ab 2026-11-17)`.
#[test]
fn the_version_names_the_commit() {
    let version = stdout_of(&["--version"]);
    assert_eq!(version, stdout_of(&["-V"]));
    let package = format!("kosti {}", env!("CARGO_PKG_VERSION"));
    let commit = version.strip_prefix(&package).and_then(|rest| rest.strip_suffix('\n')).unwrap();
    if !Path::new(env!("CARGO_MANIFEST_DIR")).join(".git").exists() {
        assert_eq!(commit, "");
        return;
    }
    let commit = commit.strip_prefix(" (").and_then(|rest| rest.strip_suffix(')'));
    let (hash, date) = commit.and_then(|commit| commit.split_once(' ')).expect(&version);
    assert!(hash.len() >= 12 && hash.bytes().all(|digit| digit.is_ascii_hexdigit()), "{version}");
    let shape: String = date.chars().map(|c| if c.is_ascii_digit() { '0' } else { c }).collect();
    assert_eq!(shape, "0000-00-00", "{version}");
}

/// Without a command it prints an introduction and serves, unless the address is in use.
#[test]
fn alone_it_serves() {
    let place = tempfile::tempdir().unwrap();
    let taken = std::net::TcpListener::bind(("127.0.0.1", 7171));
    let alone = ran(kosti(&[]).env("XDG_DATA_HOME", place.path()));
    drop(taken);
    assert!(alone.out.contains("kosti games") && alone.out.contains("kosti help"), "{}", alone.out);
    assert!(alone.err.contains("127.0.0.1:7171 can't be listened on"), "{}", alone.err);
}

#[test]
fn the_language_is_that_of_the_system() {
    let with = |variables: &[(&str, &str)], args: &[&str]| {
        ran(kosti(args).env_remove("LC_ALL").envs(variables.iter().copied())).out
    };
    let ukrainian = stdout_of(&["score", "crag", "--dice", "1,2,3", "--lang", "uk"]);
    let english = stdout_of(&["score", "crag", "--dice", "1,2,3"]);
    assert!(ukrainian.contains("кидок") && english.contains("throw"), "{ukrainian}{english}");
    let asked = ["score", "crag", "--dice", "1,2,3"];
    assert_eq!(with(&[("LANG", "uk_UA.UTF-8")], &asked), ukrainian);
    assert_eq!(with(&[("LC_ALL", "uk_UA.UTF-8"), ("LANG", "en_US.UTF-8")], &asked), ukrainian);
    for english_is in [
        &[][..],
        &[("LANG", "C")],
        &[("LC_ALL", "en_GB.UTF-8"), ("LANG", "uk_UA.UTF-8")],
        &[("LANG", "fr_FR.UTF-8")],
    ] {
        assert_eq!(with(english_is, &asked), english, "{english_is:?}");
    }
    let asked = ["score", "crag", "--dice", "1,2,3", "--lang=en"];
    assert_eq!(with(&[("LANG", "uk_UA.UTF-8")], &asked), english);
}
