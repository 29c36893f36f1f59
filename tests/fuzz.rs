//! No input causes a panic or an endless loop: rules files, records, questions, dice.
//!
//! The cases are the same on every run. `PROPTEST_RNG_SEED=7 PROPTEST_CASES=20000` tries others; `cargo xtask fuzz` looks for
//! inputs that reach something new.

use std::sync::Arc;

use kosti_dice::{Dice, MAX_DICE};
use kosti_fuzz::play::play;
use kosti_query::{Cache, QueryEngine};
use kosti_rules::{House, RulesFile, Sheet, Totals};
use kosti_solver::{NoProgress, Objective, ReferenceSolver, solve};
use kosti_testkit::TestRng;
use kosti_text::{Language, Words};
use proptest::prelude::*;
use proptest::test_runner::{Config, RngSeed};
use serde_json::{Value, json};

/// The number of cases, short and at full length; always the same cases unless the environment sets a seed.
fn config(short: u32, full: u32) -> Config {
    let mut config = Config { failure_persistence: None, ..Config::default() };
    if std::env::var_os("PROPTEST_CASES").is_none() {
        config.cases = if kosti_testkit::full_length() { full } else { short };
    }
    if config.rng_seed == RngSeed::Random {
        config.rng_seed = RngSeed::Fixed(1);
    }
    config
}

/// Replacements for a word or a number.
const NONSENSE: &[&str] = &[
    "",
    "0",
    "-1",
    "1",
    "2",
    "7",
    "12",
    "13",
    "255",
    "256",
    "1000000",
    "1000001",
    "2147483647",
    "-2147483648",
    "99999999999999999999",
    "1.5",
    "nan",
    "true",
    "[]",
    "{}",
    "[[]]",
    "''",
    "'x'",
    "\"\\u0000\"",
    "'ї'",
    "1979-05-27",
    "{ alike = 3 }",
    "{ any-of = [] }",
    "{ points = 1 }",
    "\u{1b}[31m",
    "=",
    "[",
    "]",
    "}",
    ",",
    "\n",
    "#",
    "'''",
    "box",
    "race",
    "house",
    "change",
    "number",
    "anything",
    "refused",
    "zero",
    "any-throw",
    "never",
    "lot",
];

/// One change of a text. Places are taken modulo the number of places.
#[derive(Debug, Clone)]
enum Mutation {
    DeleteCharacter(usize),
    InsertCharacter(usize, char),
    DeleteLine(usize),
    DuplicateLine(usize, usize),
    SwapLines(usize, usize),
    CutLines(usize, usize),
    ReplaceToken(usize, usize),
    ReplaceNumber(usize, usize),
    CopyToken(usize, usize),
    Nest(usize, usize),
    End(usize),
}

fn mutation() -> impl Strategy<Value = Mutation> {
    use Mutation as M;
    let at = || any::<u16>().prop_map(usize::from);
    prop_oneof![
        2 => at().prop_map(M::DeleteCharacter),
        2 => (at(), any::<char>()).prop_map(|(a, c)| M::InsertCharacter(a, c)),
        2 => at().prop_map(M::DeleteLine),
        1 => (at(), at()).prop_map(|(a, b)| M::DuplicateLine(a, b)),
        1 => (at(), at()).prop_map(|(a, b)| M::SwapLines(a, b)),
        1 => (at(), 1..30_usize).prop_map(|(a, b)| M::CutLines(a, b)),
        4 => (at(), at()).prop_map(|(a, b)| M::ReplaceToken(a, b)),
        6 => (at(), at()).prop_map(|(a, b)| M::ReplaceNumber(a, b)),
        4 => (at(), at()).prop_map(|(a, b)| M::CopyToken(a, b)),
        1 => (at(), 1..300_usize).prop_map(|(a, b)| M::Nest(a, b)),
        1 => at().prop_map(M::End),
    ]
}

fn mutations() -> impl Strategy<Value = Vec<Mutation>> {
    prop::collection::vec(mutation(), 1..4)
}

/// The words or numbers of the text, with their start and end.
fn tokens(text: &str, number: bool) -> Vec<(usize, usize)> {
    let of_token = |c: char| c.is_alphanumeric() || c == '-' || c == '_' || c == '\'';
    let mut found = Vec::new();
    let mut from = None;
    for (at, c) in text.char_indices().chain([(text.len(), ' ')]) {
        match (from, of_token(c)) {
            (None, true) => from = Some(at),
            (Some(begin), false) => {
                from = None;
                if !number || text[begin..at].parse::<i64>().is_ok() {
                    found.push((begin, at));
                }
            }
            _ => {}
        }
    }
    found
}

