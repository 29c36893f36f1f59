//! `kosti simulate`: simulates games between kinds of players.

use std::process::ExitCode;

use anyhow::Result;
use kosti_query::{Measured, RaceSimulation, SheetSeat, SheetSimulation, SimulateAnswer, SimulateQuestion};
use kosti_text::percent;

use crate::args::SimulateArgs;
use crate::out::Out;
use crate::solve::print_distribution;
use crate::{ask, game};

pub(crate) fn run(args: &SimulateArgs, out: &mut Out) -> Result<ExitCode> {
    let rules = game::load(&args.of, &out.words)?;
    let question = SimulateQuestion {
        game: args.of.game.clone(),
        house: args.of.choices(&out.words)?,
        players: (!args.players.is_empty()).then(|| args.players.clone()),
        games: args.games,
        seed: args.seed,
    };
    let answer = ask::run_prepared(ask::engine(out.language()).simulate(&question), out)?;
    if args.of.json {
        out.json(&answer)?;
        return Ok(ExitCode::SUCCESS);
    }
    let (games, seed) = match &answer {
        SimulateAnswer::Sheet(answer) => (answer.games, answer.seed),
        SimulateAnswer::Race(answer) => (answer.games, answer.seed),
    };
    let name = rules.name.get(out.words.language()).to_owned();
    let heading = [("game", name.into()), ("games", games.into()), ("seed", seed.into())];
    let heading = out.say("simulate-heading", &heading);
    out.heading(&heading)?;
    match &answer {
        SimulateAnswer::Sheet(answer) => sheets(answer, out)?,
        SimulateAnswer::Race(answer) => races(answer, out)?,
    }
    Ok(ExitCode::SUCCESS)
}

fn sheets(answer: &SheetSimulation, out: &mut Out) -> Result<()> {
    for (nth, seat) in answer.seats.iter().enumerate() {
        self::seat(nth, &seat.player, seat.exact, out)?;
        totals(seat, out)?;
    }
    for (share, message) in [(answer.ties, "simulate-ties"), (answer.won_at_once, "simulate-won-at-once")] {
        if let Some(share) = share {
            let share = out.say(message, &[("share", percent(share).into())]);
            out.line(&share)?;
        }
    }
    Ok(())
}

fn races(answer: &RaceSimulation, out: &mut Out) -> Result<()> {
    for (nth, seat) in answer.seats.iter().enumerate() {
        self::seat(nth, &seat.player, seat.exact, out)?;
        if answer.seats.len() > 1 {
            let shares = [("share", percent(seat.wins).into()), ("error", percent(seat.error).into())];
            let won = out.say("simulate-won", &shares);
            out.line(&won)?;
        }
    }
    mean("turns", &answer.turns, out)?;
    print_distribution(&answer.turns.probabilities, out)
}

fn seat(nth: usize, player: &str, exact: Option<bool>, out: &mut Out) -> Result<()> {
    let player = match exact {
        Some(true) => "perfect",
        Some(false) => "careful",
        None => player,
    };
    let heading = out.say("simulate-seat", &[("seat", (nth + 1).into()), ("player", player.into())]);
    out.heading(&heading)?;
    if exact == Some(false) {
        let careful = out.say("simulate-careful", &[]);
        out.line(&careful)?;
    }
    Ok(())
}

fn totals(seat: &SheetSeat, out: &mut Out) -> Result<()> {
    // If points decide, they come first, with their histogram.
    if let Some(points) = &seat.points {
        mean("points", points, out)?;
    }
    mean("total", &seat.total, out)?;
    if let Some(wins) = seat.wins {
        let wins = out.say("simulate-wins", &[("share", percent(wins).into())]);
        out.line(&wins)?;
    }
    if let (Some(share), Some(error)) = (seat.win_share, seat.win_error) {
        let shares = [("share", percent(share).into()), ("error", percent(error).into())];
        let share = out.say("simulate-share", &shares);
        out.line(&share)?;
    }
    print_distribution(&seat.points.as_ref().unwrap_or(&seat.total).probabilities, out)
}

fn mean(what: &str, measured: &Measured, out: &mut Out) -> Result<()> {
    let numbers = [
        ("what", what.into()),
        ("mean", format!("{:.4}", measured.mean).into()),
        ("error", format!("{:.4}", measured.error).into()),
        ("deviation", format!("{:.4}", measured.deviation).into()),
    ];
    let mean = out.say("simulate-mean", &numbers);
    out.line(&mean)
}
