//! What becomes of boxes, and what happens in races: carried forward, against obvious recursion, and against games that
//! are played.

use std::collections::HashMap;
use std::sync::Arc;

use kosti_dice::{Dice, Space};
use kosti_rules::{Entry, GroupMark, House, Rules, RulesFile, Sheet, SheetRules, Standing, Thrown};
use kosti_solver::{
    HeuristicPlayer, Measurement, NoProgress, Policy, RacePlayer, RaceStatistics, SheetStatistics,
    TurnsStrategy, simulate_races,
};
use kosti_testkit::numbers;
use proptest::prelude::*;
use proptest::strategy::Strategy as Values;

use crate::games::{bundled, compile, toy};
use crate::solved::{solve_points, solve_total, solve_turns};

/// The numbers of facts in a row.
fn row(facts: &SheetStatistics, rules: &SheetRules) -> Vec<Measurement> {
    let slot = |slot: usize| {
        let (facts, fill) = (facts.slots[slot], f64::from(rules.slots[slot].fill));
        let turns = Measurement { value: facts.turn.value * fill, error: facts.turn.error * fill };
        [facts.scored, facts.zero, facts.points, turns]
    };
    let slots = (0..rules.slots.len()).flat_map(slot);
    let reached = facts.reached.iter().flatten().copied();
    slots.chain(reached).chain([facts.joker]).collect()
}

/// The obvious way: every throw, every choice, the rules' own questions.
struct Obvious<'a> {
    rules: &'a SheetRules,
    sheets: HashMap<Sheet, (f64, Vec<f64>)>,
    /// Whether two ways that are as good make different facts: then there is nothing to compare.
    tied: bool,
}

impl Obvious<'_> {
    fn nothing(&self) -> Vec<f64> {
        vec![0.0; self.rules.slots.len() * 4 + self.rules.groups.len() + 1]
    }

    fn sheet(&mut self, sheet: &Sheet) -> (f64, Vec<f64>) {
        if self.rules.is_full(sheet) {
            return self.end(sheet);
        }
        if let Some(known) = self.sheets.get(sheet) {
            return known.clone();
        }
        let rules = self.rules;
        let first: Vec<Dice> =
            rules.space.all().iter().copied().filter(|&dice| rules.wins(dice, 1).is_none()).collect();
        let all: f64 = first.iter().map(|&dice| rules.space.probability(dice)).sum();
        let mut known = HashMap::new();
        let shares = first.iter().map(|&dice| (rules.space.probability(dice) / all, dice));
        let found = self.mean(shares, |this, dice| this.position(sheet, dice.into(), 1, &mut known));
        self.sheets.insert(sheet.clone(), found.clone());
        found
    }

    fn mean(
        &mut self,
        shares: impl Iterator<Item = (f64, Dice)>,
        mut of: impl FnMut(&mut Self, Dice) -> (f64, Vec<f64>),
    ) -> (f64, Vec<f64>) {
        let mut sum = (0.0, self.nothing());
        for (share, dice) in shares {
            let (value, facts) = of(self, dice);
            sum.0 += share * value;
            sum.1.iter_mut().zip(facts).for_each(|(sum, fact)| *sum += share * fact);
        }
        sum
    }

    fn end(&self, sheet: &Sheet) -> (f64, Vec<f64>) {
        let totals = self.rules.totals(sheet);
        let mut facts = self.nothing();
        let mut at = self.rules.slots.len() * 4;
        for (named, (sum, _)) in self.rules.groups.iter().zip(&totals.groups) {
            for threshold in named.mark.iter().flat_map(GroupMark::thresholds) {
                facts[at] = f64::from(u8::from(*sum >= threshold));
                at += 1;
            }
        }
        (totals.total.into(), facts)
    }

    fn position(
        &mut self,
        sheet: &Sheet,
        thrown: Thrown,
        throw: u8,
        known: &mut HashMap<(Thrown, u8), (f64, Vec<f64>)>,
    ) -> (f64, Vec<f64>) {
        if let Some(known) = known.get(&(thrown, throw)) {
            return known.clone();
        }
        let (rules, dice) = (self.rules, thrown.dice);
        let mut ways: Vec<(f64, Vec<f64>)> = Vec::new();
        for offer in rules.offers(sheet, dice, throw) {
            let index = rules.space.index(dice);
            let this = &rules.slots[offer.slot];
            let joker = this.joker.filter(|_| rules.is_joker(sheet, index));
            let fits = joker.or_else(|| this.fits(index, throw)).is_some();
            let entries =
                offer.score.map(Entry::Score).into_iter().chain(offer.cross.then_some(Entry::Crossed));
            for entry in entries {
                let mut after = sheet.clone();
                after.write(offer.slot, entry);
                after.add_joker(offer.bonus);
                let (value, mut facts) = self.sheet(&after);
                let low = this.possible_scores().all(|points| points <= 0);
                let scored = entry.points() != 0 || (low && fits && entry != Entry::Crossed);
                facts[offer.slot * 4 + usize::from(!scored)] += 1.0;
                facts[offer.slot * 4 + 2] += f64::from(entry.points());
                facts[offer.slot * 4 + 3] += (sheet.written() + 1) as f64;
                *facts.last_mut().unwrap() += f64::from(offer.bonus);
                ways.push((value, facts));
            }
        }
        if throw < rules.throws {
            for keep in rules.keeps_of(thrown) {
                let space = Space::new(rules.space.dice() - keep.len(), rules.space.sides());
                let shares = space.all().iter().map(|&dice| (space.probability(dice), dice));
                ways.push(self.mean(shares, |this, fell| {
                    this.position(sheet, rules.thrown_beside(keep, fell), throw + 1, known)
                }));
            }
        }
        let best = ways.iter().max_by(|a, b| a.0.total_cmp(&b.0)).unwrap().clone();
        let differs = |other: &[f64]| other.iter().zip(&best.1).any(|(a, b)| (a - b).abs() > 1e-9);
        self.tied |= ways.iter().any(|(value, facts)| best.0 - value < 1e-9 && differs(facts));
        known.insert((thrown, throw), best.clone());
        best
    }
}

