//! `cargo xtask test`: every check, in order, up to the first that fails. `cargo xtask browser`: those of the pages.

use std::path::Path;
use std::process::Stdio;
use std::time::{Duration, Instant};

use anyhow::Context as _;

use crate::{needs, pages, tidy};

/// One check.
#[derive(Debug)]
struct Step<'a> {
    name: &'static str,
    work: Work<'a>,
}

#[derive(Debug)]
enum Work<'a> {
    /// Arguments of cargo, and an environment variable.
    Cargo(&'static str, Option<(&'static str, &'static str)>),
    Types,
    /// Names of tests; all if there are none.
    Browser(&'a [&'a str]),
    Tidy,
}

impl<'a> Step<'a> {
    const TYPES: Self = Self { name: "types", work: Work::Types };

    const fn cargo(name: &'static str, arguments: &'static str) -> Self {
        Self { name, work: Work::Cargo(arguments, None) }
    }

    const fn browser(names: &'a [&'a str]) -> Self {
        Self { name: "browser", work: Work::Browser(names) }
    }

    fn text(&self) -> String {
        match self.work {
            Work::Cargo(arguments, None) => format!("cargo {arguments}"),
            Work::Cargo(arguments, Some((name, value))) => format!("{name}=\"{value}\" cargo {arguments}"),
            Work::Types => "tsc --project tests/browser".to_owned(),
            Work::Browser([]) => "cargo build --locked, node --test tests/browser".to_owned(),
            Work::Browser(names) => {
                format!("cargo build --locked, node --test tests/browser: {}", names.join(", "))
            }
            Work::Tidy => "cargo xtask tidy".to_owned(),
        }
    }

    fn run(&self, root: &Path) -> anyhow::Result<()> {
        let (arguments, variable) = match self.work {
            Work::Cargo(arguments, variable) => (arguments, variable),
            Work::Types => return pages::types(root),
            Work::Browser(names) => return pages::browser(root, names),
            Work::Tidy => return tidy::tidy(root),
        };
        let mut cargo = crate::cargo(root);
        cargo.args(arguments.split(' ')).envs(variable);
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

/// The lints look at benches too, so nothing here builds them.
fn steps(nextest: bool) -> [Step<'static>; 8] {
    let tests = if nextest {
        "nextest run --workspace --locked"
    } else {
        "test --workspace --locked --lib --bins --tests"
    };
    let docs = "doc --workspace --no-deps --locked --document-private-items";
    [
        Step::cargo("format", "fmt --all --check"),
        Step::cargo("lints", "clippy --workspace --all-targets --locked -- -D warnings"),
        Step { name: "docs", work: Work::Cargo(docs, Some(("RUSTDOCFLAGS", "-D warnings"))) },
        Step::cargo("tests", tests),
        Step::cargo("doctests", "test --workspace --doc --locked"),
        Step::TYPES,
        Step::browser(&[]),
        Step { name: "tidy", work: Work::Tidy },
    ]
}

pub(crate) fn test(root: &Path) -> anyhow::Result<()> {
    needs::meet(root)?;
    needs::from_pypi(root)?;
    pages::install(root)?;
    run(root, &steps(has_nextest(root)))
}

pub(crate) fn browser(root: &Path, names: &[&str]) -> anyhow::Result<()> {
    needs::meet(root)?;
    pages::install(root)?;
    run(root, &[Step::TYPES, Step::browser(names)])
}

fn run(root: &Path, steps: &[Step<'_>]) -> anyhow::Result<()> {
    let start = Instant::now();
    run_in_order(steps, |step| step.run(root))?;
    println!("every check passed in {}", seconds(start.elapsed()));
    Ok(())
}

fn run_in_order(
    steps: &[Step<'_>],
    mut run: impl FnMut(&Step<'_>) -> anyhow::Result<()>,
) -> anyhow::Result<()> {
    for (index, step) in steps.iter().enumerate() {
        let place = format!("[{}/{}] {}", index + 1, steps.len(), step.name);
        println!("{place}: {}", step.text());
        let start = Instant::now();
        let done = run(step);
        let time = seconds(start.elapsed());
        done.with_context(|| format!("{place} failed after {time}: {}", step.text()))?;
        println!("{place}: passed in {time}");
    }
    Ok(())
}

fn has_nextest(root: &Path) -> bool {
    let mut cargo = crate::cargo(root);
    cargo.args(["nextest", "--version"]).stdout(Stdio::null()).stderr(Stdio::null());
    cargo.status().is_ok_and(|status| status.success())
}

fn seconds(time: Duration) -> String {
    format!("{:.1} s", time.as_secs_f64())
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
    fn what_resolves_dependencies_keeps_the_lock_file() {
        for nextest in [false, true] {
            let unlocked = steps(nextest).into_iter().filter(|step| !step.text().contains("--locked"));
            assert!(unlocked.map(|step| step.name).eq(["format", "types", "tidy"]));
        }
    }

    #[test]
    fn chosen_tests_are_told() {
        let text = Step::browser(&["docs", "table"]).text();
        assert_eq!(text, "cargo build --locked, node --test tests/browser: docs, table");
    }
}
