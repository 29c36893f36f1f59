//! Clients that act at the same moment.

use std::sync::Arc;

use serde_json::{Value, json};
use tokio::sync::Barrier;

use super::house::{House, fine, patiently, refused};
use super::player::{Player, on_turn};
use super::program::{Whim, choose};
use kosti_testkit::http::Reply;

/// Sends the same from several connections of their own, at once.
async fn at_once(house: &House, player: &Player, bodies: Vec<Value>) -> Vec<Reply> {
    let gate = Arc::new(Barrier::new(bodies.len()));
    let mut sending = Vec::new();
    for body in bodies {
        let (mut player, gate) = (player.again(house).await, gate.clone());
        sending.push(tokio::spawn(async move {
            gate.wait().await;
            player.post("/actions", body).await
        }));
    }
    let mut replies = Vec::new();
    for sent in sending {
        replies.push(patiently(sent).await.unwrap());
    }
    replies
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn of_two_that_act_at_the_same_moment_one_wins() {
    let house = House::new();
    let (olena, petro) = Player::two(&house, "yatzy").await;
    let (mut players, mut whim) = ([olena, petro], Whim(4));
    for round in 0..60 {
        let table = players[0].look().await;
        let Some(seat) = on_turn(&table) else { break };
        // Two different decisions where there are two.
        let body = |action: Value| json!({ "version": table["version"], "action": action });
        let actions = [choose(&table, &mut whim), choose(&table, &mut whim)];
        let replies = at_once(&house, &players[seat as usize], actions.map(body).to_vec()).await;
        let after = players[0].look().await;
        let (won, lost): (Vec<&Reply>, Vec<&Reply>) = replies.iter().partition(|reply| reply.status == 200);
        assert_eq!((won.len(), lost.len()), (1, 1), "round {round}");
        assert_eq!(won[0].json()["table"], after);
        refused(lost[0], 409, "stale");
        assert_eq!(lost[0].json()["table"], after);
        let version = |table: &Value| table["version"].as_str().unwrap().parse::<u64>().unwrap();
        assert_eq!(version(&after), version(&table) + 1);
    }
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn the_same_command_on_its_way_many_times_is_done_once() {
    let house = House::new();
    let (mut olena, _petro) = Player::two(&house, "crag").await;
    let command = "00000000-0000-4000-8000-000000000009";
    let body = json!({ "version": olena.version(), "action": { "keep": [] }, "command": command });
    let replies = at_once(&house, &olena, vec![body; 8]).await;
    let after = olena.look().await;
    for reply in &replies {
        assert_eq!(fine(reply)["table"], after);
    }
    assert_eq!(after["throws"], 1);
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn of_many_that_want_the_last_seat_one_gets_it() {
    let house = House::new();
    for _ in 0..10 {
        let olena = Player::olena(&house, "crag").await;
        let gate = Arc::new(Barrier::new(4));
        let mut sending = Vec::new();
        for name in ["Petro", "Taras", "Ivan", "Marko"] {
            let (mut other, gate) = (olena.spectator(&house).await, gate.clone());
            let body = json!({ "invite": olena.invite, "name": name });
            sending.push(tokio::spawn(async move {
                gate.wait().await;
                other.post("/seats", body).await
            }));
        }
        let mut seated = 0;
        for sent in sending {
            let reply = patiently(sent).await.unwrap();
            if reply.status == 201 {
                seated += 1;
            } else {
                refused(&reply, 422, "no-free-seat");
            }
        }
        assert_eq!(seated, 1);
    }
}
