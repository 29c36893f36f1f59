//! `cargo xtask test` and `cargo xtask prove`: every check, in order, up to the first that fails, and where the time went.

use std::io::Write as _;
use std::path::{Path, PathBuf};
use std::process::Command;
use std::time::{Duration, Instant, SystemTime, UNIX_EPOCH};

use anyhow::Context as _;

use crate::passed::{self, Passed};
use crate::{compile, deny, fuzz, needs, package, pages, rust_tests, rustdoc, tidy, web};

/// How long each fuzz target runs at full length.
const FUZZ_SECONDS: u64 = 120;

/// How much is checked.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Tier {
    /// Every push: a short form of everything, with the same inputs each time.
    Quick,
    /// Everything at full length, with random inputs from this seed.
    Full { seed: u64 },
}

impl Tier {
    pub(crate) fn full() -> Self {
        let now = SystemTime::now().duration_since(UNIX_EPOCH).unwrap_or_default();
        Self::Full { seed: now.as_secs() }
    }

    /// The environment of the tests. Without any they run in their short form, with random inputs.
    fn environment(self, root: &Path) -> anyhow::Result<Vec<(&'static str, String)>> {
        Ok(match self {
            Self::Quick => vec![("PROPTEST_RNG_SEED", "1".to_owned())],
            Self::Full { seed } => vec![
                ("PROPTEST_RNG_SEED", seed.to_string()),
                ("KOSTI_FULL_LENGTH", "1".to_owned()),
                ("KOSTI_FIGURES", figures_path(root)?.to_string_lossy().into_owned()),
            ],
        })
    }
}

/// One check.
#[derive(Debug)]
struct Step<'a> {
    name: &'static str,
    work: Work<'a>,
}

#[derive(Debug)]
enum Work<'a> {
    Format,
    Tidy,
    /// The files of the packaged crates, or with `true` a build of what was packaged.
    Package(bool),
    Deny,
    Types,
    Compile,
    Docs,
    /// All tests: those in Rust, and beside them those in the browser, which wait more than they compute.
    Tests,
    /// The tests in Rust of these names.
    Rust(&'a [&'a str]),
    /// The tests in the browser of these names; all if there are none.
    Browser(&'a [&'a str]),
    Pages,
    Fuzz,
}

const FORMAT: &str = "fmt --all --check";
/// The pages of the programs too, which [`rustdoc::check`] leaves out.
const PAGES: &str = "doc --workspace --no-deps --locked --document-private-items";

impl Step<'_> {
    /// What somebody would type to repeat it.
    fn text(&self) -> String {
        match &self.work {
            Work::Format => format!("cargo {FORMAT}"),
            Work::Tidy => "cargo xtask tidy".to_owned(),
            Work::Package(false) => "cargo xtask package".to_owned(),
            Work::Package(true) => "cargo xtask package --verify".to_owned(),
            Work::Deny => "cargo xtask deny".to_owned(),
            Work::Types => "tsc --project tests/browser".to_owned(),
            Work::Compile => format!("RUSTC_WORKSPACE_WRAPPER=clippy-driver cargo {}", compile::ARGUMENTS),
            Work::Docs => "rustdoc, cargo test --doc".to_owned(),
            Work::Tests => {
                format!("cargo {} & node --test tests/browser", rust_tests::arguments(true, &[]))
            }
            Work::Rust(names) => format!("cargo {}", rust_tests::arguments(true, names)),
            Work::Browser([]) => "node --test tests/browser".to_owned(),
            Work::Browser(names) => format!("node --test tests/browser: {}", names.join(", ")),
            Work::Pages => format!("RUSTDOCFLAGS=-Dwarnings cargo {PAGES}"),
            Work::Fuzz => format!("cargo xtask fuzz --seconds {FUZZ_SECONDS}"),
        }
    }

    fn run(&self, root: &Path, tier: Tier, passed: &mut Passed) -> anyhow::Result<()> {
        match &self.work {
            Work::Format => succeed(crate::cargo(root).args(FORMAT.split(' '))),
            Work::Tidy => tidy::tidy(root),
            Work::Package(false) => package::check(root),
            Work::Package(true) => package::verify(root),
            Work::Deny => deny::check(root, false),
            Work::Types => pages::types(root),
            Work::Compile => compile::build(root),
            Work::Docs => {
                let sources =
                    passed::sources(root, |name| name.ends_with(".rs") || name.ends_with("Cargo.toml"))?;
                unless_passed(passed, &passed::key("docs", sources)?, || rustdoc::check(root))
            }
            Work::Rust(names) => rust_tests::run(root, names, &tier.environment(root)?, passed),
            Work::Tests => all_tests(root, tier, passed),
            Work::Browser(names) => {
                let offline = names.iter().any(|name| pages::needs_web(name));
                let (program, environment) = browser_needs(root, tier, offline)?;
                pages::browser(root, &program, names, &environment)
            }
            Work::Pages => {
                succeed(crate::cargo(root).args(PAGES.split(' ')).env("RUSTDOCFLAGS", "-Dwarnings"))
            }
            Work::Fuzz => run_fuzzers(root),
        }
    }
}

