//! Solves a game exactly, from the text of its rules: `cargo run -p kosti-solver --example solve_game`.

use std::error::Error;
use std::io::{self, Write};
use std::sync::Arc;

use kosti_dice::Dice;
use kosti_rules::{House, RulesFile, Sheet};
use kosti_solver::{NoProgress, Objective, solve};

const RULES: &str = r#"
name   = "Three dice"
dice   = 3
throws = 2
[box.sixes]
number = 6
score  = "matching"
[box.pair]
needs  = { alike = 2 }
score  = "combination"
unfit  = "zero"
[box.rest]
score  = "all-dice"
"#;

fn main() -> Result<(), Box<dyn Error>> {
    solve_game(&mut io::stdout())
}

pub(crate) fn solve_game(out: &mut impl Write) -> Result<(), Box<dyn Error>> {
    let rules = Arc::new(RulesFile::read("three-dice", RULES).rules(&House::default())?);
    let solution = solve(&rules, &Objective::Total, &NoProgress)?;
    let strategy = solution.into_total().ok_or("not a game with a score sheet")?;
    let deviation = strategy.deviation(&NoProgress)?;
    writeln!(out, "best play brings {:.4} points, give or take {deviation:.4}", strategy.value())?;
    let boxes = rules.sheet().ok_or("not a game with a score sheet")?.slots.len();
    writeln!(out, "after 4-4-6 on the first throw:")?;
    for best in strategy.advise(&Sheet::empty(boxes), "4-4-6".parse::<Dice>()?, 1).iter().take(3) {
        writeln!(out, "{:8.4} {:?}", best.value, best.choice)?;
    }
    Ok(())
}
