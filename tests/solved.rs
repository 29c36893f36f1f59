//! docs/solved.md: the exact value of every bundled game and house rule, solved anew each time this test runs.
//! `UPDATE_EXPECT=1 cargo test --test solved` writes the page.

#![allow(clippy::unwrap_used, reason = "a test may fail")]

use std::fmt::Write as _;
use std::path::Path;
use std::sync::Arc;

use expect_test::expect_file;
use kosti_rules::Rules;
use kosti_solver::{Strategy, UNWATCHED};

const HEAD: &str = "\
# Solved

What best play for the expected total brings, exactly, for every bundled score-sheet game and choice of house rules:
`kosti solve GAME --house OPTION=CHOICE`. The deviation is that of the total under this play, and so are the quantiles: the
smallest total that is not exceeded in so many games. States are the sheet states that are solved: how often each box is
filled, and the group sums that can still decide something.

| game | house rules | expected total | deviation | 5 % | 50 % | 95 % | states |
|---|---|---:|---:|---:|---:|---:|---:|
";

const FOOT: &str = "
Where dice can win the game at once, the value is that of games that no such throw decides: no decision changes how likely
it is. Balut is decided by points; this is its expected total. Yatzy agrees with the value known from other programs,
248.4399894. `crates/solver/tests/exact.rs` compares every game with an obvious solver and with simulated games.
";

fn row(rules: &Arc<Rules>) -> String {
    let strategy = Strategy::solve(rules.clone()).unwrap();
    let house: Vec<String> =
        rules.house.iter().map(|option| format!("{}={}", option.id, option.choice())).collect();
    let (name, house) = (rules.name.get("en"), house.join(", "));
    let (value, deviation, states) = (strategy.value(), strategy.deviation(), strategy.size().states);
    let distribution = strategy.distribution(UNWATCHED).unwrap();
    let [low, median, high] = [0.05, 0.5, 0.95].map(|share| distribution.quantile(share));
    format!("| {name} | {house} | {value:.7} | {deviation:.4} | {low} | {median} | {high} | {states} |")
}

#[test]
fn the_page_of_solved_games_is_fresh() {
    let mut page = HEAD.to_owned();
    for id in kosti_games::ids() {
        let file = kosti_games::file(id).unwrap();
        for house in file.variants() {
            let rules = Arc::new(file.rules(&house).unwrap());
            if rules.sheet().is_some() {
                writeln!(page, "{}", row(&rules)).unwrap();
            }
        }
    }
    page += FOOT;
    expect_file![Path::new(env!("CARGO_MANIFEST_DIR")).join("docs/solved.md")].assert_eq(&page);
}
