//! `cargo xtask tidy`: the rules of this repository that no compiler checks.

use std::path::Path;

use anyhow::Context as _;

use crate::{documents, features, layers, members, msrv};

/// Text that no file may have: an extended regular expression, the files it is looked for in, what is wrong with it.
const FORBIDDEN: &[(&str, &str, &str)] = &[
    (r"(#\[|cfg_attr\(.*|//[/!] ```.*)ignore", "*.rs", "a test that is ignored proves nothing"),
    (r"(^|[^][:alnum:]_.~*})>-])/(work|root|home)/", "*", "a path of one machine"),
];

/// Prints every violation, then fails if there was one.
pub(crate) fn tidy(root: &Path) -> anyhow::Result<()> {
    let members = members::load(root)?;
    let violations = [
        layers::check(root, &members)?,
        documents::unnamed_packages(root, &members)?,
        documents::dead_paths(root)?,
        documents::dead_links(root)?,
        forbidden_texts(root)?,
        named_games(root)?,
        features::check(root)?,
        msrv::check(root)?,
    ]
    .concat();
    for violation in &violations {
        println!("{violation}");
    }
    anyhow::ensure!(violations.is_empty(), "tidy found violations: {}", violations.len());
    Ok(())
}

fn forbidden_texts(root: &Path) -> anyhow::Result<Vec<String>> {
    let mut violations = Vec::new();
    for (pattern, files, why) in FORBIDDEN {
        let found = grep(root, &[], pattern, &[files])?;
        violations.extend(found.into_iter().map(|place| format!("{place} ({why})")));
    }
    Ok(violations)
}

/// No Rust code knows a game by name; only tests do, in directories of their own.
fn named_games(root: &Path) -> anyhow::Result<Vec<String>> {
    let mut games = Vec::new();
    for entry in std::fs::read_dir(root.join("games"))? {
        let name = entry?.file_name().into_string().ok();
        games.extend(name.and_then(|name| Some(name.strip_suffix(".toml")?.to_owned())));
    }
    anyhow::ensure!(!games.is_empty(), "games has no rules files");
    let pattern = format!("\"({})\"", games.join("|"));
    let found = grep(
        root,
        &[],
        &pattern,
        &[
            "*.rs",
            ":!tests/*",
            ":!*/tests/*",
            ":!crates/test-server/*",
            ":!crates/testkit/*",
            ":!crates/fuzz/*",
        ],
    )?;
    Ok(found.into_iter().map(|place| format!("{place} (Rust code names a game)")).collect())
}

/// `file:line:text` of every match in files that git tracks, or would.
pub(crate) fn grep(
    root: &Path,
    options: &[&str],
    pattern: &str,
    files: &[&str],
) -> anyhow::Result<Vec<String>> {
    let mut git = crate::command(root, "git");
    // A clone may belong to another user than the one who checks it.
    git.args(["-c", "safe.directory=*", "grep", "--untracked", "--line-number", "-I", "--extended-regexp"]);
    let output =
        git.args(options).args(["-e", pattern, "--"]).args(files).output().context("git does not start")?;
    // 1 says that nothing was found.
    let complaint = String::from_utf8_lossy(&output.stderr);
    anyhow::ensure!(matches!(output.status.code(), Some(0 | 1)), "{git:?} failed: {}", complaint.trim());
    Ok(String::from_utf8_lossy(&output.stdout).lines().map(str::to_owned).collect())
}

#[cfg(test)]
mod tests {
    use super::*;

    /// The violations of a repository with these files, without what is said about them.
    #[track_caller]
    fn check(files: &[(&str, &str)], expected: &[&str]) {
        let root = tempfile::tempdir().unwrap();
        crate::output(crate::command(root.path(), "git").arg("init")).unwrap();
        for (path, text) in [("games/pig.toml", ""), ("crates/dice/Cargo.toml", "")].iter().chain(files) {
            let path = root.path().join(path);
            std::fs::create_dir_all(path.parent().unwrap()).unwrap();
            std::fs::write(path, text).unwrap();
        }
        let root = root.path();
        let found = [forbidden_texts(root), named_games(root), documents::dead_paths(root)]
            .map(Result::unwrap)
            .concat();
        let place = |violation: &String| violation.splitn(3, ':').take(2).collect::<Vec<_>>().join(":");
        let places: Vec<_> = found.iter().map(place).collect();
        assert_eq!(places, expected, "{found:?}");
    }

    #[test]
    fn forbidden_texts_are_found() {
        for text in
            ["#[IGNORE]", "#[IGNORE = \"slow\"]", "#[cfg_attr(windows, IGNORE)]", "/// ```rust,IGNORE"]
        {
            // In capitals, so that this file passes.
            let text = text.replace("IGNORE", "ignore");
            check(&[("tests/a.rs", &format!("\n{text}\nfn f() {{}}")), ("a.md", &text)], &["tests/a.rs:2"]);
        }
        check(&[("src/a.rs", "fn ignore() {}")], &[]);
    }

    #[test]
    fn paths_of_one_machine_are_found() {
        let path = concat!("/ho", "me/x");
        for text in [path.to_owned(), format!("see `{path}`"), format!("file://{path}")] {
            check(&[("a.md", &text)], &["a.md:1"]);
        }
        for text in [format!("crates{path}"), format!("${{HOME}}{path}"), format!("..{path}")] {
            check(&[("a.md", &text)], &[]);
        }
    }

    #[test]
    fn names_of_games_are_for_tests() {
        let text = "\nconst A: &str = \"pig\";";
        check(
            &[("src/a.rs", text), ("tests/a.rs", text), ("crates/a/src/tests/b.rs", text)],
            &["src/a.rs:2"],
        );
        check(&[("src/a.rs", "const A: &str = \"pig first\";")], &[]);
    }

    #[test]
    fn paths_in_documents_exist() {
        let text =
            "`crates/dice/Cargo.toml`, `games/`, `text/html`, `target/x`, `games/*.toml`\n`games/boar.toml`";
        check(&[("docs/a.md", text)], &["docs/a.md:2"]);
    }
}
