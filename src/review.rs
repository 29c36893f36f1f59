//! `kosti review`: the effects of luck and decisions on a game.

use std::process::ExitCode;

use anyhow::Result;
use kosti_coach::{Coach, Decided, Review, SeatReview, ValueUnit};
use kosti_engine::{MOST_RECORD_BYTES, Record, Seat, Turn};
use kosti_query::{AdviseQuestion, DecisionText, QueryError, Question, RaceSeats, ReviewText, ValuedAction};
use kosti_rules::{Family, Rules, Sheet, SheetRules};
use kosti_solver::NoProgress;
use serde_json::{Value, json};

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
        let text = as_json(&ReviewText { words: &out.words, record: &record, review: &review }, game);
        out.json(&text)?;
        return Ok(ExitCode::SUCCESS);
    }
    print_review(&record, &review, game, out)?;
    Ok(ExitCode::SUCCESS)
}

/// Solves the game of a record.
pub(crate) fn solve(record: &Record, out: &Out) -> Result<Coach> {
    let bar = Bar::new();
    let coach = Coach::solve(record.rules().clone(), record.tags.players.len(), &|share| bar.show(share));
    bar.clear();
    coach.map_err(|error| {
        let game = record.rules().name.get(out.language()).to_owned();
        let why = out.words.describe("ask", &QueryError::from(error));
        let args = [("game", game.into()), ("why", why.into())];
        Failure::new(out.say("review-no-coach", &args)).into()
    })
}

/// Prints the review.
pub(crate) fn print_review(record: &Record, review: &Review, game: &str, out: &mut Out) -> Result<()> {
    out.heading(record.rules().name.get(out.words.language()))?;
    for line in lines(&ReviewText { words: &out.words, record, review }, game) {
        out.line(&line)?;
    }
    Ok(())
}

fn lines(text: &ReviewText<'_>, game: &str) -> Vec<String> {
    let seats = 0..text.review.seats.len();
    let mut lines = summary(text);
    lines.extend(seats.clone().filter_map(|seat| text.luck_line(seat)));
    for seat in seats {
        lines.extend([String::new(), text.worst_heading(seat)]);
        for decision in text.worst_decisions(seat) {
            let position =
                advise_options(text.record.rules(), text.review.worth, decision.decided, decision.at);
            lines.push(format!("  {}", decision.line));
            lines.push(format!("    kosti advise {game}{}{position}", house(text.record.rules())));
        }
    }
    lines.extend(text.estimate().into_iter().flat_map(|estimate| [String::new(), estimate]));
    lines
}

