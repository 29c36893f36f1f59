//! Every long computation of the solver, the coach and the questions stops soon after it is cancelled, whenever that is, and leaves
//! nothing behind: computed once more, it gives what it gave before.

#![allow(clippy::unwrap_used, reason = "a test may fail")]

use std::fmt::Debug;
use std::sync::Arc;
use std::sync::atomic::{AtomicUsize, Ordering};

use kosti_ask::balance::{Balance, worth};
use kosti_ask::{AskError, Desk, Reply, Seeded};
use kosti_coach::{Coach, Estimate, NoCoach};
use kosti_dice::Dice;
use kosti_engine::{Event, Record, Seat};
use kosti_rules::{House, Rules, RulesFile, Sheet};
use kosti_solver::{
    Alone, Cancelled, Casual, Duel, Manner, NoPoints, NoProgress, NoRace, Points, Progress, Racer, Reach,
    SolveError, Strategy, Within, race,
};
use kosti_words::{Language, Words};

const SHEET: &str = "name = 'Small'
    dice = 2
    throws = 2
    [each-box]
    unfit = 'zero'
    [group.low]
    per-number = ['ones', 'twos', 'threes', 'fours', 'fives', 'sixes']
    bonus = { at-least = 20, points = 5 }
    each-box = { score = 'matching' }
    [box.pair]
    needs = { alike = 2 }
    score = 'combination'
    [box.any]
    score = 'all-dice'
    [house.any]
    choices.all = {}
    choices.pairs = { change.box.any.needs.alike = 2 }";

const POINTS: &str = "name = 'Small'
    dice = 2
    throws = 2
    [each-box]
    unfit = 'zero'
    [box.ones]
    number = 1
    score = 'matching'
    fill = 2
    [box.pair]
    needs = { alike = 2 }
    score = 'combination'
    fill = 2
    [box.any]
    score = 'all-dice'
    [[points]]
    name = 'Pairs'
    when = { never-crossed = 'pair' }
    give = 3
    [[points]]
    name = 'Total'
    when = { total = { from = [0, 8, 14], give = [-1, 0, 2] } }";

const RACE: &str = "name = 'Small'
    dice = 2
    sides = 3
    [race]
    target = 12
    [race.combination.single]
    needs = { alike = 1 }
    points = [2, 1, 0]
    [race.combination.pair]
    needs = { alike = 2 }
    points = [6, 4, 3]";

fn rules(text: &str) -> Arc<Rules> {
    let file = RulesFile::read("small", text);
    Arc::new(file.rules(&House::default()).unwrap_or_else(|error| panic!("{error}")))
}

/// Counts how often it is asked whether to stop, and says so from one time on.
struct CancelAt {
    asked: AtomicUsize,
    at: usize,
}

impl CancelAt {
    fn new(at: usize) -> Self {
        Self { asked: AtomicUsize::new(0), at }
    }
}

impl Progress for CancelAt {
    fn is_cancelled(&self) -> bool {
        self.asked.fetch_add(1, Ordering::Relaxed) + 1 >= self.at
    }
}

/// Whether an error says that the work was cancelled.
trait IsCancelled: Debug {
    fn is_cancelled(&self) -> bool;
}

macro_rules! is_cancelled {
    ($($error:ty: $pattern:pat),* $(,)?) => {
        $(impl IsCancelled for $error {
            fn is_cancelled(&self) -> bool {
                matches!(self, $pattern)
            }
        })*
    };
}
is_cancelled!(
    Cancelled: Cancelled,
    SolveError: SolveError::Cancelled(_),
    NoPoints: NoPoints::Cancelled(_),
    NoRace: NoRace::Cancelled(_),
    NoCoach: NoCoach::Cancelled(_),
    AskError: AskError::Cancelled,
);

/// Cancels a computation at several moments. Each time it ends with `Cancelled`, and afterwards gives what it gave before.
fn check<T: PartialEq + Debug, E: IsCancelled>(name: &str, run: impl Fn(&dyn Progress) -> Result<T, E>) {
    let never = CancelAt::new(usize::MAX);
    let whole = run(&never).unwrap();
    let all = never.asked.into_inner();
    assert!(all >= 3, "{name} looks only {all} times whether it is cancelled");
    for at in [1, 2, all / 3, all / 2, all] {
        let cancel = CancelAt::new(at.max(1));
        let error = run(&cancel).expect_err(name);
        assert!(error.is_cancelled(), "{name}, cancelled at {at} of {all}: {error:?}");
    }
    assert_eq!(run(&NoProgress).unwrap(), whole, "{name}");
}

fn source(batch: u64) -> Seeded {
    Seeded::new(1, 0, batch)
}

