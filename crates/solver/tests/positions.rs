//! Random sheets, and what must hold of a solution on each of them.

use kosti_dice::Dice;
use kosti_rules::{Entry, Offer, Sheet, SheetRules, Thrown};
use kosti_solver::{Choice, NoProgress, ReferenceSolver, TotalStrategy};
use kosti_testkit::{TestRng, numbers};

/// A sheet with `open` entries still to write, each entry one that can be written.
pub(crate) fn late_sheet(rules: &SheetRules, open: usize, rng: &mut TestRng) -> Sheet {
    let mut sheet = Sheet::empty(rules.slots.len());
    while rules.rounds - sheet.written() > open {
        let slot = rng.below(rules.slots.len());
        if !rules.is_open(&sheet, slot) || !rules.passes_gate(&sheet, slot) {
            continue;
        }
        let scores: Vec<i32> = rules.slots[slot].possible_scores().collect();
        let crossed = rng.below(3) == 0;
        let entry = if crossed { Entry::Crossed } else { Entry::Score(*rng.pick(&scores)) };
        if let Ok(entry) = rules.check_entry(slot, entry) {
            sheet.write(slot, entry);
        }
    }
    sheet
}

/// Dice that may lie on the table after this throw: those that stay aside are some of them.
pub(crate) fn random_thrown(rules: &SheetRules, throw: u8, rng: &mut TestRng) -> Thrown {
    let dice = *rng.pick(rules.space.all());
    let Some(least) = rules.set_aside else { return dice.into() };
    let before = usize::from(throw) - 1;
    let may_lie = |aside: &Dice| match before {
        0 => aside.is_empty(),
        _ => (least * before..dice.len()).contains(&aside.len()),
    };
    let aside: Vec<Dice> = dice.selections().into_iter().chain([Dice::NONE]).filter(may_lie).collect();
    Thrown { dice, aside: *rng.pick(&aside) }
}

/// The fast solver and the reference give the sheet the same value.
pub(crate) fn check_sheet_value(strategy: &TotalStrategy, sheet: &Sheet) {
    let rules = strategy.rules().sheet().unwrap();
    let slow = ReferenceSolver::new(rules).value(sheet);
    let fast = f64::from(rules.totals(sheet).total) + strategy.sheet_value(sheet);
    assert!((slow - fast).abs() < 1e-9, "{}: {slow} and {fast} for {sheet:?}", strategy.rules().id);
}

/// What each action is worth follows from what it leads to: writing from the sheet after it, keeping from the throws
/// that may follow.
pub(crate) fn check_advice(strategy: &TotalStrategy, sheet: &Sheet, thrown: impl Into<Thrown>, throw: u8) {
    let rules = strategy.rules().sheet().unwrap();
    let thrown = thrown.into();
    for valued in strategy.advise(sheet, thrown, throw) {
        let offer = |slot| rules.offer(sheet, slot, thrown.dice, throw);
        let expected = match valued.choice {
            Choice::Score(slot) => {
                after(strategy, rules, sheet, Entry::Score(offer(slot).score.unwrap()), offer(slot))
            }
            Choice::Cross(slot) => after(strategy, rules, sheet, Entry::Crossed, offer(slot)),
            Choice::Keep(keep) => mean_of_best(strategy, rules, sheet, keep, throw + 1),
            Choice::Announce(_) => unreachable!("nothing is announced in a game that is solved"),
        };
        assert!((valued.value - expected).abs() < 1e-9, "{sheet:?} {thrown:?}: {valued:?}, {expected}");
    }
}

fn after(strategy: &TotalStrategy, rules: &SheetRules, sheet: &Sheet, entry: Entry, offer: Offer) -> f64 {
    let mut written = sheet.clone();
    written.write(offer.slot, entry);
    written.add_joker(offer.bonus);
    let gained = rules.totals(&written).total - rules.totals(sheet).total;
    f64::from(gained) + strategy.sheet_value(&written)
}

fn mean_of_best(strategy: &TotalStrategy, rules: &SheetRules, sheet: &Sheet, keep: Dice, throw: u8) -> f64 {
    let space = kosti_dice::Space::new(rules.space.dice() - keep.len(), rules.space.sides());
    let best = |fell: Dice| strategy.advise(sheet, rules.thrown_beside(keep, fell), throw)[0].value;
    space.all().iter().map(|&dice| space.probability(dice) * best(dice)).sum()
}

pub(crate) fn totals(strategy: &TotalStrategy, games: usize) -> Vec<i32> {
    strategy.simulate(games, numbers, &NoProgress).unwrap().iter().map(|played| played.total).collect()
}
