//! The command line: every command, its output, and its errors.

mod help;
mod jokers;
mod making;
mod mistakes;
mod newcomer;
mod play;
mod races;
mod review;
mod solver;
mod verify;

use std::fs;
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};

use expect_test::expect;
use kosti_rules::House;
use serde_json::{Value, json};

const COMMANDS: [&str; 18] = [
    "help",
    "man",
    "balance",
    "review",
    "verify",
    "games",
    "play",
    "rules",
    "score",
    "advise",
    "solve",
    "simulate",
    "check",
    "new",
    "schema",
    "replay",
    "ask",
    "completions",
];

/// The program in the repository, with an English locale and no other environment.
fn kosti(args: &[&str]) -> Command {
    let mut command = Command::new(env!("CARGO_BIN_EXE_kosti"));
    command.args(args).env_clear().env("LC_ALL", "en_GB.UTF-8").current_dir(env!("CARGO_MANIFEST_DIR"));
    command.stdin(Stdio::null());
    command
}

#[derive(Debug)]
struct Ran {
    code: Option<i32>,
    out: String,
    err: String,
}

fn ran(command: &mut Command) -> Ran {
    let output = command.output().unwrap();
    let text = |bytes| String::from_utf8(bytes).unwrap();
    let ran = Ran { code: output.status.code(), out: text(output.stdout), err: text(output.stderr) };
    assert!(!ran.out.contains('\x1b') && !ran.err.contains('\x1b'), "escape codes in a pipe: {ran:?}");
    ran
}

/// The standard output of a successful run.
fn stdout_of(args: &[&str]) -> String {
    let ran = ran(&mut kosti(args));
    assert!(ran.code == Some(0) && ran.err.is_empty(), "{args:?}: {ran:?}");
    ran.out
}

/// The standard error of a failed run with this exit code and no standard output.
fn stderr_of(code: i32, args: &[&str]) -> String {
    let ran = ran(&mut kosti(args));
    assert!(ran.code == Some(code) && ran.out.is_empty(), "{args:?}: {ran:?}");
    ran.err
}

fn json_of(args: &[&str]) -> Value {
    serde_json::from_str(&stdout_of(args)).unwrap()
}

/// An empty directory for the test.
fn place(name: &str) -> PathBuf {
    let place = Path::new(env!("CARGO_TARGET_TMPDIR")).join("cli").join(name);
    let _ = fs::remove_dir_all(&place);
    fs::create_dir_all(&place).unwrap();
    place
}

#[test]
fn games() {
    let said = stdout_of(&["games"]);
    let ids = |of: &str| -> Vec<String> {
        let lines = of.lines().skip(1).map_while(|line| line.strip_prefix("  ")?.split_once(' '));
        lines.map(|(id, _)| id.to_owned()).collect()
    };
    let (sheets, races) = said.split_once("\n\n").unwrap();
    assert!(sheets.starts_with("Score sheets") && races.starts_with("Races"), "{said}");
    let race = |id: &&str| kosti_games::file(id).unwrap().rules(&House::default()).unwrap().race().is_some();
    let (of_races, of_sheets): (Vec<&str>, Vec<&str>) = kosti_games::ids().partition(race);
    assert!(ids(sheets) == of_sheets && ids(races) == of_races, "{said}");
    let crag = said.lines().find(|line| line.starts_with("  crag ")).unwrap();
    let words: Vec<&str> = crag.split_whitespace().collect();
    assert_eq!(words[..5], ["crag", "Crag", "Three", "dice,", "two"]);
    assert!(said.ends_with("\n\nThe rules: kosti rules GAME\n"), "{said}");
    let uk = self::stdout_of(&["games", "--lang", "uk"]);
    assert!(uk.lines().any(|line| line.starts_with("  school") && line.contains("Школа")), "{uk}");
}

