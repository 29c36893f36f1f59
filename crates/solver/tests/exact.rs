//! The fast solver against the obvious one, against values worked out by hand, and against known numbers.

use std::path::Path;
use std::sync::Arc;

use kosti_dice::Dice;
use kosti_rules::{Entry, House, Offer, Rules, RulesFile, Sheet, SheetRules};
use kosti_solver::{Casual, Choice, Manner, NoProgress, Reach, Reference, Source, Strategy};

fn toy(name: &str) -> Arc<Rules> {
    let path = Path::new(env!("CARGO_MANIFEST_DIR")).join(format!("../../games/toy/{name}.toml"));
    let file = RulesFile::read(name, &std::fs::read_to_string(path).unwrap());
    Arc::new(file.rules(&House::default()).unwrap_or_else(|error| panic!("{name}: {error:?}")))
}

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
    ];
    let toys = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../games/toy");
    assert_eq!(std::fs::read_dir(toys).unwrap().count(), by_hand.len(), "every toy has its value here");
    for (name, value) in by_hand {
        let rules = toy(name);
        let slow =
            Reference::new(rules.sheet().unwrap()).value(&Sheet::empty(rules.sheet().unwrap().slots.len()));
        let fast = Strategy::solve(rules.clone()).unwrap().value();
        assert!((slow - value).abs() < 1e-9, "{name}: the obvious solver says {slow}");
        assert!((fast - value).abs() < 1e-9, "{name}: the fast solver says {fast}");
    }
}

/// A small generator, so that positions are the same every time.
struct Chance(u64);

impl Chance {
    fn of_batch(batch: u64) -> Self {
        Self(batch.wrapping_mul(0x9E37_79B9_7F4A_7C15) ^ 99)
    }

    fn below(&mut self, n: usize) -> usize {
        self.0 = self.0.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
        ((self.0 >> 33) % n as u64) as usize
    }
}

/// A sheet with `open` entries still to write, each entry one that can be written.
fn late_sheet(rules: &SheetRules, open: usize, chance: &mut Chance) -> Sheet {
    let mut sheet = Sheet::empty(rules.slots.len());
    while rules.rounds - sheet.written() > open {
        let slot = chance.below(rules.slots.len());
        if !rules.is_open(&sheet, slot) || !rules.passes_gate(&sheet, slot) {
            continue;
        }
        let scores: Vec<i32> = rules.slots[slot].possible_scores().collect();
        let crossed = chance.below(3) == 0;
        let entry = if crossed { Entry::Crossed } else { Entry::Score(scores[chance.below(scores.len())]) };
        if let Ok(entry) = rules.check_entry(slot, entry) {
            sheet.write(slot, entry);
        }
    }
    sheet
}

/// The game with jokers that many know.
fn with_jokers() -> RulesFile {
    kosti_games::file("yahtzee").unwrap()
}

fn variants() -> Vec<Arc<Rules>> {
    let files = kosti_games::ids().map(|id| kosti_games::file(id).unwrap());
    let all = files.flat_map(|file| {
        let variants = file.variants();
        variants.into_iter().map(move |house| Arc::new(file.rules(&house).unwrap()))
    });
    all.filter(|rules| rules.sheet().is_some_and(|sheet| fillings(sheet) <= MOST_FILLINGS)).collect()
}

/// Games with more ways to fill the boxes take too long here, or cannot be solved.
const MOST_FILLINGS: usize = 1 << 17;

fn fillings(rules: &SheetRules) -> usize {
    rules.slots.iter().fold(1, |all, slot| all.saturating_mul(usize::from(slot.fill) + 1))
}

#[test]
fn late_positions_of_every_game_agree_with_the_obvious_solver() {
    for rules in variants() {
        let strategy = Strategy::solve(rules.clone()).unwrap();
        let sheet_rules = rules.sheet().unwrap();
        let mut chance = Chance(42);
        for round in 0..8 {
            let sheet = late_sheet(sheet_rules, 1 + round % 2, &mut chance);
            let slow = Reference::new(sheet_rules).value(&sheet);
            let fast = f64::from(sheet_rules.totals(&sheet).total) + strategy.sheet_value(&sheet);
            assert!((slow - fast).abs() < 1e-9, "{}: {slow} and {fast} for {sheet:?}", rules.id);
        }
    }
}

