//! `kosti solve`: what best play brings.

use std::process::ExitCode;

use anyhow::Result;
use serde_json::json;

use crate::args::SolveArgs;
use crate::out::Out;
use crate::{ask, game};

pub(crate) fn run(args: &SolveArgs, out: &mut Out) -> Result<ExitCode> {
    let rules = game::load(&args.game, &args.house, &out.words)?;
    let house = args.house.choices(&out.words)?;
    let request = json!({ "ask": "solve", "game": args.game, "house": house, "objective": args.objective });
    let answer = ask::one(out, &request)?;
    if args.json {
        out.json(&answer)?;
        return Ok(ExitCode::SUCCESS);
    }
    out.heading(rules.name.get(out.words.language()))?;
    let number = |field: &str, digits: usize| format!("{:.digits$}", answer[field].as_f64().unwrap_or(0.0));
    let lines = [
        out.say("solve-value", &[("value", number("value", 7).into())]),
        out.say("solve-deviation", &[("deviation", number("deviation", 4).into())]),
        out.say("solve-states", &[("states", answer["states"].as_u64().unwrap_or(0).into())]),
        out.say("solve-seconds", &[("seconds", number("seconds", 2).into())]),
    ];
    for line in lines {
        out.line(&line)?;
    }
    if rules.sheet().is_some_and(|sheet| !sheet.instant_wins.is_empty()) {
        let apart = out.say("solve-wins-apart", &[]);
        out.line(&apart)?;
    }
    Ok(ExitCode::SUCCESS)
}
