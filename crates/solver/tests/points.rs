//! Play for points, in every game that points decide.

use std::sync::Arc;

use kosti_rules::{Entry, House, Rules, Sheet};
use kosti_solver::{NoProgress, Objective, ReferenceSolver, SolveError, solve};
use kosti_testkit::{TestRng, numbers};

use crate::solved::{solve_points, solve_total};

fn games() -> Vec<Arc<Rules>> {
    let files = kosti_games::ids().map(|id| kosti_games::file(id).unwrap());
    files.map(|file| Arc::new(file.rules(&House::default()).unwrap())).collect()
}

/// A sheet with two entries still to write.
fn late(rules: &Rules, rng: &mut TestRng) -> Sheet {
    let rules = rules.sheet().unwrap();
    let mut sheet = Sheet::empty(rules.slots.len());
    while sheet.written() + 2 < rules.rounds {
        let slot = rng.below(rules.slots.len());
        if rules.is_open(&sheet, slot) {
            let scores: Vec<i32> = rules.slots[slot].possible_scores().collect();
            sheet.write(slot, Entry::Score(*rng.pick(&scores)));
        }
    }
    sheet
}

#[test]
fn points_are_strongly_played_and_exactly_in_the_end() {
    let by_points = |rules: &Arc<Rules>| rules.sheet().is_some_and(|sheet| !sheet.awards.is_empty());
    for rules in games().into_iter().filter(by_points) {
        let points = solve_points(&rules);
        let sheet_rules = rules.sheet().unwrap();
        let mut rng = TestRng::new(3);
        for _ in 0..4 {
            let sheet = late(&rules, &mut rng);
            let present = f64::from(sheet_rules.totals(&sheet).points.unwrap());
            let slow =
                ReferenceSolver::for_goal(sheet_rules, |totals| totals.points.unwrap().into()).value(&sheet);
            let fast = present + points.sheet_value(&sheet);
            assert!(points.is_exact(&sheet) && (slow - fast).abs() < 1e-9, "{slow} and {fast}: {sheet:?}");
            let dice = sheet_rules.space.all()[rng.below(200)];
            let advice = points.advise(&sheet, dice, 3);
            assert!(advice.is_sorted_by(|a, b| a.value >= b.value) && !advice.is_empty());
        }
        let count = if kosti_testkit::full_length() { 20_000.0 } else { 4_000.0 };
        let played = points.simulate(count as usize, numbers, &NoProgress).unwrap();
        let for_total = solve_total(&rules).simulate(count as usize, numbers, &NoProgress).unwrap();
        let [mean, low] = [played, for_total]
            .map(|games| games.iter().map(|game| f64::from(game.points.unwrap())).sum::<f64>() / count);
        let bound = points.upper_bound(&NoProgress).unwrap();
        assert!(mean > low + 2.0 && mean < bound, "{}: {low}, {mean}, at most {bound}", rules.id);
        // What it says of the start is what it plays, nearly: it learned from its own games.
        let empty = Sheet::empty(sheet_rules.slots.len());
        let said = points.sheet_value(&empty) + f64::from(sheet_rules.totals(&empty).points.unwrap());
        assert!((said - mean).abs() < 0.3, "{}: says {said}, plays {mean}", rules.id);
    }
}

#[test]
fn other_games_are_refused() {
    for rules in games().into_iter().filter(|rules| rules.sheet().is_some_and(|s| s.awards.is_empty())) {
        let error = solve(&rules, &Objective::Points, &NoProgress).err();
        assert_eq!(error, Some(SolveError::NoSuchObjective(Objective::Points)), "{}", rules.id);
    }
}
