//! The coach on whole games: its numbers add up, and bots play as well as they should.

#![allow(clippy::unwrap_used, reason = "a test may fail")]

use std::collections::HashMap;
use std::fs;
use std::path::Path;
use std::sync::{Arc, LazyLock, Mutex};

use kosti_coach::{
    Advice, Bot, Choice, Coach, Decided, Level, Review, ValueUnit, is_estimated, plays_perfectly, takes_long,
};
use kosti_dice::Dice;
use kosti_engine::{Action, Correction, Decision, Event, Record, Seat, State, Tags, Then};
use kosti_rules::{Entry, Family, House, RaceRules, Rules, RulesFile};
use kosti_solver::{NoProgress, count_fillings};
use kosti_testkit::TestRng;

fn bundled(id: &str) -> Arc<Rules> {
    Arc::new(kosti_games::file(id).unwrap().rules(&House::default()).unwrap())
}

/// Whether the short tests include the game: it is solved quickly, or estimated.
fn is_checked(rules: &Rules) -> bool {
    let is_small = match &rules.family {
        Family::Sheet(sheet) => {
            count_fillings(sheet).is_ok_and(|ways| ways <= 1 << 12) || !sheet.columns.is_empty()
        }
        Family::Race(race) => race.target <= 100,
    };
    is_small || kosti_testkit::full_length()
}

fn checked_games() -> impl Iterator<Item = Arc<Rules>> {
    kosti_games::ids().map(bundled).filter(|rules| is_checked(rules))
}

/// Coaches by the hash of the rules, and by whether several players play: a race has another objective then.
type Solved = Mutex<HashMap<(String, bool), Arc<Coach>>>;

/// The coach of a game, solved once for all tests.
fn coach_of(rules: &Arc<Rules>, seats: usize) -> Arc<Coach> {
    static SOLVED: LazyLock<Solved> = LazyLock::new(Mutex::default);
    let key = (rules.hash.clone(), rules.race().is_some() && seats > 1);
    let mut solved = SOLVED.lock().unwrap();
    let coach = || Arc::new(Coach::solve(rules.clone(), seats, &NoProgress).unwrap());
    solved.entry(key).or_insert_with(coach).clone()
}

fn written(text: &str) -> Arc<Rules> {
    Arc::new(RulesFile::read("small", text).rules(&House::default()).unwrap())
}

/// Does it, with dice from the source.
fn act(state: &mut State, seat: Seat, action: &Action, rng: &mut TestRng, record: &mut Record) -> bool {
    let Ok(decision) = state.decide(seat, action) else { return false };
    let events = match decision {
        Decision::Done(events) => events,
        Decision::Throws(throws) => {
            let sides = state.rules().sides;
            let dice = (0..throws.count()).fold(Dice::NONE, |dice, _| dice.with(rng.below(sides) + 1));
            throws.resolve(dice).unwrap()
        }
    };
    for event in events {
        state.apply(&event);
        record.events.push(event);
    }
    true
}

/// Plays a game with `choose`, until it is over or has `most` actions.
fn play(
    rules: &Arc<Rules>,
    seats: usize,
    real_dice: bool,
    most: usize,
    rng: &mut TestRng,
    mut choose: impl FnMut(&State, &mut TestRng) -> (Seat, Action),
) -> Record {
    let names = (0..seats).map(|seat| format!("P{seat}")).collect();
    let mut record = Record::new(rules.clone(), names, real_dice).unwrap();
    let mut state = record.replay();
    for _ in 0..most {
        if state.outcome().is_some() {
            break;
        }
        let (seat, action) = choose(&state, rng);
        act(&mut state, seat, &action, rng, &mut record);
    }
    record
}

