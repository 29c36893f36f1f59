//! The documents are a map: they name what is there, and nothing that is not.

use std::collections::BTreeSet;
use std::path::Path;

use anyhow::Context as _;

use crate::members::Member;
use crate::{pages, tidy};

const MAP: &str = "ARCHITECTURE.md";
const LINK_CHECKER: &str = "tests/browser/node_modules/rumdl/bin/rumdl";

/// Links between documents that lead nowhere: to no file (MD057), or to no heading (MD051).
pub(crate) fn dead_links(root: &Path) -> anyhow::Result<Vec<String>> {
    pages::install(root)?;
    let mut rumdl = crate::command(root, "node");
    rumdl.args([
        LINK_CHECKER,
        "check",
        "--no-config",
        "--no-cache",
        "--quiet",
        "--enable",
        "MD051,MD057",
        ".",
    ]);
    let output = rumdl.output().context("node does not start")?;
    let text = String::from_utf8(output.stdout)?;
    anyhow::ensure!(
        output.status.success() || !text.is_empty(),
        "{LINK_CHECKER} failed: {}",
        String::from_utf8_lossy(&output.stderr)
    );
    Ok(text.lines().filter(|line| !line.is_empty()).map(str::to_owned).collect())
}

/// Paths in backticks, from the root, that do not exist.
pub(crate) fn dead_paths(root: &Path) -> anyhow::Result<Vec<String>> {
    let spans = tidy::grep(root, &["--only-matching"], "`[a-z.]+/[A-Za-z0-9_./-]+`", &["*.md"])?;
    let is_dead = |span: &String| {
        let path = span.split('`').nth(1).unwrap_or_default();
        let directory = path.split('/').next().unwrap_or_default();
        // What cargo builds is there sometimes; what begins with no directory of ours is no path.
        directory != "target" && root.join(directory).is_dir() && !root.join(path).exists()
    };
    Ok(spans.into_iter().filter(is_dead).map(|span| format!("{span} does not exist")).collect())
}

/// Packages of the workspace, and direct dependencies from outside, that have no row in a table of the map.
pub(crate) fn unnamed_packages(root: &Path, members: &[Member]) -> anyhow::Result<Vec<String>> {
    let map = std::fs::read_to_string(root.join(MAP)).context(MAP)?;
    let listed = row_names(&map);
    let mut wanted = BTreeSet::new();
    for member in members {
        let directory = member.manifest_path.parent().and_then(Path::to_str).context("a path is text")?;
        wanted.insert(if directory.is_empty() { "src" } else { directory });
        let outside = member.dependencies.iter().filter(|dependency| dependency.path.is_none());
        wanted.extend(outside.map(|dependency| dependency.name.as_str()));
    }
    Ok(wanted.difference(&listed).map(|name| format!("{MAP}: no table has a row for {name}")).collect())
}

/// What the first cells of all tables name: `a` and `b` in `| a, b | why |`.
fn row_names(document: &str) -> BTreeSet<&str> {
    let cells = document.lines().filter_map(|line| line.strip_prefix("| ")?.split(" |").next());
    cells.flat_map(|cell| cell.split(", ")).map(|name| name.trim_matches('`')).collect()
}
