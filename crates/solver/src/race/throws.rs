//! What a throw of some dice allows, as lists that a turn is worked out with.

use std::cmp::Reverse;
use std::collections::BTreeMap;

use kosti_rules::RaceRules;
use kosti_rules::file::Blank;

/// Setting dice aside: what it brings, and how many dice are thrown next; 0 where the player must bank.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub(crate) struct Take {
    pub(crate) units: usize,
    pub(crate) dice: usize,
}

/// What a throw means.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) enum Outcome {
    /// The turn is lost.
    Bust,
    /// All dice are thrown again with the same points; where it is allowed, the player may bank instead.
    Again { may_bank: bool },
    /// Dice can be set aside: for each of the rules' selections, in their order.
    Takes(Vec<Take>),
}

/// One more way to set dice aside, of throws that share the ways before it: the best of all ways is the better of this
/// one and of the best so far.
#[derive(Debug, Clone, Copy)]
pub(crate) struct Way {
    /// How many ways come before it.
    pub(crate) depth: usize,
    pub(crate) take: Take,
    /// How likely the throws are that have no more ways.
    pub(crate) likely: f64,
}

/// What throws of one number of dice allow.
#[derive(Debug, Default)]
pub(crate) struct Throw {
    /// How likely it is to lose everything.
    pub(crate) bust: f64,
    /// How likely it is to have to throw all dice, and to choose between that and banking.
    pub(crate) must_throw: f64,
    pub(crate) may_bank: f64,
    /// All ways, each after the one it follows.
    pub(crate) ways: Vec<Way>,
    /// By throw.
    pub(crate) outcomes: Vec<Outcome>,
}

/// By number of dice, from 0.
#[derive(Debug)]
pub(crate) struct Throws {
    pub(crate) by_dice: Vec<Throw>,
    /// The most ways that a throw has.
    pub(crate) depth: usize,
}

impl Throws {
    pub(crate) fn new(rules: &RaceRules, unit: i32) -> Self {
        let none = [Throw::default()];
        let by_dice: Vec<Throw> =
            none.into_iter().chain((1..=rules.dice()).map(|dice| throw(rules, unit, dice))).collect();
        let ways = by_dice.iter().flat_map(|throw| &throw.ways);
        let depth = ways.map(|way| way.depth + 1).max().unwrap_or(0);
        Self { by_dice, depth }
    }

    /// How many dice a turn begins with.
    pub(crate) fn all(&self) -> usize {
        self.by_dice.len() - 1
    }
}

fn throw(rules: &RaceRules, unit: i32, dice: usize) -> Throw {
    let mut throw = Throw::default();
    let space = rules.space(dice);
    let aside = rules.dice() - dice;
    let mut lists: BTreeMap<Vec<Take>, f64> = BTreeMap::new();
    for &thrown in space.all() {
        let likely = space.probability(thrown);
        let double = rules.double.as_ref().filter(|_| rules.is_double(thrown, aside));
        let takes: Vec<Take> = rules
            .selections(thrown)
            .iter()
            .map(|selection| Take {
                units: (selection.points / unit) as usize,
                dice: next_dice(rules, dice, selection.take.len(), double.is_some()),
            })
            .collect();
        let outcome = match (takes.is_empty(), double) {
            (false, _) => Outcome::Takes(takes.clone()),
            (true, None) => Outcome::Bust,
            (true, Some(double)) => Outcome::Again { may_bank: double.blank == Blank::MayBank },
        };
        match outcome {
            Outcome::Bust => throw.bust += likely,
            Outcome::Again { may_bank: false } => throw.must_throw += likely,
            Outcome::Again { may_bank: true } => throw.may_bank += likely,
            Outcome::Takes(_) => {
                let mut takes = takes;
                takes.sort_unstable();
                takes.dedup();
                *lists.entry(takes).or_default() += likely;
            }
        }
        throw.outcomes.push(outcome);
    }
    throw.ways = ways(lists);
    throw
}

/// Lists with the same beginning share it; what most have comes first.
fn ways(lists: BTreeMap<Vec<Take>, f64>) -> Vec<Way> {
    let mut common: BTreeMap<Take, usize> = BTreeMap::new();
    for take in lists.keys().flatten() {
        *common.entry(*take).or_default() += 1;
    }
    let rank = |take: &Take| (Reverse(common[take]), *take);
    let mut lists: Vec<(Vec<Take>, f64)> = lists.into_iter().collect();
    for (list, _) in &mut lists {
        list.sort_by_key(rank);
    }
    lists.sort_by_key(|(list, _)| list.iter().map(rank).collect::<Vec<_>>());
    let mut ways: Vec<Way> = Vec::new();
    let mut before: &[Take] = &[];
    for (list, likely) in &lists {
        let shared = list.iter().zip(before).take_while(|(a, b)| a == b).count();
        for (depth, &take) in list.iter().enumerate().skip(shared) {
            let likely = if depth + 1 == list.len() { *likely } else { 0.0 };
            ways.push(Way { depth, take, likely });
        }
        before = list;
    }
    ways
}

/// How many dice are thrown after setting some aside; 0 where none may be.
pub(crate) fn next_dice(rules: &RaceRules, dice: usize, taken: usize, double: bool) -> usize {
    match dice - taken {
        0 if rules.hot_dice || double => rules.dice(),
        left => left,
    }
}