/// Whether the fast way agrees with the obvious one; nothing where ways to play are tied.
fn agrees(rules: &Arc<Rules>) -> Option<Result<(), String>> {
    let sheet = rules.sheet().unwrap();
    let mut obvious = Obvious { rules: sheet, sheets: HashMap::new(), tied: false };
    let (value, slow) = obvious.sheet(&Sheet::empty(sheet.slots.len()));
    let (facts, distribution) = solve_total(rules).statistics(&NoProgress).unwrap();
    let fast = row(&facts, sheet);
    assert!((distribution.unwrap().mean() - value).abs() < 1e-9);
    let same =
        fast.iter().zip(&slow).all(|(fast, slow)| (fast.value - slow).abs() < 1e-9 && fast.error == 0.0);
    (!obvious.tied).then(|| if same { Ok(()) } else { Err(format!("{fast:?}\n{slow:?}")) })
}

#[test]
fn toy_games_agree_with_the_obvious_way() {
    let mut compared = 0;
    for name in [
        "one-die",
        "best-of-two",
        "hand",
        "coin",
        "bonus",
        "gate",
        "two-bonuses",
        "joker",
        "forced-joker",
        "hands",
        "second-time",
        "set-aside",
    ] {
        if let Some(result) = agrees(&toy(name)) {
            result.unwrap_or_else(|result| panic!("{name}: {result}"));
            compared += 1;
        }
    }
    assert!(compared >= 5, "{compared}");
}

/// A box of a small game.
fn a_box() -> impl Values<Value = (u8, i32, bool, u8)> {
    (0..5_u8, 1..60_i32, any::<bool>(), 1..=2_u8)
}

