//! `kosti review`: what luck did in a game, and what the players did.

use std::process::ExitCode;

use anyhow::Result;
use kosti_ask::{AskError, Reviewed, ToldDecision, action_to_json};
use kosti_coach::{Coach, Decided, Review, SeatReview};
use kosti_engine::{MOST_RECORD_BYTES, Record, Turn};
use kosti_rules::{Family, Rules};
use kosti_solver::NoProgress;
use serde_json::{Map, Value, json};

use crate::args::ReplayArgs;
use crate::failure::Failure;
use crate::out::Out;
use crate::progress::Bar;
use crate::table::{self, Align};
use crate::{game, replay};

pub(crate) fn run(args: &ReplayArgs, out: &mut Out) -> Result<ExitCode> {
    let text = game::text(&args.file, MOST_RECORD_BYTES, &out.words)?;
    let record = replay::read(&args.file, &text, args.rules.as_deref(), &out.words)?;
    let review = solve(&record, out)?.review(&record, &NoProgress)?;
    let game = args.rules.as_deref().unwrap_or(&record.tags.game);
    if args.json {
        let told = as_json(&Reviewed { words: &out.words, record: &record, review: &review }, game);
        out.json(&told)?;
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
    for line in lines(&Reviewed { words: &out.words, record, review }, game) {
        out.line(&line)?;
    }
    Ok(())
}

fn lines(told: &Reviewed<'_>, game: &str) -> Vec<String> {
    let seats = 0..told.review.seats.len();
    let mut lines = summary(told);
    lines.extend(seats.clone().filter_map(|seat| told.luck(seat)));
    for seat in seats {
        lines.extend([String::new(), told.worst_heading(seat)]);
        for decision in told.worst(seat) {
            let position = typed(told.record.rules(), decision.decided, decision.at);
            lines.push(format!("  {}", decision.line));
            lines.push(format!("    kosti advise {game}{}{position}", house(told.record.rules())));
        }
    }
    lines.extend(told.estimate().into_iter().flat_map(|estimate| [String::new(), estimate]));
    lines
}

fn summary(told: &Reviewed<'_>) -> Vec<String> {
    let columns = told.columns();
    let headings = columns.iter().map(|column| column.heading(told.words));
    let mut rows: Vec<Vec<String>> = vec![[String::new()].into_iter().chain(headings).collect()];
    for (seat, name) in told.record.tags.players.iter().enumerate() {
        let cells = columns.iter().map(|&column| told.cell(seat, column));
        rows.push([name.clone()].into_iter().chain(cells).collect());
    }
    let align: Vec<Align> = [Align::Left].into_iter().chain(columns.iter().map(|_| Align::Right)).collect();
    table::lines(&rows, &align)
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
            let seats: Vec<String> =
                decided.state.players().iter().map(|player| player.standing.to_string()).collect();
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

fn as_json(reviewed: &Reviewed<'_>, game: &str) -> Value {
    let (record, review) = (reviewed.record, reviewed.review);
    let decision = |told: ToldDecision<'_>| {
        let decided = told.decided;
        json!({
            "turn": decided.turn,
            "cost": decided.loss,
            "chosen": action_to_json(record.rules(), &decided.chosen, decided.value),
            "best": action_to_json(record.rules(), &decided.best, decided.best_value),
            "position": request(record.rules(), decided, told.at, game),
        })
    };
    let seat = |(seat, told): (usize, &SeatReview)| {
        let worst: Vec<Value> = reviewed.worst(seat).into_iter().map(decision).collect();
        json!({
            "name": record.tags.players[seat],
            "start": told.start,
            "luck": told.luck,
            "mistakes": told.mistakes,
            "others": told.others,
            "corrected": told.corrected,
            "unplayed": told.unplayed,
            "end": told.end,
            "deviation": told.deviation,
            "decisions": told.decisions,
            "best": told.best,
            "accuracy": told.accuracy(),
            "worst": worst,
        })
    };
    let seats: Vec<Value> = review.seats.iter().enumerate().map(seat).collect();
    json!({ "game": record.tags.game, "worth": review.worth.name(), "exact": review.exact, "seats": seats })
}
