//! A file of the journal is truncated.

use kosti_journal::Stored;
use serde_json::{Value, json};

use super::lists::wait_listed;
use kosti_test_server::consistency::read_verified_events;
use kosti_test_server::home::Home;
use kosti_test_server::line::{Line, problem};
use kosti_test_server::party::{GAMES, Party};
use kosti_testkit::TestRng;

const TABLES: u64 = 6;

/// The number of truncated files.
fn cuts() -> u64 {
    if kosti_testkit::full_length() { 16 } else { 4 }
}

/// The data of some tables with some moves, their players, and the records of each.
struct Played {
    home: Home,
    parties: Vec<Party>,
    records: Vec<Vec<Stored>>,
}

/// Makes this many moves at each table and stops the server; then, if `after` is not 0, makes those moves and kills
/// it.
async fn play_tables(moves: usize, after: usize) -> Played {
    let home = Home::new();
    let server = home.start();
    let mut line = Line::to(server.address);
    let mut parties = Vec::new();
    for (nth, game) in (0..TABLES).zip(GAMES) {
        parties.push(Party::open(&mut line, 300 + nth, game).await);
    }
    play(&mut line, &mut parties, moves).await;
    assert!(server.stop().success());
    if after > 0 {
        let server = home.start();
        play(&mut Line::to(server.address), &mut parties, after).await;
        server.kill();
    }
    let records = home.copy().records(parties.iter().map(|party| party.table.as_str())).await;
    Played { home, parties, records }
}

/// One table after another, so that a truncation does not affect all of them.
async fn play(line: &mut Line, parties: &mut [Party], moves: usize) {
    for party in parties {
        for _ in 0..moves {
            assert!(party.act(line).await);
        }
    }
}

impl Played {
    /// Checks that the server has a prefix of the acknowledged records of each table. Returns the number of records.
    async fn check_prefixes(&self, line: &mut Line) -> Vec<usize> {
        let mut left = Vec::new();
        for (party, records) in self.parties.iter().zip(&self.records) {
            let reply = line.get(&party.path(""), "").await;
            if reply.status == 404 {
                left.push(0);
                continue;
            }
            assert_eq!(reply.status, 200, "{}", reply.text());
            let received = events(line, party, &reply.json()["table"]).await;
            left.push(is_start(&received, records));
        }
        left
    }

    /// Checks that every table with records accepts a move, and verifies.
    async fn check_all_continue(&self, line: &mut Line, left: &[usize]) {
        for (party, _) in self.parties.iter().zip(left).filter(|(_, left)| **left > 0) {
            let mut again = party.without_commands();
            again.check_continues_from_loss(line).await;
            read_verified_events(line, party).await;
        }
    }

    /// Checks that the lists of the openers contain exactly the tables with records.
    async fn are_listed(&self, line: &mut Line, left: &[usize]) {
        for (party, left) in self.parties.iter().zip(left) {
            wait_listed(line, party, *left > 0).await;
        }
    }
}

/// All events of a table.
async fn events(line: &mut Line, party: &Party, table: &Value) -> Vec<(String, Value)> {
    let mut events = line.events(&party.table).await;
    let mut received = Vec::new();
    while received.last().is_none_or(|(version, _)| table["version"] != *version) {
        let event = events.next_event().await.unwrap().expect("the stream goes on");
        received.push((event.id.unwrap(), event.data["note"].clone()));
    }
    received
}

fn is_start(received: &[(String, Value)], records: &[Stored]) -> usize {
    assert!(received.len() <= records.len());
    for ((version, note), stored) in received.iter().zip(records) {
        assert_eq!(*version, stored.version.to_string());
        assert_eq!(*note, serde_json::from_str::<Value>(&stored.entry.body).unwrap());
    }
    received.len()
}

/// The main file, after the server was stopped in order: it is read as far as possible, and nothing is written until
/// it is rescued.
#[tokio::test]
async fn a_journal_that_was_cut() {
    let cuts = cuts();
    let played = play_tables(12, 0).await;
    let mut rng = TestRng::new(3);
    let length = played.home.length("journal.db");
    let (mut whole, mut broken, mut gone) = (0, 0, 0);
    for nth in 0..cuts {
        let home = played.home.copy();
        // Some near the end, some anywhere; the first page tells what the file is.
        let at =
            if nth % 2 == 0 { length - 1 - rng.below(length / 6) } else { 100 + rng.below(length - 100) };
        home.truncate("journal.db", at);
        let (server, says) = home.start_with_output();
        assert!(says.contains("damaged") && says.contains("kosti rescue"), "{says}");
        let mut line = Line::to(server.address);
        for (party, records) in played.parties.iter().zip(&played.records) {
            match look_at_damaged(&mut line, party, records).await {
                200 => whole += 1,
                500 => broken += 1,
                _ => gone += 1,
            }
        }
        let body = json!({ "game": "balut", "seats": [{ "name": "Olena" }] });
        let reply = line.post("/api/v1/tables", played.parties[0].token(), &body).await;
        problem(&reply, 503, "damaged", "kosti rescue");
        assert_eq!(line.get("/api/v1/mine", played.parties[0].token()).await.status, 200);
        assert!(server.stop().success());
        check_rescue(&played, &home, at).await;
    }
    let figures = format!("{cuts} cuts, {TABLES} tables each: {whole} whole, {broken} damaged, {gone} gone");
    kosti_testkit::report_figures("tests/faults/cut.rs", &figures);
    assert!(whole > 0 && broken > 0);
}

