//! What the program tells of itself, and what it gives other programs.

use serde_json::json;

use super::{COMMANDS, json_of, kosti, ran, said};

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
        let help = said(&["--help", "--lang", language]);
        assert!(
            help.contains(usage) && COMMANDS.iter().all(|command| help.contains(&format!("  {command} "))),
            "{help}"
        );
        for command in COMMANDS {
            let help = said(&[command, "--help", "--lang", language]);
            let (_, shown) = help.split_once(examples).unwrap_or_else(|| panic!("{help}"));
            assert!(help.contains(usage) && shown.contains(&format!("kosti {command}")), "{help}");
        }
    }
    assert_eq!(said(&["-h"]), said(&["--help"]));
    assert_eq!(said(&["--version"]), format!("kosti {}\n", env!("CARGO_PKG_VERSION")));
}

/// Alone it says what it can do and begins to serve; not where somebody else is there already.
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
    let ukrainian = said(&["score", "crag", "--dice", "1,2,3", "--lang", "uk"]);
    let english = said(&["score", "crag", "--dice", "1,2,3"]);
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