fn rules_text(
    dice: u8,
    sides: u8,
    throws: u8,
    boxes: &[(u8, i32, bool, u8)],
    set_aside: Option<u8>,
    bonus: Option<(i32, i32)>,
) -> String {
    let mut text = format!("name = 'Small'\ndice = {dice}\nsides = {sides}\nthrows = {throws}\n");
    if let Some(least) = set_aside {
        text += &format!("set-aside = {least}\n");
    }
    if let Some((at_least, points)) = bonus {
        text += &format!("[group.all]\nbonus = {{ at-least = {at_least}, points = {points} }}\n");
    }
    for (nth, (needs, points, zero, fill)) in boxes.iter().enumerate() {
        let needs = match needs {
            0 if dice > 1 => "needs = { alike = 2 }".to_owned(),
            1 | 2 => format!("needs = {{ sum = {} }}", dice + needs),
            3 => "needs = { sum = 4 }".to_owned(),
            _ => String::new(),
        };
        let group = if bonus.is_some() && nth < 2 { "group = 'all'" } else { "" };
        let cross = if set_aside.is_some() { "cross = 'any-throw'" } else { "cross = 'last-throw'" };
        let unfit = if *zero { "unfit = 'zero'" } else { cross };
        text += &format!(
            "[box.b{nth}]\n{group}\n{needs}\nscore = {{ points = {points} }}\nfill = {fill}\n{unfit}\n"
        );
    }
    text
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 96, ..ProptestConfig::default() })]

    #[test]
    fn small_games_agree_with_the_obvious_way(
        dice in 1..=3_u8,
        sides in 2..=4_u8,
        throws in 1..=3_u8,
        set_aside in proptest::option::of(0..=1_u8),
        boxes in proptest::collection::vec(a_box(), 2..=3),
        bonus in proptest::option::of((1..80_i32, 1..50_i32)),
    ) {
        let text = rules_text(dice, sides, throws, &boxes, set_aside, bonus);
        let file = RulesFile::read("small", &text);
        let Ok(rules) = file.rules(&House::default()) else { return Err(TestCaseError::reject("no game")) };
        match agrees(&Arc::new(rules)) {
            Some(result) => prop_assert!(result.is_ok(), "{text}\n{}", result.unwrap_err()),
            None => return Err(TestCaseError::reject("tied")),
        }
    }
}

/// Every number lies within some standard errors of what is measured.
fn within(exact: &[Measurement], measured: &[Measurement], what: &str) {
    assert_eq!(exact.len(), measured.len());
    for (nth, (exact, measured)) in exact.iter().zip(measured).enumerate() {
        let off = (exact.value - measured.value).abs();
        assert!(off <= 5.0 * measured.error + 1e-9, "{what}, number {nth}: {exact:?} and {measured:?}");
    }
}

#[test]
fn bundled_games_agree_with_games_that_are_played() {
    for rules in ["crag", "generals", "school"].map(bundled) {
        let sheet = rules.sheet().unwrap();
        let strategy = solve_total(&rules);
        let (facts, distribution) = strategy.statistics(&NoProgress).unwrap();
        let parts: f64 = facts.slots.iter().map(|slot| slot.points.value).sum();
        let marks: f64 = sheet
            .groups
            .iter()
            .zip(&facts.reached)
            .map(|(group, reached)| {
                let Some(mark) = &group.mark else { return 0.0 };
                let at_least = |nth: usize| reached.get(nth).map_or(0.0, |it| it.value);
                let exactly = |nth: usize| if nth == 0 { 1.0 } else { at_least(nth - 1) } - at_least(nth);
                (0..=reached.len()).map(|nth| f64::from(mark.points(nth)) * exactly(nth)).sum()
            })
            .sum();
        let value = parts + marks + facts.joker.value;
        assert!((value - strategy.value()).abs() < 1e-6, "{}: {value} {}", rules.id, strategy.value());
        assert!((distribution.unwrap().mean() - value).abs() < 1e-6);
        let batches = strategy.simulate_boxes(10 * 4096, numbers, &NoProgress).unwrap();
        within(&row(&facts, sheet), &row(&SheetStatistics::from_batches(sheet, &batches), sheet), &rules.id);
    }
}

