//! Solving games from scratch, on one thread and on two. Run with `cargo bench --bench solver`.

use std::sync::Arc;

use divan::Bencher;
use divan::counter::ItemsCount;
use kosti_rules::{House, Rules, RulesFile, Standing};
use kosti_solver::{Duel, NoProgress, RaceReference, Reach, Source, Strategy};

fn main() {
    divan::main();
}

fn ids() -> Vec<&'static str> {
    let is_sheet = |id: &&str| kosti_games::file(id).is_some_and(|file| file.written().race.is_none());
    kosti_games::ids().filter(is_sheet).collect()
}

fn solve(bencher: Bencher<'_, '_>, id: &str, threads: usize) {
    let rules = Arc::new(kosti_games::file(id).expect("bundled").rules(&House::default()).expect("sound"));
    let pool = rayon::ThreadPoolBuilder::new().num_threads(threads).build().expect("threads start");
    bencher.bench_local(|| pool.install(|| Strategy::solve(rules.clone()).expect("not too large").value()));
}

#[divan::bench(args = ids(), sample_count = 5)]
fn one_thread(bencher: Bencher<'_, '_>, id: &str) {
    solve(bencher, id, 1);
}

#[divan::bench(args = ids(), sample_count = 5)]
fn two_threads(bencher: Bencher<'_, '_>, id: &str) {
    solve(bencher, id, 2);
}

fn races() -> Vec<&'static str> {
    kosti_games::ids().filter(|id| !ids().contains(id)).collect()
}

fn duel(bencher: Bencher<'_, '_>, id: &str, threads: usize) {
    let rules = Arc::new(kosti_games::file(id).expect("bundled").rules(&House::default()).expect("sound"));
    let pool = rayon::ThreadPoolBuilder::new().num_threads(threads).build().expect("threads start");
    bencher.bench_local(|| pool.install(|| Duel::solve(rules.clone()).expect("not too large").value()));
}

/// A race for two.
#[divan::bench(args = races(), sample_count = 3)]
fn duel_one_thread(bencher: Bencher<'_, '_>, id: &str) {
    duel(bencher, id, 1);
}

#[divan::bench(args = races(), sample_count = 3)]
fn duel_two_threads(bencher: Bencher<'_, '_>, id: &str) {
    duel(bencher, id, 2);
}

/// Advice for a moment of a race, solved beforehand: the whole turn is worked out for it.
#[divan::bench(args = races())]
fn race_advice(bencher: Bencher<'_, '_>, id: &str) {
    let rules = Arc::new(kosti_games::file(id).expect("bundled").rules(&House::default()).expect("sound"));
    let duel = Duel::solve(rules.clone()).expect("not too large");
    let race = rules.race().expect("a race");
    let dice = race.space(race.dice()).all()[0];
    let seats = [Standing::default(); 2];
    bencher.bench_local(|| duel.turn(&seats, 0).map(|turn| turn.advise(0, dice)));
}

/// Pig, as the obvious solver does it.
#[divan::bench(sample_count = 1)]
fn pig_by_value_iteration(bencher: Bencher<'_, '_>) {
    let rules = pig();
    let reference = RaceReference::new(rules.race().expect("a race"));
    bencher.bench_local(|| reference.wins(&[Standing::default(); 2]));
}

/// The same with the fast one.
#[divan::bench(sample_count = 5)]
fn pig_by_waves(bencher: Bencher<'_, '_>) {
    let rules = pig();
    bencher.bench_local(|| Duel::solve(rules.clone()).expect("not too large").value());
}

fn pig() -> Arc<Rules> {
    let text = include_str!("../games/pig.toml");
    Arc::new(RulesFile::read("race", text).rules(&House::default()).expect("sound"))
}

/// The exact distribution of the total, the game solved beforehand.
#[divan::bench(args = ids(), sample_count = 3)]
fn distribution(bencher: Bencher<'_, '_>, id: &str) {
    let rules = Arc::new(kosti_games::file(id).expect("bundled").rules(&House::default()).expect("sound"));
    let strategy = Strategy::solve(rules).expect("not too large");
    bencher.bench_local(|| strategy.distribution(&NoProgress));
}

/// The chance to reach the expected total.
#[divan::bench(args = ids(), sample_count = 1)]
fn reach(bencher: Bencher<'_, '_>, id: &str) {
    let rules = Arc::new(kosti_games::file(id).expect("bundled").rules(&House::default()).expect("sound"));
    let mean = Strategy::solve(rules.clone()).expect("not too large").value();
    bencher.bench_local(|| Reach::solve(rules.clone(), mean.round() as i32).map(|reach| reach.value()));
}

/// Games of best play, the game solved beforehand.
#[divan::bench(args = ids(), sample_count = 5)]
fn simulate_100_000_games(bencher: Bencher<'_, '_>, id: &str) {
    struct Lcg(u64);
    impl Source for Lcg {
        fn below(&mut self, n: u32) -> u32 {
            self.0 = self.0.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
            ((self.0 >> 33) % u64::from(n)) as u32
        }
    }
    let rules = Arc::new(kosti_games::file(id).expect("bundled").rules(&House::default()).expect("sound"));
    let strategy = Strategy::solve(rules).expect("not too large");
    bencher
        .counter(ItemsCount::new(100_000_u32))
        .bench_local(|| strategy.simulate(100_000, |batch| Lcg(batch + 1), &NoProgress));
}
