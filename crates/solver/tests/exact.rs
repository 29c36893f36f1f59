//! The fast solver against the obvious one, against values worked out by hand, and against known numbers.

use std::path::Path;

use kosti_rules::Sheet;
use kosti_solver::{HeuristicPlayer, NoProgress, Policy, ReferenceSolver};
use kosti_testkit::{TestRng, numbers};

use crate::games::{bundled, compile, toy};
use crate::positions::{check_advice, check_sheet_value, late_sheet, totals};
use crate::solved::solve_total;
use crate::variants::check_chance_to_reach;

#[test]
fn toy_games_have_the_values_worked_out_by_hand() {
    let by_hand = [
        ("one-die", 3.5),
        ("best-of-two", 4.25),
        ("hand", 7.25),
        ("coin", 5.25),
        ("bonus", 7.0 + 10.0 / 36.0),
        ("gate", 2.5),
        ("two-bonuses", 13.0 + 7.0 / 18.0),
        ("six-dice", 25.5),
        ("joker", 7.75),
        ("forced-joker", 13.25),
        ("hands", 3.25),
        ("second-time", 3.25),
        ("set-aside", 3.375),
    ];
    let toys = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../games/toy");
    assert_eq!(std::fs::read_dir(toys).unwrap().count(), by_hand.len(), "every toy has its value here");
    for (name, value) in by_hand {
        let rules = toy(name);
        let slow = ReferenceSolver::new(rules.sheet().unwrap())
            .value(&Sheet::empty(rules.sheet().unwrap().slots.len()));
        let fast = solve_total(&rules).value();
        assert!((slow - value).abs() < 1e-9, "{name}: the obvious solver says {slow}");
        assert!((fast - value).abs() < 1e-9, "{name}: the fast solver says {fast}");
    }
}

#[test]
fn chances_to_reach_a_score_in_toy_games_agree_with_the_reference() {
    let toys = [
        "one-die",
        "best-of-two",
        "hand",
        "coin",
        "bonus",
        "gate",
        "two-bonuses",
        "joker",
        "forced-joker",
        "second-time",
        "set-aside",
    ];
    for name in toys {
        let rules = toy(name);
        let empty = Sheet::empty(rules.sheet().unwrap().slots.len());
        for at_least in -5..40 {
            check_chance_to_reach(&rules, &empty, at_least);
        }
    }
}

/// Two dice, where every pair is a joker once the box of pairs is full; boxes may be crossed out.
#[test]
fn a_game_full_of_jokers() {
    let text = "name = 'Full'\ndice = 2\nsides = 3\nthrows = 2\n[each-box]\ncross = 'last-throw'\n[group.n]\nper-number = ['a', 'b', 'c']\n\
        bonus = { at-least = 8, points = 9 }\neach-box = { needs = { matching = 1 }, score = 'matching' }\n\
        [box.pair]\nneeds = { alike = 2 }\nscore = 'combination'\n[box.run]\nneeds = { run = 2 }\nscore = 'all-dice'\njoker = 9\nfill = 2\n\
        [joker]\nbox = 'pair'\nbonus = 7\nfirst = 'n'\n";
    let rules = compile("full", text);
    let sheet_rules = rules.sheet().unwrap();
    let strategy = solve_total(&rules);
    let mut rng = TestRng::new(3);
    for open in (1..6).cycle().take(40) {
        let sheet = late_sheet(sheet_rules, open, &mut rng);
        check_sheet_value(&strategy, &sheet);
        for &dice in sheet_rules.space.all() {
            check_advice(&strategy, &sheet, dice, 1);
            check_advice(&strategy, &sheet, dice, 2);
        }
    }
    let means = [Policy::Random, Policy::Greedy].map(|manner| {
        let played =
            HeuristicPlayer::new(rules.clone(), manner).simulate(20_000, numbers, &NoProgress).unwrap();
        f64::from(played.iter().map(|played| played.total).sum::<i32>()) / played.len() as f64
    });
    let best = f64::from(totals(&strategy, 20_000).iter().sum::<i32>()) / 20_000.0;
    assert!((best - strategy.value()).abs() < 0.5, "{best} and {}", strategy.value());
    assert!(means[0] + 1.0 < means[1] && means[1] + 0.1 < strategy.value(), "{means:?} {}", strategy.value());
}

/// Known from other programs.
#[test]
fn known_values_and_sizes() {
    let known = [("yatzy", 248.439_989_4, 1_430_528, 958_976), ("yahtzee", 254.587_728_7, 536_448, 359_616)];
    for (id, value, reachable, states) in known {
        let rules = bundled(id);
        let strategy = solve_total(&rules);
        assert!((strategy.value() - value).abs() < 1e-7, "{id}: {}", strategy.value());
        let size = strategy.size();
        assert_eq!((size.reachable, size.states), (reachable, states), "{id}");
    }
}

#[test]
fn a_distribution_worked_out_by_hand() {
    // A second throw follows 1, 2, 3; so these come from it alone.
    let found = solve_total(&toy("best-of-two")).distribution(&NoProgress).unwrap();
    let by_hand = [1.0, 1.0, 1.0, 3.0, 3.0, 3.0].map(|twelfths| twelfths / 12.0);
    assert_eq!(found.probabilities().map(|(total, _)| total).collect::<Vec<_>>(), [1, 2, 3, 4, 5, 6]);
    assert!(found.probabilities().zip(by_hand).all(|((_, share), by_hand)| (share - by_hand).abs() < 1e-12));
    assert_eq!([0.05, 0.25, 0.5, 1.0].map(|share| found.quantile(share)), [1, 3, 4, 6]);
    assert!((found.at_least(4) - 0.75).abs() < 1e-12);
}
