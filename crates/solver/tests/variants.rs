//! Every property of a solution, on the bundled games. Each variant is solved once.

use std::sync::Arc;

use kosti_rules::{Rules, Sheet, SheetRules};
use kosti_solver::{
    HeuristicPlayer, NoProgress, Objective, Policy, ReferenceSolver, TotalStrategy, count_fillings,
};
use kosti_testkit::{TestRng, numbers};

use crate::positions::{check_advice, check_sheet_value, late_sheet, random_thrown, totals};
use crate::solved::{solve_for, solve_total};

/// Games with more ways to fill the boxes take too long here, or cannot be solved.
const MOST_FILLINGS: usize = 1 << 17;

fn variants() -> impl Iterator<Item = Arc<Rules>> {
    let files = kosti_games::ids().map(|id| kosti_games::file(id).unwrap());
    let all = files.flat_map(|file| {
        let variants = file.variants();
        variants.into_iter().map(move |house| Arc::new(file.rules(&house).unwrap()))
    });
    all.filter(|rules| {
        rules.sheet().is_some_and(|sheet| count_fillings(sheet).is_ok_and(|ways| ways <= MOST_FILLINGS))
    })
}

fn is_default(rules: &Rules) -> bool {
    rules.house_changes().next().is_none()
}

/// The default variants; at full length, all, with more games.
#[test]
fn solutions_hold() {
    if kosti_testkit::full_length() {
        check_solutions(variants(), 40_000);
    } else {
        check_solutions(variants().filter(|rules| is_default(rules)), 10_000);
    }
}

fn check_solutions(variants: impl Iterator<Item = Arc<Rules>>, games: usize) {
    let mut undecided = 0;
    for rules in variants {
        let strategy = solve_total(&rules);
        check_late_sheets(&strategy);
        undecided += check_chances_to_reach(&rules);
        check_advice_on_random_throws(&strategy);
        check_simulated_moments(&strategy, games);
        check_order_of_players(&strategy);
        check_distribution(&strategy);
    }
    assert!(undecided > 20, "only {undecided} positions decide anything");
}

fn check_late_sheets(strategy: &TotalStrategy) {
    let sheet_rules = strategy.rules().sheet().unwrap();
    let mut rng = TestRng::new(42);
    for round in 0..8 {
        check_sheet_value(strategy, &late_sheet(sheet_rules, 1 + round % 2, &mut rng));
    }
}

/// Compares the chances of late sheets with the reference, and returns how many are neither 0 nor 1.
fn check_chances_to_reach(rules: &Arc<Rules>) -> usize {
    let sheet_rules = rules.sheet().unwrap();
    let mut rng = TestRng::new(1);
    let is_undecided = |round: usize| {
        let sheet = late_sheet(sheet_rules, 1 + round % 2, &mut rng);
        let at_least = sheet_rules.totals(&sheet).total + rng.below(60) - 10;
        let value = check_chance_to_reach(rules, &sheet, at_least);
        value > 0.0 && value < 1.0
    };
    (0..8).map(is_undecided).filter(|&undecided| undecided).count()
}

/// Returns the chance, which the fast solver and the reference agree on.
pub(crate) fn check_chance_to_reach(rules: &Arc<Rules>, sheet: &Sheet, at_least: i32) -> f64 {
    let reached = |totals: &kosti_rules::Totals| f64::from(u8::from(totals.total >= at_least));
    let slow = ReferenceSolver::for_goal(rules.sheet().unwrap(), reached).value(sheet);
    let fast = solve_for(rules, &Objective::ReachFrom { sheet: sheet.clone(), at_least }).value();
    assert!((slow - fast).abs() < 1e-9, "{}: {slow} and {fast} for {at_least} on {sheet:?}", rules.id);
    slow
}

fn check_advice_on_random_throws(strategy: &TotalStrategy) {
    let sheet_rules = strategy.rules().sheet().unwrap();
    let mut rng = TestRng::new(7);
    for _ in 0..6 {
        let open = 1 + rng.below(sheet_rules.rounds);
        let sheet = late_sheet(sheet_rules, open, &mut rng);
        let throw = 1 + rng.below(sheet_rules.throws);
        check_advice(strategy, &sheet, random_thrown(sheet_rules, throw, &mut rng), throw);
    }
}

