//! `kosti simulate`: what players of several kinds bring, measured.

use std::process::ExitCode;

use anyhow::Result;
use kosti_words::percent;
use serde_json::{Value, json};

use crate::args::SimulateArgs;
use crate::out::Out;
use crate::solve::{number, spread};
use crate::{ask, game};

pub(crate) fn run(args: &SimulateArgs, out: &mut Out) -> Result<ExitCode> {
    let rules = game::load(&args.of, &out.words)?;
    let request = json!({
        "ask": "simulate",
        "game": args.of.game,
        "house": args.of.choices(&out.words)?,
        "games": args.games,
        "players": (!args.players.is_empty()).then_some(&args.players),
        "seed": args.seed,
    });
    let answer = ask::one(out, &request)?;
    if args.of.json {
        out.json(&answer)?;
        return Ok(ExitCode::SUCCESS);
    }
    let name = rules.name.get(out.words.language()).to_owned();
    let count = |field: &str| answer[field].as_u64().unwrap_or(0).into();
    let heading = [("game", name.into()), ("games", count("games")), ("seed", count("seed"))];
    let heading = out.say("simulate-heading", &heading);
    out.heading(&heading)?;
    let seats = answer["seats"].as_array().map_or(&[][..], Vec::as_slice);
    for (nth, seat) in seats.iter().enumerate() {
        self::seat(nth, seat, out)?;
        if seat["exact"] == json!(false) {
            let careful = out.say("simulate-careful", &[]);
            out.line(&careful)?;
        }
        if rules.sheet().is_some() {
            totals(seat, out)?;
        } else if seats.len() > 1 {
            let share = |field: &str| percent(seat[field].as_f64().unwrap_or(0.0)).into();
            let won = out.say("simulate-won", &[("share", share("wins")), ("error", share("error"))]);
            out.line(&won)?;
        }
    }
    if let Some(turns) = answer.get("turns") {
        mean("turns", turns, out)?;
        spread(turns, out)?;
    }
    for (field, message) in [("ties", "simulate-ties"), ("won_at_once", "simulate-won-at-once")] {
        if let Some(share) = answer[field].as_f64() {
            let told = out.say(message, &[("share", percent(share).into())]);
            out.line(&told)?;
        }
    }
    Ok(ExitCode::SUCCESS)
}

fn seat(nth: usize, seat: &Value, out: &mut Out) -> Result<()> {
    let player = match seat["exact"].as_bool() {
        Some(true) => "perfect",
        Some(false) => "careful",
        None => seat["player"].as_str().unwrap_or_default(),
    };
    let heading = out.say("simulate-seat", &[("seat", (nth + 1).into()), ("player", player.into())]);
    out.heading(&heading)
}

fn totals(seat: &Value, out: &mut Out) -> Result<()> {
    // Where points decide, they come first, and their spread is drawn.
    let points = seat.get("points");
    for (what, measured) in [("points", points), ("total", Some(seat))] {
        if let Some(measured) = measured {
            mean(what, measured, out)?;
        }
    }
    if let Some(wins) = seat["wins"].as_f64() {
        let wins = out.say("simulate-wins", &[("share", percent(wins).into())]);
        out.line(&wins)?;
    }
    spread(points.unwrap_or(seat), out)
}

fn mean(what: &str, measured: &Value, out: &mut Out) -> Result<()> {
    let told = [
        ("what", what.into()),
        ("mean", number(&measured["mean"], 4).into()),
        ("error", number(&measured["error"], 4).into()),
        ("deviation", number(&measured["deviation"], 4).into()),
    ];
    let told = out.say("simulate-mean", &told);
    out.line(&told)
}
