//! People who play one game after the other, and what they were told held against what is there.

use std::sync::Arc;
use std::time::Duration;

use tokio::time::sleep;

use crate::house::House;
use kosti_testkit::account::{balanced, told};
use kosti_testkit::party::{GAMES, Party};

pub(crate) async fn play(house: Arc<House>, seed: u64, nth: u64) -> Vec<Party> {
    let mut line = house.line();
    let mut parties = Vec::new();
    for round in 0.. {
        let game = GAMES[usize::try_from(nth + round).unwrap() % GAMES.len()];
        let mut party = Party::gather(&mut line, (seed << 40) + (nth << 20) + round, game).await;
        while !house.is_enough() && party.act(&mut line).await {
            sleep(Duration::from_millis(party.chance.below(80))).await;
        }
        parties.push(party);
        if house.is_enough() {
            break;
        }
    }
    parties
}

/// Everything that was acknowledged is there once; every throw can be derived again; and every table goes on.
pub(crate) async fn check(house: &House, parties: &mut [Party]) {
    house.close();
    let mut line = house.begin_again();
    let mut heard = Vec::new();
    for party in &mut *parties {
        party.goes_on(&mut line).await;
        heard.push(told(&mut line, party).await.0);
    }
    house.close();
    let tables: Vec<&str> = parties.iter().map(|party| party.table.as_str()).collect();
    let records = house.home.records(tables).await;
    for ((party, records), heard) in parties.iter().zip(&records).zip(&heard) {
        balanced(party, records, heard);
    }
    house.begin_again();
    let sum = |of: fn(&Party) -> u64| parties.iter().map(of).sum::<u64>();
    println!(
        "{} tables of people: {} commands acknowledged, {} sent again, {} of them recognised; all there, each once",
        parties.len(),
        sum(|party| party.acknowledged() as u64),
        sum(|party| party.again),
        sum(|party| party.recognised),
    );
}
