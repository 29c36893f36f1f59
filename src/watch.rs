//! `kosti check --watch`: a rules file checked and solved again whenever it is saved.
//!
//! The file is read four times a second and compared. That is a few kilobytes of one file, works on every file system,
//! and needs no care for editors that write another file and rename it; being told of changes by the system would be
//! more code than that, and a thread more.

use std::path::Path;
use std::process::ExitCode;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::mpsc::{Receiver, RecvTimeoutError, TryRecvError, channel};
use std::thread;
use std::time::{Duration, Instant};

use anyhow::Result;
use kosti_ask::AskError;
use kosti_ask::balance::{Number, Worth, worth};
use kosti_rules::{House, RulesFile};
use kosti_solver::Progress;
use kosti_words::Words;

use crate::out::Out;
use crate::progress::Bar;
use crate::{check, game};

/// How often the file is looked at.
const EVERY: Duration = Duration::from_millis(250);

/// Shows how far the work is, and cancels it when the file is saved again.
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

/// A variant, nothing for the usual game, and what it is worth or why that is not known.
type Solved = (Option<String>, Result<Worth, AskError>);

/// Work on a file that was saved.
struct Work {
    results: Receiver<Solved>,
    overtaken: Arc<AtomicBool>,
}

impl Drop for Work {
    fn drop(&mut self) {
        self.overtaken.store(true, Ordering::Relaxed);
        // Its bar is cleared before anything else is told; what does not look up in time shows none any more.
        let start = Instant::now();
        while start.elapsed() < EVERY
            && !matches!(self.results.recv_timeout(EVERY), Err(RecvTimeoutError::Disconnected))
        {}
    }
}

/// What was found last, by variant.
type Known = Vec<(Option<String>, Worth)>;

pub(crate) fn run(path: &Path, out: &mut Out) -> Result<ExitCode> {
    // A file that was never there is a mistake; one that vanishes later is waited for.
    let mut text = game::read(path, &out.words)?.text().to_owned();
    let mut known: Known = Vec::new();
    let mut work = look(path, &text, out)?;
    loop {
        out.flush()?;
        thread::sleep(EVERY);
        if let Some(saved) = settled(path, &text, &out.words) {
            text = saved;
            drop(work.take());
            work = look(path, &text, out)?;
            continue;
        }
        while let Some(working) = &work {
            match working.results.try_recv() {
                Ok((variant, found)) => tell(variant, &found, &mut known, out)?,
                Err(TryRecvError::Empty) => break,
                Err(TryRecvError::Disconnected) => work = None,
            }
        }
    }
}

/// The text of the file, once it differs from what is known and has stayed the same for a moment: several saves in a row
/// are one. Nothing while the file is away or is no text.
fn settled(path: &Path, known: &str, words: &Words) -> Option<String> {
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

/// Checks the file and tells of it; where it is sound, begins to solve it.
fn look(path: &Path, text: &str, out: &mut Out) -> Result<Option<Work>> {
    let id = path.file_stem().map_or_else(String::new, |stem| stem.to_string_lossy().into_owned());
    let file = RulesFile::read(&id, text);
    let name = path.display().to_string();
    out.line("")?;
    let rules = match (file.check(), file.rules(&House::default())) {
        (Ok(()), Ok(rules)) => rules,
        (faults, _) => {
            let told = faults.err().map(|faults| out.words.faults(&name, text, &faults, out.styled()));
            out.line(&told.unwrap_or_default())?;
            return Ok(None);
        }
    };
    let summary = check::summary(&name, &file, &out.words);
    out.line(&summary)?;
    let hash = out.say("watch-hash", &[("hash", rules.hash.as_str().into())]);
    out.line(&hash)?;
    Ok(Some(begin(file)))
}

/// Solves the game, and then each choice of each house rule alone.
fn begin(file: RulesFile) -> Work {
    let (sender, results) = channel();
    let overtaken = Arc::new(AtomicBool::new(false));
    let stop = overtaken.clone();
    thread::spawn(move || {
        for (variant, house) in variants(&file) {
            let Ok(rules) = file.rules(&house) else { continue };
            let progress = UntilSaved { bar: Bar::new(), overtaken: &stop };
            let found = worth(&Arc::new(rules), &progress);
            progress.bar.clear();
            if stop.load(Ordering::Relaxed) || sender.send((variant, found)).is_err() {
                return;
            }
        }
    });
    Work { results, overtaken }
}

/// The usual game, and each choice of each house rule that differs from it.
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

/// What a variant is worth, and how much more than when it was last known.
fn tell(
    variant: Option<String>,
    found: &Result<Worth, AskError>,
    known: &mut Known,
    out: &mut Out,
) -> Result<()> {
    let name = variant.clone().unwrap_or_else(|| out.say("watch-game", &[]));
    let worth = match found {
        Ok(worth) => *worth,
        Err(error) => {
            let why = out.words.tell("ask", error);
            return out.line(&format!("{name}: {why}"));
        }
    };
    let before = known.iter().position(|(known, _)| *known == variant);
    let last = before.map(|nth| known[nth].1);
    let value = worth.value.map(|value| {
        let last = last.and_then(|last| last.value);
        if worth.turns.is_some() { chance(value, last) } else { number(value, last) }
    });
    let value = value.map(|value| {
        if worth.turns.is_some() { out.say("watch-first", &[("value", value.into())]) } else { value }
    });
    let turns = worth.turns.map(|turns| {
        let told = number(turns, last.and_then(|last| last.turns));
        out.say("watch-turns", &[("value", told.into())])
    });
    let told: Vec<String> = value.into_iter().chain(turns).collect();
    match before {
        Some(nth) => known[nth].1 = worth,
        None => known.push((variant, worth)),
    }
    out.line(&format!("{name}: {}", told.join("; ")))
}

/// A value, and its difference to the last one where it has changed.
fn number(value: Number, last: Option<Number>) -> String {
    let error = value.error.map_or_else(String::new, |error| format!(" ± {error:.2}"));
    format!("{:.2}{error}{}", value.value, difference(value.value, last, 1.0))
}

fn chance(value: Number, last: Option<Number>) -> String {
    format!("{:.2} %{}", value.value * 100.0, difference(value.value, last, 100.0))
}

fn difference(value: f64, last: Option<Number>, times: f64) -> String {
    let by = last.map_or(0.0, |last| (value - last.value) * times);
    if by.abs() < 0.005 { String::new() } else { format!(", {by:+.2}").replace('-', "−") }
}
