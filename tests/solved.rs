//! docs/solved.md: the exact value of every bundled game and house rule, solved again. The short form solves the
//! small games and takes the rows of the others from the page; at full length (`cargo xtask prove`) every row is
//! solved, except those that take minutes each (`duel_takes_long`), which the page marks.
//! `KOSTI_FULL_LENGTH=1 UPDATE_EXPECT=1 cargo test --test kosti solved` writes the page.

use std::fmt::Write as _;
use std::path::{Path, PathBuf};
use std::sync::Arc;

use expect_test::expect_file;
use kosti_coach::{Bot, Coach, Level, duel_takes_long, is_estimated, plays_perfectly};
use kosti_dice::Dice;
use kosti_engine::{Decision, Seat, State};
use kosti_rules::{Family, House, Rules};
use kosti_solver::{
    DiceRng, HeuristicPlayer, NoProgress, Objective, Policy, SheetResult, count_fillings, solve,
};
use rayon::prelude::*;

const HEAD: &str = "\
# Solved

The exact expected total under best play, for every score-sheet game and choice of house rules:
`kosti solve GAME --house OPTION=CHOICE`. Deviation and quantiles are those of the total under this play; a quantile is the
smallest total that this share of games does not exceed. States are the solved sheet states: how often each box is filled, and
the group sums that can still decide something. *On request* means that solving the game takes too long for the test of this
page; `kosti solve` computes it.

| game | house rules | expected total | deviation | 5 % | 50 % | 95 % | states |
|---|---|---:|---:|---:|---:|---:|---:|
";

const FOOT: &str = "
If dice can win a game at once, its value is the mean over games without such a throw; no decision changes the probability of
one. Yatzy and Yahtzee agree with the values known from other programs, and Kniffel without jokers equals Yahtzee without them.
`crates/solver/tests/exact.rs` compares every solved game with a naive solver and with simulated games.

Maxi Yatzy has 57,507,840 reachable states of six dice, 33,472,512 after merging. The expected total takes about a minute of
processor time and half a gigabyte; deviation and quantiles, for which the game is solved again, are not given here. We know of no
earlier value. No table waits for that: bots and coach value each box separately, as if a turn were played for that box
alone, plus its share of the bonus; from these values the throws of a turn are solved exactly. The result is an estimate; its
quality is measured under Bots.

Triple Yahtzee has 549,755,813,888 ways to fill its 39 boxes, and is estimated in the same way.

Yamb is out of reach: there are 2,835,349,504 ways to fill its 48 boxes, and far more states with the sums of its columns and
the ones, which multiply. Bots and coach estimate it in the same way; a box that multiplies others counts with its points, or,
while it is open, with the mean of a turn for it alone.

## Points

If points decide a game, best play is out of reach: Balut has 264,753,920 states without the running total. The table shows the
points of careful play, measured in a million games with the standard error, and an upper bound for any play, proven in
`crates/solver/src/points/bound.rs`.

| game | expected points | at most | mean total |
|---|---:|---:|---:|
";

const WINS: &str = "
## To win

The exact probability that the first of two players wins with a score sheet if both play to win, a tie counted as half
(`kosti solve GAME --objective win`). Instant wins belong to it; if a lot decides who begins, play starts after it. Values are
pairs of sheet states with a difference of points. The first player has less than a half: the second one knows what there is to
beat. Other house rules, and other games of that size, are solved on request; larger games from their last rounds on.

| game | house rules | first of two wins | values |
|---|---|---:|---:|
";

const RACES: &str = "
## Races

The exact probability that the first of two players wins if both play best (`kosti solve GAME`), and the fewest expected turns
of one player alone (`kosti solve GAME --objective turns`) with their deviation and quantiles. States are pairs of standings
between turns. *On request* is as above.

| game | house rules | first of two wins | turns alone | deviation | 5 % | 50 % | 95 % | states |
|---|---|---:|---:|---:|---:|---:|---:|---:|
";

const BOTS: &str = "
## Bots

