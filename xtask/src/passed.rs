//! Remembers in the target directory what has passed, so that a step whose inputs have not changed is not repeated.

use std::collections::BTreeSet;
use std::collections::hash_map::DefaultHasher;
use std::hash::{Hash as _, Hasher as _};
use std::path::{Path, PathBuf};

use anyhow::Context as _;

/// What has passed, by a fingerprint of its inputs.
#[derive(Debug)]
pub(crate) struct Passed {
    file: PathBuf,
    keys: BTreeSet<String>,
}

impl Passed {
    /// Reads what has passed; nothing, if `fresh`.
    pub(crate) fn read(root: &Path, fresh: bool) -> anyhow::Result<Self> {
        let file = crate::target(root)?.join("tmp").join("passed.txt");
        let text = if fresh { String::new() } else { std::fs::read_to_string(&file).unwrap_or_default() };
        Ok(Self { file, keys: text.lines().map(str::to_owned).collect() })
    }

    pub(crate) fn contains(&self, key: &str) -> bool {
        self.keys.contains(key)
    }

    /// Adds a key; an older fingerprint of the same name is forgotten.
    pub(crate) fn add(&mut self, key: &str) -> anyhow::Result<()> {
        let name = |key: &str| key.split(' ').next().map(str::to_owned);
        self.keys.retain(|old| name(old) != name(key));
        self.keys.insert(key.to_owned());
        let parent = self.file.parent().context("the file lies in a directory")?;
        std::fs::create_dir_all(parent)?;
        let text: String = self.keys.iter().map(|key| format!("{key}\n")).collect();
        Ok(std::fs::write(&self.file, text)?)
    }
}

/// A key of a name and of the state of files: path, length and time of the last change.
pub(crate) fn key(name: &str, files: impl IntoIterator<Item = PathBuf>) -> anyhow::Result<String> {
    let mut hasher = DefaultHasher::new();
    for file in files {
        let state = std::fs::metadata(&file).with_context(|| format!("no {}", file.display()))?;
        (&file, state.len(), state.modified()?).hash(&mut hasher);
    }
    Ok(format!("{name} {:016x}", hasher.finish()))
}

/// The files of the repository with one of these beginnings, in order; without those that are deleted.
pub(crate) fn sources(root: &Path, wanted: impl Fn(&str) -> bool) -> anyhow::Result<Vec<PathBuf>> {
    let mut git = crate::command(root, "git");
    git.args(["ls-files", "--cached", "--others", "--exclude-standard", "-z"]);
    let listed = crate::output(&mut git)?;
    let files: BTreeSet<PathBuf> = listed
        .split('\0')
        .filter(|name| !name.is_empty() && wanted(name))
        .map(|name| root.join(name))
        .collect();
    Ok(files.into_iter().filter(|file| file.is_file()).collect())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_newest_state_of_each_name_is_remembered() {
        let directory = tempfile::tempdir().unwrap();
        let file = directory.path().join("tmp/passed.txt");
        let mut passed = Passed { file: file.clone(), keys: BTreeSet::new() };
        for key in ["browser 1", "docs 1", "browser 2"] {
            passed.add(key).unwrap();
        }
        assert_eq!(std::fs::read_to_string(file).unwrap(), "browser 2\ndocs 1\n");
        assert!(passed.contains("browser 2") && !passed.contains("browser 1"));
    }

    #[test]
    fn a_changed_file_changes_the_key() {
        let directory = tempfile::tempdir().unwrap();
        let file = directory.path().join("program");
        std::fs::write(&file, "one").unwrap();
        let before = key("docs", [file.clone()]).unwrap();
        assert_eq!(before, key("docs", [file.clone()]).unwrap());
        std::fs::write(&file, "three").unwrap();
        assert_ne!(before, key("docs", [file]).unwrap());
        assert!(key("docs", [directory.path().join("none")]).is_err());
    }
}
