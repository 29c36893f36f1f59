//! `kosti verify`: derives the throws of a downloaded table again.

use std::process::ExitCode;
use std::sync::Arc;

use anyhow::Result;
use kosti_dice::fair::Version;
use kosti_engine::RecordFaultKind;
use kosti_rules::{House, RulesFile};
use kosti_server::proof_text::{count_server_only, count_tried_times, describe_throw, summarize};
use kosti_table::{CompiledRules, DiceKind, RulesSource, Throw, VerifiedTable, VerifyError, verify_download};
use kosti_text::Words;
use serde_json::{Value, json};

use crate::args::VerifyArgs;
use crate::failure::Failure;
use crate::game;
use crate::out::Out;
use crate::table::{self, Align};

/// The most bytes of a download, which is longer than a record because of the journal.
const MOST_BYTES: usize = 64 * 1024 * 1024;

pub(crate) fn run(args: &VerifyArgs, out: &mut Out) -> Result<ExitCode> {
    let text = game::text(&args.file, MOST_BYTES, &out.words)?;
    let too_long = RecordFaultKind::TooLong { bytes: text.len(), most: MOST_BYTES };
    let checked = if text.len() > MOST_BYTES {
        Err(VerifyError::Text { line: 1, why: too_long })
    } else {
        verify_download(&text, &DownloadedRules(&out.words))
    };
    let checked = checked.map_err(|doubt| {
        let why = out.words.describe("proof", &doubt);
        let args = [("file", args.file.display().to_string().into()), ("why", why.into())];
        Failure::new(out.say("verify-fault", &args))
    })?;
    if args.json {
        out.json(&as_json(&checked))?;
    } else {
        print_report(&checked, out)?;
    }
    Ok(ExitCode::SUCCESS)
}

/// The rules in the commits: a download names no file of this machine.
struct DownloadedRules<'a>(&'a Words);

impl RulesSource for DownloadedRules<'_> {
    fn rules(&self, id: &str, text: &str, house: &House) -> Result<Arc<CompiledRules>, String> {
        let file = RulesFile::read(id, text);
        let rules = file.rules(house).map_err(|error| self.0.describe_rules_error(&file, &error))?;
        Ok(Arc::new(CompiledRules { text: text.into(), rules: Arc::new(rules) }))
    }
}

fn print_report(checked: &VerifiedTable, out: &mut Out) -> Result<()> {
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
        lines.extend(summarize(checked, &out.words));
    }
    for line in lines {
        out.line(&line)?;
    }
    Ok(())
}

/// A line for each throw: its number, player, dice and proof.
fn throws(checked: &VerifiedTable, words: &Words) -> Vec<String> {
    let row = |throw: &Throw| {
        vec![
            throw.number.to_string(),
            throw.name.clone(),
            throw.dice.to_string(),
            describe_throw(throw, words),
        ]
    };
    let rows: Vec<Vec<String>> = checked.throws.iter().map(row).collect();
    let mut lines = table::lines(&rows, &[Align::Right, Align::Left, Align::Left, Align::Left]);
    if !lines.is_empty() {
        lines.push(String::new());
    }
    lines
}

fn as_json(checked: &VerifiedTable) -> Value {
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
    let (alone, tried) = (count_server_only(checked), count_tried_times(checked));
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
