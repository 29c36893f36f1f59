//! Which package may use which: dependencies point one way.

use std::path::Path;

use anyhow::Context as _;

use crate::members::Member;

/// Packages without I/O, clocks and randomness.
const PURE: &[&str] = &[
    "kosti-dice",
    "kosti-rules",
    "kosti-engine",
    "kosti-solver",
    "kosti-coach",
    "kosti-table",
    "kosti-text",
    "kosti-query",
];

/// Packages without I/O and clocks that get time, tasks and randomness from a host: a server or a browser runs them.
const HOSTED: &[&str] = &["kosti-app", "kosti-web"];

/// What hosted packages may use of [`IMPURE`]: tokio for its channels and locks, jiff for time zones.
const HOSTED_USE: &[&str] = &["jiff", "tokio"];

/// The lints that keep the standard library's I/O and clocks out of a pure package; clippy.toml has the list.
const PURE_LINTS: &str = "clippy::disallowed_methods, clippy::disallowed_types";

/// Packages from outside that bring files, network, clocks or randomness. More than these end up in one of them.
const IMPURE: &[&str] = &[
    "chrono",
    "fastrand",
    "getrandom",
    "jiff",
    "mio",
    "nix",
    "rand",
    "rusqlite",
    "rustix",
    "socket2",
    "sys-locale",
    "tempfile",
    "time",
    "tokio",
];

/// What each package may use directly of this workspace, tests aside, without `kosti-`; `*` is everything.
const USES: &[(&str, &str)] = &[
    ("kosti-dice", ""),
    ("kosti-rules", "dice"),
    ("kosti-engine", "dice rules"),
    ("kosti-solver", "dice rules engine"),
    ("kosti-coach", "dice rules engine solver"),
    ("kosti-table", "dice rules engine solver coach"),
    ("kosti-games", "dice rules"),
    ("kosti-text", "dice rules engine"),
    ("kosti-query", "dice rules engine solver coach text"),
    ("kosti-journal", ""),
    ("kosti-projections", "dice rules engine solver coach table journal"),
    ("kosti-app", "dice rules engine solver coach table games text query journal projections"),
    ("kosti-web", "dice rules engine coach table games text query journal projections app"),
    ("kosti-browser", "dice rules solver coach table text query journal projections app web"),
    ("kosti-server", "dice rules engine coach table text query journal projections app web"),
    ("kosti-terminal", "*"),
    ("kosti-testkit", ""),
    ("kosti-test-server", "*"),
    ("kosti-fuzz", "*"),
    ("kosti", "*"),
    ("xtask", ""),
];

/// Every use that is not allowed, and every pure package that is not.
pub(crate) fn check(root: &Path, members: &[Member]) -> anyhow::Result<Vec<String>> {
    let mut violations: Vec<String> = members.iter().flat_map(refused_uses).collect();
    violations.extend(impure_packages(&tree(root, PURE)?));
    violations.extend(unhosted_packages(&tree(root, HOSTED)?));
    let must_warn = |member: &&Member| [PURE, HOSTED].concat().contains(&member.name.as_str());
    for member in members.iter().filter(must_warn) {
        let library = member.manifest_path.with_file_name("src").join("lib.rs");
        let text =
            std::fs::read_to_string(root.join(&library)).with_context(|| library.display().to_string())?;
        if !text.contains(PURE_LINTS) {
            violations.push(format!("{}: a pure package warns of {PURE_LINTS}", library.display()));
        }
    }
    Ok(violations)
}

/// What packages reach, one name a line.
fn tree(root: &Path, packages: &[&str]) -> anyhow::Result<String> {
    let mut cargo = crate::cargo(root);
    cargo.args(["tree", "--locked", "--edges", "normal", "--prefix", "none", "--format", "{p}"]);
    cargo.args(packages.iter().flat_map(|package| ["--package", package]));
    crate::output(&mut cargo)
}

