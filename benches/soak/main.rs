//! A soak test: people and thousands of bots play while the server is killed, stopped and stalled, its disk fills up,
//! its clock jumps, and clients stall. At the end, every acknowledged move must be there exactly once.
//!
//! `cargo xtask soak --minutes 10`, or `cargo bench --bench soak -- [--minutes 10] [--bots 3000] [--parties 40] [--seed 1]`

#![cfg(unix)]
#![allow(clippy::print_stdout, clippy::unwrap_used, reason = "it tells its figures, and may fail")]

mod clock;
mod crowd;
mod disk;
#[path = "../load/machine.rs"]
#[allow(dead_code, reason = "the load generator uses the rest")]
mod machine;
mod people;
mod server_process;
mod slow;

use std::sync::Arc;
use std::time::{Duration, Instant};

use futures_util::future::join_all;
use kosti_test_server::party::Party;
use kosti_testkit::TestRng;
use server_process::ServerProcess;
use tokio::time::sleep;

/// The share of the time at the end without restarts, to watch the memory.
const CALM: f64 = 0.5;

struct Plan {
    minutes: f64,
    bots: usize,
    parties: u64,
    seed: u64,
}

impl Plan {
    fn read() -> Self {
        let args: Vec<String> = std::env::args().collect();
        let number = |name: &str, standard: f64| {
            let found = args.iter().position(|arg| arg == name).and_then(|at| args.get(at + 1));
            found.map_or(standard, |text| text.parse().unwrap_or_else(|_| panic!("{name} {text}: no number")))
        };
        Self {
            minutes: number("--minutes", 10.0),
            bots: number("--bots", 3000.0) as usize,
            parties: number("--parties", 40.0) as u64,
            seed: number("--seed", 1.0) as u64,
        }
    }
}

fn main() {
    machine::allow_many_files();
    let plan = Plan::read();
    let runtime = tokio::runtime::Builder::new_multi_thread().worker_threads(1).enable_all().build().unwrap();
    runtime.block_on(soak(&plan));
}

async fn soak(plan: &Plan) {
    println!("{} bots and {} parties of people for {} minutes", plan.bots, plan.parties, plan.minutes);
    let server = Arc::new(ServerProcess::open());
    let players: Vec<_> =
        (0..plan.parties).map(|nth| tokio::spawn(people::play(server.clone(), plan.seed, nth))).collect();
    let crowd = tokio::spawn(crowd::keep_busy(server.clone(), plan.bots / crowd::SEATS));
    let slow = tokio::spawn(slow::send_slowly(server.clone()));
    let (start, whole) = (Instant::now(), Duration::from_secs_f64(plan.minutes * 60.0));
    let mut rng = TestRng::new(plan.seed);
    let mut watch = server_process::Watch::default();
    while start.elapsed() < whole {
        let pause = Duration::from_millis(2000 + rng.below(6000));
        watch.memory(&server, pause.min(whole.saturating_sub(start.elapsed()))).await;
        let calm = start.elapsed().as_secs_f64() > whole.as_secs_f64() * (1.0 - CALM);
        server.cause_trouble(&mut rng, calm).await;
        server.check_running().await;
    }
    server.enough();
    let mut parties: Vec<Party> = join_all(players).await.into_iter().flat_map(Result::unwrap).collect();
    let crowd = crowd.await.unwrap();
    let bothered = slow.await.unwrap();
    sleep(Duration::from_millis(200)).await;
    println!("{crowd}; {bothered}");
    people::check(&server, &mut parties).await;
    println!("{}", server.summary());
    println!("{}", watch.summary());
}
