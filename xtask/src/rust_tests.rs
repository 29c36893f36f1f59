//! The Rust tests: with nextest if it is installed, and then only the test programs that have changed since they passed.

use std::collections::{BTreeMap, BTreeSet};
use std::path::{Path, PathBuf};
use std::process::Stdio;

use anyhow::Context as _;
use serde::Deserialize;

use crate::passed::{self, Passed};
use crate::{compile, pages};

/// The whole workspace is always named, so that features are the same and nothing is built twice.
const NEXTEST: &str = "nextest run --workspace --locked";
const LIST: &str = "nextest list --workspace --locked --list-type binaries-only --message-format json";
/// Nextest's report, below the target directory.
const REPORT: &str = "nextest/default/junit.xml";
const WITHOUT_NEXTEST: &str = "test --workspace --locked --lib --bins --tests";

/// The command for the tests whose names contain one of these, or for all.
pub(crate) fn arguments(nextest: bool, names: &[&str]) -> String {
    // The test harness takes several names behind the dashes only.
    let dashes = if nextest || names.is_empty() { "" } else { " --" };
    let run = if nextest { NEXTEST } else { WITHOUT_NEXTEST };
    names.iter().fold(format!("{run}{dashes}"), |text, name| text + " " + name)
}

/// Runs tests. With names, these and nothing is remembered.
pub(crate) fn run(
    root: &Path,
    names: &[&str],
    environment: &[(&str, String)],
    passed: &mut Passed,
) -> anyhow::Result<()> {
    let nextest = has_nextest(root);
    let mut cargo = compile::cargo(root);
    cargo.args(arguments(nextest, names).split(' '));
    cargo.envs(environment.iter().map(|(name, value)| (name, value)));
    let mut keys = Vec::new();
    if nextest && names.is_empty() {
        let programs = programs(root)?;
        let total = programs.len();
        let (unchanged, changed): (Vec<_>, Vec<_>) =
            programs.into_iter().partition(|(_, key)| passed.contains(key));
        println!("{} of {total} test programs have changed since they passed", changed.len());
        if changed.is_empty() {
            return Ok(());
        }
        if !unchanged.is_empty() {
            let ids: Vec<_> = unchanged.iter().map(|(id, _)| format!("binary_id(={id})")).collect();
            cargo.arg("--filterset").arg(format!("not ({})", ids.join(" | ")));
        }
        // Many tests wait for a server: a few more than there are cores keep the cores busy.
        let threads = std::thread::available_parallelism().map_or(2, usize::from) + 1;
        cargo.arg(format!("--test-threads={threads}"));
        keys = changed;
    }
    let report = crate::target(root)?.join(REPORT);
    // An older report would say what passed then.
    let _ = std::fs::remove_file(&report);
    let status = cargo.status().context("cargo does not start")?;
    if status.success() {
        return keys.iter().try_for_each(|(_, key)| passed.add(key));
    }
    // Without a report, nothing is known to have passed.
    let programs =
        std::fs::read_to_string(&report).map(|report| passed_programs(&report)).unwrap_or_default();
    keys.iter().filter(|(id, _)| programs.contains(id)).try_for_each(|(_, key)| passed.add(key))?;
    anyhow::bail!("{status}")
}

/// The test programs without a failure in a report of nextest, which has a line
/// `<testsuite name="ID" … errors="N" failures="N">` for each.
fn passed_programs(report: &str) -> BTreeSet<String> {
    let suites = report.lines().map(str::trim).filter(|line| line.starts_with("<testsuite "));
    let passed = suites.filter(|line| line.contains(" errors=\"0\"") && line.contains(" failures=\"0\""));
    let name = |line: &str| Some(line.split_once(" name=\"")?.1.split_once('"')?.0.to_owned());
    passed.filter_map(name).collect()
}

#[derive(Debug, Deserialize)]
#[serde(rename_all = "kebab-case")]
struct List {
    rust_binaries: BTreeMap<String, Binary>,
}

#[derive(Debug, Deserialize)]
#[serde(rename_all = "kebab-case")]
struct Binary {
    /// The package, and behind colons the name of the test program.
    binary_id: String,
    binary_path: PathBuf,
}

impl Binary {
    /// Whether its tests start the `kosti` program: those of the root package do.
    fn starts_program(&self) -> bool {
        self.binary_id.split("::").next() == Some("kosti")
    }
}

/// The test programs by their id, each with the key of its inputs: its own file, the files that tests read, and the
/// program that the tests of the root package start.
fn programs(root: &Path) -> anyhow::Result<Vec<(String, String)>> {
    let mut cargo = compile::cargo(root);
    cargo.args(LIST.split(' ')).stderr(Stdio::inherit());
    let list: List = serde_json::from_str(&crate::output(&mut cargo)?)?;
    let kosti = pages::program(root)?;
    let read = passed::sources(root, is_read_by_tests)?;
    let key = |(id, binary): (String, Binary)| {
        let program = binary.starts_program().then(|| kosti.clone());
        let key =
            passed::key(&id, [binary.binary_path].into_iter().chain(program).chain(read.iter().cloned()))?;
        Ok((id, key))
    };
    list.rust_binaries.into_iter().map(key).collect()
}

/// Whether a test could read this file when it runs. Sources are compiled into the test programs.
fn is_read_by_tests(name: &str) -> bool {
    let elsewhere = ["tests/browser/", "crates/web/assets/", ".ci/", "CHANGELOG.md", "CONTRIBUTING.md"];
    !name.ends_with(".rs") && !elsewhere.iter().any(|start| name.starts_with(start))
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
    fn tests_are_chosen_by_name() {
        let text = |nextest| arguments(nextest, &["rematch", "undo"]);
        assert_eq!(text(true), "nextest run --workspace --locked rematch undo");
        assert_eq!(text(false), "test --workspace --locked --lib --bins --tests -- rematch undo");
        assert_eq!(arguments(false, &[]), "test --workspace --locked --lib --bins --tests");
    }

    #[test]
    fn data_is_read_and_sources_are_not() {
        assert!(is_read_by_tests("games/yatzy.toml") && is_read_by_tests("docs/solved.md"));
        assert!(!is_read_by_tests("crates/dice/src/lib.rs") && !is_read_by_tests("tests/browser/axe.mjs"));
    }

    #[test]
    fn a_failure_is_one_of_its_program() {
        let report = r#"<testsuites name="nextest-run" tests="3" failures="1" errors="0">
    <testsuite name="kosti-dice" tests="2" disabled="0" errors="0" failures="0">
    <testsuite name="kosti::kosti" tests="1" disabled="0" errors="0" failures="1">"#;
        assert_eq!(passed_programs(report), BTreeSet::from(["kosti-dice".to_owned()]));
    }

    #[test]
    fn test_programs_are_where_nextest_says() {
        let text = r#"{"rust-build-meta":{},"rust-binaries":{
            "kosti-dice":{"binary-id":"kosti-dice","binary-path":"/somewhere/kosti_dice-1","package-id":"kosti-dice 1.0"},
            "kosti::kosti":{"binary-id":"kosti::kosti","binary-path":"/somewhere/kosti-1","package-id":"kosti 1.0"}}}"#;
        let list: List = serde_json::from_str(text).unwrap();
        assert_eq!(list.rust_binaries["kosti-dice"].binary_path, Path::new("/somewhere/kosti_dice-1"));
        assert!(!list.rust_binaries["kosti-dice"].starts_program());
        assert!(list.rust_binaries["kosti::kosti"].starts_program());
    }
}
