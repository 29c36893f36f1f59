//! A bot plays a whole game alone: `cargo run -p kosti-coach --example play_bot`.

use std::error::Error;
use std::io::{self, Write};
use std::sync::Arc;

use kosti_coach::{Bot, Coach, Level};
use kosti_dice::Dice;
use kosti_engine::{Decision, State};
use kosti_rules::{House, RulesFile};
use kosti_solver::{DiceRng, NoProgress};

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

/// Dice come from outside: here from a linear congruential generator, so that every run plays the same game.
struct Generator(u64);

impl DiceRng for Generator {
    fn below(&mut self, n: u32) -> u32 {
        self.0 = self.0.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
        (((self.0 >> 33) * u64::from(n)) >> 31) as u32
    }
}

fn main() -> Result<(), Box<dyn Error>> {
    play_bot(&mut io::stdout())
}

pub(crate) fn play_bot(out: &mut impl Write) -> Result<(), Box<dyn Error>> {
    let rules = Arc::new(RulesFile::read("three-dice", RULES).rules(&House::default())?);
    let coach = Arc::new(Coach::solve(rules.clone(), 1, &NoProgress)?);
    let bot = Bot::new(Level::Perfect, rules.clone(), Some(coach))?;
    let mut source = Generator(1);
    let mut state = State::new(rules, 1)?;
    while let Some(seat) = state.on_turn() {
        let action = bot.choose(&state, &mut source);
        let events = match state.decide(seat, &action)? {
            Decision::Done(events) => events,
            Decision::Throws(throws) => {
                let faces: Vec<u8> = (0..throws.count()).map(|_| source.below(6) as u8 + 1).collect();
                throws.resolve(Dice::from_faces(&faces)?)?
            }
        };
        for event in events {
            state.apply(&event);
            writeln!(out, "{event:?}")?;
        }
    }
    let outcome = state.outcome().ok_or("the game is not over")?;
    writeln!(out, "total: {}", outcome.results[0].total)?;
    Ok(())
}
