//! A game with jokers.

use std::fs;

use expect_test::expect;

use super::{json_of, place, stderr_of, stdout_of};

const GAME: &str = "yahtzee";

#[test]
fn score_tells_what_a_joker_must_take_and_brings() {
    let score = |sheet: &str, language: &str| {
        stdout_of(&[
            "score",
            GAME,
            "--dice",
            "6,6,6,6,6",
            "--throw",
            "3",
            "--sheet",
            sheet,
            "--lang",
            language,
        ])
    };
    let upper = "ones=1,twos=2,threes=9,fours=8";
    expect![[r#"
        6-6-6-6-6, throw 3 of 3
        Fives                 –  a joker must take Sixes first
        Sixes           30 +100  5 dice show 6: 30; Yahtzee bonus: +100
        3 of a kind           –  a joker must take Sixes first
        4 of a kind           –  a joker must take Sixes first
        Full house            –  a joker must take Sixes first
        Small straight        –  a joker must take Sixes first
        Large straight        –  a joker must take Sixes first
        Chance                –  a joker must take Sixes first
    "#]]
    .assert_eq(&score(&format!("yahtzee=50,{upper}"), "en"));
    expect![[r#"
        6-6-6-6-6, кидок 3 з 3
        П'ятірки           –  джокер мусить спершу піти в графу поза групою «Верхня частина»
        Три однакових     30  усі кубики разом: 30
        Чотири однакових  30  усі кубики разом: 30
        Фул хаус          25  як джокер: 25
        Малий стріт       30  як джокер: 30
        Великий стріт     40  як джокер: 40
        Шанс              30  усі кубики разом: 30
    "#]]
    .assert_eq(&score(&format!("yahtzee=0,sixes=18,{upper}"), "uk"));
    let json =
        json_of(&["score", GAME, "--dice", "1,1,1,1,1", "--sheet", "yahtzee=50,ones=1,chance=20", "--json"]);
    let boxes = json["boxes"].as_array().unwrap();
    assert!(boxes.iter().all(|output| (output["bonus"] == 100) == output["score"].is_number()), "{json}");
}

#[test]
fn sheets_with_points_of_jokers() {
    let total = r#"{"ask":"total","game":"yahtzee","sheet":{"yahtzee":50,"sixes":30,"joker":100}}"#;
    let place = place("jokers");
    let asked = place.join("asked.jsonl");
    fs::write(&asked, total).unwrap();
    let answer = super::ran(super::kosti(&["ask"]).stdin(fs::File::open(asked).unwrap())).out;
    expect![[r#"
        {"total":180,"groups":{"upper":{"sum":30,"bonus":0}},"joker":100,"full":false}
    "#]]
    .assert_eq(&answer);
    let wrong =
        ["yahtzee=50,sixes=30,joker=150", "yahtzee=0,sixes=30,joker=100", "yahtzee=50,sixes=18,joker=100"];
    let output: String = wrong.map(|sheet| stderr_of(1, &["advise", GAME, "--sheet", sheet])).concat();
    expect![[r#"
        error: each joker brings 100: write so much under `joker`, or a multiple of it
        error: jokers bring points only once box `yahtzee` has some
        error: jokers can have brought 0 at most on this sheet
    "#]]
    .assert_eq(&output);
}

#[test]
fn replay_shows_what_jokers_brought() {
    let page = fs::read_to_string("docs/record.md").unwrap();
    let records = page.split("```record\n").skip(1).map(|rest| rest.split("```").next().unwrap());
    let record = records.into_iter().find(|record| record.contains("joker 100")).unwrap();
    let file = place("joker-replay").join("game.kosti");
    fs::write(&file, record).unwrap();
    let file = file.to_str().unwrap();
    let output = stdout_of(&["replay", file, "--rules", "games/yahtzee.toml", "--lang", "uk"]);
    expect![[r#"
        Правила яцзи

                          Olena
        Одиниці
        Двійки
        Трійки
        Четвірки
        П'ятірки
        Шестірки             30
        Три однакових
        Чотири однакових
        Фул хаус
        Малий стріт
        Великий стріт
        Яцзи                 50
        Шанс
        Верхня частина       30
        Бонус яцзи          100
        Разом               180

        Гра триває. Хід: Olena.
    "#]]
    .assert_eq(&output);
    let json = json_of(&["replay", file, "--rules", "games/yahtzee.toml", "--json"]);
    assert_eq!(json["players"][0]["sheet"].to_string(), r#"{"sixes":30,"yahtzee":50,"joker":100}"#);
    assert_eq!(json["players"][0]["total"], 180);
}

#[test]
fn rules_say_what_jokers_do() {
    let facts = |language: &str| -> String {
        let output = stdout_of(&["rules", GAME, "--lang", language]);
        let lines = output.lines().filter(|line| line.contains("oker") || line.contains("жокер"));
        lines.map(|line| format!("{line}\n")).collect()
    };
    expect![[r#"
        Source: The rules sold with the game: bonus of 100, forced joker
        Once Yahtzee is full, dice that fit it are jokers.
        Yahtzee bonus: each joker brings 100 more, if Yahtzee has points.
        A joker must take the box of its number in Upper section; where that is full, a box outside Upper section; where these are full, any other.
            3 + 2 alike, of different numbers: 25 points. Dice that do not fit score 0. A joker gives 25.
            5-5-5-5-5: 0 (Full house: of two numbers, unless it is a joker)
            4 numbers in a row: 30 points. Dice that do not fit score 0. A joker gives 30.
            5 numbers in a row: 40 points. Dice that do not fit score 0. A joker gives 40.
          Further Yahtzees [joker]
            * forced: jokers: the upper box of their number first, then any lower box; 100 more, if Yahtzee has points (standard)
    "#]].assert_eq(&facts("en"));
    expect![[r#"
        Джерело: The rules sold with the game: bonus of 100, forced joker
        Коли графа «Яцзи» заповнена, кубики, що їй підходять, — джокери.
        Бонус яцзи: кожен джокер приносить ще 100, якщо в графі «Яцзи» є очки.
        Джокер мусить піти у графу свого числа з групи «Верхня частина»; якщо вона заповнена — у графу поза групою «Верхня частина»; якщо й ті заповнені — у будь-яку іншу.
            3 + 2 однакових, числа різні: 25 очок. Невідповідні кубики дають 0. Джокер дає 25.
            5-5-5-5-5: 0 (Full house: of two numbers, unless it is a joker)
            4 чисел підряд: 30 очок. Невідповідні кубики дають 0. Джокер дає 30.
            5 чисел підряд: 40 очок. Невідповідні кубики дають 0. Джокер дає 40.
          Наступні яцзи [joker]
            * forced: джокери: спершу верхня графа їхнього числа, потім будь-яка нижня; ще 100, якщо в яцзи є очки (типово)
    "#]].assert_eq(&facts("uk"));
    let json = json_of(&["rules", GAME, "--json"]);
    assert_eq!(json["joker"]["first"], "upper");
    assert!(json_of(&["rules", GAME, "--house", "joker=none", "--json"])["joker"].is_null());
}
