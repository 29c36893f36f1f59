//! Tables with bots only. A client reads each table now and then, and opens another one when a game is over.

use std::sync::Arc;
use std::time::Duration;

use serde_json::json;
use tokio::time::sleep;

use crate::server_process::ServerProcess;
use kosti_test_server::ids::{command_id, token};
use kosti_test_server::line::Line;
use kosti_test_server::party::GAMES;
use kosti_testkit::TestRng;

/// Bots at a table.
pub(crate) const SEATS: usize = 3;

struct Table {
    id: String,
    /// The version when the table was last read.
    version: String,
}

async fn open(line: &mut Line, rng: &mut TestRng) -> Table {
    let seats = json!([{ "bot": "beginner" }, { "bot": "beginner" }, { "bot": "beginner" }]);
    let game = *rng.pick(&GAMES);
    let body = json!({ "game": game, "seats": seats, "command": command_id(rng) });
    let reply = line.post("/api/v1/tables", &token(rng), &body).await;
    assert_eq!(reply.status, 201, "{game}: {}", reply.text());
    Table { id: reply.json()["table"]["id"].as_str().unwrap().to_owned(), version: String::new() }
}

/// Keeps this many tables busy; returns a summary.
pub(crate) async fn keep_busy(server: Arc<ServerProcess>, tables: usize) -> String {
    let (mut line, mut rng) = (server.line(), TestRng::new(99));
    let mut busy = Vec::new();
    let (mut finished, mut looks) = (0_u64, 0_u64);
    while !server.is_enough() {
        if busy.len() < tables {
            busy.push(open(&mut line, &mut rng).await);
            continue;
        }
        for table in &mut busy {
            if server.is_enough() {
                break;
            }
            // Reading a table wakes its bots after a restart of the server.
            let path = format!("/api/v1/tables/{}", table.id);
            let Some(reply) = line.try_send("GET", &path, "", None).await else { continue };
            let seen = reply.json();
            assert_eq!(reply.status, 200, "{seen}");
            looks += 1;
            table.version = seen["table"]["version"].as_str().unwrap().to_owned();
            if seen["table"]["status"] == "over" {
                finished += 1;
                *table = open(&mut line, &mut rng).await;
            }
            sleep(Duration::from_millis(2)).await;
        }
    }
    let standing: u64 = busy.iter().filter_map(|table| table.version.parse::<u64>().ok()).sum();
    format!(
        "{} bots at {} tables: {finished} games finished, {standing} moves in those that went on, {looks} looks",
        SEATS * busy.len(),
        busy.len()
    )
}
