//! Solving games from scratch, on one thread and on two. Run with `cargo bench --bench solver`.

use std::sync::Arc;

use divan::Bencher;
use kosti_rules::House;
use kosti_solver::Strategy;

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
