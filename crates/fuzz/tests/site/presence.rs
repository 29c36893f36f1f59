//! Presence is broadcast to a table, but not each time when somebody connects in a loop.

use std::time::Duration;

use axum::body::BodyDataStream;
use futures_util::StreamExt as _;
use serde_json::json;

use kosti_fuzz::world::{HOUR, Kind, World};

/// The presence events of a stream until its next commit.
async fn read_presence(stream: &mut BodyDataStream) -> Vec<String> {
    let mut announced = Vec::new();
    loop {
        let event = stream.next().await.expect("the stream continues").expect("a chunk");
        let text = String::from_utf8(event.to_vec()).expect("text");
        if text.contains("\"note\"") {
            return announced;
        }
        let here = text.lines().skip_while(|line| *line != "event: here").nth(1);
        announced.extend(here.map(|line| line.trim_start_matches("data: ").to_owned()));
    }
}

#[tokio::test]
async fn every_change_is_broadcast() {
    let world = World::with_presence_pause(Duration::ZERO);
    let (id, _) = world.open(Kind::Sheet).await;
    let mut stream = world.watch(&id).await;
    drop(world.watch(&id).await);
    world.act(&id, &json!({ "keep": [] })).await;
    let announced = read_presence(&mut stream).await;
    let watching = |count: usize| format!("{{\"seats\":[],\"watching\":{count}}}");
    assert!(announced.ends_with(&[watching(2), watching(1)]), "{announced:?}");
}

#[tokio::test]
async fn connecting_in_a_loop_is_not_broadcast_every_time() {
    let world = World::with_presence_pause(HOUR);
    let (id, _) = world.open(Kind::Sheet).await;
    let mut stream = world.watch(&id).await;
    for _ in 0..60 {
        drop(world.watch(&id).await);
    }
    world.act(&id, &json!({ "keep": [] })).await;
    let announced = read_presence(&mut stream).await;
    // Only the arrival of this stream, before it or in it.
    assert!(!announced.is_empty() && announced.len() <= 2, "{announced:?}");
}
