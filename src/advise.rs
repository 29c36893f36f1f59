//! `kosti advise`: the value of every action.

use std::process::ExitCode;
use std::time::Duration;

use anyhow::Result;
use kosti_query::{AdviceAnswer, AdviseQuestion, RaceSeats, WorkLimits};
use kosti_rules::{Family, RaceRules, Rules, Standing, WrittenSheet};

use crate::args::AdviseArgs;
use crate::failure::Failure;
use crate::out::Out;
use crate::score::{parse_dice, parse_sheet, refuse_options};
use crate::store::Store;
use crate::table::{self, Align};
use crate::{ask, game};

pub(crate) fn run(args: &AdviseArgs, out: &mut Out) -> Result<ExitCode> {
    let rules = game::load(&args.of, &out.words)?;
    let mut question = AdviseQuestion {
        game: args.of.game.clone(),
        house: args.of.choices(&out.words)?,
        objective: args.goal.objective().map(str::to_owned),
        at_least: args.goal.reach,
        at_most: args.goal.within,
        dice: args.dice().map(|typed| parse_dice(&typed, &rules, &out.words)).transpose()?,
        kept: args.kept.as_ref().map(|typed| parse_dice(typed, &rules, &out.words)).transpose()?,
        ..AdviseQuestion::default()
    };
    match &rules.family {
        Family::Sheet(_) => ask_sheet(args, &rules, &mut question, out)?,
        Family::Race(race) => ask_race(args, &rules, race, &mut question, out)?,
    }
    let answer = ask_coach(args, &rules, &question, out)?;
    if args.of.json {
        out.json(&answer)?;
    } else {
        show(args, &rules, args.seats.len() == 1, &answer, out)?;
    }
    Ok(ExitCode::SUCCESS)
}

/// Returns the answer, with a stored solution if there is one. If time runs out, the answer is an estimate.
fn ask_coach(args: &AdviseArgs, rules: &Rules, question: &AdviseQuestion, out: &Out) -> Result<AdviceAnswer> {
    let store = args.store.as_ref().map(|path| Store::open(path, rules.clone(), out)).transpose()?;
    let engine = ask::engine_with(out.language(), store.as_ref().map(Store::solutions));
    let Some(seconds) = args.seconds else {
        let answer = ask::run_prepared(engine.advise(question), out)?;
        store.map_or(Ok(()), |store| store.keep(out))?;
        return Ok(answer);
    };
    match ask::run_within(engine.advise(question), Duration::from_secs(seconds), out)? {
        Some(answer) => {
            store.map_or(Ok(()), |store| store.keep(out))?;
            Ok(answer)
        }
        None => ask::run_prepared(
            engine.with_limits(WorkLimits { solves: false, ..WorkLimits::default() }).advise(question),
            out,
        ),
    }
}

fn show(args: &AdviseArgs, rules: &Rules, alone: bool, answer: &AdviceAnswer, out: &mut Out) -> Result<()> {
    let counts_turns = rules.race().is_some() && (args.goal.objective() == Some("turns") || alone);
    let is_chance = args.goal.reach.is_some()
        || args.goal.within.is_some()
        || args.goal.objective() == Some("win")
        || (rules.race().is_some() && !counts_turns);
    let shown =
        |value: f64| if is_chance { format!("{:.4} %", value * 100.0) } else { format!("{value:.4}") };
    let heading = match (args.goal.reach, args.goal.within) {
        (Some(least), _) => ("advise-chance", vec![("least", least.into())]),
        (_, Some(turns)) => ("advise-within", vec![("turns", turns.into())]),
        _ if counts_turns => ("advise-turns", Vec::new()),
        _ if rules.sheet().is_some() && !is_chance => ("advise-value", Vec::new()),
        _ if answer.exact => ("advise-win", Vec::new()),
        _ if rules.race().is_some() => ("advise-win-estimate", Vec::new()),
        _ => ("advise-win-sheets-estimate", Vec::new()),
    };
    let (message, mut words) = heading;
    words.extend([("value", shown(answer.value).into()), ("exact", answer.exact.into())]);
    let heading = out.say(message, &words);
    out.heading(&heading)?;
    let notes =
        [(!answer.exact, "values-estimated"), (answer.wins, "advise-wins"), (answer.bust, "advise-bust")];
    for (_, message) in notes.into_iter().filter(|(holds, _)| *holds) {
        let note = out.say(message, &[]);
        out.line(&note)?;
    }
    if let Some(reason) = &answer.reason {
        let why = out.say("advise-why", &[("reason", reason.into()), ("exact", answer.exact.into())]);
        out.line(&why)?;
    }
    show_actions(answer, shown, rules, out)
}

