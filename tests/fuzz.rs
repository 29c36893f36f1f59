//! Whatever is written, nothing panics and everything ends: rules files, records, questions, dice.
//!
//! The cases are the same on every run. `PROPTEST_RNG_SEED=7 PROPTEST_CASES=20000` tries others.

use std::cell::RefCell;
use std::sync::Arc;

use kosti_ask::Desk;
use kosti_dice::{Dice, MAX_DICE};
use kosti_engine::{Action, Decision, Event, Record, State, Tags};
use kosti_rules::{House, Rules, RulesFile, Sheet, Totals};
use kosti_solver::{NoProgress, Reach, Reference};
use kosti_words::{Language, Words};
use proptest::prelude::*;
use proptest::test_runner::{Config, RngSeed};
use serde_json::{Value, json};

/// So many cases, always the same ones, unless the environment says otherwise.
fn config(cases: u32) -> Config {
    let mut config = Config { failure_persistence: None, ..Config::default() };
    if std::env::var_os("PROPTEST_CASES").is_none() {
        config.cases = cases;
    }
    if config.rng_seed == RngSeed::Random {
        config.rng_seed = RngSeed::Fixed(1);
    }
    config
}

/// What replaces a word or a number.
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

/// One change of a text. Places are taken modulo what there is.
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

/// The words and numbers of the text: where each begins and ends.
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

fn mutated(text: &str, mutations: &[Mutation]) -> String {
    mutations.iter().fold(text.to_owned(), |text, mutation| mutate(&text, mutation))
}

/// A small generator of its own, so that a seed says everything about a game.
struct Chance(u64);

impl Chance {
    fn below(&mut self, n: usize) -> usize {
        // SplitMix64.
        self.0 = self.0.wrapping_add(0x9E37_79B9_7F4A_7C15);
        let mut z = self.0;
        z = (z ^ (z >> 30)).wrapping_mul(0xBF58_476D_1CE4_E5B9);
        z = (z ^ (z >> 27)).wrapping_mul(0x94D0_49BB_1331_11EB);
        ((z ^ (z >> 31)) % n as u64) as usize
    }

    fn dice(&mut self, count: usize, sides: u8) -> Dice {
        let faces: Vec<u8> = (0..count).map(|_| self.below(sides.into()) as u8 + 1).collect();
        Dice::from_faces(&faces).unwrap()
    }
}

/// Plays at random until the game is over, or for so many actions. There is always something to do.
fn played(rules: Rules, chance: &mut Chance, most: usize) -> Record {
    let seats = usize::from(rules.players.min).max(1 + chance.below(2)).min(usize::from(rules.players.max));
    let names = (0..seats).map(|seat| format!("Player {seat}")).collect();
    let mut record = Record::new(Arc::new(rules), names, true).unwrap();
    let mut state: State = record.replay();
    for _ in 0..most {
        let Some(seat) = state.on_turn() else { break };
        let actions: Vec<Action> = state.legal_actions();
        assert!(!actions.is_empty(), "nothing to do: {:?} {:?}", state.players()[seat.0], state.turn());
        let action = actions[chance.below(actions.len())];
        let events: Vec<Event> = match state.decide(seat, &action).unwrap() {
            Decision::Done(events) => events,
            Decision::Throws(throws) => {
                throws.fell(chance.dice(throws.count(), state.rules().sides)).unwrap()
            }
        };
        events.iter().for_each(|event| state.apply(event));
        record.events.extend(events);
    }
    record
}

