//! Opening tables and sitting down.

use serde_json::{Value, json};

use super::player::Player;
use super::test_server::{TestServer, expect_ok, expect_refusal, with_timeout};
use kosti_test_server::http::Reply;

async fn open(host: &TestServer, body: Value) -> Reply {
    with_timeout(host.client().await.post("/api/v1/tables", None, &body)).await.unwrap()
}

#[tokio::test]
async fn a_table_is_as_its_opener_wants_it() {
    let host = TestServer::new();
    let opened =
        open(&host, json!({ "game": "crag", "seats": [{ "name": "Olena" }, { "bot": "regular" }, {}] }))
            .await;
    assert_eq!(opened.status, 201);
    let answer = opened.json();
    let table = &answer["table"];
    assert_eq!(
        opened.header("location").unwrap(),
        format!("/api/v1/tables/{}", table["id"].as_str().unwrap())
    );
    assert_eq!(answer["you"], json!({ "seats": [0], "opener": true }));
    assert_eq!(
        (&table["status"], &table["dice"], &table["coach"]),
        (&json!("seating"), &json!("virtual"), &json!("own"))
    );
    let who: Vec<&Value> = table["seats"].as_array().unwrap().iter().map(|seat| &seat["who"]).collect();
    assert_eq!(json!(who), json!(["person", "bot", "nobody"]));
    assert_eq!(table["game"]["id"], "crag");

    let real = json!({ "game": "school", "dice": "real", "coach": "all", "seats": [{ "name": "Olena" }, { "name": "Petro" }],
        "house": { "big-straight": "thirty" } });
    let answer = expect_ok(&open(&host, real).await);
    let table = &answer["table"];
    // All seats are taken, so the game begins.
    assert_eq!(
        (&table["status"], &table["dice"], &table["coach"]),
        (&json!("playing"), &json!("real"), &json!("all"))
    );
    assert_eq!(answer["you"]["seats"], json!([0, 1]));
    assert_eq!(table["game"]["house"], json!({ "big-straight": "thirty" }));
}

#[tokio::test]
async fn a_rules_file_of_ones_own_is_played_by_and_kept_with_the_table() {
    let host = TestServer::new();
    let rules = include_str!("../../games/toy/coin.toml");
    let mut olena = Player::open(&host, &json!({ "rules": rules, "seats": [{ "name": "Olena" }] })).await;
    assert_eq!(olena.seen["game"]["name"], "A coin for two boxes");
    olena.act_ok(json!({ "keep": [] })).await;
    olena.act_ok(json!({ "score": "heads" })).await;
    olena.act_ok(json!({ "keep": [] })).await;
    let end = olena.act_ok(json!({ "score": "tails" })).await;
    assert_eq!(end["status"], "over");
    assert_eq!(olena.get("/rules").await.text(), rules);
}

#[tokio::test]
async fn a_table_that_makes_no_sense_is_not_opened() {
    let host = TestServer::new();
    let seats = json!([{ "name": "Olena" }, {}]);
    for (body, status, kind) in [
        (json!({ "seats": seats }), 422, "game-or-rules"),
        (json!({ "game": "crag", "rules": "", "seats": seats }), 422, "game-or-rules"),
        (json!({ "game": "marbles", "seats": seats }), 422, "unknown-game"),
        (json!({ "game": "crag", "house": { "weather": "fine" }, "seats": seats }), 422, "bad-rules"),
        (json!({ "game": "crag", "seats": [] }), 422, "seat-count"),
        (json!({ "game": "thousand", "seats": vec![json!({}); 65] }), 422, "seat-count"),
        (json!({ "game": "crag", "seats": [{ "name": "" }] }), 422, "bad-name"),
        (json!({ "game": "crag", "seats": [{ "name": "Olena\nPetro" }] }), 422, "bad-name"),
        (json!({ "game": "crag", "seats": [{ "name": "Olena" }, { "name": "Olena" }] }), 422, "same-name"),
        (json!({ "game": "crag", "seats": [{ "name": "Olena" }, { "name": "OLENA" }] }), 422, "alike-name"),
        // A Cyrillic О.
        (json!({ "game": "crag", "seats": [{ "name": "Olena" }, { "name": "Оlena" }] }), 422, "alike-name"),
        (json!({ "game": "crag", "seats": [{ "name": "\u{202e}anelO" }] }), 422, "invisible-in-name"),
        (
            json!({ "game": "crag", "dice": "real", "seats": [{ "bot": "regular" }] }),
            422,
            "bots-need-virtual-dice",
        ),
        (json!({ "game": "crag", "dice": "loaded", "seats": seats }), 400, "bad-json"),
        (json!({ "game": "crag", "coach": "mine", "seats": seats }), 400, "bad-json"),
        (json!({ "game": "crag", "seats": [{ "bot": "cheat" }] }), 400, "bad-json"),
        (json!({ "game": "crag" }), 400, "bad-json"),
    ] {
        expect_refusal(&open(&host, body).await, status, kind);
    }
}

