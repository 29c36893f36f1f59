//! docs/solved.md: the exact value of every bundled game and house rule, solved anew each time this test runs. What takes
//! minutes is left out, by how much there is to solve (`is_estimated`, `duel_takes_long`), and the page says so.
//! `UPDATE_EXPECT=1 cargo test --test solved` writes the page.

use std::fmt::Write as _;
use std::path::Path;
use std::sync::Arc;

use expect_test::expect_file;
use kosti_coach::{Bot, Coach, Level, duel_takes_long, is_estimated, plays_perfectly};
use kosti_dice::Dice;
use kosti_engine::{Decision, Seat, State};
use kosti_rules::{House, Rules};
use kosti_solver::{Alone, Casual, Duel, Manner, NoProgress, Played, Points, Source, Strategy};
use rayon::prelude::*;

const HEAD: &str = "\
# Solved

What best play for the expected total brings, exactly, for every score-sheet game and choice of house rules:
`kosti solve GAME --house OPTION=CHOICE`. The deviation is that of the total under this play, and so are the quantiles: the
smallest total that is not exceeded in so many games. States are the sheet states that are solved: how often each box is
filled, and the group sums that can still decide something. *On request*: it takes too long to be solved whenever this page
is checked; `kosti solve` works it out.

| game | house rules | expected total | deviation | 5 % | 50 % | 95 % | states |
|---|---|---:|---:|---:|---:|---:|---:|
";

const FOOT: &str = "
Where dice can win the game at once, the value is that of games that no such throw decides: no decision changes how likely
it is. Yatzy and Yahtzee agree with the values known from other programs, and Kniffel without jokers is Yahtzee without them.
`crates/solver/tests/exact.rs` compares every game that is solved with an obvious solver and with simulated games.

Maxi Yatzy has 57,507,840 reachable states of six dice: `kosti solve` needs a gigabyte for it and far more than ten minutes of
two cores, so nothing at a table waits for that, and its exact value does not stand here. Bots and coach value its boxes apart,
each as if a turn were played for it alone, with the share of the bonus that its points are; the throws of a turn are worked out
exactly from that. What they tell is an estimate, and what it brings stands under Bots.

Yamb is out of reach: there are 2,835,349,504 ways to fill its 48 boxes, and with the sums of its columns, and the ones that
multiply, far more states. Bots and coach estimate it in the same way; where one box multiplies others, its points count for what
it has, or for what a turn for it alone brings.

## Points

Where points decide, best play for them is out of reach: Balut has 264,753,920 states without the running total. This is
what careful play brings, measured in a million games with its standard error, and what no play at all can exceed, proven in
`crates/solver/src/points/bound.rs`.

| game | expected points | at most | mean total |
|---|---:|---:|---:|
";

const RACES: &str = "
## Races

The chance of the first of two players to win when both play best, exactly (`kosti solve GAME`), and the fewest expected turns
of one alone (`kosti solve GAME --objective turns`) with their deviation and quantiles. States are pairs of places between turns.
*On request* is as above.

| game | house rules | first of two wins | turns alone | deviation | 5 % | 50 % | 95 % | states |
|---|---|---:|---:|---:|---:|---:|---:|---:|
";

const BOTS: &str = "
## Bots

What the bots bring on their own, the mean of 200 games with its standard error (40 of an estimated game): the total;
the points where these decide; the turns of a race. Where best play is known, the best bot is perfect; elsewhere it plays by
estimates, and is called careful.

| game | beginner | regular | perfect | careful |
|---|---:|---:|---:|---:|
";

const ESTIMATED: &str = "
So few games tell little where the coach estimates. In 20,000 of them (`kosti simulate GAME --players careful,regular --games 20000`)
careful play is better than regular play, though not by much:

| game | regular | careful |
|---|---:|---:|
";

/// How many games each bot plays, and of an estimated game, where decisions take longer.
const GAMES: u64 = 200;
const FEW_GAMES: u64 = 40;

const MORE_PLAYERS: &str = "
Pig and Farkle agree with the values known from other programs: 0.530592725 and 0.532518925. `crates/solver/tests/race.rs`
compares races with an obvious solver and with simulated games.

Where lost turns cost points, turns lead back to lower scores, and all places depend on each other: they are worked out again
and again until they stand still, which takes minutes. So at a table coach and bots (careful ones, then) play for the fewest turns there, and
`kosti solve` works out who wins; of one of these, solved once, not whenever this page is checked:

| game | house rules | first of two wins |
|---|---|---:|
| Zilch | zilches=five-hundred, opening=as-always | 0.53486992 |