fn mutate(text: &str, mutation: &Mutation) -> String {
    let mut lines: Vec<&str> = text.split_inclusive('\n').collect();
    let count = lines.len().max(1);
    let line = |at: usize| at % count;
    let boundary = |at: usize| text.floor_char_boundary(at % (text.len() + 1));
    let replace =
        |(begin, end): (usize, usize), with: &str| format!("{}{with}{}", &text[..begin], &text[end..]);
    match *mutation {
        _ if text.is_empty() => return String::new(),
        Mutation::DeleteCharacter(at) => {
            let at = boundary(at);
            let end = text[at..].chars().next().map_or(at, |c| at + c.len_utf8());
            return replace((at, end), "");
        }
        Mutation::InsertCharacter(at, c) => return replace((boundary(at), boundary(at)), &c.to_string()),
        Mutation::DeleteLine(at) => drop(lines.remove(line(at))),
        Mutation::DuplicateLine(at, to) => lines.insert(line(to), lines[line(at)]),
        Mutation::SwapLines(a, b) => lines.swap(line(a), line(b)),
        Mutation::CutLines(at, count) => drop(lines.drain(line(at)..(line(at) + count).min(lines.len()))),
        Mutation::ReplaceToken(at, with) | Mutation::ReplaceNumber(at, with) => {
            let found = tokens(text, matches!(mutation, Mutation::ReplaceNumber(..)));
            let Some(&token) = found.get(at % found.len().max(1)) else { return text.to_owned() };
            return replace(token, NONSENSE[with % NONSENSE.len()]);
        }
        Mutation::CopyToken(at, of) => {
            let found = tokens(text, false);
            let Some(&(begin, end)) = found.get(of % found.len().max(1)) else { return text.to_owned() };
            return replace(found[at % found.len()], &text[begin..end]);
        }
        Mutation::Nest(at, deep) => {
            let found = tokens(text, true);
            let Some(&(begin, end)) = found.get(at % found.len().max(1)) else { return text.to_owned() };
            let (open, close) = if deep % 2 == 0 { ("[", "]") } else { ("{ any-of = [", "] }") };
            return replace(
                (begin, end),
                &[&open.repeat(deep), &text[begin..end], &close.repeat(deep)].concat(),
            );
        }
        Mutation::End(at) => return text[..boundary(at)].to_owned(),
    }
    lines.concat()
}

fn apply_mutations(text: &str, mutations: &[Mutation]) -> String {
    mutations.iter().fold(text.to_owned(), |text, mutation| mutate(&text, mutation))
}

/// Id and text of the bundled games.
fn texts() -> Vec<(&'static str, &'static str)> {
    kosti_games::TEXTS.to_vec()
}

#[test]
fn mutated_rules_files() {
    let texts = texts();
    proptest!(config(200, 4500), |(game in 0..texts.len(), mutations in mutations())| {
        kosti_fuzz::rules(apply_mutations(texts[game].1, &mutations).as_bytes());
    });
}

/// A joker rule at random.
fn any_joker() -> impl Strategy<Value = String> {
    let pick = |from: &'static [&'static str]| prop::sample::select(from);
    let needs = pick(&["{ alike = DICE }", "{ alike = DICE }", "{ shows = [1] }", "'anything'"]);
    let score =
        pick(&["{ points = 6 }", "{ points = 6 }", "{ points = -2 }", "{ points = 0 }", "'all-dice'"]);
    let unfit = pick(&["unfit = 'zero'", "unfit = 'zero'", "cross = 'last-throw'", "cross = 'any-throw'"]);
    let group = pick(&["", "group = 'g'", "group = 'h'"]);
    let bonus = pick(&["", "bonus = 3", "bonus = 10"]);
    let first = pick(&["", "first = 'g'", "first = 'g'"]);
    (needs, score, unfit, group, bonus, first).prop_map(|(needs, score, unfit, group, bonus, first)| {
        format!("[box.five]\nneeds = {needs}\nscore = {score}\n{unfit}\n{group}\n[joker]\nbox = 'five'\n{bonus}\n{first}\n")
    })
}

