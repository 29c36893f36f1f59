//! The server's chain of a table, from one run of the server to the next.

use kosti_dice::fair::{Chain, Link};
use serde_json::{Value, json};

use super::house::{House, fine, patiently, refused};
use super::player::Player;

/// Olena alone at a table, with a chain.
async fn olena(house: &House) -> (Player, Chain) {
    let body = json!({ "game": "crag", "seats": [{ "name": "Olena" }] });
    let mut olena = Player::open(house, &body).await;
    let chain = Chain::new([1; 32]);
    fine(&olena.put("/seats/0/anchor", json!({ "anchor": chain.anchor() })).await);
    (olena, chain)
}

/// A throw of all dice, on what was last seen.
fn throw(player: &Player, link: Option<Link>) -> Value {
    let history = &player.seen["history"];
    json!({ "version": player.version(), "action": { "keep": [] }, "link": link, "history": history })
}

/// The notes of a table, as they are downloaded.
async fn notes(player: &mut Player) -> Vec<Value> {
    let text = player.get("/record").await.text();
    kosti_table::notes(&text).iter().map(|note| serde_json::from_str(note).unwrap()).collect()
}

fn generations(notes: &[Value]) -> Vec<&Value> {
    let of = |fact: &'static str| move |note: &&Value| !note["did"][0][fact]["generation"].is_null();
    let opened = notes.iter().filter(of("opened")).map(|note| &note["did"][0]["opened"]["generation"]);
    let anchored = notes.iter().filter(of("anchored")).map(|note| &note["did"][0]["anchored"]["generation"]);
    opened.chain(anchored).collect()
}

#[tokio::test]
async fn a_link_that_came_before_the_new_chain_is_not_used_with_it() {
    let house = House::new();
    let (mut player, mut chain) = olena(&house).await;
    let first = throw(&player, chain.link(1));
    fine(&player.post("/actions", first).await);
    let house = house.restart();
    let mut player = player.again(&house).await;
    // The server has the link now, and begins a chain: it could have chosen one for it.
    let second = throw(&player, chain.link(2));
    let before = player.seen["throws"].clone();
    refused(&player.post("/actions", second).await, 409, "stale");
    assert_eq!(player.look().await["throws"], before);
    let mut fresh = Chain::new([2; 32]);
    fine(&player.put("/seats/0/anchor", json!({ "anchor": fresh.anchor() })).await);
    let second = throw(&player, fresh.link(1));
    fine(&player.post("/actions", second).await);
    let notes = notes(&mut player).await;
    assert_eq!(generations(&notes).len(), 2);
    assert!(notes.iter().all(|note| note.to_string().find(&chain.link(2).unwrap().to_string()).is_none()));
}

#[tokio::test]
async fn who_listens_after_a_restart_meets_the_new_chain_before_a_throw() {
    let house = House::new();
    let (player, mut chain) = olena(&house).await;
    let house = house.restart();
    let mut player = player.again(&house).await;
    // Whoever only watches changes nothing.
    let mut watching = house.listen(&player.table, "", None, None).await;
    patiently(watching.next()).await.unwrap().unwrap();
    let before = player.look().await["version"].clone();
    let mut events = house.listen(&player.table, "?witness=true", Some(player.token()), None).await;
    let event = patiently(events.news()).await.unwrap().unwrap();
    assert_ne!(event.data["table"]["version"], before);
    player.look().await;
    let first = throw(&player, chain.link(1));
    fine(&player.post("/actions", first).await);
    // Another listener needs no other chain.
    let version = player.look().await["version"].clone();
    let mut again = house.listen(&player.table, "", Some(player.token()), None).await;
    patiently(again.news()).await.unwrap().unwrap();
    assert_eq!(player.look().await["version"], version);
}

#[tokio::test]
async fn a_throw_without_a_link_goes_through_and_is_done_once() {
    let house = House::new();
    let (player, _) = olena(&house).await;
    let house = house.restart();
    let mut player = player.again(&house).await;
    let command = "00000000-0000-4000-8000-000000000001";
    let body = json!({ "version": player.version(), "action": { "keep": [] }, "command": command });
    let thrown = fine(&player.post("/actions", body.clone()).await);
    assert_eq!(thrown["table"]["throws"], 1);
    assert_eq!(fine(&player.post("/actions", body.clone()).await), thrown);
    // However far the table has gone on: the record after the version is the new chain, then comes the throw.
    for nth in 0..40_u8 {
        fine(&player.put("/seats/0/anchor", json!({ "anchor": Chain::new([nth; 32]).anchor() })).await);
    }
    let again = fine(&player.post("/actions", body).await);
    assert_eq!(again["table"]["throws"], 1);
}
