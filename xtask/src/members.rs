//! The packages of the workspace, as cargo reads their manifests.

use std::collections::BTreeSet;
use std::path::Path;

use anyhow::Context as _;
use serde_json::Value;

/// One package of the workspace.
#[derive(Debug)]
pub(crate) struct Member {
    pub(crate) name: String,
    /// From the root of the repository, `""` for the package at the root.
    pub(crate) directory: String,
    /// Direct dependencies of every kind that come from outside.
    pub(crate) outside: BTreeSet<String>,
}

impl Member {
    pub(crate) fn manifest(&self) -> String {
        if self.directory.is_empty() {
            "Cargo.toml".to_owned()
        } else {
            format!("{}/Cargo.toml", self.directory)
        }
    }
}

pub(crate) fn load(root: &Path) -> anyhow::Result<Vec<Member>> {
    let mut cargo = crate::cargo(root);
    cargo.args(["metadata", "--no-deps", "--locked", "--format-version", "1"]);
    members(&crate::output(&mut cargo)?).context("cargo metadata says something unexpected")
}

fn members(metadata: &str) -> anyhow::Result<Vec<Member>> {
    let metadata: Value = serde_json::from_str(metadata)?;
    let root = text(&metadata, "workspace_root")?;
    list(&metadata, "packages")?.iter().map(|package| member(package, Path::new(root))).collect()
}

fn member(package: &Value, root: &Path) -> anyhow::Result<Member> {
    let manifest = Path::new(text(package, "manifest_path")?);
    let directory = manifest.parent().context("a manifest is in a directory")?.strip_prefix(root)?;
    let outside = list(package, "dependencies")?
        .iter()
        .filter(|dependency| dependency.get("path").is_none())
        .map(|dependency| text(dependency, "name").map(str::to_owned))
        .collect::<Result<_, _>>()?;
    Ok(Member {
        name: text(package, "name")?.to_owned(),
        directory: directory.to_string_lossy().replace('\\', "/"),
        outside,
    })
}

fn text<'a>(value: &'a Value, key: &str) -> anyhow::Result<&'a str> {
    value[key].as_str().with_context(|| format!("no text `{key}`"))
}

fn list<'a>(value: &'a Value, key: &str) -> anyhow::Result<&'a Vec<Value>> {
    value[key].as_array().with_context(|| format!("no list `{key}`"))
}

/// A member in memory, for tests.
#[cfg(test)]
pub(crate) fn member_of(name: &str, directory: &str, outside: &[&str]) -> Member {
    Member {
        name: name.to_owned(),
        directory: directory.to_owned(),
        outside: outside.iter().map(|&name| name.to_owned()).collect(),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn paths_are_from_the_root_and_inside_is_not_outside() {
        let members = members(
            r#"{"workspace_root": "/x", "packages": [
                {"name": "kosti", "manifest_path": "/x/Cargo.toml", "dependencies": []},
                {"name": "kosti-a", "manifest_path": "/x/crates/a/Cargo.toml", "dependencies": [
                    {"name": "serde", "kind": null}, {"name": "proptest", "kind": "dev"},
                    {"name": "kosti-b", "kind": null, "path": "/x/crates/b"}]}]}"#,
        )
        .unwrap();
        assert_eq!(members[0].manifest(), "Cargo.toml");
        assert_eq!(members[1].manifest(), "crates/a/Cargo.toml");
        assert!(members[1].outside.iter().eq(["proptest", "serde"]));
    }

    #[test]
    fn strange_metadata_is_an_error() {
        assert!(members("{}").is_err());
    }
}
