//! The numbers in counts/, which come from elsewhere, against the engine.

#![allow(clippy::unwrap_used, reason = "a test may fail")]

use std::collections::HashMap;
use std::path::Path;
use std::sync::Arc;

use kosti_dice::{Dice, Space};
use kosti_engine::{Action, Decision, Seat, State};
use kosti_rules::{Entry, Group, GroupMark, House, Rules, SheetRules};
use serde::Deserialize;

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct Counts {
    multisets: usize,
    keeps: usize,
    sequences: Vec<u64>,
    #[serde(default)]
    states: Vec<usize>,
    #[serde(default)]
    throws: Vec<ThrowCounts>,
}

#[derive(Deserialize, PartialEq, Debug)]
#[serde(deny_unknown_fields)]
struct ThrowCounts {
    dice: usize,
    multisets: usize,
    busts: usize,
    selections: usize,
}

fn counts(id: &str) -> Counts {
    let path = Path::new(env!("CARGO_MANIFEST_DIR")).join(format!("../../counts/{id}.toml"));
    let text = std::fs::read_to_string(&path).unwrap_or_else(|_| panic!("counts/{id}.toml is missing"));
    toml::from_str(&text).unwrap()
}

fn all_rules() -> impl Iterator<Item = Arc<Rules>> {
    kosti_games::ids().map(|id| Arc::new(kosti_games::file(id).unwrap().rules(&House::default()).unwrap()))
}

#[test]
fn dice_and_throws() {
    for rules in all_rules() {
        let counts = counts(&rules.id);
        let spaces: Vec<Space> = (0..=usize::from(rules.dice)).map(|n| Space::new(n, rules.sides)).collect();
        assert_eq!(spaces[usize::from(rules.dice)].all().len(), counts.multisets, "{}", rules.id);
        assert_eq!(spaces.iter().map(|space| space.all().len()).sum::<usize>(), counts.keeps, "{}", rules.id);
        if let Some(race) = rules.race() {
            let found: Vec<ThrowCounts> = spaces[1..]
                .iter()
                .map(|space| ThrowCounts {
                    dice: space.dice(),
                    multisets: space.all().len(),
                    busts: space.all().iter().filter(|&&dice| race.selections(dice).is_empty()).count(),
                    selections: space.all().iter().map(|&dice| race.selections(dice).len()).sum(),
                })
                .collect();
            assert_eq!(found, counts.throws, "{}", rules.id);
        }
    }
}

/// Sequences of (fall, decision), counted by walking through the engine. Positions of a score-sheet game that offer
/// the same sequences are walked once: what is written matters by which boxes are filled, and whether scored.
#[derive(Default)]
struct Walk {
    known: HashMap<Position, u64>,
}

#[derive(PartialEq, Eq, Hash)]
struct Position {
    filled: Vec<(usize, usize)>,
    throw: u8,
    keep: Dice,
    depth: usize,
}

impl Position {
    fn new(state: &State, action: &Action, depth: usize) -> Option<Self> {
        let slots = state.rules().sheet()?.slots.len();
        let Action::Throw { keep } = *action else { return None };
        let sheet = &state.players()[0].sheet;
        let scored = |slot| sheet.entries(slot).iter().filter(|e| matches!(e, Entry::Score(_))).count();
        let filled = (0..slots).map(|slot| (sheet.filled(slot), scored(slot))).collect();
        Some(Self { filled, throw: state.turn()?.throw, keep, depth })
    }
}

impl Walk {
    fn sequences(&mut self, state: &State, action: &Action, depth: usize) -> u64 {
        let position = Position::new(state, action, depth);
        if let Some(known) = position.as_ref().and_then(|position| self.known.get(position)) {
            return *known;
        }
        let Ok(Decision::Throws(throws)) = state.decide(Seat(0), action) else { panic!("not a throw") };
        let mut found = 0;
        for &dice in Space::new(throws.count(), state.rules().sides).all() {
            let mut after = state.clone();
            throws.fell(dice).unwrap().iter().for_each(|event| after.apply(event));
            // A throw that ends the turn or the game leaves no decision.
            if after.turn().is_some_and(|turn| turn.throw > 0) {
                found += self.decisions(&after, depth);
            }
        }
        self.known.extend(position.map(|position| (position, found)));
        found
    }

