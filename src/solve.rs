//! `kosti solve`: what best play brings.

use std::process::ExitCode;

use anyhow::Result;
use serde_json::{Value, json};

use crate::args::{GoalArgs, SolveArgs};
use crate::out::Out;
use crate::{ask, game, histogram};

pub(crate) fn run(args: &SolveArgs, out: &mut Out) -> Result<ExitCode> {
    let rules = game::load(&args.of, &out.words)?;
    let goal = &args.goal;
    let request = json!({
        "ask": "solve",
        "game": args.of.game,
        "house": args.of.choices(&out.words)?,
        "objective": goal.objective(),
        "at_least": goal.reach,
        "at_most": goal.within,
        "distribution": goal.reach.is_none(),
    });
    let answer = ask::one(out, &request)?;
    if args.of.json {
        out.json(&answer)?;
        return Ok(ExitCode::SUCCESS);
    }
    out.heading(rules.name.get(out.words.language()))?;
    match goal.reach {
        _ if rules.race().is_some() => race(&answer, goal, out)?,
        Some(at_least) => chance(&answer, at_least, out)?,
        None if answer.get("upper_bound").is_some() => points(&answer, out)?,
        None => total(&answer, out)?,
    }
    let seconds = out.say("solve-seconds", &[("seconds", number(&answer["seconds"], 2).into())]);
    out.line(&seconds)?;
    if rules.sheet().is_some_and(|sheet| !sheet.instant_wins.is_empty()) {
        let apart = out.say("solve-wins-apart", &[]);
        out.line(&apart)?;
    }
    Ok(ExitCode::SUCCESS)
}

/// A number with so many digits after the point.
pub(crate) fn number(value: &Value, digits: usize) -> String {
    format!("{:.digits$}", value.as_f64().unwrap_or(0.0))
}

fn percent(value: &Value) -> String {
    number(&json!(value.as_f64().unwrap_or(0.0) * 100.0), 6)
}

fn race(answer: &Value, goal: &GoalArgs, out: &mut Out) -> Result<()> {
    if answer.get("distribution").is_some() {
        let value = out.say("solve-turns", &[("value", number(&answer["value"], 7).into())]);
        let deviation = out.say("solve-deviation", &[("deviation", number(&answer["deviation"], 4).into())]);
        out.line(&value)?;
        out.line(&deviation)?;
        spread(&answer["distribution"], out)?;
        let how = out.say("solve-turns-exact", &[]);
        out.line(&how)?;
    } else {
        let percent = ("percent", percent(&answer["value"]).into());
        let chance = match goal.within {
            Some(turns) => out.say("solve-within", &[percent, ("turns", turns.into())]),
            None => out.say("solve-win", &[percent]),
        };
        out.line(&chance)?;
    }
    let places = out.say("solve-places", &[("states", answer["states"].as_u64().unwrap_or(0).into())]);
    out.line(&places)
}

fn chance(answer: &Value, at_least: i32, out: &mut Out) -> Result<()> {
    let percent = percent(&answer["value"]);
    let lines = [
        out.say("solve-chance", &[("percent", percent.into()), ("least", at_least.into())]),
        out.say("solve-needs", &[("states", answer["states"].as_u64().unwrap_or(0).into())]),
    ];
    lines.iter().try_for_each(|line| out.line(line))
}

fn points(answer: &Value, out: &mut Out) -> Result<()> {
    let count = |field: &str| answer[field].as_u64().unwrap_or(0).into();
    let value = [
        ("value", number(&answer["value"], 4).into()),
        ("error", number(&answer["error"], 4).into()),
        ("games", count("games")),
    ];
    let lines = [
        out.say("solve-points", &value),
        out.say("solve-points-bound", &[("bound", number(&answer["upper_bound"], 4).into())]),
        out.say("solve-deviation", &[("deviation", number(&answer["deviation"], 4).into())]),
        out.say("solve-points-total", &[("total", number(&answer["total"], 2).into())]),
    ];
    lines.iter().try_for_each(|line| out.line(line))?;
    spread(&answer["distribution"], out)?;
    let how = out.say("solve-points-how", &[("positions", count("states"))]);
    out.line(&how)
}

fn total(answer: &Value, out: &mut Out) -> Result<()> {
    let count = |field: &str| answer[field].as_u64().unwrap_or(0).into();
    let value = out.say("solve-value", &[("value", number(&answer["value"], 7).into())]);
    let deviation = out.say("solve-deviation", &[("deviation", number(&answer["deviation"], 4).into())]);
    out.line(&value)?;
    out.line(&deviation)?;
    let distribution = &answer["distribution"];
    spread(distribution, out)?;
    let how = match distribution["games"].as_u64() {
        None => out.say("solve-spread-exact", &[]),
        Some(games) => out.say("solve-spread-games", &[("games", games.into())]),
    };
    out.line(&how)?;
    let states =
        [("states", count("states")), ("reachable", count("reachable")), ("fillings", count("fillings"))];
    let states = out.say("solve-states", &states);
    out.line(&states)
}

/// The quantiles and the histogram of a distribution.
pub(crate) fn spread(distribution: &Value, out: &mut Out) -> Result<()> {
    let quantiles: Vec<String> = distribution["quantiles"]
        .as_object()
        .into_iter()
        .flatten()
        .map(|(percent, value)| format!("{percent} % ≤ {value}"))
        .collect();
    let quantiles = out.say("solve-quantiles", &[("quantiles", quantiles.join(" · ").into())]);
    out.line(&quantiles)?;
    out.line("")?;
    for line in histogram::lines(&distribution["shares"]) {
        out.line(&line)?;
    }
    out.line("")
}
