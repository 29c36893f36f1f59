//! The explained rules, which both the terminal and the page show.

use std::path::Path;

use expect_test::expect;
use kosti_dice::Dice;
use kosti_rules::{Example, House, Rules, RulesFile};

use super::words;
use crate::{Explained, ExplainedExample, Language, Section, SheetLine, StepDie, TurnStep};

fn bundled(id: &str, house: &[(&str, &str)]) -> Rules {
    let house: House = house.iter().map(|&(option, choice)| (option.to_owned(), choice.to_owned())).collect();
    kosti_games::file(id).unwrap().rules(&house).unwrap()
}

fn explained(language: &str, text: &str) -> Explained {
    words(language).explain_rules(&RulesFile::read("game", text).rules(&House::default()).unwrap())
}

/// Every game of games/ and below, in every variant.
fn every_game() -> Vec<Rules> {
    let games = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../games");
    let mut all = Vec::new();
    for below in ["", "toy"] {
        for entry in std::fs::read_dir(games.join(below)).unwrap() {
            let path = entry.unwrap().path();
            if path.extension().is_some_and(|extension| extension == "toml") {
                let file = RulesFile::read("game", &std::fs::read_to_string(&path).unwrap());
                all.extend(file.variants().iter().map(|house| file.rules(house).unwrap()));
            }
        }
    }
    assert!(all.len() > kosti_games::TEXTS.len());
    all
}

fn same_examples(explained: &[ExplainedExample], rules: &[Example], write: &dyn Fn(Dice) -> String) {
    assert_eq!(explained.len(), rules.len());
    for (explained, example) in explained.iter().zip(rules) {
        assert_eq!(
            (explained.dice, explained.throw, explained.score),
            (example.dice, example.throw, example.score)
        );
        assert_eq!(explained.clause, example.clause);
        assert!(
            explained.text.starts_with(&write(example.dice)) && explained.text.ends_with(&explained.gives)
        );
        assert!(
            example.score.is_none_or(|score| explained.gives.ends_with(&score.to_string())),
            "{explained:?}"
        );
    }
}

#[test]
fn every_box_and_example_of_every_game_is_described() {
    for rules in every_game() {
        for language in Language::all() {
            let explained = words(language.code()).explain_rules(&rules);
            let write = |dice: Dice| rules.faces().write(dice, language.code());
            let slots: Vec<_> = explained.slots.iter().flat_map(|section| &section.items).collect();
            // Every column has the same boxes: they are explained once.
            let of_rules = rules.sheet().map_or(&[][..], |sheet| &sheet.slots[..sheet.in_column()[0]]);
            assert_eq!(slots.len(), of_rules.len());
            for (explained, slot) in slots.iter().zip(of_rules) {
                assert_eq!(
                    (&explained.id, explained.name.as_str()),
                    (&slot.id, slot.row.get(language.code()))
                );
                assert!(explained.rule.ends_with('.'), "{}", explained.rule);
                same_examples(&explained.examples, &slot.examples, &write);
            }
            let sheets = explained.sheets.map_or(0, |section| section.items.len());
            assert_eq!(sheets, rules.sheet().map_or(0, |sheet| sheet.examples.len()));
            let points = explained.points.map_or(0, |section| section.items.len());
            assert_eq!(points, rules.sheet().map_or(0, |sheet| sheet.awards.len()));
        }
    }
}

#[test]
fn every_combination_of_every_race_is_described() {
    for rules in every_game() {
        let explained = words("en").explain_rules(&rules);
        let Some(race) = rules.race() else {
            assert!(explained.combinations.is_none() && explained.examples.is_none());
            continue;
        };
        let combinations = explained.combinations.unwrap().items;
        let ids: Vec<&String> = combinations.iter().map(|combination| &combination.id).collect();
        assert_eq!(ids, race.combinations.iter().map(|combination| &combination.id).collect::<Vec<_>>());
        for (explained, combination) in combinations.iter().zip(&race.combinations) {
            let made_of = combination.made_of.iter().map(|(&dice, &points)| (dice, points));
            assert_eq!(explained.made_of, made_of.collect::<Vec<_>>());
        }
        let listed = |dice| combinations.iter().any(|c| c.made_of.iter().any(|(made, _)| *made == dice));
        let others: Vec<Example> = race.examples.iter().filter(|e| !listed(e.dice)).cloned().collect();
        same_examples(
            &explained.examples.map_or(Vec::new(), |section| section.items),
            &others,
            &|dice: Dice| dice.to_string(),
        );
    }
}