/// The program, and the environment of the tests in the browser.
fn browser_needs(
    root: &Path,
    tier: Tier,
    offline: bool,
) -> anyhow::Result<(PathBuf, Vec<(&'static str, String)>)> {
    let program = pages::program(root)?;
    // Compiling the module takes minutes: the short form uses one that is there.
    let web = web::find(root, tier != Tier::Quick || offline)?;
    let mut environment = tier.environment(root)?;
    match web {
        Ok(folder) => environment.push((web::VARIABLE, folder.to_string_lossy().into_owned())),
        Err(why) if tier == Tier::Quick => {
            println!("the tests of Kosti without a server are left out: {why}");
        }
        Err(why) => anyhow::bail!("Kosti without a server cannot be tested: {why}"),
    }
    Ok((program, environment))
}

fn all_tests(root: &Path, tier: Tier, passed: &mut Passed) -> anyhow::Result<()> {
    let (program, environment) = browser_needs(root, tier, false)?;
    let module = environment.iter().map(|(_, value)| Path::new(value).join("service-worker.js"));
    let inputs = pages::sources(root)?.into_iter().chain(module.filter(|file| file.is_file()));
    let key = passed::key("browser", inputs)?;
    let changed = !passed.contains(&key);
    let in_browser = changed.then(|| pages::start_browser(root, &program, &environment)).transpose()?;
    let in_rust = rust_tests::run(root, &[], &tier.environment(root)?, passed);
    let Some(in_browser) = in_browser else {
        println!("nothing has changed since the tests in the browser passed");
        return in_rust;
    };
    let done = in_browser.finish().context("tests/browser").and_then(|()| passed.add(&key));
    in_rust.and(done)
}

/// Runs a check, unless it has passed with these inputs.
fn unless_passed(
    passed: &mut Passed,
    key: &str,
    check: impl FnOnce() -> anyhow::Result<()>,
) -> anyhow::Result<()> {
    if passed.contains(key) {
        println!("nothing has changed since it passed");
        return Ok(());
    }
    check()?;
    passed.add(key)
}

fn succeed(command: &mut Command) -> anyhow::Result<()> {
    let status = command.status().with_context(|| format!("{command:?} does not start"))?;
    anyhow::ensure!(status.success(), "{status}");
    Ok(())
}

fn run_fuzzers(root: &Path) -> anyhow::Result<()> {
    let summaries = fuzz::fuzz(root, fuzz::TARGETS, FUZZ_SECONDS)?;
    let mut figures = std::fs::OpenOptions::new().create(true).append(true).open(figures_path(root)?)?;
    for summary in summaries {
        writeln!(figures, "{summary}")?;
    }
    Ok(())
}

/// `cargo xtask soak`: everything at once, with the program as it is shipped.
pub(crate) fn soak(root: &Path, options: &[&str]) -> anyhow::Result<()> {
    needs::meet_for_the_soak(root)?;
    succeed(crate::cargo(root).args(["bench", "--locked", "--bench", "soak", "--"]).args(options))
}

/// The checks in order: those that fail quickly come first.
fn steps(tier: Tier) -> Vec<Step<'static>> {
    let step = |name, work| Step { name, work };
    let mut steps = vec![
        step("format", Work::Format),
        step("tidy", Work::Tidy),
        step("packages", Work::Package(false)),
        step("licences", Work::Deny),
        step("types", Work::Types),
        step("build and lints", Work::Compile),
        step("docs and doctests", Work::Docs),
        step("tests", Work::Tests),
    ];
    if let Tier::Full { .. } = tier {
        steps.push(step("pages of docs", Work::Pages));
        steps.push(step("built packages", Work::Package(true)));
        steps.push(step("fuzzing", Work::Fuzz));
    }
    steps
}

/// Every check of a tier. With `fresh`, also what has not changed since it passed; the full tier always does that.
pub(crate) fn test(root: &Path, tier: Tier, fresh: bool) -> anyhow::Result<()> {
    let start = Instant::now();
    needs::meet(root)?;
    needs::from_pypi(root)?;
    pages::install(root)?;
    deny::install(root)?;
    println!("everything that the checks need is installed ({:.0} s)", start.elapsed().as_secs_f64());
    let Tier::Full { seed } = tier else { return run(root, tier, &steps(tier), fresh) };
    println!("random tests use the seed {seed}: PROPTEST_RNG_SEED={seed} repeats them");
    std::fs::write(figures_path(root)?, "")?;
    run(root, tier, &steps(tier), true)?;
    println!("what was measured, for docs/reliability.md:");
    print!("{}", std::fs::read_to_string(figures_path(root)?)?);
    Ok(())
}

/// The Rust tests whose names contain one of these.
pub(crate) fn test_named(root: &Path, names: &[&str]) -> anyhow::Result<()> {
    run(root, Tier::Quick, &[Step { name: "tests", work: Work::Rust(names) }], false)
}

pub(crate) fn browser(root: &Path, names: &[&str]) -> anyhow::Result<()> {
    needs::meet(root)?;
    pages::install(root)?;
    let types = Step { name: "types", work: Work::Types };
    run(root, Tier::Quick, &[types, Step { name: "browser", work: Work::Browser(names) }], true)
}

