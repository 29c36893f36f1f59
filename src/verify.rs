//! `kosti verify`: the throws of an online table, derived again from its download.

use std::process::ExitCode;
use std::sync::Arc;

use anyhow::Result;
use kosti_dice::fair::Version;
use kosti_engine::RecordFaultKind;
use kosti_rules::{House, RulesFile};
use kosti_site::proven::{proven, server_only, summary, tried_times};
use kosti_table::{Booked, Checked, DiceKind, Library, NotProven, Throw, verify_download};
use kosti_words::Words;
use serde_json::{Value, json};

use crate::args::VerifyArgs;
use crate::failure::Failure;
use crate::game;
use crate::out::Out;
use crate::table::{self, Align};

/// Bytes of a download. The journal makes it longer than a record.
const MOST_BYTES: usize = 64 * 1024 * 1024;

pub(crate) fn run(args: &VerifyArgs, out: &mut Out) -> Result<ExitCode> {
    let text = game::text(&args.file, MOST_BYTES, &out.words)?;
    let too_long = RecordFaultKind::TooLong { bytes: text.len(), most: MOST_BYTES };
    let checked = if text.len() > MOST_BYTES {
        Err(NotProven::Text { line: 1, why: too_long })
    } else {
        verify_download(&text, &Brought(&out.words))
    };
    let checked = checked.map_err(|doubt| {
        let why = out.words.tell("proof", &doubt);
        let args = [("file", args.file.display().to_string().into()), ("why", why.into())];
        Failure::new(out.say("verify-fault", &args))
    })?;
    if args.json {
        out.json(&as_json(&checked))?;
    } else {
        tell(&checked, out)?;
    }
    Ok(ExitCode::SUCCESS)
}

/// The rules that the notes bring along: a download names no file of this machine.
struct Brought<'a>(&'a Words);

impl Library for Brought<'_> {
    fn rules(&self, id: &str, text: &str, house: &House) -> Result<Arc<Booked>, String> {
        let file = RulesFile::read(id, text);
        let rules = file.rules(house).map_err(|error| self.0.rules_error(&file, &error))?;
        Ok(Arc::new(Booked { text: text.into(), rules: Arc::new(rules) }))
    }
}

fn tell(checked: &Checked, out: &mut Out) -> Result<()> {
    let rules = checked.table.rules();
    out.heading(rules.name.get(out.words.language()))?;
    for (option, choice) in rules.house_changes() {
        out.line(&format!("  {option}: {choice}"))?;
    }
    let names = checked.record.tags.players.join(", ");
    let mut lines = vec![
        out.say("verify-table", &[("table", checked.table.id().into())]),
        out.say("verify-players", &[("names", names.into())]),
        String::new(),
    ];
    if checked.table.dice() == DiceKind::Real {
        lines.push(out.say("verify-real", &[]));
    } else {
        lines.extend(throws(checked, &out.words));
        lines.extend(summary(checked, &out.words));
    }
    for line in lines {
        out.line(&line)?;
    }
    Ok(())
}

/// A line for each throw: its number, who threw, what fell, by whom it is proven.
fn throws(checked: &Checked, words: &Words) -> Vec<String> {
    let row = |throw: &Throw| {
        vec![throw.number.to_string(), throw.name.clone(), throw.dice.to_string(), proven(throw, words)]
    };
    let rows: Vec<Vec<String>> = checked.throws.iter().map(row).collect();
    let mut lines = table::lines(&rows, &[Align::Right, Align::Left, Align::Left, Align::Left]);
    if !lines.is_empty() {
        lines.push(String::new());
    }
    lines
}

fn as_json(checked: &Checked) -> Value {
    let throw = |throw: &Throw| {
        json!({
            "number": throw.number,
            "seat": throw.seat,
            "name": throw.name,
            "dice": throw.dice,
            "version": match throw.version {
                Version::One => 1,
                Version::Two => 2,
            },
            "thrower": throw.thrower,
            "witness": throw.witness,
            "silent": throw.silent,
            "witness_name": throw.witness_name,
        })
    };
    let tags = &checked.record.tags;
    let (alone, tried) = (server_only(checked), tried_times(checked));
    json!({
        "table": checked.table.id(),
        "game": tags.game,
        "house": tags.house,
        "rules": tags.rules,
        "dice": checked.table.dice(),
        "players": tags.players,
        "throws": checked.throws.iter().map(throw).collect::<Vec<_>>(),
        "proven": checked.throws.len() - alone - tried,
        "server_only": alone,
        "tried_times": tried,
        "replaced": checked.replaced,
    })
}
