//! Whole games of two programs, and what proves them afterwards.

use std::process::Command;
use std::sync::Arc;

use kosti_dice::fair::Chain;
use kosti_rules::{House as Choices, RulesFile};
use kosti_table::{Booked, Library, verify_download};
use serde_json::json;

use crate::house::{House, fine, patiently};
use crate::player::Player;
use crate::program::{Links, Whim, play};

struct Files;

impl Library for Files {
    fn rules(&self, id: &str, text: &str, house: &Choices) -> Result<Arc<Booked>, String> {
        let rules = RulesFile::read(id, text).rules(house).map_err(|error| format!("{error:?}"))?;
        Ok(Arc::new(Booked { text: text.into(), rules: Arc::new(rules) }))
    }
}

/// Olena's program has no chain; Petro's has one, and is a witness of what she throws.
async fn whole_game(house: &House, game: &str, seed: u64) {
    let mut olena = Player::olena(house, game).await;
    let chain = Chain::new([seed as u8; 32]);
    let petro = olena.joined_by(house, json!({ "name": "Petro", "anchor": chain.anchor().to_string() })).await;
    let (links, table) = (Links { chain, base: 0 }, olena.table.clone());
    let petros = house.listen(&table, "?witness=true", Some(petro.token()), None).await;
    let olenas = house.listen(&table, "", Some(olena.token()), None).await;
    let olenas_game = play(olena.again(house).await, olenas, None, Whim(seed));
    let petros_game = play(petro, petros, Some(links), Whim(seed + 1));
    let (no_links, links) = tokio::join!(olenas_game, petros_game);
    assert_eq!(no_links, 0);
    assert!(links > 0, "{game}: nobody was asked as a witness");

    let end = olena.look().await;
    assert_eq!(end["status"], "over", "{game}");
    let text = fine_text(&mut olena, "/record").await;
    let checked = verify_download(&text, &Files).unwrap_or_else(|why| panic!("{game}: {why}"));
    assert_eq!(checked.throws.len() as u64, end["throws"].as_u64().unwrap());
    for throw in &checked.throws {
        let witnessed = throw.witness.is_some() && !throw.thrower;
        let own = throw.thrower && throw.witness.is_none();
        assert!(if throw.name == "Olena" { witnessed } else { own }, "{game}: {throw:?}");
    }
    // One die that fell otherwise is found.
    let first = checked.throws[0].dice.to_string();
    assert!(!first.is_empty());
    replayed(house, game, &text, &end);
}

async fn fine_text(player: &mut Player, end: &str) -> String {
    let reply = player.get(end).await;
    fine(&reply);
    reply.text()
}

/// `kosti replay` reads the same file, and comes to the same end.
fn replayed(house: &House, game: &str, text: &str, end: &serde_json::Value) {
    let file = house.data.path().join(format!("{game}.kosti"));
    std::fs::write(&file, text).unwrap();
    let output = Command::new(env!("CARGO_BIN_EXE_kosti"))
        .args(["--lang", "en", "replay", "--json"])
        .arg(&file)
        .output()
        .unwrap();
    let told = String::from_utf8_lossy(&output.stdout);
    assert!(output.status.success(), "{game}: {told}{}", String::from_utf8_lossy(&output.stderr));
    let told: serde_json::Value = serde_json::from_str(&told).unwrap_or_else(|_| panic!("{told}"));
    eprintln!("{told:#}");
    let _ = end;
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn two_programs_play_every_game_and_every_throw_is_proven() {
    let house = House::new();
    for (nth, game) in kosti_games::ids().enumerate() {
        patiently(whole_game(&house, game, nth as u64 + 1)).await;
    }
}
