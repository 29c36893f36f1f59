//! Compares the files in locales/ with each other and with the values to describe.

use std::collections::{BTreeMap, BTreeSet};

use fluent_syntax::ast::{Entry, Expression, InlineExpression, Pattern, PatternElement, VariantKey};
use serde::Serialize;

use kosti_query::QueryError;

use super::{
    every_ask_error, every_bad_note, every_doubt, every_expected, every_fault, every_house_error,
    every_reason, every_record_fault, every_refusal, every_sheet_error, every_table_refusal, every_unfit,
    every_unreadable, words,
};
use crate::Language;
use crate::tagged_message::TaggedMessage;

/// The variables of a message and of its attributes; `""` is the message itself.
type Message = BTreeMap<String, BTreeSet<String>>;

/// The selectors of a message, each as the keys of its variants.
type Selectors = Vec<Vec<String>>;

fn messages(language: Language) -> BTreeMap<String, (Message, Selectors)> {
    let file = fluent_syntax::parser::parse(language.text())
        .unwrap_or_else(|(_, errors)| panic!("locales/{language}.ftl: {errors:?}"));
    let mut messages = BTreeMap::new();
    for entry in &file.body {
        match entry {
            Entry::Message(message) => {
                let (mut parts, mut selectors) = (Message::new(), Selectors::new());
                let value = message.value.iter().map(|pattern| ("", pattern));
                let attributes = message.attributes.iter().map(|a| (a.id.name, &a.value));
                for (name, pattern) in value.chain(attributes) {
                    walk(pattern, parts.entry(name.to_owned()).or_default(), &mut selectors);
                }
                let before = messages.insert(message.id.name.to_owned(), (parts, selectors));
                assert!(before.is_none(), "{} is there twice", message.id.name);
            }
            Entry::Comment(_) | Entry::GroupComment(_) | Entry::ResourceComment(_) => {}
            other => panic!("locales/{language}.ftl: {other:?}"),
        }
    }
    messages
}

fn walk(pattern: &Pattern<&str>, variables: &mut BTreeSet<String>, selectors: &mut Selectors) {
    for element in &pattern.elements {
        let PatternElement::Placeable { expression } = element else { continue };
        match expression {
            Expression::Inline(inline) => variable(inline, variables),
            Expression::Select { selector, variants } => {
                variable(selector, variables);
                let key = |key: &VariantKey<&str>| match key {
                    VariantKey::Identifier { name } => (*name).to_owned(),
                    VariantKey::NumberLiteral { value } => (*value).to_owned(),
                };
                selectors.push(variants.iter().map(|variant| key(&variant.key)).collect());
                for variant in variants {
                    walk(&variant.value, variables, selectors);
                }
            }
        }
    }
}

fn variable(expression: &InlineExpression<&str>, variables: &mut BTreeSet<String>) {
    match expression {
        InlineExpression::VariableReference { id } => {
            variables.insert(id.name.to_owned());
        }
        InlineExpression::StringLiteral { .. } => {}
        other => panic!("the locales do without {other:?}"),
    }
}

#[test]
fn every_language_has_the_same_messages() {
    let english = messages(Language::ENGLISH);
    for language in Language::all() {
        let other = messages(language);
        let ids = |messages: &BTreeMap<String, _>| messages.keys().cloned().collect::<Vec<_>>();
        assert_eq!(ids(&other), ids(&english), "{language}");
        for (id, (parts, _)) in &english {
            assert_eq!(&other[id].0, parts, "{language}: {id}");
        }
    }
}

#[test]
fn ukrainian_counts_have_all_their_forms() {
    for (id, (_, selectors)) in messages(Language::from_tag("uk").unwrap()) {
        for keys in selectors {
            let forms =
                ["one", "few", "many"].iter().filter(|form| keys.iter().any(|key| key == *form)).count();
            assert!(forms == 0 || forms == 3, "{id}: {keys:?}");
        }
    }
}

