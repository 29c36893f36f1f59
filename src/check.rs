//! `kosti check`: checks rules files, and prints every fault.

use std::path::Path;
use std::process::ExitCode;

use anyhow::Result;
use kosti_rules::{Family, Faults, House, RulesFile};
use kosti_text::{Section, Words};
use serde_json::{Value, json};

use crate::args::CheckArgs;
use crate::failure::Failure;
use crate::out::Out;
use crate::{game, rules, watch};

pub(crate) fn run(args: &CheckArgs, out: &mut Out) -> Result<ExitCode> {
    if args.watch {
        return match &args.files[..] {
            [path] if path != Path::new("-") => watch::run(path, out),
            _ => Err(Failure::usage(out.say("watch-one", &[])).into()),
        };
    }
    let mut sound = true;
    let mut reports: Vec<Value> = Vec::new();
    for path in &args.files {
        let file = match game::read(path, &out.words) {
            Ok(file) => file,
            Err(error) if args.json => {
                sound = false;
                reports.push(
                    json!({ "file": path.display().to_string(), "sound": false, "error": error.to_string() }),
                );
                continue;
            }
            Err(error) => {
                // Check the other files all the same.
                sound = false;
                out.flush()?;
                out.print_error(&error);
                continue;
            }
        };
        let checked = file.check();
        sound &= checked.is_ok();
        if args.json {
            reports.push(as_json(path, &file, &checked, &out.words));
            continue;
        }
        let name = path.display().to_string();
        let text = match &checked {
            Ok(()) => summary(&name, &file, &out.words),
            Err(faults) => out.words.render_faults(&name, file.text(), faults, out.has_colours()),
        };
        out.line(&text)?;
        // Of several files only the faults are of interest.
        if checked.is_ok() && args.files.len() == 1 {
            rules::print_reading(&reading(&file, &out.words), out)?;
        }
    }
    if args.json {
        out.json(&json!(reports))?;
    }
    Ok(if sound { ExitCode::SUCCESS } else { ExitCode::FAILURE })
}

/// Describes a sound file.
pub(crate) fn summary(name: &str, file: &RulesFile, words: &Words) -> String {
    let Ok(rules) = file.rules(&House::default()) else { return String::new() };
    let variants = file.variants().len();
    let common = [
        ("file", name.into()),
        ("game", rules.name.get(words.language()).into()),
        ("variants", variants.into()),
    ];
    match &rules.family {
        Family::Sheet(sheet) => {
            let examples: usize = sheet.slots.iter().map(|slot| slot.examples.len()).sum();
            let own =
                [("boxes", sheet.slots.len().into()), ("examples", (examples + sheet.examples.len()).into())];
            words.say("check-sheet", &[common.as_slice(), &own].concat())
        }
        Family::Race(race) => {
            let own = [("target", race.target.into()), ("examples", race.examples.len().into())];
            words.say("check-race", &[common.as_slice(), &own].concat())
        }
    }
}

/// The compiled rules of a sound file in plain words, and what its house rules change.
fn reading(file: &RulesFile, words: &Words) -> Vec<Section<String>> {
    let rules = file.rules(&House::default());
    let parts = rules.map(|rules| words.read_back(&rules)).unwrap_or_default();
    parts.into_iter().chain(words.read_back_choices(file)).collect()
}

fn as_json(path: &Path, file: &RulesFile, checked: &Result<(), Faults>, words: &Words) -> Value {
    let faults: Vec<Value> = checked
        .as_ref()
        .err()
        .into_iter()
        .flat_map(|faults| words.locate_faults(file.text(), faults))
        .map(|fault| {
            json!({
                "line": fault.start.line,
                "column": fault.start.column,
                "kind": fault.kind,
                "message": fault.message,
                "help": fault.help,
            })
        })
        .collect();
    let parts = checked.is_ok().then(|| reading(file, words));
    let rules = parts.map(|parts| {
        let part = |part: Section<String>| json!({ "part": part.heading, "lines": part.items });
        parts.into_iter().map(part).collect::<Vec<_>>()
    });
    json!({ "file": path.display().to_string(), "sound": checked.is_ok(), "faults": faults, "rules": rules })
}
