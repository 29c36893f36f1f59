//! The coach at a table, and whom it talks to.

use serde_json::{Value, json};

use super::house::{House, fine, refused};
use super::player::Player;

const COIN: &str = include_str!("../../games/toy/coin.toml");

async fn table(house: &House, coach: &str) -> (Player, Player) {
    let body = json!({ "rules": COIN, "coach": coach, "seats": [{ "name": "Olena" }, {}] });
    let mut olena = Player::open(house, &body).await;
    refused(&olena.get("/advice").await, 422, "not-started");
    let petro = olena.joined_by(house, json!({ "name": "Petro" })).await;
    olena.look().await;
    olena.does(json!({ "keep": [] })).await;
    (olena, petro)
}

/// Nothing of what the coach thinks is in an answer.
fn tells_no_advice(told: &Value) {
    let text = told.to_string();
    for word in
        ["\"value\"", "\"advice\"", "\"worth\"", "\"exact\"", "\"actions\"", "\"reason\"", "\"chance\""]
    {
        assert!(!text.contains(word), "{word} in {text}");
    }
}

#[tokio::test]
async fn nobody_is_advised_where_the_coach_is_off() {
    let house = House::new();
    let (mut olena, mut petro) = table(&house, "off").await;
    let mut watching = olena.spectator(&house).await;
    for player in [&mut olena, &mut petro, &mut watching] {
        refused(&player.get("/advice").await, 403, "coach-off");
    }
}

#[tokio::test]
async fn on_ones_own_turn_one_is_advised_and_nobody_else() {
    let house = House::new();
    let (mut olena, mut petro) = table(&house, "own").await;
    let mut watching = olena.spectator(&house).await;
    let advice = fine(&olena.get("/advice").await);
    assert_eq!(advice["exact"], true);
    let actions = advice["actions"].as_array().unwrap();
    assert!(
        actions.iter().all(|action| action["score"].is_string() && action["value"].is_number()),
        "{advice}"
    );
    refused(&petro.get("/advice").await, 403, "not-on-turn");
    refused(&watching.get("/advice").await, 403, "not-on-turn");
    let best = actions[0]["score"].clone();
    olena.does(json!({ "score": best })).await;
    refused(&olena.get("/advice").await, 403, "not-on-turn");
    fine(&petro.get("/advice").await);
    // Whatever else is asked, by whomever, tells nothing of it.
    let mut stream = house.listen(&olena.table, "?after=0", None, None).await;
    for _ in 0..4 {
        tells_no_advice(&stream.news().await.unwrap().unwrap().data);
    }
    for player in [&mut olena, &mut petro, &mut watching] {
        tells_no_advice(&fine(&player.get("").await));
        assert!(!player.get("/record").await.text().contains("value"));
    }
}

#[tokio::test]
async fn everybody_is_advised_where_the_coach_is_for_all() {
    let house = House::new();
    let (mut olena, mut petro) = table(&house, "all").await;
    let mut watching = olena.spectator(&house).await;
    let advice = fine(&olena.get("/advice").await);
    for player in [&mut petro, &mut watching] {
        assert_eq!(fine(&player.get("/advice").await), advice);
    }
    // The same as anybody gets who asks about the position.
    tells_no_advice(&fine(&watching.get("").await));
}

#[tokio::test]
async fn reasons_are_in_the_language_of_whoever_asks() {
    let house = House::new();
    let body = json!({ "game": "crag", "seats": [{ "name": "Olena" }] });
    let mut olena = Player::open(&house, &body).await;
    olena.does(json!({ "keep": [] })).await;
    let (path, token) = (olena.path("/advice"), olena.token().to_owned());
    let mut reasons = Vec::new();
    for language in ["en", "uk"] {
        let headers = [("accept-language", language)];
        let reply = olena.client.send("GET", &path, Some(&token), &headers, None).await.unwrap();
        reasons.push(fine(&reply)["reason"].as_str().unwrap().to_owned());
    }
    assert_ne!(reasons[0], reasons[1]);
    assert!(reasons[1].chars().any(|c| ('а'..='я').contains(&c)), "{reasons:?}");
}
