//! Tables where bots play.

use serde_json::{Value, json};

use super::player::Player;
use super::test_server::{TestServer, expect_ok, with_timeout};

const COIN: &str = include_str!("../../games/toy/coin.toml");

fn over(table: &Value) -> bool {
    table["status"] == "over"
}

#[tokio::test]
async fn bots_of_every_level_play_by_themselves_to_the_end() {
    let host = TestServer::new();
    let seats = json!([{ "bot": "beginner" }, { "bot": "regular" }, { "bot": "perfect" }]);
    let mut opener = Player::open(&host, &json!({ "game": "crag", "seats": seats })).await;
    let end = opener.wait_until(over).await;
    for seat in end["seats"].as_array().unwrap() {
        assert_eq!(seat["sheet"].as_object().unwrap().len(), 13, "{seat}");
        assert!(!seat["name"].as_str().unwrap().is_empty());
    }
    // No client took part, and still every throw can be verified from the server's chain.
    expect_ok(&opener.get("/record").await);
}

#[tokio::test]
async fn a_perfect_bot_solves_a_game_of_ones_own_first() {
    let host = TestServer::new();
    let seats = json!([{ "bot": "perfect" }, { "bot": "perfect" }]);
    let mut opener = Player::open(&host, &json!({ "rules": COIN, "seats": seats })).await;
    let end = opener.wait_until(over).await;
    for seat in end["seats"].as_array().unwrap() {
        // The first turn always gives something under best play.
        assert!(seat["total"].as_i64().unwrap() >= 2, "{end}");
    }
}

#[tokio::test]
async fn bots_and_a_person_take_turns_and_a_restart_changes_nothing() {
    let host = TestServer::new();
    let seats = json!([{ "name": "Olena" }, { "bot": "regular" }]);
    let mut olena = Player::open(&host, &json!({ "rules": COIN, "seats": seats })).await;
    olena.act_ok(json!({ "keep": [] })).await;
    olena.act_ok(json!({ "score": "heads" })).await;
    let host = host.restart();
    let mut olena = olena.reconnect(&host).await;
    // Reading the table wakes its bot.
    olena.wait_until(|table| table["turn"]["seat"] == 0).await;
    olena.act_ok(json!({ "keep": [] })).await;
    olena.act_ok(json!({ "score": "tails" })).await;
    olena.wait_until(over).await;
}

#[tokio::test]
async fn people_can_take_back_before_a_bot_goes_on() {
    let host = TestServer::with(&["--rate", "0", "--bot-pause", "600000"]);
    let seats = json!([{ "name": "Olena" }, { "bot": "regular" }]);
    let mut olena = Player::open(&host, &json!({ "rules": COIN, "seats": seats })).await;
    olena.act_ok(json!({ "keep": [] })).await;
    let scored = olena.act_ok(json!({ "score": "heads" })).await;
    assert_eq!(scored["turn"]["seat"], 1);
    let back = with_timeout(olena.act_ok(json!({ "undo": true }))).await;
    assert_eq!(back["turn"]["seat"], 0);
}