fn check_simulated_moments(strategy: &TotalStrategy, games: usize) {
    let rules = strategy.rules();
    let house: Vec<_> = rules.house_changes().collect();
    let totals = totals(strategy, games);
    let games = games as f64;
    let mean = totals.iter().map(|&total| f64::from(total)).sum::<f64>() / games;
    let moment =
        |power| totals.iter().map(|&total| (f64::from(total) - mean).powi(power)).sum::<f64>() / games;
    let (variance, fourth) = (moment(2), moment(4));
    let error = (variance / games).sqrt();
    assert!((mean - strategy.value()).abs() < 4.0 * error, "{} {house:?}: {mean} ± {error}", rules.id);
    // The variance of a sample's variance is (fourth moment − variance²) / n.
    let exact = strategy.deviation(&NoProgress).unwrap().powi(2);
    let error = ((fourth - variance * variance) / games).sqrt();
    assert!((variance - exact).abs() < 4.0 * error, "{} {house:?}: {variance} ± {error}, {exact}", rules.id);
}

/// Greedy players beat random ones, and best play beats both.
fn check_order_of_players(strategy: &TotalStrategy) {
    let rules = strategy.rules();
    // In a game of one turn the greedy player plays best.
    if rules.sheet().unwrap().rounds == 1 {
        return;
    }
    let means = [Policy::Random, Policy::Greedy].map(|manner| {
        let played =
            HeuristicPlayer::new(rules.clone(), manner).simulate(4000, numbers, &NoProgress).unwrap();
        f64::from(played.iter().map(|played| played.total).sum::<i32>()) / played.len() as f64
    });
    assert!(means[0] + 20.0 < means[1] && means[1] + 3.0 < strategy.value(), "{}: {means:?}", rules.id);
}

fn check_distribution(strategy: &TotalStrategy) {
    let id = &strategy.rules().id;
    // Those of the large games are compared where docs/solved.md is written.
    if strategy.size().states > 100_000 {
        return;
    }
    let distribution = strategy.distribution(&NoProgress).unwrap();
    let (mean, deviation) = (strategy.value(), strategy.deviation(&NoProgress).unwrap());
    assert!((distribution.probabilities().map(|(_, share)| share).sum::<f64>() - 1.0).abs() < 1e-9, "{id}");
    assert!((distribution.mean() - mean).abs() < 1e-8, "{id}: {} and {mean}", distribution.mean());
    assert!((distribution.deviation() - deviation).abs() < 1e-8, "{id}: {}", distribution.deviation());
}

/// The smallest game with three dice.
fn three_dice() -> Arc<Rules> {
    variants().find(|rules| rules.sheet().unwrap().space.dice() == 3).unwrap()
}

/// The best chance for every score of a whole game: none is worse than what play for the total brings, and each throw's
/// best action is worth what the position is.
#[test]
fn reaching_a_score_is_at_least_as_likely_as_when_nobody_aims_at_it() {
    let rules = three_dice();
    let sheet_rules: &SheetRules = rules.sheet().unwrap();
    let strategy = solve_total(&rules);
    let games = 20_000;
    let totals = totals(&strategy, games);
    for at_least in (60..300).step_by(30) {
        let best = solve_for(&rules, &Objective::Reach { at_least }).into_reach().unwrap();
        let share = totals.iter().filter(|&&total| total >= at_least).count() as f64 / games as f64;
        let error = 4.0 * (best.value() * (1.0 - best.value()) / games as f64).sqrt();
        assert!(share <= best.value() + error, "{at_least}: {share} and {}", best.value());
        let value = |dice| sheet_rules.space.probability(dice) * best.advise(dice, 1)[0].value;
        let mean: f64 = sheet_rules.space.all().iter().map(|&dice| value(dice)).sum();
        assert!((mean - best.value()).abs() < 1e-9, "{at_least}: {mean} and {}", best.value());
    }
}

#[test]
fn the_same_seed_gives_the_same_games_on_any_number_of_threads() {
    let strategy = solve_total(&three_dice());
    let play = |threads: usize| {
        let pool = rayon::ThreadPoolBuilder::new().num_threads(threads).build().unwrap();
        pool.install(|| totals(&strategy, 10_000))
    };
    assert_eq!(play(1), play(3));
}
