//! `cargo xtask test`: every check, in order, up to the first that fails.

use std::path::Path;
use std::process::Stdio;
use std::time::{Duration, Instant};

use anyhow::Context as _;

use crate::{needs, tidy};

/// One check.
#[derive(Debug)]
struct Step {
    name: &'static str,
    work: Work,
}

#[derive(Debug)]
enum Work {
    /// Arguments of cargo, and an environment variable.
    Cargo(&'static str, Option<(&'static str, &'static str)>),
    Tidy,
}

impl Step {
    const fn cargo(name: &'static str, arguments: &'static str) -> Self {
        Self { name, work: Work::Cargo(arguments, None) }
    }

    fn text(&self) -> String {
        match self.work {
            Work::Cargo(arguments, None) => format!("cargo {arguments}"),
            Work::Cargo(arguments, Some((name, value))) => format!("{name}=\"{value}\" cargo {arguments}"),
            Work::Tidy => "cargo xtask tidy".to_owned(),
        }
    }

    fn run(&self, root: &Path) -> anyhow::Result<()> {
        let Work::Cargo(arguments, variable) = self.work else { return tidy::tidy(root) };
        let mut cargo = crate::cargo(root);
        cargo.args(arguments.split(' ')).envs(variable);
        let status = cargo.status().context("cargo does not start")?;
        anyhow::ensure!(status.success(), "{status}");
        Ok(())
    }
}

/// The lints look at benches too, so nothing here builds them.
fn steps(nextest: bool) -> [Step; 6] {
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
        Step { name: "tidy", work: Work::Tidy },
    ]
}

pub(crate) fn test(root: &Path) -> anyhow::Result<()> {
    needs::meet(root)?;
    let steps = steps(has_nextest(root));
    let start = Instant::now();
    run_in_order(&steps, |step| step.run(root))?;
    println!("every check passed in {}", seconds(start.elapsed()));
    Ok(())
}

fn run_in_order(steps: &[Step], mut run: impl FnMut(&Step) -> anyhow::Result<()>) -> anyhow::Result<()> {
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
        assert!(message.starts_with("[3/6] docs failed after"), "{message}");
        assert!(message.ends_with("--document-private-items: exit status: 101"), "{message}");
    }

    #[test]
    fn tests_run_without_nextest_too() {
        let names = |nextest| steps(nextest).map(|step| step.name);
        assert_eq!(names(true), ["format", "lints", "docs", "tests", "doctests", "tidy"]);
        assert_eq!(names(true), names(false));
        assert_eq!(steps(false)[3].text(), "cargo test --workspace --locked --lib --bins --tests");
    }

    #[test]
    fn what_resolves_dependencies_keeps_the_lock_file() {
        for nextest in [false, true] {
            let unlocked = steps(nextest).into_iter().filter(|step| !step.text().contains("--locked"));
            assert!(unlocked.map(|step| step.name).eq(["format", "tidy"]));
        }
    }
}
