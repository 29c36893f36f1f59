//! Players who do not look beyond this turn, in games with columns, against obvious ones.

use std::sync::Arc;

use kosti_dice::{Dice, Space};
use kosti_rules::{Entry, House, Rules, RulesFile, Sheet, SheetRules};
use kosti_solver::{
    Choice, DiceRng, HeuristicPlayer, NoProgress, Objective, Policy, SolveError, Unsupported, solve,
};
use kosti_testkit::numbers;

/// Two dice with three sides: three boxes in each of three columns, one of which must be announced. What `most` is above
/// `least` is multiplied by `ones`.
const GAME: &str = "name = 'Range'\ndice = 2\nsides = 3\nthrows = 3\n[each-box]\nscore = 'all-dice'\n\
    [box.ones]\nnumber = 1\nscore = 'matching'\n\
    [group.range]\ndifference = { of = 'most', less = 'least', times = 'ones' }\n\
    [box.most]\ngroup = 'range'\n[box.least]\ngroup = 'range'\n\
    [column.free]\n[column.down]\norder = 'down'\n[column.said]\norder = 'announced'\n";

fn rules() -> Arc<Rules> {
    Arc::new(RulesFile::read("range", GAME).rules(&House::default()).unwrap())
}

/// What points in a box are worth where the ones of its column are known.
fn worth(rules: &SheetRules, sheet: &Sheet, slot: usize, points: i32) -> f64 {
    let (id, column) = rules.slots[slot].id.split_once('-').unwrap();
    let ones = sheet.sum(rules.slot(&format!("ones-{column}")).unwrap());
    f64::from(match id {
        "most" => points * ones,
        "least" => -points * ones,
        _ => unreachable!("they are full"),
    })
}

/// What dice are worth on a throw to who wants most from this turn.
fn value(rules: &SheetRules, sheet: &Sheet, dice: Dice, throw: u8, announced: Option<usize>) -> f64 {
    let written = rules.offers(sheet, dice, throw).into_iter().filter(|offer| match announced {
        Some(slot) => offer.slot == slot,
        None => !rules.slots[offer.slot].announced,
    });
    let written = written.filter_map(|offer| Some(worth(rules, sheet, offer.slot, offer.score?)));
    let kept = rules.keeps_of(dice).filter(|_| throw < rules.throws);
    let kept = kept.map(|keep| keeping(rules, sheet, keep, throw, announced));
    let announcing = (0..rules.slots.len())
        .filter(|&slot| throw == 1 && announced.is_none() && rules.may_announce(sheet, slot))
        .map(|slot| value(rules, sheet, dice, throw, Some(slot)));
    written.chain(kept).chain(announcing).fold(f64::NEG_INFINITY, f64::max)
}

fn keeping(rules: &SheetRules, sheet: &Sheet, keep: Dice, throw: u8, announced: Option<usize>) -> f64 {
    let left = 2 - keep.len() as u32;
    let mut sum = 0.0;
    for nth in 0..3_u32.pow(left) {
        let fell = (0..left).fold(keep, |dice, die| dice.with((nth / 3_u32.pow(die) % 3) as u8 + 1));
        sum += value(rules, sheet, fell, throw + 1, announced);
    }
    sum / f64::from(3_u32.pow(left))
}

