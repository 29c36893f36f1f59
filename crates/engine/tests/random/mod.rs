//! Random games of every bundled game and house rule, for property tests.

use kosti_dice::Dice;
use kosti_engine::{Action, Correction, Decision, Event, Seat, State};
use kosti_rules::{Entry, Standing};
use kosti_testkit::TestRng;

/// A source of random numbers: a generator of tests, or the one that the golden playthroughs were made with.
pub(crate) trait Numbers {
    fn below(&mut self, n: usize) -> usize;

    fn pick<'a, T>(&mut self, from: &'a [T]) -> &'a T {
        &from[self.below(from.len())]
    }

    fn dice(&mut self, count: usize, sides: u8) -> Dice {
        let faces: Vec<u8> = (0..count).map(|_| self.below(sides.into()) as u8 + 1).collect();
        Dice::from_faces(&faces).unwrap()
    }
}

impl Numbers for TestRng {
    fn below(&mut self, n: usize) -> usize {
        TestRng::below(self, n)
    }
}

/// What the action leads to, with dice by chance.
pub(crate) fn events(state: &State, seat: Seat, action: &Action, rng: &mut impl Numbers) -> Vec<Event> {
    match state.decide(seat, action).unwrap() {
        Decision::Done(events) => events,
        Decision::Throws(throws) => throws.resolve(rng.dice(throws.count(), state.rules().sides)).unwrap(),
    }
}

/// A correction that may or may not be allowed.
pub(crate) fn any_correction(state: &State, rng: &mut impl Numbers) -> Action {
    let seat = Seat(rng.below(state.players().len()));
    Action::Correct(match state.rules().sheet() {
        Some(rules) if rules.joker.is_some() && rng.below(3) == 0 => {
            let bonus = rules.joker.as_ref().and_then(|joker| joker.bonus).unwrap_or(5);
            Correction::Joker { seat, points: bonus * rng.below(4) as i32 }
        }
        Some(rules) => {
            let slot = rng.below(rules.slots.len());
            let to = if rng.below(2) == 0 { slot } else { rng.below(rules.slots.len()) };
            let scores: Vec<i32> = rules.slots[to].possible_scores().collect();
            let entry = if rng.below(4) == 0 { Entry::Crossed } else { Entry::Score(*rng.pick(&scores)) };
            let nth = rng.below(usize::from(rules.slots[slot].fill));
            Correction::Entry { seat, slot, nth, to, entry }
        }
        None => {
            let score = rng.below(210) as i32 * 5;
            let turns_left = rng.below(4) as u8;
            Correction::Standing { seat, standing: Standing { score, turns_left } }
        }
    })
}

/// Events between the moves of a random game: undo, leaving, coming back, corrections.
#[allow(dead_code, reason = "other tests use the rest")]
#[derive(Clone, Copy, PartialEq, Eq)]
pub(crate) enum Disturb {
    Never,
    /// Undoes only decisions, as when the golden records were made.
    WithoutDice,
    Always,
}

/// Whether the last event is a decision of this seat.
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
    rng: &mut impl Numbers,
    steps: usize,
    disturb: Disturb,
    mut look: impl FnMut(&State),
) -> Vec<Event> {
    let mut all = Vec::new();
    while all.len() < steps {
        look(state);
        let seats = state.players().len();
        let anybody = Seat(rng.below(seats));
        let disturbance = if disturb == Disturb::Never { usize::MAX } else { rng.below(12) };
        let (seat, action) = match disturbance {
            0 => (anybody, Action::Undo),
            1 => (anybody, Action::Leave),
            2 => (anybody, Action::Return),
            3 => (anybody, any_correction(state, rng)),
            _ => match state.on_turn() {
                Some(seat) => {
                    let actions = state.legal_actions();
                    assert!(!actions.is_empty(), "nothing to do: {state:?}");
                    (seat, *rng.pick(&actions))
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
        for event in events(state, seat, &action, rng) {
            state.apply(&event);
            all.push(event);
        }
    }
    all
}
