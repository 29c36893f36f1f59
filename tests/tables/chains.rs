//! The server's chain of a table across restarts.

use kosti_dice::fair::{Chain, Link};
use serde_json::{Value, json};

use super::player::Player;
use super::test_server::{TestServer, expect_ok, expect_refusal, with_timeout};

/// Olena alone at a table, with a chain.
async fn olena(host: &TestServer) -> (Player, Chain) {
    let body = json!({ "game": "crag", "seats": [{ "name": "Olena" }] });
    let mut olena = Player::open(host, &body).await;
    let chain = Chain::new([1; 32]);
    expect_ok(&olena.put("/seats/0/anchor", json!({ "anchor": chain.anchor() })).await);
    (olena, chain)
}

/// A throw of all dice, on what was last seen.
fn throw(player: &Player, link: Option<Link>) -> Value {
    let history = &player.seen["history"];
    json!({ "version": player.version(), "action": { "keep": [] }, "link": link, "history": history })
}

/// The commits of a table from its download.
async fn notes(player: &mut Player) -> Vec<Value> {
    let text = player.get("/record").await.text();
    kosti_table::commits(&text).iter().map(|note| serde_json::from_str(note).unwrap()).collect()
}

fn generations(notes: &[Value]) -> Vec<&Value> {
    let of = |fact: &'static str| move |note: &&Value| !note["did"][0][fact]["generation"].is_null();
    let opened = notes.iter().filter(of("opened")).map(|note| &note["did"][0]["opened"]["generation"]);
    let anchored = notes.iter().filter(of("anchored")).map(|note| &note["did"][0]["anchored"]["generation"]);
    opened.chain(anchored).collect()
}

#[tokio::test]
async fn a_link_that_came_before_the_new_chain_is_not_used_with_it() {
    let host = TestServer::new();
    let (mut player, mut chain) = olena(&host).await;
    let first = throw(&player, chain.link(1));
    expect_ok(&player.post("/actions", first).await);
    let host = host.restart();
    let mut player = player.reconnect(&host).await;
    // The server knows the link now, so its next chain could have been chosen for it.
    let second = throw(&player, chain.link(2));
    let before = player.seen["throws"].clone();
    expect_refusal(&player.post("/actions", second).await, 409, "stale");
    assert_eq!(player.refresh().await["throws"], before);
    let mut fresh = Chain::new([2; 32]);
    expect_ok(&player.put("/seats/0/anchor", json!({ "anchor": fresh.anchor() })).await);
    let second = throw(&player, fresh.link(1));
    expect_ok(&player.post("/actions", second).await);
    let notes = notes(&mut player).await;
    assert_eq!(generations(&notes).len(), 2);
    assert!(notes.iter().all(|note| note.to_string().find(&chain.link(2).unwrap().to_string()).is_none()));
}

#[tokio::test]
async fn who_listens_after_a_restart_meets_the_new_chain_before_a_throw() {
    let host = TestServer::new();
    let (player, mut chain) = olena(&host).await;
    let host = host.restart();
    let mut player = player.reconnect(&host).await;
    // Spectators change nothing.
    let mut watching = host.listen(&player.table, "", None, None).await;
    with_timeout(watching.next()).await.unwrap().unwrap();
    let before = player.refresh().await["version"].clone();
    let mut events = host.listen(&player.table, "?witness=true", Some(player.token()), None).await;
    let event = with_timeout(events.next_event()).await.unwrap().unwrap();
    assert_ne!(event.data["table"]["version"], before);
    player.refresh().await;
    let first = throw(&player, chain.link(1));
    expect_ok(&player.post("/actions", first).await);
    // Another listener needs no other chain.
    let version = player.refresh().await["version"].clone();
    let mut again = host.listen(&player.table, "", Some(player.token()), None).await;
    with_timeout(again.next_event()).await.unwrap().unwrap();
    assert_eq!(player.refresh().await["version"], version);
}

#[tokio::test]
async fn a_throw_without_a_link_goes_through_and_is_done_once() {
    let host = TestServer::new();
    let (player, _) = olena(&host).await;
    let host = host.restart();
    let mut player = player.reconnect(&host).await;
    let command = "00000000-0000-4000-8000-000000000001";
    let body = json!({ "version": player.version(), "action": { "keep": [] }, "command": command });
    let thrown = expect_ok(&player.post("/actions", body.clone()).await);
    assert_eq!(thrown["table"]["throws"], 1);
    assert_eq!(expect_ok(&player.post("/actions", body.clone()).await), thrown);
    // Wherever the table stands: the record after the version is the new chain, followed by the throw.
    for nth in 0..40_u8 {
        expect_ok(&player.put("/seats/0/anchor", json!({ "anchor": Chain::new([nth; 32]).anchor() })).await);
    }
    let again = expect_ok(&player.post("/actions", body).await);
    assert_eq!(again["table"]["throws"], 1);
}