/// Everything that is done with a rules file, whatever it says.
fn check(text: &str, chance: &mut Chance, words: &[Words]) {
    let file = RulesFile::read("fuzz", text);
    match file.check() {
        Ok(()) => {
            let variants = file.variants();
            let rules = file.rules(&variants[chance.below(variants.len())]).unwrap();
            let record = played(rules, chance, 150);
            let state = record.replay();
            let text = record.to_string();
            let again = Record::parse(&text, record.rules().clone())
                .unwrap_or_else(|fault| panic!("{fault}\n{text}"));
            assert!(again == record && again.replay() == state, "{text}");
        }
        Err(faults) => {
            assert!(!faults.0.is_empty());
            for fault in &faults.0 {
                assert!(text.get(fault.span.clone()).is_some(), "{fault:?}");
            }
            for words in words {
                let told = words.faults("fuzz.toml", text, &faults, false);
                assert!(!told.contains('\x1b'), "{told}");
                let _ = words.faults("fuzz.toml", text, &faults, true);
            }
        }
    }
    let _ = file.rules(&House::default());
}

fn both_languages() -> Vec<Words> {
    Language::all().map(Words::new).collect()
}

/// Id and text of the bundled games.
fn texts() -> Vec<(&'static str, &'static str)> {
    kosti_games::TEXTS.to_vec()
}

#[test]
fn mutated_rules_files() {
    let words = both_languages();
    let texts = texts();
    proptest!(config(4500), |(game in 0..texts.len(), mutations in mutations(), seed in any::<u64>())| {
        let text = mutated(texts[game].1, &mutations);
        check(&text, &mut Chance(seed), &words);
    });
}

/// A box of jokers, and what these do.
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

/// A game nobody would play: few small dice, boxes that fit little, groups, a gate, jokers, all of it by chance.
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
    proptest!(config(15000), |(text in any_game(), seed in any::<u64>())| {
        let Ok(rules) = RulesFile::read("any", &text).rules(&House::default()) else { return Ok(()) };
        sound.set(sound.get() + 1);
        for round in 0..5 {
            let record = played(rules.clone(), &mut Chance(seed.wrapping_add(round)), 5000);
            prop_assert!(record.replay().outcome().is_some(), "no end: {}", record);
        }
    });
    assert!(sound.get() > 100, "only {} of the games were sound", sound.get());
}

/// Games with several groups that decide something, gates, last resorts, zeros and crosses, as chance makes them.
#[test]
fn sound_games_are_solved_as_the_obvious_solver_does() {
    let (solved, jokers) = (std::cell::Cell::new(0), std::cell::Cell::new(0));
    proptest!(config(6000), |(text in any_game(), more in -20..20)| {
        let Ok(rules) = RulesFile::read("any", &text).rules(&House::default()) else { return Ok(()) };
        let rules = Arc::new(rules);
        let sheet = rules.sheet().unwrap();
        if sheet.rounds > 4 {
            return Ok(());
        }
        solved.set(solved.get() + 1);
        jokers.set(jokers.get() + usize::from(sheet.joker.is_some()));
        let empty = Sheet::empty(sheet.slots.len());
        let slow = Reference::new(sheet).value(&empty);
        let strategy = kosti_solver::Strategy::solve(rules.clone()).unwrap();
        let fast = strategy.value();
        prop_assert!((slow - fast).abs() < 1e-9, "{} and {} for\n{}", slow, fast, text);
        // Its deviation may be another one: which of equally good actions is taken decides it.
        let mean = strategy.distribution(&NoProgress).unwrap().mean();
        prop_assert!((mean - fast).abs() < 1e-9, "{} and {} for\n{}", mean, fast, text);
        let at_least = slow as i32 + more;
        let reached = |totals: &Totals| f64::from(u8::from(totals.total >= at_least));
        let slow = Reference::for_goal(sheet, reached).value(&empty);
        let fast = Reach::solve(rules.clone(), at_least).unwrap().value();
        prop_assert!((slow - fast).abs() < 1e-9, "{} and {} for {} in\n{}", slow, fast, at_least, text);
    });
    assert!(solved.get() > 100, "only {} games were solved", solved.get());
    assert!(jokers.get() > 30, "only {} games had jokers", jokers.get());
}