/// Anything, with decisions taken back, and with real dice entries corrected.
fn anything(state: &State, rng: &mut TestRng) -> (Seat, Action) {
    let seats = state.players().len();
    let seat = Seat(rng.below(seats));
    if rng.below(6) == 0 && state.may_undo(seat) {
        return (seat, Action::Undo);
    }
    if rng.below(8) == 0 && state.real_dice() {
        let slots = state.rules().sheet().map_or(1, |sheet| sheet.slots.len());
        let (slot, to) = (rng.below(slots), rng.below(slots));
        let entry = Entry::Score(rng.below(30));
        return (seat, Action::Correct(Correction::Entry { seat, slot, nth: 0, to, entry }));
    }
    let legal = state.legal_actions();
    (state.on_turn().unwrap(), *rng.pick(&legal))
}

/// Checks that start, luck, mistakes, others and corrections add up to the end, for every seat.
fn adds_up(coach: &Coach, record: &Record) -> Review {
    let review = coach.review(record, &NoProgress).unwrap();
    let state = record.replay();
    for (seat, seat_review) in review.seats.iter().enumerate() {
        let sum = seat_review.start + seat_review.luck - seat_review.mistakes
            + seat_review.others
            + seat_review.corrected
            + seat_review.unplayed;
        assert!((sum - seat_review.end).abs() < 1e-9, "{sum} and {}: {seat_review:?}", seat_review.end);
        let losses: f64 = review
            .decisions
            .iter()
            .filter(|decided| decided.seat.0 == seat)
            .map(|decided| decided.loss)
            .sum();
        assert!((losses - seat_review.mistakes).abs() < 1e-9, "{losses}: {seat_review:?}");
        assert!(review.decisions.iter().all(|decided| decided.loss > -1e-9));
        if let Some(outcome) = state.outcome() {
            let (result, won) = (outcome.results[seat], outcome.winners.contains(&Seat(seat)));
            let turns = state.players()[seat].turns as f64;
            let finished = |race: &RaceRules| race.is_won(state.players()[seat].standing.score);
            if review.worth == ValueUnit::Turns && !state.rules().race().is_some_and(finished) {
                // A player below the target, also one who won because the others left, still needs at least one
                // turn.
                assert!(seat_review.end <= -(turns + 1.0), "{turns}: {seat_review:?}");
                continue;
            }
            let got = match review.worth {
                ValueUnit::Points => f64::from(result.points.unwrap_or(result.total)),
                ValueUnit::Win if state.rules().sheet().is_some() => {
                    // A shared win counts in parts.
                    f64::from(u8::from(won)) / outcome.winners.len() as f64
                }
                ValueUnit::Win => f64::from(u8::from(won)),
                ValueUnit::Turns => -turns,
            };
            assert!((seat_review.end - got).abs() < 1e-9, "{got}: {seat_review:?}");
        }
    }
    course_adds_up(&review);
    review
}

/// Checks that the course goes from start to end by luck, mistakes, others and corrections.
fn course_adds_up(review: &Review) {
    let (first, last) = (review.course.first().unwrap(), review.course.last().unwrap());
    assert!(first.position.is_none() && review.course[1..].iter().all(|point| point.position.is_some()));
    for (seat, seat_review) in review.seats.iter().enumerate() {
        assert_eq!(first.worth[seat], seat_review.start);
        assert!((last.worth[seat] - seat_review.end).abs() < 1e-9, "{last:?} and {seat_review:?}");
        let changes: f64 = review.course.windows(2).map(|two| two[1].worth[seat] - two[0].worth[seat]).sum();
        let did = seat_review.luck - seat_review.mistakes
            + seat_review.others
            + seat_review.corrected
            + seat_review.unplayed;
        assert!((changes - did).abs() < 1e-8, "{changes} and {seat_review:?}");
    }
    for two in review.course.windows(2) {
        assert!(
            two[0].position.map(|position| position.event) < two[1].position.map(|position| position.event)
        );
        let differs = two[0].worth.iter().zip(&two[1].worth).any(|(one, other)| (one - other).abs() > 1e-9);
        assert!(differs, "{two:?}");
    }
}

