//! The server is killed again and again while people play.

use std::sync::Arc;
use std::sync::atomic::{AtomicBool, AtomicU64, Ordering};
use std::time::{Duration, Instant};

use futures_util::future::join_all;
use tokio::sync::watch;

use kosti_testkit::account::{balanced, told};
use kosti_testkit::chance::Chance;
use kosti_testkit::home::Home;
use kosti_testkit::line::{DEADLINE, Line, Place};
use kosti_testkit::party::{GAMES, Party};

const TABLES: u64 = 200;
const KILLS: u64 = 20;
/// Moves at a table, before any game can be over.
const MOST_MOVES: usize = 40;

#[derive(Default)]
struct Progress {
    acknowledged: AtomicU64,
    enough: AtomicBool,
}

async fn play(place: Place, nth: u64, progress: Arc<Progress>) -> Party {
    let mut line = Line::new(place);
    let game = GAMES[usize::try_from(nth).unwrap() % GAMES.len()];
    let mut party = Party::gather(&mut line, nth, game).await;
    progress.acknowledged.fetch_add(1, Ordering::Relaxed);
    while party.sent.len() < MOST_MOVES && !progress.enough.load(Ordering::Relaxed) {
        let Some((token, body)) = party.decide() else { break };
        party.insist(&mut line, &token, &body, false).await;
        progress.acknowledged.fetch_add(1, Ordering::Relaxed);
        if party.chance.one_in(30) {
            party.repeat(&mut line, &token, &body).await;
        }
    }
    party
}

/// Waits until so much was acknowledged.
fn wait(progress: &Progress, goal: u64) {
    let end = Instant::now() + DEADLINE;
    while progress.acknowledged.load(Ordering::Relaxed) < goal {
        assert!(Instant::now() < end, "nothing is acknowledged any more");
        std::thread::sleep(Duration::from_millis(1));
    }
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn nothing_is_lost_when_the_server_is_killed() {
    let home = Home::new();
    let progress = Arc::new(Progress::default());
    let mut server = home.start();
    let places = watch::Sender::new(Some(server.address));
    let players = (0..TABLES).map(|nth| tokio::spawn(play(places.subscribe(), nth, progress.clone())));
    let players: Vec<_> = players.collect();
    let mut chance = Chance(7171);
    for _ in 0..KILLS {
        let goal = progress.acknowledged.load(Ordering::Relaxed) + 10 + chance.below(120);
        wait(&progress, goal);
        server.kill();
        places.send_replace(None);
        server = home.start();
        places.send_replace(Some(server.address));
    }
    wait(&progress, progress.acknowledged.load(Ordering::Relaxed) + 50);
    progress.enough.store(true, Ordering::Relaxed);
    let mut parties: Vec<Party> = join_all(players).await.into_iter().map(Result::unwrap).collect();
    server.kill();

    let server = home.start();
    let mut line = Line::to(server.address);
    for party in &mut parties {
        party.goes_on(&mut line).await;
    }
    let mut heard = Vec::new();
    for party in &parties {
        let (notes, _) = told(&mut line, party).await;
        heard.push(notes);
    }
    assert!(server.stop().success());
    let records = home.records(parties.iter().map(|party| party.table.as_str())).await;
    for ((party, records), heard) in parties.iter().zip(&records).zip(&heard) {
        balanced(party, records, heard);
    }
    let sum = |of: fn(&Party) -> u64| parties.iter().map(of).sum::<u64>();
    let acknowledged = sum(|party| party.acknowledged() as u64);
    let (again, recognised) = (sum(|party| party.again), sum(|party| party.recognised));
    println!(
        "{TABLES} tables, {KILLS} kills: {acknowledged} commands acknowledged, {again} sent again, \
         {recognised} of them recognised"
    );
    assert!(again > 0);
}
