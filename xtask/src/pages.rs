//! The tests of the pages in Chromium: what npm brings for them, and the two steps that run them.

#[cfg(unix)]
use std::os::unix::fs::symlink;
#[cfg(windows)]
use std::os::windows::fs::symlink_dir as symlink;
use std::path::{Path, PathBuf};
use std::process::{Child, Command};

use anyhow::Context as _;
use serde_json::Value;

use crate::{compile, members, passed, web};

const TESTS: &str = "tests/browser";
/// Names the whole workspace and a test: with other features than the tests have everything would be built once more.
const BUILD: &str = "build --workspace --bin kosti --test kosti --locked";
/// The package whose program the pages come from, and what it is built from beside its packages.
const SERVER: &str = "kosti-server";
const BESIDE: [&str; 7] =
    ["Cargo.", "build.rs", "src/main.rs", "src/serve.rs", "games/", "locales/", "tests/browser/"];
const MODULES: &str = "tests/browser/node_modules";
/// The scripts of the pages, and how they are checked: as Chromium runs them, not as node does.
const SCRIPTS: &str = "crates/web/assets";
const SCRIPTS_PROJECT: &str = "tests/browser/assets.tsconfig.json";
/// The scripts of the application without a server: those of workers have other globals than those of pages.
const WORKER_PROJECTS: [&str; 2] =
    ["tests/browser/worker.tsconfig.json", "tests/browser/solver.tsconfig.json"];

/// Installs what `package.json` names below the target directory; nothing happens when it is there.
pub(crate) fn install(root: &Path) -> anyhow::Result<()> {
    let wanted = std::fs::read_to_string(root.join(TESTS).join("package.json"))?;
    let place = crate::target(root)?.join("tmp").join("browser");
    let stamp = place.join("installed");
    if std::fs::read_to_string(&stamp).ok().as_ref() != Some(&wanted) {
        println!("installing {} from npm", packages(&wanted)?.join(", "));
        std::fs::create_dir_all(&place)?;
        std::fs::write(place.join("package.json"), &wanted)?;
        let mut npm = crate::command(&place, "npm");
        npm.args(["install", "--no-package-lock", "--ignore-scripts", "--no-audit", "--no-fund"]);
        npm.args(["--loglevel", "error"]);
        succeed(&mut npm)
            .context("npm's packages cannot be installed, and the pages are tested with them")?;
        std::fs::write(stamp, wanted)?;
    }
    link(&place.join("node_modules"), &root.join(MODULES))
}

/// The names of what a `package.json` asks for.
fn packages(manifest: &str) -> anyhow::Result<Vec<String>> {
    let manifest: Value = serde_json::from_str(manifest)?;
    let packages = manifest["dependencies"].as_object().context("package.json has no dependencies")?;
    Ok(packages.keys().cloned().collect())
}

/// Node, tsc and editors look for modules beside the files that import them.
fn link(modules: &Path, link: &Path) -> anyhow::Result<()> {
    if std::fs::read_link(link).is_ok_and(|to| to == modules) {
        return Ok(());
    }
    let _ = std::fs::remove_file(link);
    symlink(modules, link).with_context(|| format!("no link at {}", link.display()))
}

/// Type-checks the tests, and the scripts of the pages.
pub(crate) fn types(root: &Path) -> anyhow::Result<()> {
    let tsc = Path::new(MODULES).join("typescript/bin/tsc");
    let scripts = !files(&root.join(SCRIPTS), ".js")?.is_empty();
    let projects = [Some(TESTS), scripts.then_some(SCRIPTS_PROJECT)].into_iter().flatten();
    for project in projects.chain(WORKER_PROJECTS) {
        succeed(crate::command(root, "node").arg(&tsc).args(["--project", project]))?;
    }
    Ok(())
}

/// Runs the tests of these names, or all.
pub(crate) fn browser(
    root: &Path,
    program: &Path,
    names: &[&str],
    environment: &[(&str, String)],
) -> anyhow::Result<()> {
    node(root, program, names, environment)?.map_or(Ok(()), |mut node| succeed(&mut node))
}

/// Tests in the browser that run beside something else.
#[derive(Debug)]
pub(crate) struct InBackground {
    node: Child,
    /// What they print.
    output: PathBuf,
}

/// Starts all tests; what they print is shown when they are waited for.
pub(crate) fn start_browser(
    root: &Path,
    program: &Path,
    environment: &[(&str, String)],
) -> anyhow::Result<InBackground> {
    let output = crate::target(root)?.join("tmp").join("browser.log");
    let file = std::fs::File::create(&output)?;
    let mut node = node(root, program, &[], environment)?.context("every test is left out")?;
    let node = node.stderr(file.try_clone()?).stdout(file).spawn().context("node does not start")?;
    Ok(InBackground { node, output })
}

impl InBackground {
    /// Waits for the end.
    pub(crate) fn finish(mut self) -> anyhow::Result<()> {
        println!("waiting for the tests in the browser: {}", self.output.display());
        let status = self.node.wait()?;
        print!("{}", std::fs::read_to_string(&self.output)?);
        anyhow::ensure!(status.success(), "{status}");
        Ok(())
    }
}

