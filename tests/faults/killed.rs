//! The server is killed again and again while people play.

use std::sync::Arc;
use std::sync::atomic::{AtomicBool, AtomicU64, Ordering};
use std::time::{Duration, Instant};

use futures_util::future::join_all;
use tokio::sync::watch;

use kosti_test_server::consistency::{check_commands, read_verified_events};
use kosti_test_server::home::Home;
use kosti_test_server::line::{AddressWatch, Line};
use kosti_test_server::party::{GAMES, Party};
use kosti_testkit::DEADLINE;
use kosti_testkit::TestRng;

/// Tables and kills, in the short form and at full length.
const SHORT: (u64, u64) = (40, 4);
const FULL: (u64, u64) = (200, 20);
/// Moves at a table, before any game can be over.
const MOST_MOVES: usize = 40;

#[derive(Default)]
struct Progress {
    acknowledged: AtomicU64,
    enough: AtomicBool,
}

async fn play(address: AddressWatch, nth: u64, progress: Arc<Progress>) -> Party {
    let mut line = Line::new(address);
    let game = GAMES[usize::try_from(nth).unwrap() % GAMES.len()];
    let mut party = Party::open(&mut line, nth, game).await;
    progress.acknowledged.fetch_add(1, Ordering::Relaxed);
    while party.sent.len() < MOST_MOVES && !progress.enough.load(Ordering::Relaxed) {
        let Some((token, body)) = party.decide() else { break };
        party.send_until_acknowledged(&mut line, &token, &body, false).await;
        progress.acknowledged.fetch_add(1, Ordering::Relaxed);
        if party.rng.one_in(30) {
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
    let (tables, kills) = if kosti_testkit::full_length() { FULL } else { SHORT };
    let home = Home::new();
    let progress = Arc::new(Progress::default());
    let mut server = home.start();
    let addresses = watch::Sender::new(Some(server.address));
    let players = (0..tables).map(|nth| tokio::spawn(play(addresses.subscribe(), nth, progress.clone())));
    let players: Vec<_> = players.collect();
    let mut rng = TestRng::new(7171);
    for _ in 0..kills {
        let goal = progress.acknowledged.load(Ordering::Relaxed) + 10 + rng.below(120);
        wait(&progress, goal);
        server.kill();
        addresses.send_replace(None);
        server = home.start();
        addresses.send_replace(Some(server.address));
    }
    wait(&progress, progress.acknowledged.load(Ordering::Relaxed) + 50);
    progress.enough.store(true, Ordering::Relaxed);
    let mut parties: Vec<Party> = join_all(players).await.into_iter().map(Result::unwrap).collect();
    server.kill();

    let server = home.start();
    let mut line = Line::to(server.address);
    for party in &mut parties {
        party.check_continues(&mut line).await;
    }
    let mut received = Vec::new();
    for party in &parties {
        let (notes, _) = read_verified_events(&mut line, party).await;
        received.push(notes);
    }
    assert!(server.stop().success());
    let records = home.records(parties.iter().map(|party| party.table.as_str())).await;
    for ((party, records), received) in parties.iter().zip(&records).zip(&received) {
        check_commands(party, records, received);
    }
    let sum = |of: fn(&Party) -> u64| parties.iter().map(of).sum::<u64>();
    let acknowledged = sum(|party| party.acknowledged() as u64);
    let (again, recognised) = (sum(|party| party.repeated), sum(|party| party.recognised));
    let figures = format!(
        "{tables} tables, {kills} kills: {acknowledged} commands acknowledged, {again} sent again, \
         {recognised} of them recognised"
    );
    kosti_testkit::report_figures("tests/faults/killed.rs", &figures);
    assert!(again > 0);
}
