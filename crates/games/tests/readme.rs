//! The two references say what is so. games/README.md: every block is a sound file, every key of the language is
//! there, every proof exists. docs/record.md: every record is read and written back as it stands.

use std::collections::BTreeSet;
use std::path::{Path, PathBuf};
use std::sync::Arc;

use kosti_engine::{Record, Tags};
use kosti_rules::{Faults, Rules, RulesFile, limits};
use serde_json::Value;

fn path(path: &str) -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("../..").join(path)
}

fn read(file: &str) -> String {
    std::fs::read_to_string(path(file)).unwrap_or_else(|error| panic!("{file}: {error}"))
}

/// A fenced block: what stands behind the fence, the line of the fence, the lines within.
struct Block {
    info: String,
    line: usize,
    text: String,
}

/// The fenced blocks, and the lines outside of them.
fn split(text: &str) -> (Vec<Block>, Vec<&str>) {
    let (mut blocks, mut outside) = (Vec::new(), Vec::new());
    let mut open: Option<Block> = None;
    for (i, line) in text.lines().enumerate() {
        match (line.strip_prefix("```"), &mut open) {
            (Some(info), None) => {
                open = Some(Block { info: info.to_owned(), line: i + 1, text: String::new() });
            }
            (Some(_), Some(_)) => blocks.extend(open.take()),
            (None, Some(block)) => block.text += &format!("{line}\n"),
            (None, None) => outside.push(line),
        }
    }
    assert!(open.is_none(), "a block is not closed");
    (blocks, outside)
}

fn code_spans(line: &str) -> impl Iterator<Item = &str> {
    line.split('`').skip(1).step_by(2)
}

/// A block as a whole file. Fragments are the keys of one box, or parts of a score-sheet game or of a race.
fn whole_file(info: &str, text: &str) -> Option<String> {
    const GAME: &str = "name = \"Wrapped\"\ndice = 5\n";
    match info {
        "toml" | "toml step" => Some(text.to_owned()),
        "toml box" => Some(format!("{GAME}throws = 3\neach-box.unfit = \"zero\"\n[box.this]\n{text}")),
        "toml sheet" => Some(format!("{GAME}throws = 3\n{text}[box.rest]\nscore = \"all-dice\"\n")),
        "toml race" => {
            let race =
                "[race]\ntarget = 1000\n[race.combination.single]\nneeds = { alike = 1 }\npoints = 10\n";
            Some(format!("{GAME}{race}{text}"))
        }
        _ => None,
    }
}

fn check(info: &str, text: &str) -> Result<(), Faults> {
    let file = whole_file(info, text).unwrap_or_else(|| panic!("no kind of block: ```{info}"));
    RulesFile::read("readme", &file).check()
}

#[test]
fn every_block_is_sound() {
    let readme = read("games/README.md");
    let (blocks, _) = split(&readme);
    assert!(blocks.len() >= 15);
    let mut steps = String::new();
    for block in blocks {
        // What a command prints is compared where the commands are tested.
        if block.info == "console" {
            continue;
        }
        // Steps are added to each other, and the file is sound after each.
        let text = if block.info == "toml step" {
            steps += &block.text;
            &steps
        } else {
            &block.text
        };
        if let Err(faults) = check(&block.info, text) {
            panic!("games/README.md, the block in line {}: {:?}", block.line, faults.0);
        }
    }
}

#[test]
fn a_wrong_block_is_found() {
    for (info, text) in [
        ("toml", "name = \"No game\"\ndice = 5\n"),
        ("toml box", "needs = { alike = 6 }\nscore = \"all-dice\"\n"),
        ("toml box", "score = \"all-dice\"\nexample = [{ dice = [1, 1, 1, 1, 1], score = 6 }]\n"),
        ("toml sheet", "[box.a]\nneeds = { alike = 2 }\nscore = \"combination\"\n"),
        ("toml race", "[race.double]\naside = 4\nblank = \"may-bank\"\n"),
    ] {
        assert!(check(info, text).is_err(), "```{info}\n{text}");
    }
}

#[test]
fn the_game_that_is_built_has_steps() {
    let readme = read("games/README.md");
    let steps: Vec<Block> = split(&readme).0.into_iter().filter(|block| block.info == "toml step").collect();
    assert!(steps.len() >= 4, "{}", steps.len());
    let whole: String = steps.iter().map(|step| step.text.as_str()).collect();
    assert_eq!(RulesFile::read("dinner", &whole).variants().len(), 2);
}

/// Every key and every word of the language, out of the schema.
fn language() -> BTreeSet<String> {
    fn walk(value: &Value, found: &mut BTreeSet<String>) {
        match value {
            Value::Object(object) => {
                let keys = object.get("properties").and_then(Value::as_object);
                found.extend(keys.into_iter().flat_map(|keys| keys.keys().cloned()));
                let words = object.get("enum").and_then(Value::as_array).into_iter().flatten();
                found.extend(words.chain(object.get("const")).filter_map(Value::as_str).map(str::to_owned));
                object.values().for_each(|value| walk(value, found));
            }
            Value::Array(values) => values.iter().for_each(|value| walk(value, found)),
            _ => {}
        }
    }
    let mut found = BTreeSet::new();
    walk(&kosti_rules::schema(), &mut found);
    assert!(found.len() > 80, "the schema has changed its form");
    found
}

