//! `cargo xtask fuzz`: looks for inputs that break the properties of `crates/fuzz`, with libFuzzer.

use std::collections::{BTreeMap, BTreeSet};
use std::fmt;
use std::fs;
use std::path::{Path, PathBuf};
use std::time::{SystemTime, UNIX_EPOCH};

use anyhow::Context as _;

use crate::needs;

/// What `cargo xtask fuzz` runs where no target is named.
pub(crate) const TARGETS: &[&str] = &["rules", "record", "journal", "ask", "http"];

/// How long each target runs where nothing is said.
pub(crate) const SECONDS: u64 = 60;

/// Counters and comparisons for libFuzzer. No address sanitizer: there is no unsafe code to look at.
const RUSTFLAGS: &[&str] = &[
    "-Cpasses=sancov-module",
    "-Cllvm-args=-sanitizer-coverage-level=4",
    "-Cllvm-args=-sanitizer-coverage-inline-8bit-counters",
    "-Cllvm-args=-sanitizer-coverage-pc-table",
    "-Cllvm-args=-sanitizer-coverage-trace-compares",
];

/// An input that takes longer, in seconds, or more memory, in megabytes, is a fault: far beyond what a slow machine needs.
const TIMEOUT: u64 = 120;
const MEMORY: u64 = 4096;
/// Bytes of an input.
const LONGEST: u64 = 16 * 1024;
/// Letters of a word that is worth a place in the dictionary.
const WORD: std::ops::RangeInclusive<usize> = 3..=40;

/// What came of one target.
#[derive(Debug, PartialEq, Eq)]
pub(crate) struct Summary {
    pub(crate) target: String,
    pub(crate) seed: u32,
    /// Inputs that were run.
    pub(crate) executed: u64,
    pub(crate) per_second: u64,
    /// Edges of the program that were reached.
    pub(crate) coverage: u64,
    /// Inputs that reached something new.
    pub(crate) new_inputs: u64,
}

impl fmt::Display for Summary {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Self { target, seed, executed, per_second, coverage, new_inputs } = self;
        write!(
            f,
            "fuzz {target}: {executed} inputs, {per_second} a second, {coverage} edges covered, \
             {new_inputs} new inputs, seed {seed}"
        )
    }
}

/// Reads the arguments of the command and runs it.
pub(crate) fn run(root: &Path, arguments: &[&str]) -> anyhow::Result<()> {
    let (targets, seconds) = read_arguments(arguments)?;
    fuzz(root, &targets, seconds).map(drop)
}

fn read_arguments<'a>(arguments: &[&'a str]) -> anyhow::Result<(Vec<&'a str>, u64)> {
    let (mut targets, mut seconds) = (Vec::new(), SECONDS);
    let mut arguments = arguments.iter();
    while let Some(argument) = arguments.next() {
        if *argument == "--seconds" {
            let number = arguments.next().context("--seconds needs a number")?;
            seconds = number.parse().with_context(|| format!("--seconds {number} is no number"))?;
            anyhow::ensure!(seconds > 0, "--seconds 0 would never end");
        } else {
            let known = || format!("there is no target {argument}, only {}", TARGETS.join(", "));
            anyhow::ensure!(TARGETS.contains(argument), known());
            targets.push(*argument);
        }
    }
    Ok((targets, seconds))
}

/// Runs each of these targets, all if none is named, for so many seconds with a new seed. Prints a line for each.
///
/// # Errors
/// At the first target that an input breaks, with the place of the input and how to run it again.
pub(crate) fn fuzz(root: &Path, targets: &[&str], seconds: u64) -> anyhow::Result<Vec<Summary>> {
    needs::meet_for_fuzzing(root)?;
    let targets = if targets.is_empty() { TARGETS } else { targets };
    let binaries = build(root)?;
    let mut summaries = Vec::new();
    for target in targets {
        let summary = run_target(root, &binaries.join(target), target, seconds)?;
        println!("{summary}");
        summaries.push(summary);
    }
    Ok(summaries)
}

/// Builds all targets; the directory they are in.
fn build(root: &Path) -> anyhow::Result<PathBuf> {
    lock(root).context("fuzz/Cargo.lock cannot be made from Cargo.lock")?;
    let place = directory(root)?;
    let host = host(&crate::output(crate::command(root, &rustc()).arg("-vV"))?)?;
    let mut cargo = crate::cargo(root);
    cargo.args(["build", "--release", "--manifest-path", "fuzz/Cargo.toml", "--target-dir"]).arg(&place);
    // With a target named, build scripts and procedural macros get no counters.
    cargo.args(["--target", &host]).env("CARGO_ENCODED_RUSTFLAGS", RUSTFLAGS.join("\x1f"));
    let status = cargo.status().context("cargo does not start")?;
    anyhow::ensure!(status.success(), "the fuzz targets cannot be built: {status}");
    Ok(place.join(host).join("release"))
}

