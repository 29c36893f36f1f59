//! Orderly shutdown of a server.

use std::sync::Arc;

use serde_json::{Value, json};
use tokio::sync::Barrier;

use super::player::{Player, on_turn};
use super::program::choose;
use super::test_server::{TestServer, expect_ok, with_timeout};
use kosti_test_server::http::Client;
use kosti_test_server::server::Server;
use kosti_testkit::TestRng;

/// The moves of each table before the server is asked to stop: no game is over by then.
const MOVES: usize = 10;

/// Plays until the server is gone; returns the last acknowledged table. In the middle of the game it waits until the
/// server is about to stop.
async fn play(mut players: [Player; 2], seed: u64, stopping: Arc<Barrier>) -> Value {
    let mut rng = TestRng::new(seed);
    let mut newest = players[0].seen.clone();
    for moved in 0.. {
        if moved == MOVES {
            stopping.wait().await;
        }
        let Some(seat) = on_turn(&newest) else { return newest };
        let player = &mut players[seat as usize];
        let body = json!({ "version": newest["version"], "action": choose(&newest, &mut rng) });
        let (path, token) = (player.path("/actions"), player.token().to_owned());
        match player.client.post(&path, Some(&token), &body).await {
            Ok(reply) if reply.status == 200 => newest = reply.json()["table"].clone(),
            Ok(reply) => {
                assert_eq!(reply.status, 503, "{}", reply.text());
                return newest;
            }
            Err(_) => return newest,
        }
    }
    unreachable!("a game has an end")
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_server_that_is_asked_to_stop_loses_nothing() {
    let host = TestServer::new();
    let stopping = Arc::new(Barrier::new(5));
    let mut playing = Vec::new();
    let mut streams = Vec::new();
    for seed in 0..4 {
        let (mut olena, petro) = Player::two(&host, "balut").await;
        olena.refresh().await;
        let stream = host.listen(&olena.table, "", Some(olena.token()), None).await;
        streams.push(tokio::spawn(async move {
            let mut stream = stream;
            let mut last = 0;
            while let Some(event) = stream.next().await.unwrap() {
                last = event.id.map_or(last, |id| id.parse::<u64>().unwrap());
            }
            last
        }));
        playing.push(tokio::spawn(play([olena, petro], seed, stopping.clone())));
    }
    // An idle connection does not delay the shutdown.
    let _idle = Client::connect(host.server.address).await.unwrap();
    with_timeout(stopping.wait()).await;
    let TestServer { server, data } = host;
    let stopped = tokio::task::spawn_blocking(move || server.stop());
    let status = with_timeout(stopped).await.unwrap();
    assert_eq!(status.code(), Some(0));

    let host = TestServer { server: Server::start(data.path()), data };
    for (play, stream) in playing.into_iter().zip(streams) {
        let newest = with_timeout(play).await.unwrap();
        // The stream ended properly, it was not cut off.
        let received = with_timeout(stream).await.unwrap();
        let path = format!("/api/v1/tables/{}", newest["id"].as_str().unwrap());
        let kept = expect_ok(&host.get(&path).await)["table"].clone();
        let version = |table: &Value| table["version"].as_str().unwrap().parse::<u64>().unwrap();
        assert!(version(&kept) >= version(&newest) && version(&kept) >= received);
        if version(&kept) == version(&newest) {
            assert_eq!(kept, newest);
        }
    }
}

#[tokio::test]
async fn a_second_server_leaves_the_data_of_the_first_alone() {
    let host = TestServer::new();
    let output = Server::command(host.data.path(), &[]).output().unwrap();
    assert!(!output.status.success());
    let answer = String::from_utf8_lossy(&output.stderr).into_owned();
    assert!(!answer.trim().is_empty() && !answer.contains("panicked"), "{answer}");
    assert_eq!(host.get("/healthz").await.status, 200);
}
