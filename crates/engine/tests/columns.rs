//! Games with columns: order, announcements, and how these are undone, corrected and recorded.

use std::sync::Arc;

use expect_test::expect;
use kosti_engine::{Action, Correction, Decision, Record, Refusal, Seat, State};
use kosti_rules::{Entry, House, Reason, RulesFile};

/// Two boxes in three columns, two throws.
const GAME: &str = "name = 'Two'\ndice = 2\nthrows = 2\n[each-box]\nscore = 'all-dice'\n[box.a]\n[box.b]\n\
    [column.down]\norder = 'down'\n[column.up]\norder = 'up'\n[column.said]\norder = 'announced'\n";

struct Alone {
    record: Record,
    state: State,
}

impl Alone {
    fn new() -> Self {
        let rules = Arc::new(RulesFile::read("two", GAME).rules(&House::default()).unwrap());
        let record = Record::new(rules, vec!["Olena".to_owned()], true).unwrap();
        Self { state: record.replay(), record }
    }

    fn act(&mut self, action: Action, dice: &str) -> Result<(), Refusal> {
        let events = match self.state.decide(Seat(0), &action).map_err(|illegal| illegal.why)? {
            Decision::Done(events) => events,
            Decision::Throws(throws) => throws.resolve(dice.parse().unwrap()).unwrap(),
        };
        events.iter().for_each(|event| self.state.apply(event));
        self.record.events.extend(events);
        Ok(())
    }

    fn throw(&mut self, dice: &str) {
        self.act(Action::first_throw(), dice).unwrap();
    }

    fn slot(&self, id: &str) -> usize {
        self.state.rules().sheet().unwrap().slot(id).unwrap()
    }

    fn score(&mut self, id: &str) -> Result<(), Refusal> {
        self.act(Action::Score { slot: self.slot(id) }, "")
    }

    fn announce(&mut self, id: &str) -> Result<(), Refusal> {
        self.act(Action::Announce { slot: self.slot(id) }, "")
    }

    fn offered(&self) -> Vec<&str> {
        let rules = self.state.rules().sheet().unwrap();
        let offers = self.state.offers();
        let scored = offers.iter().filter(|offer| offer.score.is_some());
        scored.map(|offer| rules.slots[offer.slot].id.as_str()).collect()
    }
}

#[test]
fn a_column_is_filled_in_its_order() {
    let mut alone = Alone::new();
    alone.throw("3-4");
    assert_eq!(alone.offered(), ["a-down", "b-up"]);
    let not_yet =
        |id: &str, before: &str| Err(Refusal::NotYet { id: id.to_owned(), before: before.to_owned() });
    assert_eq!(alone.score("b-down"), not_yet("b-down", "a-down"));
    assert_eq!(alone.score("a-up"), not_yet("a-up", "b-up"));
    assert_eq!(alone.state.reasons(alone.slot("a-up")), [Reason::Before { slot: alone.slot("b-up") }]);
    alone.score("b-up").unwrap();
    alone.throw("1-2");
    assert_eq!(alone.offered(), ["a-down", "a-up"]);
    alone.score("a-down").unwrap();
    // A correction keeps the order of the entries.
    let (slot, to) = (alone.slot("a-down"), alone.slot("b-down"));
    let wrong = Correction::Entry { seat: Seat(0), slot, nth: 0, to, entry: Entry::Score(3) };
    assert_eq!(alone.act(Action::Correct(wrong), ""), not_yet("b-down", "a-down"));
}