#[test]
fn chances_to_reach_a_score_agree_with_the_obvious_solver() {
    let chance_of = |rules: &Arc<Rules>, sheet: &Sheet, at_least: i32| {
        let slow = Reference::for_goal(rules.sheet().unwrap(), |totals| {
            f64::from(u8::from(totals.total >= at_least))
        })
        .value(sheet);
        let fast = Reach::solve_from(rules.clone(), sheet.clone(), at_least, &NoProgress).unwrap();
        let fast = fast.value();
        assert!((slow - fast).abs() < 1e-9, "{}: {slow} and {fast} for {at_least} on {sheet:?}", rules.id);
        slow
    };
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
    ];
    for name in toys {
        let rules = toy(name);
        let empty = Sheet::empty(rules.sheet().unwrap().slots.len());
        for at_least in -5..40 {
            chance_of(&rules, &empty, at_least);
        }
    }
    let mut open_questions = 0;
    for rules in variants() {
        let sheet_rules = rules.sheet().unwrap();
        let mut chance = Chance(1);
        for round in 0..8 {
            let sheet = late_sheet(sheet_rules, 1 + round % 2, &mut chance);
            let at_least = sheet_rules.totals(&sheet).total + chance.below(60) as i32 - 10;
            let value = chance_of(&rules, &sheet, at_least);
            open_questions += usize::from(value > 0.0 && value < 1.0);
        }
    }
    assert!(open_questions > 20, "only {open_questions} positions decide anything");
}

/// The best chance for every score of a whole game: none is worse than what play for the total brings, and each throw's
/// best action is worth what the position is.
#[test]
fn reaching_a_score_is_at_least_as_likely_as_when_nobody_aims_at_it() {
    let rules = variants().into_iter().find(|rules| rules.sheet().unwrap().space.dice() == 3).unwrap();
    let sheet_rules = rules.sheet().unwrap();
    let strategy = Strategy::solve(rules.clone()).unwrap();
    let games = 20_000;
    let totals = totals(&strategy, games);
    for at_least in (60..300).step_by(30) {
        let best = Reach::solve(rules.clone(), at_least).unwrap();
        let share = totals.iter().filter(|&&total| total >= at_least).count() as f64 / games as f64;
        let error = 4.0 * (best.value() * (1.0 - best.value()) / games as f64).sqrt();
        assert!(share <= best.value() + error, "{at_least}: {share} and {}", best.value());
        let mean: f64 = sheet_rules
            .space
            .all()
            .iter()
            .map(|&dice| sheet_rules.space.probability(dice) * best.advise(dice, 1)[0].value)
            .sum();
        assert!((mean - best.value()).abs() < 1e-9, "{at_least}: {mean} and {}", best.value());
    }
}

/// What each action is worth follows from what it leads to: writing from the sheet after it, keeping from the throws
/// that may follow.
#[test]
fn advice_is_consistent_on_every_throw() {
    for rules in variants().into_iter().step_by(2) {
        let strategy = Strategy::solve(rules.clone()).unwrap();
        let sheet_rules = rules.sheet().unwrap();
        let mut chance = Chance(7);
        for _ in 0..6 {
            let open = 1 + chance.below(sheet_rules.rounds);
            let sheet = late_sheet(sheet_rules, open, &mut chance);
            let throw = 1 + chance.below(sheet_rules.throws.into()) as u8;
            let dice = sheet_rules.space.all()[chance.below(sheet_rules.space.all().len())];
            advice_is_consistent(&strategy, &sheet, dice, throw);
        }
    }
}

fn advice_is_consistent(strategy: &Strategy, sheet: &Sheet, dice: Dice, throw: u8) {
    let rules = strategy.rules().sheet().unwrap();
    for valued in strategy.advise(sheet, dice, throw) {
        let offer = |slot| rules.offer(sheet, slot, dice, throw);
        let expected = match valued.choice {
            Choice::Score(slot) => {
                after(strategy, rules, sheet, Entry::Score(offer(slot).score.unwrap()), offer(slot))
            }
            Choice::Cross(slot) => after(strategy, rules, sheet, Entry::Crossed, offer(slot)),
            Choice::Keep(keep) => mean_of_best(strategy, rules, sheet, keep, throw + 1),
            Choice::Announce(_) => unreachable!("nothing is announced in a game that is solved"),
        };
        assert!((valued.value - expected).abs() < 1e-9, "{sheet:?} {dice}: {valued:?}, {expected}");
    }
}

