//! What a throw of some dice allows, as lists that a turn is worked out with.

use kosti_rules::RaceRules;
use kosti_rules::file::Blank;

/// Setting dice aside: what it brings, and how many dice are thrown next; 0 where the player must bank.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub(crate) struct Take {
    pub(crate) units: u32,
    pub(crate) dice: u32,
}

/// What throws of one number of dice allow.
#[derive(Debug, Default)]
pub(crate) struct Throw {
    /// How likely it is to lose everything.
    pub(crate) bust: f64,
    /// How likely it is to have to throw all dice, and to choose between that and banking.
    pub(crate) must_throw: f64,
    pub(crate) may_bank: f64,
    /// How likely each list of choices is.
    pub(crate) choices: Vec<(f64, Vec<Take>)>,
}

/// By number of dice, from 0.
#[derive(Debug)]
pub(crate) struct Throws {
    pub(crate) by_dice: Vec<Throw>,
}

impl Throws {
    pub(crate) fn new(rules: &RaceRules, unit: i32) -> Self {
        let all = rules.dice();
        let of = |dice: usize| {
            let mut throw = Throw::default();
            let space = rules.space(dice);
            let aside = all - dice;
            for &thrown in space.all() {
                let likely = space.probability(thrown);
                let selections = rules.selections(thrown);
                let double = rules.is_double(thrown, aside);
                if selections.is_empty() {
                    let blank = rules.double.as_ref().filter(|_| double).map(|double| double.blank);
                    match blank {
                        None => throw.bust += likely,
                        Some(Blank::MustThrow) => throw.must_throw += likely,
                        Some(Blank::MayBank) => throw.may_bank += likely,
                    }
                    continue;
                }
                let mut takes: Vec<Take> = selections
                    .iter()
                    .map(|selection| Take {
                        units: (selection.points / unit) as u32,
                        dice: next_dice(rules, dice, selection.take.len(), double),
                    })
                    .collect();
                takes.sort_unstable();
                takes.dedup();
                match throw.choices.iter_mut().find(|(_, known)| *known == takes) {
                    Some((sum, _)) => *sum += likely,
                    None => throw.choices.push((likely, takes)),
                }
            }
            throw
        };
        Self { by_dice: (0..=all).map(|dice| if dice == 0 { Throw::default() } else { of(dice) }).collect() }
    }

    /// How many dice a turn begins with.
    pub(crate) fn all(&self) -> usize {
        self.by_dice.len() - 1
    }
}

/// How many dice are thrown after setting some aside; 0 where none may be.
pub(crate) fn next_dice(rules: &RaceRules, dice: usize, taken: usize, double: bool) -> u32 {
    let all = taken == dice;
    let left = if !all {
        dice - taken
    } else if rules.hot_dice || double {
        rules.dice()
    } else {
        0
    };
    left as u32
}

/// What all points of a race are multiples of.
pub(crate) fn unit(rules: &RaceRules) -> i32 {
    let throws = (1..=rules.dice()).flat_map(|dice| rules.space(dice).all());
    let points = throws.flat_map(|&thrown| rules.selections(thrown)).map(|selection| selection.points);
    points.fold(0, gcd)
}

fn gcd(a: i32, b: i32) -> i32 {
    if b == 0 { a } else { gcd(b, a % b) }
}