#[test]
fn what_is_announced_is_what_the_turn_is_for() {
    let mut alone = Alone::new();
    alone.throw("3-4");
    assert_eq!(alone.score("a-said"), Err(Refusal::NotAnnounced { id: "a-said".to_owned() }));
    assert_eq!(alone.state.reasons(alone.slot("a-said")), [Reason::Announce]);
    assert_eq!(alone.announce("a-down"), Err(Refusal::NoAnnouncing { id: "a-down".to_owned() }));
    alone.announce("a-said").unwrap();
    let other = || Err(Refusal::OtherAnnounced { id: "a-said".to_owned() });
    assert_eq!(alone.announce("b-said"), other());
    assert_eq!(alone.score("a-down"), other());
    assert_eq!(alone.offered(), ["a-said"]);
    // After an undo nothing is announced and the turn continues.
    alone.act(Action::Undo, "").unwrap();
    assert_eq!(alone.state.players()[0].turns, 0);
    assert_eq!(alone.offered(), ["a-down", "b-up"]);
    alone.announce("b-said").unwrap();
    alone.act(Action::Throw { keep: "4".parse().unwrap() }, "6").unwrap();
    assert_eq!(alone.offered(), ["b-said"]);
    alone.score("b-said").unwrap();
    alone.act(Action::Undo, "").unwrap();
    assert_eq!(alone.offered(), ["b-said"], "it is still announced");
    alone.score("b-said").unwrap();
    alone.throw("1-1");
    alone.act(Action::Throw { keep: "1".parse().unwrap() }, "5").unwrap();
    assert_eq!(alone.announce("a-said"), Err(Refusal::TooLateToAnnounce));
    expect![[r#"
        1 Olena: threw 3-4, announced a-said, took it back, announced b-said, kept 4, threw 6, scored b-said 10, took it back, scored b-said 10
        2 Olena: threw 1-1, kept 1, threw 5
    "#]]
    .assert_eq(alone.record.to_string().split_once("\n\n").unwrap().1);
    let read = Record::parse(&alone.record.to_string(), alone.record.rules().clone()).unwrap();
    assert!(read == alone.record && read.replay() == alone.state);
}

#[test]
fn who_has_nothing_else_left_must_announce() {
    let mut alone = Alone::new();
    for id in ["a-down", "b-down", "b-up", "a-up"] {
        alone.throw("3-4");
        assert!(!alone.state.must_announce());
        alone.score(id).unwrap();
    }
    alone.throw("3-4");
    assert!(alone.state.must_announce());
    assert_eq!(alone.act(Action::Throw { keep: "4".parse().unwrap() }, "6"), Err(Refusal::MustAnnounce));
    let announce = |id| Action::Announce { slot: alone.slot(id) };
    assert_eq!(alone.state.legal_actions(), [announce("a-said"), announce("b-said")]);
    alone.announce("b-said").unwrap();
    alone.score("b-said").unwrap();
    alone.throw("6-6");
    alone.announce("a-said").unwrap();
    alone.score("a-said").unwrap();
    assert_eq!(alone.state.outcome().unwrap().results[0].total, 5 * 7 + 12);
}

/// A correction in the middle of a turn leaves a box to fill.
#[test]
fn no_correction_takes_the_last_box_of_a_turn() {
    let mut alone = Alone::new();
    alone.throw("3-4");
    alone.announce("a-said").unwrap();
    alone.score("a-said").unwrap();
    for id in ["a-down", "b-down", "b-up"] {
        alone.throw("3-4");
        alone.score(id).unwrap();
    }
    let moved = |alone: &Alone, from: &str, to: &str| {
        let (slot, to) = (alone.slot(from), alone.slot(to));
        Action::Correct(Correction::Entry { seat: Seat(0), slot, nth: 0, to, entry: Entry::Score(7) })
    };
    alone.throw("3-4");
    alone.announce("b-said").unwrap();
    let announced = Err(Refusal::OtherAnnounced { id: "b-said".to_owned() });
    assert_eq!(alone.act(moved(&alone, "a-said", "b-said"), ""), announced);
    alone.act(Action::Undo, "").unwrap();
    alone.act(Action::Throw { keep: "4".parse().unwrap() }, "6").unwrap();
    // Only `a-up` needs no announcement, and it is too late to announce.
    let refused = Err(Refusal::NotNow { id: "a-up".to_owned() });
    assert_eq!(alone.act(moved(&alone, "a-said", "a-up"), ""), refused);
    assert_eq!(alone.offered(), ["a-up"]);
    alone.act(moved(&alone, "a-said", "b-said"), "").unwrap();
    assert_eq!(alone.offered(), ["a-up"]);
}

/// A player who leaves in the middle of such a turn finds it unchanged.
#[test]
fn an_announcement_waits_for_whoever_left() {
    let mut alone = Alone::new();
    alone.throw("3-4");
    alone.announce("a-said").unwrap();
    alone.act(Action::Leave, "").unwrap();
    alone.act(Action::Return, "").unwrap();
    assert_eq!(alone.offered(), ["a-said"]);
}
