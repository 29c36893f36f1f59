//! Clients that cheat: they are rejected every time, and nothing changes.

use kosti_dice::fair::{Chain, Link};
use serde_json::{Value, json};

use super::player::{Player, place};
use super::test_server::{TestServer, expect_ok, expect_refusal};

/// Olena and Petro with chains of their own, after Olena's first throw.
struct Scene {
    host: TestServer,
    olena: Player,
    petro: Player,
    olenas: Chain,
    petros: Chain,
}

impl Scene {
    async fn new() -> Self {
        let host = TestServer::new();
        let mut olena = Player::olena(&host, "crag").await;
        let (mut olenas, petros) = (Chain::new([1; 32]), Chain::new([2; 32]));
        expect_ok(&olena.put("/seats/0/anchor", json!({ "anchor": olenas.anchor().to_string() })).await);
        let anchor = petros.anchor().to_string();
        let petro = olena.join(&host, json!({ "name": "Petro", "anchor": anchor })).await;
        olena.refresh().await;
        let throw = throw(&olena, olenas.link(1).unwrap());
        expect_ok(&olena.post("/actions", throw).await);
        Self { host, olena, petro, olenas, petros }
    }

    async fn place(&mut self) -> Value {
        place(&self.olena.refresh().await)
    }
}

/// A throw with a link, on the last known history.
fn throw(player: &Player, link: Link) -> Value {
    let history = &player.seen["history"];
    json!({ "version": player.version(), "action": { "keep": [] }, "link": link, "history": history })
}

fn act(version: &Value, action: &Value) -> Value {
    json!({ "version": version, "action": action })
}

#[tokio::test]
async fn a_seat_is_nobody_elses() {
    let mut scene = Scene::new().await;
    let before = scene.place().await;
    let version = scene.olena.version();
    let keep = act(&version, &json!({ "keep": [] }));
    let for_olena = json!({ "version": version, "seat": 0, "action": { "keep": [] } });
    expect_refusal(&scene.petro.post("/actions", for_olena.clone()).await, 403, "not-yours");
    // Out of turn.
    expect_refusal(&scene.petro.post("/actions", keep.clone()).await, 422, "not-your-turn");
    let mut nobody = scene.olena.spectator(&scene.host).await;
    expect_refusal(&nobody.post("/actions", keep.clone()).await, 401, "no-token");
    nobody.token = Some("short".to_owned());
    expect_refusal(&nobody.post("/actions", keep.clone()).await, 401, "bad-token");
    for wrong in ["A".repeat(43), scene.olena.token().chars().rev().collect()] {
        nobody.token = Some(wrong);
        expect_refusal(&nobody.post("/actions", keep.clone()).await, 403, "not-yours");
        expect_refusal(&nobody.post("/actions", for_olena.clone()).await, 403, "not-yours");
        expect_refusal(&nobody.post("/start", json!({})).await, 403, "only-opener");
        expect_refusal(&nobody.delete("").await, 403, "only-opener");
        expect_refusal(&nobody.delete("/seats/0").await, 403, "only-opener");
        expect_refusal(&nobody.put("/seats/1/bot", json!({ "level": "beginner" })).await, 403, "only-opener");
    }
    // The hash in the journal is not a token.
    let record = scene.olena.get("/record").await.text();
    let notes: Vec<Value> =
        kosti_table::commits(&record).iter().map(|n| serde_json::from_str(n).unwrap()).collect();
    let key = notes[0]["did"][0]["opened"]["opener"].as_str().unwrap().to_owned();
    assert!(!record.contains(scene.olena.token()) && !record.contains(scene.petro.token()));
    nobody.token = Some(key);
    let reply = nobody.post("/actions", keep).await;
    assert!(matches!(reply.status, 401 | 403), "{}", reply.text());
    assert_eq!(scene.place().await, before);
}

#[tokio::test]
async fn dice_are_not_made_up() {
    let mut scene = Scene::new().await;
    let before = scene.place().await;
    let dice = scene.olena.seen["turn"]["dice"].as_array().unwrap().clone();
    let missing = (1..=6).find(|face| !dice.contains(&json!(face))).unwrap();
    for (action, kind) in [
        (json!({ "keep": [], "fell": [6, 6, 1] }), "dice-not-needed"),
        (json!({ "keep": [missing] }), "keep-not-there"),
        (json!({ "keep": dice }), "keep-all"),
        (json!({ "keep": [0] }), "bad-dice"),
        (json!({ "keep": [9, 9] }), "keep-not-there"),
        (json!({ "keep": vec![1; 100] }), "bad-dice"),
        (json!({ "score": "ones", "fell": [1, 1, 1] }), "dice-not-needed"),
        (json!({ "take": [1], "then": "bank" }), "not-this-game"),
        (json!({ "take": [1] }), "one-action"),
        (json!({ "keep": [], "score": "ones" }), "one-action"),
        (json!({}), "one-action"),
        (json!({ "score": "thirteens" }), "unknown-box"),
    ] {
        expect_refusal(&scene.olena.act(action).await, 422, kind);
    }
    assert_eq!(scene.place().await, before);
}

