//! Compares the acknowledged moves of players with the data of the server.

use std::collections::HashMap;
use std::sync::{Arc, LazyLock, Mutex};

use kosti_journal::Stored;
use kosti_rules::{House, RulesFile};
use kosti_table::{CompiledRules, RulesSource, VerifiedTable, commits, verify_download};
use serde_json::{Value, json};

use crate::line::Line;
use crate::party::{Party, Sent};

/// Compiles the rules in the commits, each once.
pub struct RulesCache;

impl RulesSource for RulesCache {
    fn rules(&self, id: &str, text: &str, house: &House) -> Result<Arc<CompiledRules>, String> {
        static KNOWN: LazyLock<Mutex<HashMap<String, Arc<CompiledRules>>>> = LazyLock::new(Mutex::default);
        let key = format!("{house:?} {id} {text}");
        if let Some(known) = KNOWN.lock().unwrap().get(&key) {
            return Ok(known.clone());
        }
        let rules = RulesFile::read(id, text).rules(house).map_err(|error| error.to_string())?;
        let compiled = Arc::new(CompiledRules { text: text.into(), rules: Arc::new(rules) });
        KNOWN.lock().unwrap().insert(key, compiled.clone());
        Ok(compiled)
    }
}

/// The notes of a table as the server tells them: in the stream of events and in the download, which must agree and
/// verify.
pub async fn verified_events(line: &mut Line, party: &Party) -> (Vec<(String, Value)>, VerifiedTable) {
    let record = line.get(&party.path("/record"), "").await;
    assert_eq!(record.status, 200, "{}", record.text());
    let text = record.text();
    let checked = verify_download(&text, &RulesCache).unwrap_or_else(|why| panic!("{}: {why}", party.table));
    let downloaded: Vec<Value> =
        commits(&text).iter().map(|commit| serde_json::from_str(commit).unwrap()).collect();
    let mut events = line.events(&party.table).await;
    let mut heard = Vec::new();
    while heard.len() < downloaded.len() {
        let event = events.next_event().await.unwrap().expect("the stream goes on");
        heard.push((event.id.unwrap(), event.data["note"].clone()));
    }
    assert!(heard.iter().map(|(_, note)| note).eq(&downloaded), "{}", party.table);
    (heard, checked)
}

/// Every acknowledged command is there once, in order, at the version that was told, and did what it was to do;
/// of those that nobody was told about each is there once or not at all; and there is nothing else.
pub fn balanced(party: &Party, records: &[Stored], heard: &[(String, Value)]) {
    assert_eq!(records.len(), heard.len());
    let mut sent = party.sent.iter();
    for (stored, (version, note)) in records.iter().zip(heard) {
        let text = stored.version.to_string();
        assert_eq!((&text, &serde_json::from_str::<Value>(&stored.entry.body).unwrap()), (version, note));
        // The house tells a table that is over where its rematch is, and begins a new chain when it was started.
        let first = &note["did"][0];
        let chain = first["anchored"].is_object() && first["anchored"]["seat"].is_null();
        if chain || party.view["status"] == "over" && first["rematched"].is_object() {
            continue;
        }
        let command = stored.entry.command.to_string();
        let found = sent.find(|sent| {
            assert!(sent.command == command || !sent.sure, "{sent:?} is not there in {}", party.table);
            sent.command == command
        });
        let found = found.unwrap_or_else(|| panic!("nobody sent {note} at {}", party.table));
        assert!(found.version.as_ref().is_none_or(|told| *told == text), "{found:?} at {text}");
        did(found, note);
    }
    assert!(sent.all(|sent| !sent.sure), "something is missing at {}", party.table);
}

/// Whether a note tells what was wanted.
fn did(sent: &Sent, note: &Value) {
    let facts = note["did"].as_array().unwrap();
    let fact = |name: &str| {
        let found = facts.iter().find_map(|fact| fact.get(name));
        found.unwrap_or_else(|| panic!("{sent:?} did {note}"))
    };
    let (name, value) = sent.what.as_object().and_then(|what| what.iter().next()).unwrap();
    match name.as_str() {
        "open" => assert_eq!(fact("opened")["game"], *value),
        "join" => assert_eq!(fact("seated")["seat"], *value),
        "keep" => assert_eq!(sorted(&fact("thrown")["kept"]), sorted(value)),
        // Nothing set aside is a throw and no more.
        "take" if *value == json!([]) => assert_eq!(fact("thrown")["kept"], *value),
        "take" => assert_eq!(sorted(&fact("set-aside")["dice"]), sorted(value)),
        "score" => assert_eq!(fact("scored")["box"], *value),
        "cross" => assert_eq!(fact("crossed-out")["box"], *value),
        "announce" => assert_eq!(fact("announced")["box"], *value),
        "undo" => assert!(fact("undone").is_object()),
        other => panic!("nobody sends {other}"),
    }
}

fn sorted(dice: &Value) -> Vec<u64> {
    let mut faces: Vec<u64> = dice.as_array().unwrap().iter().map(|face| face.as_u64().unwrap()).collect();
    faces.sort_unstable();
    faces
}