fn summary(text: &ReviewText<'_>) -> Vec<String> {
    let columns = text.columns();
    let headings = columns.iter().map(|column| column.heading(text.words));
    let mut rows: Vec<Vec<String>> = vec![[String::new()].into_iter().chain(headings).collect()];
    for (seat, name) in text.record.tags.players.iter().enumerate() {
        let cells = columns.iter().map(|&column| text.cell(seat, column));
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
fn advise_options(rules: &Rules, unit: ValueUnit, decided: &Decided, turn: &Turn) -> String {
    let dice = turn.dice.faces().map(|face| face.to_string()).collect::<Vec<_>>().join(",");
    match &rules.family {
        Family::Sheet(sheet) => {
            let position = match two_sheets(unit, decided) {
                Some((sheets, turn)) => {
                    let sheets = sheets.map(|own| entries_option(sheet, own)).join("/");
                    format!(" --objective win --sheets {sheets} --turn {}", turn + 1)
                }
                None => match entries_option(sheet, &decided.state.players()[decided.seat.0].sheet) {
                    entries if entries.is_empty() => entries,
                    entries => format!(" --sheet {entries}"),
                },
            };
            let kept = if turn.kept.is_empty() { String::new() } else { format!(" --kept {}", turn.kept) };
            format!(" --dice {dice} --throw {}{kept}{position}", turn.throw)
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

/// The entries of a sheet, as `--sheet` takes them.
fn entries_option(sheet: &SheetRules, own: &Sheet) -> String {
    let slots = sheet.slots.iter().enumerate();
    let entries = slots
        .flat_map(|(slot, this)| own.entries(slot).iter().map(move |entry| format!("{}={entry}", this.id)));
    let joker = sheet.paid_joker().map(|_| format!("joker={}", own.joker()));
    entries.chain(joker).collect::<Vec<_>>().join(",")
}

/// Both sheets, the one that began first, and which of them is on turn, where two players play to win. After a player has
/// left for some turns, no such question can be asked.
fn two_sheets(unit: ValueUnit, decided: &Decided) -> Option<([&Sheet; 2], usize)> {
    let [first, second] = decided.state.players() else { return None };
    if unit != ValueUnit::Win {
        return None;
    }
    let (own, other) = match decided.seat {
        Seat(0) => (&first.sheet, &second.sheet),
        _ => (&second.sheet, &first.sheet),
    };
    match (own.written(), other.written()) {
        (own_entries, others) if own_entries == others => Some(([own, other], 0)),
        (own_entries, others) if own_entries + 1 == others => Some(([other, own], 1)),
        _ => None,
    }
}

/// The position as a question.
fn question(rules: &Rules, unit: ValueUnit, decided: &Decided, turn: &Turn, game: &str) -> Question {
    let changes = rules.house_changes().map(|(option, choice)| (option.to_owned(), choice.to_owned()));
    let question = AdviseQuestion {
        game: game.to_owned(),
        house: changes.collect(),
        dice: Some(turn.dice.faces().collect()),
        kept: (!turn.kept.is_empty()).then(|| turn.kept.faces().collect()),
        ..AdviseQuestion::default()
    };
    let players = decided.state.players();
    Question::Advise(match &rules.family {
        Family::Sheet(sheet) => match two_sheets(unit, decided) {
            Some((sheets, seat)) => AdviseQuestion {
                throw: Some(turn.throw),
                objective: Some("win".to_owned()),
                sheets: Some(sheets.map(|own| sheet.write(own)).to_vec()),
                turn: Some(seat),
                ..question
            },
            None => AdviseQuestion {
                throw: Some(turn.throw),
                sheet: Some(sheet.write(&players[decided.seat.0].sheet)),
                ..question
            },
        },
        Family::Race(_) => AdviseQuestion {
            seats: Some(RaceSeats::Standings(players.iter().map(|player| player.standing).collect())),
            turn: Some(decided.seat.0),
            turn_points: Some(turn.points),
            aside: Some(turn.aside),
            ..question
        },
    })
}

fn as_json(reviewed: &ReviewText<'_>, game: &str) -> Value {
    let (record, review) = (reviewed.record, reviewed.review);
    let decision = |text: DecisionText<'_>| {
        let decided = text.decided;
        json!({
            "turn": decided.turn,
            "cost": decided.loss,
            "chosen": ValuedAction::new(record.rules(), &decided.chosen, decided.value),
            "best": ValuedAction::new(record.rules(), &decided.best, decided.best_value),
            "position": question(record.rules(), review.worth, decided, text.at, game),
        })
    };
    let seat = |(seat, own): (usize, &SeatReview)| {
        let worst: Vec<Value> = reviewed.worst_decisions(seat).into_iter().map(decision).collect();
        json!({
            "name": record.tags.players[seat],
            "start": own.start,
            "luck": own.luck,
            "mistakes": own.mistakes,
            "others": own.others,
            "corrected": own.corrected,
            "unplayed": own.unplayed,
            "end": own.end,
            "deviation": own.deviation,
            "decisions": own.decisions,
            "best": own.best,
            "accuracy": own.accuracy(),
            "worst": worst,
        })
    };
    let seats: Vec<Value> = review.seats.iter().enumerate().map(seat).collect();
    json!({ "game": record.tags.game, "worth": review.worth.name(), "exact": review.exact, "seats": seats })
}