#[test]
fn luck_and_mistakes_add_up_to_the_end() {
    let mut rng = TestRng::new(3);
    for rules in checked_games() {
        // If decisions take long to evaluate, one player or the beginning of a game is enough.
        let tables = match rules.sheet() {
            Some(_) if takes_long(&rules) => 1..=1,
            Some(_) => 1..=2,
            None => 1..=3,
        };
        let tables = tables.filter(|&seats| rules.seats_allowed(seats));
        for (seats, game) in tables.flat_map(|seats| (0..2).map(move |game| (seats, game))) {
            let most = if game == 0 || is_estimated(&rules) { 40 } else { 4000 };
            let record = play(&rules, seats, game % 2 == 1, most, &mut rng, anything);
            adds_up(&coach_of(&rules, seats), &record);
        }
    }
}

/// Checks that every legal action of a decision has a value, and that the chosen one has the value of the
/// review.
fn can_be_tried_again(coach: &Coach, decided: &Decided) {
    let advice = coach.advise(&decided.state).unwrap();
    for action in decided.state.legal_actions() {
        assert!(advice.of(&action).is_some(), "{action:?} in {:?}", decided.state.phase());
    }
    let (chosen, best) = (advice.of(&decided.chosen).unwrap(), advice.of(&decided.best).unwrap());
    assert_eq!((chosen.loss, chosen.is_best()), (decided.loss, decided.is_best()));
    assert!(best.is_best());
}

/// The number of events that can matter: a player who is alone in a race because the others left wins it with
/// any dice, and after a correction to a score that no turns lead to, nothing is known.
fn open_events(coach: &Coach, record: &Record, worth: ValueUnit) -> usize {
    let mut empty = record.clone();
    empty.events.clear();
    let mut state = empty.replay();
    let mut open = |event: &&Event| {
        let here = state.players().iter().filter(|player| !player.left).count();
        state.apply(event);
        let known = state.turn().is_none() || coach.advise(&state).is_some();
        known && (worth != ValueUnit::Win || here > 1)
    };
    record.events.iter().filter(|event| open(event)).count()
}

#[test]
fn golden_games_add_up() {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../playthroughs");
    let games = fs::read_dir(folder).unwrap().map(|entry| fs::read_to_string(entry.unwrap().path()).unwrap());
    for text in games {
        let tags = Tags::parse(&text).unwrap();
        let house: House = tags.house.into_iter().collect();
        let rules = Arc::new(kosti_games::file(&tags.game).unwrap().rules(&house).unwrap());
        if takes_long(&rules) || !is_checked(&rules) {
            continue;
        }
        let record = Record::parse(&text, rules.clone()).unwrap();
        let coach = coach_of(&rules, record.tags.players.len());
        let review = adds_up(&coach, &record);
        let (points, open) = (review.course.len(), open_events(&coach, &record, review.worth));
        assert!(points > open / 4, "{}: {points} of {open}", rules.id);
        let players = record.replay().players().to_vec();
        for at in review.course.iter().filter_map(|point| point.position) {
            assert!((1..=players[at.seat.0].turns + 1).contains(&at.turn), "{at:?}");
        }
        for decided in review.decisions.iter().step_by(8) {
            can_be_tried_again(&coach, decided);
        }
        // A point in the middle has the values of a game that stopped there.
        let point = &review.course[review.course.len() / 2];
        let mut stopped = record.clone();
        stopped.events.truncate(point.position.unwrap().event + 1);
        for (seat_review, worth) in
            coach.review(&stopped, &NoProgress).unwrap().seats.iter().zip(&point.worth)
        {
            assert!((seat_review.end - worth).abs() < 1e-9, "{point:?} and {seat_review:?}");
        }
    }
}

/// Two throws of one die and two boxes: small enough to check by hand.
const SMALL: &str = "name = 'Small'
    dice = 1
    throws = 2
    [each-box]
    unfit = 'zero'
    [box.sixes]
    number = 6
    score = 'matching'
    [box.any]
    score = 'all-dice'";