/// Reads a table of a damaged journal: it is complete, or an error. Returns the status.
async fn look_at_damaged(line: &mut Line, party: &Party, records: &[Stored]) -> u16 {
    let reply = line.get(&party.path(""), "").await;
    let mut again = party.without_commands();
    let (token, body) = again.decide().expect("no game is over yet");
    let moved = line.post(&party.path("/actions"), &token, &body).await;
    match reply.status {
        200 => {
            assert_eq!(reply.json()["table"], party.view);
            assert_eq!(is_start(&read_verified_events(line, party).await.0, records), records.len());
            problem(&moved, 503, "damaged", "kosti rescue");
        }
        500 => {
            problem(&reply, 500, "unreadable", &party.table);
            problem(&moved, 500, "unreadable", "kosti rescue");
        }
        _ => problem(&reply, 404, "unknown-table", "no such table"),
    }
    reply.status
}

async fn check_rescue(played: &Played, home: &Home, at: u64) {
    let says = home.run_ok("rescue");
    assert!(says.contains("damaged-1.db"), "{says}");
    assert_eq!(home.length("damaged-1.db"), at, "the damaged file stays as it was");
    let (server, greeting) = home.start_with_output();
    assert!(!greeting.contains("damaged"), "{greeting}");
    let mut line = Line::to(server.address);
    let left = played.check_prefixes(&mut line).await;
    for ((party, records), left) in played.parties.iter().zip(&played.records).zip(&left) {
        let lost = *left > 0 && *left < records.len();
        assert!(!lost || says.contains(&format!("lost: table {}", party.table)), "{says}");
    }
    played.are_listed(&mut line, &left).await;
    played.check_all_continue(&mut line, &left).await;
    assert!(server.stop().success());
    let says = home.run_ok("rescue");
    assert!(says.contains("nothing to rescue"), "{says}");
}

/// A file shorter than the header of a journal can be anything.
#[tokio::test]
async fn a_journal_without_its_beginning() {
    let played = play_tables(1, 0).await;
    for length in [0, 1, 99] {
        let home = played.home.copy();
        home.truncate("journal.db", length);
        let says = home.start_error();
        assert!(says.contains("journal.db is not a Kosti journal"), "{says}");
        assert_eq!(home.length("journal.db"), length, "it stays as it was");
    }
}

/// The write-ahead log, after a kill: each table has a prefix of the acknowledged records, and continues.
#[tokio::test]
async fn a_log_that_was_cut() {
    let cuts = cuts();
    let played = play_tables(6, 6).await;
    let mut rng = TestRng::new(5);
    let length = played.home.length("journal.db-wal");
    let mut lost = 0;
    for nth in 0..cuts {
        let home = played.home.copy();
        let at = if nth == 0 { 0 } else { rng.below(length) };
        home.truncate("journal.db-wal", at);
        let server = home.start();
        let mut line = Line::to(server.address);
        let left = played.check_prefixes(&mut line).await;
        let all: usize = played.records.iter().map(Vec::len).sum();
        lost += all - left.iter().sum::<usize>();
        assert!(left.iter().all(|left| *left >= 7), "what the main file has is there: {left:?}");
        played.are_listed(&mut line, &left).await;
        played.check_all_continue(&mut line, &left).await;
        assert!(server.stop().success());
    }
    let figures = format!("{cuts} cuts of the log: {lost} records lost in all");
    kosti_testkit::report_figures("tests/faults/cut.rs", &figures);
    assert!(lost > 0);
}

/// The main file, with a log beside it: the log may contain the truncated part; if not, nothing wrong is read.
#[tokio::test]
async fn a_journal_that_was_cut_beside_its_log() {
    let played = play_tables(6, 6).await;
    let mut rng = TestRng::new(9);
    let length = played.home.length("journal.db");
    for _ in 0..cuts() / 2 {
        let home = played.home.copy();
        home.truncate("journal.db", 4096 + rng.below(length - 4096));
        let (server, says) = home.start_with_output();
        let mut line = Line::to(server.address);
        if says.contains("damaged") {
            for (party, records) in played.parties.iter().zip(&played.records) {
                look_at_damaged(&mut line, party, records).await;
            }
            assert!(server.stop().success());
            home.run_ok("rescue");
            let server = home.start();
            let mut line = Line::to(server.address);
            let left = played.check_prefixes(&mut line).await;
            played.check_all_continue(&mut line, &left).await;
        } else {
            let left = played.check_prefixes(&mut line).await;
            assert!(left.iter().zip(&played.records).all(|(left, records)| *left == records.len()));
            played.check_all_continue(&mut line, &left).await;
        }
    }
}
