//! `kosti solve`: the value of best play.

use std::process::ExitCode;

use anyhow::Result;
use kosti_query::{Probabilities, ResultDistribution, SolveAnswer, SolveQuestion};

use crate::args::{GoalArgs, SolveArgs};
use crate::out::Out;
use crate::store::Store;
use crate::{ask, game, histogram};

pub(crate) fn run(args: &SolveArgs, out: &mut Out) -> Result<ExitCode> {
    let rules = game::load(&args.of, &out.words)?;
    let goal = &args.goal;
    let question = SolveQuestion {
        game: args.of.game.clone(),
        house: args.of.choices(&out.words)?,
        objective: goal.objective().map(str::to_owned),
        at_least: goal.reach,
        at_most: goal.within,
        distribution: Some(goal.reach.is_none()),
    };
    let answer = match &args.store {
        None => ask::run_prepared(ask::engine(out.language()).solve(&question), out)?,
        Some(path) => {
            let store = Store::open(path, rules.clone(), out)?;
            let engine = ask::engine_with(out.language(), Some(store.solutions()));
            let answer = ask::run_prepared(engine.solve(&question), out)?;
            store.keep(out)?;
            answer
        }
    };
    if args.of.json {
        out.json(&answer)?;
        return Ok(ExitCode::SUCCESS);
    }
    out.heading(rules.name.get(out.words.language()))?;
    match goal.reach {
        _ if rules.race().is_some() => print_race(&answer, goal, out)?,
        Some(at_least) => print_chance(&answer, at_least, out)?,
        None if goal.objective() == Some("win") => print_win(&answer, out)?,
        None if answer.upper_bound.is_some() => print_points(&answer, out)?,
        None => print_total(&answer, out)?,
    }
    let seconds = out.say("solve-seconds", &[("seconds", format!("{:.2}", answer.seconds).into())]);
    out.line(&seconds)?;
    let is_won = goal.objective() == Some("win");
    if rules.sheet().is_some_and(|sheet| !sheet.instant_wins.is_empty()) && !is_won {
        let apart = out.say("solve-wins-apart", &[]);
        out.line(&apart)?;
    }
    Ok(ExitCode::SUCCESS)
}

fn percent(chance: f64) -> String {
    format!("{:.6}", chance * 100.0)
}

fn print_race(answer: &SolveAnswer, goal: &GoalArgs, out: &mut Out) -> Result<()> {
    if let Some(distribution) = &answer.distribution {
        let value = out.say("solve-turns", &[("value", format!("{:.7}", answer.value).into())]);
        out.line(&value)?;
        print_deviation(answer, out)?;
        print_distribution(&distribution.probabilities, out)?;
        let how = out.say("solve-turns-exact", &[]);
        out.line(&how)?;
    } else {
        let percent = ("percent", percent(answer.value).into());
        let chance = match goal.within {
            Some(turns) => out.say("solve-within", &[percent, ("turns", turns.into())]),
            None => out.say("solve-win", &[percent]),
        };
        out.line(&chance)?;
    }
    let places = out.say("solve-places", &[("states", answer.states.into())]);
    out.line(&places)
}

fn print_chance(answer: &SolveAnswer, at_least: i32, out: &mut Out) -> Result<()> {
    let percent = percent(answer.value);
    let lines = [
        out.say("solve-chance", &[("percent", percent.into()), ("least", at_least.into())]),
        out.say("solve-needs", &[("states", answer.states.into())]),
    ];
    lines.iter().try_for_each(|line| out.line(line))
}

fn print_win(answer: &SolveAnswer, out: &mut Out) -> Result<()> {
    let lines = [
        out.say("solve-win", &[("percent", percent(answer.value).into())]),
        out.say("solve-pairs", &[("states", answer.states.into())]),
    ];
    lines.iter().try_for_each(|line| out.line(line))
}

fn print_points(answer: &SolveAnswer, out: &mut Out) -> Result<()> {
    let (Some(error), Some(games)) = (answer.error, answer.games) else { return Ok(()) };
    let value = [
        ("value", format!("{:.4}", answer.value).into()),
        ("error", format!("{error:.4}").into()),
        ("games", games.into()),
    ];
    let value = out.say("solve-points", &value);
    out.line(&value)?;
    if let Some(bound) = answer.upper_bound {
        let bound = out.say("solve-points-bound", &[("bound", format!("{bound:.4}").into())]);
        out.line(&bound)?;
    }
    print_deviation(answer, out)?;
    if let Some(total) = answer.total {
        let total = out.say("solve-points-total", &[("total", format!("{total:.2}").into())]);
        out.line(&total)?;
    }
    if let Some(distribution) = &answer.distribution {
        print_distribution(&distribution.probabilities, out)?;
    }
    let how = out.say("solve-points-how", &[("positions", answer.states.into())]);
    out.line(&how)
}

fn print_total(answer: &SolveAnswer, out: &mut Out) -> Result<()> {
    let value = out.say("solve-value", &[("value", format!("{:.7}", answer.value).into())]);
    out.line(&value)?;
    print_deviation(answer, out)?;
    if let Some(ResultDistribution { probabilities, games, .. }) = &answer.distribution {
        print_distribution(probabilities, out)?;
        let how = match *games {
            None => out.say("solve-spread-exact", &[]),
            Some(games) => out.say("solve-spread-games", &[("games", games.into())]),
        };
        out.line(&how)?;
    }
    if let (Some(reachable), Some(fillings)) = (answer.reachable, answer.fillings) {
        let states = [
            ("states", answer.states.into()),
            ("reachable", reachable.into()),
            ("fillings", fillings.into()),
        ];
        let states = out.say("solve-states", &states);
        out.line(&states)?;
    }
    Ok(())
}

fn print_deviation(answer: &SolveAnswer, out: &mut Out) -> Result<()> {
    let Some(deviation) = answer.deviation else { return Ok(()) };
    let deviation = out.say("solve-deviation", &[("deviation", format!("{deviation:.4}").into())]);
    out.line(&deviation)
}

/// Prints the quantiles and the histogram of a distribution.
pub(crate) fn print_distribution(probabilities: &Probabilities, out: &mut Out) -> Result<()> {
    let quantiles = probabilities.quantiles.iter();
    let quantiles: Vec<String> = quantiles.map(|(percent, value)| format!("{percent} % ≤ {value}")).collect();
    let quantiles = out.say("solve-quantiles", &[("quantiles", quantiles.join(" · ").into())]);
    out.line(&quantiles)?;
    out.line("")?;
    for line in histogram::lines(&probabilities.shares) {
        out.line(&line)?;
    }
    out.line("")
}
