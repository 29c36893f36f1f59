//! Tables leave the memory without any visible effect.

use serde_json::json;

use super::player::Player;
use super::test_server::{TestServer, expect_ok, with_timeout};

async fn in_memory(host: &TestServer) -> usize {
    let text = host.get("/metrics").await.text();
    let line = text.lines().find_map(|line| line.strip_prefix("kosti_tables_in_memory ")).unwrap().to_owned();
    line.parse().unwrap()
}

#[tokio::test]
async fn more_tables_than_fit() {
    const MOST: usize = 8;
    let host = TestServer::with(&["--rate", "0", "--bot-pause", "0", "--tables-in-memory", "8"]);
    let mut players = Vec::new();
    for _ in 0..40 {
        players.push(Player::olena(&host, "crag").await);
        assert!(in_memory(&host).await <= MOST);
    }
    assert!(in_memory(&host).await > MOST / 2);
    // Every table answers and continues.
    for player in &mut players {
        assert_eq!(player.refresh().await["status"], "seating");
        let mut petro = player.join(&host, json!({ "name": "Petro" })).await;
        player.refresh().await;
        player.act_ok(json!({ "keep": [] })).await;
        assert_eq!(petro.refresh().await["throws"], 1);
        assert!(in_memory(&host).await <= MOST);
    }
    for player in &mut players {
        assert_eq!(player.refresh().await["throws"], 1);
    }
}

#[tokio::test]
async fn who_listens_keeps_their_table() {
    let host = TestServer::with(&["--rate", "0", "--tables-in-memory", "2"]);
    let mut olena = Player::olena(&host, "crag").await;
    let mut stream = host.listen(&olena.table, "", olena.token.as_deref(), None).await;
    let mut others = Vec::new();
    // A table leaves the memory when another one comes, once no request uses it.
    while others.len() < 10 || in_memory(&host).await > 2 {
        others.push(Player::olena(&host, "crag").await);
    }
    let petro = olena.join(&host, json!({ "name": "Petro" })).await;
    olena.refresh().await;
    olena.act_ok(json!({ "keep": [] })).await;
    // From the same stream all the time.
    with_timeout(async {
        while stream.next_event().await.unwrap().expect("it goes on").data["table"]["throws"] != 1 {}
    })
    .await;
    drop(petro);
    // The code of a table that has left the memory still works.
    let code = others[0].invite.clone();
    let found = async || host.get(&format!("/join?code={code}")).await;
    with_timeout(async {
        while found().await.status != 303 {
            tokio::time::sleep(std::time::Duration::from_millis(20)).await;
        }
    })
    .await;
    let place = found().await.header("location").unwrap().to_owned();
    assert_eq!(place, format!("/j/{}/{code}", others[0].table));
    expect_ok(&host.get(&others[0].path("")).await);
}