#[test]
fn any_text_as_rules() {
    let words = both_languages();
    let word = prop::sample::select(NONSENSE);
    let token = prop_oneof![
        word.prop_map(str::to_owned),
        Just(" = ".to_owned()),
        Just("\n".to_owned()),
        any::<String>()
    ];
    proptest!(config(500), |(tokens in prop::collection::vec(token, 0..40))| {
        check(&tokens.concat(), &mut Chance(0), &words);
    });
}

#[test]
fn mutated_records() {
    let words = both_languages();
    let texts = texts();
    proptest!(config(2800), |(game in 0..texts.len(), mutations in mutations(), seed in any::<u64>())| {
        let mut chance = Chance(seed);
        let file = RulesFile::read(texts[game].0, texts[game].1);
        let record = played(file.rules(&House::default()).unwrap(), &mut chance, 60);
        let text = mutated(&record.to_string(), &mutations);
        let parsed = Tags::parse(&text).and_then(|_| Record::parse(&text, record.rules().clone()));
        match parsed {
            Ok(record) => {
                let _ = record.replay();
                let again = Record::parse(&record.to_string(), record.rules().clone()).unwrap();
                prop_assert_eq!(&again, &record);
            }
            Err(fault) => {
                prop_assert!(fault.line >= 1 && fault.line <= text.lines().count().max(1), "{}", fault);
                prop_assert!(words.iter().all(|words| !words.tell("record", &fault.kind).is_empty()));
            }
        }
    });
}

/// Questions as they should be.
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

/// The line has exactly one answer: an object in one line, which is an error or is not.
fn answered<F: Fn(&str) -> Option<RulesFile>>(
    desk: &RefCell<Desk<F>>,
    line: &str,
) -> Result<(), TestCaseError> {
    let answer = desk.borrow_mut().answer(line);
    prop_assert!(!answer.contains('\n'), "{}", answer);
    let answer: Value = serde_json::from_str(&answer).unwrap();
    prop_assert!(answer.is_object(), "{}", answer);
    if let Some(error) = answer.get("error") {
        prop_assert!(answer.as_object().unwrap().len() == 1, "{}", answer);
        let text = |key: &str| error[key].as_str().is_some_and(|text| !text.is_empty());
        prop_assert!(text("kind") && text("message"), "{}", answer);
    }
    Ok(())
}

#[test]
fn any_question() {
    let questions = questions();
    for language in Language::all() {
        let desk = Desk::new(kosti_games::ids().collect(), Words::new(language), kosti_games::file);
        let desk = RefCell::new(desk);
        for question in &questions {
            let answer = desk.borrow_mut().answer(&question.to_string());
            assert!(!answer.contains("\"error\""), "{question} {answer}");
        }
        let count = questions.len();
        proptest!(config(2500), |(which in 0..count, changes in prop::collection::vec((any::<usize>(), any_json()), 1..3),
                                 mutations in mutations(), as_text in any::<bool>(), any in any_json(), line in any::<String>())| {
            let mut question = questions[which].clone();
            if as_text {
                answered(&desk, &mutated(&question.to_string(), &mutations))?;
            }
            for (at, value) in changes {
                let mut found = Vec::new();
                places(&question, "", &mut found);
                *question.pointer_mut(&found[at % found.len()]).unwrap() = value;
            }
            answered(&desk, &question.to_string())?;
            answered(&desk, &any.to_string())?;
            answered(&desk, &line)?;
        });
    }
}

#[test]
fn any_text_as_dice() {
    let digits = prop::collection::vec(prop::sample::select(&b"0123456789-,+ x\xff"[..]), 0..30);
    let bytes = prop_oneof![digits, prop::collection::vec(any::<u8>(), 0..40)];
    proptest!(config(5000), |(bytes in bytes)| {
        let text = String::from_utf8_lossy(&bytes);
        if let Ok(dice) = text.parse::<Dice>() {
            prop_assert!(dice.len() <= MAX_DICE);
            prop_assert_eq!(dice.to_string().parse::<Dice>(), Ok(dice));
        }
    });
}
