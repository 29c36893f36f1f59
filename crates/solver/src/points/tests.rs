//! Small games whose best play can be worked out the slow way.

#![allow(clippy::unwrap_used, reason = "a test may fail")]

use kosti_rules::{House, RulesFile};

use super::*;
use crate::reference::Reference;

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
    Reference::for_goal(rules, |totals| totals.points.unwrap().into()).value(sheet)
}

#[test]
fn a_game_whose_turns_all_are_last_ones_is_exact() {
    let games = [[2, 8, 14], [3, 10, 20], [4, 5, 30]].map(game);
    for rules in games.into_iter().chain([upside_down()]) {
        let marks = &rules.sheet().unwrap().awards;
        let (sheet, empty) = (rules.sheet().unwrap(), Sheet::empty(3));
        let points = Points::solve(rules.clone()).unwrap();
        let (exact, present) = (best(sheet, &empty), f64::from(sheet.totals(&empty).points.unwrap()));
        let value = points.sheet_value(&empty) + present;
        assert!(points.is_exact(&empty) && (value - exact).abs() < 1e-9, "{marks:?}: {value} and {exact}");
        let bound = points.upper_bound(UNWATCHED);
        assert!(bound >= exact, "{marks:?}: {bound} and {exact}");
        // Where a larger total never is a pity, nothing is given away.
        let rises = (1..60).all(|total| points.stairs.at(total) >= points.stairs.at(total - 1));
        assert!(!rises || bound < exact + 1e-6, "{marks:?}: {bound} and {exact}");
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
