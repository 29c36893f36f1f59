//! Puts every rules file of games/ into the program, so that no code names one.

use std::env;
use std::fmt::Write as _;
use std::fs;
use std::path::Path;

fn main() {
    let games = Path::new(&env::var("CARGO_MANIFEST_DIR").expect("set by cargo")).join("../../games");
    println!("cargo::rerun-if-changed={}", games.display());
    let mut files: Vec<_> = fs::read_dir(&games)
        .expect("games/ is there")
        .map(|entry| entry.expect("games/ can be listed").path())
        .filter(|path| path.extension().is_some_and(|extension| extension == "toml"))
        .collect();
    files.sort();
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
