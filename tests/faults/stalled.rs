//! The server stalls, and clients disconnect in the middle of a request.

use std::net::SocketAddr;

use rustix::process::{Pid, Signal, kill_process};
use serde_json::Value;
use tokio::io::AsyncWriteExt as _;
use tokio::net::TcpStream;

use kosti_test_server::consistency::{check_commands, read_verified_events};
use kosti_test_server::home::Home;
use kosti_test_server::line::Line;
use kosti_test_server::party::{GAMES, Party};
use kosti_test_server::server::Server;

const TABLES: u64 = 10;
const ROUNDS: u64 = 24;

fn signal(server: &Server, signal: Signal) {
    let pid = Pid::from_raw(i32::try_from(server.child.id()).unwrap()).unwrap();
    kill_process(pid, signal).unwrap();
}

/// Sends a request, or a part of it, and returns the connection.
async fn begin(address: SocketAddr, path: &str, token: &str, body: &Value, whole: bool) -> TcpStream {
    let body = body.to_string();
    let length = body.len();
    let sent = if whole { length } else { length / 2 };
    let text = format!(
        "POST {path} HTTP/1.1\r\nhost: {address}\r\nauthorization: Bearer {token}\r\n\
         content-type: application/json\r\ncontent-length: {length}\r\n\r\n{}",
        &body[..sent]
    );
    let mut stream = TcpStream::connect(address).await.unwrap();
    stream.write_all(text.as_bytes()).await.unwrap();
    stream
}

/// One request per table that nobody waits for; then the same command again, or another one.
async fn round(server: &Server, line: &mut Line, parties: &mut [Party], stall: bool) {
    if stall {
        signal(server, Signal::STOP);
    }
    let mut left = Vec::new();
    for party in parties.iter_mut() {
        let Some((token, body)) = party.decide() else { continue };
        let whole = !party.rng.one_in(4);
        let stream = begin(server.address, &party.path("/actions"), &token, &body, whole).await;
        // Some disconnect at once, others while the server may be working.
        let late = party.rng.one_in(2).then_some(stream);
        left.push((party, token, body, late));
    }
    if stall {
        signal(server, Signal::CONT);
    }
    for (party, token, body, late) in left {
        drop(late);
        if party.rng.one_in(2) {
            party.send_until_acknowledged(line, &token, &body, true).await;
        } else {
            party.note_unanswered(&body);
            decide_again(party, line).await;
        }
    }
}

/// Makes another move, based on the current state.
async fn decide_again(party: &mut Party, line: &mut Line) {
    loop {
        let path = party.path("");
        party.view = line.get(&path, "").await.json()["table"].clone();
        let Some((token, body)) = party.decide() else { return };
        let reply = line.post(&party.path("/actions"), &token, &body).await;
        if reply.status == 200 {
            party.note_acknowledged(&body, &reply);
            return;
        }
        assert_eq!((reply.status, reply.json()["kind"].as_str()), (409, Some("stale")), "{}", reply.text());
    }
}

#[tokio::test]
async fn a_request_that_nobody_waits_for_is_done_once_or_not_at_all() {
    let home = Home::new();
    let server = home.start();
    let mut line = Line::to(server.address);
    let mut parties = Vec::new();
    for (nth, game) in (0..TABLES).zip(GAMES.iter().cycle()) {
        parties.push(Party::open(&mut line, 100 + nth, game).await);
    }
    for nth in 0..ROUNDS {
        round(&server, &mut line, &mut parties, nth % 3 == 0).await;
    }
    let mut received = Vec::new();
    for party in &mut parties {
        party.check_continues(&mut line).await;
        received.push(read_verified_events(&mut line, party).await.0);
    }
    assert!(server.stop().success());
    let records = home.records(parties.iter().map(|party| party.table.as_str())).await;
    for ((party, records), received) in parties.iter().zip(&records).zip(&received) {
        check_commands(party, records, received);
    }
    let unsure = parties.iter().flat_map(|party| &party.sent).filter(|sent| !sent.acknowledged);
    let unsure: Vec<&str> = unsure.map(|sent| sent.command.as_str()).collect();
    let stored = records.iter().flatten().map(|stored| stored.entry.command.to_string());
    let done = stored.filter(|command| unsure.contains(&command.as_str())).count();
    let unsure = unsure.len();
    let figures = format!("{unsure} requests that nobody waited for: {done} of them were done");
    kosti_testkit::report_figures("tests/faults/stalled.rs", &figures);
    assert!(done > 0 && done < unsure);
}
