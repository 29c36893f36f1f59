//! `kosti verify`: downloads of tables, sound and otherwise.

use std::fs;

use expect_test::expect;
use serde_json::json;

use super::{json_of, place, refused, said};

/// The example of `docs/dice.md`.
fn download() -> &'static str {
    let (_, rest) = include_str!("../../docs/dice.md").split_once("```record\n").unwrap();
    rest.split_once("```").unwrap().0
}

/// The text in a file of the test's own.
fn file(test: &str, text: &str) -> String {
    let file = place(test).join("table.kosti");
    fs::write(&file, text).unwrap();
    file.to_str().unwrap().to_owned()
}

/// What is said about a text that does not hold, without the name of the file.
fn doubt(test: &str, language: &str, text: &str) -> String {
    let file = file(test, text);
    refused(1, &["verify", &file, "--lang", language]).replace(&file, "FILE")
}

#[test]
fn a_sound_download() {
    let file = file("verify-sound", download());
    expect![[r#"
        One die
        Table: kitchen
        Players: Olena, Petro, Guest

        1  Olena  4  server, Olena and Petro as witness
        2  Petro  6  server and Petro; witness Olena did not answer
        3  Guest  1  server only

        3 throws, all derived again.
        Proven by two or more: 2. None of them alone could choose or foresee these dice.
        Server only: 1. This proves just that the server had fixed its part before; it alone could know these dice beforehand.
    "#]].assert_eq(&said(&["verify", &file]));
    expect![[r#"
        One die
        Стіл: kitchen
        Гравці: Olena, Petro, Guest

        1  Olena  4  сервер, Olena і Petro як свідок
        2  Petro  6  сервер і Petro; від свідка Olena відповіді не було
        3  Guest  1  лише сервер

        3 кидки, усі виведено знову.
        Довели двоє або більше: 2. Ніхто з них сам не міг ні вибрати, ні передбачити цих кубиків.
        Лише сервер: 1. Це доводить тільки те, що сервер визначив свою частину заздалегідь; він один міг знати ці кубики наперед.
    "#]].assert_eq(&said(&["verify", &file, "--lang", "uk"]));
    let told = json_of(&["verify", &file, "--json"]);
    assert_eq!(told["table"], "kitchen");
    assert_eq!(told["players"], json!(["Olena", "Petro", "Guest"]));
    assert_eq!((&told["proven"], &told["server_only"]), (&json!(2), &json!(1)));
    assert_eq!(told["throws"][1]["witness"], json!(null));
    assert_eq!(told["throws"][1]["silent"], json!(0));
    assert_eq!(told["throws"].as_array().unwrap().len(), 3);
    // The record above the notes is one like any other.
    assert!(refused(1, &["replay", &file]).contains("`one-die`"));
}

#[test]
fn what_does_not_hold() {
    let text = download();
    let (above, notes) = text.split_once("#= ").unwrap();
    let changed_die = text.replacen("\"dice\":[4]", "\"dice\":[5]", 1);
    let newer = text.replacen("{\"v\":1", "{\"v\":2", 1);
    let other_name = format!("{}#= {notes}", above.replace("Guest", "Ghost"));
    let refused: String = [above, &changed_die, &newer, &other_name, "hello\n"]
        .into_iter()
        .flat_map(|text| ["en", "uk"].map(|language| doubt("verify-doubt", language, text)))
        .collect();
    expect![[r#"
        error: FILE: the record has no journal of a table (lines that begin with #=), so its throws can't be derived again; only games of online tables have one, and a game of `kosti play` has its seed
        помилка: FILE: запис не має журналу столу (рядків, що починаються з #=), тож його кидків не вивести знову; журнал мають лише ігри за столами в мережі, а гра `kosti play` має своє зерно
        error: FILE: throw 1: the links give 4, not 5
        помилка: FILE: кидок 1: ланки дають 4, а не 5
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
    .assert_eq(&said(&["verify", &file("verify-real", &text)]));
}
