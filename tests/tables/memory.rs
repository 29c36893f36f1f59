//! Tables leave the memory, and nobody notices.

use serde_json::json;

use super::house::{House, fine, patiently};
use super::player::Player;

async fn in_memory(house: &House) -> usize {
    let text = house.get("/metrics").await.text();
    let line = text.lines().find_map(|line| line.strip_prefix("kosti_tables_in_memory ")).unwrap().to_owned();
    line.parse().unwrap()
}

#[tokio::test]
async fn more_tables_than_fit() {
    const MOST: usize = 8;
    let house = House::with(&["--rate", "0", "--bot-pause", "0", "--tables-in-memory", "8"]);
    let mut players = Vec::new();
    for _ in 0..40 {
        players.push(Player::olena(&house, "crag").await);
        assert!(in_memory(&house).await <= MOST);
    }
    assert!(in_memory(&house).await > MOST / 2);
    // Every table answers, and goes on from where it stood.
    for player in &mut players {
        assert_eq!(player.look().await["status"], "seating");
        let mut petro = player.joined_by(&house, json!({ "name": "Petro" })).await;
        player.look().await;
        player.does(json!({ "keep": [] })).await;
        assert_eq!(petro.look().await["throws"], 1);
        assert!(in_memory(&house).await <= MOST);
    }
    for player in &mut players {
        assert_eq!(player.look().await["throws"], 1);
    }
}

#[tokio::test]
async fn who_listens_keeps_their_table() {
    let house = House::with(&["--rate", "0", "--tables-in-memory", "2"]);
    let mut olena = Player::olena(&house, "crag").await;
    let mut stream = house.listen(&olena.table, "", olena.token.as_deref(), None).await;
    let mut others = Vec::new();
    for _ in 0..10 {
        others.push(Player::olena(&house, "crag").await);
    }
    assert!(in_memory(&house).await <= 2);
    let petro = olena.joined_by(&house, json!({ "name": "Petro" })).await;
    olena.look().await;
    olena.does(json!({ "keep": [] })).await;
    // From the same stream all the time.
    patiently(async {
        while stream.news().await.unwrap().expect("it goes on").data["table"]["throws"] != 1 {}
    })
    .await;
    drop(petro);
    // The code of a table that has left the memory still leads there.
    let code = others[0].invite.clone();
    let found = async || house.get(&format!("/join?code={code}")).await;
    patiently(async {
        while found().await.status != 303 {
            tokio::time::sleep(std::time::Duration::from_millis(20)).await;
        }
    })
    .await;
    let place = found().await.header("location").unwrap().to_owned();
    assert_eq!(place, format!("/j/{}/{code}", others[0].table));
    fine(&house.get(&others[0].path("")).await);
}
