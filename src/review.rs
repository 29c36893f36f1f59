//! `kosti review`: what luck did in a game, and what the players did.

use std::process::ExitCode;

use anyhow::Result;
use kosti_ask::{AskError, action_to_json};
use kosti_coach::{Coach, Decided, Review, SeatReview, Worth};
use kosti_engine::{MOST_RECORD_BYTES, Record, Turn};
use kosti_rules::{Family, Rules};
use serde_json::{Map, Value, json};

use crate::args::ReplayArgs;
use crate::failure::Failure;
use crate::histogram::percent;
use crate::out::Out;
use crate::progress::Bar;
use crate::table::{self, Align};
use crate::{game, replay};

/// How many decisions of each player are told.
const TOLD: usize = 3;

pub(crate) fn run(args: &ReplayArgs, out: &mut Out) -> Result<ExitCode> {
    let text = game::text(&args.file, MOST_RECORD_BYTES, &out.words)?;
    let record = replay::read(&args.file, &text, args.rules.as_deref(), &out.words)?;
    let review = solve(&record, out)?.review(&record);
    let game = args.rules.as_deref().unwrap_or(&record.tags.game);
    if args.json {
        out.json(&as_json(&record, &review, game))?;
        return Ok(ExitCode::SUCCESS);
    }
    tell(&record, &review, game, out)?;
    Ok(ExitCode::SUCCESS)
}

/// The coach of a game that was played.
pub(crate) fn solve(record: &Record, out: &Out) -> Result<Coach> {
    let bar = Bar::new();
    let coach = Coach::solve(record.rules().clone(), record.tags.players.len(), &|share| bar.show(share));
    bar.clear();
    coach.map_err(|error| {
        let game = record.rules().name.get(out.language()).to_owned();
        let why = out.words.tell("ask", &AskError::from(error));
        let args = [("game", game.into()), ("why", why.into())];
        Failure::new(out.say("review-no-coach", &args)).into()
    })
}

/// The review in words.
pub(crate) fn tell(record: &Record, review: &Review, game: &str, out: &mut Out) -> Result<()> {
    out.heading(record.rules().name.get(out.words.language()))?;
    summary(record, review, out)?;
    for (seat, name) in record.tags.players.iter().enumerate() {
        luck(name, review, &review.seats[seat], out)?;
    }
    for (seat, name) in record.tags.players.iter().enumerate() {
        let worst = worst(review, seat);
        out.line("")?;
        let heading = if worst.is_empty() { "review-no-mistakes" } else { "review-worst" };
        let heading = out.say(heading, &[("name", name.into())]);
        out.line(&heading)?;
        for decided in worst {
            told(record, review, decided, game, out)?;
        }
    }
    if !review.exact {
        out.line("")?;
        let estimate = out.say("review-estimate", &[]);
        out.line(&estimate)?;
    }
    Ok(())
}

/// The most expensive decisions of a seat, those that cost nothing left out.
fn worst(review: &Review, seat: usize) -> Vec<&Decided> {
    let mut own: Vec<&Decided> =
        review.decisions.iter().filter(|decided| decided.seat.0 == seat && decided.loss > 1e-6).collect();
    own.sort_by(|a, b| b.loss.total_cmp(&a.loss));
    own.truncate(TOLD);
    own
}

/// A number of what is played for. Turns are told as they are, though few are good.
fn number(worth: Worth, value: f64) -> String {
    match worth {
        Worth::Points => format!("{value:.2}"),
        Worth::Win => format!("{:.2} %", value * 100.0),
        Worth::Turns => format!("{:.2}", value.abs()),
    }
}

/// What it changed; for the better has a plus.
fn change(worth: Worth, value: f64) -> String {
    // Nothing is not minus nothing.
    let value = if value.abs() < 1e-9 { 0.0 } else { value };
    match worth {
        Worth::Points | Worth::Turns => format!("{value:+.2}"),
        Worth::Win => format!("{:+.2} %", value * 100.0),
    }
}

fn summary(record: &Record, review: &Review, out: &mut Out) -> Result<()> {
    let worth = review.worth;
    let others = review.seats.iter().any(|told| told.others.abs() > 1e-9);
    let corrected = review.seats.iter().any(|told| told.corrected.abs() > 1e-9);
    let mut columns = vec!["start", "luck", "mistakes"];
    columns.extend(others.then_some("others"));
    columns.extend(corrected.then_some("corrected"));
    columns.extend(["end", "accuracy"]);
    let mut rows = vec![vec![String::new()]];
    rows[0].extend(columns.iter().map(|column| out.say(&format!("review-{column}"), &[])));
    for (name, told) in record.tags.players.iter().zip(&review.seats) {
        let cell = |column: &&str| match *column {
            "start" => number(worth, told.start),
            "luck" => change(worth, told.luck),
            "mistakes" => change(worth, -told.mistakes),
            "others" => change(worth, told.others),
            "corrected" => change(worth, told.corrected),
            "end" => number(worth, told.end),
            _ => {
                let share = told.accuracy().map_or_else(|| "–".to_owned(), percent);
                format!("{share} ({}/{})", told.best, told.decisions)
            }
        };
        rows.push([name.clone()].into_iter().chain(columns.iter().map(cell)).collect());
    }
    let align: Vec<Align> = [Align::Left].into_iter().chain(columns.iter().map(|_| Align::Right)).collect();
    for line in table::lines(&rows, &align) {
        out.line(&line)?;
    }
    Ok(())
}

