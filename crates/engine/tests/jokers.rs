//! Games with jokers: the boxes they must take, their bonus, and how these are undone, corrected and recorded.

use std::sync::Arc;

use expect_test::expect;
use kosti_engine::{Action, Correction, Decision, Event, Record, RecordFaultKind, Refusal, Seat, State};
use kosti_rules::{Entry, House, Rules, RulesFile};

/// Two dice with three sides and one throw: a pair, once its box is full, is a joker.
const GAME: &str = "name = 'Pairs'\ndice = 2\nsides = 3\nthrows = 1\n[each-box]\nunfit = 'zero'\n\
    [group.n]\nper-number = ['ones', 'twos']\neach-box.score = 'matching'\n\
    [box.pair]\nneeds = { alike = 2 }\nscore = { points = 20 }\n\
    [box.run]\nneeds = { run = 2 }\nscore = { points = 5 }\njoker = 6\n\
    [box.rest]\nneeds = { sum = 5 }\nscore = 'all-dice'\nunfit = 'refused'\ncross = 'last-throw'\n\
    [joker]\nbox = 'pair'\nbonus = 10\nfirst = 'n'\n";

fn rules() -> Arc<Rules> {
    let file = RulesFile::read("pairs", GAME);
    Arc::new(file.rules(&House::default()).unwrap_or_else(|error| panic!("{error:?}")))
}

/// One player with real dice, and all events.
struct Alone {
    record: Record,
    state: State,
}

