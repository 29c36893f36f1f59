//! Two servers on the same data, and a server without its master key.

use std::fs;

use kosti_test_server::consistency::read_verified_events;
use kosti_test_server::home::Home;
use kosti_test_server::line::{Line, problem};
use kosti_test_server::party::Party;
use serde_json::json;

#[tokio::test]
async fn one_server_for_one_directory() {
    let home = Home::new();
    let server = home.start();
    let mut line = Line::to(server.address);
    let mut party = Party::open(&mut line, 600, "yatzy").await;
    for _ in 0..2 {
        let says = home.start_error();
        assert!(says.contains("is in use: close the other program first"), "{says}");
        party.check_continues(&mut line).await;
    }
    for chore in ["rescue", "rebuild"] {
        let output = home.run(chore);
        assert!(!output.status.success());
        let says = String::from_utf8(output.stderr).unwrap();
        assert!(says.contains("in use"), "{says}");
    }
    read_verified_events(&mut line, &party).await;
    server.kill();
    let server = home.start();
    party.check_continues(&mut Line::to(server.address)).await;
}

#[tokio::test]
async fn something_that_is_not_a_key() {
    let home = Home::new();
    assert!(home.start().stop().success());
    for bytes in [0, 31, 33, 5000] {
        fs::write(home.file("master.key"), vec![7; bytes]).unwrap();
        let says = home.start_error();
        assert!(says.contains("master.key") && says.contains("it is not a key of Kosti"), "{says}");
        assert_eq!(home.length("master.key"), bytes as u64, "it stays as it was");
    }
}

/// Tables continue with another key: the server begins a new chain, and the verification reports it.
#[tokio::test]
async fn another_key() {
    for gone in [true, false] {
        let home = Home::new();
        let (server, greeting) = home.start_with_output();
        assert!(!greeting.contains("key"), "{greeting}");
        let mut line = Line::to(server.address);
        let mut parties = Vec::new();
        for (seed, game) in (610..).zip(["yatzy", "thousand", "generals"]) {
            let mut party = Party::open(&mut line, seed, game).await;
            for _ in 0..5 {
                party.act(&mut line).await;
            }
            parties.push(party);
        }
        let invited = line.get(&parties[0].path("/invite"), parties[0].token()).await.json();
        server.kill();
        match gone {
            true => fs::remove_file(home.file("master.key")).unwrap(),
            false => fs::write(home.file("master.key"), [7; 32]).unwrap(),
        }
        let (server, greeting) = home.start_with_output();
        assert_eq!(greeting.contains("master.key was not there"), gone, "{greeting}");
        let mut line = Line::to(server.address);
        for party in &mut parties {
            let throws = party.view["throws"].as_u64().unwrap();
            for _ in 0..4 {
                party.check_continues(&mut line).await;
            }
            let (_, checked) = read_verified_events(&mut line, party).await;
            let threw = checked.throws.len() as u64 > throws;
            assert_eq!(checked.replaced, if threw { vec![throws + 1] } else { vec![] });
        }
        // Invitations have changed.
        let reply = line
            .post(&parties[0].path("/seats"), "", &json!({ "invite": invited["invite"], "name": "Ivan" }))
            .await;
        problem(&reply, 403, "not-invited", "not the invitation");
        server.kill();
        let server = home.start();
        let mut line = Line::to(server.address);
        for party in &mut parties {
            party.check_continues(&mut line).await;
            read_verified_events(&mut line, party).await;
        }
    }
}
