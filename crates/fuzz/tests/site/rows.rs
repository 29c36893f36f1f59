//! Damaged or invented rows of the journal: their table is unreadable or continues, and no other table changes.

use kosti_fuzz::journal::{check_table, write_rows};
use kosti_fuzz::world::{KINDS, Kind, World};
use kosti_journal::{Journal as _, TableId, Version};
use proptest::prelude::*;
use proptest::sample::Index;
use proptest::test_runner::{Config, RngAlgorithm, TestRng, TestRunner};
use serde_json::{Value, json};

use crate::json::{Edit, apply_edits, edits};

/// A damage to the commits of a table.
#[derive(Debug, Clone)]
enum Damage {
    /// Of one commit, as JSON.
    Edited(Index, Vec<Edit>),
    /// Of one commit, as text.
    Bytes(Index, Index, String),
    Cut(Index, Index),
    Random(Index, String),
    Lost(Index),
    Twice(Index),
    Swapped(Index, Index),
}

fn damages() -> impl Strategy<Value = Damage> {
    let commit = any::<Index>;
    prop_oneof![
        8 => (commit(), edits(3)).prop_map(|(commit, edits)| Damage::Edited(commit, edits)),
        1 => (commit(), commit(), "[ -~]{0,3}").prop_map(|(commit, at, text)| Damage::Bytes(commit, at, text)),
        1 => (commit(), commit()).prop_map(|(commit, at)| Damage::Cut(commit, at)),
        1 => (commit(), "\\PC{0,80}").prop_map(|(commit, text)| Damage::Random(commit, text)),
        1 => commit().prop_map(Damage::Lost),
        1 => commit().prop_map(Damage::Twice),
        1 => (commit(), commit()).prop_map(|(one, other)| Damage::Swapped(one, other)),
    ]
}

fn apply_damage(mut commits: Vec<String>, damage: &Damage) -> Vec<String> {
    let count = commits.len();
    match damage {
        Damage::Edited(commit, edits) => {
            let commit = &mut commits[commit.index(count)];
            *commit = apply_edits(serde_json::from_str(commit).unwrap(), edits).to_string();
        }
        Damage::Bytes(commit, at, text) => {
            let commit = &mut commits[commit.index(count)];
            let at = at.index(commit.chars().count());
            *commit =
                commit.chars().take(at).chain(text.chars()).chain(commit.chars().skip(at + 1)).collect();
        }
        Damage::Cut(commit, at) => {
            let commit = &mut commits[commit.index(count)];
            *commit = commit.chars().take(at.index(commit.chars().count())).collect();
        }
        Damage::Random(commit, text) => commits[commit.index(count)].clone_from(text),
        Damage::Lost(commit) => drop(commits.remove(commit.index(count))),
        Damage::Twice(commit) => {
            let at = commit.index(count);
            commits.insert(at, commits[at].clone());
        }
        Damage::Swapped(one, other) => commits.swap(one.index(count), other.index(count)),
    }
    commits
}

/// Plays some moves at a table of this kind; returns its id and commits.
async fn play(world: &World, kind: Kind) -> (String, Vec<String>) {
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

#[test]
fn no_row_breaks_anything() {
    let runtime = tokio::runtime::Builder::new_current_thread().enable_all().build().unwrap();
    let world = runtime.block_on(async { World::new() });
    let kinds = KINDS.map(|kind| runtime.block_on(play(&world, kind)));
    let sound: Vec<Value> = kinds
        .iter()
        .map(|(id, _)| runtime.block_on(world.get(&format!("/api/v1/tables/{id}"))).json())
        .collect();
    let mut last = 0;
    let mut seen = Vec::new();
    let cases = if kosti_testkit::full_length() { 1000 } else { 60 };
    let config = Config { cases, failure_persistence: None, ..Config::default() };
    let mut runner = TestRunner::new_with_rng(config, TestRng::deterministic_rng(RngAlgorithm::ChaCha));
    let state = std::cell::RefCell::new((&mut last, &mut seen));
    let result = runner.run(&(any::<Index>(), damages()), |(kind, damage)| {
        let (id, commits) = kind.get(&kinds);
        let mut state = state.borrow_mut();
        *state.0 += 1;
        let table = TableId::from_bits(*state.0);
        let commits = commits.iter().map(|commit| commit.replace(id, table.as_str())).collect();
        runtime.block_on(write_rows(&world, table, &apply_damage(commits, &damage)));
        let status = runtime.block_on(check_table(&world, table));
        state.1.push(status);
        Ok(())
    });
    result.unwrap_or_else(|error| panic!("{error}"));
    assert!(seen.contains(&200) && seen.contains(&500), "nothing was tried");
    for ((id, _), sound) in kinds.iter().zip(sound) {
        let now = runtime.block_on(world.get(&format!("/api/v1/tables/{id}"))).json();
        assert_eq!(now, sound, "another table has changed");
    }
}
