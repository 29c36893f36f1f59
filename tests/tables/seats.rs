//! Leaving, coming back, bots that stand in, seats that change hands.

use serde_json::{Value, json};

use super::house::{House, fine, patiently, refused};
use super::player::{Player, on_turn, place};

/// One turn in the smallest way: a throw, and the first box that can be written.
async fn turn(player: &mut Player) {
    player.look().await;
    let table = player.does(json!({ "keep": [] })).await;
    let offers = table["offers"].as_array().unwrap();
    let offer = offers.iter().find(|offer| !offer["score"].is_null()).unwrap();
    player.does(json!({ "score": offer["box"] })).await;
}

#[tokio::test]
async fn who_leaves_is_skipped_and_can_come_back() {
    let house = House::new();
    let (mut olena, mut petro) = Player::two(&house, "crag").await;
    let table = petro.does(json!({ "leave": true })).await;
    assert_eq!(table["seats"][1]["left"], true);
    turn(&mut olena).await;
    assert_eq!(on_turn(&olena.seen), Some(0));
    petro.look().await;
    refused(&petro.act(json!({ "leave": true })).await, 422, "seat-left");
    let table = petro.does(json!({ "return": true })).await;
    assert_eq!(table["seats"][1]["left"], false);
    turn(&mut olena).await;
    assert_eq!(on_turn(&olena.seen), Some(1));
    turn(&mut petro).await;
}

#[tokio::test]
async fn a_bot_stands_in_until_the_seat_is_taken_back() {
    // Slow enough that the bot is still at it when the seat is taken back.
    let house = House::with(&["--rate", "0", "--bot-pause", "100"]);
    let (mut olena, mut petro) = Player::two(&house, "crag").await;
    let level = json!({ "level": "beginner" });
    refused(&petro.put("/seats/0/bot", level.clone()).await, 403, "only-opener");
    refused(&petro.put("/seats/7/bot", level.clone()).await, 422, "no-such-seat");
    refused(&petro.delete("/seats/1/bot").await, 422, "no-bot");
    // The opener can have a bot play for somebody who is away.
    let told = fine(&olena.put("/seats/1/bot", level.clone()).await);
    assert_eq!(
        (&told["table"]["seats"][1]["who"], &told["table"]["seats"][1]["bot"]),
        (&json!("person"), &json!("beginner"))
    );
    turn(&mut olena).await;
    petro.until(|table| table["seats"][1]["sheet"].as_object().is_some_and(|sheet| sheet.len() == 1)).await;
    refused(&petro.act(json!({ "keep": [] })).await, 422, "bot-plays");
    refused(&olena.delete("/seats/1/bot").await, 403, "not-yours");
    fine(&petro.delete("/seats/1/bot").await);
    turn(&mut olena).await;
    let before = petro.look().await;
    assert_eq!(on_turn(&before), Some(1));
    assert_eq!(before["seats"][1].get("bot"), None);
    turn(&mut petro).await;
}

#[tokio::test]
async fn a_seat_is_freed_and_somebody_else_goes_on_with_its_sheet() {
    let house = House::new();
    let (mut olena, mut petro) = Player::two(&house, "crag").await;
    turn(&mut olena).await;
    turn(&mut petro).await;
    let sheet = petro.seen["seats"][1]["sheet"].clone();
    let mut petros = house.listen(&petro.table, "?witness=true", Some(petro.token()), None).await;
    refused(&petro.delete("/seats/0").await, 403, "only-opener");
    let freed = fine(&petro.delete("/seats/1").await);
    assert_eq!(freed["table"]["seats"][1]["who"], "nobody");
    assert_eq!(freed["table"]["seats"][1]["left"], true);
    petro.look().await;
    refused(&petro.act(json!({ "return": true })).await, 403, "not-yours");
    assert_eq!(fine(&petro.get("").await)["you"], json!({ "seats": [], "opener": false }));
    // Petro still listens, and only watches now.
    assert_eq!(fine(&olena.get("").await)["here"], json!({ "seats": [], "watching": 1 }));
    patiently(async { while petros.next().await.unwrap().unwrap().data["watching"] != 1 {} }).await;

    let anchor = kosti_dice::fair::Chain::new([7; 32]).anchor().to_string();
    let mut taras = olena.joined_by(&house, json!({ "name": "Taras", "anchor": anchor })).await;
    let seat = &taras.seen["seats"][1];
    assert_eq!((&seat["name"], &seat["left"], &seat["sheet"]), (&json!("Taras"), &json!(false), &sheet));
    // Nobody asks Petro's client as a witness for a seat that is no longer his.
    olena.look().await;
    let thrown = olena.does(json!({ "keep": [] })).await;
    assert_eq!(thrown["air"], Value::Null);
    let table = taras.look().await;
    assert_eq!(table["turn"]["throw"], 1);
    // The opener can free the seat of somebody who is away.
    let freed = fine(&olena.delete("/seats/1").await);
    assert_eq!(freed["table"]["seats"][1]["who"], "nobody");
}