#[test]
fn best_play_makes_no_mistakes_and_luck_is_nothing_on_the_average() {
    let rules = written(SMALL);
    let coach = Arc::new(Coach::solve(rules.clone(), 1, &NoProgress).unwrap());
    let bot = Bot::new(Level::Perfect, rules.clone(), Some(coach.clone())).unwrap();
    let (mut rng, mut sum, games) = (TestRng::new(5), 0.0, 4000);
    for _ in 0..games {
        let record = play(&rules, 1, false, 100, &mut rng, |state, rng| {
            (state.on_turn().unwrap(), bot.choose(state, &mut |n| rng.below(n)))
        });
        let seat_review = &coach.review(&record, &NoProgress).unwrap().seats[0];
        assert!(
            seat_review.mistakes.abs() < 1e-9 && seat_review.best == seat_review.decisions,
            "{seat_review:?}"
        );
        sum += seat_review.luck;
    }
    let deviation =
        coach.review(&Record::new(rules, vec!["P".into()], false).unwrap(), &NoProgress).unwrap().seats[0]
            .deviation;
    let error = 4.0 * deviation / f64::from(games).sqrt();
    assert!((sum / f64::from(games)).abs() < error, "{} ± {error}", sum / f64::from(games));
}

fn small_game(events: &[Event]) -> (Coach, Record) {
    let rules = written(SMALL);
    let coach = Coach::solve(rules.clone(), 1, &NoProgress).unwrap();
    let mut record = Record::new(rules, vec!["P".into()], false).unwrap();
    record.events = events.to_vec();
    (coach, record)
}

fn threw(die: &str) -> Event {
    Event::Thrown { seat: Seat(0), kept: Dice::NONE, dice: die.parse().unwrap() }
}

fn scored(slot: usize, points: i32) -> Event {
    Event::Scored { seat: Seat(0), slot, points, bonus: 0 }
}

const UNDONE: Event = Event::Undone { seat: Seat(0) };

#[test]
fn the_course_says_when() {
    // Sixes scores 0 for a two, is undone, and scores 0 again: the course leaves out the undone entry.
    let events = [threw("2"), scored(0, 0), UNDONE, scored(0, 0), threw("5"), scored(1, 5)];
    let (coach, record) = small_game(&events);
    let review = adds_up(&coach, &record);
    let when: Vec<(usize, usize)> =
        review.course.iter().filter_map(|point| point.position.map(|at| (at.event, at.turn))).collect();
    // The last decision changed nothing: it was the best.
    assert_eq!(when, [(0, 1), (3, 1), (4, 2)]);
    let worth = |nth: usize| review.course[nth].worth[0];
    assert!(worth(2) < worth(1));
}

/// A single legal action is no decision, so undoing it removes no decision.
#[test]
fn taking_back_what_was_no_decision_takes_no_decision() {
    let played = [threw("2"), scored(0, 0), threw("5"), threw("1"), scored(1, 1)];
    let (coach, record) = small_game(&played);
    let straight = coach.review(&record, &NoProgress).unwrap();
    let (_, again) = small_game(&[&played[..], &[UNDONE, scored(1, 1)]].concat());
    let again = coach.review(&again, &NoProgress).unwrap();
    assert_eq!((straight.seats[0].decisions, straight.seats[0].best), (2, 0));
    assert_eq!(straight.seats, again.seats);
}

