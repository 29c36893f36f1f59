//! Runs every target on its corpus, which keeps the inputs that broke something once.

#![allow(clippy::print_stdout, clippy::unwrap_used, reason = "a test may fail, and prints the input")]

use std::path::{Path, PathBuf};

use kosti_fuzz::TARGETS;

fn corpus() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("../../fuzz/corpus")
}

#[track_caller]
fn replay(name: &str) {
    let (_, target) = TARGETS.iter().find(|(known, _)| *known == name).unwrap();
    let directory = corpus().join(name);
    let files = std::fs::read_dir(&directory).unwrap_or_else(|why| panic!("{}: {why}", directory.display()));
    let mut count = 0;
    for file in files {
        let path = file.unwrap().path();
        // The harness shows it when the target panics.
        println!("{}", path.display());
        target(&std::fs::read(&path).unwrap());
        count += 1;
    }
    assert!(count > 0, "{} is empty", directory.display());
}

#[test]
fn rules() {
    replay("rules");
}

#[test]
fn record() {
    replay("record");
}

#[test]
fn journal() {
    replay("journal");
}

#[test]
fn ask() {
    replay("ask");
}

#[test]
fn http() {
    replay("http");
}

#[test]
fn every_target_has_a_corpus_and_the_other_way_round() {
    let mut names: Vec<_> = TARGETS.iter().map(|(name, _)| (*name).to_owned()).collect();
    let directories = std::fs::read_dir(corpus()).unwrap();
    let mut found: Vec<_> =
        directories.map(|entry| entry.unwrap().file_name().into_string().unwrap()).collect();
    names.sort();
    found.sort();
    assert_eq!(names, found);
}
