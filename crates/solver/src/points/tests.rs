//! Small games whose best play can be worked out the slow way.

#![allow(clippy::unwrap_used, reason = "a test may fail")]

use kosti_rules::{House, RulesFile};

use super::*;
use crate::reference::Reference;

fn game(marks: [i32; 3]) -> Arc<Rules> {
    let [ones, low, high] = marks;
    let text = format!(
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
    );
    Arc::new(RulesFile::read("small", &text).rules(&House::default()).unwrap())
}

fn best(rules: &SheetRules, sheet: &Sheet) -> f64 {
    Reference::for_goal(rules, |totals| totals.points.unwrap().into()).value(sheet)
}

#[test]
fn a_game_whose_turns_all_are_last_ones_is_exact() {
    for marks in [[2, 8, 14], [3, 10, 20], [4, 5, 30]] {
        let rules = game(marks);
        let (sheet, empty) = (rules.sheet().unwrap(), Sheet::empty(3));
        let points = Points::solve(rules.clone()).unwrap();
        let (exact, present) = (best(sheet, &empty), f64::from(sheet.totals(&empty).points.unwrap()));
        let value = points.sheet_value(&empty) + present;
        assert!(points.is_exact(&empty) && (value - exact).abs() < 1e-9, "{marks:?}: {value} and {exact}");
        let bound = points.upper_bound(UNWATCHED);
        assert!(bound >= exact && bound < exact + 1e-6, "{marks:?}: {bound} and {exact}");
    }
}

#[test]
fn learned_play_is_near_the_best_and_no_bound_is_below_it() {
    for marks in [[2, 8, 14], [3, 10, 20], [4, 5, 30]] {
        let rules = game(marks);
        let exact = best(rules.sheet().unwrap(), &Sheet::empty(3));
        // Only the last turn is exact, and few states of the bound have a place of their own.
        for bound in [1, 8, 60] {
            let limits = Limits { ends: 300, bound };
            let points = Points::solve_within(rules.clone(), limits, UNWATCHED).unwrap();
            assert!(!points.is_exact(&Sheet::empty(3)));
            let bound = points.upper_bound(UNWATCHED);
            assert!(bound >= exact, "{marks:?} {limits:?}: {bound} and {exact}");
            let games = points.simulate(20_000, sequence, UNWATCHED);
            let mean = games.iter().map(|game| f64::from(game.points.unwrap())).sum::<f64>() / 20_000.0;
            // The points of a game deviate by less than 3.
            let error = 4.0 * 3.0 / 20_000_f64.sqrt();
            assert!(mean < exact + error && mean > exact - error - 0.1, "{marks:?}: {mean} and {exact}");
        }
    }
}