/// Unplayed turns are neither luck nor a mistake, nor part of the result.
#[test]
fn who_leaves_or_is_beaten_at_once_is_told_what_was_played() {
    let rules = written(SMALL);
    let coach = Coach::solve(rules.clone(), 2, &NoProgress).unwrap();
    let mut record = Record::new(rules, vec!["P".into(), "Q".into()], false).unwrap();
    let of = |seat: usize, event: Event| match event {
        Event::Thrown { kept, dice, .. } => Event::Thrown { seat: Seat(seat), kept, dice },
        Event::Scored { slot, points, bonus, .. } => Event::Scored { seat: Seat(seat), slot, points, bonus },
        other => other,
    };
    let (left, back) = (Event::Left { seat: Seat(0) }, Event::Returned { seat: Seat(0) });
    let in_points = |review: &Review| review.points.clone().unwrap();
    record.events = vec![threw("6"), scored(0, 6), of(1, threw("6")), of(1, scored(0, 6)), left];
    let review = adds_up(&coach, &record);
    let (own, other) = (&review.seats[0], &review.seats[1]);
    assert!(own.end.abs() < 1e-9 && own.unplayed < -0.3, "who has left cannot win: {own:?}");
    assert!((other.end - 1.0).abs() < 1e-9 && other.unplayed.abs() < 1e-9, "{other:?}");
    let points = in_points(&review);
    assert!((points[0].end - 6.0).abs() < 1e-9 && points[0].unplayed < -1.0, "{:?}", points[0]);
    assert!(points[1].unplayed.abs() < 1e-9);
    record.events.push(back);
    let review = adds_up(&coach, &record);
    let own = &review.seats[0];
    // The other one is on turn now, which changes the chance a little.
    assert!(own.unplayed.abs() < 0.1 && own.end > 0.3, "who comes back plays on: {own:?}");
    assert!(in_points(&review)[0].end > 7.0);
    record.events.pop();
    record.events.extend([of(1, threw("5")), of(1, scored(1, 5))]);
    let state = record.replay();
    assert_eq!(state.outcome().unwrap().results[0].total, 6);
    let review = adds_up(&coach, &record);
    assert_eq!([review.seats[0].end, review.seats[1].end], [0.0, 1.0]);
    let points = in_points(&review);
    assert!((points[0].end - 6.0).abs() < 1e-9 && (points[1].end - 11.0).abs() < 1e-9, "{points:?}");

    let wins = "name = 'Wins'\ndice = 1\nthrows = 2\n[box.any]\nscore = 'all-dice'\n[box.more]\nscore = 'all-dice'\n\
                [instant-win.six]\nname = 'Six'\nneeds = { shows = [6] }\nthrow = 'first'";
    let rules = written(wins);
    let coach = Coach::solve(rules.clone(), 2, &NoProgress).unwrap();
    let mut record = Record::new(rules, vec!["P".into(), "Q".into()], false).unwrap();
    let won = Event::WonAtOnce { seat: Seat(1), win: 0 };
    record.events = vec![threw("5"), scored(0, 5), of(1, threw("6")), won];
    let review = adds_up(&coach, &record);
    let winner = &review.seats[1];
    assert!((winner.end - 1.0).abs() < 1e-9 && winner.luck > 0.5, "the throw was luck: {winner:?}");
    assert!(review.seats.iter().all(|seat| seat.unplayed.abs() < 1e-9), "{review:?}");
    let points = in_points(&review);
    assert!((points[0].end - 5.0).abs() < 1e-9 && points[0].unplayed < -1.0, "{:?}", points[0]);
    assert!(
        points[1].end.abs() < 1e-9 && points[1].unplayed < -1.0,
        "the winner has written nothing: {:?}",
        points[1]
    );
}

/// The chance to win decides, and the expected points are shown beside it.
#[test]
fn a_table_of_two_is_advised_to_win() {
    let text = "name = 'Trade'\ndice = 2\nthrows = 2\n[box.pair]\nneeds = { alike = 2 }\nscore = { points = 30 }\n\
                unfit = 'zero'\n[box.any]\nscore = 'all-dice'";
    let rules = written(text);
    let coach = Coach::solve(rules.clone(), 2, &NoProgress).unwrap();
    let mut state = State::new(rules, 2).unwrap();
    let throw =
        |seat, dice: &str| Event::Thrown { seat: Seat(seat), kept: Dice::NONE, dice: dice.parse().unwrap() };
    let score = |seat, slot, points| Event::Scored { seat: Seat(seat), slot, points, bonus: 0 };
    for (first, second) in [(30, 0), (0, 0), (0, 30), (30, 30)] {
        let mut state = state.clone();
        for event in [throw(0, "1-2"), score(0, 0, first), throw(1, "1-2"), score(1, 0, second)] {
            state.apply(&event);
        }
        for dice in ["1-1", "2-5", "6-6"] {
            let mut state = state.clone();
            state.apply(&throw(0, dice));
            let advice = coach.advise(&state).unwrap();
            assert!(advice.exact && advice.worth == ValueUnit::Win, "{advice:?}");
            assert_eq!(advice.win.unwrap().chance, advice.value);
            assert!(advice.choices.iter().all(|choice| choice.total.is_some()));
            assert!(advice.choices.windows(2).all(|two| two[0].value > two[1].value - 1e-9));
            // Where the game is decided, points decide between the choices.
            let most = advice.choices.iter().filter_map(|choice| choice.total).fold(0.0, f64::max);
            if first != second {
                assert!((advice.choices[0].total.unwrap() - most).abs() < 1e-9, "{advice:?}");
            }
        }
    }
    state.apply(&throw(0, "5-6"));
    let advice = coach.advise(&state).unwrap();
    assert_eq!(advice.choices.len(), state.legal_actions().len());
    for choice in &advice.choices {
        assert!((choice.loss - (advice.value - choice.value)).abs() < 1e-12);
    }
    // Alone, the same player plays for points.
    state.apply(&Event::Left { seat: Seat(1) });
    let advice = coach.advise(&state).unwrap();
    assert!(advice.worth == ValueUnit::Points && advice.win.is_none() && advice.trade().is_none());
}

