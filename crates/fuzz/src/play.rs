//! Games played at random.

use std::sync::Arc;

use kosti_dice::Dice;
use kosti_engine::{Decision, Record, State};
use kosti_rules::Rules;
use kosti_testkit::TestRng;

fn throw(rng: &mut TestRng, count: usize, sides: u8) -> Dice {
    let faces: Vec<u8> = (0..count).map(|_| rng.below(sides) + 1).collect();
    Dice::from_faces(&faces).unwrap()
}

/// Plays at random until the game is over, or for this many actions, and checks that there always is one.
pub fn play(rules: Rules, rng: &mut TestRng, most: usize) -> Record {
    let seats = rules.players.min.max(1 + rng.below(2)).min(rules.players.max);
    let names = (0..seats).map(|seat| format!("Player {seat}")).collect();
    let mut record = Record::new(Arc::new(rules), names, true).unwrap();
    let mut state = record.replay();
    for _ in 0..most {
        let Some(seat) = state.on_turn() else { break };
        let actions = state.legal_actions();
        assert!(!actions.is_empty(), "nothing to do: {:?} {:?}", state.players()[seat.0], state.turn());
        let events = match state.decide(seat, rng.pick(&actions)).unwrap() {
            Decision::Done(events) => events,
            Decision::Throws(throws) => {
                throws.resolve(throw(rng, throws.count(), state.rules().sides)).unwrap()
            }
        };
        events.iter().for_each(|event| state.apply(event));
        record.events.extend(events);
    }
    record
}

/// The state before the first event.
pub(crate) fn start(record: &Record) -> State {
    let mut start = record.clone();
    start.events.clear();
    start.replay()
}
