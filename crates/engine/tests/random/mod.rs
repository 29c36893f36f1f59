//! Random games of every bundled game and house rule, as material for properties.

use kosti_dice::Dice;
use kosti_engine::{Action, Correction, Decision, Event, Seat, State};
use kosti_rules::{Entry, Standing};

/// A small generator of its own, so that a seed says everything about a game.
pub(crate) struct Chance(pub(crate) u64);

impl Chance {
    pub(crate) fn below(&mut self, n: usize) -> usize {
        // SplitMix64: well mixed, and four lines.
        self.0 = self.0.wrapping_add(0x9E37_79B9_7F4A_7C15);
        let mut z = self.0;
        z = (z ^ (z >> 30)).wrapping_mul(0xBF58_476D_1CE4_E5B9);
        z = (z ^ (z >> 27)).wrapping_mul(0x94D0_49BB_1331_11EB);
        ((z ^ (z >> 31)) % n as u64) as usize
    }

    pub(crate) fn pick<'a, T>(&mut self, from: &'a [T]) -> &'a T {
        &from[self.below(from.len())]
    }

    pub(crate) fn dice(&mut self, count: usize, sides: u8) -> Dice {
        let faces: Vec<u8> = (0..count).map(|_| self.below(sides.into()) as u8 + 1).collect();
        Dice::from_faces(&faces).unwrap()
    }
}

/// What the action leads to, with dice by chance.
pub(crate) fn events(state: &State, seat: Seat, action: &Action, chance: &mut Chance) -> Vec<Event> {
    match state.decide(seat, action).unwrap() {
        Decision::Done(events) => events,
        Decision::Throws(throws) => throws.fell(chance.dice(throws.count(), state.rules().sides)).unwrap(),
    }
}

/// A correction that may or may not be allowed.
pub(crate) fn any_correction(state: &State, chance: &mut Chance) -> Action {
    let seat = Seat(chance.below(state.players().len()));
    Action::Correct(match state.rules().sheet() {
        Some(rules) if rules.joker.is_some() && chance.below(3) == 0 => {
            let bonus = rules.joker.as_ref().and_then(|joker| joker.bonus).unwrap_or(5);
            Correction::Joker { seat, points: bonus * chance.below(4) as i32 }
        }
        Some(rules) => {
            let slot = chance.below(rules.slots.len());
            let to = if chance.below(2) == 0 { slot } else { chance.below(rules.slots.len()) };
            let scores: Vec<i32> = rules.slots[to].possible_scores().collect();
            let entry =
                if chance.below(4) == 0 { Entry::Crossed } else { Entry::Score(*chance.pick(&scores)) };
            let nth = chance.below(usize::from(rules.slots[slot].fill));
            Correction::Entry { seat, slot, nth, to, entry }
        }
        None => {
            let score = chance.below(210) as i32 * 5;
            let turns_left = chance.below(4) as u8;
            Correction::Standing { seat, standing: Standing { score, turns_left } }
        }
    })
}

/// What comes between the moves of a random game: somebody takes back, leaves, comes back or corrects.
#[allow(dead_code, reason = "other tests use the rest")]
#[derive(Clone, Copy, PartialEq, Eq)]
pub(crate) enum Disturb {
    Never,
    /// Only decisions are taken back, as it was when the golden records were made.
    WithoutDice,
    Always,
}

/// Whether the last thing that happened is a decision of this seat.
fn has_just_decided(events: &[Event], by: Seat) -> bool {
    let moves = |event: &&Event| !matches!(event, Event::Left { .. } | Event::Returned { .. });
    match events.iter().rev().find(moves) {
        Some(
            Event::Scored { seat, .. }
            | Event::CrossedOut { seat, .. }
            | Event::Announced { seat, .. }
            | Event::Banked { seat, .. },
        ) => *seat == by,
        _ => false,
    }
}

/// Plays on for at most `steps` events, calling `look` before each action.
pub(crate) fn play(
    state: &mut State,
    chance: &mut Chance,
    steps: usize,
    disturb: Disturb,
    mut look: impl FnMut(&State),
) -> Vec<Event> {
    let mut all = Vec::new();
    while all.len() < steps {
        look(state);
        let seats = state.players().len();
        let anybody = Seat(chance.below(seats));
        let disturbance = if disturb == Disturb::Never { usize::MAX } else { chance.below(12) };
        let (seat, action) = match disturbance {
            0 => (anybody, Action::Undo),
            1 => (anybody, Action::Leave),
            2 => (anybody, Action::Return),
            3 => (anybody, any_correction(state, chance)),
            _ => match state.on_turn() {
                Some(seat) => {
                    let actions = state.legal_actions();
                    assert!(!actions.is_empty(), "nothing to do: {state:?}");
                    (seat, *chance.pick(&actions))
                }
                None if disturb != Disturb::Never && state.outcome().is_none() => (anybody, Action::Return),
                None => break,
            },
        };
        if disturb == Disturb::WithoutDice && action == Action::Undo && !has_just_decided(&all, seat) {
            continue;
        }
        if state.decide(seat, &action).is_err() {
            continue;
        }
        for event in events(state, seat, &action, chance) {
            state.apply(&event);
            all.push(event);
        }
    }
    all
}