Results of the bots playing alone, the mean of 200 games with its standard error (40 games if the game is estimated): the total,
the points if points decide, or the turns of a race. If best play is known, the best bot is perfect; otherwise it plays by
estimates and is called careful.

| game | beginner | regular | perfect | careful |
|---|---:|---:|---:|---:|
";

const ESTIMATED: &str = "
For estimated games this sample is too small. In 20,000 games (`kosti simulate GAME --players careful,regular --games 20000`)
careful play is slightly better than regular play:

| game | regular | careful |
|---|---:|---:|
";

/// The limits of the short form: the number of fillings of sheets, and the target of races.
const MOST_FILLINGS: usize = 1 << 12;
const MOST_TARGET: i32 = 100;

/// The number of games of each bot, and of an estimated game, where decisions take longer.
const GAMES: u64 = 200;
const FEW_GAMES: u64 = 40;

const MORE_PLAYERS: &str = "
Pig and Farkle agree with the values known from other programs: 0.530592725 and 0.532518925. `crates/solver/tests/race.rs`
compares races with a naive solver and with simulated games.

If lost turns cost points, turns lead back to lower scores, and all standings depend on each other: the solver iterates until
the values converge, which takes minutes. At a table, coach and bots (then called careful) therefore play for the fewest turns
in such games; `kosti solve` computes the probability of winning. One of these games, solved once and not by the test of this
page:

| game | house rules | first of two wins |
|---|---|---:|
| Zilch | zilches=five-hundred, opening=as-always | 0.53486992 |

With three or more players, a careful player takes the exact probabilities against each opponent alone and adds up their odds.
The table shows the share of games that such a player wins, the mean over all three seats (a third means no advantage): against
two players that play perfectly against their most dangerous opponent alone (`duel`), and against two that play for the fewest
turns (`fastest`). Measured with `kosti simulate GAME --players careful,duel,duel` and similar commands, in three million games
of Pig and 300,000 of the others.

| game | against two `duel` | against two `fastest` |
|---|---:|---:|
| Pig | 0.3363 ± 0.0003 | 0.3856 ± 0.0003 |
| Farkle | 0.3347 ± 0.0009 | 0.3532 ± 0.0009 |
| Thousand | 0.3345 ± 0.0009 | 0.3434 ± 0.0009 |
";

fn name_cell(rules: &Rules) -> String {
    let house: Vec<String> =
        rules.house.iter().map(|option| format!("{}={}", option.id, option.choice())).collect();
    format!("| {} | {}", rules.name.get("en"), house.join(", "))
}

fn row(rules: &Arc<Rules>) -> String {
    let named = name_cell(rules);
    if rules.sheet().is_some_and(|sheet| !sheet.columns.is_empty()) {
        return format!("{named} | not solved | | | | | |");
    }
    let strategy = solve(rules, &Objective::Total, &NoProgress).unwrap().into_total().unwrap();
    if is_estimated(rules) {
        let source = |batch: u64| Steps(batch.wrapping_mul(0x9E37_79B9_7F4A_7C15));
        let played = strategy.simulate(20_000, source, &NoProgress).unwrap();
        let (mean, error) = mean_and_error(&played.iter().map(|game| game.total.into()).collect::<Vec<_>>());
        let value = strategy.value();
        assert!((value - mean).abs() < 4.0 * error, "{}: {value} and {mean} ± {error}", rules.id);
        return format!("{named} | {value:.7} | | | | | {} |", strategy.size().states);
    }
    let (value, deviation, states) =
        (strategy.value(), strategy.deviation(&NoProgress).unwrap(), strategy.size().states);
    let distribution = strategy.distribution(&NoProgress).unwrap();
    assert!(
        (distribution.mean() - value).abs() < 1e-8 && (distribution.deviation() - deviation).abs() < 1e-8
    );
    let [low, median, high] = [0.05, 0.5, 0.95].map(|share| distribution.quantile(share));
    format!("{named} | {value:.7} | {deviation:.4} | {low} | {median} | {high} | {states} |")
}

