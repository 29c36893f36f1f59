//! Explanations of scores, for every game.

use std::fs;
use std::path::Path;

use expect_test::{Expect, expect};
use kosti_rules::{House, Rules, RulesFile, Sheet, SheetRules};

use super::{every_reason, words};
use crate::Language;

fn game(id: &str) -> Rules {
    let path = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../games").join(format!("{id}.toml"));
    RulesFile::read(id, &fs::read_to_string(path).unwrap()).rules(&House::default()).unwrap()
}

fn sheet_games() -> Vec<Rules> {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../games");
    let files = fs::read_dir(folder).unwrap().map(|entry| entry.unwrap().path());
    let ids = files
        .filter(|path| path.extension().is_some_and(|extension| extension == "toml"))
        .map(|path| path.file_stem().unwrap().to_string_lossy().into_owned());
    ids.map(|id| game(&id)).filter(|rules| rules.sheet().is_some()).collect()
}

/// The same question in every language.
fn ask(rules: &SheetRules, sheet: &Sheet, slot: &str, dice: &str, throw: u8) -> String {
    let slot = rules.slot(slot).unwrap();
    let reasons = rules.explain(sheet, slot, dice.parse().unwrap(), throw);
    Language::all()
        .map(|language| words(language.code()).explain_score(rules, slot, &reasons) + "\n")
        .collect()
}

fn check(game_id: &str, grades: &[&str], asked: &[(&str, &str, u8)], expect: &Expect) {
    let rules = game(game_id);
    let rules = rules.sheet().unwrap();
    let mut sheet = Sheet::empty(rules.slots.len());
    for grade in grades {
        sheet.write(rules.slot(grade).unwrap(), kosti_rules::Entry::Score(0));
    }
    let explained: String =
        asked.iter().map(|(slot, dice, throw)| ask(rules, &sheet, slot, dice, *throw)).collect();
    expect.assert_eq(&explained);
}