#[test]
fn every_house_rule_is_described_with_one_default_and_one_choice() {
    for rules in every_game() {
        let Some(house) = words("uk").explain_rules(&rules).house else {
            assert!(rules.house.is_empty());
            continue;
        };
        assert_eq!(house.is_standard, rules.house_changes().next().is_none());
        assert_eq!(house.options.len(), rules.house.iter().len());
        for (explained, option) in house.options.iter().zip(&rules.house) {
            assert_eq!((&explained.id, explained.choices.len()), (&option.id, option.choices.len()));
            let defaults = explained.choices.iter().filter(|choice| choice.default.is_some());
            assert_eq!(defaults.map(|choice| &choice.id).collect::<Vec<_>>(), [&option.choices[0].0]);
            let chosen = explained.choices.iter().filter(|choice| choice.is_chosen);
            assert_eq!(chosen.map(|choice| choice.id.as_str()).collect::<Vec<_>>(), [option.choice()]);
        }
    }
}

#[test]
fn sections_are_never_empty() {
    for rules in every_game() {
        let explained = words("en").explain_rules(&rules);
        assert!(explained.slots.iter().all(|section| !section.items.is_empty()));
        assert!(explained.points.is_none_or(|section| !section.items.is_empty()));
        assert!(explained.sheets.is_none_or(|section| !section.items.is_empty()));
        assert!(explained.combinations.is_none_or(|section| !section.items.is_empty()));
        assert!(explained.examples.is_none_or(|section| !section.items.is_empty()));
    }
}

/// The compiled rules of a bundled game as they are read back.
fn read_back(language: &str, game: &str) -> String {
    let parts = words(language).read_back(&bundled(game, &[]));
    let part = |part: &Section<String>| format!("{}\n{}\n", part.heading, part.items.join("\n"));
    parts.iter().map(part).collect::<Vec<_>>().join("\n")
}

