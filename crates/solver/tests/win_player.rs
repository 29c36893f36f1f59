//! Playing to win by estimates: exact where it says so, and near the exact chance elsewhere.

use std::collections::HashMap;
use std::sync::Arc;

use kosti_dice::Dice;
use kosti_rules::{Entry, Rules, Sheet, Totals};
use kosti_solver::{
    NoProgress, Objective, ReferenceSolver, SheetAim, SheetWinReferenceSolver, WinPlayer, WinPosition,
};
use kosti_testkit::TestRng;

use crate::games::{compile, toy};
use crate::positions::late_sheet;
use crate::solved::{solve_for, solve_total};

fn win_player(rules: &Arc<Rules>) -> WinPlayer {
    let total = Arc::new(solve_for(rules, &Objective::Total));
    let moments = Arc::new(total.as_total().unwrap().moments(&NoProgress).unwrap());
    WinPlayer::new(total, moments, &NoProgress).unwrap()
}

fn empty(rules: &Rules) -> Sheet {
    Sheet::empty(rules.sheet().unwrap().slots.len())
}

/// Two dice, five boxes and a bonus: too many turns of two players to be solved exactly at a table.
const FIVE: &str = "name = 'Five'\ndice = 2\nsides = 4\nthrows = 2\n\
                    [group.upper]\nbonus = { at-least = 8, points = 6 }\nper-number = ['ones', 'twos', 'threes']\n\
                    [group.upper.each-box]\nscore = 'matching'\nunfit = 'zero'\n\
                    [box.pair]\nneeds = { alike = 2 }\nscore = { points = 9 }\nunfit = 'zero'\n\
                    [box.any]\nscore = 'all-dice'\n[box.more]\nscore = 'all-dice'";

#[test]
fn two_seats_are_exact_near_the_end_whoever_began() {
    let rules = compile("five", FIVE);
    let (player, sheet) = (win_player(&rules), rules.sheet().unwrap());
    let mut rng = TestRng::new(7);
    for (own, other) in [(2, 2), (2, 1), (1, 1), (1, 0)] {
        let sheets = [late_sheet(sheet, own, &mut rng), late_sheet(sheet, other, &mut rng)];
        let turn = player.turn(&sheets);
        let [own, other] = sheets;
        let began = own.written() == other.written();
        let sheets = if began { [own, other] } else { [other, own] };
        let position = WinPosition { sheets, turn: usize::from(!began) };
        let slow = SheetWinReferenceSolver::new(sheet).value(&position);
        assert!(turn.is_exact() && (turn.value() - slow).abs() < 1e-9, "{} and {slow}", turn.value());
    }
}

#[test]
fn the_estimate_is_near_the_exact_chance() {
    let rules = compile("five", FIVE);
    let player = win_player(&rules);
    let sheets = [empty(&rules), empty(&rules)];
    let turn = player.turn(&sheets);
    let exact = solve_for(&rules, &Objective::Win).into_sheet_win().unwrap();
    assert!(!turn.is_exact(), "twelve turns are not solved at a table");
    assert!((turn.value() - exact.value()).abs() < 0.02, "{} and {}", turn.value(), exact.value());
    // What it chooses is worth nearly as much as the best choice.
    let position = WinPosition { sheets, turn: 0 };
    for &dice in rules.sheet().unwrap().space.all() {
        let exactly = exact.advise(&position, dice, 1).unwrap();
        let chosen = turn.advise(dice, 1)[0];
        let worth = exactly.iter().find(|valued| valued.choice == chosen.choice).unwrap().value;
        assert!(exactly[0].value - worth < 0.01, "{dice}: {chosen:?}, {exactly:?}");
    }
}

/// The chance of a final total against independent totals of others, by going through all of them.
fn shared_chance(total: i32, others: &[Vec<(i32, f64)>]) -> f64 {
    let mut outcomes = HashMap::from([((i32::MIN, 0_u32), 1.0)]);
    for other in others {
        let mut next = HashMap::new();
        for (&(most, equal), &share) in &outcomes {
            for &(total, chance) in other {
                let entry = match total.cmp(&most) {
                    std::cmp::Ordering::Less => (most, equal),
                    std::cmp::Ordering::Equal => (most, equal + 1),
                    std::cmp::Ordering::Greater => (total, 1),
                };
                *next.entry(entry).or_insert(0.0) += share * chance;
            }
        }
        outcomes = next;
    }
    let part = |(most, equal): (i32, u32)| match total.cmp(&most) {
        std::cmp::Ordering::Less => 0.0,
        std::cmp::Ordering::Equal => 1.0 / f64::from(equal + 1),
        std::cmp::Ordering::Greater => 1.0,
    };
    outcomes.into_iter().map(|(outcome, share)| share * part(outcome)).sum()
}