/// Takes over the versions of the workspace where they have changed; cargo adds what only this package needs.
fn lock(root: &Path) -> std::io::Result<()> {
    let (from, to) = (root.join("Cargo.lock"), root.join("fuzz/Cargo.lock"));
    let changed = |path: &Path| fs::metadata(path).and_then(|file| file.modified());
    let is_new = match changed(&to) {
        Ok(to) => to > changed(&from)?,
        Err(_) => false,
    };
    if is_new { Ok(()) } else { fs::copy(from, to).map(drop) }
}

/// Where everything about fuzzing is, below cargo's target directory.
fn directory(root: &Path) -> anyhow::Result<PathBuf> {
    Ok(crate::target(root)?.join("fuzz"))
}

fn rustc() -> String {
    std::env::var("RUSTC").unwrap_or_else(|_| "rustc".to_owned())
}

/// The platform that `rustc -vV` says it runs on.
fn host(version: &str) -> anyhow::Result<String> {
    let host = version.lines().find_map(|line| line.strip_prefix("host: "));
    host.map(str::to_owned).context("rustc does not say what it runs on")
}

fn run_target(root: &Path, binary: &Path, target: &str, seconds: u64) -> anyhow::Result<Summary> {
    let place = directory(root)?.join("runs").join(target);
    let corpus = place.join("corpus");
    // What earlier runs found is not gone: what was worth keeping is committed.
    if corpus.exists() {
        fs::remove_dir_all(&corpus)?;
    }
    fs::create_dir_all(&corpus)?;
    let count = copy_seeds(root, target, &corpus)?;
    let dictionary = place.join("dictionary");
    fs::write(&dictionary, write_dictionary(&corpus)?)?;
    let seed = new_seed();
    println!("fuzz {target}: {seconds} s from {count} inputs with the seed {seed}");
    let log = place.join("log");
    let mut fuzzer = crate::command(root, &binary.to_string_lossy());
    fuzzer.arg(&corpus).arg(format!("-artifact_prefix={}/", place.display()));
    fuzzer.arg(format!("-dict={}", dictionary.display()));
    fuzzer.args([
        format!("-seed={seed}"),
        format!("-max_total_time={seconds}"),
        format!("-max_len={LONGEST}"),
        format!("-timeout={TIMEOUT}"),
        format!("-rss_limit_mb={MEMORY}"),
        "-print_final_stats=1".to_owned(),
    ]);
    fuzzer.stderr(fs::File::create(&log)?);
    let status = fuzzer.status().with_context(|| format!("{fuzzer:?} does not start"))?;
    let said = String::from_utf8_lossy(&fs::read(&log)?).into_owned();
    if !status.success() {
        anyhow::bail!(complaint(&said, target, binary, &log));
    }
    Summary::read(&said, target, seed).with_context(|| format!("{} says nothing of the run", log.display()))
}

/// Copies the inputs that the fuzzer begins with: the corpus, and files of the repository of the same form.
fn copy_seeds(root: &Path, target: &str, corpus: &Path) -> anyhow::Result<usize> {
    let more: &[&str] = match target {
        "rules" => &["games", "games/toy"],
        "record" => &["playthroughs"],
        _ => &[],
    };
    let own = format!("fuzz/corpus/{target}");
    let mut count = 0;
    for directory in more.iter().copied().chain([own.as_str()]) {
        let files = fs::read_dir(root.join(directory)).with_context(|| format!("{directory} is missing"))?;
        for file in files {
            let path = file?.path();
            if let Some(name) = path.file_name().filter(|_| path.is_file()) {
                fs::copy(&path, corpus.join(name))?;
                count += 1;
            }
        }
    }
    Ok(count)
}

/// The words of the corpus, as libFuzzer reads them.
fn write_dictionary(corpus: &Path) -> anyhow::Result<String> {
    let mut words = BTreeSet::new();
    for file in fs::read_dir(corpus)? {
        let text = String::from_utf8_lossy(&fs::read(file?.path())?).into_owned();
        let of_word = |c: char| c.is_ascii_alphanumeric() || "-_{}".contains(c);
        let found = text.split(|c| !of_word(c)).filter(|word| WORD.contains(&word.len()));
        words
            .extend(found.filter(|word| word.contains(|c: char| c.is_ascii_alphabetic())).map(str::to_owned));
    }
    Ok(words.iter().map(|word| format!("\"{word}\"\n")).collect())
}

