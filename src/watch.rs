//! `kosti check --watch`: checks and solves a rules file again whenever it is saved.
//!
//! The file is read and compared four times a second. It is only a few kilobytes; this works on every file system and
//! with editors that replace files, with less code than notifications of the system and no extra thread.

use std::path::Path;
use std::process::ExitCode;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::mpsc::{Receiver, RecvTimeoutError, TryRecvError, channel};
use std::thread;
use std::time::{Duration, Instant};

use anyhow::Result;
use kosti_query::QueryError;
use kosti_query::balance::{Number, VariantValue, evaluate_variant};
use kosti_rules::{House, RulesFile};
use kosti_solver::Progress;
use kosti_text::Words;

use crate::out::Out;
use crate::progress::Bar;
use crate::{check, game};

/// The interval between two reads.
const EVERY: Duration = Duration::from_millis(250);

/// Shows the progress, and cancels the work when the file is saved again.
struct UntilSaved<'a> {
    bar: Bar,
    overtaken: &'a AtomicBool,
}

impl Progress for UntilSaved<'_> {
    fn report(&self, share: f64) {
        self.bar.show(share);
    }

    fn is_cancelled(&self) -> bool {
        self.overtaken.load(Ordering::Relaxed)
    }
}

/// A variant (`None` for the default game) and its value.
type Solved = (Option<String>, Result<VariantValue, QueryError>);

/// The computation for one saved version.
struct Work {
    results: Receiver<Solved>,
    overtaken: Arc<AtomicBool>,
}

impl Drop for Work {
    fn drop(&mut self) {
        self.overtaken.store(true, Ordering::Relaxed);
        // Wait until its progress bar is cleared; after the timeout it cannot reappear.
        let start = Instant::now();
        while start.elapsed() < EVERY
            && !matches!(self.results.recv_timeout(EVERY), Err(RecvTimeoutError::Disconnected))
        {}
    }
}

/// The last values by variant.
type Known = Vec<(Option<String>, VariantValue)>;

pub(crate) fn run(path: &Path, out: &mut Out) -> Result<ExitCode> {
    // A file that never existed is an error; a file that vanishes later may come back.
    let mut text = game::read(path, &out.words)?.text().to_owned();
    let mut known: Known = Vec::new();
    let mut work = check_file(path, &text, out)?;
    loop {
        out.flush()?;
        thread::sleep(EVERY);
        if let Some(saved) = read_settled(path, &text, &out.words) {
            text = saved;
            drop(work.take());
            work = check_file(path, &text, out)?;
            continue;
        }
        while let Some(working) = &work {
            match working.results.try_recv() {
                Ok((variant, found)) => print_value(variant, &found, &mut known, out)?,
                Err(TryRecvError::Empty) => break,
                Err(TryRecvError::Disconnected) => work = None,
            }
        }
    }
}

/// The text of the file, once it differs from `known` and has not changed for one interval: several saves in a row
/// count as one. `None` if the file is missing or not UTF-8.
fn read_settled(path: &Path, known: &str, words: &Words) -> Option<String> {
    let read = || game::read(path, words).ok().map(|file| file.text().to_owned());
    let mut text = read().filter(|text| text != known)?;
    loop {
        thread::sleep(EVERY);
        let again = read()?;
        if again == text {
            return (text != known).then_some(text);
        }
        text = again;
    }
}

/// Checks the file and prints the result; starts to solve it if it is sound.
fn check_file(path: &Path, text: &str, out: &mut Out) -> Result<Option<Work>> {
    let id = path.file_stem().map_or_else(String::new, |stem| stem.to_string_lossy().into_owned());
    let file = RulesFile::read(&id, text);
    let name = path.display().to_string();
    out.line("")?;
    let rules = match (file.check(), file.rules(&House::default())) {
        (Ok(()), Ok(rules)) => rules,
        (faults, _) => {
            let text =
                faults.err().map(|faults| out.words.render_faults(&name, text, &faults, out.has_colours()));
            out.line(&text.unwrap_or_default())?;
            return Ok(None);
        }
    };
    let summary = check::summary(&name, &file, &out.words);
    out.line(&summary)?;
    let hash = out.say("watch-hash", &[("hash", rules.hash.as_str().into())]);
    out.line(&hash)?;
    Ok(Some(start_solving(file)))
}

