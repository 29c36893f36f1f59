//! The files of the repository, as git sees them.

use std::collections::{BTreeMap, BTreeSet};
use std::path::Path;

use crate::source::Source;

/// Every file that is tracked or could be: paths from the root, with `/`, to text.
#[derive(Debug, Default)]
pub(crate) struct Repo {
    files: BTreeMap<String, String>,
}

impl Repo {
    /// Reads what git lists. New files count before they are added, ignored and deleted ones do not.
    pub(crate) fn load(root: &Path) -> anyhow::Result<Self> {
        let mut git = crate::command(root, "git");
        // A clone may belong to another user than the one who checks it.
        git.args(["-c", "safe.directory=*"]);
        git.args(["ls-files", "-z", "--cached", "--others", "--exclude-standard"]);
        let listed = crate::output(&mut git)?;
        let mut files = BTreeMap::new();
        for path in listed.split_terminator('\0') {
            if let Ok(bytes) = std::fs::read(root.join(path)) {
                files.insert(path.to_owned(), String::from_utf8_lossy(&bytes).into_owned());
            }
        }
        anyhow::ensure!(!files.is_empty(), "git lists no files in {}", root.display());
        Ok(Self { files })
    }

    pub(crate) fn text(&self, path: &str) -> Option<&str> {
        self.files.get(path).map(String::as_str)
    }

    pub(crate) fn files(&self) -> impl Iterator<Item = (&str, &str)> {
        self.files.iter().map(|(path, text)| (path.as_str(), text.as_str()))
    }

    pub(crate) fn rust_files(&self) -> impl Iterator<Item = (&str, &str)> {
        self.files().filter(|(path, _)| path.ends_with(".rs"))
    }

    /// The Rust that ships: no `tests` directories, not the tests' own crate, no files that only `#[cfg(test)]` includes.
    pub(crate) fn production(&self) -> Vec<(&str, Source)> {
        let sources: Vec<_> = self
            .rust_files()
            .filter(|(path, _)| !path.split('/').any(|part| matches!(part, "tests" | "testkit")))
            .map(|(path, text)| (path, Source::read(text)))
            .collect();
        let tests: BTreeSet<String> =
            sources.iter().flat_map(|(path, source)| source.test_modules(path)).collect();
        let only_tests = |path: &str| {
            tests.iter().any(|test| path.strip_prefix(test.as_str()).is_some_and(is_module_file))
        };
        sources.into_iter().filter(|(path, _)| !only_tests(path)).collect()
    }

    /// Whether a clone has this file, or this directory.
    pub(crate) fn has(&self, path: &str) -> bool {
        let directory = format!("{path}/");
        path.is_empty()
            || self.files.contains_key(path)
            || self
                .files
                .range(directory.clone()..)
                .next()
                .is_some_and(|(file, _)| file.starts_with(&directory))
    }
}

/// What may follow a module's path: its own file, or a file below it.
fn is_module_file(rest: &str) -> bool {
    rest == ".rs" || rest.starts_with('/')
}

/// A repository in memory, for tests.
#[cfg(test)]
pub(crate) fn repo<const N: usize>(files: [(&str, &str); N]) -> Repo {
    Repo { files: files.map(|(path, text)| (path.to_owned(), text.to_owned())).into() }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn directories_are_known_by_their_files() {
        let repo = repo([("crates/dice/src/lib.rs", ""), ("crates/dice.md", "")]);
        assert!(repo.has("crates/dice") && repo.has("crates/dice/src/lib.rs") && repo.has(""));
        assert!(!repo.has("crates/di") && !repo.has("crates/dice/src/li") && !repo.has("src"));
    }

    #[test]
    fn production_leaves_out_test_files() {
        let repo = repo([
            ("crates/a/src/lib.rs", "#[cfg(test)]\nmod checks;\nmod checks_more;"),
            ("crates/a/src/checks.rs", ""),
            ("crates/a/src/checks/deep.rs", ""),
            ("crates/a/src/checks_more.rs", ""),
            ("crates/a/tests/whole.rs", ""),
            ("crates/testkit/src/lib.rs", ""),
            ("README.md", ""),
        ]);
        let paths: Vec<_> = repo.production().into_iter().map(|(path, _)| path).collect();
        assert_eq!(paths, ["crates/a/src/checks_more.rs", "crates/a/src/lib.rs"]);
    }

    #[test]
    fn loads_this_repository() {
        let repo = Repo::load(&crate::root().unwrap()).unwrap();
        assert!(repo.has("xtask/src/repo.rs") && repo.has("Cargo.toml"));
        assert!(!repo.has("target"));
    }
}