#[tokio::test]
async fn whoever_has_the_invitation_sits_down() {
    let host = TestServer::new();
    let mut olena = Player::olena(&host, "crag").await;
    let before = olena.refresh().await;
    let mut petro = olena.spectator(&host).await;
    for wrong in ["", "wrong", "aaaaaaaa", &olena.invite[1..], olena.token()] {
        expect_refusal(
            &petro.post("/seats", json!({ "invite": wrong, "name": "Petro" })).await,
            403,
            "not-invited",
        );
    }
    let invite = olena.invite.clone();
    expect_refusal(
        &petro.post("/seats", json!({ "invite": invite, "name": "Olena" })).await,
        422,
        "same-name",
    );
    expect_refusal(
        &petro.post("/seats", json!({ "invite": invite, "name": "olenа" })).await,
        422,
        "alike-name",
    );
    let hidden = json!({ "invite": invite, "name": "Petro\u{200b}" });
    expect_refusal(&petro.post("/seats", hidden).await, 422, "invisible-in-name");
    expect_refusal(
        &petro.post("/seats", json!({ "invite": invite, "name": "Petro", "seat": 0 })).await,
        422,
        "seat-taken",
    );
    expect_refusal(
        &petro.post("/seats", json!({ "invite": invite, "name": "Petro", "seat": 9 })).await,
        422,
        "no-such-seat",
    );
    assert_eq!(olena.refresh().await, before);

    // However it was typed.
    let typed = format!(" {} ", invite.to_uppercase());
    let joined = petro.post("/seats", json!({ "invite": typed, "name": "Petro" })).await;
    assert_eq!(joined.status, 201);
    let joined = joined.json();
    assert_eq!(joined["you"], json!({ "seats": [1], "opener": false }));
    assert_eq!(joined["table"]["status"], "playing");
    expect_refusal(
        &petro.post("/seats", json!({ "invite": invite, "name": "Taras" })).await,
        422,
        "no-free-seat",
    );

    // A player can pass the invitation on; a spectator cannot.
    petro.token = joined["token"].as_str().map(str::to_owned);
    assert_eq!(expect_ok(&petro.get("/invite").await)["invite"], olena.invite);
    let mut watching = olena.spectator(&host).await;
    expect_refusal(&watching.get("/invite").await, 401, "no-token");
    assert!(!watching.get("").await.text().contains(&olena.invite));
}

#[tokio::test]
async fn a_game_begins_without_those_who_did_not_come() {
    let host = TestServer::new();
    let seats = json!([{ "name": "Olena" }, {}, {}, {}]);
    let mut olena = Player::open(&host, &json!({ "game": "crag", "seats": seats })).await;
    let mut petro = olena.join(&host, json!({ "name": "Petro", "seat": 2 })).await;
    let mut stream = host.listen(&petro.table, "", Some(petro.token()), None).await;
    olena.refresh().await;
    expect_refusal(&olena.act(json!({ "keep": [] })).await, 422, "not-started");
    expect_refusal(&petro.post("/start", json!({})).await, 403, "only-opener");
    let started = expect_ok(&olena.post("/start", json!({})).await);
    let names: Vec<&Value> =
        started["table"]["seats"].as_array().unwrap().iter().map(|s| &s["name"]).collect();
    assert_eq!(json!(names), json!(["Olena", "Petro"]));
    assert_eq!(started["table"]["status"], "playing");
    expect_refusal(&olena.post("/start", json!({})).await, 422, "started");
    // Petro's seat has another number now, also in the presence.
    assert_eq!(expect_ok(&petro.get("").await)["you"]["seats"], json!([1]));
    assert_eq!(expect_ok(&petro.get("").await)["here"]["seats"], json!([1]));
    with_timeout(async { while stream.next().await.unwrap().unwrap().data["seats"] != json!([1]) {} }).await;
}

#[tokio::test]
async fn too_few_cannot_begin() {
    let host = TestServer::new();
    let rules = include_str!("../../games/pig.toml").replace(", alone = true", "");
    let body = json!({ "rules": rules, "seats": [{ "name": "Olena" }, {}] });
    let mut olena = Player::open(&host, &body).await;
    expect_refusal(&olena.post("/start", json!({})).await, 422, "seat-count");
    assert_eq!(olena.refresh().await["status"], "seating");
}

#[tokio::test]
async fn no_two_bots_have_the_same_number() {
    let host = TestServer::new();
    let seats = json!([{ "name": "Bot 1 (regular)" }, { "bot": "regular" }, { "bot": "perfect" }, { "bot": "beginner" }]);
    let answer = expect_ok(&open(&host, json!({ "game": "crag", "seats": seats })).await);
    let names: Vec<&str> = answer["table"]["seats"]
        .as_array()
        .unwrap()
        .iter()
        .map(|seat| seat["name"].as_str().unwrap())
        .collect();
    assert_eq!(names, ["Bot 1 (regular)", "Bot 2 (regular)", "Bot 3 (perfect)", "Bot 4 (beginner)"]);
}
