//! People who play one game after another; their acknowledged moves are compared with the journal at the end.

use std::sync::Arc;
use std::time::Duration;

use tokio::time::sleep;

use crate::server_process::ServerProcess;
use kosti_test_server::consistency::{check_commands, read_verified_events};
use kosti_test_server::party::{GAMES, Party};

pub(crate) async fn play(server: Arc<ServerProcess>, seed: u64, nth: u64) -> Vec<Party> {
    let mut line = server.line();
    let mut parties = Vec::new();
    for round in 0.. {
        let game = GAMES[usize::try_from(nth + round).unwrap() % GAMES.len()];
        let mut party = Party::open(&mut line, (seed << 40) + (nth << 20) + round, game).await;
        while !server.is_enough() && party.act(&mut line).await {
            sleep(Duration::from_millis(party.rng.below(80))).await;
        }
        parties.push(party);
        if server.is_enough() {
            break;
        }
    }
    parties
}

/// Checks that every acknowledged move is there once, every throw can be verified, and every table continues.
pub(crate) async fn check(server: &ServerProcess, parties: &mut [Party]) {
    server.close();
    let mut line = server.begin_again();
    let mut received = Vec::new();
    for party in &mut *parties {
        party.check_continues(&mut line).await;
        received.push(read_verified_events(&mut line, party).await.0);
    }
    server.close();
    let tables: Vec<&str> = parties.iter().map(|party| party.table.as_str()).collect();
    let records = server.home.records(tables).await;
    for ((party, records), received) in parties.iter().zip(&records).zip(&received) {
        check_commands(party, records, received);
    }
    server.begin_again();
    let sum = |of: fn(&Party) -> u64| parties.iter().map(of).sum::<u64>();
    println!(
        "{} tables of people: {} commands acknowledged, {} sent again, {} of them recognised; all there, each once",
        parties.len(),
        sum(|party| party.acknowledged() as u64),
        sum(|party| party.repeated),
        sum(|party| party.recognised),
    );
}
