//! `Step`: a finished game as a sequence of positions, one after each throw and each entry, with the luck of each throw.

use std::ops::Range;

use kosti_coach::{Decided, Review};
use kosti_dice::Dice;
use kosti_engine::{Event, Record, State};
use kosti_text::{Narrator, Words};

/// A position of a game, and the events that led to it.
pub(super) struct Step {
    /// The events of the record that led here from the step before; none at the start. Events that were taken back
    /// are among them and are not described.
    events: Range<usize>,
    /// The last of these events.
    pub(super) event: Option<Event>,
    pub(super) state: State,
    /// In a race the dice that were set aside since the step before.
    pub(super) set_aside: Dice,
    /// The seat that played it; at the start the one that begins.
    pub(super) seat: usize,
    /// The turn of that player, counted from 1.
    pub(super) turn: usize,
    /// Which decision of the review was made in this position.
    pub(super) decision: Option<usize>,
    /// The value of the position for each seat; empty without a review.
    pub(super) worth: Vec<f64>,
    /// How much the throw changed the value for the player who threw.
    pub(super) luck: f64,
}

/// The steps of a game: its start, then one for each event that counts. Dice that are set aside belong to the throw or
/// the entry that follows.
pub(super) fn steps(record: &Record, review: Option<&Review>) -> Vec<Step> {
    let mut start = record.clone();
    start.events.clear();
    let mut state = start.replay();
    let mut steps = vec![step(0..0, None, &state, &state)];
    let (mut from, mut before, mut set_aside) = (0, state.clone(), Dice::NONE);
    for ((nth, event), undone) in record.events.iter().enumerate().zip(record.undone_events()) {
        state.apply(event);
        if undone {
            continue;
        }
        if let Event::SetAside { dice, .. } = event {
            set_aside = *dice;
            continue;
        }
        if !matches!(event, Event::Undone { .. }) {
            steps.push(Step { set_aside, ..step(from..nth + 1, Some(*event), &before, &state) });
        }
        (from, before, set_aside) = (nth + 1, state.clone(), Dice::NONE);
    }
    if let Some(review) = review {
        find_decisions(&mut steps, &review.decisions);
        find_values(&mut steps, review);
    }
    steps
}

fn step(events: Range<usize>, event: Option<Event>, before: &State, state: &State) -> Step {
    let seat = before.on_turn().map_or(0, |seat| seat.0);
    let turn = before.players()[seat].turns + 1;
    Step {
        events,
        event,
        state: state.clone(),
        set_aside: Dice::NONE,
        seat,
        turn,
        decision: None,
        worth: Vec::new(),
        luck: 0.0,
    }
}

/// Decisions are in the order of the game, so each is looked for after the one before.
fn find_decisions(steps: &mut [Step], decisions: &[Decided]) {
    let mut next = 0;
    for step in steps {
        let same = |decided: &Decided| {
            decided.state.phase() == step.state.phase() && decided.state.players() == step.state.players()
        };
        step.decision = decisions[next..].iter().position(same).map(|found| next + found);
        next = step.decision.map_or(next, |found| found + 1);
    }
}

/// The course has a point for every event that changed a value; all others leave the values as they were.
fn find_values(steps: &mut [Step], review: &Review) {
    let mut points = review.course.iter().peekable();
    let mut worth = points.next().map(|point| point.worth.clone()).unwrap_or_default();
    let mut loss = 0.0;
    for step in steps {
        let led_here = |event: usize| event < step.events.end;
        let was = worth.get(step.seat).copied().unwrap_or(0.0);
        while let Some(point) = points.next_if(|point| point.position.is_none_or(|at| led_here(at.event))) {
            worth.clone_from(&point.worth);
        }
        let now = worth.get(step.seat).copied().unwrap_or(0.0);
        if matches!(step.event, Some(Event::Thrown { .. } | Event::Busted { .. })) {
            step.luck = now - was + loss;
        }
        loss = step.decision.map_or(0.0, |nth| review.decisions[nth].loss);
        step.worth.clone_from(&worth);
    }
}

/// The step at which a decision was made.
pub(super) fn step_of(steps: &[Step], decision: usize) -> Option<usize> {
    steps.iter().position(|step| step.decision == Some(decision))
}