fn luck(name: &str, review: &Review, told: &SeatReview, out: &mut Out) -> Result<()> {
    if told.deviation <= 0.0 {
        return Ok(());
    }
    let times = told.luck / told.deviation;
    let told = [
        ("name", name.into()),
        ("luck", change(review.worth, told.luck).into()),
        ("times", format!("{times:+.2}").into()),
        ("deviation", number(review.worth, told.deviation).into()),
    ];
    let told = out.say("review-luck-of", &told);
    out.line(&told)
}

fn told(record: &Record, review: &Review, decided: &Decided, game: &str, out: &mut Out) -> Result<()> {
    let Some(turn) = decided.state.turn() else { return Ok(()) };
    let rules = record.rules();
    let told = [
        ("turn", decided.turn.into()),
        ("dice", turn.dice.to_string().into()),
        ("chosen", out.words.doing(rules, &decided.chosen).into()),
        ("value", number(review.worth, decided.value).into()),
        ("best", out.words.doing(rules, &decided.best).into()),
        ("better", number(review.worth, decided.best_value).into()),
        ("cost", change(review.worth, -decided.loss).into()),
    ];
    let line = out.say("review-decision", &told);
    out.line(&format!("  {line}"))?;
    out.line(&format!("    kosti advise {game}{}{}", house(rules), typed(rules, decided, turn)))
}

/// The house rules as options.
fn house(rules: &Rules) -> String {
    rules.house_changes().map(|(option, choice)| format!(" --house {option}={choice}")).collect()
}

/// The position as options of `kosti advise`.
fn typed(rules: &Rules, decided: &Decided, turn: &Turn) -> String {
    let dice = turn.dice.faces().map(|face| face.to_string()).collect::<Vec<_>>().join(",");
    match &rules.family {
        Family::Sheet(sheet) => {
            let own = &decided.state.players()[decided.seat.0].sheet;
            let slots = sheet.slots.iter().enumerate();
            let entries = slots.flat_map(|(slot, this)| {
                own.entries(slot).iter().map(move |entry| format!("{}={entry}", this.id))
            });
            let joker = sheet.paid_joker().map(|_| format!("joker={}", own.joker()));
            let entries: Vec<String> = entries.chain(joker).collect();
            let sheet =
                if entries.is_empty() { String::new() } else { format!(" --sheet {}", entries.join(",")) };
            format!(" --dice {dice} --throw {}{sheet}", turn.throw)
        }
        Family::Race(_) => {
            let seats: Vec<String> = decided
                .state
                .players()
                .iter()
                .map(|player| match player.standing.turns_left {
                    0 => player.standing.score.to_string(),
                    turns => format!("{}/{turns}", player.standing.score),
                })
                .collect();
            let (seats, seat) = (seats.join(","), decided.seat.0 + 1);
            format!(
                " --seats {seats} --turn {seat} --points {} --aside {} --dice {dice}",
                turn.points, turn.aside
            )
        }
    }
}

/// The position as a request of `kosti ask`.
fn request(rules: &Rules, decided: &Decided, turn: &Turn, game: &str) -> Value {
    let house: Map<String, Value> =
        rules.house_changes().map(|(option, choice)| (option.to_owned(), json!(choice))).collect();
    let mut request = json!({ "ask": "advise", "game": game, "house": house, "dice": turn.dice });
    match &rules.family {
        Family::Sheet(sheet) => {
            request["throw"] = json!(turn.throw);
            request["sheet"] = json!(sheet.write(&decided.state.players()[decided.seat.0].sheet));
        }
        Family::Race(_) => {
            let standings: Vec<_> = decided.state.players().iter().map(|player| player.standing).collect();
            request["seats"] = json!(standings);
            request["turn"] = json!(decided.seat.0);
            request["turn_points"] = json!(turn.points);
            request["aside"] = json!(turn.aside);
        }
    }
    request
}

fn as_json(record: &Record, review: &Review, game: &str) -> Value {
    let worth = match review.worth {
        Worth::Points => "points",
        Worth::Win => "win",
        Worth::Turns => "turns",
    };
    let seat = |(seat, told): (usize, &SeatReview)| {
        let worst: Vec<Value> = worst(review, seat)
            .into_iter()
            .filter_map(|decided| {
                Some(json!({
                    "turn": decided.turn,
                    "cost": decided.loss,
                    "chosen": action_to_json(record.rules(), &decided.chosen, decided.value),
                    "best": action_to_json(record.rules(), &decided.best, decided.best_value),
                    "position": request(record.rules(), decided, decided.state.turn()?, game),
                }))
            })
            .collect();
        json!({
            "name": record.tags.players[seat],
            "start": told.start,
            "luck": told.luck,
            "mistakes": told.mistakes,
            "others": told.others,
            "corrected": told.corrected,
            "end": told.end,
            "deviation": told.deviation,
            "decisions": told.decisions,
            "best": told.best,
            "accuracy": told.accuracy(),
            "worst": worst,
        })
    };
    let seats: Vec<Value> = review.seats.iter().enumerate().map(seat).collect();
    json!({ "game": record.tags.game, "worth": worth, "exact": review.exact, "seats": seats })
}