fn refused_uses(member: &Member) -> Vec<String> {
    let manifest = member.manifest_path.display();
    let Some((_, allowed)) = USES.iter().find(|(package, _)| *package == member.name) else {
        return vec![format!("{manifest}: {} is not in the table of xtask/src/layers.rs", member.name)];
    };
    let is_allowed =
        |name: &str| *allowed == "*" || allowed.split(' ').any(|allowed| name == format!("kosti-{allowed}"));
    let used =
        member.dependencies.iter().filter(|used| used.path.is_some() && used.kind.as_deref() != Some("dev"));
    used.filter(|used| !is_allowed(&used.name))
        .map(|used| format!("{manifest}: {} must not use {}: xtask/src/layers.rs", member.name, used.name))
        .collect()
}

/// What must not be in the output of `cargo tree` for all pure packages.
fn impure_packages(tree: &str) -> Vec<String> {
    let is_impure =
        |name: &&str| IMPURE.contains(name) || (name.starts_with("kosti") && !PURE.contains(name));
    names(tree)
        .into_iter()
        .filter(is_impure)
        .map(|name| format!("Cargo.toml: a pure package reaches {name}; `cargo tree -i {name}` says which"))
        .collect()
}

/// What must not be in the output of `cargo tree` for the hosted packages.
fn unhosted_packages(tree: &str) -> Vec<String> {
    names(tree)
        .into_iter()
        .filter(|name| IMPURE.contains(name) && !HOSTED_USE.contains(name))
        .map(|name| {
            format!("Cargo.toml: a package for every host reaches {name}; `cargo tree -i {name}` says which")
        })
        .collect()
}

/// The names in the output of `cargo tree`, each once.
fn names(tree: &str) -> Vec<&str> {
    let mut packages: Vec<&str> = tree.lines().filter_map(|line| line.split(' ').next()).collect();
    packages.sort_unstable();
    packages.dedup();
    packages
}

#[cfg(test)]
mod tests {
    use super::*;

    #[track_caller]
    fn check_uses(package: &str, dependencies: &str, expected: &[&str]) {
        let member = format!(
            r#"{{"name": "{package}", "manifest_path": "a/Cargo.toml", "dependencies": [{dependencies}]}}"#
        );
        assert_eq!(refused_uses(&serde_json::from_str(&member).unwrap()), expected);
    }

    #[test]
    fn only_uses_of_the_table_are_allowed() {
        let dice = r#"{"name": "kosti-dice", "path": "x"}"#;
        let engine = r#"{"name": "kosti-engine", "path": "x"}"#;
        check_uses("kosti-rules", &format!(r#"{dice}, {{"name": "serde"}}"#), &[]);
        check_uses("kosti", &format!("{dice}, {engine}"), &[]);
        check_uses("kosti-games", r#"{"name": "kosti-engine", "path": "x", "kind": "dev"}"#, &[]);
        let refusal = "a/Cargo.toml: kosti-rules must not use kosti-engine: xtask/src/layers.rs";
        check_uses("kosti-rules", &format!("{dice}, {engine}"), &[refusal]);
        check_uses(
            "kosti-cards",
            "",
            &["a/Cargo.toml: kosti-cards is not in the table of xtask/src/layers.rs"],
        );
    }

    #[test]
    fn pure_packages_reach_pure_packages_only() {
        let tree = "kosti-rules v0.1.0 (/x)\ngetrandom v0.4.3\nrandom v1.0.0\nkosti-games v0.1.0 (/x)\ngetrandom v0.4.3\n";
        let message =
            |name| format!("Cargo.toml: a pure package reaches {name}; `cargo tree -i {name}` says which");
        assert_eq!(impure_packages(tree), ["getrandom", "kosti-games"].map(message));
    }

    #[test]
    fn hosted_packages_bring_no_clock_and_no_files() {
        let tree = "kosti-app v0.1.0 (/x)\ntokio v1.54.1\nrusqlite v0.41.1\njiff v0.2.39\n";
        let message =
            "Cargo.toml: a package for every host reaches rusqlite; `cargo tree -i rusqlite` says which";
        assert_eq!(unhosted_packages(tree), [message]);
    }
}