#[test]
fn a_best_choice_that_costs_points_is_called_a_trade() {
    let choice = |slot, value, total| Choice {
        action: Action::Score { slot },
        value,
        loss: 0.34_f64 - value,
        total: Some(total),
    };
    let advice = |choices: &[Choice]| Advice {
        worth: ValueUnit::Win,
        value: 0.34,
        exact: true,
        choices: choices.to_vec(),
        win: None,
    };
    let trade = advice(&[choice(0, 0.34, 10.0), choice(1, 0.31, 11.2)]).trade().unwrap();
    assert!((trade.points - 1.2).abs() < 1e-12 && trade.instead.action == Action::Score { slot: 1 });
    assert_eq!(advice(&[choice(0, 0.34, 11.2), choice(1, 0.31, 10.0)]).trade(), None);
    // A few hundredths of a point are not worth a word.
    assert_eq!(advice(&[choice(0, 0.34, 11.2), choice(1, 0.31, 11.21)]).trade(), None);
}

#[test]
fn the_last_turns_have_their_exact_chance() {
    let rules = written("name = 'Last'\ndice = 1\nthrows = 1\n[box.any]\nscore = 'all-dice'");
    let coach = Coach::solve(rules.clone(), 2, &NoProgress).unwrap();
    let mut state = State::new(rules, 2).unwrap();
    let win = coach.advise(&state).unwrap().win.unwrap();
    assert!(win.exact && (win.chance - 0.5).abs() < 1e-12, "{win:?}");
    for event in [
        Event::Thrown { seat: Seat(0), kept: Dice::NONE, dice: "3".parse().unwrap() },
        Event::Scored { seat: Seat(0), slot: 0, points: 3, bonus: 0 },
    ] {
        state.apply(&event);
    }
    let win = coach.advise(&state).unwrap().win.unwrap();
    // A 4, 5 or 6 wins, and a 3 is a tie.
    assert!(win.exact && (win.chance - 3.5 / 6.0).abs() < 1e-12, "{win:?}");

    // Three players: the chance is estimated before the last turn.
    let coach = Coach::solve(coach.rules().clone(), 3, &NoProgress).unwrap();
    let state = State::new(coach.rules().clone(), 3).unwrap();
    let estimate = coach.advise(&state).unwrap().win.unwrap();
    assert!(!estimate.exact && (estimate.chance - 1.0 / 3.0).abs() < 0.01, "{estimate:?}");
}

fn mean(rules: &Arc<Rules>, coach: &Arc<Coach>, level: Level, games: u32) -> f64 {
    let bot = Bot::new(level, rules.clone(), Some(coach.clone())).unwrap();
    let mut rng = TestRng::new(11);
    let total = |_| {
        let record = play(rules, 1, false, 10_000, &mut rng, |state, rng| {
            (state.on_turn().unwrap(), bot.choose(state, &mut |n| rng.below(n)))
        });
        let state = record.replay();
        let result = state.outcome().unwrap().results[0];
        match coach.worth(1) {
            ValueUnit::Points => f64::from(result.points.unwrap_or(result.total)),
            ValueUnit::Win | ValueUnit::Turns => -(state.players()[0].turns as f64),
        }
    };
    (0..games).map(total).sum::<f64>() / f64::from(games)
}