#[tokio::test]
async fn a_request_that_was_seen_is_worth_nothing_later() {
    let mut scene = Scene::new().await;
    let offers = scene.olena.seen["offers"].as_array().unwrap().clone();
    let offer = offers.iter().find(|offer| !offer["score"].is_null()).unwrap();
    let score = act(&scene.olena.version(), &json!({ "score": offer["box"] }));
    expect_ok(&scene.olena.post("/actions", score.clone()).await);
    let before = scene.place().await;
    expect_refusal(&scene.olena.post("/actions", score.clone()).await, 409, "stale");
    // By another player, with their own token.
    expect_refusal(&scene.petro.post("/actions", score.clone()).await, 409, "stale");
    // With the current version.
    let mut renewed = score;
    renewed["version"] = scene.olena.version();
    expect_refusal(&scene.olena.post("/actions", renewed).await, 422, "not-your-turn");
    let future = act(&json!("999999"), &json!({ "keep": [] }));
    expect_refusal(&scene.petro.post("/actions", future).await, 409, "stale");
    assert_eq!(scene.place().await, before);
}

#[tokio::test]
async fn a_box_is_written_once() {
    let host = TestServer::new();
    let mut olena = Player::open(&host, &json!({ "game": "crag", "seats": [{ "name": "Olena" }] })).await;
    expect_refusal(&olena.act(json!({ "score": "ones" })).await, 422, "throw-first");
    olena.act_ok(json!({ "keep": [] })).await;
    olena.act_ok(json!({ "score": "ones" })).await;
    olena.act_ok(json!({ "keep": [] })).await;
    let before = place(&olena.refresh().await);
    expect_refusal(&olena.act(json!({ "score": "ones" })).await, 422, "box-full");
    expect_refusal(&olena.act(json!({ "cross": "ones" })).await, 422, "box-full");
    olena.act_ok(json!({ "keep": [] })).await;
    expect_refusal(&olena.act(json!({ "keep": [] })).await, 422, "no-throws-left");
    assert_ne!(place(&olena.refresh().await), before);
}

#[tokio::test]
async fn links_of_other_throws_and_other_chains_are_refused() {
    let mut scene = Scene::new().await;
    let before = scene.place().await;
    let version = scene.olena.version();
    let old = scene.olenas.link(1).unwrap();
    let later = scene.olenas.link(3).unwrap();
    let others = scene.petros.link(2).unwrap();
    let anchor = scene.olenas.anchor();
    let stranger = Chain::new([9; 32]).link(2).unwrap();
    for link in [old, later, others, anchor, stranger] {
        let throw = throw(&scene.olena, link);
        expect_refusal(&scene.olena.post("/actions", throw).await, 422, "bad-link");
    }
    // Without the history, and with another one.
    let mut right = throw(&scene.olena, scene.olenas.link(2).unwrap());
    right["history"] = json!(null);
    expect_refusal(&scene.olena.post("/actions", right.clone()).await, 422, "history-needed");
    right["history"] = json!("00".repeat(32));
    expect_refusal(&scene.olena.post("/actions", right).await, 409, "other-history");
    for link in ["", "00", &"g".repeat(64), &"0".repeat(66)] {
        let throw = json!({ "version": version, "action": { "keep": [] }, "link": link });
        expect_refusal(&scene.olena.post("/actions", throw).await, 400, "bad-json");
    }
    // Nobody can replace another player's chain.
    let anchor = json!({ "anchor": Chain::new([9; 32]).anchor().to_string() });
    expect_refusal(&scene.petro.put("/seats/0/anchor", anchor).await, 403, "not-yours");
    assert_eq!(scene.place().await, before);
    let right = throw(&scene.olena, scene.olenas.link(2).unwrap());
    expect_ok(&scene.olena.post("/actions", right).await);
}

