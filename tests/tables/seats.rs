//! Leaving, returning, bots that stand in, seats that change hands.

use serde_json::{Value, json};

use super::player::{Player, on_turn, place};
use super::test_server::{TestServer, expect_ok, expect_refusal, with_timeout};

/// One turn: a throw, and the first box that can be written.
async fn turn(player: &mut Player) {
    player.refresh().await;
    let table = player.act_ok(json!({ "keep": [] })).await;
    let offers = table["offers"].as_array().unwrap();
    let offer = offers.iter().find(|offer| !offer["score"].is_null()).unwrap();
    player.act_ok(json!({ "score": offer["box"] })).await;
}

#[tokio::test]
async fn who_leaves_is_skipped_and_can_come_back() {
    let host = TestServer::new();
    let (mut olena, mut petro) = Player::two(&host, "crag").await;
    let table = petro.act_ok(json!({ "leave": true })).await;
    assert_eq!(table["seats"][1]["left"], true);
    turn(&mut olena).await;
    assert_eq!(on_turn(&olena.seen), Some(0));
    petro.refresh().await;
    expect_refusal(&petro.act(json!({ "leave": true })).await, 422, "seat-left");
    let table = petro.act_ok(json!({ "return": true })).await;
    assert_eq!(table["seats"][1]["left"], false);
    turn(&mut olena).await;
    assert_eq!(on_turn(&olena.seen), Some(1));
    turn(&mut petro).await;
}

#[tokio::test]
async fn a_bot_stands_in_until_the_seat_is_taken_back() {
    let host = TestServer::new();
    let (mut olena, mut petro) = Player::two(&host, "crag").await;
    let level = json!({ "level": "beginner" });
    expect_refusal(&petro.put("/seats/0/bot", level.clone()).await, 403, "only-opener");
    expect_refusal(&petro.put("/seats/7/bot", level.clone()).await, 422, "no-such-seat");
    expect_refusal(&petro.delete("/seats/1/bot").await, 422, "no-bot");
    // The opener can let a bot play for an absent player.
    let answer = expect_ok(&olena.put("/seats/1/bot", level.clone()).await);
    assert_eq!(
        (&answer["table"]["seats"][1]["who"], &answer["table"]["seats"][1]["bot"]),
        (&json!("person"), &json!("beginner"))
    );
    turn(&mut olena).await;
    petro
        .wait_until(|table| table["seats"][1]["sheet"].as_object().is_some_and(|sheet| sheet.len() == 1))
        .await;
    expect_refusal(&petro.act(json!({ "keep": [] })).await, 422, "bot-plays");
    expect_refusal(&olena.delete("/seats/1/bot").await, 403, "not-yours");
    expect_ok(&petro.delete("/seats/1/bot").await);
    turn(&mut olena).await;
    let before = petro.refresh().await;
    assert_eq!(on_turn(&before), Some(1));
    assert_eq!(before["seats"][1].get("bot"), None);
    turn(&mut petro).await;
}

#[tokio::test]
async fn a_seat_is_freed_and_somebody_else_goes_on_with_its_sheet() {
    let host = TestServer::new();
    let (mut olena, mut petro) = Player::two(&host, "crag").await;
    turn(&mut olena).await;
    turn(&mut petro).await;
    let sheet = petro.seen["seats"][1]["sheet"].clone();
    let mut petros = host.listen(&petro.table, "?witness=true", Some(petro.token()), None).await;
    expect_refusal(&petro.delete("/seats/0").await, 403, "only-opener");
    let freed = expect_ok(&petro.delete("/seats/1").await);
    assert_eq!(freed["table"]["seats"][1]["who"], "nobody");
    assert_eq!(freed["table"]["seats"][1]["left"], true);
    petro.refresh().await;
    expect_refusal(&petro.act(json!({ "return": true })).await, 403, "not-yours");
    assert_eq!(expect_ok(&petro.get("").await)["you"], json!({ "seats": [], "opener": false }));
    // Petro still listens, as a spectator now.
    assert_eq!(expect_ok(&olena.get("").await)["here"], json!({ "seats": [], "watching": 1 }));
    with_timeout(async { while petros.next().await.unwrap().unwrap().data["watching"] != 1 {} }).await;

    let anchor = kosti_dice::fair::Chain::new([7; 32]).anchor().to_string();
    let mut taras = olena.join(&host, json!({ "name": "Taras", "anchor": anchor })).await;
    let seat = &taras.seen["seats"][1];
    assert_eq!((&seat["name"], &seat["left"], &seat["sheet"]), (&json!("Taras"), &json!(false), &sheet));
    // Petro's client is not asked as a witness for a seat that is no longer his.
    olena.refresh().await;
    let thrown = olena.act_ok(json!({ "keep": [] })).await;
    assert_eq!(thrown["air"], Value::Null);
    let table = taras.refresh().await;
    assert_eq!(table["turn"]["throw"], 1);
    // The opener can free the seat of an absent player.
    let freed = expect_ok(&olena.delete("/seats/1").await);
    assert_eq!(freed["table"]["seats"][1]["who"], "nobody");
}