/// The files on which the tests in the browser depend: those of the packages of the server, and the tests.
pub(crate) fn sources(root: &Path) -> anyhow::Result<Vec<PathBuf>> {
    let folders = members::with_dependencies(&members::load(root)?, SERVER);
    let is_source = |name: &str| {
        let of_program = folders.iter().any(|folder| name.starts_with(&format!("{folder}/")))
            && !["/tests/", "/benches/", "/examples/"].iter().any(|part| name.contains(part));
        of_program || BESIDE.iter().any(|start| name.starts_with(start))
    };
    passed::sources(root, is_source)
}

/// Whether a test needs the files of `cargo xtask web`.
pub(crate) fn needs_web(test: &str) -> bool {
    test.starts_with("offline")
}

/// The command that runs the tests of these names, or all; none if all of them are left out.
fn node(
    root: &Path,
    program: &Path,
    names: &[&str],
    environment: &[(&str, String)],
) -> anyhow::Result<Option<Command>> {
    let has_web = environment.iter().any(|(name, _)| *name == web::VARIABLE);
    let mut tests = chosen(files(&root.join(TESTS), ".test.mjs")?, names)?;
    tests.retain(|test| has_web || !needs_web(test));
    if tests.is_empty() {
        return Ok(None);
    }
    let mut node = crate::command(root, "node");
    // The time is for a file; what hangs must not hang for ever.
    node.args(["--test", "--test-concurrency=2", "--test-timeout=3600000", "--test-reporter=spec"]);
    node.args(tests.iter().map(|test| Path::new(TESTS).join(test)));
    node.envs(environment.iter().map(|(name, value)| (name, value)));
    node.env("KOSTI", program).env("KOSTI_SCREENSHOTS", crate::target(root)?.join("screenshots"));
    Ok(Some(node))
}

/// Builds the program if it has changed, and returns its place.
pub(crate) fn program(root: &Path) -> anyhow::Result<PathBuf> {
    compile::read_messages(root, BUILD)?.program.context("cargo does not say where it put the program")
}

/// The tests that bear one of these names, or begin with one and a hyphen; all if there are no names.
fn chosen(tests: Vec<String>, names: &[&str]) -> anyhow::Result<Vec<String>> {
    let is_named = |name: &str, test: &str| {
        test.strip_prefix(name).is_some_and(|rest| rest == ".test.mjs" || rest.starts_with('-'))
    };
    if let Some(name) = names.iter().find(|name| !tests.iter().any(|test| is_named(name, test))) {
        anyhow::bail!("there is no {TESTS}/{name}.test.mjs");
    }
    let is_chosen = |test: &String| names.is_empty() || names.iter().any(|name| is_named(name, test));
    let chosen: Vec<_> = tests.into_iter().filter(is_chosen).collect();
    anyhow::ensure!(!chosen.is_empty(), "{TESTS} has no tests");
    Ok(chosen)
}

/// Names of files in a directory that end so, in order; none if there is no directory.
fn files(directory: &Path, ending: &str) -> anyhow::Result<Vec<String>> {
    if !directory.exists() {
        return Ok(Vec::new());
    }
    let mut names = Vec::new();
    for entry in std::fs::read_dir(directory)? {
        names.extend(entry?.file_name().into_string().ok().filter(|name| name.ends_with(ending)));
    }
    names.sort();
    Ok(names)
}

fn succeed(command: &mut Command) -> anyhow::Result<()> {
    let status = command.status().with_context(|| format!("{command:?} does not start"))?;
    anyhow::ensure!(status.success(), "{status}");
    Ok(())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn packages_are_named() {
        let manifest = r#"{"private": true, "dependencies": {"typescript": "7.0.2", "axe-core": "4.14.0"}}"#;
        assert_eq!(packages(manifest).unwrap(), ["typescript", "axe-core"]);
        assert!(packages("{}").is_err());
    }

    #[test]
    fn versions_are_exact() {
        let path = crate::root().unwrap().join(TESTS).join("package.json");
        let manifest: Value = serde_json::from_str(&std::fs::read_to_string(path).unwrap()).unwrap();
        for (name, version) in manifest["dependencies"].as_object().unwrap() {
            let version = version.as_str().unwrap();
            assert!(version.chars().all(|c| c.is_ascii_digit() || c == '.'), "{name} {version}");
        }
    }

    #[test]
    fn tests_are_chosen_by_name() {
        let tests = || vec!["docs.test.mjs".to_owned(), "table.test.mjs".to_owned()];
        assert_eq!(chosen(tests(), &[]).unwrap(), tests());
        assert_eq!(chosen(tests(), &["table"]).unwrap(), ["table.test.mjs"]);
        let parts =
            || ["faces", "offline", "offline-storage"].map(|name| format!("{name}.test.mjs")).to_vec();
        assert_eq!(chosen(parts(), &["offline"]).unwrap(), parts()[1..]);
        let error = chosen(tests(), &["tabel"]).unwrap_err();
        assert_eq!(error.to_string(), "there is no tests/browser/tabel.test.mjs");
        assert!(chosen(Vec::new(), &[]).is_err());
    }

    #[test]
    fn no_directory_has_no_files() {
        assert!(files(Path::new("kosti-has-no-such-directory"), ".js").unwrap().is_empty());
        let here = files(&crate::root().unwrap().join("xtask"), ".toml").unwrap();
        assert_eq!(here, ["Cargo.toml"]);
    }
}
