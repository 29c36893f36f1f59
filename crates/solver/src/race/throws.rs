//! `Throws`: the selections that throws allow, as a trie for the turn solver.

use std::cmp::Reverse;
use std::collections::BTreeMap;

use kosti_rules::RaceRules;
use kosti_rules::file::Blank;

/// A selection: its units, and the number of dice to throw next; 0 if the player must bank.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub(crate) struct SetAside {
    pub(crate) units: usize,
    pub(crate) dice: usize,
}

/// The outcome of a throw.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) enum Outcome {
    /// The turn is lost.
    Bust,
    /// The turn and the whole score are lost.
    LosesScore,
    /// All dice are thrown again with the same points; if `may_bank`, the player may bank instead.
    Again { may_bank: bool },
    /// Dice can be set aside: one entry per selection of the rules, in their order.
    SetAsides(Vec<SetAside>),
}

/// A node of the trie of selection lists. Lists with a common beginning share its nodes, so the best selection of a
/// list is the maximum of this node and of the best so far.
#[derive(Debug, Clone, Copy)]
pub(crate) struct SelectionNode {
    /// The number of nodes above it.
    pub(crate) depth: usize,
    pub(crate) take: SetAside,
    /// The probability of throws whose list ends here.
    pub(crate) likely: f64,
}

/// The outcomes of throws of one number of dice.
#[derive(Debug, Default)]
pub(crate) struct Throw {
    /// The probability of a bust, and of one that costs the whole score.
    pub(crate) bust: f64,
    pub(crate) loses_score: f64,
    /// The probability that all dice must be thrown again, and that the player may choose between that and banking.
    pub(crate) must_throw: f64,
    pub(crate) may_bank: f64,
    /// The nodes of the trie, each after its parent.
    pub(crate) selections: Vec<SelectionNode>,
    /// By throw.
    pub(crate) outcomes: Vec<Outcome>,
}

/// By number of dice, from 0.
#[derive(Debug)]
pub(crate) struct Throws {
    pub(crate) by_dice: Vec<Throw>,
    /// The depth of the deepest trie.
    pub(crate) depth: usize,
}

impl Throws {
    pub(crate) fn new(rules: &RaceRules, unit: i32) -> Self {
        let none = [Throw::default()];
        let by_dice: Vec<Throw> = none
            .into_iter()
            .chain((1..=rules.dice()).map(|dice| table_of_throws(rules, unit, dice)))
            .collect();
        let ways = by_dice.iter().flat_map(|throw| &throw.selections);
        let depth = ways.map(|way| way.depth + 1).max().unwrap_or(0);
        Self { by_dice, depth }
    }

    /// The number of dice at the start of a turn.
    pub(crate) fn all(&self) -> usize {
        self.by_dice.len() - 1
    }
}

fn table_of_throws(rules: &RaceRules, unit: i32, dice: usize) -> Throw {
    let mut throw = Throw::default();
    let space = rules.space(dice);
    let aside = rules.dice() - dice;
    let mut lists: BTreeMap<Vec<SetAside>, f64> = BTreeMap::new();
    for &thrown in space.all() {
        let likely = space.probability(thrown);
        let double = rules.double.as_ref().filter(|_| rules.is_double(thrown, aside));
        let takes: Vec<SetAside> = rules
            .selections(thrown)
            .iter()
            .map(|selection| SetAside {
                units: (selection.points / unit) as usize,
                dice: next_dice(rules, dice, selection.take.len(), double.is_some()),
            })
            .collect();
        let outcome = match (takes.is_empty(), double) {
            _ if rules.loses_score(thrown) => Outcome::LosesScore,
            (false, _) => Outcome::SetAsides(takes.clone()),
            (true, None) => Outcome::Bust,
            (true, Some(double)) => Outcome::Again { may_bank: double.blank == Blank::MayBank },
        };
        match outcome {
            Outcome::Bust => throw.bust += likely,
            Outcome::LosesScore => throw.loses_score += likely,
            Outcome::Again { may_bank: false } => throw.must_throw += likely,
            Outcome::Again { may_bank: true } => throw.may_bank += likely,
            Outcome::SetAsides(_) => {
                let mut takes = takes;
                takes.sort_unstable();
                takes.dedup();
                *lists.entry(takes).or_default() += likely;
            }
        }
        throw.outcomes.push(outcome);
    }
    throw.selections = build_selection_trie(lists);
    throw
}

/// Builds the trie of selection lists. The most frequent selections come first, so that lists share long beginnings.
fn build_selection_trie(lists: BTreeMap<Vec<SetAside>, f64>) -> Vec<SelectionNode> {
    let mut common: BTreeMap<SetAside, usize> = BTreeMap::new();
    for take in lists.keys().flatten() {
        *common.entry(*take).or_default() += 1;
    }
    let rank = |take: &SetAside| (Reverse(common[take]), *take);
    let mut lists: Vec<(Vec<SetAside>, f64)> = lists.into_iter().collect();
    for (list, _) in &mut lists {
        list.sort_by_key(rank);
    }
    lists.sort_by_key(|(list, _)| list.iter().map(rank).collect::<Vec<_>>());
    let mut ways: Vec<SelectionNode> = Vec::new();
    let mut before: &[SetAside] = &[];
    for (list, likely) in &lists {
        let shared = list.iter().zip(before).take_while(|(a, b)| a == b).count();
        for (depth, &take) in list.iter().enumerate().skip(shared) {
            let likely = if depth + 1 == list.len() { *likely } else { 0.0 };
            ways.push(SelectionNode { depth, take, likely });
        }
        before = list;
    }
    ways
}

/// Returns the number of dice to throw after setting some aside; 0 if none may be thrown.
pub(crate) fn next_dice(rules: &RaceRules, dice: usize, taken: usize, double: bool) -> usize {
    match dice - taken {
        0 if rules.hot_dice || double => rules.dice(),
        left => left,
    }
}
