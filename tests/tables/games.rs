//! Whole games of two programs, and their verification.

use std::process::Command;

use kosti_dice::fair::Chain;
use kosti_table::{commits, verify_download};
use kosti_test_server::consistency::RulesCache;
use kosti_testkit::TestRng;
use serde_json::{Value, json};

use super::player::Player;
use super::program::{Links, play};
use super::test_server::{TestServer, expect_ok};

/// Olena's program has no chain; Petro's has one, and witnesses her throws.
async fn whole_game(host: &TestServer, game: &str, seed: u64) {
    let mut olena = Player::olena(host, game).await;
    let chain = Chain::new([seed as u8; 32]);
    let petro = olena.join(host, json!({ "name": "Petro", "anchor": chain.anchor().to_string() })).await;
    let (links, table) = (Links { chain, base: 0 }, olena.table.clone());
    let petros = host.listen(&table, "?witness=true", Some(petro.token()), None).await;
    let olenas = host.listen(&table, "", Some(olena.token()), None).await;
    let olenas_game = play(olena.reconnect(host).await, olenas, None, TestRng::new(seed));
    let petros_game = play(petro, petros, Some(links), TestRng::new(seed + 1));
    let (no_links, links) = tokio::join!(olenas_game, petros_game);
    assert_eq!(no_links, 0);
    assert!(links > 0, "{game}: nobody was asked as a witness");

    let end = olena.refresh().await;
    assert_eq!(end["status"], "over", "{game}");
    let text = expect_ok_text(&mut olena, "/record").await;
    let checked = verify_download(&text, &RulesCache).unwrap_or_else(|why| panic!("{game}: {why}"));
    assert_eq!(checked.throws.len() as u64, end["throws"].as_u64().unwrap());
    let mut answered = 0;
    for throw in &checked.throws {
        let expected = if throw.name == "Olena" { (false, Some(1)) } else { (true, None) };
        assert_eq!((throw.thrower, throw.witness), expected, "{game}: {throw:?}");
        assert_eq!(throw.silent, None, "{game}: {throw:?}");
        answered += usize::from(throw.witness.is_some());
    }
    assert_eq!(answered, links);
    let changed = with_another_die(&text);
    assert!(verify_download(&changed, &RulesCache).is_err(), "{game}: {changed}");
    expect_replay(host, game, &text, &end);
}

async fn expect_ok_text(player: &mut Player, end: &str) -> String {
    let reply = player.get(end).await;
    expect_ok(&reply);
    reply.text()
}

/// The record with one die of the last throw changed.
fn with_another_die(text: &str) -> String {
    let thrown =
        |note: &Value| note["did"].as_array().unwrap().iter().position(|fact| fact["thrown"].is_object());
    let mut commits = commits(text).into_iter().rev();
    let (note, mut changed, nth) = commits
        .find_map(|note| {
            let answer: Value = serde_json::from_str(note).unwrap();
            thrown(&answer).map(|nth| (note, answer, nth))
        })
        .unwrap();
    let die = &mut changed["did"][nth]["thrown"]["dice"][0];
    *die = json!(die.as_u64().unwrap() % 6 + 1);
    text.replace(note, &changed.to_string())
}

/// `kosti replay` reads the same file with the same result.
fn expect_replay(host: &TestServer, game: &str, text: &str, end: &Value) {
    let file = host.data.path().join(format!("{game}.kosti"));
    std::fs::write(&file, text).unwrap();
    let output = Command::new(env!("CARGO_BIN_EXE_kosti"))
        .args(["--lang", "en", "replay", "--json"])
        .arg(&file)
        .output()
        .unwrap();
    assert!(output.status.success(), "{game}: {}", String::from_utf8_lossy(&output.stderr));
    let answer: Value = serde_json::from_slice(&output.stdout).unwrap();
    assert_eq!(answer["over"], true);
    let players = answer["players"].as_array().unwrap();
    for (player, seat) in players.iter().zip(end["seats"].as_array().unwrap()) {
        assert_eq!((&player["name"], &player["total"]), (&seat["name"], &seat["total"]), "{game}");
        if seat["sheet"].is_object() {
            assert_eq!(player["sheet"], seat["sheet"], "{game}");
        }
    }
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn two_programs_play_every_game_and_every_throw_is_proven() {
    let host = TestServer::new();
    // The short form plays every fourth, sheets and races.
    let step = if kosti_testkit::full_length() { 1 } else { 4 };
    for (nth, game) in kosti_games::ids().enumerate().step_by(step) {
        whole_game(&host, game, nth as u64 + 1).await;
    }
}