fn new_seed() -> u32 {
    let now = SystemTime::now().duration_since(UNIX_EPOCH).unwrap_or_default();
    // 0 would let libFuzzer choose.
    ((now.as_nanos() % u128::from(u32::MAX)) as u32).max(1)
}

/// Why a target failed, and how to see it again.
fn complaint(said: &str, target: &str, binary: &Path, log: &Path) -> String {
    let why = said.lines().find(|line| line.contains("panicked at") || line.contains("ERROR: libFuzzer"));
    let after = said.lines().skip_while(|line| Some(*line) != why).nth(1).unwrap_or_default();
    let why = why.unwrap_or("it ended without a word");
    let written = said.lines().find_map(|line| line.split("Test unit written to ").nth(1));
    let again = written.map_or_else(String::new, |input| {
        format!(
            "\nthe input: {input}\nagain:     {} {input}\nsmaller:   {0} -minimize_crash=1 -runs=10000 {input}\n\
             once it is mended, put it into fuzz/corpus/{target}",
            binary.display()
        )
    });
    format!("an input breaks the target {target}: {why} {after}\nthe whole story: {}{again}", log.display())
}

impl Summary {
    /// Reads what libFuzzer says at the end.
    fn read(said: &str, target: &str, seed: u32) -> Option<Self> {
        let stats: BTreeMap<&str, u64> = said
            .lines()
            .filter_map(|line| line.strip_prefix("stat::")?.split_once(':'))
            .filter_map(|(name, value)| Some((name, value.trim().parse().ok()?)))
            .collect();
        let words = said.lines().rev().find(|line| line.contains(" cov: "))?.split_whitespace();
        let coverage = words.skip_while(|word| *word != "cov:").nth(1)?.parse().ok()?;
        Some(Self {
            target: target.to_owned(),
            seed,
            executed: *stats.get("number_of_executed_units")?,
            per_second: *stats.get("average_exec_per_sec")?,
            coverage,
            new_inputs: *stats.get("new_units_added")?,
        })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn arguments_name_targets_and_time() {
        assert_eq!(read_arguments(&[]).unwrap(), (vec![], SECONDS));
        assert_eq!(read_arguments(&["ask", "--seconds", "5", "http"]).unwrap(), (vec!["ask", "http"], 5));
        let complaint = |arguments: &[&str]| read_arguments(arguments).unwrap_err().to_string();
        assert_eq!(complaint(&["asks"]), "there is no target asks, only rules, record, journal, ask, http");
        assert_eq!(complaint(&["--seconds"]), "--seconds needs a number");
        assert_eq!(complaint(&["--seconds", "soon"]), "--seconds soon is no number");
        assert_eq!(complaint(&["--seconds", "0"]), "--seconds 0 would never end");
    }

    #[test]
    fn every_target_is_built_and_has_a_corpus() {
        let root = crate::root().unwrap();
        for target in TARGETS {
            assert!(root.join(format!("fuzz/src/bin/{target}.rs")).is_file(), "{target}");
            assert!(root.join(format!("fuzz/corpus/{target}")).is_dir(), "{target}");
        }
        assert_eq!(fs::read_dir(root.join("fuzz/src/bin")).unwrap().count(), TARGETS.len());
    }

    #[test]
    fn the_end_of_a_run_is_read() {
        let said = "#4 INITED cov: 12 ft: 15 corp: 3/9b\n#90\tDONE   cov: 2345 ft: 9 corp: 7/9b exec/s: 18\n\
                    stat::number_of_executed_units: 90\nstat::average_exec_per_sec:     18\n\
                    stat::new_units_added:          4\n";
        let summary = Summary::read(said, "ask", 7).unwrap();
        assert_eq!(
            summary.to_string(),
            "fuzz ask: 90 inputs, 18 a second, 2345 edges covered, 4 new inputs, seed 7"
        );
        assert_eq!(Summary::read("", "ask", 7), None);
    }

    #[test]
    fn a_crash_says_how_to_see_it_again() {
        let said = "thread '<unnamed>' panicked at crates/a.rs:1:2:\nnothing to do\n\
                    artifact_prefix='x/'; Test unit written to x/crash-1\n";
        let message = complaint(said, "ask", Path::new("t/ask"), Path::new("x/log"));
        assert!(message.starts_with("an input breaks the target ask: thread '<unnamed>' panicked at crates/a.rs:1:2: nothing to do\n"), "{message}");
        assert!(message.contains("\nagain:     t/ask x/crash-1\n"), "{message}");
        assert!(message.ends_with("put it into fuzz/corpus/ask"), "{message}");
    }

    #[test]
    fn rustc_says_what_it_runs_on() {
        assert_eq!(host("rustc 1\nhost: x86_64-linux\n").unwrap(), "x86_64-linux");
        assert!(host("rustc 1\n").is_err());
    }
}