/// The approximate number of turns of each bot, and how many times more where luck decides.
const TURNS: f64 = 600.0;
const MUCH_LUCK: f64 = 20.0;

/// A regular bot is clearly better than a beginner in every game; no bot is better than a perfect one, whose
/// mean is the coach's value.
#[test]
fn bots_play_as_well_as_they_should() {
    // docs/solved.md has the games that take minutes to solve.
    for rules in checked_games().filter(|rules| !takes_long(rules)) {
        let id = &rules.id;
        let coach = coach_of(&rules, 1);
        assert_eq!(
            coach.game_value(&NoProgress).unwrap().exact,
            plays_perfectly(&rules, 1),
            "{id}: a bot is called what it is"
        );
        let start = &coach
            .review(&Record::new(rules.clone(), vec!["P".into()], false).unwrap(), &NoProgress)
            .unwrap()
            .seats[0];
        let turns = rules.sheet().map_or(-start.start, |sheet| sheet.rounds as f64);
        // Shorter games need more repetitions, and those that luck decides; estimated decisions take longer.
        let luck = if start.deviation > start.start.abs() / 2.0 { MUCH_LUCK } else { 1.0 };
        let games = if is_estimated(&rules) { 8 } else { ((TURNS / turns).max(40.0) * luck) as u32 };
        let error = 4.0 * start.deviation / f64::from(games).sqrt();
        let [beginner, regular, perfect] = Level::ALL.map(|level| mean(&rules, &coach, level, games));
        assert!(
            beginner < regular && regular < start.start + error,
            "{id}: {beginner}, {regular}, {start:?}"
        );
        assert!((perfect - start.start).abs() < error, "{id}: {perfect} and {start:?}");
    }
}

#[test]
fn the_same_numbers_make_the_same_game() {
    let rules = bundled(kosti_games::ids().next().unwrap());
    let bot = Bot::new(Level::Beginner, rules.clone(), None).unwrap();
    let game = |seed| {
        play(&rules, 1, false, 1000, &mut TestRng::new(seed), |state, rng| {
            (state.on_turn().unwrap(), bot.choose(state, &mut |n| rng.below(n)))
        })
        .events
    };
    assert_eq!(game(1), game(1));
    assert_ne!(game(1), game(2));
}

#[test]
fn reasons_name_something_else() {
    let plain = |id: &&str| bundled(id).sheet().is_some_and(|sheet| sheet.awards.is_empty());
    let rules = bundled(kosti_games::ids().find(plain).unwrap());
    let coach = Coach::solve(rules.clone(), 1, &NoProgress).unwrap();
    let mut state = State::new(rules.clone(), 1).unwrap();
    assert!(coach.advise(&state).unwrap().reason().is_none());
    let dice = rules.sheet().unwrap().space.all()[40];
    state.apply(&Event::Thrown { seat: Seat(0), kept: Dice::NONE, dice });
    let advice = coach.advise(&state).unwrap();
    let reason = advice.reason().unwrap();
    let throws = |action: &Action| matches!(action, Action::Throw { .. });
    assert_ne!(throws(&reason.best.action), throws(&reason.instead.unwrap().action));
    assert!(reason.best.loss == 0.0 && advice.win.is_none());
}

