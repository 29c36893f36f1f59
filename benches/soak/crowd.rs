//! Tables at which only bots play. Somebody looks at each now and then, and opens another one when a game is over.

use std::sync::Arc;
use std::time::Duration;

use serde_json::json;
use tokio::time::sleep;

use crate::house::House;
use kosti_testkit::chance::Chance;
use kosti_testkit::line::Line;
use kosti_testkit::party::GAMES;

/// Bots at a table.
pub(crate) const SEATS: usize = 3;

struct Table {
    id: String,
    /// Where it stood when somebody last looked.
    version: String,
}

async fn open(line: &mut Line, chance: &mut Chance) -> Table {
    let seats = json!([{ "bot": "beginner" }, { "bot": "beginner" }, { "bot": "beginner" }]);
    let game = *chance.pick(&GAMES);
    let body = json!({ "game": game, "seats": seats, "command": chance.command() });
    let reply = line.post("/api/v1/tables", &chance.token(), &body).await;
    assert_eq!(reply.status, 201, "{game}: {}", reply.text());
    Table { id: reply.json()["table"]["id"].as_str().unwrap().to_owned(), version: String::new() }
}

/// Keeps so many tables busy; what became of it.
pub(crate) async fn keep_busy(house: Arc<House>, tables: usize) -> String {
    let (mut line, mut chance) = (house.line(), Chance(99));
    let mut busy = Vec::new();
    let (mut finished, mut looks) = (0_u64, 0_u64);
    while !house.is_enough() {
        if busy.len() < tables {
            busy.push(open(&mut line, &mut chance).await);
            continue;
        }
        for table in &mut busy {
            if house.is_enough() {
                break;
            }
            // Looking wakes bots of a server that was started again.
            let path = format!("/api/v1/tables/{}", table.id);
            let Some(reply) = line.once("GET", &path, "", None).await else { continue };
            let seen = reply.json();
            assert_eq!(reply.status, 200, "{seen}");
            looks += 1;
            table.version = seen["table"]["version"].as_str().unwrap().to_owned();
            if seen["table"]["status"] == "over" {
                finished += 1;
                *table = open(&mut line, &mut chance).await;
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
