//! `cargo xtask test` and `cargo xtask prove`: every check, in order, up to the first that fails, and where the time went.

use std::path::Path;
use std::process::Stdio;
use std::time::{Duration, Instant, SystemTime, UNIX_EPOCH};

use anyhow::Context as _;

use crate::{needs, pages, tidy};

/// How much is checked.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Tier {
    /// Every push: random tests with the same inputs each time.
    Quick,
    /// The same checks, random tests with this new seed.
    Full { seed: u64 },
}

impl Tier {
    pub(crate) fn full() -> Self {
        let now = SystemTime::now().duration_since(UNIX_EPOCH).unwrap_or_default();
        Self::Full { seed: now.as_secs() }
    }

    /// What tells the tests; [`Tier::Quick`] is what they do without it.
    fn environment(self) -> Vec<(&'static str, String)> {
        match self {
            Self::Quick => Vec::new(),
            Self::Full { seed } => vec![("PROPTEST_RNG_SEED", seed.to_string())],
        }
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
    /// Arguments of cargo, and an environment variable.
    Cargo(String, Option<(&'static str, &'static str)>),
    Types,
    /// Names of tests; all if there are none.
    Browser(&'a [&'a str]),
    Tidy,
}

impl<'a> Step<'a> {
    fn cargo(name: &'static str, arguments: impl Into<String>) -> Self {
        Self { name, work: Work::Cargo(arguments.into(), None) }
    }

    fn types() -> Self {
        Self { name: "types", work: Work::Types }
    }

    fn browser(names: &'a [&'a str]) -> Self {
        Self { name: "browser", work: Work::Browser(names) }
    }

    fn text(&self) -> String {
        match &self.work {
            Work::Cargo(arguments, None) => format!("cargo {arguments}"),
            Work::Cargo(arguments, Some((name, value))) => format!("{name}=\"{value}\" cargo {arguments}"),
            Work::Types => "tsc --project tests/browser".to_owned(),
            Work::Browser([]) => format!("cargo {}, node --test tests/browser", pages::BUILD),
            Work::Browser(names) => {
                format!("cargo {}, node --test tests/browser: {}", pages::BUILD, names.join(", "))
            }
            Work::Tidy => "cargo xtask tidy".to_owned(),
        }
    }

    fn run(&self, root: &Path, tier: Tier) -> anyhow::Result<()> {
        let (arguments, variable) = match &self.work {
            Work::Cargo(arguments, variable) => (arguments, *variable),
            Work::Types => return pages::types(root),
            Work::Browser(names) => return pages::browser(root, names, &tier.environment()),
            Work::Tidy => return tidy::tidy(root),
        };
        let mut cargo = crate::cargo(root);
        cargo.args(arguments.split(' ')).envs(variable).envs(tier.environment());
        let status = cargo.status().context("cargo does not start")?;
        anyhow::ensure!(status.success(), "{status}");
        Ok(())
    }
}

/// `cargo xtask soak`: everything at once, with the program as it is shipped.
pub(crate) fn soak(root: &Path, options: &[&str]) -> anyhow::Result<()> {
    needs::meet_for_the_soak(root)?;
    let mut cargo = crate::cargo(root);
    cargo.args(["bench", "--locked", "--bench", "soak", "--"]).args(options);
    let status = cargo.status().context("cargo does not start")?;
    anyhow::ensure!(status.success(), "{status}");
    Ok(())
}

/// The Rust tests. The whole workspace is always named, so that features are the same and nothing is built twice.
fn rust_tests(nextest: bool, names: &[&str]) -> Step<'static> {
    let run = if nextest {
        "nextest run --workspace --locked"
    } else {
        "test --workspace --locked --lib --bins --tests"
    };
    // The test harness takes several names behind the dashes only.
    let dashes = if nextest || names.is_empty() { "" } else { " --" };
    Step::cargo("tests", names.iter().fold(format!("{run}{dashes}"), |text, name| text + " " + name))
}

/// The lints look at benches too, so nothing here builds them.
fn steps(nextest: bool) -> [Step<'static>; 8] {
    let docs = "doc --workspace --no-deps --locked --document-private-items";
    [
        Step::cargo("format", "fmt --all --check"),
        Step::cargo("lints", "clippy --workspace --all-targets --locked -- -D warnings"),
        Step { name: "docs", work: Work::Cargo(docs.to_owned(), Some(("RUSTDOCFLAGS", "-D warnings"))) },
        rust_tests(nextest, &[]),
        Step::cargo("doctests", "test --workspace --doc --locked"),
        Step::types(),
        Step::browser(&[]),
        Step { name: "tidy", work: Work::Tidy },
    ]
}