#[test]
fn school_before_the_gate() {
    check(
        "school",
        &["twos"],
        &[
            ("pair", "6-6-6-6-6", 1),
            ("sixes", "1-2-6-6-6", 2),
            ("ones", "1-2-3-4-5", 2),
            ("fives", "1-2-3-4-5", 3),
            ("fours", "1-4-4-4-4", 3),
            ("threes", "3-3-3-3-3", 1),
            ("twos", "3-3-3-3-3", 1),
        ],
        &expect![[r#"
            first score 2 more of Grades
            спершу треба вписати ще 2 графи з групи «Класи»
            2 dice do not show 6, -6 for each: -12
            2 кубики показують не 6, по -6: -12
            4 dice do not show 1, -1 for each: -4
            4 кубики показують не 1, по -1: -4
            4 dice do not show 5, -5 for each: -20
            4 кубики показують не 5, по -5: -20
            1 die does not show 4: -4
            1 кубик показує не 4: -4
            every die shows 3: 0
            усі кубики показують 3: 0
            the box is full
            графа вже заповнена
        "#]],
    );
}

#[test]
fn school_after_the_gate() {
    check(
        "school",
        &["ones", "twos", "threes"],
        &[
            ("pair", "6-6-6-6-6", 1),
            ("pair", "6-6-6-6-6", 2),
            ("pair", "1-2-3-4-6", 2),
            ("poker", "1-2-3-4-6", 3),
            ("trash", "1-2-3-4-6", 3),
        ],
        &expect![[r#"
            6-6: 12; from the hand ×2: 24
            6-6: 12; з руки ×2: 24
            6-6: 12
            6-6: 12
            the dice do not fit (Two dice of the same number: their sum); it may be crossed out after the last throw only
            кубики не підходять (Два однакових: їхня сума); викреслити можна лише після останнього кидка
            the dice do not fit (Five dice of the same number: their sum); it may be crossed out
            кубики не підходять (П'ять однакових: їхня сума); можна викреслити
            all dice together: 16
            усі кубики разом: 16
        "#]],
    );
}

#[test]
fn other_games() {
    check(
        "generals",
        &[],
        &[
            ("full-house", "1-1-1-5-5", 1),
            ("general", "5-5-5-5-5", 2),
            ("general", "5-5-5-5-5", 1),
            ("four", "1-2-3-4-6", 2),
            ("sixes", "1-2-3-4-6", 2),
            ("fives", "1-2-3-4-6", 2),
            ("fives", "1-5-5-5-5", 2),
        ],
        &expect![[r#"
            the box gives 30; from the hand: 35
            графа дає 30; з руки: 35
            the box gives 60
            графа дає 60
            Great general: wins the game at once
            Великий генерал: одразу виграє гру
            the dice do not fit and score 0 (Four alike: 40, from the hand 45)
            кубики не підходять і дають 0 (Чотири однакових: 40, з руки 45)
            1 die shows 6: 6
            1 кубик показує 6: 6
            no die shows 5: 0
            жоден кубик не показує 5: 0
            4 dice show 5: 20
            4 кубики показують 5: 20
        "#]],
    );
    check(
        "balut",
        &[],
        &[("balut", "6-6-6-6-6", 2)],
        &expect![[r#"
        all dice together: 30; plus 20: 50
        усі кубики разом: 30; плюс 20: 50
    "#]],
    );
}

#[test]
fn jokers() {
    let rules = RulesFile::read(
        "pairs",
        "name = 'Pairs'\ndice = 2\nthrows = 2\n[group.n]\nname = { en = 'Low', uk = 'Малі' }\nper-number = ['ones', 'twos']\n\
         each-box.score = 'matching'\n[box.pair]\nneeds = { alike = 2 }\nscore = { points = 20 }\nunfit = 'zero'\n\
         [box.run]\nneeds = { run = 2 }\nscore = { points = 5 }\njoker = 6\nunfit = 'zero'\n\
         [box.rest]\nneeds = { sum = 5 }\nscore = 'all-dice'\ncross = 'last-throw'\n\
         [joker]\nname = { en = 'Again', uk = 'Знову' }\nbox = 'pair'\nbonus = 10\nfirst = 'n'\n",
    );
    let rules = rules.rules(&House::default()).unwrap();
    let rules = rules.sheet().unwrap();
    let mut sheet = Sheet::empty(rules.slots.len());
    sheet.write(rules.slot("pair").unwrap(), kosti_rules::Entry::Score(20));
    let asked =
        [("twos", "2-2", 2), ("run", "2-2", 2), ("run", "3-3", 1), ("rest", "3-3", 1), ("rest", "3-3", 2)];
    let asked = asked.into_iter().chain([("ones", "3-3", 2), ("run", "1-2", 2), ("pair", "3-3", 1)]);
    let explained: String = asked.map(|(slot, dice, throw)| ask(rules, &sheet, slot, dice, throw)).collect();
    expect![[r#"
        2 dice show 2: 4; Again: +10
        2 кубики показують 2: 4; Знову: +10
        a joker must take twos first
        джокер мусить спершу піти в графу «twos»
        as a joker: 6; Again: +10
        як джокер: 6; Знову: +10
        the dice do not fit; it may be crossed out after the last throw only
        кубики не підходять; викреслити можна лише після останнього кидка
        the dice do not fit; it may be crossed out; Again: +10
        кубики не підходять; можна викреслити; Знову: +10
        a joker must first take a box outside Low
        джокер мусить спершу піти в графу поза групою «Малі»
        the box gives 5
        графа дає 5
        the box is full
        графа вже заповнена
    "#]]
    .assert_eq(&explained);
}

#[test]
fn every_reason_can_be_said_of_every_game() {
    for rules in sheet_games() {
        let sheet_rules = rules.sheet().unwrap();
        for language in Language::all() {
            let words = words(language.code());
            // Reasons that refer to a group or a win need rules that have one.
            let sayable = every_reason().into_iter().filter(|reason| match reason {
                kosti_rules::Reason::Gate { group, .. } | kosti_rules::Reason::JokerOutside { group } => {
                    *group < sheet_rules.groups.len()
                }
                kosti_rules::Reason::Wins { win } => *win < sheet_rules.instant_wins.len(),
                _ => true,
            });
            let line = words.explain_score(sheet_rules, 0, &sayable.collect::<Vec<_>>());
            assert!(!line.contains('\n') && !line.contains("; ;"), "{line}");
        }
    }
}

#[test]
fn every_throw_of_every_game_is_explained() {
    for rules in sheet_games() {
        let rules = rules.sheet().unwrap();
        let sheet = Sheet::empty(rules.slots.len());
        let words = words("uk");
        for slot in 0..rules.slots.len() {
            for &dice in rules.space.all().iter().step_by(7) {
                for throw in [1, rules.throws] {
                    assert!(
                        !words
                            .explain_score(rules, slot, &rules.explain(&sheet, slot, dice, throw))
                            .is_empty()
                    );
                }
            }
        }
    }
}
