//! A backup of a server's tables, made while people play.

use std::sync::Arc;
use std::sync::atomic::{AtomicBool, AtomicU64, Ordering};
use std::time::Duration;

use futures_util::future::join_all;
use tokio::time::sleep;

use kosti_test_server::consistency::read_verified_events;
use kosti_test_server::home::Home;
use kosti_test_server::line::Line;
use kosti_test_server::party::{GAMES, Party};

/// The server's links of a table, by its throws.
async fn links(line: &mut Line, party: &Party) -> Vec<String> {
    let (notes, _) = read_verified_events(line, party).await;
    let facts = notes.iter().flat_map(|(_, note)| note["did"].as_array().unwrap());
    facts.filter_map(|fact| fact["thrown"]["proof"]["server"].as_str()).map(str::to_owned).collect()
}

#[tokio::test]
async fn a_restored_backup_never_uses_a_link_again() {
    let home = Home::new();
    let server = home.start();
    let mut line = Line::to(server.address);
    let mut party = Party::open(&mut line, 900, "yatzy").await;
    while party.view["throws"].as_u64().unwrap() < 3 {
        party.act(&mut line).await;
    }
    let copy = Home::new();
    home.run_ok_with("backup", &[copy.data().to_str().unwrap()]);
    let before = links(&mut line, &party).await;
    let mut restored = party.without_commands();
    // The game continues, and shows links that the backup does not have.
    while party.view["throws"].as_u64().unwrap() < 10 {
        party.act(&mut line).await;
    }
    let published = links(&mut line, &party).await;
    assert!(server.stop().success());

    let server = copy.start();
    let mut line = Line::to(server.address);
    while restored.view["throws"].as_u64().unwrap() < 10 {
        restored.check_continues(&mut line).await;
    }
    let again = links(&mut line, &restored).await;
    assert!(published.starts_with(&before) && again.starts_with(&before));
    assert!(
        again[before.len()..].iter().all(|link| !published.contains(link)),
        "a published link was used again"
    );
    // The same after the server is restarted.
    assert!(server.stop().success());
    let server = copy.start();
    let mut line = Line::to(server.address);
    while restored.view["throws"].as_u64().unwrap() < 12 {
        restored.check_continues(&mut line).await;
    }
    assert_eq!(read_verified_events(&mut line, &restored).await.1.replaced, [before.len() as u64 + 1, 11]);
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn what_was_acknowledged_before_a_backup_is_in_it() {
    let home = Home::new();
    let server = home.start();
    let (enough, moves) = (Arc::new(AtomicBool::new(false)), Arc::new(AtomicU64::new(0)));
    let players = (0..10).map(|nth| {
        let (mut line, enough, moves) = (Line::to(server.address), enough.clone(), moves.clone());
        tokio::spawn(async move {
            let mut party = Party::open(&mut line, 800 + nth, GAMES[nth as usize % GAMES.len()]).await;
            while !enough.load(Ordering::Relaxed) && party.act(&mut line).await {
                moves.fetch_add(1, Ordering::Relaxed);
            }
            party
        })
    });
    let players: Vec<_> = players.collect();
    while moves.load(Ordering::Relaxed) < 200 {
        sleep(Duration::from_millis(1)).await;
    }
    let copy = Home::new();
    let place = copy.data().to_str().unwrap();
    let before = moves.load(Ordering::Relaxed);
    let says = home.run_ok_with("backup", &[place]);
    assert!(says.contains(&format!("kosti serve --data {place} would go on from there")), "{says}");
    enough.store(true, Ordering::Relaxed);
    let parties: Vec<Party> = join_all(players).await.into_iter().map(Result::unwrap).collect();
    assert!(server.stop().success());

    let again = home.run_with("backup", &[place]);
    let says = String::from_utf8(again.stderr).unwrap();
    assert!(!again.status.success() && says.contains("is there already"), "{says}");
    let other = Home::new();
    std::fs::write(other.file("master.key"), [7; 32]).unwrap();
    let refused = home.run_with("backup", &[other.data().to_str().unwrap()]);
    let says = String::from_utf8(refused.stderr).unwrap();
    assert!(!refused.status.success() && says.contains("master.key is there already"), "{says}");
    assert_eq!(std::fs::read(other.file("master.key")).unwrap(), [7; 32]);
    let tables = || parties.iter().map(|party| party.table.as_str());
    let (whole, copied) = (home.records(tables()).await, copy.records(tables()).await);
    for (whole, copied) in whole.iter().zip(&copied) {
        assert!(whole.starts_with(copied), "not what was there then");
    }
    let records = copied.iter().map(Vec::len).sum::<usize>() as u64;
    assert!(records >= before, "{records} records of more than {before}");
    // People continue from the backup, with the same dice and invitations.
    let (server, greeting) = copy.start_with_output();
    assert!(!greeting.contains("key"), "{greeting}");
    let mut line = Line::to(server.address);
    for party in &parties {
        let mut party = party.without_commands();
        party.check_continues_from_loss(&mut line).await;
        read_verified_events(&mut line, &party).await;
    }
}
