//! Event streams: every event once, in order, and resumable.

use serde_json::{Value, json};

use super::player::{Player, on_turn};
use super::program::choose;
use super::test_server::{TestServer, expect_ok, expect_refusal, with_timeout};
use kosti_test_server::http::{Event, Events};
use kosti_testkit::TestRng;

async fn next_event(events: &mut Events) -> Event {
    with_timeout(events.next_event()).await.unwrap().expect("there is more")
}

fn version(of: &Value) -> u64 {
    of.as_str().unwrap().parse().unwrap()
}

/// Makes this many moves at one table.
async fn moves(players: &mut [Player], count: usize, rng: &mut TestRng) {
    for _ in 0..count {
        let table = players[0].refresh().await;
        let seat = on_turn(&table).expect("the game goes on");
        let player = &mut players[seat as usize];
        player.seen = table.clone();
        player.act_ok(choose(&table, rng)).await;
    }
}

/// Reads events up to this version, and checks that the ids are consecutive.
async fn read_events(events: &mut Events, last: &mut u64, until: u64) {
    while *last < until {
        let event = next_event(events).await;
        let id: u64 = event.id.unwrap().parse().unwrap();
        assert_eq!((id, version(&event.data["version"])), (*last + 1, *last + 1));
        assert!(event.data["note"]["did"].is_array() || event.data["note"].is_object(), "{}", event.data);
        *last = id;
    }
}

#[tokio::test]
async fn who_comes_is_told_how_the_table_stands_and_then_everything_once() {
    let host = TestServer::new();
    let (olena, petro) = Player::two(&host, "crag").await;
    let (mut players, mut rng) = ([olena, petro], TestRng::new(1));
    moves(&mut players, 5, &mut rng).await;
    let table = players[0].refresh().await;
    // A player and a spectator.
    let token = players[0].token().to_owned();
    let mut streams = [
        host.listen(&players[0].table, "", Some(&token), None).await,
        host.listen(&players[0].table, "", None, None).await,
    ];
    let mut last = version(&table["version"]);
    for stream in &mut streams {
        let first = next_event(stream).await;
        assert_eq!(first.data, json!({ "version": table["version"], "table": table }));
        assert_eq!(first.id.as_deref(), table["version"].as_str());
    }
    moves(&mut players, 30, &mut rng).await;
    let until = version(&players[0].refresh().await["version"]);
    let mut received = last;
    read_events(&mut streams[0], &mut received, until).await;
    read_events(&mut streams[1], &mut last, until).await;
}

#[tokio::test]
async fn a_stream_goes_on_exactly_where_it_broke_off() {
    let mut host = TestServer::new();
    let (olena, petro) = Player::two(&host, "yatzy").await;
    let (mut players, mut rng, mut last) = ([olena, petro], TestRng::new(2), 0);
    for round in 0..6 {
        if round == 3 {
            host = host.restart();
            players = [players[0].reconnect(&host).await, players[1].reconnect(&host).await];
        }
        // Some moves while nobody listens, some while somebody does; sometimes more than the backlog holds.
        moves(&mut players, 1 + 7 * (round % 3), &mut rng).await;
        let mut events = host.listen(&players[0].table, "", None, Some(&last.to_string())).await;
        moves(&mut players, 3, &mut rng).await;
        // A stream that stops in the middle is resumed in the middle.
        let until = version(&players[0].refresh().await["version"]) - (round as u64 % 2);
        read_events(&mut events, &mut last, until).await;
    }
    // `after` does the same, for clients that cannot set the header.
    let mut events = host.listen(&players[0].table, "?after=0", None, None).await;
    read_events(&mut events, &mut 0, last).await;
    // Only the newest event has the table; then the stream is silent.
    let newest = version(&players[0].refresh().await["version"]).to_string();
    let mut events = host.listen(&players[0].table, "", None, Some(&newest)).await;
    moves(&mut players, 1, &mut rng).await;
    assert_eq!(next_event(&mut events).await.id.unwrap(), (newest.parse::<u64>().unwrap() + 1).to_string());
}

#[tokio::test]
async fn the_table_of_the_newest_event_is_the_table() {
    let host = TestServer::new();
    let (olena, petro) = Player::two(&host, "crag").await;
    let (mut players, mut rng) = ([olena, petro], TestRng::new(3));
    moves(&mut players, 4, &mut rng).await;
    let mut events = host.listen(&players[0].table, "?after=0", None, None).await;
    let table = players[0].refresh().await;
    let mut answer = Vec::new();
    for _ in 0..version(&table["version"]) {
        answer.push(next_event(&mut events).await.data["table"].clone());
    }
    assert_eq!(answer.pop(), Some(table));
    assert!(answer.iter().all(Value::is_null));
}