/// What happened between a step and the one before it, in sentences.
pub(super) fn describe_step(words: &Words, record: &Record, step: &Step) -> String {
    let mut played = record.clone();
    played.events.truncate(step.events.start);
    let (mut state, undone) = (played.replay(), record.undone_events());
    let mut sentences = Vec::new();
    for nth in step.events.clone() {
        let event = &record.events[nth];
        if !undone[nth] {
            let narrator = Narrator { words, state: &state, names: &record.tags.players };
            sentences.push(narrator.describe_event(event));
        }
        state.apply(event);
    }
    sentences.join(" ")
}

#[cfg(test)]
mod tests {
    use std::sync::Arc;

    use kosti_coach::Coach;
    use kosti_engine::Seat;
    use kosti_rules::{House, RulesFile};
    use kosti_solver::NoProgress;
    use kosti_text::Language;

    use super::*;

    /// Two throws of one die, two boxes.
    const SMALL: &str = "name = 'Small'\ndice = 1\nthrows = 2\n[each-box]\nunfit = 'zero'\n[box.sixes]\nnumber = 6\n\
                         score = 'matching'\n[box.any]\nscore = 'all-dice'";

    fn record(text: &str, events: Vec<Event>) -> (Coach, Record) {
        let rules = Arc::new(RulesFile::read("small", text).rules(&House::default()).unwrap());
        let coach = Coach::solve(rules.clone(), 2, &NoProgress).unwrap();
        let mut record = Record::new(rules, vec!["Olena".into(), "Petro".into()], false).unwrap();
        record.events = events;
        (coach, record)
    }

    fn thrown(seat: usize, kept: &str, dice: &str) -> Event {
        let of = |text: &str| if text.is_empty() { Dice::NONE } else { text.parse().unwrap() };
        Event::Thrown { seat: Seat(seat), kept: of(kept), dice: of(dice) }
    }

    fn scored(seat: usize, slot: usize, points: i32) -> Event {
        Event::Scored { seat: Seat(seat), slot, points, bonus: 0 }
    }

    /// Olena writes a two, takes it back and throws again; Petro gives up the sixes for a two.
    fn game() -> (Coach, Record) {
        let undone = [thrown(0, "", "2"), scored(0, 0, 0), Event::Undone { seat: Seat(0) }];
        let olena = [thrown(0, "", "6"), scored(0, 0, 6), thrown(1, "", "2"), scored(1, 0, 0)];
        let rest = [thrown(0, "", "3"), scored(0, 1, 3), thrown(1, "", "5"), scored(1, 1, 5)];
        record(SMALL, [&undone[..], &olena, &rest].concat())
    }

    #[test]
    fn every_event_that_counts_is_a_step() {
        let (coach, record) = game();
        let review = coach.review(&record, &NoProgress).unwrap();
        let steps = steps(&record, Some(&review));
        assert_eq!(steps.len(), 1 + record.events.len() - 2);
        let found: Vec<usize> = steps.iter().filter_map(|step| step.decision).collect();
        assert_eq!(found, (0..review.decisions.len()).collect::<Vec<_>>());
        for (nth, decided) in review.decisions.iter().enumerate() {
            let step = &steps[step_of(&steps, nth).unwrap()];
            assert_eq!((step.state.turn(), step.turn), (decided.state.turn(), decided.turn));
        }
        assert_eq!(steps.last().unwrap().state.outcome(), record.replay().outcome());
    }

    #[test]
    fn luck_and_values_are_those_of_the_review() {
        let (coach, record) = game();
        let review = coach.review(&record, &NoProgress).unwrap();
        let steps = steps(&record, Some(&review));
        for (seat, own) in review.seats.iter().enumerate() {
            let luck: f64 = steps.iter().filter(|step| step.seat == seat).map(|step| step.luck).sum();
            assert!((luck - own.luck).abs() < 1e-6, "{luck} {own:?}");
            assert!((steps[0].worth[seat] - own.start).abs() < 1e-6);
            assert!((steps.last().unwrap().worth[seat] - own.end).abs() < 1e-6);
        }
    }

    #[test]
    fn what_was_taken_back_is_not_told() {
        let (_, record) = game();
        let steps = steps(&record, None);
        let words = Words::new(Language::ENGLISH);
        let said: Vec<String> = steps.iter().map(|step| describe_step(&words, &record, step)).collect();
        assert_eq!(said[0], "");
        assert!(said[1].contains("2") && said[2].contains("6") && said[3].contains("6"), "{said:#?}");
        assert!(steps.iter().all(|step| step.worth.is_empty() && step.decision.is_none()));
    }
}