/// Records and requests say `perfect` for every game; people read how well it plays.
#[test]
fn only_who_knows_best_play_is_called_perfect() {
    let columns = written(
        "name = 'Two'\ndice = 1\nthrows = 1\n[each-box]\nscore = 'all-dice'\n[box.a]\n[column.x]\n[column.y]\n",
    );
    let plain = written("name = 'One'\ndice = 1\nthrows = 1\n[box.a]\nscore = 'all-dice'\n");
    let race = bundled(kosti_games::ids().find(|id| bundled(id).race().is_some()).unwrap());
    let label = |rules: &Rules, seats| Level::Perfect.label(rules, seats);
    assert_eq!([label(&plain, 1), label(&plain, 4), label(&columns, 1)], ["perfect", "perfect", "careful"]);
    assert_eq!([label(&race, 1), label(&race, 2), label(&race, 3)], ["perfect", "perfect", "careful"]);
    assert_eq!((Level::Regular.label(&columns, 3), Level::Perfect.name()), ("regular", "perfect"));
    for name in Level::LABELS {
        let level: Level = name.parse().unwrap();
        assert!(level.name() == name || (name, level) == ("careful", Level::Perfect));
    }
}

/// The best probability of a last turn with one die: a 1 loses the turn, and `end` says what points in hand are worth.
fn last_turn(end: &dyn Fn(usize) -> f64) -> f64 {
    // By the points in hand before a throw. Nobody throws on with more.
    let mut values: Vec<f64> = (0..=66).map(end).collect();
    for points in (0..=60).rev() {
        let after = |face: usize| end(points + face).max(values[points + face]);
        values[points] = (end(0) + (2..=6).map(after).sum::<f64>()) / 6.0;
    }
    values[0]
}

/// Whoever has left cannot win: only the scores of the others count, and who of them has still to play.
#[test]
fn a_last_round_goes_on_without_the_player_who_began_it() {
    let rules = written(
        "name = 'Last'\ndice = 1\n[race]\ntarget = 12\nlast-round = { ties = 'shared' }\n\
         [race.combination.one]\nneeds = { alike = 1 }\npoints = [0, 2, 3, 4, 5, 6]",
    );
    let coach = coach_of(&rules, 3);
    let apply = |state: &mut State, seat: usize, action: Action, dice: &str| {
        let events = match state.decide(Seat(seat), &action).unwrap() {
            Decision::Done(events) => events,
            Decision::Throws(throws) => throws.resolve(dice.parse().unwrap()).unwrap(),
        };
        events.iter().for_each(|event| state.apply(event));
    };
    let bank = |state: &mut State, seat: usize, faces: &[&str]| {
        apply(state, seat, Action::first_throw(), faces[0]);
        for (nth, face) in faces.iter().enumerate() {
            let take = face.parse().unwrap();
            match faces.get(nth + 1) {
                Some(next) => apply(state, seat, Action::SetAside { take, then: Then::Throw }, next),
                None => apply(state, seat, Action::SetAside { take, then: Then::Bank }, ""),
            }
        }
    };
    let mut state = State::new(rules, 3).unwrap();
    bank(&mut state, 0, &["6", "6"]);
    apply(&mut state, 0, Action::Leave, "");
    // Nobody has a score to beat, and the third player still throws for it.
    let beats = |ahead: usize| {
        last_turn(&|points| match points.cmp(&ahead) {
            std::cmp::Ordering::Less => 0.0,
            std::cmp::Ordering::Equal => 0.5,
            std::cmp::Ordering::Greater => 1.0,
        })
    };
    let against: Vec<f64> = (0..=66).map(|ahead| 1.0 - beats(ahead)).collect();
    let advice = coach.advise(&state).unwrap();
    let exact = last_turn(&|points| against[points]);
    assert!((advice.value - exact).abs() < 1e-4, "{} and {exact}", advice.value);
    assert!(advice.exact && advice.win.unwrap().exact);
    // The third player has 6 points to beat.
    bank(&mut state, 1, &["6"]);
    let advice = coach.advise(&state).unwrap();
    assert!((advice.value - beats(6)).abs() < 1e-9, "{} and {}", advice.value, beats(6));
    assert!(advice.exact);
    // Alone, nobody can lose any more.
    apply(&mut state, 1, Action::Leave, "");
    let advice = coach.advise(&state).unwrap();
    assert!((advice.value - 1.0).abs() < 1e-12 && advice.exact, "{advice:?}");
}
