//! Event streams: everything once, in order, and on from where they broke off.

use serde_json::{Value, json};

use super::house::{House, fine, patiently, refused};
use super::player::{Player, on_turn};
use super::program::{Whim, choose};
use kosti_testkit::http::{Event, Events};

async fn news(events: &mut Events) -> Event {
    patiently(events.news()).await.unwrap().expect("there is more")
}

fn version(of: &Value) -> u64 {
    of.as_str().unwrap().parse().unwrap()
}

/// So many moves of people who sit at one table.
async fn moves(players: &mut [Player], count: usize, whim: &mut Whim) {
    for _ in 0..count {
        let table = players[0].look().await;
        let seat = on_turn(&table).expect("the game goes on");
        let player = &mut players[seat as usize];
        player.seen = table.clone();
        player.does(choose(&table, whim)).await;
    }
}

/// Hears events up to this version: each has the id after the one before.
async fn hear(events: &mut Events, last: &mut u64, until: u64) {
    while *last < until {
        let event = news(events).await;
        let id: u64 = event.id.unwrap().parse().unwrap();
        assert_eq!((id, version(&event.data["version"])), (*last + 1, *last + 1));
        assert!(event.data["note"]["did"].is_array() || event.data["note"].is_object(), "{}", event.data);
        *last = id;
    }
}

#[tokio::test]
async fn who_comes_is_told_how_the_table_stands_and_then_everything_once() {
    let house = House::new();
    let (olena, petro) = Player::two(&house, "crag").await;
    let (mut players, mut whim) = ([olena, petro], Whim(1));
    moves(&mut players, 5, &mut whim).await;
    let table = players[0].look().await;
    // Somebody who sits there, and somebody who only watches.
    let token = players[0].token().to_owned();
    let mut streams = [
        house.listen(&players[0].table, "", Some(&token), None).await,
        house.listen(&players[0].table, "", None, None).await,
    ];
    let mut last = version(&table["version"]);
    for stream in &mut streams {
        let first = news(stream).await;
        assert_eq!(first.data, json!({ "version": table["version"], "table": table }));
        assert_eq!(first.id.as_deref(), table["version"].as_str());
    }
    moves(&mut players, 30, &mut whim).await;
    let until = version(&players[0].look().await["version"]);
    let mut heard = last;
    hear(&mut streams[0], &mut heard, until).await;
    hear(&mut streams[1], &mut last, until).await;
}

#[tokio::test]
async fn a_stream_goes_on_exactly_where_it_broke_off() {
    let mut house = House::new();
    let (olena, petro) = Player::two(&house, "yatzy").await;
    let (mut players, mut whim, mut last) = ([olena, petro], Whim(2), 0);
    for round in 0..6 {
        if round == 3 {
            house = house.restart();
            players = [players[0].again(&house).await, players[1].again(&house).await];
        }
        // While nobody listens, some of it while somebody does; sometimes more than a backlog holds.
        moves(&mut players, 1 + 7 * (round % 3), &mut whim).await;
        let mut events = house.listen(&players[0].table, "", None, Some(&last.to_string())).await;
        moves(&mut players, 3, &mut whim).await;
        // One that stops in the middle is resumed in the middle.
        let until = version(&players[0].look().await["version"]) - (round as u64 % 2);
        hear(&mut events, &mut last, until).await;
    }
    // `after` says the same, for clients that cannot set the header.
    let mut events = house.listen(&players[0].table, "?after=0", None, None).await;
    hear(&mut events, &mut 0, last).await;
    // Only the newest tells the table; then there is nothing until something happens.
    let newest = version(&players[0].look().await["version"]).to_string();
    let mut events = house.listen(&players[0].table, "", None, Some(&newest)).await;
    moves(&mut players, 1, &mut whim).await;
    assert_eq!(news(&mut events).await.id.unwrap(), (newest.parse::<u64>().unwrap() + 1).to_string());
}