/// Checks that every value has its message, that no message uses a variable that its value lacks, and that no
/// message is unused.
fn check<T: Serialize>(prefix: &str, all: &[T], extra: &[&str]) {
    let all: Vec<TaggedMessage> = all.iter().map(|value| TaggedMessage::new(prefix, value)).collect();
    let english = messages(Language::ENGLISH);
    for tagged in &all {
        let (parts, _) = english.get(&tagged.id).unwrap_or_else(|| panic!("no message {}", tagged.id));
        let fields = tagged.fields.iter().flat_map(|(name, _)| [name.clone(), format!("{name}-word")]);
        let known: BTreeSet<String> = fields.chain(extra.iter().map(|&name| name.to_owned())).collect();
        for variables in parts.values() {
            assert!(variables.is_subset(&known), "{}: {variables:?} of {known:?}", tagged.id);
        }
    }
    let used: BTreeSet<&str> = all.iter().map(|tagged| tagged.id.as_str()).collect();
    let written = english.keys().map(String::as_str).filter(|id| id.starts_with(&format!("{prefix}-")));
    // Other messages that begin with the same prefix.
    let others = ["house-not-a-choice", "table-total", "table-points"];
    let written: BTreeSet<&str> = written.filter(|id| !others.contains(id)).collect();
    assert_eq!(written, used);
}

#[test]
fn everything_that_can_be_described_has_a_message() {
    check("fault", &every_fault(), &["why"]);
    check("expected", &every_expected(), &[]);
    check("why", &every_reason(), &["about", "name"]);
    check("sheet", &every_sheet_error(), &[]);
    check("refused", &every_refusal(), &[]);
    check("record", &every_record_fault(), &["why"]);
    check("ask", &every_ask_error(), &[]);
    check("table", &every_table_refusal(), &["why"]);
    check("proof", &every_doubt(), &["why"]);
    check("unreadable", &every_unreadable(), &["why"]);
    check("unfit", &every_unfit(), &[]);
    check("bad-note", &every_bad_note(), &[]);
    check("house", &every_house_error(), &["text"]);
}

#[test]
fn words_of_a_file_are_never_translated() {
    let words = words("en");
    let ask = words.describe("ask", &QueryError::UnknownAsk { ask: "no-game".into(), known: "games".into() });
    assert_eq!(ask, "unknown \"ask\": no-game; there are: games");
    let game = words.describe("ask", &QueryError::UnknownGame { game: "unknown".into(), known: "x".into() });
    assert_eq!(game, "there is no game unknown; there are: x, or the path of a rules file");
}

#[test]
fn every_fault_is_said_in_full() {
    for language in Language::all() {
        let words = words(language.code());
        for kind in every_fault() {
            let (title, help) = words.describe_fault(&kind);
            assert!(!title.is_empty() && !title.ends_with('.') && !title.contains('\n'), "{title}");
            assert!(help.as_ref().is_none_or(|help| !help.is_empty() && !help.contains('\n')), "{help:?}");
        }
        for error in every_sheet_error() {
            assert!(!words.describe("sheet", &error).is_empty());
        }
    }
}

#[test]
fn what_is_wrong_within_is_said_within() {
    let words = words("en");
    let refused = kosti_table::CommandError::Illegal { why: kosti_engine::Refusal::NotYourTurn };
    assert_eq!(words.describe("table", &refused), "it is not your turn");
    let why = kosti_table::CommitError::Newer { says: 2, known: 1 };
    let why = kosti_table::ReplayError::Commit { table: "kitchen".into(), nth: 7, why };
    assert_eq!(
        words.describe("proof", &kosti_table::VerifyError::Unreadable { why }),
        "note 7: it has version 2, and this Kosti knows 1: use a newer Kosti"
    );
    let [dice, derived] = ["1-1", "2-6"].map(|dice| dice.parse().unwrap());
    let other = kosti_table::VerifyError::OtherDice { number: 3, dice, derived };
    assert_eq!(words.describe("proof", &other), "throw 3: the links give 2-6, not 1-1");
}
