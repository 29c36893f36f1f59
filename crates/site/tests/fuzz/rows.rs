//! Rows of the journal that are damaged, or tell what never happened: their table is told to be unreadable or goes on,
//! and no other table is touched.

use kosti_journal::{CommandId, Entry, Journal as _, TableId, Version};
use proptest::prelude::*;
use proptest::sample::Index;
use proptest::test_runner::{Config, RngAlgorithm, TestRng, TestRunner};
use serde_json::{Value, json};

use crate::json::{Edit, edited, edits};
use crate::world::{KINDS, Kind, World};

/// What becomes of the notes of a table.
#[derive(Debug, Clone)]
enum Damage {
    /// Of one note, as JSON.
    Edited(Index, Vec<Edit>),
    /// Of one note, as text.
    Bytes(Index, Index, String),
    Cut(Index, Index),
    Random(Index, String),
    Lost(Index),
    Twice(Index),
    Swapped(Index, Index),
}

fn damages() -> impl Strategy<Value = Damage> {
    let note = any::<Index>;
    prop_oneof![
        8 => (note(), edits(3)).prop_map(|(note, edits)| Damage::Edited(note, edits)),
        1 => (note(), note(), "[ -~]{0,3}").prop_map(|(note, at, text)| Damage::Bytes(note, at, text)),
        1 => (note(), note()).prop_map(|(note, at)| Damage::Cut(note, at)),
        1 => (note(), "\\PC{0,80}").prop_map(|(note, text)| Damage::Random(note, text)),
        1 => note().prop_map(Damage::Lost),
        1 => note().prop_map(Damage::Twice),
        1 => (note(), note()).prop_map(|(one, other)| Damage::Swapped(one, other)),
    ]
}

fn damaged(mut notes: Vec<String>, damage: &Damage) -> Vec<String> {
    let count = notes.len();
    match damage {
        Damage::Edited(note, edits) => {
            let note = &mut notes[note.index(count)];
            *note = edited(serde_json::from_str(note).unwrap(), edits).to_string();
        }
        Damage::Bytes(note, at, text) => {
            let note = &mut notes[note.index(count)];
            let at = at.index(note.chars().count());
            *note = note.chars().take(at).chain(text.chars()).chain(note.chars().skip(at + 1)).collect();
        }
        Damage::Cut(note, at) => {
            let note = &mut notes[note.index(count)];
            *note = note.chars().take(at.index(note.chars().count())).collect();
        }
        Damage::Random(note, text) => notes[note.index(count)].clone_from(text),
        Damage::Lost(note) => drop(notes.remove(note.index(count))),
        Damage::Twice(note) => {
            let at = note.index(count);
            notes.insert(at, notes[at].clone());
        }
        Damage::Swapped(one, other) => notes.swap(one.index(count), other.index(count)),
    }
    notes
}

/// The notes of a table of this kind that has been played at for a while.
async fn played(world: &World, kind: Kind) -> (String, Vec<String>) {
    let (id, _) = world.open(kind).await;
    let moves = match kind {
        Kind::Sheet => vec![json!({ "keep": [] }), json!({ "score": "any" }), json!({ "leave": true })],
        Kind::Race => vec![json!({ "keep": [] }), json!({ "leave": true })],
        Kind::Real => vec![
            json!({ "keep": [], "fell": [2, 2] }),
            json!({ "score": "pair" }),
            json!({ "correct": { "seat": 0, "box": "pair", "entry": "x" } }),
        ],
        Kind::Seating | Kind::Thrown | Kind::StoodIn | Kind::Over | Kind::Deleted => Vec::new(),
    };
    for action in &moves {
        world.act(&id, action).await;
    }
    let stored = world.journal.read(id.parse().unwrap(), Version::START).await.unwrap();
    (id, stored.into_iter().map(|stored| stored.entry.body.to_string()).collect())
}

async fn write(world: &World, table: TableId, notes: &[String]) {
    let mut version = Version::START;
    for (nth, note) in (0u128..).zip(notes) {
        let entry = Entry { command: CommandId::from_bytes(nth.to_be_bytes()), body: note.as_str().into() };
        version = world.journal.append(table, version, entry).await.unwrap();
    }
}

/// What every way to ask for a damaged table gives: an answer, a refusal, or that it cannot be read.
async fn check(world: &World, table: TableId) -> Result<u16, TestCaseError> {
    let shown = world.get(&format!("/api/v1/tables/{table}")).await;
    let readable = [200, 404, 410].contains(&shown.status);
    let told: Value = shown.json();
    prop_assert!(readable || told["kind"] == "unreadable", "{} {told}", shown.status);
    let act = json!({ "version": told["table"]["version"], "action": { "keep": [] } });
    for (method, way, body) in [
        ("GET", "record", None),
        ("GET", "events", None),
        ("GET", "rules", None),
        ("POST", "actions", Some(act)),
        ("POST", "rematch", None),
        ("GET", "", None),
    ] {
        let path = format!("/api/v1/tables/{table}/{way}");
        let reply = world.ask(method.parse().unwrap(), path.trim_end_matches('/'), body.as_ref()).await;
        let told = reply.json();
        prop_assert!(reply.status < 500 || told["kind"] == "unreadable", "{way}: {} {told}", reply.status);
    }
    Ok(shown.status)
}

#[test]
fn no_row_breaks_anything() {
    let runtime = tokio::runtime::Builder::new_current_thread().enable_all().build().unwrap();
    let world = runtime.block_on(async { World::new() });
    let kinds = KINDS.map(|kind| runtime.block_on(played(&world, kind)));
    let sound: Vec<Value> = kinds
        .iter()
        .map(|(id, _)| runtime.block_on(world.get(&format!("/api/v1/tables/{id}"))).json())
        .collect();
    let mut last = 0;
    let mut seen = Vec::new();
    let config = Config { cases: 3000, failure_persistence: None, ..Config::default() };
    let mut runner = TestRunner::new_with_rng(config, TestRng::deterministic_rng(RngAlgorithm::ChaCha));
    let state = std::cell::RefCell::new((&mut last, &mut seen));
    let done = runner.run(&(any::<Index>(), damages()), |(kind, damage)| {
        let (id, notes) = kind.get(&kinds);
        let mut state = state.borrow_mut();
        *state.0 += 1;
        let table = TableId::from_bits(*state.0);
        let notes = notes.iter().map(|note| note.replace(id, table.as_str())).collect();
        runtime.block_on(write(&world, table, &damaged(notes, &damage)));
        let status = runtime.block_on(check(&world, table))?;
        state.1.push(status);
        Ok(())
    });
    done.unwrap_or_else(|error| panic!("{error}"));
    assert!(seen.contains(&200) && seen.contains(&500), "nothing was tried");
    for ((id, _), sound) in kinds.iter().zip(sound) {
        let now = runtime.block_on(world.get(&format!("/api/v1/tables/{id}"))).json();
        assert_eq!(now, sound, "another table has changed");
    }
}