#[tokio::test]
async fn a_thin_stream_has_the_commits_and_the_history_but_no_table() {
    let host = TestServer::new();
    let (olena, petro) = Player::two(&host, "crag").await;
    let (mut players, mut rng) = ([olena, petro], TestRng::new(4));
    moves(&mut players, 3, &mut rng).await;
    let id = players[0].table.clone();
    let mut whole = host.listen(&id, "?after=0", None, None).await;
    let mut thin = host.listen(&id, "?after=0&thin=true", None, None).await;
    let table = players[0].refresh().await;
    for _ in 0..version(&table["version"]) {
        let (whole, thin) = (next_event(&mut whole).await, next_event(&mut thin).await);
        assert_eq!((&whole.id, &whole.data["note"]), (&thin.id, &thin.data["note"]));
        assert_eq!(thin.data.get("table"), None);
        // Both say how the table stands where nothing newer follows.
        assert_eq!(whole.data["table"]["history"], thin.data["history"]);
    }
    let mut fresh = host.listen(&id, "?thin=true", None, None).await;
    let first = json!({ "version": table["version"], "history": table["history"], "air": null });
    assert_eq!(next_event(&mut fresh).await.data, first);
    // A table that is rendered for nobody is rendered for the next one who asks.
    drop(whole);
    moves(&mut players, 2, &mut rng).await;
    let table = players[0].refresh().await;
    let last = async |events: &mut Events| {
        next_event(events).await;
        next_event(events).await.data
    };
    let (thin, fresh) = (last(&mut thin).await, last(&mut fresh).await);
    assert_eq!((&thin, &thin["history"]), (&fresh, &table["history"]));
    let mut late = host.listen(&id, "", None, None).await;
    assert_eq!(next_event(&mut late).await.data["table"], table);
}

#[tokio::test]
async fn who_comes_and_goes_is_told() {
    let host = TestServer::new();
    let (olena, petro) = Player::two(&host, "crag").await;
    let mut olenas = host.listen(&olena.table, "", Some(olena.token()), None).await;
    let here = async |events: &mut Events, wanted: Value| {
        with_timeout(async {
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
    let petros = host.listen(&petro.table, "", Some(petro.token()), None).await;
    here(&mut olenas, json!({ "seats": [0, 1], "watching": 0 })).await;
    let _watching = host.listen(&petro.table, "", None, None).await;
    let answer = expect_ok(&host.get(&olena.path("")).await);
    assert_eq!(answer["here"], json!({ "seats": [0, 1], "watching": 1 }));
    drop(petros);
    here(&mut olenas, json!({ "seats": [0], "watching": 1 })).await;
}

#[tokio::test]
async fn who_listens_first_and_then_sits_down_is_here_at_their_seat() {
    let host = TestServer::new();
    let olena = Player::olena(&host, "crag").await;
    let token = "p".repeat(43);
    let mut petro = olena.spectator(&host).await;
    petro.token = Some(token.clone());
    let mut petros = host.listen(&olena.table, "", Some(&token), None).await;
    expect_ok(&petro.post("/seats", json!({ "invite": olena.invite, "name": "Petro" })).await);
    with_timeout(async { while petros.next().await.unwrap().unwrap().data["seats"] != json!([1]) {} }).await;
}

#[tokio::test]
async fn streams_that_make_no_sense_are_refused() {
    let host = TestServer::new();
    let mut olena = Player::olena(&host, "crag").await;
    expect_refusal(&olena.get("/events?after=yesterday").await, 400, "bad-query");
    let path = olena.path("/events");
    let headers = [("last-event-id", "-1")];
    let reply = with_timeout(olena.client.send("GET", &path, None, &headers, None)).await.unwrap();
    expect_refusal(&reply, 400, "bad-query");
    expect_refusal(&host.get("/api/v1/tables/aaaaaaaaaaaaa/events").await, 404, "unknown-table");
    // A version in the future: the current state, and the events after it.
    let mut events = host.listen(&olena.table, "", None, Some("999999")).await;
    assert_eq!(next_event(&mut events).await.data["table"], olena.refresh().await);
}