Among three or more, a player takes the exact chances against each of the others alone and adds up their odds. How good that
is: the share of games that such a player wins, the mean of all three seats (a third would be no better), against two who play
perfectly as if only the greatest danger were there, and against two who play for the fewest turns. Measured with
`kosti simulate GAME --players careful,duel,duel` and the like, three million games of Pig, 300,000 of the others.

| game | against two `duel` | against two `fastest` |
|---|---:|---:|
| Pig | 0.3363 ± 0.0003 | 0.3856 ± 0.0003 |
| Farkle | 0.3347 ± 0.0009 | 0.3532 ± 0.0009 |
| Thousand | 0.3345 ± 0.0009 | 0.3434 ± 0.0009 |
";

fn named(rules: &Rules) -> String {
    let house: Vec<String> =
        rules.house.iter().map(|option| format!("{}={}", option.id, option.choice())).collect();
    format!("| {} | {}", rules.name.get("en"), house.join(", "))
}

fn row(rules: &Arc<Rules>) -> String {
    let named = named(rules);
    if rules.sheet().is_some_and(|sheet| !sheet.columns.is_empty()) {
        return format!("{named} | not solved | | | | | |");
    }
    if is_estimated(rules) {
        return format!("{named} | on request | | | | | |");
    }
    let strategy = Strategy::solve(rules.clone()).unwrap();
    let (value, deviation, states) =
        (strategy.value(), strategy.deviation(&NoProgress).unwrap(), strategy.size().states);
    let distribution = strategy.distribution(&NoProgress).unwrap();
    assert!(
        (distribution.mean() - value).abs() < 1e-8 && (distribution.deviation() - deviation).abs() < 1e-8
    );
    let [low, median, high] = [0.05, 0.5, 0.95].map(|share| distribution.quantile(share));
    format!("{named} | {value:.7} | {deviation:.4} | {low} | {median} | {high} | {states} |")
}

/// What `kosti solve` has measured in a million games: points, their error, and the mean total.
const MEASURED: [(&str, f64, f64, f64); 1] = [("balut", 10.466, 0.004, 401.7)];

/// What `kosti simulate` has measured in 20,000 games that are estimated: what regular and careful play bring, with errors.
const SIMULATED: [(&str, [(f64, f64); 2]); 2] =
    [("maxi-yatzy", [(345.5, 0.4), (351.1, 0.4)]), ("yamb", [(894.9, 0.8), (909.1, 0.8)])];

/// The row of a game that is estimated; fewer games must agree with it.
fn estimated_row(rules: &Arc<Rules>) -> String {
    let (_, known) = *SIMULATED.iter().find(|(id, _)| *id == rules.id).unwrap();
    for (manner, (known, _)) in [Manner::Sensible, Manner::Thoughtful].into_iter().zip(known) {
        let source = |batch: u64| Steps(batch.wrapping_mul(0x9E37_79B9_7F4A_7C15));
        let played = Casual::new(rules.clone(), manner).simulate(1_024, source, &NoProgress).unwrap();
        let (mean, error) = mean_and_error(&played.iter().map(|game| game.total.into()).collect::<Vec<_>>());
        assert!((known - mean).abs() < 4.0 * error, "{}: {known} and {mean} ± {error}", rules.id);
    }
    let [regular, careful] = known.map(|(mean, error)| format!("{mean:.1} ± {error:.1}"));
    format!("| {} | {regular} | {careful} |", rules.name.get("en"))
}

/// The row of a game that points decide; fewer games must agree with it.
fn points_row(rules: &Arc<Rules>) -> String {
    let (_, value, error, total) = *MEASURED.iter().find(|(id, ..)| *id == rules.id).unwrap();
    let points = Points::solve(rules.clone()).unwrap();
    let played = points
        .simulate(40_000, |batch| Steps(batch.wrapping_mul(0x9E37_79B9_7F4A_7C15)), &NoProgress)
        .unwrap();
    let measured =
        |of: fn(&Played) -> i32| mean_and_error(&played.iter().map(|p| of(p).into()).collect::<Vec<_>>());
    for (known, (mean, error)) in [(value, measured(|p| p.points.unwrap())), (total, measured(|p| p.total))] {
        assert!((known - mean).abs() < 4.0 * error, "{}: {known} and {mean} ± {error}", rules.id);
    }
    let bound = points.upper_bound(&NoProgress).unwrap();
    format!("| {} | {value:.3} ± {error:.3} | {bound:.3} | {total:.1} |", rules.name.get("en"))
}

fn mean_and_error(results: &[f64]) -> (f64, f64) {
    let games = results.len() as f64;
    let mean = results.iter().sum::<f64>() / games;
    let square = results.iter().map(|result| (result - mean).powi(2)).sum::<f64>() / games;
    (mean, (square / games).sqrt())
}

