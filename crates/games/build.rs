//! Puts every rules file of games/ into the program, so that no code names one.

use std::env;
use std::fmt::Write as _;
use std::fs;
use std::path::{Path, PathBuf};

/// The first words of the comment that such a file has.
const SEEDS: &str = "# From seeds/";

fn main() {
    let games = Path::new(&env::var("CARGO_MANIFEST_DIR").expect("set by cargo")).join("../../games");
    println!("cargo::rerun-if-changed={}", games.display());
    let mut files: Vec<_> = fs::read_dir(&games)
        .expect("games/ is there")
        .map(|entry| entry.expect("games/ can be listed").path())
        .filter(|path| path.extension().is_some_and(|extension| extension == "toml"))
        .collect();
    // Those that the project began with come first, the others after them.
    let seeds = |path: &PathBuf| {
        let text = fs::read_to_string(path).expect("it can be read");
        text.lines().any(|line| line.starts_with(SEEDS))
    };
    files.sort_by_cached_key(|path| (!seeds(path), path.clone()));
    let mut code = String::from("&[\n");
    for path in files {
        let path = path.canonicalize().expect("it was just listed");
        let id = path.file_stem().expect("it has a name").to_string_lossy();
        writeln!(code, "    ({id:?}, include_str!({:?})),", path.to_string_lossy()).expect("to memory");
    }
    code.push(']');
    let out = Path::new(&env::var("OUT_DIR").expect("set by cargo")).join("games.rs");
    fs::write(out, code).expect("the output directory can be written");
}
