//! `kosti verify`: sound and tampered downloads of tables.

use std::fs;

use expect_test::expect;
use serde_json::json;

use super::{json_of, place, stderr_of, stdout_of};

/// The example of `docs/dice.md`.
fn download() -> &'static str {
    let (_, rest) = include_str!("../../docs/dice.md").split_once("```record\n").unwrap();
    rest.split_once("```").unwrap().0
}

/// The text in a new file of the test.
fn file(test: &str, text: &str) -> String {
    let file = place(test).join("table.kosti");
    fs::write(&file, text).unwrap();
    file.to_str().unwrap().to_owned()
}

/// The error for a tampered text, without the name of the file.
fn doubt(test: &str, language: &str, text: &str) -> String {
    let file = file(test, text);
    stderr_of(1, &["verify", &file, "--lang", language]).replace(&file, "FILE")
}

#[test]
fn a_sound_download() {
    let file = file("verify-sound", download());
    expect![[r#"
        One die
        Table: kitchen
        Players: Olena, Petro, Guest

        1  Olena  5  Olena, and Petro as witness
        2  Petro  4  Petro; witness Olena did not answer
        3  Guest  4  the server's word; witness Petro did not answer

        3 throws, all derived again.
        Proven by a player's device: 2. The server alone could not choose these dice. With thrower and witness, neither could one of them together with the server.
        The server's word: 1. Nobody else had a part in these dice: the server could know them beforehand, and choose them when it began its chain.
    "#]].assert_eq(&stdout_of(&["verify", &file]));
    expect![[r#"
        One die
        Стіл: kitchen
        Гравці: Olena, Petro, Guest

        1  Olena  5  Olena і Petro як свідок
        2  Petro  4  Petro; від свідка Olena відповіді не було
        3  Guest  4  слово сервера; від свідка Petro відповіді не було

        3 кидки, усі виведено знову.
        Довів пристрій гравця: 2. Сервер сам не міг вибрати цих кубиків. Якщо є і той, хто кидав, і свідок, то не міг і разом з одним із них.
        Слово сервера: 1. Ніхто інший не мав частки в цих кубиках: сервер міг знати їх наперед, а починаючи ланцюг, і вибрати.
    "#]].assert_eq(&stdout_of(&["verify", &file, "--lang", "uk"]));
    let output = json_of(&["verify", &file, "--json"]);
    assert_eq!(output["table"], "kitchen");
    assert_eq!(output["players"], json!(["Olena", "Petro", "Guest"]));
    assert_eq!((&output["proven"], &output["server_only"]), (&json!(2), &json!(1)));
    assert_eq!(output["throws"][1]["witness"], json!(null));
    assert_eq!(output["throws"][1]["silent"], json!(0));
    assert_eq!(output["throws"].as_array().unwrap().len(), 3);
    assert_eq!((&output["throws"][0]["version"], &output["tried_times"]), (&json!(2), &json!(0)));
    // The record above the commits is an ordinary record.
    assert!(stderr_of(1, &["replay", &file]).contains("`one-die`"));
}

/// A game of version 1 of the dice: the report says what the server could do.
#[test]
fn an_old_download_is_told_for_what_it_is() {
    let old = include_str!("../../crates/table/tests/table/version-1.kosti");
    let file = file("verify-old", old);
    expect![[r#"
        One die
        Table: kitchen
        Players: Olena, Petro, Guest

        1  Olena  4  Olena, and Petro as witness; version 1: the server could choose
        2  Petro  6  Petro; witness Olena did not answer; version 1: the server could choose
        3  Guest  1  the server's word

        3 throws, all derived again.
        Of version 1, with a witness asked: 2. There the time at which the witness is asked decides too, and the server sets it when it knows the thrower's part: by trying times it could choose these dice.
        The server's word: 1. Nobody else had a part in these dice: the server could know them beforehand, and choose them when it began its chain.
    "#]].assert_eq(&stdout_of(&["verify", &file]));
    let output = json_of(&["verify", &file, "--json"]);
    assert_eq!(
        (&output["proven"], &output["tried_times"], &output["server_only"]),
        (&json!(0), &json!(2), &json!(1))
    );
}

#[test]
fn what_does_not_hold() {
    let text = download();
    let (above, notes) = text.split_once("#= ").unwrap();
    let changed_die = text.replacen("\"dice\":[5]", "\"dice\":[6]", 1);
    let newer = text.replacen("{\"v\":1", "{\"v\":2", 1);
    let other_name = format!("{}#= {notes}", above.replace("Guest", "Ghost"));
    let refused: String = [above, &changed_die, &newer, &other_name, "hello\n"]
        .into_iter()
        .flat_map(|text| ["en", "uk"].map(|language| doubt("verify-doubt", language, text)))
        .collect();
    expect![[r#"
        error: FILE: the record has no journal of a table (lines that begin with #=), so its throws can't be derived again; only games of online tables have one, and a game of `kosti play` has its seed
        помилка: FILE: запис не має журналу столу (рядків, що починаються з #=), тож його кидків не вивести знову; журнал мають лише ігри за столами в мережі, а гра `kosti play` має своє зерно
        error: FILE: throw 1: the links give 5, not 6
        помилка: FILE: кидок 1: ланки дають 5, а не 6
        error: FILE: note 1: it has version 2, and this Kosti knows 1: use a newer Kosti
        помилка: FILE: нотатка 1: вона версії 2, а цей Kosti знає 1: візьміть новіший Kosti
        error: FILE: the record tells another game than its notes: other names, other events or another table
        помилка: FILE: запис розповідає іншу гру, ніж його нотатки: інші імена, інші події або інший стіл
        error: FILE: line 1: this is not a Kosti record: one begins with [Kosti "1"]
        помилка: FILE: рядок 1: це не запис гри Kosti: він починається з [Kosti "1"]
    "#]].assert_eq(&refused);
    assert_ne!(changed_die, text);
}

#[test]
fn real_dice_have_nothing_to_derive() {
    let rules = r#"name = 'One'\ndice = 1\nthrows = 1\n[box.any]\nscore = 'all-dice'\n"#;
    let key = "00".repeat(32);
    let note = |did: &str| format!("#= {{\"v\":1,\"at\":1,\"did\":[{did}]}}\n");
    let hash = kosti_rules::RulesFile::read("one", &rules.replace("\\n", "\n"))
        .rules(&kosti_rules::House::default())
        .unwrap()
        .hash;
    let text = format!(
        "[Kosti \"1\"]\n[Game \"one\"]\n[Rules \"{hash}\"]\n[Dice \"real\"]\n[Player \"Olena\"]\n\
         [Table \"t\"]\n[Result \"*\"]\n\n1 Olena: threw 6\n{}{}",
        note(&format!(
            "{{\"opened\":{{\"table\":\"t\",\"game\":\"one\",\"rules\":\"{rules}\",\"dice\":\"real\",\
             \"coach\":\"own\",\"opener\":\"{key}\",\"seats\":[{{\"name\":\"Olena\",\"key\":\"{key}\"}}]}}}},\
             {{\"started\":{{\"seats\":[0]}}}}"
        )),
        note("{\"thrown\":{\"seat\":0,\"kept\":[],\"dice\":[6]}}"),
    );
    expect![[r#"
        One
        Table: t
        Players: Olena

        The dice were real ones: there is nothing to derive. The game was played by the rules.
    "#]]
    .assert_eq(&stdout_of(&["verify", &file("verify-real", &text)]));
}