#[tokio::test]
async fn the_opener_does_not_take_the_seat_of_a_player_who_is_there() {
    let host = TestServer::new();
    let (mut olena, mut petro) = Player::two(&host, "crag").await;
    turn(&mut olena).await;
    petro.refresh().await;
    let thrown = petro.act_ok(json!({ "keep": [] })).await;
    let level = json!({ "level": "beginner" });
    // On their turn, connected or not.
    for listens in [false, true] {
        let stream = match listens {
            true => Some(host.listen(&petro.table, "", Some(petro.token()), None).await),
            false => None,
        };
        expect_refusal(&olena.put("/seats/1/bot", level.clone()).await, 422, "player-is-here");
        expect_refusal(&olena.delete("/seats/1").await, 422, "player-is-here");
        drop(stream);
    }
    assert_eq!(place(&petro.refresh().await), place(&thrown));
    let offer = thrown["offers"].as_array().unwrap().iter().find(|offer| !offer["score"].is_null()).unwrap();
    petro.act_ok(json!({ "score": offer["box"] })).await;
    // Between turns as long as they are connected.
    let stream = host.listen(&petro.table, "", Some(petro.token()), None).await;
    expect_refusal(&olena.delete("/seats/1").await, 422, "player-is-here");
    drop(stream);
    with_timeout(async { while expect_ok(&olena.get("").await)["here"]["seats"] != json!([]) {} }).await;
    expect_ok(&olena.put("/seats/1/bot", level).await);
    // A player can let a bot take over at any time.
    let mut own = Player::open(&host, &json!({ "game": "crag", "seats": [{ "name": "Olena" }, {}] })).await;
    let _petro = own.join(&host, json!({ "name": "Petro" })).await;
    let _listens = host.listen(&own.table, "", Some(own.token()), None).await;
    expect_ok(&own.put("/seats/0/bot", json!({ "level": "beginner" })).await);
}

#[tokio::test]
async fn a_throw_is_not_kept_waiting_by_a_witness_who_has_gone() {
    let host = TestServer::with(&["--rate", "0", "--limit", "witness=0.5"]);
    let mut olena = Player::olena(&host, "crag").await;
    let anchor = kosti_dice::fair::Chain::new([8; 32]).anchor().to_string();
    let petro = olena.join(&host, json!({ "name": "Petro", "anchor": anchor })).await;
    let silent = host.listen(&petro.table, "?witness=true", Some(petro.token()), None).await;
    olena.refresh().await;
    let called = olena.act_ok(json!({ "keep": [] })).await;
    assert_eq!(called["air"], json!({ "seat": 0, "number": 1, "witness": 1 }));
    let thrown = olena.wait_until(|table| table["air"].is_null()).await;
    assert_eq!(thrown["turn"]["throw"], 1);
    assert_eq!(thrown["throws"], 1);
    drop(silent);
    with_timeout(async { while expect_ok(&olena.get("").await)["here"]["seats"] != json!([]) {} }).await;
    let thrown = olena.act_ok(json!({ "keep": [] })).await;
    assert_eq!((&thrown["air"], &thrown["throws"]), (&Value::Null, &json!(2)));
}

#[tokio::test]
async fn who_only_watches_sees_everything_and_does_nothing() {
    let host = TestServer::new();
    let (mut olena, _petro) = Player::two(&host, "crag").await;
    let mut watching = olena.spectator(&host).await;
    let seen = expect_ok(&watching.get("").await);
    assert_eq!(seen["table"], olena.refresh().await);
    assert_eq!(seen["you"], json!({ "seats": [], "opener": false }));
    for (method, end, body) in [
        ("POST", "/actions", json!({ "version": seen["table"]["version"], "action": { "keep": [] } })),
        ("POST", "/start", json!({})),
        ("POST", "/rematch", json!({})),
        ("PUT", "/seats/0/bot", json!({ "level": "regular" })),
        ("PUT", "/seats/0/anchor", json!({ "anchor": "0".repeat(64) })),
        ("DELETE", "/seats/0", json!({})),
        ("DELETE", "/seats/0/bot", json!({})),
        ("DELETE", "", json!({})),
    ] {
        expect_refusal(&watching.send(method, end, Some(&body)).await, 401, "no-token");
    }
    assert_eq!(olena.refresh().await, seen["table"]);
}