#[test]
fn where_points_decide_boxes_are_counted() {
    let text = "name = 'Few'\ndice = 2\nthrows = 2\n[box.a]\nscore = 'all-dice'\nfill = 2\n[box.b]\nneeds = { alike = 2 }\n\
                score = { points = 20 }\nunfit = 'zero'\n[[points]]\nname = 'A'\nwhen = { sum-of = { box = 'a', at-least = 14 } }\n\
                give = 3\n[[points]]\nname = 'B'\nwhen = { each-scored = 'b' }\ngive = 2";
    let rules = compile("few", text);
    let sheet = rules.sheet().unwrap();
    let points = solve_points(&rules);
    for batches in [
        points.simulate_boxes(4096, numbers, &NoProgress).unwrap(),
        HeuristicPlayer::new(rules.clone(), Policy::Greedy)
            .simulate_boxes(4096, numbers, &NoProgress)
            .unwrap(),
    ] {
        let facts = SheetStatistics::from_batches(sheet, &batches);
        let games: Vec<_> = batches.iter().flat_map(|batch| &batch.results).collect();
        let total = games.iter().map(|game| f64::from(game.total)).sum::<f64>() / games.len() as f64;
        let parts: f64 = facts.slots.iter().map(|slot| slot.points.value).sum();
        assert!((parts - total).abs() < 1e-9, "{parts} {total}");
        for (slot, facts) in sheet.slots.iter().zip(&facts.slots) {
            assert!((facts.scored.value + facts.zero.value - f64::from(slot.fill)).abs() < 1e-9);
            assert!(facts.points.error > 0.0);
        }
    }
}

/// What one turn of a race does, the obvious way: throw by throw, with the choices that are advised.
struct ObviousTurn<'a> {
    rules: &'a Rules,
    alone: &'a TurnsStrategy,
    standing: Standing,
}

impl ObviousTurn<'_> {
    /// Throws so many dice with so many points in hand, in this share of games. `after` gets the share and the gain.
    fn throw(
        &self,
        share: f64,
        points: i32,
        dice: usize,
        facts: &mut RaceStatistics,
        after: &mut dyn FnMut(f64, i32),
    ) {
        // Turns can go on for ever; what is as unlikely as this changes nothing that is compared.
        if share < 1e-11 {
            return;
        }
        let race = self.rules.race().unwrap();
        let turn = self.alone.turn(self.standing).unwrap();
        let (all, aside) = (race.dice(), race.dice() - dice);
        facts.throws += share;
        for &thrown in race.space(dice).all() {
            let share = share * race.space(dice).probability(thrown);
            let double = race.is_double(thrown, aside);
            facts.doubles += if double { share } else { 0.0 };
            if race.is_bust(thrown, aside) {
                facts.lost += share;
                after(share, 0);
                continue;
            }
            let choice = turn.advise(points, thrown)[0];
            let gain = race.selections(thrown).iter().find(|selection| selection.take == choice.take);
            let points = points + gain.map_or(0, |selection| selection.points);
            let left = dice - choice.take.len();
            for &face in choice.take.faces().collect::<Vec<_>>().first().into_iter() {
                // Each game below has one combination for singles, and one for more alike.
                let alike = choice.take.count(face) == choice.take.len() && choice.take.len() > 1;
                match race.combinations.get(1) {
                    Some(_) if alike => facts.combinations[1] += share,
                    _ => facts.combinations[0] += share * choice.take.len() as f64,
                }
            }
            if choice.bank {
                facts.points += share * f64::from(points);
                facts.lost += if points == 0 { share } else { 0.0 };
                after(share, points);
            } else {
                facts.hot += if left == 0 && !double { share } else { 0.0 };
                let next = if left == 0 || choice.take.is_empty() { all } else { left };
                self.throw(share, points, next, facts, after);
            }
        }
    }
}