#[test]
fn every_key_is_explained() {
    let readme = read("games/README.md");
    let (reference, _proofs) = readme.split_once("\n## Where each rule is proven").unwrap();
    let (blocks, outside) = split(reference);
    let in_blocks = blocks
        .iter()
        .flat_map(|block| block.text.lines())
        .map(|line| line.split_once('#').map_or(line, |(code, _comment)| code));
    let known: BTreeSet<&str> = in_blocks
        .chain(outside.iter().flat_map(|line| code_spans(line)))
        .flat_map(|code| code.split(|c: char| !c.is_ascii_lowercase() && c != '-'))
        .collect();
    let missing: Vec<String> = language().into_iter().filter(|word| !known.contains(word.as_str())).collect();
    assert!(missing.is_empty(), "games/README.md does not mention {missing:?}");
}

#[test]
fn limits_and_merged_tables_are_the_real_ones() {
    let readme = read("games/README.md");
    for number in [
        limits::MOST_BYTES / 1024,
        limits::MOST_BOXES,
        limits::MOST_SEATS.into(),
        limits::MOST_THROWS.into(),
        limits::MOST_FILLS.into(),
        usize::try_from(limits::MOST_POINTS).unwrap(),
        limits::MOST_CELLS,
        limits::MOST_CELLS * 4,
        limits::MOST_VARIANTS,
        limits::MOST_CELLS_IN_ALL,
        limits::MOST_PARTS,
    ] {
        let limits = readme.split("\n## ").find(|section| section.starts_with("Limits")).unwrap();
        assert!(limits.replace(',', "").contains(&format!(" {number} ")), "limit {number}");
    }
    let (_, outside) = split(&readme);
    let spans: BTreeSet<&str> = outside.iter().flat_map(|line| code_spans(line)).collect();
    let merged = read("crates/rules/src/house.rs");
    let sections: Vec<String> = merged
        .lines()
        .filter(|line| line.starts_with("    &["))
        .map(|line| line.split('"').skip(1).step_by(2).collect::<Vec<_>>().join("."))
        .collect();
    assert!(sections.len() > 10, "house.rs has changed its form");
    for section in sections {
        assert!(spans.contains(section.as_str()), "`{section}` is merged");
    }
}

/// Whether a proof that the tables name is there.
fn is_proof(proof: &str, variants: &[Rules]) -> bool {
    if let Some((file, test)) = proof.split_once("::") {
        let text = read(&format!("crates/engine/tests/{file}.rs"));
        return text.contains(&format!("fn {test}("));
    }
    if let Some(questions) = proof.strip_prefix("reference ") {
        return ["a", "b", "c", "d", "e"].contains(&questions);
    }
    variants.iter().any(|rules| match (proof.split_once(' '), rules.sheet(), rules.race()) {
        (None, Some(sheet), _) if proof == "sheet-example" => !sheet.examples.is_empty(),
        (Some((id, dice)), Some(sheet), _) => sheet
            .slot(id)
            .is_some_and(|slot| sheet.slots[slot].examples.iter().any(|e| e.dice.to_string() == dice)),
        (None, _, Some(race)) => race.examples.iter().any(|e| e.dice.to_string() == proof),
        _ => false,
    })
}

#[test]
fn every_proof_is_there() {
    let readme = read("games/README.md");
    let proven =
        readme.split("\n## ").find(|section| section.starts_with("Where each rule is proven")).unwrap();
    let mut games = BTreeSet::new();
    for section in proven.split("\n### ").skip(1) {
        let heading = section.lines().next().unwrap();
        let id = code_spans(heading).next().and_then(|file| file.strip_suffix(".toml")).unwrap();
        let file = kosti_games::file(id).unwrap();
        let variants: Vec<Rules> = file.variants().iter().map(|house| file.rules(house).unwrap()).collect();
        games.insert(id);
        for line in section.lines().filter(|line| line.starts_with("| ")).skip(1) {
            let proofs: Vec<&str> = line.rsplit('|').nth(1).into_iter().flat_map(code_spans).collect();
            assert!(!proofs.is_empty(), "{heading}: {line}");
            for proof in proofs {
                assert!(is_proof(proof, &variants), "{heading}: there is no `{proof}`");
            }
        }
    }
    assert!(games.len() >= 7);
}

#[test]
fn every_record_is_written_as_it_was_read() {
    let text = read("docs/record.md");
    let (blocks, _) = split(&text);
    let records: Vec<&Block> = blocks.iter().filter(|block| block.info == "record").collect();
    for block in &records {
        let at = |what: &dyn std::fmt::Display| format!("docs/record.md, line {}: {what}", block.line);
        let tags = Tags::parse(&block.text).unwrap_or_else(|fault| panic!("{}", at(&fault)));
        let file = kosti_games::file(&tags.game).unwrap();
        let rules = file.rules(&tags.house).unwrap_or_else(|error| panic!("{}", at(&error)));
        let record = Record::parse(&block.text, Arc::new(rules)).unwrap_or_else(|f| panic!("{}", at(&f)));
        assert_eq!(record.to_string(), block.text, "{}", at(&"not as it is written"));
    }
    // Between them they show everything that can be said.
    for phrase in [
        "lot ",
        ": threw ",
        ", kept ",
        "kept nothing",
        ", scored ",
        ", crossed out ",
        ", joker ",
        ", took it back",
        ", set aside ",
        ", banked ",
        ", bust",
        ", wins by ",
        " left\n",
        " came back\n",
        " corrected ",
        "[Winner ",
        "[Result \"*\"]",
    ] {
        assert!(records.iter().any(|block| block.text.contains(phrase)), "no record shows {phrase:?}");
    }
}