/// A random game: few small dice, boxes that fit little, groups, a gate, jokers.
fn any_game() -> impl Strategy<Value = String> {
    let pick = |from: &'static [&'static str]| prop::sample::select(from);
    let needs = pick(&[
        "'anything'",
        "{ alike = 2 }",
        "{ different = 2 }",
        "{ exactly = 1 }",
        "{ sum = 3 }",
        "{ shows = [1] }",
        "{ run = 2 }",
        "{ any-of = [{ shows = [1] }, { shows = [2] }] }",
        "{ all-of = [{ shows = [1] }, { different = 2 }] }",
        "{ matching = 1 }",
    ]);
    let score = pick(&[
        "'combination'",
        "'all-dice'",
        "'matching'",
        "{ points = -3 }",
        "{ by-count = { 1 = 5, 2 = 'number' } }",
    ]);
    let rest = pick(&[
        "",
        "",
        "cross = 'last-throw'",
        "cross = 'any-throw'",
        "unfit = 'zero'",
        "hand = { times = 2 }",
    ]);
    let group = pick(&["", "group = 'g'", "group = 'g'", "group = 'h'"]);
    let slot = (needs, score, rest, group, 1..3_u8, 1..3_u8, prop::option::weighted(0.3, -3..20));
    let group = || {
        pick(&[
            "",
            "last-resort.score = 0",
            "last-resort.score = '-number'",
            "penalty = { below = 3, points = 9 }",
            "bonus = { at-least = 4, points = 7 }",
        ])
    };
    let game = pick(&["", "", "order = { lot = 'lowest-sum' }"]);
    let dice = (1..4_u8, 2..4_u8, 1..3_u8);
    let slots = prop::collection::vec(slot, 1..6);
    let gate = prop::option::weighted(0.6, 1..4_u8);
    let joker = prop::option::weighted(0.4, any_joker());
    (dice, slots, group(), group(), gate, game, joker).prop_map(
        |((dice, sides, throws), slots, g, h, gate, game, jokers)| {
            let mut text = format!("name = 'a'\ndice = {dice}\nsides = {sides}\nthrows = {throws}\n{game}\n[group.g]\n{g}\n[group.h]\n{h}\n");
            for (i, (needs, score, rest, group, number, fill, joker)) in slots.iter().enumerate() {
                let joker = joker.filter(|_| jokers.is_some());
                let joker = joker.map_or_else(String::new, |points| format!("joker = {points}\n"));
                text += &format!("[box.b{i}]\nneeds = {needs}\nscore = {score}\nnumber = {number}\nfill = {fill}\n{rest}\n{group}\n{joker}");
            }
            text += &jokers.unwrap_or_default().replace("DICE", &dice.to_string());
            if let Some(scored) = gate {
                text += &format!("[gate]\nuntil = {{ scored = {scored}, of = 'g' }}\nonly = 'g'\n");
            }
            text
        },
    )
}

#[test]
fn sound_games_can_be_played_to_their_end() {
    let sound = std::cell::Cell::new(0);
    proptest!(config(4000, 15000), |(text in any_game(), seed in any::<u64>())| {
        let Ok(rules) = RulesFile::read("any", &text).rules(&House::default()) else { return Ok(()) };
        sound.set(sound.get() + 1);
        for round in 0..5 {
            let record = play(rules.clone(), &mut TestRng::new(seed.wrapping_add(round)), 5000);
            prop_assert!(record.replay().outcome().is_some(), "no end: {}", record);
        }
    });
    assert!(sound.get() > 100, "only {} of the games were sound", sound.get());
}

/// Random games with several threshold groups, gates, last resorts, zeros and crosses.
#[test]
fn sound_games_are_solved_as_the_obvious_solver_does() {
    let (solved, jokers) = (std::cell::Cell::new(0), std::cell::Cell::new(0));
    proptest!(config(3000, 6000), |(text in any_game(), more in -20..20)| {
        let Ok(rules) = RulesFile::read("any", &text).rules(&House::default()) else { return Ok(()) };
        let rules = Arc::new(rules);
        let sheet = rules.sheet().unwrap();
        if sheet.rounds > 4 {
            return Ok(());
        }
        solved.set(solved.get() + 1);
        jokers.set(jokers.get() + usize::from(sheet.joker.is_some()));
        let empty = Sheet::empty(sheet.slots.len());
        let slow = ReferenceSolver::new(sheet).value(&empty);
        let strategy = solve(&rules, &Objective::Total, &NoProgress).unwrap().into_total().unwrap();
        let fast = strategy.value();
        prop_assert!((slow - fast).abs() < 1e-9, "{} and {} for\n{}", slow, fast, text);
        // The deviation may differ: it depends on which of equally good actions is chosen.
        let mean = strategy.distribution(&NoProgress).unwrap().mean();
        prop_assert!((mean - fast).abs() < 1e-9, "{} and {} for\n{}", mean, fast, text);
        let at_least = slow as i32 + more;
        let reached = |totals: &Totals| f64::from(u8::from(totals.total >= at_least));
        let slow = ReferenceSolver::for_goal(sheet, reached).value(&empty);
        let fast = solve(&rules, &Objective::Reach { at_least }, &NoProgress).unwrap().value();
        prop_assert!((slow - fast).abs() < 1e-9, "{} and {} for {} in\n{}", slow, fast, at_least, text);
    });
    assert!(solved.get() > 100, "only {} games were solved", solved.get());
    assert!(jokers.get() > 30, "only {} games had jokers", jokers.get());
}