impl Alone {
    fn new() -> Self {
        let record = Record::new(rules(), vec!["Olena".to_owned()], true).unwrap();
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

    fn slot(&self, id: &str) -> usize {
        self.state.rules().sheet().unwrap().slot(id).unwrap()
    }

    fn score(&mut self, dice: &str, id: &str) -> Result<(), Refusal> {
        if self.state.turn().is_some_and(|turn| turn.throw == 0) {
            self.act(Action::first_throw(), dice).unwrap();
        }
        let slot = self.slot(id);
        self.act(Action::Score { slot }, "")
    }

    fn joker(&self) -> i32 {
        self.state.players()[0].sheet.joker()
    }

    fn total(&self) -> i32 {
        self.state.result(Seat(0)).total
    }

    /// The text of the record, after reading it back.
    fn record_text(&self) -> String {
        let text = self.record.to_string();
        let read = Record::parse(&text, rules()).unwrap_or_else(|fault| panic!("{fault}\n{text}"));
        assert!(read == self.record && read.replay() == self.state, "{text}");
        text.split_once("\n\n").unwrap().1.to_owned()
    }
}

#[test]
fn a_joker_takes_the_box_of_its_number_then_others_then_the_rest() {
    let mut alone = Alone::new();
    alone.score("1-1", "pair").unwrap();
    let elsewhere = |id: &str| Err(Refusal::JokerElsewhere { id: id.to_owned() });
    assert_eq!(alone.score("2-2", "run"), elsewhere("run"));
    assert_eq!(alone.score("2-2", "ones"), elsewhere("ones"));
    alone.score("2-2", "twos").unwrap();
    assert_eq!((alone.joker(), alone.total()), (10, 34));
    // The box of the number is full: the joker takes one outside the group, for its joker points.
    assert_eq!(alone.score("2-2", "ones"), elsewhere("ones"));
    alone.score("2-2", "run").unwrap();
    assert_eq!((alone.joker(), alone.total()), (20, 50));
    // Crossing out a box brings the bonus too. A joker of a number without a box need not take any box first.
    alone.act(Action::first_throw(), "3-3").unwrap();
    assert_eq!(alone.score("3-3", "rest"), Err(Refusal::NotNow { id: "rest".to_owned() }));
    assert_eq!(alone.score("3-3", "ones"), elsewhere("ones"));
    let slot = alone.slot("rest");
    alone.act(Action::Cross { slot }, "").unwrap();
    assert_eq!((alone.joker(), alone.total()), (30, 60));
    alone.score("3-3", "ones").unwrap();
    assert_eq!(alone.state.outcome().unwrap().results[0].total, 70);
    expect![[r"
        1 Olena: threw 1-1, scored pair 20
        2 Olena: threw 2-2, scored twos 4, joker 10
        3 Olena: threw 2-2, scored run 6, joker 10
        4 Olena: threw 3-3, crossed out rest, joker 10
        5 Olena: threw 3-3, scored ones 0, joker 10
    "]]
    .assert_eq(&alone.record_text());
}

#[test]
fn without_points_in_its_box_a_joker_brings_nothing_and_must_all_the_same() {
    let mut alone = Alone::new();
    alone.score("1-2", "pair").unwrap();
    assert!(alone.score("2-2", "run").is_err());
    alone.score("2-2", "twos").unwrap();
    alone.score("2-2", "run").unwrap();
    assert_eq!((alone.joker(), alone.total()), (0, 10));
    // Dice that are not a joker may take any box.
    alone.score("2-3", "ones").unwrap();
}

#[test]
fn what_a_joker_brought_is_taken_back_with_it() {
    let mut alone = Alone::new();
    alone.score("1-1", "pair").unwrap();
    alone.act(Action::first_throw(), "1-1").unwrap();
    let before = alone.state.clone();
    alone.score("1-1", "ones").unwrap();
    alone.act(Action::Undo, "").unwrap();
    assert_eq!(alone.state.players(), before.players());
    alone.score("1-1", "ones").unwrap();
    assert_eq!((alone.joker(), alone.total()), (10, 32));
    expect![[r"
        1 Olena: threw 1-1, scored pair 20
        2 Olena: threw 1-1, scored ones 2, joker 10, took it back, scored ones 2, joker 10
    "]]
    .assert_eq(&alone.record_text());
}

#[test]
fn corrections_of_entries_leave_the_points_of_jokers_alone() {
    let mut alone = Alone::new();
    alone.score("1-1", "pair").unwrap();
    alone.score("1-1", "ones").unwrap();
    let (slot, entry) = (alone.slot("pair"), Entry::Score(0));
    alone
        .act(Action::Correct(Correction::Entry { seat: Seat(0), slot, nth: 0, to: slot, entry }), "")
        .unwrap();
    assert_eq!((alone.joker(), alone.total()), (10, 12));
    let mut correct = |points| alone.act(Action::Correct(Correction::Joker { seat: Seat(0), points }), "");
    let impossible = Err(Refusal::ImpossibleEntry { id: "joker".to_owned() });
    assert_eq!([correct(5), correct(-10), correct(50)], [impossible.clone(), impossible.clone(), impossible]);
    correct(40).unwrap();
    correct(0).unwrap();
    assert_eq!((alone.joker(), alone.total()), (0, 2));
    // The next joker brings no bonus: its box has no points any more.
    alone.score("1-1", "run").unwrap();
    assert_eq!((alone.joker(), alone.total()), (0, 8));
    expect![[r"
        1 Olena: threw 1-1, scored pair 20
        2 Olena: threw 1-1, scored ones 2, joker 10
        * Olena corrected Olena: pair 20 to pair 0
        * Olena corrected Olena: joker 10 to joker 40
        * Olena corrected Olena: joker 40 to joker 0
        3 Olena: threw 1-1, scored run 6
    "]]
    .assert_eq(&alone.record_text());
}

#[test]
fn a_record_tells_a_joker_where_there_is_one_and_nowhere_else() {
    let mut alone = Alone::new();
    alone.score("1-1", "pair").unwrap();
    alone.score("1-1", "ones").unwrap();
    let text = alone.record.to_string();
    let fault = |right: &str, wrong: &str| {
        assert!(text.contains(right), "{text}");
        Record::parse(&text.replace(right, wrong), rules()).unwrap_err().kind
    };
    let missing = || RecordFaultKind::MissingPhrase { phrase: "joker 10".to_owned() };
    assert_eq!(fault(", joker 10", ""), missing());
    assert_eq!(fault("joker 10", "joker 20"), missing());
    let unknown = RecordFaultKind::UnknownPhrase { phrase: "joker 10".to_owned() };
    assert_eq!(fault("pair 20", "pair 20, joker 10"), unknown);
}

#[test]
fn an_event_says_what_a_joker_brought() {
    let mut alone = Alone::new();
    alone.score("1-1", "pair").unwrap();
    alone.score("1-1", "ones").unwrap();
    let (seat, slot) = (Seat(0), alone.slot("ones"));
    assert_eq!(alone.record.events.last(), Some(&Event::Scored { seat, slot, points: 2, bonus: 10 }));
}
