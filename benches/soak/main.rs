//! Everything at once, for as long as one likes: people and thousands of bots play while the server is killed,
//! stopped and cut off, its disk fills up, its clock jumps, and clients stall. In the end everything that was
//! acknowledged must be there once.
//!
//! `cargo xtask soak --minutes 10`, or `cargo bench --bench soak -- [--minutes 10] [--bots 3000] [--parties 40] [--seed 1]`

#![cfg(unix)]
#![allow(clippy::print_stdout, clippy::unwrap_used, reason = "it tells its figures, and may fail")]

mod clock;
mod crowd;
mod disk;
mod house;
#[path = "../load/machine.rs"]
#[allow(dead_code, reason = "the load generator uses the rest")]
mod machine;
mod people;
mod slow;

use std::sync::Arc;
use std::time::{Duration, Instant};

use futures_util::future::join_all;
use house::House;
use kosti_testkit::chance::Chance;
use kosti_testkit::party::Party;
use tokio::time::sleep;

/// Of the time at the end in which nothing is restarted, so that memory can be watched.
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
    let house = Arc::new(House::open());
    let players: Vec<_> =
        (0..plan.parties).map(|nth| tokio::spawn(people::play(house.clone(), plan.seed, nth))).collect();
    let crowd = tokio::spawn(crowd::keep_busy(house.clone(), plan.bots / crowd::SEATS));
    let slow = tokio::spawn(slow::bother(house.clone()));
    let (start, whole) = (Instant::now(), Duration::from_secs_f64(plan.minutes * 60.0));
    let mut chance = Chance(plan.seed);
    let mut watch = house::Watch::default();
    while start.elapsed() < whole {
        let pause = Duration::from_millis(2000 + chance.below(6000));
        watch.memory(&house, pause.min(whole.saturating_sub(start.elapsed()))).await;
        let calm = start.elapsed().as_secs_f64() > whole.as_secs_f64() * (1.0 - CALM);
        house.suffer(&mut chance, calm).await;
        house.still_there().await;
    }
    house.enough();
    let mut parties: Vec<Party> = join_all(players).await.into_iter().flat_map(Result::unwrap).collect();
    let crowd = crowd.await.unwrap();
    let bothered = slow.await.unwrap();
    sleep(Duration::from_millis(200)).await;
    println!("{crowd}; {bothered}");
    people::check(&house, &mut parties).await;
    println!("{}", house.told());
    println!("{}", watch.told());
}
