//! The documents are a map: they name what is there, and nothing that is not.

use std::collections::BTreeMap;

use crate::layers::declaration_line;
use crate::members::Member;
use crate::repo::Repo;
use crate::violation::Violation;

const MAP: &str = "ARCHITECTURE.md";
const REQUIRED: &[&str] = &[MAP, "README.md", "CONTRIBUTING.md", "games/README.md"];

/// First parts of what has a `/` and is no path: media types, and what a build makes.
const NOT_OURS: &[&str] = &["application", "audio", "font", "image", "multipart", "target", "text", "video"];

pub(crate) fn missing(repo: &Repo) -> Vec<Violation> {
    let absent = REQUIRED.iter().filter(|path| !repo.has(path));
    absent.map(|path| Violation::new(path, 1, "there is no such document")).collect()
}

/// The map names every member of the workspace, the package at the root as `src/`.
pub(crate) fn unnamed_members(repo: &Repo, members: &[Member]) -> Vec<Violation> {
    let Some(map) = repo.text(MAP) else { return Vec::new() };
    let path = |member: &Member| match member.directory.as_str() {
        "" => "src".to_owned(),
        directory => directory.to_owned(),
    };
    members
        .iter()
        .filter(|member| !names(map, &path(member)))
        .map(|member| {
            Violation::new(MAP, 1, format!("does not name `{}`, the package {}", path(member), member.name))
        })
        .collect()
}

/// The map names every package from outside that a manifest asks for.
pub(crate) fn unnamed_dependencies(repo: &Repo, members: &[Member]) -> Vec<Violation> {
    let Some(map) = repo.text(MAP) else { return Vec::new() };
    let mut asked_by = BTreeMap::new();
    for member in members {
        for name in &member.outside {
            asked_by.entry(name).or_insert(member);
        }
    }
    asked_by
        .into_iter()
        .filter(|(name, _)| !names(map, name))
        .map(|(name, member)| {
            let manifest = member.manifest();
            let line = declaration_line(repo, &manifest, name);
            Violation::new(&manifest, line, format!("{MAP} does not name the dependency `{name}`"))
        })
        .collect()
}

/// Paths in backticks and relative links that lead nowhere.
pub(crate) fn dead_paths(repo: &Repo) -> Vec<Violation> {
    let is_checked =
        |path: &str| REQUIRED.contains(&path) || (path.starts_with("docs/") && path.ends_with(".md"));
    repo.files()
        .filter(|(path, _)| is_checked(path))
        .flat_map(|(path, text)| dead_paths_in(repo, path, text))
        .collect()
}

fn dead_paths_in(repo: &Repo, file: &str, text: &str) -> Vec<Violation> {
    let directory = file.rsplit_once('/').map_or("", |(directory, _)| directory);
    let alive = |from: &str, path: &str| resolve(from, path).is_some_and(|path| repo.has(&path));
    let mut violations = Vec::new();
    let mut fenced = false;
    for (index, line) in text.lines().enumerate() {
        if line.trim_start().starts_with("```") || line.trim_start().starts_with("~~~") {
            fenced = !fenced;
        }
        if fenced {
            continue;
        }
        let paths = code_spans(line).filter(|span| looks_like_path(span));
        let dead = paths.filter(|path| !alive("", path) && !alive(directory, path));
        violations.extend(dead.map(|path| (index, format!("`{path}` is not a path of this repository"))));
        let dead = links(line).filter(|link| match link.strip_prefix('/') {
            Some(path) => !alive("", path),
            None => !alive(directory, link),
        });
        violations.extend(dead.map(|link| (index, format!("the link to {link} leads nowhere"))));
    }
    violations.into_iter().map(|(index, message)| Violation::new(file, index + 1, message)).collect()
}

/// Whether the text has this name as a word of its own, not as a part of `another-name` or `file.name`.
fn names(text: &str, name: &str) -> bool {
    let joins = |c: char| c.is_alphanumeric() || c == '_' || c == '-';
    text.match_indices(name).any(|(at, _)| {
        let (before, after) = (&text[..at], &text[at + name.len()..]);
        !before.ends_with(joins) && !before.ends_with(['.', '/']) && !after.starts_with(joins)
    })
}

/// What stands between backticks on a line.
fn code_spans(line: &str) -> impl Iterator<Item = &str> {
    line.split('`').skip(1).step_by(2)
}

/// Where the links of a line lead, if to a file: `[text](path#part)` and `[name]: path`.
fn links(line: &str) -> impl Iterator<Item = &str> {
    let inline = line.split("](").skip(1).filter_map(|rest| rest.split([')', ' ']).next());
    let defined = line.trim_start().strip_prefix('[').and_then(|rest| rest.split_once("]: "));
    inline
        .chain(defined.map(|(_, target)| target.trim()))
        .filter(|target| !target.contains("://") && !target.starts_with("mailto:"))
        .map(|target| target.split('#').next().unwrap_or_default())
        .filter(|path| !path.is_empty())
}

