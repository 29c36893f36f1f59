//! Playing to win with score sheets: against values worked out by hand, and against the obvious solver.

use std::path::Path;
use std::sync::Arc;

use kosti_rules::{House, Rules, RulesFile, Sheet, SheetRules};
use kosti_solver::{
    NoProgress, Objective, SheetWinReferenceSolver, SheetWinStrategy, SolveError, WinPosition, solve,
};
use kosti_testkit::TestRng;
use proptest::prelude::*;

use crate::games::{bundled, compile, toy};
use crate::positions::late_sheet;
use crate::solved::solve_for;

fn empty(rules: &Rules) -> WinPosition {
    let empty = Sheet::empty(rules.sheet().unwrap().slots.len());
    WinPosition { sheets: [empty.clone(), empty], turn: 0 }
}

fn win_from(rules: &Arc<Rules>, position: &WinPosition) -> SheetWinStrategy {
    let objective = Objective::WinFrom { position: position.clone(), most_values: 50_000_000 };
    solve_for(rules, &objective).into_sheet_win().unwrap()
}

#[test]
fn chances_to_win_are_those_worked_out_by_hand() {
    // Two players without a choice are equally good, because a tie is half a win.
    let by_hand = [("one-die", 0.5), ("coin", 0.5), ("best-of-two", 103.0 / 216.0)];
    for (name, value) in by_hand {
        let found = solve_for(&toy(name), &Objective::Win).value();
        assert!((found - value).abs() < 1e-12, "{name}: {found}");
    }
    // A 6 wins at once: 1/6 + 5/6 · (1 − W), where the second player has W = 1/6 + 5/6 · 1/2.
    let text = "name = 'Six'\ndice = 1\nthrows = 1\n[box.any]\nscore = 'all-dice'\n[instant-win.six]\nneeds = { shows = [6] }\nthrow = 'first'";
    let found = solve_for(&compile("six", text), &Objective::Win).value();
    assert!((found - 37.0 / 72.0).abs() < 1e-12, "{found}");
}

#[test]
fn toy_games_are_won_as_the_obvious_solver_wins() {
    let toys = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../games/toy");
    for toy_file in std::fs::read_dir(toys).unwrap() {
        let name = toy_file.unwrap().path().file_stem().unwrap().to_str().unwrap().to_owned();
        let rules = toy(&name);
        if rules.sheet().unwrap().rounds > 2 {
            continue;
        }
        let fast = solve_for(&rules, &Objective::Win).value();
        let slow = SheetWinReferenceSolver::new(rules.sheet().unwrap()).value(&empty(&rules));
        assert!((fast - slow).abs() < 1e-12, "{name}: {fast} and {slow}");
    }
}

#[test]
fn an_instant_win_by_any_throw_is_played_for() {
    let text = "name = 'Any six'\ndice = 2\nthrows = 3\n[box.any]\nscore = 'all-dice'\n[box.low]\nneeds = { alike = 2 }\nscore = 'combination'\nunfit = 'zero'\n[instant-win.six]\nneeds = { shows = [6, 6] }\nthrow = 'any'";
    let rules = compile("any-six", text);
    let fast = solve_for(&rules, &Objective::Win).value();
    let slow = SheetWinReferenceSolver::new(rules.sheet().unwrap()).value(&empty(&rules));
    assert!((fast - slow).abs() < 1e-12, "{fast} and {slow}");
}

#[test]
fn games_that_awards_decide_are_refused() {
    let rules = bundled("balut");
    assert!(matches!(solve(&rules, &Objective::Win, &NoProgress), Err(SolveError::NotSolvable(_))));
    let large = bundled("yatzy");
    assert!(matches!(solve(&large, &Objective::Win, &NoProgress), Err(SolveError::TooLarge(_))));
}

/// A position in which both seats have `open` boxes, or the seat on turn if it is the second, and whose totals are
/// close.
fn late_position(rules: &SheetRules, open: usize, turn: usize, rng: &mut TestRng) -> WinPosition {
    loop {
        let sheets = [late_sheet(rules, open - turn, rng), late_sheet(rules, open, rng)];
        let [first, second] = [0, 1].map(|seat: usize| rules.totals(&sheets[seat]).total);
        if (first - second).abs() <= 40 {
            return WinPosition { sheets, turn };
        }
    }
}

