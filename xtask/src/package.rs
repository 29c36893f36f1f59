//! `cargo xtask package`: the crates meant for others can be packaged, and a package has every file it needs.

use std::collections::BTreeSet;
use std::path::{Component, Path, PathBuf};

use anyhow::Context as _;
use serde_json::Value;

/// A crate that may be published.
struct Crate {
    name: String,
    directory: PathBuf,
}

/// Packages every such crate without compiling it, and looks for files that its sources include and the package lacks.
pub(crate) fn check(root: &Path) -> anyhow::Result<()> {
    let crates = crates(root)?;
    // Offline: the index that the build has used is enough, and refreshing it takes longer than everything else.
    package(root, &crates, &["--no-verify", "--offline"])?;
    for each in &crates {
        let mut cargo = crate::cargo(root);
        cargo.args(["package", "--list", "--quiet", "--allow-dirty", "--locked", "-p", &each.name]);
        let listed = crate::output(&mut cargo)?;
        let files: BTreeSet<&str> = listed.lines().collect();
        for file in files.iter().filter(|file| file.ends_with(".rs")) {
            let text = std::fs::read_to_string(each.directory.join(file))
                .with_context(|| format!("{}: {file} cannot be read", each.name))?;
            if let Some(missing) = missing_include(file, &text, &files) {
                anyhow::bail!("the package of {} lacks {missing}, which {file} includes", each.name);
            }
        }
    }
    println!("{} crates can be packaged", crates.len());
    Ok(())
}

/// Packages every such crate, and compiles each package as it would be downloaded.
pub(crate) fn verify(root: &Path) -> anyhow::Result<()> {
    package(root, &crates(root)?, &[])
}

/// The members whose manifests do not forbid publishing.
fn crates(root: &Path) -> anyhow::Result<Vec<Crate>> {
    let mut cargo = crate::cargo(root);
    cargo.args(["metadata", "--no-deps", "--locked", "--format-version", "1"]);
    let metadata: Value = serde_json::from_str(&crate::output(&mut cargo)?)?;
    let packages = metadata["packages"].as_array().context("cargo metadata lists no packages")?;
    packages
        .iter()
        .filter(|package| package["publish"].is_null())
        .map(|package| {
            let name = package["name"].as_str().context("a package has no name")?.to_owned();
            let manifest = Path::new(package["manifest_path"].as_str().context("a package has no manifest")?);
            let directory = manifest.parent().context("a manifest lies in a directory")?.to_owned();
            Ok(Crate { name, directory })
        })
        .collect()
}

/// All of them at once: cargo lets a package that is not published yet use the others.
fn package(root: &Path, crates: &[Crate], options: &[&str]) -> anyhow::Result<()> {
    let mut cargo = crate::cargo(root);
    cargo.args(["package", "--quiet", "--allow-dirty", "--locked"]).args(options);
    for each in crates {
        cargo.args(["-p", &each.name]);
    }
    crate::output(&mut cargo).map(drop)
}

/// The first file that a source includes and that is not among the files of the package.
fn missing_include(source: &str, text: &str, files: &BTreeSet<&str>) -> Option<String> {
    let includes = ["include_str!(\"", "include_bytes!(\"", "include!(\""];
    let paths = includes.iter().flat_map(|include| text.split(include).skip(1));
    let mut paths = paths.filter_map(|rest| Some(rest.split_once('"')?.0));
    let path = paths.find(|path| resolve(source, path).is_none_or(|file| !files.contains(&*file)))?;
    Some(path.to_owned())
}

/// A path as a source writes it, from the root of the package; nothing where it leaves the package.
fn resolve(source: &str, included: &str) -> Option<String> {
    let mut parts: Vec<&str> = source.split('/').collect();
    parts.pop();
    for component in Path::new(included).components() {
        match component {
            Component::Normal(part) => parts.push(part.to_str()?),
            Component::ParentDir => drop(parts.pop()?),
            Component::CurDir => {}
            Component::RootDir | Component::Prefix(_) => return None,
        }
    }
    Some(parts.join("/"))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn missing(text: &str) -> Option<String> {
        missing_include("src/pages/mod.rs", text, &BTreeSet::from(["src/pages/a.css", "b.txt"]))
    }

    #[test]
    fn an_included_file_must_be_in_the_package() {
        assert_eq!(missing("include_str!(\"a.css\"); include_bytes!(\"./../../b.txt\")"), None);
        assert_eq!(missing("include_str!(\"a.css\"); include_str!(\"c.css\")").as_deref(), Some("c.css"));
        let outside = "../../../b.txt";
        assert_eq!(missing(&format!("include_bytes!(\"{outside}\")")).as_deref(), Some(outside));
    }

    #[test]
    fn the_libraries_are_for_others_and_the_program_is_not() {
        let names: Vec<_> =
            crates(&crate::root().unwrap()).unwrap().into_iter().map(|each| each.name).collect();
        assert!(names.iter().any(|name| name == "kosti-rules"), "{names:?}");
        assert!(names.iter().all(|name| name != "kosti" && name != "xtask"), "{names:?}");
    }
}
