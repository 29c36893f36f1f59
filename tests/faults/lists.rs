//! The lists: a damaged file does not stop the server, and they can always be rebuilt.

use std::fs;
use std::time::Duration;

use serde_json::{Value, json};
use tokio::time::{Instant, sleep};

use kosti_test_server::home::Home;
use kosti_test_server::line::Line;
use kosti_test_server::party::{GAMES, Party};
use kosti_test_server::server::Server;
use kosti_testkit::DEADLINE;

/// Waits until the list of the opener contains a table, or does not.
pub(crate) async fn wait_listed(line: &mut Line, party: &Party, there: bool) {
    let end = Instant::now() + DEADLINE;
    loop {
        let reply = line.get("/api/v1/mine", party.token()).await;
        let has = reply.json()["tables"].as_array().unwrap().iter().any(|known| known["id"] == party.table);
        if has == there {
            return;
        }
        assert!(Instant::now() < end, "{there} is not so for {}: {}", party.table, reply.text());
        sleep(Duration::from_millis(20)).await;
    }
}

/// All lists that these people can see.
pub(crate) async fn all(line: &mut Line, parties: &[Party]) -> Vec<Value> {
    let mut answers = Vec::new();
    for party in parties {
        answers.push(line.get("/api/v1/mine", party.token()).await.json());
    }
    for path in ["/api/v1/finished", "/api/v1/statistics"] {
        answers.push(line.get(path, "").await.json());
    }
    answers
}

/// Waits until the lists have these contents.
async fn wait_for_lists(server: &Server, parties: &[Party], wanted: &[Value]) {
    let mut line = Line::to(server.address);
    let end = Instant::now() + DEADLINE;
    loop {
        let answers = all(&mut line, parties).await;
        if answers == wanted {
            return;
        }
        assert!(Instant::now() < end, "{answers:?} and not {wanted:?}");
        sleep(Duration::from_millis(20)).await;
    }
}

/// Tables with some moves, one of them finished, and all of them listed.
async fn play_tables(home: &Home) -> (Vec<Party>, Vec<Value>) {
    let server = home.start();
    let mut line = Line::to(server.address);
    let mut parties = Vec::new();
    for (nth, game) in (400..).zip(&GAMES[..3]) {
        let mut party = Party::open(&mut line, nth, game).await;
        for _ in 0..nth - 397 {
            party.act(&mut line).await;
        }
        parties.push(party);
    }
    let mut last = Party::open(&mut line, 410, "crag").await;
    while last.act(&mut line).await {}
    parties.push(last);
    let end = Instant::now() + DEADLINE;
    let answers = loop {
        let answers = all(&mut line, &parties).await;
        let current = answers.iter().zip(&parties).all(|(mine, party)| {
            let known = &mine["tables"][0];
            (&known["status"], &known["changed_at"]) == (&party.view["status"], &party.view["changed_at"])
        });
        if current {
            break answers;
        }
        assert!(Instant::now() < end, "the lists do not follow: {answers:?}");
        sleep(Duration::from_millis(20)).await;
    };
    assert_eq!(answers[4]["games"][0]["game"], "crag");
    assert!(server.stop().success());
    (parties, answers)
}

#[tokio::test]
async fn lists_that_are_made_again_are_the_same() {
    let home = Home::new();
    let (parties, answers) = play_tables(&home).await;
    let records: usize =
        home.records(parties.iter().map(|party| party.table.as_str())).await.iter().map(Vec::len).sum();
    let says = home.run_ok("rebuild");
    assert_eq!(says.trim_end(), format!("{records} entries of 4 tables read"));
    let server = home.start();
    assert_eq!(all(&mut Line::to(server.address), &parties).await, answers, "they are there at once");
    let output = home.run("rebuild");
    assert!(!output.status.success());
    let says = String::from_utf8(output.stderr).unwrap();
    assert!(says.contains("in use"), "{says}");
}

#[tokio::test]
async fn damaged_lists_stop_nobody() {
    let home = Home::new();
    let (mut parties, answers) = play_tables(&home).await;
    let length = home.length("lists.db");
    for harm in ["gone", "empty", "cut", "noise", "zeros"] {
        let path = home.file("lists.db");
        match harm {
            "gone" => fs::remove_file(&path).unwrap(),
            "empty" => home.truncate("lists.db", 0),
            "cut" => home.truncate("lists.db", length / 2 + 77),
            "noise" => fs::write(&path, "Olena and Petro".repeat(1000)).unwrap(),
            _ => {
                let mut bytes = fs::read(&path).unwrap();
                bytes[4096..].fill(0);
                fs::write(&path, bytes).unwrap();
            }
        }
        let server = home.start();
        println!("lists.db: {harm}");
        wait_for_lists(&server, &parties, &answers).await;
        assert!(server.stop().success());
    }
    let server = home.start();
    let mut line = Line::to(server.address);
    parties[0].check_continues(&mut line).await;
    let lists = json!({ "mine": all(&mut line, &parties[..1]).await[0] });
    assert_eq!(lists["mine"]["tables"][0]["id"], parties[0].table);
}