/// Two dice, where every pair is a joker once the box of pairs is full; boxes may be crossed out.
#[test]
fn a_game_full_of_jokers() {
    let text = "name = 'Full'\ndice = 2\nsides = 3\nthrows = 2\n[each-box]\ncross = 'last-throw'\n[group.n]\nper-number = ['a', 'b', 'c']\n\
        bonus = { at-least = 8, points = 9 }\neach-box = { needs = { matching = 1 }, score = 'matching' }\n\
        [box.pair]\nneeds = { alike = 2 }\nscore = 'combination'\n[box.run]\nneeds = { run = 2 }\nscore = 'all-dice'\njoker = 9\nfill = 2\n\
        [joker]\nbox = 'pair'\nbonus = 7\nfirst = 'n'\n";
    let rules = Arc::new(RulesFile::read("full", text).rules(&House::default()).unwrap());
    let sheet_rules = rules.sheet().unwrap();
    let strategy = Strategy::solve(rules.clone()).unwrap();
    let mut chance = Chance(3);
    for open in (1..6).cycle().take(40) {
        let sheet = late_sheet(sheet_rules, open, &mut chance);
        let slow = Reference::new(sheet_rules).value(&sheet);
        let fast = f64::from(sheet_rules.totals(&sheet).total) + strategy.sheet_value(&sheet);
        assert!((slow - fast).abs() < 1e-9, "{slow} and {fast} for {sheet:?}");
        for &dice in sheet_rules.space.all() {
            advice_is_consistent(&strategy, &sheet, dice, 1);
            advice_is_consistent(&strategy, &sheet, dice, 2);
        }
    }
    let means = [Manner::Random, Manner::Greedy].map(|manner| {
        let played =
            Casual::new(rules.clone(), manner).simulate(20_000, Chance::of_batch, &NoProgress).unwrap();
        f64::from(played.iter().map(|played| played.total).sum::<i32>()) / played.len() as f64
    });
    let best = f64::from(totals(&strategy, 20_000).iter().sum::<i32>()) / 20_000.0;
    assert!((best - strategy.value()).abs() < 0.5, "{best} and {}", strategy.value());
    assert!(means[0] + 1.0 < means[1] && means[1] + 0.1 < strategy.value(), "{means:?} {}", strategy.value());
}

fn after(strategy: &Strategy, rules: &SheetRules, sheet: &Sheet, entry: Entry, offer: Offer) -> f64 {
    let mut written = sheet.clone();
    written.write(offer.slot, entry);
    written.add_joker(offer.bonus);
    let gained = rules.totals(&written).total - rules.totals(sheet).total;
    f64::from(gained) + strategy.sheet_value(&written)
}

fn mean_of_best(strategy: &Strategy, rules: &SheetRules, sheet: &Sheet, keep: Dice, throw: u8) -> f64 {
    let space = kosti_dice::Space::new(rules.space.dice() - keep.len(), rules.space.sides());
    let best = |dice: Dice| strategy.advise(sheet, keep.plus(dice), throw)[0].value;
    space.all().iter().map(|&dice| space.probability(dice) * best(dice)).sum()
}

#[test]
fn the_known_value_and_sizes_of_yatzy() {
    let rules = Arc::new(kosti_games::file("yatzy").unwrap().rules(&House::default()).unwrap());
    let strategy = Strategy::solve(rules).unwrap();
    assert!((strategy.value() - 248.439_989_4).abs() < 1e-7, "{}", strategy.value());
    let size = strategy.size();
    assert_eq!((size.reachable, size.states), (1_430_528, 958_976));
}

#[test]
fn the_known_values_of_yahtzee_with_jokers_and_without() {
    for (house, value) in [("forced", 254.587_728_7), ("none", 245.870_774_5)] {
        let house = House::from([("joker".to_owned(), house.to_owned())]);
        let strategy = Strategy::solve(Arc::new(with_jokers().rules(&house).unwrap())).unwrap();
        assert!((strategy.value() - value).abs() < 1e-6, "{house:?}: {}", strategy.value());
    }
}

fn totals(strategy: &Strategy, games: usize) -> Vec<i32> {
    strategy
        .simulate(games, Chance::of_batch, &NoProgress)
        .unwrap()
        .iter()
        .map(|played| played.total)
        .collect()
}