/// Measured by `kosti solve` in a million games: points, their error, and the mean total.
const MEASURED: [(&str, f64, f64, f64); 1] = [("balut", 10.466, 0.004, 401.7)];

/// Measured by `kosti simulate` in 20,000 games with estimates: the means of regular and careful play, with errors.
const SIMULATED: [(&str, [(f64, f64); 2]); 3] = [
    ("maxi-yatzy", [(345.5, 0.4), (351.1, 0.4)]),
    ("triple-yahtzee", [(1615.7, 1.0), (1640.2, 0.9)]),
    ("yamb", [(894.9, 0.8), (909.1, 0.8)]),
];

/// The row of an estimated game; fewer games must agree with it.
fn estimated_row(rules: &Arc<Rules>) -> String {
    let (_, known) = *SIMULATED.iter().find(|(id, _)| *id == rules.id).unwrap();
    for (manner, (known, _)) in [Policy::Sensible, Policy::Thoughtful].into_iter().zip(known) {
        let source = |batch: u64| Steps(batch.wrapping_mul(0x9E37_79B9_7F4A_7C15));
        let played =
            HeuristicPlayer::new(rules.clone(), manner).simulate(1_024, source, &NoProgress).unwrap();
        let (mean, error) = mean_and_error(&played.iter().map(|game| game.total.into()).collect::<Vec<_>>());
        assert!((known - mean).abs() < 4.0 * error, "{}: {known} and {mean} ± {error}", rules.id);
    }
    let [regular, careful] = known.map(|(mean, error)| format!("{mean:.1} ± {error:.1}"));
    format!("| {} | {regular} | {careful} |", rules.name.get("en"))
}

/// The row of a game that points decide; fewer games must agree with it.
fn points_row(rules: &Arc<Rules>) -> String {
    let (_, value, error, total) = *MEASURED.iter().find(|(id, ..)| *id == rules.id).unwrap();
    let points = solve(rules, &Objective::Points, &NoProgress).unwrap().into_points().unwrap();
    let played = points
        .simulate(40_000, |batch| Steps(batch.wrapping_mul(0x9E37_79B9_7F4A_7C15)), &NoProgress)
        .unwrap();
    let measured = |of: fn(&SheetResult) -> i32| {
        mean_and_error(&played.iter().map(|p| of(p).into()).collect::<Vec<_>>())
    };
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
    let alone = solve(rules, &Objective::Turns, &NoProgress).unwrap().into_turns().unwrap();
    let distribution = alone.distribution(&NoProgress).unwrap();
    let [low, median, high] = [0.05, 0.5, 0.95].map(|share| distribution.quantile(share));
    let (turns, deviation) = (alone.value(), distribution.deviation());
    let wins = if duel_takes_long(rules) {
        "on request".to_owned()
    } else {
        format!("{:.9}", solve(rules, &Objective::Win, &NoProgress).unwrap().value())
    };
    let states = alone.states() * alone.states();
    format!(
        "{} | {wins} | {turns:.7} | {deviation:.4} | {low} | {median} | {high} | {states} |",
        name_cell(rules)
    )
}

/// The largest number of fillings of a game that is solved for winning here.
const MOST_FILLINGS_TO_WIN: usize = 1 << 10;

/// Whether the page has the probability to win with this score sheet.
fn is_won_here(rules: &Rules) -> bool {
    rules.sheet().is_some_and(|sheet| {
        sheet.awards.is_empty() && count_fillings(sheet).is_ok_and(|ways| ways <= MOST_FILLINGS_TO_WIN)
    })
}

fn win_row(rules: &Arc<Rules>) -> String {
    let solution = solve(rules, &Objective::Win, &NoProgress).unwrap();
    format!("{} | {:.9} | {} |", name_cell(rules), solution.value(), solution.states())
}

/// The generator that the committed page was made with.
struct Steps(u64);

