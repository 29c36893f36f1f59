//! The packages of the workspace, as cargo reads their manifests.

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