fn looks_like_path(span: &str) -> bool {
    let known_ending =
        [".md", ".toml", ".rs"].iter().any(|ending| span.len() > ending.len() && span.ends_with(ending));
    let first = span.split('/').next().unwrap_or_default();
    let is_host = span.contains('/') && first.trim_start_matches('.').contains('.');
    (span.contains('/') || known_ending)
        && span.chars().all(|c| c.is_ascii_alphanumeric() || "_-./".contains(c))
        && span.contains(|c: char| c.is_ascii_alphabetic())
        && !span.starts_with(['/', '-'])
        && !is_host
        && !NOT_OURS.contains(&first)
        && !span.split('/').any(is_placeholder)
}

/// `NAME` in `games/NAME.toml`; not `README.md` and `LICENSE-MIT`, which are written so.
fn is_placeholder(part: &str) -> bool {
    let stem = part.split('.').next().unwrap_or_default();
    stem.contains(|c: char| c.is_ascii_uppercase())
        && !stem.contains(|c: char| c.is_ascii_lowercase())
        && !part.ends_with(".md")
        && !part.starts_with("LICENSE")
}

/// A path from the root, if it stays in the repository.
fn resolve(directory: &str, path: &str) -> Option<String> {
    let mut parts: Vec<&str> = Vec::new();
    for part in directory.split('/').chain(path.split('/')) {
        match part {
            "" | "." => {}
            ".." => drop(parts.pop()?),
            part => parts.push(part),
        }
    }
    Some(parts.join("/"))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::members::member_of;
    use crate::repo::repo;
    use crate::violation::lines;

    #[test]
    fn documents_must_exist() {
        let repo = repo([("README.md", ""), ("CONTRIBUTING.md", ""), ("games/README.md", "")]);
        assert_eq!(lines(&missing(&repo)), ["ARCHITECTURE.md:1: there is no such document"]);
    }

    #[test]
    fn members_must_be_on_the_map() {
        let members = [
            member_of("kosti", "", &[]),
            member_of("kosti-rules", "crates/rules", &[]),
            member_of("xtask", "xtask", &[]),
        ];
        let check = |map: &str| lines(&unnamed_members(&repo([(MAP, map)]), &members));
        assert!(check("`src/`, `crates/rules/` and `xtask`").is_empty());
        assert_eq!(
            check("`crates/dice/src/`, `crates/rules-more` and `xtask`"),
            [
                "ARCHITECTURE.md:1: does not name `src`, the package kosti",
                "ARCHITECTURE.md:1: does not name `crates/rules`, the package kosti-rules",
            ]
        );
    }

    #[test]
    fn dependencies_must_be_on_the_map() {
        let members =
            [member_of("a", "crates/a", &["serde", "toml"]), member_of("b", "crates/b", &["serde"])];
        let manifest =
            ("crates/a/Cargo.toml", "[dependencies]\nserde.workspace = true\ntoml.workspace = true\n");
        let check = |map: &str| lines(&unnamed_dependencies(&repo([(MAP, map), manifest]), &members));
        assert!(check("serde, `toml`.").is_empty());
        assert_eq!(
            check("serde_json; Cargo.toml"),
            [
                "crates/a/Cargo.toml:2: ARCHITECTURE.md does not name the dependency `serde`",
                "crates/a/Cargo.toml:3: ARCHITECTURE.md does not name the dependency `toml`",
            ]
        );
    }

    #[test]
    fn dead_paths_are_found() {
        let files =
            [("games/school.toml", ""), ("src/main.rs", ""), ("docs/play.md", "`gone.md` [here](#there)")];
        let [school, main, play] = files;
        let text = "`school.toml` and `src/main.rs`\n`src/gone.rs`\n```\n`also/gone`\n```\n\
                    [a](../src/main.rs#L1) [b](gone.md) [c](https://x.org/y) [d](/games)\n[e]: ../gone\n";
        let repo = repo([school, main, play, ("games/README.md", text), ("other.md", "`gone/too`")]);
        assert_eq!(
            lines(&dead_paths(&repo)),
            [
                "docs/play.md:1: `gone.md` is not a path of this repository",
                "games/README.md:2: `src/gone.rs` is not a path of this repository",
                "games/README.md:6: the link to gone.md leads nowhere",
                "games/README.md:7: the link to ../gone leads nowhere",
            ]
        );
    }

    #[test]
    fn paths_are_told_from_other_things() {
        for path in [
            "crates/rules",
            "src/",
            "README.md",
            "Cargo.toml",
            "./x.rs",
            "../a",
            ".ci/run",
            "docs/LICENSE-MIT",
        ] {
            assert!(looks_like_path(path), "{path}");
        }
        for other in [
            "games/*.toml",
            "games/NAME.toml",
            "https://x.org/y",
            "cargo xtask",
            "/api/tables",
            "1/6",
            "text/html",
            ".toml",
            "State::apply",
            "--a/b",
            "target/release/kosti",
            "x.org/t/1",
            "{a}/b",
            "school",
        ] {
            assert!(!looks_like_path(other), "{other}");
        }
    }

    #[test]
    fn nothing_outside_is_ours() {
        assert_eq!(resolve("games", "../src/").as_deref(), Some("src"));
        assert_eq!(resolve("games", "../../x"), None);
    }
}
