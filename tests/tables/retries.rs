//! Repeated commands, as after a lost answer: they are recognised and executed once.

use serde_json::{Value, json};

use super::player::{Player, on_turn, place};
use super::program::choose;
use super::test_server::{TestServer, expect_ok, expect_refusal, with_timeout};
use kosti_test_server::http::Reply;
use kosti_testkit::TestRng;

const OPEN: &str = "00000000-0000-4000-8000-000000000001";
const JOIN: &str = "00000000-0000-4000-8000-000000000002";
const ACT: &str = "00000000-0000-4000-8000-000000000003";
const BOT: &str = "00000000-0000-4000-8000-000000000004";

async fn open(host: &TestServer, token: &str) -> Value {
    let body = json!({ "game": "crag", "seats": [{ "name": "Olena" }, {}], "command": OPEN });
    let opening = host.client().await;
    let reply =
        with_timeout(async move { { opening }.post("/api/v1/tables", Some(token), &body).await }).await;
    expect_ok(&reply.unwrap())
}

async fn moves(players: &mut [Player; 2], count: usize, rng: &mut TestRng) {
    for _ in 0..count {
        let table = players[0].refresh().await;
        let player = &mut players[on_turn(&table).expect("the game goes on") as usize];
        player.seen = table.clone();
        player.act_ok(choose(&table, rng)).await;
    }
}

#[tokio::test]
async fn opening_again_opens_no_second_table() {
    let host = TestServer::new();
    let (olena, petro) = ("o".repeat(43), "p".repeat(43));
    let first = open(&host, &olena).await;
    assert_eq!(open(&host, &olena).await, first);
    // The id of a command belongs to its sender.
    assert_ne!(open(&host, &petro).await["table"]["id"], first["table"]["id"]);
    let host = host.restart();
    assert_eq!(open(&host, &olena).await, first);
    // Also if both are sent at the same time.
    let taras = "t".repeat(43);
    let (one, other) = tokio::join!(open(&host, &taras), open(&host, &taras));
    assert_eq!(one["table"]["id"], other["table"]["id"]);
}

#[tokio::test]
async fn joining_again_takes_no_second_seat() {
    let host = TestServer::new();
    let seats = json!([{ "name": "Olena" }, {}, {}]);
    let mut olena = Player::open(&host, &json!({ "game": "crag", "seats": seats })).await;
    let mut petro = olena.spectator(&host).await;
    petro.token = Some("p".repeat(43));
    let body = json!({ "invite": olena.invite, "name": "Petro", "command": JOIN });
    let first = expect_ok(&petro.post("/seats", body.clone()).await);
    assert_eq!(first["you"]["seats"], json!([1]));
    assert_eq!(expect_ok(&petro.post("/seats", body.clone()).await), first);
    let taras = olena.join(&host, json!({ "name": "Taras" })).await;
    let mut players = [olena.reconnect(&host).await, petro];
    // Taras sits at seat 2 and never plays.
    expect_ok(&olena.delete("/seats/2").await);
    drop(taras);
    moves(&mut players, 20, &mut TestRng::new(1)).await;
    let host = host.restart();
    let [mut olena, mut petro] = [players[0].reconnect(&host).await, players[1].reconnect(&host).await];
    let before = olena.refresh().await;
    let again = expect_ok(&petro.post("/seats", body).await);
    assert_eq!((&again["you"], &again["token"]), (&first["you"], &first["token"]));
    assert_eq!(olena.refresh().await, before);
}

fn keep(version: &Value, command: Option<&str>) -> Value {
    json!({ "version": version, "action": { "keep": [] }, "command": command })
}

#[tokio::test]
async fn acting_again_acts_once() {
    let host = TestServer::new();
    let (mut olena, petro) = Player::two(&host, "crag").await;
    let throw = keep(&olena.version(), Some(ACT));
    let first = expect_ok(&olena.post("/actions", throw.clone()).await);
    assert_eq!(expect_ok(&olena.post("/actions", throw.clone()).await), first);
    // Later moves, more than the server remembers, and a restart.
    let mut players = [olena, petro];
    let (mut host, mut rng) = (host, TestRng::new(2));
    for count in [1, 5, 40] {
        moves(&mut players, count, &mut rng).await;
        let before = players[0].refresh().await;
        let again = expect_ok(&players[0].post("/actions", throw.clone()).await);
        assert_eq!(place(&again["table"]), place(&before), "after {count} moves");
        host = host.restart();
        players = [players[0].reconnect(&host).await, players[1].reconnect(&host).await];
        let again = expect_ok(&players[0].post("/actions", throw.clone()).await);
        assert_eq!(place(&again["table"]), place(&before), "after {count} moves and a restart");
    }
}

#[tokio::test]
async fn a_command_without_a_version_is_done_once_however_late_it_comes_again() {
    let host = TestServer::with(&["--rate", "0", "--bot-pause", "600000"]);
    let (mut olena, petro) = Player::two(&host, "yatzy").await;
    let bot = json!({ "level": "regular", "command": BOT });
    let stand_in = async |olena: &mut Player| -> Reply { olena.put("/seats/0/bot", bot.clone()).await };
    expect_ok(&stand_in(&mut olena).await);
    expect_ok(&olena.delete("/seats/0/bot").await);
    let mut players = [olena, petro];
    moves(&mut players, 45, &mut TestRng::new(3)).await;
    let before = players[0].refresh().await;
    expect_ok(&stand_in(&mut players[0]).await);
    assert_eq!(players[0].refresh().await, before);
}

#[tokio::test]
async fn without_a_name_a_command_that_comes_again_is_stale() {
    let host = TestServer::new();
    let (mut olena, _petro) = Player::two(&host, "crag").await;
    let throw = keep(&olena.version(), None);
    let first = expect_ok(&olena.post("/actions", throw.clone()).await);
    let again = olena.post("/actions", throw).await;
    expect_refusal(&again, 409, "stale");
    assert_eq!(again.json()["table"], first["table"]);
    assert_eq!(olena.refresh().await, first["table"]);
}

#[tokio::test]
async fn a_name_of_a_command_is_a_uuid() {
    let host = TestServer::new();
    let (mut olena, _petro) = Player::two(&host, "crag").await;
    for name in ["", "1", "not a name", &"0".repeat(1000)] {
        let throw = keep(&olena.version(), Some(name));
        expect_refusal(&olena.post("/actions", throw).await, 400, "bad-json");
    }
}
