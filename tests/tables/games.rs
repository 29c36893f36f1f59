//! Whole games of two programs, and what proves them afterwards.

use std::process::Command;
use std::sync::Arc;

use kosti_dice::fair::Chain;
use kosti_rules::{House as Choices, RulesFile};
use kosti_table::{Booked, Library, notes, verify_download};
use serde_json::{Value, json};

use super::house::{House, fine, patiently};
use super::player::Player;
use super::program::{Links, Whim, play};

/// Reads rules files as they come.
pub struct Files;

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
    let petro =
        olena.joined_by(house, json!({ "name": "Petro", "anchor": chain.anchor().to_string() })).await;
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
    let (mut answered, mut live) = (0, true);
    for throw in &checked.throws {
        // A witness may be late on a busy machine; then nobody waits for it again.
        let asked = throw.witness.or(throw.silent);
        let expected = if throw.name == "Olena" { (false, live.then_some(1)) } else { (true, None) };
        assert_eq!((throw.thrower, asked), expected, "{game}: {throw:?}");
        answered += usize::from(throw.witness.is_some());
        live &= throw.silent.is_none();
    }
    assert_eq!(answered, links);
    let changed = with_another_die(&text);
    assert!(verify_download(&changed, &Files).is_err(), "{game}: {changed}");
    replayed(house, game, &text, &end);
}

async fn fine_text(player: &mut Player, end: &str) -> String {
    let reply = player.get(end).await;
    fine(&reply);
    reply.text()
}

/// The same with one die of the last throw fallen otherwise.
fn with_another_die(text: &str) -> String {
    let thrown =
        |note: &Value| note["did"].as_array().unwrap().iter().position(|fact| fact["thrown"].is_object());
    let mut notes = notes(text).into_iter().rev();
    let (note, mut changed, nth) = notes
        .find_map(|note| {
            let told: Value = serde_json::from_str(note).unwrap();
            thrown(&told).map(|nth| (note, told, nth))
        })
        .unwrap();
    let die = &mut changed["did"][nth]["thrown"]["dice"][0];
    *die = json!(die.as_u64().unwrap() % 6 + 1);
    text.replace(note, &changed.to_string())
}

/// `kosti replay` reads the same file, and comes to the same end.
fn replayed(house: &House, game: &str, text: &str, end: &Value) {
    let file = house.data.path().join(format!("{game}.kosti"));
    std::fs::write(&file, text).unwrap();
    let output = Command::new(env!("CARGO_BIN_EXE_kosti"))
        .args(["--lang", "en", "replay", "--json"])
        .arg(&file)
        .output()
        .unwrap();
    assert!(output.status.success(), "{game}: {}", String::from_utf8_lossy(&output.stderr));
    let told: Value = serde_json::from_slice(&output.stdout).unwrap();
    assert_eq!(told["over"], true);
    let players = told["players"].as_array().unwrap();
    for (player, seat) in players.iter().zip(end["seats"].as_array().unwrap()) {
        assert_eq!((&player["name"], &player["total"]), (&seat["name"], &seat["total"]), "{game}");
        if seat["sheet"].is_object() {
            assert_eq!(player["sheet"], seat["sheet"], "{game}");
        }
    }
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn two_programs_play_every_game_and_every_throw_is_proven() {
    let house = House::new();
    for (nth, game) in kosti_games::ids().enumerate() {
        patiently(whole_game(&house, game, nth as u64 + 1)).await;
    }
}
