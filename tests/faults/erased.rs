//! A deleted and erased table: every chore copes with its remains.

use std::time::Duration;

use serde_json::json;
use tokio::time::sleep;

use super::lists::wait_listed;
use kosti_test_server::home::Home;
use kosti_test_server::line::Line;
use kosti_test_server::party::{GAMES, Party};
use kosti_test_server::server::Server;

/// The bodies of the records of a table.
async fn bodies(home: &Home, party: &Party) -> Vec<String> {
    let records = home.records([party.table.as_str()]).await;
    records[0].iter().map(|stored| stored.entry.body.to_string()).collect()
}

async fn answers(server: &Server, gone: &Party, kept: &Party) {
    let mut line = Line::to(server.address);
    assert_eq!(line.get(&gone.path(""), gone.token()).await.status, 410);
    assert_eq!(line.get(&kept.path(""), "").await.json()["table"], kept.view);
    wait_listed(&mut line, kept, true).await;
    wait_listed(&mut line, gone, false).await;
}

#[tokio::test]
async fn chores_after_a_deletion() {
    let home = Home::new();
    let server = home.start();
    let mut line = Line::to(server.address);
    let mut kept = Party::open(&mut line, 900, GAMES[0]).await;
    let mut gone = Party::open(&mut line, 901, GAMES[1]).await;
    for _ in 0..5 {
        kept.check_continues(&mut line).await;
        gone.check_continues(&mut line).await;
    }
    wait_listed(&mut line, &gone, true).await;
    let reply = line.send_once("DELETE", &gone.path(""), gone.token(), None).await;
    assert_eq!(reply.status, 204, "{}", reply.text());
    wait_listed(&mut line, &gone, false).await;
    // Erasing does not change the size: wait for the work itself.
    let is_erased = || {
        let journal = std::fs::read(home.file("journal.db")).unwrap();
        journal.windows(15).any(|window| window == b"erased by Kosti")
    };
    while !is_erased() {
        sleep(Duration::from_millis(20)).await;
    }
    assert!(server.stop().success());
    let left = bodies(&home, &gone).await;
    assert!(left.len() == 1 && left[0].contains("deleted"), "{left:?}");

    assert!(home.run_ok("rescue").contains("sound"));
    assert!(!home.run_ok("rebuild").contains("skipped"));
    let copy = Home::new();
    home.run_ok_with("backup", &[copy.data().to_str().unwrap()]);
    for home in [&home, &copy] {
        let server = home.start();
        answers(&server, &gone, &kept).await;
        assert!(server.stop().success());
        assert_eq!(bodies(home, &gone).await, left);
    }

    // A rescue of a journal that is damaged elsewhere keeps it as erased.
    let journal = rusqlite::Connection::open(home.file("journal.db")).unwrap();
    let harmed = journal
        .execute("UPDATE log SET checksum = checksum + 1 WHERE table_id = ?1 AND seq = 2", [&kept.table]);
    assert_eq!(harmed.unwrap(), 1);
    drop(journal);
    let says = home.run_ok("rescue");
    assert!(says.contains(&kept.table) && !says.contains(&gone.table), "{says}");
    assert_eq!(bodies(&home, &gone).await, left);
    let server = home.start();
    let mut line = Line::to(server.address);
    let body = json!({ "version": "1", "action": { "keep": [] } });
    let reply = line.send_once("POST", &gone.path("/actions"), gone.token(), Some(&body)).await;
    assert_eq!(reply.status, 410, "{}", reply.text());
}
