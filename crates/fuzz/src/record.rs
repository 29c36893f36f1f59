//! The text of a game's record.

use std::collections::HashMap;
use std::sync::Arc;

use kosti_engine::{Record, RecordFault, Tags};
use kosti_rules::Rules;
use parking_lot::Mutex;

use crate::play::start;
use crate::{assert_shown, languages};

/// A record is read, replayed, written and read back the same; any other text gets a fault with a line and a message.
pub fn record(data: &[u8]) {
    let text = String::from_utf8_lossy(data);
    let tags = match Tags::parse(&text) {
        Ok(tags) => tags,
        Err(fault) => return check_fault(&text, &fault),
    };
    let Some(rules) = compile(&tags) else { return };
    match Record::parse(&text, rules) {
        Ok(record) => check_record(&record),
        Err(fault) => check_fault(&text, &fault),
    }
}

fn check_record(record: &Record) {
    let state = record.replay();
    let written = record.to_string();
    let again = Record::parse(&written, record.rules().clone());
    let again = again.unwrap_or_else(|fault| panic!("{fault}\n{written}"));
    assert!(again == *record && again.replay() == state, "{written}");
    assert_eq!(again.to_string(), written);
    assert_eq!(record.undone_events().len(), record.events.len());
    for words in languages() {
        let mut state = start(record);
        for event in &record.events {
            assert_shown(&words.describe_events(&mut state, &record.tags.players, &[*event]));
        }
    }
}

fn check_fault(text: &str, fault: &RecordFault) {
    assert!((1..=text.lines().count().max(1)).contains(&fault.line), "{fault}");
    for words in languages() {
        assert!(!words.describe("record", &fault.kind).is_empty(), "{fault}");
    }
}

/// The bundled game that the tags name, with its house rules. Compiling takes longer than reading a record, so rules are cached.
fn compile(tags: &Tags) -> Option<Arc<Rules>> {
    type Cached = HashMap<(String, Vec<(String, String)>), Arc<Rules>>;
    static CACHE: Mutex<Option<Cached>> = Mutex::new(None);
    let file = kosti_games::file(&tags.game)?;
    let house = tags.house.iter().map(|(option, choice)| (option.clone(), choice.clone())).collect();
    let key = (tags.game.clone(), house);
    let mut cache = CACHE.lock();
    let cache = cache.get_or_insert_default();
    if let Some(rules) = cache.get(&key) {
        return Some(rules.clone());
    }
    let rules = Arc::new(file.rules(&tags.house).ok()?);
    cache.insert(key, rules.clone());
    Some(rules)
}
