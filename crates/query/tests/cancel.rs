//! Every long computation of the solver, the coach and the questions stops soon after it is cancelled, at any time,
//! and leaves nothing behind: computed again, it gives the same result.

use std::fmt::Debug;
use std::sync::Arc;
use std::sync::atomic::{AtomicUsize, Ordering};

use kosti_coach::{Coach, Estimate, NoCoach};
use kosti_dice::Dice;
use kosti_engine::{Event, Record, Seat};
use kosti_query::balance::{Balance, evaluate_variant};
use kosti_query::{Cache, Prepared, QueryEngine, QueryError, Request, SeededRng};
use kosti_rules::{House, Rules, RulesFile, Sheet};
use kosti_solver::{
    Cancelled, HeuristicPlayer, NoProgress, Objective, Policy, Progress, RacePlayer, SolveError,
    simulate_races, solve,
};
use kosti_text::{Language, Words};

use crate::RACE;

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

fn rules(text: &str) -> Arc<Rules> {
    let file = RulesFile::read("small", text);
    Arc::new(file.rules(&House::default()).unwrap_or_else(|error| panic!("{error}")))
}

/// Counts the checks for cancellation, and cancels at one of them.
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
    NoCoach: NoCoach::Cancelled(_),
    QueryError: QueryError::Cancelled,
);

/// Cancels a computation at several times. Each time it must end with `Cancelled`, and give the same result
/// afterwards.
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

fn source(batch: u64) -> SeededRng {
    SeededRng::new(1, 0, batch)
}

#[test]
fn score_sheets() {
    let rules = rules(SHEET);
    let empty = Sheet::empty(rules.sheet().unwrap().slots.len());
    let strategy = solve(&rules, &Objective::Total, &NoProgress).unwrap().into_total().unwrap();
    check("solve", |p| solve(&rules, &Objective::Total, p).map(|solution| solution.value()));
    check("reach", |p| solve(&rules, &Objective::Reach { at_least: 30 }, p).map(|solution| solution.value()));
    check("deviation", |p| strategy.deviation(p));
    check("distribution", |p| {
        strategy.distribution(p).map(|found| found.probabilities().collect::<Vec<_>>())
    });
    check("facts", |p| strategy.statistics(p).map(|(facts, _)| facts));
    check("simulate", |p| strategy.simulate(5_000, source, p));
    check("simulate boxes", |p| strategy.simulate_boxes(5_000, source, p).map(|batches| batches.len()));
    let casual = HeuristicPlayer::new(rules.clone(), Policy::Sensible);
    check("casual", |p| casual.simulate(200, source, p));
    check("estimate", |p| Estimate::new(rules.clone(), p).map(|estimate| estimate.to_come(&empty)));
}

#[test]
fn points() {
    let rules = rules(POINTS);
    let points = solve(&rules, &Objective::Points, &NoProgress).unwrap().into_points().unwrap();
    check("points", |p| solve(&rules, &Objective::Points, p).map(|solution| solution.value()));
    check("upper bound", |p| points.upper_bound(p));
    check("points simulated", |p| points.simulate(2_000, source, p));
}

#[test]
fn races() {
    let rules = rules(RACE);
    let alone = solve(&rules, &Objective::Turns, &NoProgress).unwrap().into_turns().unwrap();
    let duel = solve(&rules, &Objective::Win, &NoProgress).unwrap().into_win().unwrap();
    check("alone", |p| solve(&rules, &Objective::Turns, p).map(|solution| solution.value()));
    check("turns", |p| alone.distribution(p).map(|found| found.probabilities().collect::<Vec<_>>()));
    check("race facts", |p| alone.statistics(p));
    check("duel", |p| solve(&rules, &Objective::Win, p).map(|solution| solution.value()));
    check("within", |p| solve(&rules, &Objective::Within { turns: 4 }, p).map(|solution| solution.states()));
    check("race", |p| simulate_races(&rules, &[RacePlayer::Win(&duel), RacePlayer::Random], 300, source, p));
}

#[test]
fn coaches() {
    let rules = rules(SHEET);
    let coach = || Coach::solve(rules.clone(), 1, &NoProgress).unwrap();
    check("coach", |p| Coach::solve(rules.clone(), 2, p).map(|coach| coach.game_value(&NoProgress).unwrap()));
    check("outlook", |p| coach().game_value(p));
    let mut record = Record::new(rules.clone(), vec!["Olena".into()], false).unwrap();
    let dice: Dice = "2-2".parse().unwrap();
    record.events = vec![
        Event::Thrown { seat: Seat(0), kept: Dice::NONE, dice },
        Event::Scored { seat: Seat(0), slot: 1, points: 4, bonus: 0 },
    ];
    check("review", |p| coach().review(&record, p).map(|review| review.seats));
}

/// An engine with a stopped clock, so that the same question has the same answer.
fn engine(text: &'static str) -> QueryEngine<impl Fn(&str) -> Option<RulesFile>> {
    let find = move |_: &str| Some(RulesFile::read("small", text));
    QueryEngine::new(vec!["small"], Words::new(Language::ENGLISH), find, Arc::new(Cache::new(|| 0.0)))
}

#[test]
fn questions() {
    for text in [SHEET, RACE] {
        let (file, rules) = (RulesFile::read("small", text), rules(text));
        check("balance", |p| Balance::of(&file, &rules, p));
        check("worth", |p| evaluate_variant(&rules, p));
        let ask = |request: &'static str| {
            move |p: &dyn Progress| {
                // A new engine each time: a cached game is quick.
                let request = Request::parse(request).unwrap();
                match engine(text).prepare(&request.question).unwrap() {
                    Prepared::Answer(answer) => panic!("{answer:?}"),
                    Prepared::Task(task) => task.run(p),
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
    let engine = engine(SHEET);
    let advise = r#"{"ask":"advise","game":"small","throw":1,"dice":[1,2],"sheet":{}}"#;
    let request = Request::parse(advise).unwrap();
    assert!(matches!(engine.prepare_request(&request), Ok((Prepared::Task(_), _))));
    let first = engine.answer_line(advise);
    let Ok((Prepared::Answer(again), _)) = engine.prepare_request(&request) else {
        panic!("it was solved before")
    };
    assert_eq!(serde_json::to_string(&again).unwrap(), first);
    for request in [r#"{"ask":"solve","game":"small"}"#, r#"{"ask":"simulate","game":"small","games":10}"#] {
        let answer: serde_json::Value = serde_json::from_str(&engine.answer_line(request)).unwrap();
        assert_eq!(answer["rules"], rules(SHEET).hash, "{answer}");
        assert_eq!(answer["version"], env!("CARGO_PKG_VERSION"), "{answer}");
    }
}
