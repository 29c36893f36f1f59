//! The measurement.

use std::sync::Arc;

use kosti_rules::{House, RulesFile};
use kosti_solver::{NoProgress, Objective, solve};
use pulp::x86::V3;

use crate::yatzy;

const RUNS: usize = 7;

pub(crate) fn run() {
    // Inside a pool of one thread, `solve` stays on this thread, whose processor time is measured.
    let pool = rayon::ThreadPoolBuilder::new().num_threads(1).build().expect("a thread starts");
    pool.install(compare);
}

fn compare() {
    let file = RulesFile::read("sheet", include_str!("../../games/yatzy.toml"));
    let rules = Arc::new(file.rules(&House::default()).expect("sound"));
    let Some(simd) = V3::try_new() else {
        return println!("this machine lacks the vectors of the yardstick");
    };
    let (mut by_hand, mut general) = (f64::INFINITY, f64::INFINITY);
    for _ in 0..RUNS {
        let start = processor_seconds();
        let (value, vectors) = yatzy::solve(simd);
        let middle = processor_seconds();
        let solution = solve(&rules, &Objective::Total, &NoProgress).expect("solvable");
        let (first, second) = (middle - start, processor_seconds() - middle);
        assert!((solution.value() - value).abs() < 1e-9, "{} and {value}", solution.value());
        println!("{vectors} vectors by hand {first:.3} s, in general {second:.3} s");
        // The shortest run is the one that other programs disturbed least.
        (by_hand, general) = (by_hand.min(first), general.min(second));
    }
    println!("ratio {:.2}", general / by_hand);
}

/// Returns the processor time of this thread.
fn processor_seconds() -> f64 {
    let file = "/proc/thread-self/schedstat";
    let text = std::fs::read_to_string(file).expect("Linux counts the time of threads");
    let nanoseconds = text.split(' ').next().and_then(|field| field.parse::<f64>().ok());
    nanoseconds.expect("a number") / 1e9
}
