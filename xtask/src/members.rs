//! The packages of the workspace, as cargo reads their manifests.

use std::collections::BTreeSet;
use std::path::{Path, PathBuf};

use anyhow::Context as _;
use serde::Deserialize;

#[derive(Deserialize)]
struct Metadata {
    workspace_root: PathBuf,
    packages: Vec<Member>,
}

/// One package of the workspace.
#[derive(Deserialize)]
pub(crate) struct Member {
    pub(crate) name: String,
    /// From the root of the repository.
    pub(crate) manifest_path: PathBuf,
    pub(crate) dependencies: Vec<Dependency>,
}

/// A direct dependency.
#[derive(Deserialize)]
pub(crate) struct Dependency {
    pub(crate) name: String,
    /// `dev`, `build`, or nothing for the ordinary kind.
    pub(crate) kind: Option<String>,
    /// Where a package of this workspace lies.
    pub(crate) path: Option<PathBuf>,
}

pub(crate) fn load(root: &Path) -> anyhow::Result<Vec<Member>> {
    let mut cargo = crate::cargo(root);
    cargo.args(["metadata", "--no-deps", "--locked", "--format-version", "1"]);
    let Metadata { workspace_root, mut packages } = serde_json::from_str(&crate::output(&mut cargo)?)
        .context("cargo metadata says something unexpected")?;
    for package in &mut packages {
        package.manifest_path = package.manifest_path.strip_prefix(&workspace_root)?.to_owned();
    }
    Ok(packages)
}

/// The folders of a package and of all packages of this workspace that it is built from.
pub(crate) fn with_dependencies(members: &[Member], name: &str) -> BTreeSet<String> {
    let mut found = BTreeSet::new();
    let mut names = vec![name];
    while let Some(name) = names.pop() {
        let Some(member) = members.iter().find(|member| member.name == name) else { continue };
        let folder = member.manifest_path.parent().unwrap_or(Path::new(""));
        if found.insert(folder.to_string_lossy().into_owned()) {
            let used = member.dependencies.iter().filter(|used| used.kind.as_deref() != Some("dev"));
            names.extend(used.map(|used| used.name.as_str()));
        }
    }
    found
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_package_is_built_from_others() {
        let members = load(&crate::root().unwrap()).unwrap();
        let server = with_dependencies(&members, "kosti-server");
        for folder in ["crates/server", "crates/web", "crates/dice"] {
            assert!(server.contains(folder), "{folder}: {server:?}");
        }
        for folder in ["crates/terminal", "crates/testkit", "xtask"] {
            assert!(!server.contains(folder), "{folder}: {server:?}");
        }
    }
}