#[test]
fn the_last_turns_of_every_game_are_won_as_the_obvious_solver_wins() {
    let mut rng = TestRng::new(23);
    let mut undecided = 0;
    for id in kosti_games::ids() {
        let rules = bundled(id);
        let Some(sheet) = rules.sheet().filter(|sheet| sheet.awards.is_empty()) else { continue };
        for turn in [0, 1, 1] {
            let position = late_position(sheet, 1, turn, &mut rng);
            let objective = Objective::WinFrom { position: position.clone(), most_values: 50_000_000 };
            let fast = match solve(&rules, &objective, &NoProgress) {
                Ok(solution) => solution.into_sheet_win().unwrap(),
                // Games with columns, or with more states than are indexed.
                Err(SolveError::NotSolvable(_) | SolveError::TooLarge(_)) => break,
                Err(error) => panic!("{id}: {error}"),
            };
            let slow = SheetWinReferenceSolver::new(sheet).value(&position);
            assert!((fast.value() - slow).abs() < 1e-9, "{id}: {} and {slow} at {position:?}", fast.value());
            undecided += usize::from((0.01..0.99).contains(&slow));
            check_advice(&fast, sheet, &position);
        }
    }
    assert!(undecided > 5, "only {undecided} positions decide anything");
}

/// The value before a throw is the mean of the best choices after it.
fn check_advice(strategy: &SheetWinStrategy, rules: &SheetRules, position: &WinPosition) {
    let best = |&dice: &kosti_dice::Dice| {
        let wins = rules.wins(dice, 1).is_some();
        let value = || strategy.advise(position, dice, 1).unwrap()[0].value;
        rules.space.probability(dice) * if wins { 1.0 } else { value() }
    };
    let mean: f64 = rules.space.all().iter().map(best).sum();
    let value = strategy.position_value(position).unwrap();
    assert!((mean - value).abs() < 1e-9, "{mean} and {value} at {position:?}");
}

#[test]
fn one_solution_has_every_position_after_it() {
    let rules = toy("bonus");
    let whole = win_from(&rules, &empty(&rules));
    let sheet = rules.sheet().unwrap();
    let mut rng = TestRng::new(5);
    for open in 1..sheet.rounds {
        for turn in [0, 1] {
            let position = late_position(sheet, open, turn, &mut rng);
            let here = win_from(&rules, &position).value();
            let there = whole.position_value(&position);
            assert!(there.is_some_and(|there| (there - here).abs() < 1e-12), "{there:?} and {here}");
            check_advice(&whole, sheet, &position);
        }
    }
    let out_of_turn = WinPosition { turn: 1, ..empty(&rules) };
    assert_eq!(whole.position_value(&out_of_turn), None);
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 24, failure_persistence: None, ..ProptestConfig::default() })]

    /// Small games with random boxes: the fast solver and the obvious one agree.
    #[test]
    fn random_games_are_won_as_the_obvious_solver_wins(
        dice in 1_u8..=2,
        sides in 2_u8..=4,
        throws in 1_u8..=2,
        fixed in 1_i32..=6,
        bonus in 0_i32..=5,
        threshold in 2_i32..=6,
        wins in any::<bool>(),
    ) {
        let win = if wins { "[instant-win.twos]\nneeds = { shows = [2] }\nthrow = 'first'\n" } else { "" };
        let text = format!(
            "name = 'Random'\ndice = {dice}\nsides = {sides}\nthrows = {throws}\n\
             [group.upper]\nbonus = {{ at-least = {threshold}, points = {bonus} }}\nper-number = ['ones', 'twos']\n\
             [group.upper.each-box]\nscore = 'matching'\nunfit = 'zero'\n\
             [box.one]\nneeds = {{ shows = [1] }}\nscore = {{ points = {fixed} }}\nunfit = 'zero'\n{win}"
        );
        let file = RulesFile::read("random", &text);
        let rules = file.rules(&House::default());
        prop_assume!(rules.is_ok());
        let rules = Arc::new(rules.unwrap());
        let fast = solve_for(&rules, &Objective::Win).value();
        let slow = SheetWinReferenceSolver::new(rules.sheet().unwrap()).value(&empty(&rules));
        prop_assert!((fast - slow).abs() < 1e-12, "{} and {}: {}", fast, slow, text);
    }
}