/// Solves the game, and then each choice of each house rule.
fn start_solving(file: RulesFile) -> Work {
    let (sender, results) = channel();
    let overtaken = Arc::new(AtomicBool::new(false));
    let stop = overtaken.clone();
    thread::spawn(move || {
        for (variant, house) in variants(&file) {
            let Ok(rules) = file.rules(&house) else { continue };
            let progress = UntilSaved { bar: Bar::new(), overtaken: &stop };
            let found = evaluate_variant(&Arc::new(rules), &progress);
            progress.bar.clear();
            if stop.load(Ordering::Relaxed) || sender.send((variant, found)).is_err() {
                return;
            }
        }
    });
    Work { results, overtaken }
}

/// The default game, and each other choice of each house rule.
fn variants(file: &RulesFile) -> Vec<(Option<String>, House)> {
    let mut all = vec![(None, House::default())];
    let Ok(rules) = file.rules(&House::default()) else { return all };
    for option in &rules.house {
        for (choice, _) in option.choices.iter().skip(1) {
            let house = House::from_iter([(option.id.clone(), choice.clone())]);
            all.push((Some(format!("{}={choice}", option.id)), house));
        }
    }
    all
}

/// Prints the value of a variant, and its change since the last version.
fn print_value(
    variant: Option<String>,
    found: &Result<VariantValue, QueryError>,
    known: &mut Known,
    out: &mut Out,
) -> Result<()> {
    let name = variant.clone().unwrap_or_else(|| out.say("watch-game", &[]));
    let worth = match found {
        Ok(worth) => *worth,
        Err(error) => {
            let why = out.words.describe("ask", error);
            return out.line(&format!("{name}: {why}"));
        }
    };
    let before = known.iter().position(|(known, _)| *known == variant);
    let last = before.map(|nth| known[nth].1);
    let value = worth.value.map(|value| {
        let last = last.and_then(|last| last.value);
        if worth.turns.is_some() { format_chance(value, last) } else { format_number(value, last) }
    });
    let value = value.map(|value| {
        if worth.turns.is_some() { out.say("watch-first", &[("value", value.into())]) } else { value }
    });
    let turns = worth.turns.map(|turns| {
        let text = format_number(turns, last.and_then(|last| last.turns));
        out.say("watch-turns", &[("value", text.into())])
    });
    let text: Vec<String> = value.into_iter().chain(turns).collect();
    match before {
        Some(nth) => known[nth].1 = worth,
        None => known.push((variant, worth)),
    }
    out.line(&format!("{name}: {}", text.join("; ")))
}

/// Formats a value, with its change if there is one.
fn format_number(value: Number, last: Option<Number>) -> String {
    let error = value.error.map_or_else(String::new, |error| format!(" ± {error:.2}"));
    format!("{:.2}{error}{}", value.value, format_difference(value.value, last, 1.0))
}

fn format_chance(value: Number, last: Option<Number>) -> String {
    format!("{:.2} %{}", value.value * 100.0, format_difference(value.value, last, 100.0))
}

fn format_difference(value: f64, last: Option<Number>, times: f64) -> String {
    let by = last.map_or(0.0, |last| (value - last.value) * times);
    if by.abs() < 0.005 { String::new() } else { format!(", {by:+.2}").replace('-', "−") }
}

#[cfg(test)]
mod tests {
    use super::*;
    use kosti_text::Language;

    #[test]
    fn a_file_that_is_away_or_as_it_was_has_no_new_text() {
        let directory = tempfile::tempdir().unwrap();
        let (file, words) = (directory.path().join("game.toml"), Words::new(Language::ENGLISH));
        assert_eq!(read_settled(&file, "known", &words), None);
        for (text, new) in [("known", None), ("other", Some("other".to_owned()))] {
            std::fs::write(&file, text).unwrap();
            assert_eq!(read_settled(&file, "known", &words), new);
        }
    }
}