fn run(root: &Path, tier: Tier, steps: &[Step<'_>], fresh: bool) -> anyhow::Result<()> {
    let mut passed = Passed::read(root, fresh)?;
    let times = run_in_order(steps, |step| step.run(root, tier, &mut passed))?;
    print!("{}", time_table(&times));
    println!("every check passed");
    Ok(())
}

/// How long a step took, and how long its processors computed: on a shared machine the second says more.
#[derive(Debug, Clone, Copy)]
struct StepTime {
    name: &'static str,
    wall: Duration,
    /// Where the system tells it.
    cpu: Option<Duration>,
}

/// Runs the steps up to the first that fails; how long each took.
fn run_in_order(
    steps: &[Step<'_>],
    mut run: impl FnMut(&Step<'_>) -> anyhow::Result<()>,
) -> anyhow::Result<Vec<StepTime>> {
    let mut times = Vec::new();
    for (index, step) in steps.iter().enumerate() {
        let place = format!("[{}/{}] {}", index + 1, steps.len(), step.name);
        println!("{place}: {}", step.text());
        let (start, before) = (Instant::now(), cpu_of_children());
        let done = run(step);
        let wall = start.elapsed();
        done.with_context(|| format!("{place} failed after {:.1} s: {}", wall.as_secs_f64(), step.text()))?;
        let cpu = cpu_of_children().zip(before).map(|(after, before)| after.saturating_sub(before));
        times.push(StepTime { name: step.name, wall, cpu });
    }
    Ok(times)
}

/// How long the processes that this one has started and that have ended computed, and theirs; on Linux.
fn cpu_of_children() -> Option<Duration> {
    let stat = std::fs::read_to_string("/proc/self/stat").ok()?;
    // Behind the name in brackets: the 14th and 15th field, in hundredths of a second.
    let fields: Vec<&str> = stat.rsplit_once(')')?.1.split_whitespace().collect();
    let ticks = |index: usize| fields.get(index)?.parse::<u64>().ok();
    Some(Duration::from_millis(10 * (ticks(13)? + ticks(14)?)))
}

/// Where the time went, as CONTRIBUTING.md shows it.
fn time_table(times: &[StepTime]) -> String {
    let minutes = |time: Duration| {
        let seconds = time.as_secs_f64().round() as u64;
        format!("{}:{:02}", seconds / 60, seconds % 60)
    };
    let total = StepTime {
        name: "total",
        wall: times.iter().map(|time| time.wall).sum(),
        cpu: times.iter().map(|time| time.cpu).sum(),
    };
    let row = |time: &StepTime| {
        let cpu = time.cpu.map_or_else(String::new, minutes);
        format!("| {} | {} | {cpu} |\n", time.name, minutes(time.wall))
    };
    let rows: String = times.iter().chain([&total]).map(row).collect();
    format!("| step | minutes | of a processor |\n|---|---:|---:|\n{rows}")
}

/// Where tests at full length write what they measured.
fn figures_path(root: &Path) -> anyhow::Result<PathBuf> {
    Ok(crate::target(root)?.join("figures.txt"))
}

#[cfg(test)]
mod tests {
    use super::*;

    const FULL: Tier = Tier::Full { seed: 7 };

    #[test]
    fn the_first_failure_ends_it_and_is_named() {
        let mut ran = Vec::new();
        let error = run_in_order(&steps(Tier::Quick), |step| {
            ran.push(step.name);
            anyhow::ensure!(step.name != "packages", "exit status: 101");
            Ok(())
        })
        .unwrap_err();
        assert_eq!(ran, ["format", "tidy", "packages"]);
        let message = format!("{error:#}");
        assert!(message.starts_with("[3/8] packages failed after"), "{message}");
        assert!(message.ends_with("cargo xtask package: exit status: 101"), "{message}");
    }

    #[test]
    fn the_full_tier_begins_with_the_quick_one() {
        let names = |tier| steps(tier).into_iter().map(|step| step.name).collect::<Vec<_>>();
        assert!(names(FULL).starts_with(&names(Tier::Quick)));
        assert!(names(FULL).len() > names(Tier::Quick).len());
    }

    #[test]
    fn what_resolves_dependencies_keeps_the_lock_file() {
        for step in steps(FULL) {
            let text = step.text();
            let resolves = text.contains("cargo ") && !text.contains("xtask") && !text.contains("--doc");
            assert!(!resolves || text.contains("--locked") || step.name == "format", "{text}");
        }
    }

    #[test]
    fn the_time_of_each_step_is_shown() {
        let time = |name, seconds, cpu| StepTime {
            name,
            wall: Duration::from_secs_f64(seconds),
            cpu: Some(Duration::from_secs(cpu)),
        };
        let table = "| step | minutes | of a processor |\n|---|---:|---:|\n\
                     | lints | 1:01 | 2:00 |\n| tests | 1:59 | 3:05 |\n| total | 3:00 | 5:05 |\n";
        let times = [time("lints", 61.4, 120), time("tests", 119.0, 185)];
        assert_eq!(time_table(&times), table);
    }
}
