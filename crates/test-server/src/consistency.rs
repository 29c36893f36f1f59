//! Compares the acknowledged commands of players with the records of the server.

use std::collections::HashMap;
use std::sync::{Arc, LazyLock, Mutex};

use kosti_journal::Stored;
use kosti_rules::{House, RulesFile};
use kosti_table::{CompiledRules, RulesSource, VerifiedTable, commits, verify_download};
use serde_json::{Value, json};

use crate::line::Line;
use crate::party::{Party, SentCommand};

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

/// Reads the commits of a table, from the stream of events and from the download, which must agree and verify.
pub async fn read_verified_events(line: &mut Line, party: &Party) -> (Vec<(String, Value)>, VerifiedTable) {
    let record = line.get(&party.path("/record"), "").await;
    assert_eq!(record.status, 200, "{}", record.text());
    let text = record.text();
    let checked = verify_download(&text, &RulesCache).unwrap_or_else(|why| panic!("{}: {why}", party.table));
    let downloaded: Vec<Value> =
        commits(&text).iter().map(|commit| serde_json::from_str(commit).unwrap()).collect();
    let mut events = line.events(&party.table).await;
    let mut received = Vec::new();
    while received.len() < downloaded.len() {
        let event = events.next_event().await.unwrap().expect("the stream continues");
        received.push((event.id.unwrap(), event.data["note"].clone()));
    }
    assert!(received.iter().map(|(_, note)| note).eq(&downloaded), "{}", party.table);
    (received, checked)
}

/// Checks that every acknowledged command is recorded once, in order, at the version of its answer, with its effect; that
/// every command without an answer is recorded once or not at all; and that there is nothing else.
pub fn check_commands(party: &Party, records: &[Stored], received: &[(String, Value)]) {
    assert_eq!(records.len(), received.len());
    let mut sent = party.sent.iter();
    for (stored, (version, note)) in records.iter().zip(received) {
        let text = stored.version.to_string();
        assert_eq!((&text, &serde_json::from_str::<Value>(&stored.entry.body).unwrap()), (version, note));
        // The server itself writes new chains, and the rematch of a finished table.
        let first = &note["did"][0];
        let chain = first["anchored"].is_object() && first["anchored"]["seat"].is_null();
        if chain || party.view["status"] == "over" && first["rematched"].is_object() {
            continue;
        }
        let command = stored.entry.command.to_string();
        let found = sent.find(|sent| {
            assert!(
                sent.command == command || !sent.acknowledged,
                "{sent:?} is not recorded at {}",
                party.table
            );
            sent.command == command
        });
        let found = found.unwrap_or_else(|| panic!("nobody sent {note} at {}", party.table));
        assert!(found.version.as_ref().is_none_or(|version| *version == text), "{found:?} at {text}");
        check_effect(found, note);
    }
    assert!(sent.all(|sent| !sent.acknowledged), "something is missing at {}", party.table);
}

/// Checks that a commit has the effect of a command.
fn check_effect(sent: &SentCommand, note: &Value) {
    let events = note["did"].as_array().unwrap();
    let event = |name: &str| {
        let found = events.iter().find_map(|event| event.get(name));
        found.unwrap_or_else(|| panic!("{sent:?} has the effect {note}"))
    };
    let (name, value) = sent.request.as_object().and_then(|fields| fields.iter().next()).unwrap();
    match name.as_str() {
        "open" => assert_eq!(event("opened")["game"], *value),
        "join" => assert_eq!(event("seated")["seat"], *value),
        "keep" => assert_eq!(sorted(&event("thrown")["kept"]), sorted(value)),
        // Nothing set aside is a throw and no more.
        "take" if *value == json!([]) => assert_eq!(event("thrown")["kept"], *value),
        "take" => assert_eq!(sorted(&event("set-aside")["dice"]), sorted(value)),
        "score" => assert_eq!(event("scored")["box"], *value),
        "cross" => assert_eq!(event("crossed-out")["box"], *value),
        "announce" => assert_eq!(event("announced")["box"], *value),
        "undo" => assert!(event("undone").is_object()),
        other => panic!("nobody sends {other}"),
    }
}

fn sorted(dice: &Value) -> Vec<u64> {
    let mut faces: Vec<u64> = dice.as_array().unwrap().iter().map(|face| face.as_u64().unwrap()).collect();
    faces.sort_unstable();
    faces
}
