//! Two Kosti servers with shared tables, and tables that move between a file and NATS servers.

use std::sync::Arc;
use std::time::Duration;

use kosti_journal::{Journal as _, Version};
use serde_json::{Value, json};
use tokio::time::{Instant, sleep, timeout};

use super::lists;
use super::nodes::{Nodes, Options};
use kosti_test_server::consistency::{check_commands, read_verified_events};
use kosti_test_server::home::Home;
use kosti_test_server::line::{Line, problem};
use kosti_test_server::nats::Servers;
use kosti_test_server::party::Party;
use kosti_testkit::DEADLINE;

/// Waits until the lists of a server have these contents.
async fn wait_for_lists(line: &mut Line, parties: &[Party], wanted: &[Value]) {
    let end = Instant::now() + DEADLINE;
    loop {
        let answers = lists::all(line, parties).await;
        if answers == wanted {
            return;
        }
        assert!(Instant::now() < end, "{answers:?} and not {wanted:?}");
        sleep(Duration::from_millis(20)).await;
    }
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_game_whose_moves_go_to_two_servers() {
    let nodes = Nodes::start(2, 1);
    let mut lines = [nodes.line_to(0), nodes.line_to(1)];
    let mut party = Party::open(&mut lines[0], 900, "crag").await;
    let mut streams = [lines[0].events(&party.table).await, lines[1].events(&party.table).await];
    // Each server learns at once of the other's commits: no request is stale, none is repeated.
    for number in (0..2).cycle() {
        if !party.act(&mut lines[number]).await {
            break;
        }
    }
    assert_eq!((party.repeated, party.view["status"].as_str()), (0, Some("over")));
    let records = nodes.records(&party.table).await;
    let mut received = Vec::new();
    for stream in &mut streams {
        let mut all = Vec::new();
        while all.len() < records.len() {
            let event = timeout(DEADLINE, stream.next_event()).await.expect("an event").unwrap().unwrap();
            all.push((event.id.unwrap(), event.data["note"].clone()));
        }
        received.push(all);
    }
    assert_eq!(received[0], received[1]);
    check_commands(&party, &records, &received[0]);

    // Both servers list it, and so do rebuilt lists.
    let parties = [party];
    lists::wait_listed(&mut lines[0], &parties[0], true).await;
    let finished = |answers: &[Value]| !answers[1]["games"].as_array().is_none_or(Vec::is_empty);
    let end = Instant::now() + DEADLINE;
    let wanted = loop {
        let answers = lists::all(&mut lines[0], &parties).await;
        if finished(&answers) {
            // The first lists were asked before the last: only now all of them have the end.
            break lists::all(&mut lines[0], &parties).await;
        }
        assert!(Instant::now() < end, "{answers:?}");
        sleep(Duration::from_millis(20)).await;
    };
    wait_for_lists(&mut lines[1], &parties, &wanted).await;
    let node = &nodes.nodes[1];
    node.kill();
    let (url, count) = (nodes.servers.url(), records.len());
    let says = node.home.run_ok_with("rebuild", &["--journal", &url, "--replicas", "1"]);
    assert!(says.contains(&format!("{count} entries")), "{says}");
    node.begin();
    wait_for_lists(&mut lines[1], &parties, &wanted).await;
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn bots_go_on_where_somebody_still_looks() {
    // At the first server bots wait longer than the test takes, so the other server decides for them.
    let slow: Options = &["--bot-pause", "3600000"];
    let nodes = Nodes::at(Servers::start(1), vec![(Home::new(), slow), (Home::new(), &[])]);
    let mut lines = [nodes.line_to(0), nodes.line_to(1)];
    let seats = json!([{ "bot": "beginner" }, { "bot": "regular" }]);
    let token = "t".repeat(43);
    let opened = lines[0].post("/api/v1/tables", &token, &json!({ "game": "crag", "seats": seats })).await;
    let table = opened.json()["table"]["id"].as_str().unwrap().to_owned();
    let mut events = lines[1].events(&table).await;
    nodes.nodes[0].kill();
    let status = loop {
        let event = timeout(DEADLINE, events.next_event()).await.expect("the bots go on").unwrap().unwrap();
        if event.data["table"]["status"] == "over" {
            break event.data["table"].clone();
        }
    };
    // The first server has the same state once it is back.
    nodes.nodes[0].begin();
    let there = lines[0].get(&format!("/api/v1/tables/{table}"), "").await.json();
    assert_eq!(there["table"]["seats"], status["seats"]);
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn whoever_is_invited_may_come_to_another_server() {
    let nodes = Nodes::start(2, 1);
    let mut lines = [nodes.line_to(0), nodes.line_to(1)];
    let (olena, petro) = ("o".repeat(43), "p".repeat(43));
    let seats = json!([{ "name": "Olena" }, {}]);
    let opened = lines[0].post("/api/v1/tables", &olena, &json!({ "game": "crag", "seats": seats })).await;
    let (table, invite) = (opened.json()["table"]["id"].clone(), opened.json()["invite"].clone());
    // With the code alone, at a server that has never had the table.
    let code = format!("/join?code={}", invite.as_str().unwrap());
    let end = Instant::now() + DEADLINE;
    let wanted = format!("/j/{}/{}", table.as_str().unwrap(), invite.as_str().unwrap());
    loop {
        let reply = lines[1].get(&code, "").await;
        if reply.header("location") == Some(&wanted) {
            break;
        }
        assert!(Instant::now() < end, "{} {}", reply.status, reply.text());
        sleep(Duration::from_millis(50)).await;
    }
    let path = format!("/api/v1/tables/{}", table.as_str().unwrap());
    let body = json!({ "invite": invite, "name": "Petro" });
    let joined = lines[1].post(&format!("{path}/seats"), &petro, &body).await;
    assert_eq!(joined.status, 201, "{}", joined.text());
    let seen = lines[0].get(&path, &olena).await.json();
    assert_eq!(
        (&seen["table"]["status"], &seen["table"]["seats"][1]["name"]),
        (&json!("playing"), &json!("Petro"))
    );
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn while_the_journal_is_away_nothing_is_taken_for_saved() {
    // Clients do not wait for a journal that is away.
    let hasty: Options = &["--limit", "journal=1"];
    let nodes = Nodes::at(Servers::start(1), vec![(Home::new(), hasty), (Home::new(), hasty)]);
    let mut line = nodes.line_to(0);
    let mut party = Party::open(&mut line, 910, "yatzy").await;
    party.act(&mut line).await;
    nodes.servers.kill(0);
    let (token, body) = party.decide().unwrap();
    // A server never returns an old state as the current one.
    let mut patient = Line::to(line.address());
    let (mut here, mut there) = (Line::to(line.address()), Line::to(nodes.line_to(1).address()));
    let (table, actions) = (party.path(""), party.path("/actions"));
    let (here, there, refused) = tokio::join!(
        here.send_once("GET", &table, &token, None),
        there.send_once("GET", &table, &token, None),
        patient.send_once("POST", &actions, &token, Some(&body)),
    );
    for away in [here, there] {
        problem(&away, 503, "away", "don't answer: send it again in a moment");
    }
    let kind = refused.json()["kind"].clone();
    assert!(refused.status == 503 && (kind == "not-saved" || kind == "unclear"), "{}", refused.text());
    nodes.servers.begin(0);
    party.send_until_acknowledged(&mut patient, &token, &body, true).await;
    party.check_continues(&mut nodes.line_to(1)).await;
    let (received, _) = read_verified_events(&mut nodes.line_to(1), &party).await;
    check_commands(&party, &nodes.records(&party.table).await, &received);
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
#[expect(clippy::too_many_lines, reason = "one story")]
async fn from_one_machine_to_several_and_back() {
    let home = Home::new();
    let server = home.start();
    let mut line = Line::to(server.address);
    let mut parties = Vec::new();
    for (seed, game) in (920..).zip(["yatzy", "thousand", "school"]) {
        let mut party = Party::open(&mut line, seed, game).await;
        for _ in 0..10 {
            party.act(&mut line).await;
        }
        parties.push(party);
    }
    assert!(server.stop().success());
    let tables: Vec<String> = parties.iter().map(|party| party.table.clone()).collect();
    let before = home.records(tables.iter().map(String::as_str)).await;

    let servers = Servers::start(1);
    let url = servers.url();
    let to = ["--to", &url, "--replicas", "1"];
    let says = home.run_ok_with("copy", &to);
    let count: usize = before.iter().map(Vec::len).sum();
    assert_eq!(says, format!("{count} entries are copied and compared: the same in both places\n"));
    let again = home.run_with("copy", &to);
    assert!(!again.status.success());
    let says = String::from_utf8(again.stderr).unwrap();
    assert!(says.contains("the journal to copy into is not empty: nothing was copied"), "{says}");
    // Tables of another server cannot be used.
    let stranger = Home::new();
    let other = stranger.run_with("copy", &["--from", &url, "--replicas", "1"]);
    let says = String::from_utf8(other.stderr).unwrap();
    assert!(!other.status.success() && says.contains("another master.key"), "{says}");
    assert!(!stranger.file("master.key").exists(), "a key that was made for nothing stays behind");

    let nodes = Nodes::at(servers, vec![(home, &[]), (Home::new(), &[])]);
    for party in &mut parties {
        for number in 0..2 {
            party.check_continues(&mut nodes.line_to(number)).await;
        }
    }
    let journal = nodes.journal().await;
    let mut there = Vec::new();
    for (table, before) in tables.iter().zip(&before) {
        let records = journal.read(table.parse().unwrap(), Version::START).await.unwrap();
        assert!(records.iter().zip(before).all(|(now, then)| now.entry == then.entry), "{table}");
        // Each server begins its own chain when it throws; the moves are the players'.
        let new = records[before.len()..].iter();
        let moves = new.filter(|stored| !stored.entry.body.contains(r#"{"anchored":{"anchor":"#));
        assert_eq!(moves.count(), 2);
        there.push(records);
    }

    let back = Home::new();
    std::fs::copy(nodes.nodes[1].home.file("master.key"), back.file("master.key")).unwrap();
    // People may play on meanwhile: the copy contains the earlier records.
    let mut playing = nodes.line_to(0);
    let back = Arc::new(back);
    let copying = tokio::task::spawn_blocking({
        let (back, url) = (back.clone(), url.clone());
        move || back.run_ok_with("copy", &["--from", &url, "--replicas", "1"])
    });
    let last = parties.last_mut().unwrap();
    let player = async {
        for _ in 0..20 {
            last.check_continues(&mut playing).await;
        }
    };
    tokio::join!(player, copying).1.unwrap();
    let copied = back.records(tables.iter().map(String::as_str)).await;
    for (one, other) in there.iter().zip(&copied) {
        assert!(other.len() >= one.len());
        assert!(one.iter().zip(other).all(|(one, other)| one.entry == other.entry));
    }
    let server = back.start();
    let mut line = Line::to(server.address);
    for party in &mut parties {
        party.check_continues(&mut line).await;
        read_verified_events(&mut line, party).await;
    }
}
