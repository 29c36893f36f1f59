//! Clients that act at the same time.

use std::sync::Arc;

use serde_json::{Value, json};
use tokio::sync::Barrier;

use super::player::{Player, on_turn};
use super::program::choose;
use super::test_server::{TestServer, expect_ok, expect_refusal, with_timeout};
use kosti_test_server::http::Reply;
use kosti_testkit::TestRng;

/// Sends the same requests from several connections at once.
async fn send_concurrently(host: &TestServer, player: &Player, bodies: Vec<Value>) -> Vec<Reply> {
    let gate = Arc::new(Barrier::new(bodies.len()));
    let mut sending = Vec::new();
    for body in bodies {
        let (mut player, gate) = (player.reconnect(host).await, gate.clone());
        sending.push(tokio::spawn(async move {
            gate.wait().await;
            player.post("/actions", body).await
        }));
    }
    let mut replies = Vec::new();
    for sent in sending {
        replies.push(with_timeout(sent).await.unwrap());
    }
    replies
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn of_two_that_act_at_the_same_moment_one_wins() {
    let host = TestServer::new();
    let (olena, petro) = Player::two(&host, "yatzy").await;
    let (mut players, mut rng) = ([olena, petro], TestRng::new(4));
    for round in 0..60 {
        let table = players[0].refresh().await;
        let Some(seat) = on_turn(&table) else { break };
        // Two different decisions if there are two.
        let body = |action: Value| json!({ "version": table["version"], "action": action });
        let actions = [choose(&table, &mut rng), choose(&table, &mut rng)];
        let replies = send_concurrently(&host, &players[seat as usize], actions.map(body).to_vec()).await;
        let after = players[0].refresh().await;
        let (won, lost): (Vec<&Reply>, Vec<&Reply>) = replies.iter().partition(|reply| reply.status == 200);
        assert_eq!((won.len(), lost.len()), (1, 1), "round {round}");
        assert_eq!(won[0].json()["table"], after);
        expect_refusal(lost[0], 409, "stale");
        assert_eq!(lost[0].json()["table"], after);
        let version = |table: &Value| table["version"].as_str().unwrap().parse::<u64>().unwrap();
        assert_eq!(version(&after), version(&table) + 1);
    }
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn the_same_command_on_its_way_many_times_is_done_once() {
    let host = TestServer::new();
    let (mut olena, _petro) = Player::two(&host, "crag").await;
    let command = "00000000-0000-4000-8000-000000000009";
    let body = json!({ "version": olena.version(), "action": { "keep": [] }, "command": command });
    let replies = send_concurrently(&host, &olena, vec![body; 8]).await;
    let after = olena.refresh().await;
    for reply in &replies {
        assert_eq!(expect_ok(reply)["table"], after);
    }
    assert_eq!(after["throws"], 1);
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn of_many_that_want_the_last_seat_one_gets_it() {
    let host = TestServer::new();
    for _ in 0..10 {
        let olena = Player::olena(&host, "crag").await;
        let gate = Arc::new(Barrier::new(4));
        let mut sending = Vec::new();
        for name in ["Petro", "Taras", "Ivan", "Marko"] {
            let (mut other, gate) = (olena.spectator(&host).await, gate.clone());
            let body = json!({ "invite": olena.invite, "name": name });
            sending.push(tokio::spawn(async move {
                gate.wait().await;
                other.post("/seats", body).await
            }));
        }
        let mut seated = 0;
        for sent in sending {
            let reply = with_timeout(sent).await.unwrap();
            if reply.status == 201 {
                seated += 1;
            } else {
                expect_refusal(&reply, 422, "no-free-seat");
            }
        }
        assert_eq!(seated, 1);
    }
}