fn race_row(rules: &Arc<Rules>) -> String {
    let alone = Alone::solve(rules.clone()).unwrap();
    let distribution = alone.distribution(&NoProgress).unwrap();
    let [low, median, high] = [0.05, 0.5, 0.95].map(|share| distribution.quantile(share));
    let (turns, deviation) = (alone.value(), distribution.deviation());
    let wins = if duel_takes_long(rules) {
        "on request".to_owned()
    } else {
        format!("{:.9}", Duel::solve(rules.clone()).unwrap().value())
    };
    let states = alone.states() * alone.states();
    format!(
        "{} | {wins} | {turns:.7} | {deviation:.4} | {low} | {median} | {high} | {states} |",
        named(rules)
    )
}

/// A fixed sequence of numbers.
struct Steps(u64);

impl Source for Steps {
    fn below(&mut self, n: u32) -> u32 {
        self.0 = self.0.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
        (((self.0 >> 33) * u64::from(n)) >> 31) as u32
    }
}

/// What a bot brings in one game of its own, played at the table as everybody does.
fn bot_game(bot: &Bot, rules: &Arc<Rules>, steps: &mut Steps) -> f64 {
    let mut state = State::new(rules.clone(), 1).unwrap();
    loop {
        if let Some(outcome) = state.outcome() {
            let result = outcome.results[0];
            let turns = rules.race().map(|_| state.players()[0].turns as i32);
            return turns.or(result.points).unwrap_or(result.total).into();
        }
        let action = bot.choose(&state, steps);
        let events = match state.decide(Seat(0), &action).unwrap() {
            Decision::Done(events) => events,
            Decision::Throws(throws) => {
                let sides = u32::from(rules.sides);
                let fell =
                    (0..throws.count()).fold(Dice::NONE, |dice, _| dice.with(steps.below(sides) as u8 + 1));
                throws.fell(fell).unwrap()
            }
        };
        events.iter().for_each(|event| state.apply(event));
    }
}

fn bots_row(rules: &Arc<Rules>) -> String {
    let coach = Arc::new(Coach::solve(rules.clone(), 1, &NoProgress).unwrap());
    let games = if is_estimated(rules) { FEW_GAMES } else { GAMES };
    let cells = Level::ALL.map(|level| {
        let bot = Bot::new(level, rules.clone(), Some(coach.clone())).unwrap();
        let game = |game: u64| bot_game(&bot, rules, &mut Steps(game.wrapping_mul(0x9E37_79B9_7F4A_7C15)));
        let results: Vec<f64> = (0..games).into_par_iter().map(game).collect();
        let (mean, error) = mean_and_error(&results);
        format!("{mean:.1} ± {error:.1}")
    });
    let [beginner, regular, best] = cells;
    let best = if plays_perfectly(rules, 1) { format!("{best} | –") } else { format!("– | {best}") };
    format!("| {} | {beginner} | {regular} | {best} |", rules.name.get("en"))
}

#[test]
fn the_page_of_solved_games_is_fresh() {
    let games = kosti_games::ids().map(|id| kosti_games::file(id).unwrap()).flat_map(|file| {
        file.variants().into_iter().map(|house| Arc::new(file.rules(&house).unwrap())).collect::<Vec<_>>()
    });
    let (sheets, races): (Vec<_>, Vec<_>) = games.partition(|rules| rules.sheet().is_some());
    let mut page = HEAD.to_owned();
    for rules in &sheets {
        writeln!(page, "{}", row(rules)).unwrap();
    }
    page += FOOT;
    for id in kosti_games::ids() {
        let rules = Arc::new(kosti_games::file(id).unwrap().rules(&House::default()).unwrap());
        if rules.sheet().is_some_and(|sheet| !sheet.awards.is_empty()) {
            writeln!(page, "{}", points_row(&rules)).unwrap();
        }
    }
    page += RACES;
    for rules in &races {
        writeln!(page, "{}", race_row(rules)).unwrap();
    }
    page += MORE_PLAYERS;
    page += BOTS;
    for id in kosti_games::ids() {
        let rules = Arc::new(kosti_games::file(id).unwrap().rules(&House::default()).unwrap());
        writeln!(page, "{}", bots_row(&rules)).unwrap();
    }
    page += ESTIMATED;
    for id in kosti_games::ids() {
        let rules = Arc::new(kosti_games::file(id).unwrap().rules(&House::default()).unwrap());
        if is_estimated(&rules) {
            writeln!(page, "{}", estimated_row(&rules)).unwrap();
        }
    }
    expect_file![Path::new(env!("CARGO_MANIFEST_DIR")).join("docs/solved.md")].assert_eq(&page);
}
