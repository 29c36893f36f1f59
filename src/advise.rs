//! `kosti advise`: what every action is worth.

use std::process::ExitCode;

use anyhow::Result;
use kosti_ask::action_from_json;
use kosti_rules::{Family, RaceRules, Rules, Standing};
use serde_json::{Value, json};

use crate::args::AdviseArgs;
use crate::failure::Failure;
use crate::out::Out;
use crate::score::{faces, only, written};
use crate::table::{self, Align};
use crate::{ask, game};

pub(crate) fn run(args: &AdviseArgs, out: &mut Out) -> Result<ExitCode> {
    let rules = game::load(&args.of, &out.words)?;
    let mut request = json!({
        "ask": "advise",
        "game": args.of.game,
        "house": args.of.choices(&out.words)?,
        "objective": args.goal.objective(),
        "at_least": args.goal.reach,
        "at_most": args.goal.within,
        "dice": args.dice().map(|typed| faces(&typed, &rules, &out.words)).transpose()?,
    });
    match &rules.family {
        Family::Sheet(_) => ask_sheet(args, &rules, &mut request, out)?,
        Family::Race(race) => ask_race(args, &rules, race, &mut request, out)?,
    }
    let answer = ask::one(out, &request)?;
    if args.of.json {
        out.json(&answer)?;
        return Ok(ExitCode::SUCCESS);
    }
    let value = answer["value"].as_f64().unwrap_or(0.0);
    let alone = request["seats"].as_array().is_some_and(|seats| seats.len() == 1);
    let counts_turns = rules.race().is_some() && (args.goal.objective() == Some("turns") || alone);
    let is_chance =
        args.goal.reach.is_some() || args.goal.within.is_some() || (rules.race().is_some() && !counts_turns);
    let shown =
        |value: f64| if is_chance { format!("{:.4} %", value * 100.0) } else { format!("{value:.4}") };
    let heading = match (args.goal.reach, args.goal.within) {
        (Some(least), _) => ("advise-chance", vec![("least", least.into())]),
        (_, Some(turns)) => ("advise-within", vec![("turns", turns.into())]),
        _ if counts_turns => ("advise-turns", Vec::new()),
        _ if rules.sheet().is_some() => ("advise-value", Vec::new()),
        _ if answer["exact"] == json!(true) => ("advise-win", Vec::new()),
        _ => ("advise-win-estimate", Vec::new()),
    };
    let (message, mut words) = heading;
    let exact = answer["exact"] != json!(false);
    words.extend([("value", shown(value).into()), ("exact", exact.into())]);
    let heading = out.say(message, &words);
    out.heading(&heading)?;
    if !exact {
        let estimated = out.say("values-estimated", &[]);
        out.line(&estimated)?;
    }
    for (field, message) in [("wins", "advise-wins"), ("bust", "advise-bust")] {
        if answer[field] == json!(true) {
            let told = out.say(message, &[]);
            out.line(&told)?;
        }
    }
    let mut rows = Vec::new();
    for action in answer["actions"].as_array().into_iter().flatten() {
        let worth = action["value"].as_f64().unwrap_or(0.0);
        let what = action_from_json(&rules, action);
        let what = what.map_or_else(String::new, |action| out.words.doing(&rules, &action));
        rows.push(vec![shown(worth), shown(worth - value), what]);
    }
    if let Some(reason) = answer["reason"].as_str() {
        let told = out.say("advise-why", &[("reason", reason.into()), ("exact", exact.into())]);
        out.line(&told)?;
    }
    for line in table::lines(&rows, &[Align::Right, Align::Right, Align::Left]) {
        out.line(&line)?;
    }
    Ok(ExitCode::SUCCESS)
}

fn ask_sheet(args: &AdviseArgs, rules: &Rules, request: &mut Value, out: &Out) -> Result<()> {
    let of_races = [
        ("seats", !args.seats.is_empty()),
        ("turn", args.turn.is_some()),
        ("points", args.points.is_some()),
        ("aside", args.aside.is_some()),
    ];
    only(&of_races, rules, out)?;
    // Without dice the question is about the moment before the first throw, with dice about the first.
    request["throw"] = json!(args.throw.unwrap_or(u8::from(args.dice().is_some())));
    request["sheet"] = written(args.sheet.as_deref().unwrap_or_default(), &out.words)?;
    Ok(())
}

fn ask_race(
    args: &AdviseArgs,
    rules: &Rules,
    race: &RaceRules,
    request: &mut Value,
    out: &Out,
) -> Result<()> {
    only(&[("throw", args.throw.is_some()), ("sheet", args.sheet.is_some())], rules, out)?;
    let seats: Vec<Standing> =
        args.seats.iter().map(|typed| standing(typed, race, out)).collect::<Result<_>>()?;
    request["seats"] = if seats.is_empty() { json!(2) } else { json!(seats) };
    let (turn, players) = (args.turn.unwrap_or(1), if seats.is_empty() { 2 } else { seats.len() });
    if turn == 0 || turn > players {
        return Err(Failure::usage(out.say("advise-no-turn", &[("seats", players.into())])).into());
    }
    request["turn"] = json!(turn - 1);
    request["turn_points"] = json!(args.points);
    request["aside"] = json!(args.aside);
    Ok(())
}

/// `310` or `310/2`.
fn standing(typed: &str, race: &RaceRules, out: &Out) -> Result<Standing> {
    let (score, turns) = typed.split_once('/').unwrap_or((typed, "0"));
    let (score, turns_left) = (score.trim().parse(), turns.trim().parse());
    let (Ok(score), Ok(turns_left)) = (score, turns_left) else {
        return Err(Failure::usage(out.say("advise-bad-seats", &[("text", typed.into())])).into());
    };
    let standing = Standing { score, turns_left };
    if !race.is_standing(standing) || race.is_won(score) || !race.adds_up(score) {
        return Err(Failure::usage(out.say("advise-bad-place", &[("text", typed.into())])).into());
    }
    Ok(standing)
}
