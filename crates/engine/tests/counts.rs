//! Compares the engine with the numbers in counts/, which have an independent source.

use std::collections::HashMap;
use std::path::Path;
use std::sync::Arc;

use kosti_dice::{Dice, Space};
use kosti_engine::{Action, Decision, Seat, State};
use kosti_rules::{Entry, Group, GroupMark, House, Rules, SheetRules, Slot, Standing};
use serde::Deserialize;

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct Counts {
    multisets: usize,
    keeps: usize,
    sequences: Vec<u64>,
    #[serde(default)]
    states: Vec<u64>,
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

/// Counts sequences of (throw, decision) by walking through the engine. Positions with the same continuations
/// are walked once: only which boxes are filled matters, and whether they were scored.
#[derive(Default)]
struct Walk {
    known: HashMap<Position, u64>,
}

#[derive(PartialEq, Eq, Hash)]
enum Position {
    Sheet { filled: Vec<(usize, usize)>, throw: u8, keep: Dice, announced: Option<usize>, depth: usize },
    Race { standing: Standing, points: i32, aside: usize, depth: usize },
}

impl Position {
    fn new(state: &State, action: &Action, depth: usize) -> Option<Self> {
        let (player, turn) = (&state.players()[0], state.turn()?);
        if let Some(rules) = state.rules().sheet() {
            let Action::Throw { keep } = *action else { return None };
            let entries = |slot| player.sheet.entries(slot).iter();
            let scored = |slot| entries(slot).filter(|e| matches!(e, Entry::Score(_))).count();
            let filled = (0..rules.slots.len()).map(|slot| (player.sheet.filled(slot), scored(slot)));
            let (filled, throw, announced) = (filled.collect(), turn.throw, turn.announced);
            return Some(Self::Sheet { filled, throw, keep, announced, depth });
        }
        let standing = player.standing;
        match *action {
            Action::SetAside { take, .. } if !take.is_empty() => {
                let worth = state.selections().iter().find(|selection| selection.take == take)?.points;
                let (points, aside) = (turn.points + worth, turn.aside + take.len());
                Some(Self::Race { standing, points, aside: aside % usize::from(state.rules().dice), depth })
            }
            _ => Some(Self::Race { standing, points: turn.points, aside: 0, depth }),
        }
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
            throws.resolve(dice).unwrap().iter().for_each(|event| after.apply(event));
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
                    // An announcement does not end the turn: the dice stay.
                    if after.turn().is_some_and(|turn| turn.throw > 0) {
                        found += self.decisions(&after, depth - 1);
                    } else if after.outcome().is_none() {
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
        // A race has far more sequences.
        let deepest = if rules.sheet().is_some() { counts.sequences.len() } else { 2 };
        let most = if kosti_testkit::full_length() { u64::MAX } else { 300_000_000 };
        let depths = (1..=deepest).zip(&counts.sequences).take_while(|(_, expected)| **expected <= most);
        for (depth, &expected) in depths {
            let found = walk.sequences(&state, &Action::first_throw(), depth);
            assert_eq!(found, expected, "{} at depth {depth}", rules.id);
        }
    }
}

/// The sums of a group as a bit set; sums that decide a bonus in the same way are merged.
#[derive(Clone, Copy, Default)]
struct Sums([u64; 4]);

impl Sums {
    const ZERO: i32 = 64;

    fn with(mut self, sum: i32) -> Self {
        let bit = (sum + Self::ZERO) as usize;
        self.0[bit / 64] |= 1 << (bit % 64);
        self
    }

    fn and(mut self, other: Self) -> Self {
        self.0.iter_mut().zip(other.0).for_each(|(bits, more)| *bits |= more);
        self
    }

    fn plus(self, points: i32, most: i32) -> Self {
        let bits = (0..256).filter(|bit| self.0[bit / 64] >> (bit % 64) & 1 == 1);
        bits.map(|bit| bit as i32 - Self::ZERO)
            .fold(Self::default(), |sums, sum| sums.with((sum + points).min(most)))
    }
}

/// The number of entries of each box, packed: five bits per box.
type Filling = u128;

fn filled(filling: Filling, nth: usize) -> u8 {
    (filling >> (5 * nth) & 31) as u8
}

/// The number of ways to fill boxes, by the number of entries.
fn ways<'a>(slots: impl Iterator<Item = &'a Slot>) -> Vec<u64> {
    slots.fold(vec![1], |ways, slot| {
        let mut more = vec![0; ways.len() + usize::from(slot.fill)];
        for (entries, ways) in ways.iter().enumerate() {
            (0..=usize::from(slot.fill)).for_each(|these| more[entries + these] += ways);
        }
        more
    })
}

/// The number of sheet states that matter, by the number of entries. A state is the number of entries of each
/// box and the sum that can still decide a bonus. Boxes that affect a bonus or the gate are filled one after
/// the other; of the others only the number counts, and once the gate is open each way to fill them combines
/// with each of the former.
fn sheet_states(rules: &SheetRules) -> Vec<u64> {
    let marked: Vec<&Group> = rules.groups.iter().filter(|group| group.mark.is_some()).collect();
    assert!(marked.len() <= 1, "one set of sums is enough");
    let of_gate = |slot: &usize| rules.gate.is_some_and(|gate| rules.groups[gate.of].slots.contains(slot));
    let of_mark = |slot: &usize| marked.iter().any(|group| group.slots.contains(slot));
    let (special, plain): (Vec<usize>, Vec<usize>) =
        (0..rules.slots.len()).partition(|slot| of_gate(slot) || of_mark(slot));
    assert!(special.len() <= 25, "five bits for each box");
    let plain = ways(plain.iter().map(|&slot| &rules.slots[slot]));
    let mut states = vec![0; rules.rounds + 1];
    let mut layer = HashMap::from([(0, Sums::default().with(0))]);
    for written in 0.. {
        for (&filling, sums) in &layer {
            let scored: usize = (0..special.len())
                .filter(|&nth| of_gate(&special[nth]))
                .map(|nth| usize::from(filled(filling, nth)))
                .sum();
            let shut = rules.gate.is_some_and(|gate| scored < gate.scored);
            let sums: u64 = sums.0.iter().map(|bits| u64::from(bits.count_ones())).sum();
            for (more, ways) in plain.iter().enumerate().take(if shut { 1 } else { plain.len() }) {
                states[written + more] += sums * ways;
            }
        }
        layer = next_layer(rules, &special, marked.first().copied(), &layer);
        if layer.is_empty() {
            return states;
        }
    }
    states
}

fn next_layer(
    rules: &SheetRules,
    special: &[usize],
    marked: Option<&Group>,
    layer: &HashMap<Filling, Sums>,
) -> HashMap<Filling, Sums> {
    let mut next: HashMap<Filling, Sums> = HashMap::new();
    for (&filling, sums) in layer {
        for (nth, &slot) in special.iter().enumerate() {
            let this = &rules.slots[slot];
            if filled(filling, nth) == this.fill {
                continue;
            }
            let found = next.entry(filling + (1 << (5 * nth))).or_default();
            *found = found.and(match marked.filter(|group| group.slots.contains(&slot)) {
                None => *sums,
                Some(group) => {
                    let most = match &group.mark {
                        Some(GroupMark::Bonus { steps, safe: true }) => steps.last().unwrap().at_least,
                        _ => i32::MAX,
                    };
                    let scores = this.possible_scores();
                    scores.fold(Sums::default(), |found, points| found.and(sums.plus(points, most)))
                }
            });
        }
    }
    next
}

/// With columns, counts only the ways to fill the boxes: an ordered column has one way for each number of
/// entries.
fn column_states(rules: &SheetRules) -> Vec<u64> {
    let rows = rules.slots.len() / rules.columns.len();
    let of_column = |slots: &[Slot]| match slots.iter().any(|slot| slot.after.is_some()) {
        true => vec![1; rows + 1],
        false => ways(slots.iter()),
    };
    rules.slots.chunks(rows).map(of_column).fold(vec![1], |all, more| {
        let mut states = vec![0; all.len() + rows];
        for (entries, ways) in all.iter().enumerate() {
            more.iter().enumerate().for_each(|(these, others)| states[entries + these] += ways * others);
        }
        states
    })
}

#[test]
fn reachable_sheet_states() {
    for rules in all_rules() {
        let Some(sheet) = rules.sheet() else { continue };
        let states = if sheet.columns.is_empty() { sheet_states(sheet) } else { column_states(sheet) };
        assert_eq!(states, counts(&rules.id).states, "{}", rules.id);
    }
}