/// Prints the value of each action and its difference from the best.
fn show_actions(
    answer: &AdviceAnswer,
    shown: impl Fn(f64) -> String,
    rules: &Rules,
    out: &mut Out,
) -> Result<()> {
    let mut rows = Vec::new();
    for valued in &answer.actions {
        let action = valued.action.action(rules)?;
        let action = out.words.describe_action(rules, &action);
        let mut row = vec![shown(valued.value), shown(valued.value - answer.value)];
        // Beside a chance to win: the points that the action is worth.
        row.extend(valued.total.map(|total| format!("{total:.2}")));
        row.push(action);
        rows.push(row);
    }
    let numbers = rows.first().map_or(2, |row| row.len() - 1);
    let columns: Vec<Align> =
        (0..=numbers).map(|n| if n < numbers { Align::Right } else { Align::Left }).collect();
    for line in table::lines(&rows, &columns) {
        out.line(&line)?;
    }
    Ok(())
}

fn ask_sheet(args: &AdviseArgs, rules: &Rules, question: &mut AdviseQuestion, out: &Out) -> Result<()> {
    let to_win = args.goal.objective() == Some("win");
    let of_races = [
        ("seats", !args.seats.is_empty()),
        ("turn", args.turn.is_some() && !to_win),
        ("sheets", !args.sheets.is_empty() && !to_win),
        ("sheet", args.sheet.is_some() && to_win),
        ("points", args.points.is_some()),
        ("aside", args.aside.is_some()),
    ];
    refuse_options(&of_races, rules, out)?;
    let dice_stay_aside = rules.sheet().is_some_and(|sheet| sheet.set_aside.is_some());
    refuse_options(&[("kept", args.kept.is_some() && !dice_stay_aside)], rules, out)?;
    // Without dice the position is before the first throw, with dice after it.
    question.throw = Some(args.throw.unwrap_or(u8::from(args.dice().is_some())));
    if to_win {
        return ask_to_win(args, question, out);
    }
    question.sheet = Some(parse_sheet(args.sheet.as_deref().unwrap_or_default(), &out.words)?);
    Ok(())
}

/// Asks about two sheets, which are empty if they are not given.
fn ask_to_win(args: &AdviseArgs, question: &mut AdviseQuestion, out: &Out) -> Result<()> {
    let sheets = args.sheets.iter().map(|typed| parse_sheet(typed, &out.words));
    let sheets = sheets.collect::<Result<Vec<WrittenSheet>>>()?;
    let sheets = if sheets.is_empty() { vec![WrittenSheet::default(); 2] } else { sheets };
    let (turn, seats) = (args.turn.unwrap_or(1), sheets.len());
    if turn == 0 || turn > seats {
        return Err(Failure::usage(out.say("advise-no-turn", &[("seats", seats.into())])).into());
    }
    question.turn = Some(turn - 1);
    question.sheets = Some(sheets);
    Ok(())
}

fn ask_race(
    args: &AdviseArgs,
    rules: &Rules,
    race: &RaceRules,
    question: &mut AdviseQuestion,
    out: &Out,
) -> Result<()> {
    let of_sheets = [
        ("throw", args.throw.is_some()),
        ("kept", args.kept.is_some()),
        ("sheet", args.sheet.is_some()),
        ("sheets", !args.sheets.is_empty()),
    ];
    refuse_options(&of_sheets, rules, out)?;
    let seats: Vec<Standing> =
        args.seats.iter().map(|typed| standing(typed, race, out)).collect::<Result<_>>()?;
    let players = if seats.is_empty() { 2 } else { seats.len() };
    question.seats = Some(if seats.is_empty() { RaceSeats::Count(2) } else { RaceSeats::Standings(seats) });
    let turn = args.turn.unwrap_or(1);
    if turn == 0 || turn > players {
        return Err(Failure::usage(out.say("advise-no-turn", &[("seats", players.into())])).into());
    }
    question.turn = Some(turn - 1);
    question.turn_points = args.points;
    question.aside = args.aside;
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
    // In a last round, others may have reached the target; the answer refuses it for the player on turn.
    let too_far = race.is_won(score) && race.last_round.is_none();
    if !race.is_standing(standing) || too_far || !race.adds_up(score) {
        return Err(Failure::usage(out.say("advise-bad-place", &[("text", typed.into())])).into());
    }
    Ok(standing)
}
