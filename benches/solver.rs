//! Solving games from scratch, on one thread and on two. Run with `cargo bench --bench solver`.

use std::sync::Arc;

use divan::Bencher;
use divan::counter::ItemsCount;
use kosti_rules::{House, Rules, RulesFile, Standing};
use kosti_solver::{NoProgress, Objective, RaceReferenceSolver, Solution, TotalStrategy, solve};
use kosti_testkit::numbers;

fn main() {
    divan::main();
}

fn solve_for(rules: &Arc<Rules>, objective: &Objective) -> Solution {
    solve(rules, objective, &NoProgress).expect("not too large")
}

fn solve_total(rules: &Arc<Rules>) -> TotalStrategy {
    solve_for(rules, &Objective::Total).into_total().expect("a score sheet")
}

fn ids() -> Vec<&'static str> {
    let is_sheet = |id: &&str| kosti_games::file(id).is_some_and(|file| file.written().race.is_none());
    kosti_games::ids().filter(is_sheet).collect()
}

fn solve_on(bencher: Bencher<'_, '_>, id: &str, threads: usize) {
    let rules = Arc::new(kosti_games::file(id).expect("bundled").rules(&House::default()).expect("sound"));
    let pool = rayon::ThreadPoolBuilder::new().num_threads(threads).build().expect("threads start");
    bencher.bench_local(|| pool.install(|| solve_for(&rules, &Objective::Total).value()));
}

#[divan::bench(args = ids(), sample_count = 5)]
fn one_thread(bencher: Bencher<'_, '_>, id: &str) {
    solve_on(bencher, id, 1);
}

#[divan::bench(args = ids(), sample_count = 5)]
fn two_threads(bencher: Bencher<'_, '_>, id: &str) {
    solve_on(bencher, id, 2);
}

fn races() -> Vec<&'static str> {
    kosti_games::ids().filter(|id| !ids().contains(id)).collect()
}

fn duel(bencher: Bencher<'_, '_>, id: &str, threads: usize) {
    let rules = Arc::new(kosti_games::file(id).expect("bundled").rules(&House::default()).expect("sound"));
    let pool = rayon::ThreadPoolBuilder::new().num_threads(threads).build().expect("threads start");
    bencher.bench_local(|| pool.install(|| solve_for(&rules, &Objective::Win).value()));
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

/// Advice for a position of a race, solved beforehand: solves the whole turn.
#[divan::bench(args = races())]
fn race_advice(bencher: Bencher<'_, '_>, id: &str) {
    let rules = Arc::new(kosti_games::file(id).expect("bundled").rules(&House::default()).expect("sound"));
    let duel = solve_for(&rules, &Objective::Win).into_win().expect("a race for two");
    let race = rules.race().expect("a race");
    let dice = race.space(race.dice()).all()[0];
    let seats = [Standing::default(); 2];
    bencher.bench_local(|| duel.turn(&seats, 0).map(|turn| turn.advise(0, dice)));
}

/// Pig by plain value iteration.
#[divan::bench(sample_count = 1)]
fn pig_by_value_iteration(bencher: Bencher<'_, '_>) {
    let rules = pig();
    let reference = RaceReferenceSolver::new(rules.race().expect("a race"));
    bencher.bench_local(|| reference.wins(&[Standing::default(); 2]));
}

/// Pig by the fast solver.
#[divan::bench(sample_count = 5)]
fn pig_by_waves(bencher: Bencher<'_, '_>) {
    let rules = pig();
    bencher.bench_local(|| solve_for(&rules, &Objective::Win).value());
}

fn pig() -> Arc<Rules> {
    let text = include_str!("../games/pig.toml");
    Arc::new(RulesFile::read("race", text).rules(&House::default()).expect("sound"))
}

/// The exact distribution of the total; the game is solved beforehand.
#[divan::bench(args = ids(), sample_count = 3)]
fn distribution(bencher: Bencher<'_, '_>, id: &str) {
    let rules = Arc::new(kosti_games::file(id).expect("bundled").rules(&House::default()).expect("sound"));
    let strategy = solve_total(&rules);
    bencher.bench_local(|| strategy.distribution(&NoProgress));
}

/// The probability to reach the expected total.
#[divan::bench(args = ids(), sample_count = 1)]
fn reach(bencher: Bencher<'_, '_>, id: &str) {
    let rules = Arc::new(kosti_games::file(id).expect("bundled").rules(&House::default()).expect("sound"));
    let mean = solve_for(&rules, &Objective::Total).value();
    bencher.bench_local(|| solve_for(&rules, &Objective::Reach { at_least: mean.round() as i32 }).value());
}

/// Games of best play; the game is solved beforehand.
#[divan::bench(args = ids(), sample_count = 5)]
fn simulate_100_000_games(bencher: Bencher<'_, '_>, id: &str) {
    let rules = Arc::new(kosti_games::file(id).expect("bundled").rules(&House::default()).expect("sound"));
    let strategy = solve_total(&rules);
    bencher
        .counter(ItemsCount::new(100_000_u32))
        .bench_local(|| strategy.simulate(100_000, numbers, &NoProgress));
}