    fn decisions(&mut self, state: &State, depth: usize) -> u64 {
        let actions = state.legal_actions();
        if depth == 1 {
            return actions.len() as u64;
        }
        let mut found = 0;
        for action in actions {
            match state.decide(Seat(0), &action).unwrap() {
                Decision::Throws(_) => found += self.sequences(state, &action, depth - 1),
                Decision::Done(events) => {
                    let mut after = state.clone();
                    events.iter().for_each(|event| after.apply(event));
                    if after.outcome().is_none() {
                        found += self.sequences(&after, &Action::first_throw(), depth - 1);
                    }
                }
            }
        }
        found
    }
}

#[test]
fn sequences_of_actions() {
    for rules in all_rules() {
        let counts = counts(&rules.id);
        assert!(counts.sequences.len() >= 3);
        let state = State::new(rules.clone(), 1).unwrap();
        let mut walk = Walk::default();
        let deepest = if rules.sheet().is_some() { counts.sequences.len() } else { 2 };
        for (depth, &expected) in (1..=deepest).zip(&counts.sequences) {
            let found = walk.sequences(&state, &Action::first_throw(), depth);
            assert_eq!(found, expected, "{} at depth {depth}", rules.id);
        }
    }
}

/// Sums of a group, as a set of bits; those that decide a bonus all the same are one.
#[derive(Clone, Copy, Default)]
struct Sums(u128);

impl Sums {
    const ZERO: i32 = 64;

    fn plus(self, points: i32, most: i32) -> Self {
        let sums = (0..128).filter(|bit| self.0 >> bit & 1 == 1).map(|bit| bit - Self::ZERO);
        Self(sums.map(|sum| 1 << ((sum + points).min(most) + Self::ZERO)).fold(0, |bits, bit| bits | bit))
    }
}

/// A sheet state that matters is how often each box is filled, and the sum that can still decide a bonus. Layer by
/// layer: for each way to fill boxes, the set of sums.
fn next_layer(rules: &SheetRules, layer: &HashMap<Vec<u8>, Sums>) -> HashMap<Vec<u8>, Sums> {
    let marked: Vec<&Group> = rules.groups.iter().filter(|group| group.mark.is_some()).collect();
    assert!(marked.len() <= 1, "one set of sums is enough");
    let mut next: HashMap<Vec<u8>, Sums> = HashMap::new();
    for (fills, sums) in layer {
        let shut = rules.gate.filter(|gate| {
            let scored: u8 = rules.groups[gate.of].slots.iter().map(|&slot| fills[slot]).sum();
            usize::from(scored) < gate.scored
        });
        for (slot, this) in rules.slots.iter().enumerate() {
            if fills[slot] == this.fill || shut.is_some_and(|gate| this.group != Some(gate.only)) {
                continue;
            }
            let mut after = fills.clone();
            after[slot] += 1;
            let found = next.entry(after).or_default();
            match marked.first().filter(|group| group.slots.contains(&slot)) {
                None => found.0 |= sums.0,
                Some(group) => {
                    let most = match group.mark {
                        Some(GroupMark::Bonus { at_least, safe: true, .. }) => at_least,
                        _ => i32::MAX,
                    };
                    this.possible_scores().for_each(|points| found.0 |= sums.plus(points, most).0);
                }
            }
        }
    }
    next
}

#[test]
fn reachable_sheet_states() {
    for rules in all_rules() {
        let Some(sheet) = rules.sheet() else { continue };
        let counts = counts(&rules.id);
        let mut layer = HashMap::from([(vec![0; sheet.slots.len()], Sums(1 << Sums::ZERO))]);
        for (written, &expected) in counts.states.iter().enumerate() {
            let states: u32 = layer.values().map(|sums| sums.0.count_ones()).sum();
            assert_eq!(states as usize, expected, "{} with {written} entries", rules.id);
            layer = next_layer(sheet, &layer);
        }
        assert_eq!(counts.states.len(), sheet.rounds + 1, "{}", rules.id);
    }
}