/// Every check of a tier.
pub(crate) fn test(root: &Path, tier: Tier) -> anyhow::Result<()> {
    needs::meet(root)?;
    needs::from_pypi(root)?;
    pages::install(root)?;
    if let Tier::Full { seed } = tier {
        println!("random tests use the seed {seed}: PROPTEST_RNG_SEED={seed} repeats them");
    }
    run(root, tier, &steps(has_nextest(root)))
}

/// The Rust tests whose names contain one of these.
pub(crate) fn test_named(root: &Path, names: &[&str]) -> anyhow::Result<()> {
    run(root, Tier::Quick, &[rust_tests(has_nextest(root), names)])
}

pub(crate) fn browser(root: &Path, names: &[&str]) -> anyhow::Result<()> {
    needs::meet(root)?;
    pages::install(root)?;
    run(root, Tier::Quick, &[Step::types(), Step::browser(names)])
}

fn run(root: &Path, tier: Tier, steps: &[Step<'_>]) -> anyhow::Result<()> {
    let times = run_in_order(steps, |step| step.run(root, tier))?;
    print!("{}", time_table(&times));
    println!("every check passed");
    Ok(())
}

/// Runs the steps up to the first that fails; how long each took.
fn run_in_order(
    steps: &[Step<'_>],
    mut run: impl FnMut(&Step<'_>) -> anyhow::Result<()>,
) -> anyhow::Result<Vec<(&'static str, Duration)>> {
    let mut times = Vec::new();
    for (index, step) in steps.iter().enumerate() {
        let place = format!("[{}/{}] {}", index + 1, steps.len(), step.name);
        println!("{place}: {}", step.text());
        let start = Instant::now();
        let done = run(step);
        let time = start.elapsed();
        done.with_context(|| format!("{place} failed after {:.1} s: {}", time.as_secs_f64(), step.text()))?;
        times.push((step.name, time));
    }
    Ok(times)
}

/// Where the time went, as CONTRIBUTING.md shows it.
fn time_table(times: &[(&str, Duration)]) -> String {
    let total: Duration = times.iter().map(|(_, time)| *time).sum();
    let row = |(name, time): &(&str, Duration)| {
        let seconds = time.as_secs_f64().round() as u64;
        format!("| {name} | {}:{:02} |\n", seconds / 60, seconds % 60)
    };
    let rows: String = times.iter().chain([&("total", total)]).map(row).collect();
    format!("| step | minutes |\n|---|---:|\n{rows}")
}

fn has_nextest(root: &Path) -> bool {
    let mut cargo = crate::cargo(root);
    cargo.args(["nextest", "--version"]).stdout(Stdio::null()).stderr(Stdio::null());
    cargo.status().is_ok_and(|status| status.success())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_first_failure_ends_it_and_is_named() {
        let mut ran = Vec::new();
        let error = run_in_order(&steps(true), |step| {
            ran.push(step.name);
            anyhow::ensure!(step.name != "docs", "exit status: 101");
            Ok(())
        })
        .unwrap_err();
        assert_eq!(ran, ["format", "lints", "docs"]);
        let message = format!("{error:#}");
        assert!(message.starts_with("[3/8] docs failed after"), "{message}");
        assert!(message.ends_with("--document-private-items: exit status: 101"), "{message}");
    }

    #[test]
    fn tests_run_without_nextest_too() {
        let names = |nextest| steps(nextest).map(|step| step.name);
        assert_eq!(names(true), ["format", "lints", "docs", "tests", "doctests", "types", "browser", "tidy"]);
        assert_eq!(names(true), names(false));
        assert_eq!(steps(false)[3].text(), "cargo test --workspace --locked --lib --bins --tests");
    }

    #[test]
    fn tests_are_chosen_by_name() {
        let text = |nextest| rust_tests(nextest, &["rematch", "undo"]).text();
        assert_eq!(text(true), "cargo nextest run --workspace --locked rematch undo");
        assert_eq!(text(false), "cargo test --workspace --locked --lib --bins --tests -- rematch undo");
        let text = Step::browser(&["docs", "table"]).text();
        assert_eq!(
            text,
            "cargo build --workspace --bin kosti --test kosti --locked, node --test tests/browser: docs, table"
        );
    }

    #[test]
    fn what_resolves_dependencies_keeps_the_lock_file() {
        for nextest in [false, true] {
            let unlocked = steps(nextest).into_iter().filter(|step| !step.text().contains("--locked"));
            assert!(unlocked.map(|step| step.name).eq(["format", "types", "tidy"]));
        }
    }

    #[test]
    fn the_time_of_each_step_is_shown() {
        let times = [("lints", Duration::from_millis(61_400)), ("tests", Duration::from_secs(119))];
        let table = "| step | minutes |\n|---|---:|\n| lints | 1:01 |\n| tests | 1:59 |\n| total | 3:00 |\n";
        assert_eq!(time_table(&times), table);
    }
}
