//! `kosti replay`: reads, checks and shows a record.

use std::path::Path;
use std::process::ExitCode;
use std::sync::Arc;

use anyhow::Result;
use kosti_engine::{MOST_RECORD_BYTES, Phase, Record, RecordFault, Seat, State, Tags};
use kosti_rules::{Family, RaceRules, SheetRules};
use kosti_text::Words;
use serde_json::{Value, json};

use crate::args::ReplayArgs;
use crate::failure::Failure;
use crate::game;
use crate::out::Out;
use crate::table::{self, Align};

pub(crate) fn run(args: &ReplayArgs, out: &mut Out) -> Result<ExitCode> {
    let text = game::text(&args.file, MOST_RECORD_BYTES, &out.words)?;
    let record = read(&args.file, &text, args.rules.as_deref(), &out.words)?;
    let state = record.replay();
    if args.json {
        out.json(&as_json(&record, &state))?;
        return Ok(ExitCode::SUCCESS);
    }
    let rules = record.rules();
    out.heading(rules.name.get(out.words.language()))?;
    for (option, choice) in rules.house_changes() {
        out.line(&format!("  {option}: {choice}"))?;
    }
    out.line("")?;
    let names = &record.tags.players;
    match &rules.family {
        Family::Sheet(sheet) => sheets(sheet, &state, names, out)?,
        Family::Race(race) => scores(race, &state, names, out)?,
    }
    out.line("")?;
    let result = result(&state, names, &out.words);
    out.line(&result)?;
    Ok(ExitCode::SUCCESS)
}

/// Reads a record with the given rules, or those of a bundled game.
pub(crate) fn read(path: &Path, text: &str, rules: Option<&str>, words: &Words) -> Result<Record> {
    let failure = |fault: &RecordFault| {
        let why = words.describe("record", &fault.kind);
        let args =
            [("file", path.display().to_string().into()), ("line", fault.line.into()), ("why", why.into())];
        Failure::new(words.say("replay-fault", &args))
    };
    let tags = Tags::parse(text).map_err(|fault| failure(&fault))?;
    // A record may come from anywhere: it may name a bundled game, but not a file of this machine.
    let unknown = || Failure::new(words.say("replay-needs-rules", &[("game", (&tags.game).into())]));
    let file = match rules {
        Some(rules) => game::find(rules, words)?,
        None => kosti_games::file(&tags.game).ok_or_else(unknown)?,
    };
    let rules = game::rules(&file, &tags.house, rules.unwrap_or(&tags.game), words)?;
    Ok(Record::parse(text, Arc::new(rules)).map_err(|fault| failure(&fault))?)
}

/// One column per player, a line per box, sums below.
fn sheets(rules: &SheetRules, state: &State, names: &[String], out: &mut Out) -> Result<()> {
    let language = out.language();
    let mut rows = vec![[String::new()].into_iter().chain(names.iter().cloned()).collect::<Vec<_>>()];
    let mut row = |name: &str, cell: &dyn Fn(usize) -> String| {
        rows.push([name.to_owned()].into_iter().chain((0..names.len()).map(cell)).collect());
    };
    for (slot, this) in rules.slots.iter().enumerate() {
        row(this.name.get(language), &|seat| {
            let entries = state.players()[seat].sheet.entries(slot).iter();
            let entries = entries.map(|entry| match (&this.zero, entry.points(), entry.to_string()) {
                (Some(zero), 0, text) if text != "x" => zero.clone(),
                (_, _, text) => text,
            });
            entries.collect::<Vec<_>>().join(" ")
        });
    }
    let totals: Vec<_> = state.players().iter().map(|player| rules.totals(&player.sheet)).collect();
    for (i, group) in rules.groups.iter().enumerate().filter(|(_, group)| group.mark.is_some()) {
        row(group.name.get(language), &|seat| {
            let (sum, extra) = totals[seat].groups[i];
            if extra == 0 { sum.to_string() } else { format!("{sum} {extra:+}") }
        });
    }
    if let Some((joker, _)) = rules.paid_joker() {
        row(joker.name.get(language), &|seat| totals[seat].joker.to_string());
    }
    let total = out.words.say("table-total", &[]);
    row(&total, &|seat| totals[seat].total.to_string());
    if !rules.awards.is_empty() {
        let points = out.words.say("table-points", &[]);
        row(&points, &|seat| totals[seat].points.unwrap_or(0).to_string());
    }
    let align: Vec<Align> =
        [Align::Left].into_iter().chain(std::iter::repeat_n(Align::Right, names.len())).collect();
    for line in table::lines(&rows, &align) {
        out.line(&line)?;
    }
    Ok(())
}

fn scores(rules: &RaceRules, state: &State, names: &[String], out: &mut Out) -> Result<()> {
    let mut rows = Vec::new();
    for (name, player) in names.iter().zip(state.players()) {
        let standing = player.standing;
        let counted = out.words.describe_turns_left(rules, standing).unwrap_or_default();
        rows.push(vec![name.clone(), standing.score.to_string(), counted]);
    }
    for line in table::lines(&rows, &[Align::Left, Align::Right, Align::Left]) {
        out.line(&line)?;
    }
    Ok(())
}

fn result(state: &State, names: &[String], words: &Words) -> String {
    let name = |seat: &Seat| names[seat.0].clone();
    match (state.outcome(), state.on_turn()) {
        (Some(outcome), _) => {
            let winners: Vec<String> = outcome.winners.iter().map(name).collect();
            let args = [("count", winners.len().into()), ("names", winners.join(", ").into())];
            words.say("replay-winners", &args)
        }
        (None, Some(seat)) => words.say("replay-on-turn", &[("name", name(&seat).into())]),
        (None, None) => words.say("replay-nobody", &[]),
    }
}

fn as_json(record: &Record, state: &State) -> Value {
    let sheet = record.rules().sheet();
    let players: Vec<Value> = (0..state.players().len())
        .map(|seat| {
            let (player, result) = (&state.players()[seat], state.result(Seat(seat)));
            json!({
                "name": record.tags.players[seat],
                "total": result.total,
                "points": result.points,
                "turns": player.turns,
                "left": player.left,
                "sheet": sheet.map(|rules| rules.write(&player.sheet)),
                "turns_left": record.rules().race().map(|_| player.standing.turns_left),
            })
        })
        .collect();
    let winners: Vec<usize> =
        state.outcome().into_iter().flat_map(|outcome| outcome.winners).map(|seat| seat.0).collect();
    json!({
        "game": record.tags.game,
        "house": record.tags.house,
        "rules": record.tags.rules,
        "events": record.events.len(),
        "over": matches!(state.phase(), Phase::Over { .. }),
        "players": players,
        "winners": winners,
    })
}
