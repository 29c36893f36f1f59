//! Small games that the reference solver can solve.

#![allow(clippy::unwrap_used, reason = "a test may fail")]

use kosti_rules::{House, RulesFile};

use super::play::sample_rng;
use super::*;
use crate::progress::NoProgress;
use crate::reference::ReferenceSolver;

fn game(marks: [i32; 3]) -> Arc<Rules> {
    Arc::new(RulesFile::read("small", &text(marks)).rules(&House::default()).unwrap())
}

fn text([ones, low, high]: [i32; 3]) -> String {
    format!(
        "name = 'Small'
        dice = 2
        throws = 2
        [each-box]
        unfit = 'zero'
        [box.ones]
        number = 1
        score = 'matching'
        fill = 2
        [box.pair]
        needs = {{ alike = 2 }}
        score = 'combination'
        fill = 2
        [box.any]
        score = 'all-dice'
        [[points]]
        name = 'Ones'
        when = {{ sum-of = {{ box = 'ones', at-least = {ones} }} }}
        give = 2
        [[points]]
        name = 'Pairs'
        when = {{ never-crossed = 'pair' }}
        give = 3
        [[points]]
        name = 'Each pair'
        when = {{ each-scored = 'pair' }}
        give = 1
        [[points]]
        name = 'Total'
        when = {{ total = {{ from = [0, {low}, {high}], give = [-1, 0, 2] }} }}"
    )
}

/// The same game, in which ones and a large total are a pity.
fn upside_down() -> Arc<Rules> {
    let text = RulesFile::read(
        "small",
        &text([2, 8, 14]).replace("give = 2", "give = -2").replace("[-1, 0, 2]", "[3, 0, -4]"),
    );
    Arc::new(text.rules(&House::default()).unwrap())
}

fn best(rules: &SheetRules, sheet: &Sheet) -> f64 {
    ReferenceSolver::for_goal(rules, |totals| totals.points.unwrap().into()).value(sheet)
}

#[test]
fn a_game_whose_turns_all_are_last_ones_is_exact() {
    let games = [[2, 8, 14], [3, 10, 20], [4, 5, 30]].map(game);
    for rules in games.into_iter().chain([upside_down()]) {
        let marks = &rules.sheet().unwrap().awards;
        let (sheet, empty) = (rules.sheet().unwrap(), Sheet::empty(3));
        let points = PointsStrategy::solve(rules.clone(), &NoProgress).unwrap();
        let (exact, present) = (best(sheet, &empty), f64::from(sheet.totals(&empty).points.unwrap()));
        let value = points.sheet_value(&empty) + present;
        assert!(points.is_exact(&empty) && (value - exact).abs() < 1e-9, "{marks:?}: {value} and {exact}");
        let bound = points.upper_bound(&NoProgress).unwrap();
        assert!(bound >= exact, "{marks:?}: {bound} and {exact}");
        // Where a larger total never is a pity, nothing is given away.
        let rises = (1..60).all(|total| points.total_award.at(total) >= points.total_award.at(total - 1));
        assert!(!rises || bound < exact + 1e-6, "{marks:?}: {bound} and {exact}");
    }
}

/// The limits under which only the last turn is exact, and few states have a place of their own.
fn coarse(layer: usize, bound: usize) -> Limits {
    Limits { endgame: 300, further: 0, layer, first: layer, bound }
}

#[test]
fn coarse_play_is_near_the_best_and_no_bound_is_below_it() {
    for marks in [[2, 8, 14], [3, 10, 20], [4, 5, 30]] {
        let rules = game(marks);
        let exact = best(rules.sheet().unwrap(), &Sheet::empty(3));
        for (layer, states) in [(1, 1), (10, 60), (100, 300)] {
            let limits = coarse(layer, states);
            let points = PointsStrategy::solve_within(rules.clone(), limits, &NoProgress).unwrap();
            assert!(!points.is_exact(&Sheet::empty(3)));
            let bound = points.upper_bound(&NoProgress).unwrap();
            assert!(bound >= exact, "{marks:?} {limits:?}: {bound} and {exact}");
            let games = points.simulate(20_000, sample_rng, &NoProgress).unwrap();
            let mean = games.iter().map(|game| f64::from(game.points.unwrap())).sum::<f64>() / 20_000.0;
            // The points of a game deviate by less than 3.
            let error = 4.0 * 3.0 / 20_000_f64.sqrt();
            assert!(mean < exact + error && mean > exact - error - 0.2, "{marks:?}: {mean} and {exact}");
        }
    }
}

/// Awards on the same box, one that takes points away, and a total that gives less the higher it is: nothing of this is
/// what the choices of floors and shifts are made for, and still no bound may be below the best.
#[test]
fn strange_awards_are_bounded_too() {
    let text = "name = 'Strange'
        dice = 2
        throws = 2
        [each-box]
        unfit = 'zero'
        [box.low]
        number = 2
        score = 'matching'
        fill = 3
        [box.any]
        score = 'all-dice'
        fill = 2
        [[points]]
        name = 'Some'
        when = { sum-of = { box = 'low', at-least = 2 } }
        give = -1
        [[points]]
        name = 'Many'
        when = { sum-of = { box = 'low', at-least = 6 } }
        give = 4
        [[points]]
        name = 'All'
        when = { never-crossed = 'low' }
        give = 1
        [[points]]
        name = 'Total'
        when = { total = { from = [0, 12, 18], give = [0, 2, -3] } }";
    let rules = Arc::new(RulesFile::read("strange", text).rules(&House::default()).unwrap());
    let exact = best(rules.sheet().unwrap(), &Sheet::empty(2));
    for states in [1, 20, 1000] {
        let points = PointsStrategy::solve_within(rules.clone(), coarse(10, states), &NoProgress).unwrap();
        let bound = points.upper_bound(&NoProgress).unwrap();
        assert!(bound >= exact, "{states}: {bound} and {exact}");
    }
}

#[test]
fn the_same_is_solved_and_played_on_any_number_of_threads() {
    let rules = game([3, 10, 20]);
    let all = |threads: usize| {
        let pool = rayon::ThreadPoolBuilder::new().num_threads(threads).build().unwrap();
        pool.install(|| {
            let points = PointsStrategy::solve_within(rules.clone(), coarse(10, 60), &NoProgress).unwrap();
            (
                points.upper_bound(&NoProgress).unwrap().to_bits(),
                points.simulate(3000, sample_rng, &NoProgress).unwrap(),
            )
        })
    };
    assert_eq!(all(1), all(3));
}