fn obvious_race(rules: &Arc<Rules>) -> RaceStatistics {
    let (race, alone) = (rules.race().unwrap(), solve_turns(rules));
    let mut facts = RaceStatistics {
        combinations: vec![0.0; race.combinations.len()],
        barrels: vec![Default::default(); race.barrels.len()],
        ..RaceStatistics::default()
    };
    let mut here = HashMap::from([((0, 0), 1.0)]);
    while !here.is_empty() {
        let mut next: HashMap<(i32, u8), f64> = HashMap::new();
        for ((score, turns_left), share) in here {
            let standing = Standing { score, turns_left };
            facts.turns += share;
            if let Some(barrel) = race.barrel(score) {
                facts.barrels[barrel].turns += share;
            }
            let mut lands = Vec::new();
            let turn = ObviousTurn { rules, alone: &alone, standing };
            turn.throw(share, 0, race.dice(), &mut facts, &mut |share, gain| lands.push((share, gain)));
            for (share, gain) in lands {
                let after = race.after_turn(standing, gain);
                if race.is_won(after.score) {
                    continue;
                }
                if let Some(barrel) = race.barrel(after.score) {
                    let stays = race.barrel(score) == Some(barrel);
                    let fresh = after.turns_left == race.barrels[barrel].turns;
                    facts.barrels[barrel].met += if stays { 0.0 } else { share };
                    facts.barrels[barrel].resets += if stays && fresh { share } else { 0.0 };
                }
                *next.entry((after.score, after.turns_left)).or_default() += share;
            }
        }
        here = next;
    }
    facts
}

/// Everything of a race in a row.
fn race_row(facts: &RaceStatistics) -> Vec<f64> {
    let barrels = facts.barrels.iter().flat_map(|barrel| [barrel.met, barrel.turns, barrel.resets]);
    let own = [facts.turns, facts.lost, facts.points, facts.throws, facts.hot, facts.doubles];
    own.into_iter().chain(facts.combinations.iter().copied()).chain(barrels).collect()
}

#[test]
fn small_races_agree_with_the_obvious_way() {
    let dice = "name = 'Small'\ndice = 2\nsides = 3\n[race.combination.single]\nneeds = { alike = 1 }\n\
                points = [2, 1, 0]\n[race.combination.pair]\nneeds = { alike = 2 }\npoints = [7, 5, 0]\n[race]\ntarget = ";
    let barrel = "[race.barrel.one]\nfrom = 5\nexit = 8\nturns = 2";
    let blank = "[race.double]\naside = 0\nblank = ";
    for more in [
        "9\nhot-dice = false".to_owned(),
        "9\nhot-dice = true".to_owned(),
        format!("11\nhot-dice = true\n{barrel}"),
        format!("9\nhot-dice = false\n{blank}'must-throw'"),
        format!("11\nhot-dice = false\n{blank}'may-bank'\n{barrel}"),
        "9\nhot-dice = true\nbank-at-least = 3".to_owned(),
        "9\nhot-dice = false\nopen-at-least = 4".to_owned(),
        "9\nhot-dice = false\nbank-at-least = 2\nlost-turns = { row = 2, points = 3 }".to_owned(),
    ] {
        let rules = compile("small", &format!("{dice}{more}"));
        let fast = race_row(&solve_turns(&rules).statistics(&NoProgress).unwrap());
        let slow = race_row(&obvious_race(&rules));
        let same = fast.iter().zip(&slow).all(|(fast, slow)| (fast - slow).abs() < 1e-5);
        assert!(same && fast.len() == slow.len(), "{more}:\n{fast:?}\n{slow:?}");
    }
}

#[test]
fn races_last_as_long_as_those_that_are_run() {
    for path in ["thousand", "pig"] {
        let rules = bundled(path);
        let alone = solve_turns(&rules);
        let facts = alone.statistics(&NoProgress).unwrap();
        assert!((facts.turns - alone.value()).abs() < 1e-6, "{path}: {} {}", facts.turns, alone.value());
        let games = 20_000;
        let run = simulate_races(&rules, &[RacePlayer::Turns(&alone)], games, numbers, &NoProgress).unwrap();
        let mean = run.iter().map(|game| f64::from(game.rounds)).sum::<f64>() / games as f64;
        let error = alone.distribution(&NoProgress).unwrap().deviation() / (games as f64).sqrt();
        assert!((mean - facts.turns).abs() < 4.0 * error, "{path}: {mean} {facts:?}");
        // Somebody alone scores what the target asks for, more where barrels take points back.
        assert!(facts.points >= f64::from(rules.race().unwrap().target), "{path}: {facts:?}");
    }
}