#[test]
fn every_choice_is_worth_what_it_is_worth_to_an_obvious_player() {
    let rules = rules();
    let sheet_rules = rules.sheet().unwrap();
    let player = HeuristicPlayer::new(rules.clone(), Policy::Greedy);
    for ones in [[2, 1, 2], [1, 0, 2], [2, 2, 0]] {
        let mut sheet = Sheet::empty(sheet_rules.slots.len());
        for (id, ones) in ["ones-free", "ones-down", "ones-said"].into_iter().zip(ones) {
            sheet.write(sheet_rules.slot(id).unwrap(), Entry::Score(ones));
        }
        let said = sheet_rules.slot("least-said").unwrap();
        for &dice in Space::new(2, 3).all() {
            for (throw, announced) in [(1, None), (2, None), (3, None), (1, Some(said)), (3, Some(said))] {
                let advice = player.advise(&sheet, dice, throw, announced);
                let best = value(sheet_rules, &sheet, dice, throw, announced);
                assert!((advice[0].value - best).abs() < 1e-9, "{ones:?} {dice} {throw}: {advice:?}, {best}");
                for valued in &advice {
                    let expected = match valued.choice {
                        Choice::Keep(keep) => keeping(sheet_rules, &sheet, keep, throw, announced),
                        Choice::Announce(slot) => value(sheet_rules, &sheet, dice, throw, Some(slot)),
                        Choice::Score(slot) => {
                            let points = sheet_rules.offer(&sheet, slot, dice, throw).score.unwrap();
                            worth(sheet_rules, &sheet, slot, points)
                        }
                        Choice::Cross(_) => unreachable!("nothing is crossed out here"),
                    };
                    assert!((valued.value - expected).abs() < 1e-9, "{dice} {throw}: {valued:?}, {expected}");
                }
            }
        }
    }
}

/// A game as it is played at a table, by the choices that the advice ranks first.
fn by_advice(player: &HeuristicPlayer, rules: &SheetRules, rng: &mut impl DiceRng) -> i32 {
    let mut sheet = Sheet::empty(rules.slots.len());
    while !rules.is_full(&sheet) {
        let (mut dice, mut throw, mut announced) = (Dice::NONE, 0, None);
        loop {
            if dice.len() < 2 {
                dice = (dice.len()..2).fold(dice, |dice, _| dice.with(rng.below(3) as u8 + 1));
                throw += 1;
            }
            match player.advise(&sheet, dice, throw, announced)[0].choice {
                Choice::Keep(keep) => dice = keep,
                Choice::Announce(slot) => announced = Some(slot),
                Choice::Score(slot) => {
                    let points = rules.offer(&sheet, slot, dice, throw).score.unwrap();
                    sheet.write(slot, Entry::Score(points));
                    break;
                }
                Choice::Cross(_) => unreachable!("nothing is crossed out here"),
            }
        }
    }
    rules.totals(&sheet).total
}

fn mean_and_error(totals: &[f64]) -> (f64, f64) {
    let mean = totals.iter().sum::<f64>() / totals.len() as f64;
    let square = totals.iter().map(|total| (total - mean).powi(2)).sum::<f64>() / totals.len() as f64;
    (mean, (square / totals.len() as f64).sqrt())
}

#[test]
fn simulated_games_are_those_of_the_table() {
    let rules = rules();
    let sheet_rules = rules.sheet().unwrap();
    let mut means = Vec::new();
    for manner in [Policy::Random, Policy::Greedy, Policy::Sensible, Policy::Thoughtful] {
        let player = HeuristicPlayer::new(rules.clone(), manner);
        let simulated = player.simulate(4_000, numbers, &NoProgress).unwrap();
        let simulated: Vec<f64> = simulated.iter().map(|played| played.total.into()).collect();
        let (mean, error) = mean_and_error(&simulated);
        means.push(mean);
        if manner == Policy::Random {
            continue;
        }
        let mut rng = numbers(7);
        let played: Vec<f64> = (0..2_000).map(|_| by_advice(&player, sheet_rules, &mut rng).into()).collect();
        let (other, other_error) = mean_and_error(&played);
        assert!((mean - other).abs() < 4.0 * error.hypot(other_error), "{manner:?}: {mean} and {other}");
    }
    assert!(means[0] < means[1] && means[1] < means[2], "who thinks more does better: {means:?}");
}

#[test]
fn such_games_are_not_solved() {
    let error = |objective| solve(&rules(), &objective, &NoProgress).err();
    assert_eq!(error(Objective::Total), Some(SolveError::NotSolvable(Unsupported::Columns)));
    assert_eq!(error(Objective::Points), Some(SolveError::NoSuchObjective(Objective::Points)));
    assert_eq!(error(Objective::Win), Some(SolveError::NotSolvable(Unsupported::Columns)));
}
