//! `cargo xtask tidy`: the rules of this repository that no compiler checks.

use std::path::Path;

use crate::repo::Repo;
use crate::violation::Violation;
use crate::{documents, games, layers, leftovers, length, members, purity};

/// Reports every violation, then fails if there was one.
pub(crate) fn tidy(root: &Path) -> anyhow::Result<()> {
    let repo = Repo::load(root)?;
    for warning in length::warned(&repo) {
        println!("warning: {warning}");
    }
    let violations = violations(root, &repo)?;
    for violation in &violations {
        println!("{violation}");
    }
    match violations.len() {
        0 => Ok(()),
        1 => anyhow::bail!("tidy found 1 violation"),
        count => anyhow::bail!("tidy found {count} violations"),
    }
}

fn violations(root: &Path, repo: &Repo) -> anyhow::Result<Vec<Violation>> {
    let members = members::load(root)?;
    let mut violations = [
        layers::check(root, repo, &members)?,
        purity::check(repo, &members),
        documents::missing(repo),
        documents::unnamed_members(repo, &members),
        documents::unnamed_dependencies(repo, &members),
        documents::dead_paths(repo),
        games::check(repo),
        length::refused(repo),
        leftovers::unfinished(repo),
        leftovers::machine_paths(repo),
    ]
    .concat();
    violations.sort();
    Ok(violations)
}