/// Against several, a small game is solved to its end against the distributions of the others under the best play for
/// the expected total.
#[test]
fn three_seats_respond_to_what_the_others_expect() {
    for name in ["bonus", "coin", "joker", "two-bonuses", "forced-joker", "second-time"] {
        let rules = toy(name);
        let (player, sheet) = (win_player(&rules), rules.sheet().unwrap());
        let total = solve_total(&rules).distribution(&NoProgress).unwrap();
        let other: Vec<(i32, f64)> = total.probabilities().collect();
        let goal = |totals: &Totals| shared_chance(totals.total, &[other.clone(), other.clone()]);
        let slow = ReferenceSolver::for_goal(sheet, goal).value(&empty(&rules));
        let turn = player.turn(&[empty(&rules), empty(&rules), empty(&rules)]);
        assert!((turn.value() - slow).abs() < 1e-9, "{name}: {} and {slow}", turn.value());
        assert!(!turn.is_exact(), "{name}: the others may play otherwise");
    }
}

/// The best value before a throw is the mean over the best choices after it.
#[test]
fn choices_add_up_to_the_value_of_the_turn() {
    let rules = compile("five", FIVE);
    let (player, sheet) = (win_player(&rules), rules.sheet().unwrap());
    let mut rng = TestRng::new(11);
    for (seats, open) in [(2, 6), (3, 6), (3, 3), (4, 1)] {
        let sheets: Vec<Sheet> = (0..seats).map(|_| late_sheet(sheet, open, &mut rng)).collect();
        let turn = player.turn(&sheets);
        let best = |&dice: &Dice| sheet.space.probability(dice) * turn.advise(dice, 1)[0].value;
        let mean: f64 = sheet.space.all().iter().map(best).sum();
        assert!((mean - turn.value()).abs() < 1e-9, "{mean} and {}", turn.value());
        let chances = player.chances(&sheets, turn.value());
        assert!((chances.iter().sum::<f64>() - 1.0).abs() < 1e-12, "{chances:?}");
    }
}

#[test]
fn the_very_last_turn_is_exact_for_any_number_of_seats() {
    let rules = toy("one-die");
    let player = win_player(&rules);
    let full = |points: i32| {
        let mut sheet = empty(&rules);
        sheet.write(0, Entry::Score(points));
        sheet
    };
    let turn = player.turn(&[empty(&rules), full(4), full(4), full(2)]);
    // A 5 or 6 wins, and a 4 is a third of a win.
    assert!(turn.is_exact() && (turn.value() - (2.0 + 1.0 / 3.0) / 6.0).abs() < 1e-12, "{}", turn.value());
    assert_eq!(player.turn(&[full(4), full(4)]).value(), 0.5);
    assert_eq!(player.turn(&[full(1)]).value(), 1.0);
}

/// Instant wins of everybody count, in the order of their turns.
#[test]
fn instant_wins_are_part_of_the_chance() {
    let text = "name = 'Six'\ndice = 1\nthrows = 1\n[box.any]\nscore = 'all-dice'\n[instant-win.six]\nneeds = { shows = [6] }\nthrow = 'first'";
    let rules = compile("six", text);
    let player = win_player(&rules);
    let three = player.turn(&[empty(&rules), empty(&rules), empty(&rules)]);
    // A six at once, or nobody throws one and three equal dice share the win.
    let expected = 1.0 / 6.0 + (5.0_f64 / 6.0).powi(3) / 3.0;
    assert!((three.value() - expected).abs() < 1e-9, "{} and {expected}", three.value());
}

#[test]
fn who_plays_to_win_beats_who_plays_for_the_total() {
    let rules = toy("best-of-two");
    let player = win_player(&rules);
    let rng = |seed: u64| {
        let mut rng = TestRng::new(seed + 1);
        move |n: u32| rng.below(n)
    };
    let games = 40_000;
    let wins = |aims: [SheetAim; 2]| {
        let seats = player.simulate(&aims, games, rng, &NoProgress).unwrap();
        let won = |(one, other): (&kosti_solver::SheetResult, &kosti_solver::SheetResult)| match one
            .total
            .cmp(&other.total)
        {
            std::cmp::Ordering::Less => 0.0,
            std::cmp::Ordering::Equal => 0.5,
            std::cmp::Ordering::Greater => 1.0,
        };
        seats[0].iter().zip(&seats[1]).map(won).sum::<f64>() / games as f64
    };
    let error = 0.5 / (games as f64).sqrt();
    // The first keeps 4 to 6 in both games. The second knows the die to beat: 103/216 is the first one's share.
    let by_hand = 103.0 / 216.0;
    let found = wins([SheetAim::Total, SheetAim::Win]);
    assert!((found - by_hand).abs() < 4.0 * error, "{found} and {by_hand} ± {error}");
    let equal = wins([SheetAim::Total, SheetAim::Total]);
    assert!((equal - 0.5).abs() < 4.0 * error, "{equal}");
    // Equal numbers make equal games.
    assert_eq!(wins([SheetAim::Win, SheetAim::Win]), wins([SheetAim::Win, SheetAim::Win]));
}