impl DiceRng for Steps {
    fn below(&mut self, n: u32) -> u32 {
        self.0 = self.0.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
        (((self.0 >> 33) * u64::from(n)) >> 31) as u32
    }
}

/// The result of a bot in a game of its own.
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
                throws.resolve(fell).unwrap()
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

/// The rows of the page that the short form does not solve again.
struct Committed(String);

impl Committed {
    fn read() -> Self {
        Self(std::fs::read_to_string(page_path()).unwrap())
    }

    /// The row with this start in the section under this heading; fails if the page is out of date.
    fn row(&self, heading: &str, start: &str) -> String {
        let section = self.0.split("\n## ").find(|section| section.starts_with(heading));
        let row = section.and_then(|section| section.lines().find(|line| line.starts_with(start)));
        row.unwrap_or_else(|| panic!("docs/solved.md has no row `{start}` under {heading}")).to_owned()
    }
}

fn page_path() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("docs/solved.md")
}

/// Whether the short form solves the game too.
fn is_small(rules: &Rules) -> bool {
    match &rules.family {
        Family::Sheet(sheet) => {
            sheet.awards.is_empty()
                && !is_estimated(rules)
                && count_fillings(sheet).is_ok_and(|ways| ways <= MOST_FILLINGS)
        }
        Family::Race(race) => race.target <= MOST_TARGET,
    }
}

/// The start of a game's rows without house rules.
fn start(rules: &Rules) -> String {
    format!("| {} |", rules.name.get("en"))
}

#[test]
fn the_page_of_solved_games_is_fresh() {
    let committed = Committed::read();
    let fresh = |heading: &str, start: &str, rules: &Arc<Rules>, row: fn(&Arc<Rules>) -> String| {
        let solved = kosti_testkit::full_length() || is_small(rules);
        if solved { row(rules) } else { committed.row(heading, start) }
    };
    let defaults =
        kosti_games::ids().map(|id| kosti_games::file(id).unwrap().rules(&House::default()).unwrap());
    let defaults: Vec<_> = defaults.map(Arc::new).collect();
    let variants = kosti_games::ids().map(|id| kosti_games::file(id).unwrap()).flat_map(|file| {
        file.variants().into_iter().map(|house| Arc::new(file.rules(&house).unwrap())).collect::<Vec<_>>()
    });
    let (sheets, races): (Vec<_>, Vec<_>) = variants.partition(|rules| rules.sheet().is_some());
    let mut page = HEAD.to_owned();
    for rules in &sheets {
        writeln!(page, "{}", fresh("# Solved", &format!("{} |", name_cell(rules)), rules, row)).unwrap();
    }
    page += FOOT;
    let with_points = |rules: &&Arc<Rules>| rules.sheet().is_some_and(|sheet| !sheet.awards.is_empty());
    for rules in defaults.iter().filter(with_points) {
        writeln!(page, "{}", fresh("Points\n", &start(rules), rules, points_row)).unwrap();
    }
    page += WINS;
    for rules in defaults.iter().filter(|rules| is_won_here(rules)) {
        // Games with several boxes take half a minute.
        let solved = kosti_testkit::full_length() || rules.sheet().unwrap().slots.len() == 1;
        let start = format!("{} |", name_cell(rules));
        let row = if solved { win_row(rules) } else { committed.row("To win\n", &start) };
        writeln!(page, "{row}").unwrap();
    }
    page += RACES;
    for rules in &races {
        writeln!(page, "{}", fresh("Races\n", &format!("{} |", name_cell(rules)), rules, race_row)).unwrap();
    }
    page += MORE_PLAYERS;
    page += BOTS;
    for rules in &defaults {
        writeln!(page, "{}", fresh("Bots\n", &start(rules), rules, bots_row)).unwrap();
    }
    page += ESTIMATED;
    for rules in defaults.iter().filter(|rules| is_estimated(rules)) {
        writeln!(page, "{}", estimated_row(rules)).unwrap();
    }
    expect_file![page_path()].assert_eq(&page);
}
