//! `kosti advise`: what every action is worth.

use std::process::ExitCode;

use anyhow::Result;
use kosti_rules::SheetRules;
use serde_json::{Value, json};

use crate::args::AdviseArgs;
use crate::out::Out;
use crate::score::{dice, faces, written};
use crate::table::{self, Align};
use crate::{ask, game};

pub(crate) fn run(args: &AdviseArgs, out: &mut Out) -> Result<ExitCode> {
    let rules = game::load(&args.of, &out.words)?;
    // Without dice the question is about the moment before the first throw, with dice about the first.
    let throw = args.throw.unwrap_or(u8::from(args.dice.is_some()));
    let faces = args.dice.as_ref().map(|typed| faces(typed, &out.words)).transpose()?;
    let request = json!({
        "ask": "advise",
        "game": args.of.game,
        "house": args.of.choices(&out.words)?,
        "objective": args.goal.objective(),
        "at_least": args.goal.reach,
        "dice": faces,
        "throw": throw,
        "sheet": written(args.sheet.as_deref().unwrap_or_default(), &out.words)?,
    });
    let answer = ask::one(out, &request)?;
    if args.of.json {
        out.json(&answer)?;
        return Ok(ExitCode::SUCCESS);
    }
    let value = answer["value"].as_f64().unwrap_or(0.0);
    let shown = |value: f64| match args.goal.reach {
        Some(_) => format!("{:.4} %", value * 100.0),
        None => format!("{value:.4}"),
    };
    let heading = match args.goal.reach {
        Some(least) => out.say("advise-chance", &[("value", shown(value).into()), ("least", least.into())]),
        None => out.say("advise-value", &[("value", shown(value).into())]),
    };
    out.heading(&heading)?;
    if answer["wins"] == json!(true) {
        let wins = out.say("advise-wins", &[]);
        out.line(&wins)?;
    }
    let mut rows = Vec::new();
    for action in answer["actions"].as_array().into_iter().flatten() {
        let worth = action["value"].as_f64().unwrap_or(0.0);
        let what = rules.sheet().map_or_else(String::new, |sheet| told(action, sheet, out));
        rows.push(vec![shown(worth), shown(worth - value), what]);
    }
    for line in table::lines(&rows, &[Align::Right, Align::Right, Align::Left]) {
        out.line(&line)?;
    }
    Ok(ExitCode::SUCCESS)
}

/// What the action is, in words.
fn told(action: &Value, rules: &SheetRules, out: &Out) -> String {
    let name = |id: &Value| {
        let slot = id.as_str().and_then(|id| rules.slot(id)).map(|slot| &rules.slots[slot]);
        slot.map_or_else(String::new, |slot| slot.name.get(out.language()).to_owned())
    };
    if let Some(score) = action.get("score") {
        return out.say("advise-score", &[("box", name(score).into())]);
    }
    if let Some(cross) = action.get("cross") {
        return out.say("advise-cross", &[("box", name(cross).into())]);
    }
    match dice(&action["keep"]) {
        none if none.is_empty() => out.say("advise-keep-nothing", &[]),
        kept => out.say("advise-keep", &[("dice", kept.into())]),
    }
}