#[test]
fn mutated_records() {
    let texts = texts();
    proptest!(config(300, 2800), |(game in 0..texts.len(), mutations in mutations(), seed in any::<u64>())| {
        let file = RulesFile::read(texts[game].0, texts[game].1);
        let record = play(file.rules(&House::default()).unwrap(), &mut TestRng::new(seed), 60);
        kosti_fuzz::record(apply_mutations(&record.to_string(), &mutations).as_bytes());
    });
}

/// Valid questions.
fn questions() -> Vec<Value> {
    vec![
        json!({ "ask": "games" }),
        json!({ "ask": "score", "game": "school", "dice": [1, 2, 3, 4, 5], "throw": 1, "sheet": { "ones": -3, "pair": "x" } }),
        json!({ "ask": "score", "game": "school", "dice": [6, 6, 6, 6, 6], "throw": 3, "house": { "two-pairs": "different" } }),
        json!({ "ask": "score", "game": "balut", "dice": [6, 6, 6, 6, 6], "throw": 2, "sheet": { "balut": [0, 50, "x"] } }),
        json!({ "ask": "score", "game": "generals", "dice": [6, 6, 6, 6, 6], "throw": 1, "sheet": {} }),
        json!({ "ask": "score", "game": "thousand", "dice": [2, 2], "aside": 3, "house": { "win": "exceed" } }),
        json!({ "ask": "total", "game": "dice-poker", "sheet": { "ones": 1, "twos": -2, "chance": 20 } }),
        json!({ "ask": "play", "game": "thousand", "seats": [{ "score": 300, "turns_left": 2 }, { "score": 0 }],
                "turns": [{ "seat": 0, "gain": 0 }, { "seat": 1, "gain": 995 }, { "seat": 0, "gain": 700 }] }),
        json!({ "ask": "play", "game": "thousand", "seats": 3, "turns": [] }),
    ]
}

fn any_json() -> impl Strategy<Value = Value> {
    let leaf = prop_oneof![
        Just(Value::Null),
        any::<bool>().prop_map(Value::from),
        any::<i64>().prop_map(Value::from),
        any::<u64>().prop_map(Value::from),
        (-3..300_i64).prop_map(Value::from),
        any::<f64>().prop_map(Value::from),
        any::<String>().prop_map(Value::from),
        prop::sample::select(&["x", "school", "thousand", "reach", "score"][..]).prop_map(Value::from),
    ];
    leaf.prop_recursive(3, 20, 6, |inner| {
        prop_oneof![
            prop::collection::vec(inner.clone(), 0..6).prop_map(Value::from),
            prop::collection::hash_map(any::<String>(), inner, 0..4)
                .prop_map(|map| Value::Object(map.into_iter().collect())),
        ]
    })
}

/// Every place in the JSON, as a pointer.
fn places(value: &Value, at: &str, found: &mut Vec<String>) {
    found.push(at.to_owned());
    match value {
        Value::Object(fields) => fields.iter().for_each(|(key, value)| {
            places(value, &format!("{at}/{}", key.replace('~', "~0").replace('/', "~1")), found);
        }),
        Value::Array(items) => {
            items.iter().enumerate().for_each(|(i, value)| places(value, &format!("{at}/{i}"), found));
        }
        _ => {}
    }
}

#[test]
fn any_question() {
    let questions = questions();
    let (words, cache) = (Words::new(Language::ENGLISH), Arc::new(Cache::new(|| 0.0)));
    let engine = QueryEngine::new(kosti_games::ids().collect(), words, kosti_games::file, cache);
    for question in &questions {
        let answer = engine.answer_line(&question.to_string());
        assert!(!answer.contains("\"error\""), "{question} {answer}");
    }
    let count = questions.len();
    proptest!(config(250, 2500), |(which in 0..count, changes in prop::collection::vec((any::<usize>(), any_json()), 1..3),
                             mutations in mutations(), as_text in any::<bool>())| {
        let mut question = questions[which].clone();
        if as_text {
            kosti_fuzz::ask(apply_mutations(&question.to_string(), &mutations).as_bytes());
        }
        for (at, value) in changes {
            let mut found = Vec::new();
            places(&question, "", &mut found);
            *question.pointer_mut(&found[at % found.len()]).unwrap() = value;
        }
        kosti_fuzz::ask(question.to_string().as_bytes());
    });
}

#[test]
fn any_text_as_dice() {
    let digits = prop::collection::vec(prop::sample::select(&b"0123456789-,+ x\xff"[..]), 0..30);
    let bytes = prop_oneof![digits, prop::collection::vec(any::<u8>(), 0..40)];
    proptest!(config(1000, 5000), |(bytes in bytes)| {
        let text = String::from_utf8_lossy(&bytes);
        if let Ok(dice) = text.parse::<Dice>() {
            prop_assert!(dice.len() <= MAX_DICE);
            prop_assert_eq!(dice.to_string().parse::<Dice>(), Ok(dice));
        }
    });
}