#[test]
fn score_sheets() {
    let rules = rules(SHEET);
    let empty = Sheet::empty(rules.sheet().unwrap().slots.len());
    let strategy = Strategy::solve(rules.clone()).unwrap();
    check("solve", |p| Strategy::solve_with(rules.clone(), p).map(|strategy| strategy.value()));
    check("reach", |p| Reach::solve_from(rules.clone(), empty.clone(), 30, p).map(|reach| reach.value()));
    check("deviation", |p| strategy.deviation(p));
    check("distribution", |p| strategy.distribution(p).map(|found| found.shares().collect::<Vec<_>>()));
    check("facts", |p| strategy.facts(p).map(|(facts, _)| facts));
    check("simulate", |p| strategy.simulate(5_000, source, p));
    check("simulate boxes", |p| strategy.simulate_boxes(5_000, source, p).map(|batches| batches.len()));
    let casual = Casual::new(rules.clone(), Manner::Sensible);
    check("casual", |p| casual.simulate(200, source, p));
    check("estimate", |p| Estimate::new(rules.clone(), p).map(|estimate| estimate.to_come(&empty)));
}

#[test]
fn points() {
    let rules = rules(POINTS);
    let empty = Sheet::empty(rules.sheet().unwrap().slots.len());
    let points = Points::solve(rules.clone()).unwrap();
    check("points", |p| Points::solve_with(rules.clone(), p).map(|points| points.sheet_value(&empty)));
    check("upper bound", |p| points.upper_bound(p));
    check("points simulated", |p| points.simulate(2_000, source, p));
}

#[test]
fn races() {
    let rules = rules(RACE);
    let alone = Alone::solve(rules.clone()).unwrap();
    let duel = Duel::solve(rules.clone()).unwrap();
    check("alone", |p| Alone::solve_with(rules.clone(), p).map(|alone| alone.value()));
    check("turns", |p| alone.distribution(p).map(|found| found.shares().collect::<Vec<_>>()));
    check("race facts", |p| alone.facts(p));
    check("duel", |p| Duel::solve_with(rules.clone(), p).map(|duel| duel.value()));
    check("within", |p| Within::solve(rules.clone(), 4, p).map(|within| within.states()));
    check("race", |p| race(&rules, &[Racer::Duel(&duel), Racer::Random], 300, source, p));
}

#[test]
fn coaches() {
    let rules = rules(SHEET);
    let coach = || Coach::solve(rules.clone(), 1, &NoProgress).unwrap();
    check("coach", |p| Coach::solve(rules.clone(), 2, p).map(|coach| coach.outlook(&NoProgress).unwrap()));
    check("outlook", |p| coach().outlook(p));
    let mut record = Record::new(rules.clone(), vec!["Olena".into()], false).unwrap();
    let dice: Dice = "2-2".parse().unwrap();
    record.events = vec![
        Event::Thrown { seat: Seat(0), kept: Dice::NONE, dice },
        Event::Scored { seat: Seat(0), slot: 1, points: 4, bonus: 0 },
    ];
    check("review", |p| coach().review(&record, p).map(|review| review.seats));
}

#[test]
fn questions() {
    for text in [SHEET, RACE] {
        let (file, rules) = (RulesFile::read("small", text), rules(text));
        check("balance", |p| Balance::of(&file, &rules, p).map(|balance| balance.to_json()));
        check("worth", |p| worth(&rules, p));
        let ask = |request: &'static str| {
            move |p: &dyn Progress| {
                // Each time a new desk: one that has solved a game before is quick.
                let find = |_: &str| Some(RulesFile::read("small", text));
                let desk = Desk::new(vec!["small"], Words::new(Language::ENGLISH), find);
                match desk.prepare(request).unwrap() {
                    Reply::Answer(answer) => panic!("{answer}"),
                    Reply::Task(task) => task.run(p).map(|mut answer| {
                        answer.as_object_mut().unwrap().remove("seconds");
                        answer
                    }),
                }
            }
        };
        check("ask solve", ask(r#"{"ask":"solve","game":"small","distribution":true}"#));
        check("ask simulate", ask(r#"{"ask":"simulate","game":"small","games":3000}"#));
        check("ask balance", ask(r#"{"ask":"balance","game":"small"}"#));
    }
}

#[test]
fn a_solved_game_is_answered_at_once_and_says_where_numbers_come_from() {
    let find = |_: &str| Some(RulesFile::read("small", SHEET));
    let desk = Desk::new(vec!["small"], Words::new(Language::ENGLISH), find);
    let advise = r#"{"ask":"advise","game":"small","throw":1,"dice":[1,2],"sheet":{}}"#;
    assert!(matches!(desk.prepare(advise), Ok(Reply::Task(_))));
    let first = desk.answer(advise);
    let Ok(Reply::Answer(again)) = desk.prepare(advise) else { panic!("it was solved before") };
    assert_eq!(again.to_string(), first);
    for request in [r#"{"ask":"solve","game":"small"}"#, r#"{"ask":"simulate","game":"small","games":10}"#] {
        let answer: serde_json::Value = serde_json::from_str(&desk.answer(request)).unwrap();
        assert_eq!(answer["rules"], rules(SHEET).hash, "{answer}");
        assert_eq!(answer["version"], env!("CARGO_PKG_VERSION"), "{answer}");
    }
}
