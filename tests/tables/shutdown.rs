//! The end of a server in good order.

use serde_json::{Value, json};

use super::house::{House, fine, patiently};
use super::player::{Player, on_turn};
use super::program::{Whim, choose};
use kosti_testkit::http::Client;
use kosti_testkit::server::Server;

/// Plays until the server is gone; the newest table that was acknowledged.
async fn play(mut players: [Player; 2], seed: u64) -> Value {
    let mut whim = Whim(seed);
    let mut newest = players[0].seen.clone();
    loop {
        let Some(seat) = on_turn(&newest) else { return newest };
        let player = &mut players[seat as usize];
        let body = json!({ "version": newest["version"], "action": choose(&newest, &mut whim) });
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
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_server_that_is_asked_to_stop_loses_nothing() {
    let house = House::new();
    let mut playing = Vec::new();
    let mut streams = Vec::new();
    for seed in 0..4 {
        let (mut olena, petro) = Player::two(&house, "balut").await;
        olena.look().await;
        let stream = house.listen(&olena.table, "", Some(olena.token()), None).await;
        streams.push(tokio::spawn(async move {
            let mut stream = stream;
            let mut last = 0;
            while let Some(event) = stream.next().await.unwrap() {
                last = event.id.map_or(last, |id| id.parse::<u64>().unwrap());
            }
            last
        }));
        playing.push(tokio::spawn(play([olena, petro], seed)));
    }
    // Somebody who is there and says nothing is not waited for.
    let _idle = Client::connect(house.server.address).await.unwrap();
    let mut watching = house.client().await;
    patiently(async {
        // In the middle of it.
        loop {
            let text = watching.get("/metrics", None).await.unwrap().text();
            let count = text.lines().find_map(|line| line.strip_prefix("kosti_commands_total "));
            if count.unwrap().parse::<u64>().unwrap() > 40 {
                return;
            }
        }
    })
    .await;
    let House { server, data } = house;
    let stopped = tokio::task::spawn_blocking(move || server.stop());
    let status = patiently(stopped).await.unwrap();
    assert_eq!(status.code(), Some(0));

    let house = House { server: Server::start(data.path()), data };
    for (play, stream) in playing.into_iter().zip(streams) {
        let newest = patiently(play).await.unwrap();
        // The stream has ended, and not been torn off.
        let heard = patiently(stream).await.unwrap();
        let path = format!("/api/v1/tables/{}", newest["id"].as_str().unwrap());
        let kept = fine(&house.get(&path).await)["table"].clone();
        let version = |table: &Value| table["version"].as_str().unwrap().parse::<u64>().unwrap();
        assert!(version(&kept) >= version(&newest) && version(&kept) >= heard);
        if version(&kept) == version(&newest) {
            assert_eq!(kept, newest);
        }
    }
}

#[tokio::test]
async fn a_second_server_leaves_the_data_of_the_first_alone() {
    let house = House::new();
    let output = Server::command(house.data.path(), &[]).output().unwrap();
    assert!(!output.status.success());
    let told = String::from_utf8_lossy(&output.stderr).into_owned();
    assert!(!told.trim().is_empty() && !told.contains("panicked"), "{told}");
    assert_eq!(house.get("/healthz").await.status, 200);
}
