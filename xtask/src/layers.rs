//! Which package may use which: dependencies point one way.

use std::path::Path;

use crate::members::Member;
use crate::repo::Repo;
use crate::violation::Violation;

/// What a package may use of this workspace, directly or through others.
enum Uses {
    Only(&'static [&'static str]),
    All,
}

struct Layer {
    package: &'static str,
    uses: Uses,
    /// No I/O, no clock, no randomness.
    pure: bool,
}

const fn pure(package: &'static str, uses: &'static [&'static str]) -> Layer {
    Layer { package, uses: Uses::Only(uses), pure: true }
}

const fn plain(package: &'static str, uses: &'static [&'static str]) -> Layer {
    Layer { package, uses: Uses::Only(uses), pure: false }
}

const fn top(package: &'static str) -> Layer {
    Layer { package, uses: Uses::All, pure: false }
}

/// The table. A new package gets a line here before it can be merged.
const LAYERS: &[Layer] = &[
    pure("kosti-dice", &[]),
    pure("kosti-rules", &["kosti-dice"]),
    pure("kosti-engine", &["kosti-dice", "kosti-rules"]),
    pure("kosti-solver", &["kosti-dice", "kosti-rules", "kosti-engine"]),
    pure("kosti-coach", &["kosti-dice", "kosti-rules", "kosti-engine", "kosti-solver"]),
    plain("kosti-games", &["kosti-dice", "kosti-rules"]),
    plain("kosti-words", &["kosti-dice", "kosti-rules", "kosti-engine"]),
    plain(
        "kosti-ask",
        &["kosti-dice", "kosti-rules", "kosti-engine", "kosti-solver", "kosti-coach", "kosti-words"],
    ),
    plain("kosti-journal", &[]),
    pure("kosti-table", &["kosti-dice", "kosti-rules", "kosti-engine", "kosti-solver", "kosti-coach"]),
    plain(
        "kosti-lists",
        &[
            "kosti-dice",
            "kosti-rules",
            "kosti-engine",
            "kosti-solver",
            "kosti-coach",
            "kosti-table",
            "kosti-journal",
        ],
    ),
    top("kosti-site"),
    top("kosti-terminal"),
    top("kosti-testkit"),
    top("kosti"),
    plain("xtask", &[]),
];

/// Packages from outside that a pure package must not reach: randomness, clocks, files, network.
const IMPURE: &[&str] = &[
    "async-std",
    "axum",
    "chrono",
    "fastrand",
    "getrandom",
    "hyper",
    "jiff",
    "mio",
    "nix",
    "rand",
    "reqwest",
    "rusqlite",
    "rustix",
    "smol",
    "socket2",
    "sqlx",
    "sys-locale",
    "tempfile",
    "time",
    "tokio",
    "ureq",
];

/// Asks cargo what each member uses, and judges it.
pub(crate) fn check(root: &Path, repo: &Repo, members: &[Member]) -> anyhow::Result<Vec<Violation>> {
    let mut violations = Vec::new();
    for member in members {
        let mut cargo = crate::cargo(root);
        cargo.args(["tree", "--locked", "-p", &member.name]);
        cargo.args(["-e", "normal", "--prefix", "none", "--format", "{p}"]);
        violations.extend(judge(member, &crate::output(&mut cargo)?, members, repo));
    }
    Ok(violations)
}

pub(crate) fn is_pure(package: &str) -> bool {
    LAYERS.iter().any(|layer| layer.package == package && layer.pure)
}

/// What is wrong with a member, given the output of `cargo tree` for it.
fn judge(member: &Member, tree: &str, members: &[Member], repo: &Repo) -> Vec<Violation> {
    let manifest = member.manifest();
    let Some(layer) = LAYERS.iter().find(|layer| layer.package == member.name) else {
        let message = format!("{} is not in the table of xtask/src/layers.rs", member.name);
        return vec![Violation::new(&manifest, 1, message)];
    };
    let mut used: Vec<&str> = tree.lines().filter_map(|line| line.split_whitespace().next()).collect();
    used.sort_unstable();
    used.dedup();
    let refusal = |name: &&str| {
        let inside = members.iter().any(|other| other.name == *name) && *name != member.name;
        match layer.uses {
            Uses::Only(allowed) if inside && !allowed.contains(name) => Some(allowance(allowed)),
            _ if layer.pure && IMPURE.contains(name) => {
                Some("it does no I/O and owns no randomness".to_owned())
            }
            _ => None,
        }
    };
    used.iter()
        .filter_map(|name| Some((name, refusal(name)?)))
        .map(|(name, why)| {
            let message = format!("{} must not use {name}, directly or through others: {why}", member.name);
            Violation::new(&manifest, declaration_line(repo, &manifest, name), message)
        })
        .collect()
}

fn allowance(allowed: &[&str]) -> String {
    if allowed.is_empty() {
        "it may use nothing of this workspace".to_owned()
    } else {
        format!("of this workspace it may use {}", allowed.join(", "))
    }
}

/// The line of a manifest that asks for a dependency, or the first if it comes through another.
pub(crate) fn declaration_line(repo: &Repo, manifest: &str, dependency: &str) -> usize {
    let declares = |line: &str| {
        line.trim_start().strip_prefix(dependency).is_some_and(|rest| rest.starts_with(['.', ' ', '=']))
    };
    repo.text(manifest).and_then(|text| text.lines().position(declares)).map_or(1, |index| index + 1)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::members::member_of;
    use crate::repo::repo;
    use crate::violation::lines;

    #[track_caller]
    fn judged(package: &str, tree: &str) -> Vec<String> {
        let members = [
            member_of("kosti-dice", "crates/dice", &[]),
            member_of("kosti-rules", "crates/rules", &[]),
            member_of("kosti-site", "crates/site", &[]),
            member_of("kosti-cards", "crates/cards", &[]),
        ];
        let repo = repo([(
            "crates/dice/Cargo.toml",
            "[dependencies]\nkosti-rules-more = \"1\"\nkosti-rules.workspace = true\n",
        )]);
        let member = members.iter().find(|member| member.name == package).unwrap();
        lines(&judge(member, tree, &members, &repo))
    }

    #[test]
    fn the_right_way_is_fine() {
        let tree = "kosti-rules v0.1.0 (/x/crates/rules)\nkosti-dice v0.1.0 (/x/crates/dice)\nserde v1.0.0\n";
        assert!(judged("kosti-rules", tree).is_empty());
        assert!(judged("kosti-site", &format!("kosti-site v0.1.0 (/x)\n{tree}tokio v1.0.0\n")).is_empty());
    }

    #[test]
    fn the_wrong_way_is_not() {
        let tree = "kosti-dice v0.1.0 (/x)\nkosti-rules v0.1.0 (/x)\nkosti-rules v0.1.0 (/x) (*)\n";
        assert_eq!(
            judged("kosti-dice", tree),
            ["crates/dice/Cargo.toml:3: kosti-dice must not use kosti-rules, directly or through others: \
              it may use nothing of this workspace"]
        );
    }

    #[test]
    fn pure_packages_reach_no_randomness() {
        assert_eq!(
            judged("kosti-rules", "kosti-rules v0.1.0 (/x)\nahash v1.0.0\ngetrandom v0.4.3\nrandom v1.0.0\n"),
            ["crates/rules/Cargo.toml:1: kosti-rules must not use getrandom, directly or through others: \
              it does no I/O and owns no randomness"]
        );
    }

    #[test]
    fn an_unknown_package_is_refused() {
        assert_eq!(
            judged("kosti-cards", ""),
            ["crates/cards/Cargo.toml:1: kosti-cards is not in the table of xtask/src/layers.rs"]
        );
    }

    #[test]
    fn the_table_points_one_way() {
        for layer in LAYERS {
            let Uses::Only(uses) = layer.uses else { continue };
            for name in uses {
                let below = LAYERS.iter().find(|other| other.package == *name).unwrap();
                let Uses::Only(deeper) = below.uses else { panic!("{} uses a top package", layer.package) };
                assert!(deeper.iter().all(|name| uses.contains(name)), "{} is not closed", layer.package);
                assert!(!deeper.contains(&layer.package), "{} and {name} use each other", layer.package);
                assert!(!layer.pure || below.pure, "{} is pure, {name} is not", layer.package);
            }
        }
    }
}
