//! The coach at a table, and its permissions.

use serde_json::{Value, json};

use super::player::Player;
use super::test_server::{TestServer, expect_ok, expect_refusal};

const COIN: &str = include_str!("../../games/toy/coin.toml");

async fn table(host: &TestServer, coach: &str) -> (Player, Player) {
    let body = json!({ "rules": COIN, "coach": coach, "seats": [{ "name": "Olena" }, {}] });
    let mut olena = Player::open(host, &body).await;
    expect_refusal(&olena.get("/advice").await, 422, "not-started");
    let petro = olena.join(host, json!({ "name": "Petro" })).await;
    olena.refresh().await;
    olena.act_ok(json!({ "keep": [] })).await;
    (olena, petro)
}

/// Checks that an answer reveals nothing of the coach.
fn check_no_advice(answer: &Value) {
    let text = answer.to_string();
    for word in
        ["\"value\"", "\"advice\"", "\"worth\"", "\"exact\"", "\"actions\"", "\"reason\"", "\"chance\""]
    {
        assert!(!text.contains(word), "{word} in {text}");
    }
}

#[tokio::test]
async fn nobody_is_advised_where_the_coach_is_off() {
    let host = TestServer::new();
    let (mut olena, mut petro) = table(&host, "off").await;
    let mut watching = olena.spectator(&host).await;
    for player in [&mut olena, &mut petro, &mut watching] {
        expect_refusal(&player.get("/advice").await, 403, "coach-off");
    }
}

#[tokio::test]
async fn on_ones_own_turn_one_is_advised_and_nobody_else() {
    let host = TestServer::new();
    let (mut olena, mut petro) = table(&host, "own").await;
    let mut watching = olena.spectator(&host).await;
    let advice = expect_ok(&olena.get("/advice").await);
    assert_eq!(advice["exact"], true);
    let actions = advice["actions"].as_array().unwrap();
    assert!(
        actions.iter().all(|action| action["score"].is_string() && action["value"].is_number()),
        "{advice}"
    );
    expect_refusal(&petro.get("/advice").await, 403, "not-on-turn");
    expect_refusal(&watching.get("/advice").await, 403, "not-on-turn");
    let best = actions[0]["score"].clone();
    olena.act_ok(json!({ "score": best })).await;
    expect_refusal(&olena.get("/advice").await, 403, "not-on-turn");
    expect_ok(&petro.get("/advice").await);
    // No other request reveals anything, whoever sends it.
    let mut stream = host.listen(&olena.table, "?after=0", None, None).await;
    for _ in 0..4 {
        check_no_advice(&stream.next_event().await.unwrap().unwrap().data);
    }
    for player in [&mut olena, &mut petro, &mut watching] {
        check_no_advice(&expect_ok(&player.get("").await));
        assert!(!player.get("/record").await.text().contains("value"));
    }
}

#[tokio::test]
async fn everybody_is_advised_where_the_coach_is_for_all() {
    let host = TestServer::new();
    let (mut olena, mut petro) = table(&host, "all").await;
    let mut watching = olena.spectator(&host).await;
    let advice = expect_ok(&olena.get("/advice").await);
    for player in [&mut petro, &mut watching] {
        assert_eq!(expect_ok(&player.get("/advice").await), advice);
    }
    // The same as the answer to a question about the position.
    check_no_advice(&expect_ok(&watching.get("").await));
}

#[tokio::test]
async fn reasons_are_in_the_language_of_whoever_asks() {
    let host = TestServer::new();
    let body = json!({ "game": "crag", "seats": [{ "name": "Olena" }] });
    let mut olena = Player::open(&host, &body).await;
    olena.act_ok(json!({ "keep": [] })).await;
    let (path, token) = (olena.path("/advice"), olena.token().to_owned());
    let mut reasons = Vec::new();
    for language in ["en", "uk"] {
        let headers = [("accept-language", language)];
        let reply = olena.client.send("GET", &path, Some(&token), &headers, None).await.unwrap();
        reasons.push(expect_ok(&reply)["reason"].as_str().unwrap().to_owned());
    }
    assert_ne!(reasons[0], reasons[1]);
    assert!(reasons[1].chars().any(|c| ('а'..='я').contains(&c)), "{reasons:?}");
}