impl Source for Chance {
    fn below(&mut self, n: u32) -> u32 {
        Chance::below(self, n as usize) as u32
    }
}

#[test]
fn simulated_means_and_deviations_agree_with_the_exact_ones() {
    const GAMES: usize = 40_000;
    for rules in variants() {
        let strategy = Strategy::solve(rules.clone()).unwrap();
        let totals = totals(&strategy, GAMES);
        let mean = totals.iter().map(|&total| f64::from(total)).sum::<f64>() / GAMES as f64;
        let square = totals.iter().map(|&total| (f64::from(total) - mean).powi(2)).sum::<f64>();
        let (deviation, error) =
            ((square / GAMES as f64).sqrt(), (square / GAMES as f64 / GAMES as f64).sqrt());
        let house: Vec<_> = rules.house_changes().collect();
        assert!((mean - strategy.value()).abs() < 4.0 * error, "{} {house:?}: {mean} ± {error}", rules.id);
        // The deviation of a sample deviates itself, by about 1/√(2n) of it for bell-shaped scores.
        let exact = strategy.deviation(&NoProgress).unwrap();
        assert!((deviation / exact - 1.0).abs() < 0.03, "{} {house:?}: {deviation} and {exact}", rules.id);
    }
}

#[test]
fn sense_beats_chance_and_best_play_beats_sense() {
    // Whoever has one turn need not look beyond it.
    for rules in variants().into_iter().filter(|rules| rules.sheet().unwrap().rounds > 1) {
        let strategy = Strategy::solve(rules.clone()).unwrap();
        let means = [Manner::Random, Manner::Greedy].map(|manner| {
            let played =
                Casual::new(rules.clone(), manner).simulate(4000, Chance::of_batch, &NoProgress).unwrap();
            f64::from(played.iter().map(|played| played.total).sum::<i32>()) / played.len() as f64
        });
        assert!(means[0] + 20.0 < means[1] && means[1] + 3.0 < strategy.value(), "{}: {means:?}", rules.id);
    }
}

#[test]
fn exact_distributions_have_the_exact_mean_and_deviation() {
    for rules in variants().into_iter().filter(|rules| rules.house_changes().next().is_none()) {
        let strategy = Strategy::solve(rules.clone()).unwrap();
        // Those of the large ones are compared where docs/solved.md is written.
        if strategy.size().states > 100_000 {
            continue;
        }
        let found = strategy.distribution(&NoProgress).unwrap();
        let (mean, deviation) = (strategy.value(), strategy.deviation(&NoProgress).unwrap());
        assert!((found.shares().map(|(_, share)| share).sum::<f64>() - 1.0).abs() < 1e-9, "{}", rules.id);
        assert!((found.mean() - mean).abs() < 1e-8, "{}: {} and {mean}", rules.id, found.mean());
        assert!((found.deviation() - deviation).abs() < 1e-8, "{}: {}", rules.id, found.deviation());
    }
}

#[test]
fn a_distribution_worked_out_by_hand() {
    // A second throw follows 1, 2, 3; so these come from it alone.
    let found = Strategy::solve(toy("best-of-two")).unwrap().distribution(&NoProgress).unwrap();
    let by_hand = [1.0, 1.0, 1.0, 3.0, 3.0, 3.0].map(|twelfths| twelfths / 12.0);
    assert_eq!(found.shares().map(|(total, _)| total).collect::<Vec<_>>(), [1, 2, 3, 4, 5, 6]);
    assert!(found.shares().zip(by_hand).all(|((_, share), by_hand)| (share - by_hand).abs() < 1e-12));
    assert_eq!([0.05, 0.25, 0.5, 1.0].map(|share| found.quantile(share)), [1, 3, 4, 6]);
    assert!((found.at_least(4) - 0.75).abs() < 1e-12);
}

#[test]
fn the_same_seed_gives_the_same_games_on_any_number_of_threads() {
    let rules = variants().swap_remove(0);
    let strategy = Strategy::solve(rules).unwrap();
    let play = |threads: usize| {
        let pool = rayon::ThreadPoolBuilder::new().num_threads(threads).build().unwrap();
        pool.install(|| totals(&strategy, 10_000))
    };
    assert_eq!(play(1), play(3));
}