#[tokio::test]
async fn the_opener_does_not_take_the_seat_of_a_player_who_is_there() {
    let house = House::new();
    let (mut olena, mut petro) = Player::two(&house, "crag").await;
    turn(&mut olena).await;
    petro.look().await;
    let thrown = petro.does(json!({ "keep": [] })).await;
    let level = json!({ "level": "beginner" });
    // In their turn, connected or not.
    for listens in [false, true] {
        let stream = match listens {
            true => Some(house.listen(&petro.table, "", Some(petro.token()), None).await),
            false => None,
        };
        refused(&olena.put("/seats/1/bot", level.clone()).await, 422, "player-is-here");
        refused(&olena.delete("/seats/1").await, 422, "player-is-here");
        drop(stream);
    }
    assert_eq!(place(&petro.look().await), place(&thrown));
    let offer = thrown["offers"].as_array().unwrap().iter().find(|offer| !offer["score"].is_null()).unwrap();
    petro.does(json!({ "score": offer["box"] })).await;
    // Between turns as long as they are connected.
    let stream = house.listen(&petro.table, "", Some(petro.token()), None).await;
    refused(&olena.delete("/seats/1").await, 422, "player-is-here");
    drop(stream);
    patiently(async { while fine(&olena.get("").await)["here"]["seats"] != json!([]) {} }).await;
    fine(&olena.put("/seats/1/bot", level).await);
    // One's own seat can be left to a bot at any time.
    let mut own = Player::open(&house, &json!({ "game": "crag", "seats": [{ "name": "Olena" }, {}] })).await;
    let _petro = own.joined_by(&house, json!({ "name": "Petro" })).await;
    let _listens = house.listen(&own.table, "", Some(own.token()), None).await;
    fine(&own.put("/seats/0/bot", json!({ "level": "beginner" })).await);
}

#[tokio::test]
async fn a_throw_is_not_kept_waiting_by_a_witness_who_has_gone() {
    let house = House::new();
    let mut olena = Player::olena(&house, "crag").await;
    let anchor = kosti_dice::fair::Chain::new([8; 32]).anchor().to_string();
    let petro = olena.joined_by(&house, json!({ "name": "Petro", "anchor": anchor })).await;
    let silent = house.listen(&petro.table, "?witness=true", Some(petro.token()), None).await;
    olena.look().await;
    let called = olena.does(json!({ "keep": [] })).await;
    assert_eq!(called["air"], json!({ "seat": 0, "number": 1, "witness": 1 }));
    assert_eq!(olena.act(json!({ "keep": [] })).await.status, 409);
    let thrown = olena.until(|table| table["air"].is_null()).await;
    assert_eq!(thrown["turn"]["throw"], 1);
    assert_eq!(thrown["throws"], 1);
    drop(silent);
    patiently(async { while fine(&olena.get("").await)["here"]["seats"] != json!([]) {} }).await;
    let thrown = olena.does(json!({ "keep": [] })).await;
    assert_eq!((&thrown["air"], &thrown["throws"]), (&Value::Null, &json!(2)));
}

#[tokio::test]
async fn who_only_watches_sees_everything_and_does_nothing() {
    let house = House::new();
    let (mut olena, _petro) = Player::two(&house, "crag").await;
    let mut watching = olena.spectator(&house).await;
    let seen = fine(&watching.get("").await);
    assert_eq!(seen["table"], olena.look().await);
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
        refused(&watching.send(method, end, Some(&body)).await, 401, "no-token");
    }
    assert_eq!(olena.look().await, seen["table"]);
}