#[tokio::test]
async fn the_table_of_the_newest_event_is_the_table() {
    let house = House::new();
    let (olena, petro) = Player::two(&house, "crag").await;
    let (mut players, mut whim) = ([olena, petro], Whim(3));
    moves(&mut players, 4, &mut whim).await;
    let mut events = house.listen(&players[0].table, "?after=0", None, None).await;
    let table = players[0].look().await;
    let mut told = Vec::new();
    for _ in 0..version(&table["version"]) {
        told.push(news(&mut events).await.data["table"].clone());
    }
    assert_eq!(told.pop(), Some(table));
    assert!(told.iter().all(Value::is_null));
}

#[tokio::test]
async fn who_comes_and_goes_is_told() {
    let house = House::new();
    let (olena, petro) = Player::two(&house, "crag").await;
    let mut olenas = house.listen(&olena.table, "", Some(olena.token()), None).await;
    let here = async |events: &mut Events, wanted: Value| {
        patiently(async {
            loop {
                let event = events.next().await.unwrap().unwrap();
                if event.name.as_deref() == Some("here") && event.data == wanted {
                    assert_eq!(event.id, None);
                    return;
                }
            }
        })
        .await;
    };
    here(&mut olenas, json!({ "seats": [0], "watching": 0 })).await;
    let petros = house.listen(&petro.table, "", Some(petro.token()), None).await;
    here(&mut olenas, json!({ "seats": [0, 1], "watching": 0 })).await;
    let watching = house.listen(&petro.table, "", None, None).await;
    here(&mut olenas, json!({ "seats": [0, 1], "watching": 1 })).await;
    let told = fine(&house.get(&olena.path("")).await);
    assert_eq!(told["here"], json!({ "seats": [0, 1], "watching": 1 }));
    drop(petros);
    here(&mut olenas, json!({ "seats": [0], "watching": 1 })).await;
    drop(watching);
    here(&mut olenas, json!({ "seats": [0], "watching": 0 })).await;
}

#[tokio::test]
async fn who_listens_first_and_then_sits_down_is_here_at_their_seat() {
    let house = House::new();
    let olena = Player::olena(&house, "crag").await;
    let token = "p".repeat(43);
    let mut petro = olena.spectator(&house).await;
    petro.token = Some(token.clone());
    let mut petros = house.listen(&olena.table, "", Some(&token), None).await;
    fine(&petro.post("/seats", json!({ "invite": olena.invite, "name": "Petro" })).await);
    patiently(async { while petros.next().await.unwrap().unwrap().data["seats"] != json!([1]) {} }).await;
}

#[tokio::test]
async fn streams_that_make_no_sense_are_refused() {
    let house = House::new();
    let mut olena = Player::olena(&house, "crag").await;
    refused(&olena.get("/events?after=yesterday").await, 400, "bad-query");
    let path = olena.path("/events");
    let headers = [("last-event-id", "-1")];
    let reply = patiently(olena.client.send("GET", &path, None, &headers, None)).await.unwrap();
    refused(&reply, 400, "bad-query");
    refused(&house.get("/api/v1/tables/aaaaaaaaaaaaa/events").await, 404, "unknown-table");
    // From the future: as it stands, and on from there.
    let mut events = house.listen(&olena.table, "", None, Some("999999")).await;
    assert_eq!(news(&mut events).await.data["table"], olena.look().await);
}

/// Whoever looks at a table is not kept busy by somebody who connects in a loop.
#[tokio::test]
async fn connecting_in_a_loop_is_told_now_and_then() {
    let house = House::new();
    let (olena, petro) = Player::two(&house, "crag").await;
    let mut olenas = house.listen(&olena.table, "", Some(olena.token()), None).await;
    let begun = std::time::Instant::now();
    for _ in 0..60 {
        drop(house.listen(&olena.table, "", None, None).await);
    }
    let _last = house.listen(&olena.table, "", Some(petro.token()), None).await;
    let mut told = 0;
    patiently(async {
        loop {
            let event = olenas.next().await.unwrap().unwrap();
            told += u64::from(event.name.as_deref() == Some("here"));
            if event.data["seats"] == json!([0, 1]) {
                return;
            }
        }
    })
    .await;
    // The first is for the own arrival, and then there is one every two seconds.
    let most = begun.elapsed().as_secs() / 2 + 3;
    assert!(told <= most, "{told} in {:?}", begun.elapsed());
}
