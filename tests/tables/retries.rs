//! The same command sent again, as after an answer that never came: it is recognised, and done once.

use serde_json::{Value, json};

use super::house::{House, fine, patiently, refused};
use super::player::{Player, on_turn, place};
use super::program::{Whim, choose};
use kosti_testkit::http::Reply;

const OPEN: &str = "00000000-0000-4000-8000-000000000001";
const JOIN: &str = "00000000-0000-4000-8000-000000000002";
const ACT: &str = "00000000-0000-4000-8000-000000000003";
const BOT: &str = "00000000-0000-4000-8000-000000000004";

async fn open(house: &House, token: &str) -> Value {
    let body = json!({ "game": "crag", "seats": [{ "name": "Olena" }, {}], "command": OPEN });
    let opening = house.client().await;
    let reply = patiently(async move { { opening }.post("/api/v1/tables", Some(token), &body).await }).await;
    fine(&reply.unwrap())
}

async fn moves(players: &mut [Player; 2], count: usize, whim: &mut Whim) {
    for _ in 0..count {
        let table = players[0].look().await;
        let player = &mut players[on_turn(&table).expect("the game goes on") as usize];
        player.seen = table.clone();
        player.does(choose(&table, whim)).await;
    }
}

#[tokio::test]
async fn opening_again_opens_no_second_table() {
    let house = House::new();
    let (olena, petro) = ("o".repeat(43), "p".repeat(43));
    let first = open(&house, &olena).await;
    assert_eq!(open(&house, &olena).await, first);
    // The command is one's own.
    assert_ne!(open(&house, &petro).await["table"]["id"], first["table"]["id"]);
    let house = house.restart();
    assert_eq!(open(&house, &olena).await, first);
    // Also when both are on their way at the same time.
    let taras = "t".repeat(43);
    let (one, other) = tokio::join!(open(&house, &taras), open(&house, &taras));
    assert_eq!(one["table"]["id"], other["table"]["id"]);
}

#[tokio::test]
async fn joining_again_takes_no_second_seat() {
    let house = House::new();
    let seats = json!([{ "name": "Olena" }, {}, {}]);
    let mut olena = Player::open(&house, &json!({ "game": "crag", "seats": seats })).await;
    let mut petro = olena.spectator(&house).await;
    petro.token = Some("p".repeat(43));
    let body = json!({ "invite": olena.invite, "name": "Petro", "command": JOIN });
    let first = fine(&petro.post("/seats", body.clone()).await);
    assert_eq!(first["you"]["seats"], json!([1]));
    assert_eq!(fine(&petro.post("/seats", body.clone()).await), first);
    let taras = olena.joined_by(&house, json!({ "name": "Taras" })).await;
    let mut players = [olena.again(&house).await, petro];
    // Taras sits at seat 2 and never plays.
    fine(&olena.delete("/seats/2").await);
    drop(taras);
    moves(&mut players, 20, &mut Whim(1)).await;
    let house = house.restart();
    let [mut olena, mut petro] = [players[0].again(&house).await, players[1].again(&house).await];
    let before = olena.look().await;
    let again = fine(&petro.post("/seats", body).await);
    assert_eq!((&again["you"], &again["token"]), (&first["you"], &first["token"]));
    assert_eq!(olena.look().await, before);
}

fn keep(version: &Value, command: Option<&str>) -> Value {
    json!({ "version": version, "action": { "keep": [] }, "command": command })
}

#[tokio::test]
async fn acting_again_acts_once() {
    let house = House::new();
    let (mut olena, petro) = Player::two(&house, "crag").await;
    let throw = keep(&olena.version(), Some(ACT));
    let first = fine(&olena.post("/actions", throw.clone()).await);
    assert_eq!(fine(&olena.post("/actions", throw.clone()).await), first);
    // Later moves, more than anybody remembers, and a restart.
    let mut players = [olena, petro];
    let (mut house, mut whim) = (house, Whim(2));
    for count in [1, 5, 40] {
        moves(&mut players, count, &mut whim).await;
        let before = players[0].look().await;
        let again = fine(&players[0].post("/actions", throw.clone()).await);
        assert_eq!(place(&again["table"]), place(&before), "after {count} moves");
        house = house.restart();
        players = [players[0].again(&house).await, players[1].again(&house).await];
        let again = fine(&players[0].post("/actions", throw.clone()).await);
        assert_eq!(place(&again["table"]), place(&before), "after {count} moves and a restart");
    }
}

#[tokio::test]
async fn a_command_without_a_version_is_done_once_however_late_it_comes_again() {
    let house = House::with(&["--rate", "0", "--bot-pause", "600000"]);
    let (mut olena, petro) = Player::two(&house, "yatzy").await;
    let bot = json!({ "level": "regular", "command": BOT });
    let stand_in = async |olena: &mut Player| -> Reply { olena.put("/seats/0/bot", bot.clone()).await };
    fine(&stand_in(&mut olena).await);
    fine(&olena.delete("/seats/0/bot").await);
    let mut players = [olena, petro];
    moves(&mut players, 45, &mut Whim(3)).await;
    let before = players[0].look().await;
    fine(&stand_in(&mut players[0]).await);
    assert_eq!(players[0].look().await, before);
}

#[tokio::test]
async fn without_a_name_a_command_that_comes_again_is_stale() {
    let house = House::new();
    let (mut olena, _petro) = Player::two(&house, "crag").await;
    let throw = keep(&olena.version(), None);
    let first = fine(&olena.post("/actions", throw.clone()).await);
    let again = olena.post("/actions", throw).await;
    refused(&again, 409, "stale");
    assert_eq!(again.json()["table"], first["table"]);
    assert_eq!(olena.look().await, first["table"]);
}

#[tokio::test]
async fn a_name_of_a_command_is_a_uuid() {
    let house = House::new();
    let (mut olena, _petro) = Player::two(&house, "crag").await;
    for name in ["", "1", "not a name", &"0".repeat(1000)] {
        let throw = keep(&olena.version(), Some(name));
        refused(&olena.post("/actions", throw).await, 400, "bad-json");
    }
}