#[test]
#[expect(clippy::too_many_lines, reason = "one literal text")]
fn rules_of_a_sheet_game() {
    expect![[r#"
        Generals
        Five dice, three throws, ten boxes with fixed prices; five alike from the hand win at once.
        1–64 players; 5 dice with 6 sides; up to 3 throws a turn, 10 turns for each player.
        Source: Generals, as its players wrote it down
        Who starts is settled by lot: everybody throws all dice, the lowest sum starts; equals throw again.
        Great general – 5 alike on the first throw: the game is won at once.

        Numbers
        The sum of the dice with the number, on the last throw.
          Ones [ones]
            The sum of the dice that show the number.
            any dice: the sum of the dice that show 1.
            1-2-2-4-5: 1 (Only the same numbers are taken into account)
          Twos [twos]
            The sum of the dice that show the number.
            any dice: the sum of the dice that show 2.
            1-2-2-4-5: 4 (4-1-5-2-2: two deuces)
          Threes [threes]
            The sum of the dice that show the number.
            any dice: the sum of the dice that show 3.
            1-3-3-3-6: 9 (Only the same numbers are taken into account)
            1-2-2-4-5: 0 (Dice that do not fit score nothing)
          Fours [fours]
            The sum of the dice that show the number.
            any dice: the sum of the dice that show 4.
            4-4-4-4-6 from the hand: 16 (A number may be written although a combination was thrown)
          Fives [fives]
            The sum of the dice that show the number.
            any dice: the sum of the dice that show 5.
            1-2-2-4-5: 5 (4-1-5-2-2: one five)
          Sixes [sixes]
            The sum of the dice that show the number.
            any dice: the sum of the dice that show 6.
            1-2-6-6-6: 18 (Three sixes give 18)

        Boxes
          Straight [straight]
            1-2-3-4-5 or 2-3-4-5-6; a 1 may stand for the 2 or the 6: 20, from the hand 25.
            1-2-3-4-5 or 2-3-4-5-6, where a 1 may stand for 2, 6: 20 points; from the hand 25. Dice that do not fit score 0.
            1-2-3-4-5: 20 (Straight: 1-2-3-4-5)
            2-3-4-5-6 from the hand: 25 (The price: 25 on the first try)
            2-3-4-5-6: 20 (The price: 20 from the second and third)
            1-3-4-5-6: 20 (In a circle: 3-4-5-6-1; or the joker as a 2)
            1-2-3-4-6: 0 (House rule: only 1-5 and 2-6)
            1-1-3-4-5: 20 (One as a joker: 1-1-3-4-5 with a 1 for the 2)
            2-2-3-4-5: 0 (Only a 1 is a joker)
          Full house [full-house]
            Three of one number and two of another: 30, from the hand 35.
            3 + 2 alike, of different numbers: 30 points; from the hand 35. Dice that do not fit score 0.
            1-1-1-5-5 from the hand: 35 (The price: 35 on the first try)
            1-1-1-5-5: 30 (The price: 30 from the second and third)
            5-5-5-5-5: 0 (Full house: 2 + 3, two numbers)
          Four [four]
            Four alike: 40, from the hand 45.
            4 alike: 40 points; from the hand 45. Dice that do not fit score 0.
            1-5-5-5-5 from the hand: 45 (The price: 45 on the first try)
            1-5-5-5-5: 40 (The price: 40 from the second and third)
            5-5-5-5-5: 40 (Four takes five alike as well)
          General [general]
            Five alike: 60.
            5 alike: 60 points. Dice that do not fit score 0.
            5-5-5-5-5: 60 (The minor general: 60)
            1-5-5-5-5: 0 (General: five identical bones)

        House rules
          What is a straight [straight]
            Tables differ in what makes a straight.
              circle-and-joker: any five different numbers, a 1 may stand for a 2 or a 6 (standard)
            * joker: only 1-2-3-4-5 and 2-3-4-5-6, a 1 may stand for the 2 or the 6
              circle: any five different numbers, no joker
        Differs from the standard: straight=joker
    "#]].assert_eq(&stdout_of(&["rules", "generals", "--house", "straight=joker"]));
}

#[test]
fn rules_of_the_race() {
    expect![[r#"
        Тисяча
        П'ять кубиків; відкладай те, що дає очки, записуй або кидай далі; до 1000 лежать три бочки.
        2–64 гравці (можна вправлятися самому); 5 кубиків по 6 граней; хто перший набере 1000.
        Джерело: Thousand, as its players wrote it down
        Після кожного кидка відкладіть кубики, що дають очки, і запишіть або кидайте решту; кидок без очок спалює очки ходу.
        Хто відклав усі кубики, може знову кинути всі.
        Якщо відкладено 3 і решта кубиків однакові, можна знову кинути всі.
        Дубль без очок там не спалює хід, і треба знову кинути всі кубики.
        Бочка від 295: до 400 є 3 ходи, інакше рахунок повертається до 295.
        Бочка від 595: до 700 є 3 ходи, інакше рахунок повертається до 595.
        Бочка від 895: до 1000 є 3 ходи, інакше рахунок повертається до 895.

        Що дає очки
          Одна 1 або 5      1            10
                            5             5
          Три однакових     1-1-1       100
                            2-2-2        20
                            3-3-3        30
                            4-4-4        40
                            5-5-5        50
                            6-6-6        60
          Чотири однакових  1-1-1-1     200
                            2-2-2-2      40
                            3-3-3-3      60
                            4-4-4-4      80
                            5-5-5-5     100
                            6-6-6-6     120
          П'ять однакових   1-1-1-1-1  1000
                            2-2-2-2-2   200
                            3-3-3-3-3   300
                            4-4-4-4-4   400
                            5-5-5-5-5   500
                            6-6-6-6-6   600
          Стріт 1-5         1-2-3-4-5   125
          Стріт 2-6         2-3-4-5-6   250

        Приклади
          1-1: 20 (4: two 1s)
          5-5: 10 (4: two 5s)
          1-2-2-2-5: 35 (6: several combinations from one roll, no die twice)
          2-2: не можна (6: two 2s are no combination)

        Домашні правила
          Перемога [win]
            За одними столами виграє 1000, за іншими треба більше.
            * reach: досить 1000 (типово)
              exceed: більше ніж 1000; рівно 1000 ще в третій бочці
          Дубль без очок [blank-double]
            Після 2-2, 3-3, 4-4 або 6-6 на останніх двох кубиках.
            * must-throw: треба кидати всі п'ять: без очок не записують (типово)
              may-bank: можна записати або кинути всі п'ять
        Усе за звичайними правилами. Інакше: --house ПРАВИЛО=ВИБІР
    "#]]
    .assert_eq(&stdout_of(&["rules", "thousand", "--lang", "uk"]));
}

#[test]
fn score_of_a_sheet_game() {
    let sheet = "ones=-4,twos=0,threes=-3,trash=x";
    let result = stdout_of(&["score", "school", "--dice", "6,6,6,6,6", "--throw", "1", "--sheet", sheet]);
    expect![[r#"
        6-6-6-6-6, throw 1 of 3
        4th grade        -20  5 dice do not show 4, -4 for each: -20
        5th grade        -25  5 dice do not show 5, -5 for each: -25
        6th grade          0  every die shows 6: 0
        Pair              24  6-6: 12; from the hand ×2: 24
        Set               36  6-6-6: 18; from the hand ×2: 36
        Two pairs         48  6-6-6-6: 24; from the hand ×2: 48
        Full              60  6-6-6-6-6: 30; from the hand ×2: 60
        Care              48  6-6-6-6: 24; from the hand ×2: 48
        Little straight    –  the dice do not fit (1-2-3-4-5: 15); it may be crossed out after the last throw only
        Big straight       –  the dice do not fit (2-3-4-5-6: 20); it may be crossed out after the last throw only
        Poker             60  6-6-6-6-6: 30; from the hand ×2: 60
        2 throws left.
    "#]].assert_eq(&result);
    // The same sheet as JSON, and the same dice in another notation.
    let json = r#"{"ones":-4,"twos":0,"threes":-3,"trash":"x"}"#;
    assert_eq!(stdout_of(&["score", "school", "--dice", "6-6 6-6 6", "--throw=1", "--sheet", json]), result);
    let uk =
        stdout_of(&["score", "balut", "--dice", "1 2 3 4 5", "--sheet", "balut=x,balut=50", "--lang", "uk"]);
    assert!(uk.starts_with("1-2-3-4-5, кидок 1 з 3\nЧетвірки   4  1 кубик показує 4: 4\n"), "{uk}");
    let win = stdout_of(&["score", "generals", "--dice", "4,4,4,4,4", "--throw", "1"]);
    assert!(win.lines().skip(1).all(|line| line.contains("wins the game at once")), "{win}");
}

#[test]
fn score_of_the_race() {
    expect![[r#"
        1-1-2-3-5, 0 aside
        1-1-5  25
        1-1    20
        1-5    15
        1      10
        5       5
    "#]]
    .assert_eq(&stdout_of(&["score", "thousand", "--dice", "5,1,1,2,3"]));
    expect![[r#"
        2-2, 3 aside
        A double that scores nothing: all 5 must be thrown again.
    "#]]
    .assert_eq(&stdout_of(&["score", "thousand", "--dice", "2,2", "--aside", "3"]));
    expect![[r#"
        2-3, відкладено 3
        Нічого не дає: хід згорів.
    "#]]
    .assert_eq(&stdout_of(&["score", "thousand", "--dice", "2,3", "--aside", "3", "--lang", "uk"]));
}

#[test]
fn new_then_check_then_play_with_it() {
    let place = place("new");
    let at = |args: &[&str]| ran(kosti(args).current_dir(&place));
    expect![[r#"
        Wrote mine.toml. Make it yours: kosti check --watch mine.toml
    "#]]
    .assert_eq(&at(&["new", "mine.toml"]).out);
    expect![[r#"
        mine.toml: fine. My game: 10 boxes, 2 variants, 4 examples.

        The game
          1–64 players; 5 dice with 6 sides; up to 3 throws a turn, 10 turns for each player.
          Fill the sheet, one box a turn, in 10 turns. The highest total wins.
          Numbers: 63 or more bring 35 more.
          Every box: Dice that do not fit score 0. Never crossed out.

        Numbers
          Ones, Twos, Threes, Fours, Fives, Sixes – any dice: the sum of the dice that show its number.

        Boxes
          Three alike – 3 alike: the sum of these dice.
          Full house – 3 + 2 alike, of different numbers: 25 points.
          Straight – 5 numbers in a row: 40 points.
          Chance – any dice: the sum of all dice.

        House rules
          full-house=dice: Full house – 3 + 2 alike, of different numbers: the sum of all dice.
    "#]]
    .assert_eq(&at(&["check", "mine.toml"]).out);
    assert_eq!(at(&["new", "moya.toml", "--lang", "uk"]).code, Some(0));
    assert_eq!(at(&["check", "mine.toml", "moya.toml"]).code, Some(0));
    for command in ["rules", "score"] {
        let dice: &[&str] = if command == "score" { &["--dice", "1,1,1,1,1"] } else { &[] };
        let ran = at(&[&[command, "mine.toml"], dice].concat());
        assert!(ran.code == Some(0) && !ran.out.is_empty(), "{ran:?}");
    }
    let before = fs::read(place.join("mine.toml")).unwrap();
    let again = at(&["new", "mine.toml", "--lang", "uk"]);
    assert_eq!(again.code, Some(1));
    expect![[r#"
        помилка: mine.toml уже є; виберіть інше ім'я
    "#]]
    .assert_eq(&again.err);
    assert_eq!(fs::read(place.join("mine.toml")).unwrap(), before);
    let nowhere = at(&["new", "no/such/place.toml"]);
    assert!(nowhere.code == Some(1) && nowhere.err.contains("no/such/place.toml"), "{nowhere:?}");
}

#[test]
fn check_of_a_wrong_file() {
    let place = place("check");
    let text = "name = \"Мій\"\ndice = 5\nthrows = 3\n\n[box.pair]\nneeds = { alke = 2 }\nscore = \"combination\"\n\n[box.sixes]\nscore = \"matching\"\nunfit = \"zero\"\n";
    fs::write(place.join("wrong.toml"), text).unwrap();
    let at = |args: &[&str]| ran(kosti(args).current_dir(&place));
    let result = at(&["check", "wrong.toml"]);
    assert!(result.code == Some(1) && result.err.is_empty(), "{result:?}");
    expect![[r#"
        error: unknown word `alke`
         --> wrong.toml:6:11
          |
        6 | needs = { alke = 2 }
          |           ^^^^
          |
          = help: did you mean `alike`?

        error: `matching` needs a box with a number
          --> wrong.toml:10:9
           |
        10 | score = "matching"
           |         ^^^^^^^^^^
           |
           = help: add `number = 6` to the box, for example, or write such boxes as a group with `per-number`

        2 errors in wrong.toml
    "#]]
    .assert_eq(&result.out);
    let uk = at(&["check", "wrong.toml", "--lang", "uk"]).out;
    assert!(uk.starts_with("помилка: невідоме слово `alke`\n --> wrong.toml:6:11\n"), "{uk}");
    assert!(uk.ends_with("\n\n2 помилки у wrong.toml\n"), "{uk}");
    let json = at(&["check", "--json", "wrong.toml"]);
    assert_eq!(json.code, Some(1));
    let result: Value = serde_json::from_str(&json.out).unwrap();
    let places: Vec<String> = result[0]["faults"]
        .as_array()
        .unwrap()
        .iter()
        .map(|fault| format!("{}:{} {}", fault["line"], fault["column"], fault["kind"].as_str().unwrap()))
        .collect();
    assert_eq!(places, ["6:11 unknown-word", "10:9 no-number"]);
    // `kosti rules` reports the same faults.
    let rules = at(&["rules", "wrong.toml"]);
    assert!(rules.code == Some(1) && rules.err.contains("unknown word `alke`"), "{rules:?}");
    let both = at(&["check", "wrong.toml", "nowhere.toml"]);
    assert!(both.code == Some(1) && both.out.ends_with("2 errors in wrong.toml\n"), "{both:?}");
    assert!(both.err.starts_with("error: nowhere.toml: can't be read"), "{both:?}");
}

#[test]
fn every_bundled_file_is_sound() {
    let files: Vec<String> = kosti_games::ids().map(|id| format!("games/{id}.toml")).collect();
    let mut args = vec!["check", "--json"];
    args.extend(files.iter().map(String::as_str));
    let result = json_of(&args);
    assert_eq!(result.as_array().unwrap().len(), files.len());
    assert!(
        result.as_array().unwrap().iter().all(|file| file["sound"] == true && file["faults"] == json!([]))
    );
}

/// A record of these lines, with the hash of the game's rules.
fn record(place: &Path, game: &str, house: &[(&str, &str)], body: &str) -> PathBuf {
    let house: House = house.iter().map(|(o, c)| ((*o).to_owned(), (*c).to_owned())).collect();
    let rules = kosti_games::file(game).unwrap().rules(&house).unwrap();
    let tags: String = rules.house.iter().map(|o| format!("[House \"{}={}\"]\n", o.id, o.choice())).collect();
    let head =
        format!("[Kosti \"1\"]\n[Game \"{game}\"]\n{tags}[Rules \"{}\"]\n[Dice \"real\"]\n", rules.hash);
    let path = place.join(format!("{game}.kosti"));
    fs::write(&path, format!("{head}{body}")).unwrap();
    path
}

#[test]
fn replay() {
    let place = place("replay");
    let at = |args: &[&str]| ran(kosti(args).current_dir(&place));
    let body = "[Player \"Olena\"]\n[Player \"Petro\"]\n[Result \"*\"]\n\n\
        1 Olena: threw 1-1-2-3-5, set aside 1-1-5 for 25, threw 2-3, bust\n\
        1 Petro: threw 1-1-1-1-5, set aside 1-1-1-1-5 for 205, threw 1-2-2-2-3, set aside 1-2-2-2 for 30, threw 5, \
        set aside 5 for 5, threw 1-1-1-2-3, set aside 1-1-1 for 100, banked 340\n";
    record(&place, "thousand", &[("win", "exceed")], body);
    expect![[r#"
        Thousand
          win: exceed

        Olena    0
        Petro  340  in barrel 1, 3 turns left

        The game goes on. Olena is on turn.
    "#]]
    .assert_eq(&at(&["replay", "thousand.kosti"]).out);
    let body = "[Player \"Олена\"]\n[Player \"Петро\"]\n[Result \"Олена 0, Петро 0\"]\n[Winner \"Петро\"]\n\n\
        lot Олена: threw 6-6-6-6-6\nlot Петро: threw 1-1-2-2-3\n1 Петро: threw 4-4-4-4-4, wins by great-general\n";
    record(&place, "generals", &[], body);
    expect![[r#"
        Генерали

                  Олена  Петро
        Одиниці
        Двійки
        Трійки
        Четвірки
        П'ятірки
        Шестірки
        Стріт
        Фул хаус
        Каре
        Генерал
        Разом         0      0

        Перемога: Петро.
    "#]]
    .assert_eq(&at(&["replay", "generals.kosti", "--lang", "uk"]).out);
    let result: Value = serde_json::from_str(&at(&["replay", "generals.kosti", "--json"]).out).unwrap();
    assert_eq!(
        (&result["over"], &result["winners"], &result["events"]),
        (&json!(true), &json!([1]), &json!(4))
    );
    for played in fs::read_dir("playthroughs").into_iter().flatten().map(|entry| entry.unwrap().path()) {
        if played.extension().is_some_and(|extension| extension == "kosti") {
            assert!(!stdout_of(&["replay", played.to_str().unwrap()]).is_empty());
        }
    }
    // An impossible throw, a record of other rules, and a file that is no record.
    let body = "[Player \"Olena\"]\n\n1 Olena: threw 1-1-1, kept 2, threw 1-1\n";
    record(&place, "crag", &[], body);
    let result = at(&["replay", "crag.kosti"]);
    assert_eq!((result.code, result.out.as_str()), (Some(1), ""));
    expect![[r#"
        error: crag.kosti, line 7: "threw 1-1" is not allowed: 2 can't be kept: it is not among 1-1-1
    "#]]
    .assert_eq(&result.err);
    let result = at(&["replay", "crag.kosti", "--rules", "yatzy"]);
    assert!(result.code == Some(1) && result.err.contains("the record belongs to other rules"), "{result:?}");
    expect![[r#"
        error: Cargo.toml, line 1: this is not a Kosti record: one begins with [Kosti "1"]
    "#]]
    .assert_eq(&stderr_of(1, &["replay", "Cargo.toml"]));
}
