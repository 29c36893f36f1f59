//! The pure packages name no file, socket, clock, environment or process. `cargo tree` cannot see the standard
//! library, so this looks at the sources.

use crate::layers;
use crate::members::Member;
use crate::repo::Repo;
use crate::source::{Source, line_of, word_at};
use crate::violation::Violation;

/// Modules of `std` that touch the world.
const MODULES: &[&str] = &["env", "fs", "net", "process", "time"];

/// Names that read a clock however they were imported.
const NAMES: &[&str] = &["SystemTime", "Instant::now"];

pub(crate) fn check(repo: &Repo, members: &[Member]) -> Vec<Violation> {
    let pure: Vec<String> = members
        .iter()
        .filter(|member| layers::is_pure(&member.name))
        .map(|member| format!("{}/src/", member.directory))
        .collect();
    repo.production()
        .iter()
        .filter(|(path, _)| pure.iter().any(|directory| path.starts_with(directory.as_str())))
        .flat_map(|(path, source)| impurities(path, source))
        .collect()
}

fn impurities(path: &str, source: &Source) -> Vec<Violation> {
    let text = &source.bare;
    let modules = MODULES.iter().map(|module| format!("std::{module}"));
    let names = NAMES.iter().map(|&name| name.to_owned());
    let mut found: Vec<(usize, String)> = modules
        .chain(names)
        .flat_map(|name| word_at(text, &name).map(|at| (at, name.clone())).collect::<Vec<_>>())
        .collect();
    found.extend(grouped(text));
    found.sort();
    found
        .into_iter()
        .map(|(at, name)| {
            let message = format!("`{name}` in a package that does no I/O and reads no clock");
            Violation::new(path, line_of(text, at), message)
        })
        .collect()
}

/// The same modules in `std::{…}`.
fn grouped(text: &str) -> Vec<(usize, String)> {
    let mut found = Vec::new();
    for (group, opening) in text.match_indices("std::{") {
        let start = group + opening.len();
        let (mut depth, mut name_start) = (0_usize, start);
        for (at, c) in text[start..].char_indices().map(|(at, c)| (start + at, c)) {
            if depth == 0 && matches!(c, ',' | ':' | '}') {
                let name = text[name_start..at].trim_start();
                if let Some(module) = MODULES.iter().find(|&&module| name.split(' ').next() == Some(module)) {
                    found.push((at - name.len(), format!("std::{module}")));
                }
            }
            match c {
                '{' => depth += 1,
                '}' if depth == 0 => break,
                '}' => depth -= 1,
                _ => {}
            }
            if depth == 0 && c == ',' {
                name_start = at + 1;
            }
        }
    }
    found
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::members::member_of;
    use crate::repo::repo;
    use crate::violation::lines;

    #[track_caller]
    fn check_source(text: &str, expected: &[&str]) {
        let members =
            [member_of("kosti-dice", "crates/dice", &[]), member_of("kosti-site", "crates/site", &[])];
        let repo = repo([
            ("crates/dice/src/lib.rs", text),
            ("crates/dice/tests/whole.rs", "use std::fs;"),
            ("crates/dice/build.rs", "use std::fs;"),
            ("crates/site/src/lib.rs", "use std::net::TcpListener;"),
        ]);
        let found = lines(&check(&repo, &members));
        let short: Vec<_> = found.iter().map(|line| line.split(" in a ").next().unwrap()).collect();
        assert_eq!(short, expected);
    }

    #[test]
    fn quiet_code_passes() {
        check_source(
            "// std::fs\nuse std::fmt;\nconst A: &str = \"std::fs\";\nuse std::{fmt, iter::{self, env}};",
            &[],
        );
        check_source("#[cfg(test)]\nmod tests {\n use std::time::Instant;\n}", &[]);
    }

    #[test]
    fn the_world_is_found() {
        check_source(
            "use std::fmt;\nuse std::fs::File;\nfn f() { let t = Instant::now(); }",
            &["crates/dice/src/lib.rs:2: `std::fs`", "crates/dice/src/lib.rs:3: `Instant::now`"],
        );
        check_source("fn f() { std::env::var(\"A\"); }", &["crates/dice/src/lib.rs:1: `std::env`"]);
    }

    #[test]
    fn groups_are_seen_through() {
        check_source(
            "use std::{\n    collections::{BTreeMap, fs},\n    env,\n    time::Duration,\n    process as p,\n};",
            &[
                "crates/dice/src/lib.rs:3: `std::env`",
                "crates/dice/src/lib.rs:4: `std::time`",
                "crates/dice/src/lib.rs:5: `std::process`",
            ],
        );
    }
}