#[tokio::test]
async fn only_the_witness_that_is_asked_answers() {
    let mut scene = Scene::new().await;
    // Petro was left out of the first throw because his client did not listen: he begins a new chain.
    assert_eq!(scene.olena.seen["throws"], 1);
    let mut chain = Chain::new([3; 32]);
    expect_ok(&scene.petro.put("/seats/1/anchor", json!({ "anchor": chain.anchor() })).await);
    let on = |history: &Value, seat: usize, number: u64, link: &Link| json!({ "seat": seat, "number": number, "link": link, "history": history });
    let petros = chain.link(1).unwrap();
    let history = scene.petro.seen["history"].clone();
    let early = on(&history, 1, 2, &petros);
    let before = scene.place().await;
    // No witness was asked.
    expect_refusal(&scene.petro.post("/witness", early.clone()).await, 422, "not-in-the-air");
    assert_eq!(scene.place().await, before);

    let mut listening =
        scene.host.listen(&scene.petro.table, "?witness=true", Some(scene.petro.token()), None).await;
    listening.next().await.unwrap().unwrap();
    scene.olena.refresh().await;
    let called = scene.olena.act_ok(json!({ "keep": [] })).await;
    assert_eq!(called["air"]["witness"], 1);
    let seats = |seat, number, link: &Link| on(&called["history"], seat, number, link);
    let olenas = scene.olenas.link(2).unwrap();
    expect_refusal(&scene.olena.post("/witness", seats(0, 2, &olenas)).await, 422, "not-in-the-air");
    expect_refusal(&scene.olena.post("/witness", seats(1, 2, &petros)).await, 403, "not-yours");
    expect_refusal(&scene.petro.post("/witness", seats(1, 1, &petros)).await, 422, "not-in-the-air");
    expect_refusal(&scene.petro.post("/witness", seats(1, 2, &olenas)).await, 422, "bad-link");
    expect_refusal(&scene.petro.post("/witness", early).await, 409, "other-history");
    expect_refusal(&scene.petro.post("/witness", seats(9, 2, &petros)).await, 422, "no-such-seat");
    // The thrower can neither undo the call nor throw again while the throw waits for its witness.
    for action in [json!({ "undo": true }), json!({ "keep": [] })] {
        assert_eq!(scene.olena.act(action).await.status, 409);
    }
    let fallen = expect_ok(&scene.petro.post("/witness", seats(1, 2, &petros)).await);
    assert_eq!((&fallen["table"]["air"], &fallen["table"]["throws"]), (&Value::Null, &json!(2)));
    let before = scene.place().await;
    expect_refusal(&scene.petro.post("/witness", seats(1, 2, &petros)).await, 422, "not-in-the-air");
    assert_eq!(scene.place().await, before);
}

#[tokio::test]
async fn nobody_acts_for_a_bot() {
    let host = TestServer::with(&["--rate", "0", "--bot-pause", "600000"]);
    let seats = json!([{ "bot": "regular" }, { "name": "Olena" }]);
    let mut olena = Player::open(&host, &json!({ "game": "crag", "seats": seats })).await;
    let before = place(&olena.seen);
    let body = json!({ "version": olena.version(), "seat": 0, "action": { "keep": [] } });
    expect_refusal(&olena.post("/actions", body).await, 403, "not-yours");
    expect_refusal(&olena.act(json!({ "keep": [] })).await, 422, "not-your-turn");
    expect_refusal(&olena.delete("/seats/0/bot").await, 403, "not-yours");
    expect_refusal(&olena.delete("/seats/0").await, 422, "no-such-seat");
    expect_refusal(&olena.put("/seats/0/bot", json!({ "level": "beginner" })).await, 422, "no-such-seat");
    assert_eq!(place(&olena.refresh().await), before);
}

#[tokio::test]
async fn a_token_of_one_table_opens_no_other() {
    let host = TestServer::new();
    let (mut olena, _petro) = Player::two(&host, "crag").await;
    let (other, _taras) = Player::two(&host, "crag").await;
    let before = olena.refresh().await;
    olena.token = other.token.clone();
    expect_refusal(&olena.act(json!({ "keep": [] })).await, 403, "not-yours");
    expect_refusal(&olena.delete("").await, 403, "only-opener");
    expect_refusal(&olena.get("/invite").await, 403, "not-yours");
    assert_eq!(expect_ok(&olena.get("").await)["you"], json!({ "seats": [], "opener": false }));
    // Nor does the invitation.
    let join = json!({ "invite": other.invite, "name": "Marko" });
    expect_refusal(&olena.post("/seats", join).await, 403, "not-invited");
    assert_eq!(olena.refresh().await, before);
}
