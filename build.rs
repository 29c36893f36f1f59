//! Gives the program its version: that of the package and, in a git checkout, the commit it is built from.

use std::env;
use std::path::Path;
use std::process::Command;

fn main() {
    println!("cargo::rerun-if-changed=build.rs");
    let package = env::var("CARGO_PKG_VERSION").expect("set by cargo");
    // A package without a repository of its own may lie within somebody else's.
    let commit = if Path::new(".git").exists() { commit() } else { None };
    let version = commit.map_or(package.clone(), |commit| format!("{package} ({commit})"));
    println!("cargo::rustc-env=KOSTI_VERSION={version}");
}

/// Hash and date of the commit that is checked out; nothing where git cannot say.
fn commit() -> Option<String> {
    let commit = git(&["log", "-1", "--no-show-signature", "--abbrev=12", "--format=%h %cs"])?;
    // The reflog of a worktree grows with every commit and checkout there, and with nothing else, wherever refs are
    // stored. A repository may keep none.
    let reflog = ["logs/HEAD"].as_slice();
    let refs = ["HEAD", "refs/heads", "packed-refs"].as_slice();
    let watched = if git_path(reflog[0]).is_some() { reflog } else { refs };
    for path in watched.iter().filter_map(|name| git_path(name)) {
        println!("cargo::rerun-if-changed={path}");
    }
    Some(commit)
}

/// Where git keeps a file of this worktree. Cargo takes a watched file that is not there for a changed one.
fn git_path(name: &str) -> Option<String> {
    git(&["rev-parse", "--git-path", name]).filter(|path| Path::new(path).exists())
}

fn git(arguments: &[&str]) -> Option<String> {
    let mut git = Command::new("git");
    // A checkout may belong to another user than the one who builds it; a hook may name another repository.
    git.args(["-c", "safe.directory=*"]).args(arguments).env_remove("GIT_DIR").env_remove("GIT_WORK_TREE");
    let output = git.output().ok().filter(|output| output.status.success())?;
    Some(String::from_utf8(output.stdout).ok()?.trim().to_owned())
}