#[test]
fn a_sheet_is_read_back_whole_and_short() {
    expect![[r#"
        The game
        1–64 players; 5 dice with 6 sides; up to 3 throws a turn, 15 turns for each player.
        Fill the sheet, one box a turn, in 15 turns. The highest total wins.
        School: when it is full and its sum below 0, 50 more are taken away.
        School: when everything else is full and the dice fit nowhere, an open box takes minus its number.

        School
        Ones, Twos, Threes, Fours, Fives, Sixes – any dice: by how many dice show its number: 1 → minus its number, 2 → minus its number, 3 → +0, 4 → its number, 5 → its number.
        Every box: Dice that do not fit are refused. Never crossed out.

        Boxes
        Pair – a number on exactly 2 dice: the sum of these dice; from the hand ×2.
        Two pairs – 2 + 2 alike, of different numbers: the sum of these dice; from the hand ×2.
        Three alike – 3 alike: the sum of these dice; from the hand ×2.
        Straight 1-5 – 1-2-3-4-5: the sum of these dice; from the hand ×2.
        Straight 2-6 – 2-3-4-5-6: the sum of these dice; from the hand ×2.
        Full house – 3 + 2 alike, of different numbers: the sum of these dice; from the hand ×2.
        Four alike – 4 alike: the sum of these dice; from the hand ×2.
        Poker – 5 alike: the sum of these dice and 50 more; from the hand ×2.
        Chance – any dice: the sum of all dice.
        Every box: Dice that do not fit are refused. Crossed out after any throw.
    "#]].assert_eq(&read_back("en", "dice-poker"));
}

#[test]
fn points_at_the_end_are_read_back_with_their_conditions() {
    expect![[r#"
        Гра
        1–64 гравці; 5 кубиків по 6 граней; до 3 кидків за хід, 28 ходів на гравця.
        Заповнити аркуш: за хід одну графу, усього 28 ходів. Наприкінці графи й сума дають бали, і виграє той, у кого їх найбільше.
        Кожна графа: Невідповідні кубики дають 0. Не викреслюється.

        Числа
        Четвірки, П'ятірки, Шестірки – будь-які кубики: сума кубиків з її числом. Заповнюється 4 рази.

        Графи
        Стріт – 1-2-3-4-5 або 2-3-4-5-6: сума всіх кубиків. Заповнюється 4 рази.
        Фул хаус – 3 + 2 однакових, числа різні: сума всіх кубиків. Заповнюється 4 рази.
        Шанс – будь-які кубики: сума всіх кубиків. Заповнюється 4 рази.
        Балут – 5 однакових: сума всіх кубиків і ще 20. Заповнюється 4 рази.

        Бали в кінці гри
        Четвірки 52 і більше – якщо записи графи «Четвірки» разом дають 52 або більше: +2.
        П'ятірки 65 і більше – якщо записи графи «П'ятірки» разом дають 65 або більше: +2.
        Шестірки 78 і більше – якщо записи графи «Шестірки» разом дають 78 або більше: +2.
        Жодного викресленого стріту – якщо графа «Стріт» повна і жодного її запису не викреслено й жоден не 0: +4.
        Жодного викресленого фул хауса – якщо графа «Фул хаус» повна і жодного її запису не викреслено й жоден не 0: +3.
        Шанс 100 і більше – якщо записи графи «Шанс» разом дають 100 або більше: +2.
        За кожен балут – за кожен запис графи «Балут», не викреслений і не 0: +2.
        За загальну суму – за сумою: від 0 -2, від 300 -1, від 350 +0, від 400 +1, від 450 +2, від 500 +3, від 550 +4, від 600 +5, від 650 +6.
    "#]].assert_eq(&read_back("uk", "balut"));
}

#[test]
fn a_race_is_read_back_with_a_line_for_each_combination() {
    expect![[r#"
        The game
        2–64 players (one may practise alone); 6 dice with 6 sides; first to 10000.
        Be the first to reach 10000 points.
        After each throw set aside dice that score, then bank or throw the rest; a throw that scores nothing loses the turn's points.
        A player who has set all dice aside may throw all of them again.

        What scores
        Single 1 or 5 – one die: 1 → 100, 5 → 50.
        Three alike – 3 alike: 1 → 1000, 2 → 200, 3 → 300, 4 → 400, 5 → 500, 6 → 600.
        Four alike – 4 alike: 1000 points.
        Five alike – 5 alike: 2000 points.
        Six alike – 6 alike: 3000 points.
        Three pairs – 2 + 2 + 2 alike, of any numbers: 1500 points.
        Straight 1-6 – 1-2-3-4-5-6: 2500 points.
    "#]].assert_eq(&read_back("en", "farkle"));
}

#[test]
fn equal_boxes_share_a_line_of_the_reading() {
    for rules in every_game() {
        for language in Language::all() {
            let parts = words(language.code()).read_back(&rules);
            assert!(parts.iter().all(|part| !part.items.is_empty()), "{}: {parts:?}", rules.id);
            let boxes = rules.sheet().map_or(0, |sheet| sheet.in_column()[0]);
            let lines: usize = parts[1..].iter().map(|part| part.items.len()).sum();
            assert!(
                rules.race().is_some() || lines <= boxes + rules.sheet().unwrap().awards.len() + parts.len()
            );
        }
    }
}

/// A choice of a house rule that changes the game changes what is read back: nothing of the rules is left out.
#[test]
fn what_a_house_rule_changes_is_read_back() {
    for id in kosti_games::ids() {
        let file = kosti_games::file(id).unwrap();
        let standard = file.rules(&House::default()).unwrap();
        let choices = words("en").read_back_choices(&file);
        let read = choices.map_or(Vec::new(), |part| part.items);
        let others = standard.house.iter().map(|option| option.choices.len() - 1);
        assert_eq!(read.len(), others.sum::<usize>());
        for line in read {
            assert!(!line.ends_with("changes nothing"), "{id}: {line}");
        }
    }
    let same = "name = 'x'\ndice = 1\nthrows = 1\n[box.any]\nscore = 'all-dice'\n[house.no]\nchoices = { one = {}, \
                two = { change = { box.any.about = 'Any' } } }";
    let read = words("en").read_back_choices(&RulesFile::read("game", same)).unwrap();
    assert_eq!(read.items, ["no=two: changes nothing"]);
}

#[test]
fn bundled_games_are_described_in_one_language() {
    for id in kosti_games::ids() {
        let read: Vec<_> = words("uk").read_back(&bundled(id, &[]));
        let explained = words("uk").explain_rules(&bundled(id, &[]));
        let headings = explained.slots.iter().map(|section| &section.heading);
        let slots = || explained.slots.iter().flat_map(|section| &section.items);
        let said = [&explained.name, &explained.size]
            .into_iter()
            .chain(&explained.about)
            .chain(&explained.facts)
            .chain(headings);
        let said =
            said.chain(slots().map(|slot| &slot.rule)).chain(slots().filter_map(|slot| slot.about.as_ref()));
        let read = read.iter().flat_map(|part| part.items.iter().chain([&part.heading]));
        for text in said.chain(read) {
            assert!(!text.contains(|c: char| c.is_ascii_alphabetic()), "{id}: {text}");
        }
    }
}

#[test]
fn a_sheet_in_english_and_ukrainian() {
    let rules = bundled("school", &[]);
    let [english, ukrainian] = ["en", "uk"].map(|language| words(language).explain_rules(&rules));
    assert_eq!(
        english.size,
        "1–64 players; 5 dice with 6 sides; up to 3 throws a turn, 15 turns for each player."
    );
    assert_eq!(english.source.as_deref(), Some("Source: School, as its players wrote it down"));
    assert_eq!(english.facts, ["First 3 boxes of Grades, then the others."]);
    assert_eq!(ukrainian.facts, ["Спершу 3 графи з групи «Класи», потім решта."]);
    let headings = |explained: &Explained| {
        explained
            .slots
            .iter()
            .map(|section| (section.heading.clone(), section.items.len()))
            .collect::<Vec<_>>()
    };
    assert_eq!(headings(&english), [("Grades".to_owned(), 6), ("Boxes".to_owned(), 9)]);
    assert_eq!(headings(&ukrainian), [("Класи".to_owned(), 6), ("Графи".to_owned(), 9)]);
    let pair = &english.slots[1].items[0];
    assert_eq!((pair.id.as_str(), pair.name.as_str()), ("pair", "Pair"));
    assert_eq!(
        pair.rule,
        "2 alike: the sum of these dice; from the hand ×2. Crossed out after the last throw only."
    );
    let gives = |explained: &Explained| {
        explained.slots[1].items[0].examples.iter().map(|e| e.gives.clone()).collect::<Vec<_>>()
    };
    assert_eq!(gives(&english), ["10", "12", "from the hand: 24", "refused"]);
    assert_eq!(gives(&ukrainian), ["10", "12", "з руки: 24", "не можна"]);
    assert_eq!(pair.examples[2].text, "6-6-6-6-6 from the hand: 24");
}

#[test]
fn a_race_in_english_and_ukrainian() {
    let rules = bundled("thousand", &[("win", "exceed")]);
    let [english, ukrainian] = ["en", "uk"].map(|language| words(language).explain_rules(&rules));
    assert!(english.slots.is_empty() && english.points.is_none() && english.sheets.is_none());
    assert_eq!(english.facts.len(), 7);
    assert!(english.facts[4].starts_with("Barrel from 295: 3 turns to reach 400"));
    assert!(ukrainian.facts[4].starts_with("Бочка від 295: до 400 є 3 ходи"));
    let combinations = english.combinations.unwrap();
    assert_eq!((combinations.heading.as_str(), combinations.items.len()), ("What scores", 6));
    let single: Vec<String> =
        combinations.items[0].made_of.iter().map(|(dice, points)| format!("{dice}={points}")).collect();
    assert_eq!(single, ["1=10", "5=5"]);
    let examples = english.examples.unwrap().items;
    assert_eq!(examples.last().map(|example| example.text.as_str()), Some("2-2: refused"));
    let house = english.house.unwrap();
    assert_eq!((house.is_standard, house.differs.as_str()), (false, "Differs from the standard: win=exceed"));
    assert_eq!(ukrainian.house.unwrap().differs, "Відрізняється від звичайних: win=exceed");
}

#[test]
fn the_standard_is_described_without_the_command_line() {
    let explained = words("en").explain_rules(&bundled("thousand", &[])).house.unwrap();
    assert_eq!((explained.is_standard, explained.differs.as_str()), (true, "All by the standard rules."));
    assert_eq!(explained.options[0].choices[0].default.as_deref(), Some("(standard)"));
}

#[test]
fn points_and_whole_sheets() {
    let explained = words("en").explain_rules(&bundled("balut", &[]));
    let points = explained.points.unwrap();
    let [first, .., last] = &points.items[..] else { panic!("{points:?}") };
    assert_eq!((first.name.as_str(), first.worth.as_str()), ("Fours 52 or more", "+2"));
    assert!(last.worth.starts_with("from 0 -2, from 300 -1, from 350 +0"), "{}", last.worth);
    let sheet = &explained.sheets.unwrap().items[1];
    let entries = ["12", "16", "12", "12"].map(str::to_owned).to_vec();
    assert_eq!(sheet.lines[0], SheetLine { name: "Fours".into(), entries });
    assert_eq!(sheet.sums, [("Total".to_owned(), 479), ("Points".to_owned(), 14)]);
}

const JOKERS: &str = r#"
    name = "Twins"
    dice = 2
    throws = 1
    order = { lot = "highest-sum" }
    each-box = { unfit = "zero" }
    joker = { name = "More twins", box = "twins", bonus = 10 }
    [box.twins]
    name = "Twins"
    needs = { alike = 2 }
    score = { points = 5 }
    [box.any]
    name = "Any"
    score = "all-dice"
    joker = 20
    fill = 2
    [instant-win.ones]
    name = "Ones"
    needs = { shows = [1, 1] }
    throw = "any"
    [[sheet-example]]
    sheet = { twins = 5, any = [7, 20], joker = 10 }
    total = 42
"#;

#[test]
fn facts_of_the_whole_game_come_in_order() {
    let explained = explained("en", JOKERS);
    let begins: Vec<&str> = explained.facts.iter().map(|fact| &fact[..12]).collect();
    assert_eq!(begins, ["Who starts i", "Once Twins i", "More twins: ", "Ones: wins t"]);
    assert_eq!(explained.slots[0].items[0].rule, "2 alike: 5 points. Dice that do not fit score 0.");
    assert_eq!(
        explained.slots[0].items[1].rule,
        "any dice: the sum of all dice. Filled 2 times. A joker gives 20."
    );
    let lines = &explained.sheets.unwrap().items[0].lines;
    assert_eq!(
        lines.last().map(|line| (line.name.as_str(), line.entries.join(" "))),
        Some(("More twins", "10".into()))
    );
}

#[test]
fn what_a_file_does_not_say_is_not_there() {
    let explained =
        explained("uk", "name = 'x'\ndice = 1\nthrows = 1\n[box.any]\nname = 'y'\nscore = 'all-dice'");
    assert_eq!((explained.about, explained.source, explained.facts.len()), (None, None, 0));
    let [section] = explained.slots.try_into().unwrap();
    assert_eq!((section.heading.as_str(), section.about), ("Графи", None));
    assert_eq!((section.items[0].about.as_ref(), section.items[0].examples.len()), (None, 0));
    assert!(explained.points.is_none() && explained.sheets.is_none() && explained.house.is_none());
}

#[test]
fn a_turn_of_every_game_is_told_with_its_dice() {
    for rules in every_game() {
        for language in ["en", "uk"] {
            let words = words(language);
            let steps = words.explain_turn(&rules);
            let said = steps.iter().map(|step| step.text.clone()).chain([words.describe_aim(&rules)]);
            for text in said {
                let foreign = language == "uk" && text.contains(|c: char| c.is_ascii_alphabetic());
                assert!(!text.is_empty() && !foreign, "{}: {text}", rules.id);
            }
            let dice = usize::from(rules.dice);
            let drawn: Vec<usize> = steps.iter().map(|step| step.dice.len()).filter(|len| *len > 0).collect();
            let bundled = kosti_games::ids().any(|id| id == rules.id);
            assert!(!bundled || (drawn.len() >= 2 && drawn[..2] == [dice, dice]), "{}: {drawn:?}", rules.id);
        }
    }
}

#[test]
fn a_turn_ends_with_a_worked_example() {
    let words = words("en");
    let of = |game: &str, nth: usize| words.explain_turn(&bundled(game, &[])).swap_remove(nth);
    assert_eq!(of("yatzy", 2).gives.as_deref(), Some("Fives: 15"));
    assert_eq!(of("school", 2).gives.as_deref(), Some("6th grade: -12"));
    // Kept dice stay: each throw has those of the throw before.
    let kept = |step: &TurnStep| step.dice.iter().filter(|die| die.kept).count();
    assert_eq!([0, 1, 2].map(|nth| kept(&of("yatzy", nth))), [2, 3, 3]);
    let aside = of("thousand", 1);
    assert_eq!((aside.gives.as_deref(), kept(&aside)), (Some("20 points"), 2));
    assert_eq!(of("pig", 3).dice, [StepDie { face: 1, kept: false }]);
}
