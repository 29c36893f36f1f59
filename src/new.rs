//! `kosti new`: writes a rules file to start from. At a terminal it asks for the kind of game; a script gives options
//! or takes the defaults.

use std::fs::OpenOptions;
use std::io::{self, BufRead, ErrorKind, IsTerminal as _, Write};
use std::path::{Path, PathBuf};
use std::process::ExitCode;

use anyhow::Result;
use kosti_rules::{Faults, RulesFile};
use kosti_text::{Kind, Language, Start, Words};

use crate::args::NewArgs;
use crate::dialogue::Dialogue;
use crate::failure::Failure;
use crate::out::Out;

pub(crate) fn run(args: &NewArgs, out: &mut Out) -> Result<ExitCode> {
    if let Some(path) = args.file.as_deref().filter(|path| path.exists()) {
        return Err(Failure::new(exists(path, &out.words)).into());
    }
    let asks = args.is_silent() && io::stdin().is_terminal() && io::stdout().is_terminal();
    let language = Language::from_tag(out.language()).unwrap_or_default();
    let (start, path) = if asks {
        let (input, output) = (io::stdin().lock(), io::stdout().lock());
        ask_for_start(args, language, &mut Dialogue { words: &out.words, input, output })?
    } else {
        let start = start_from_args(args, &out.words)?;
        let path = args.file.clone().unwrap_or_else(|| file_of(&start.name));
        (start, path)
    };
    let text = start.text(language);
    if let Err(faults) = RulesFile::read("new", &text).check() {
        return Err(Failure::usage(describe_fault(&start, &faults, &out.words)).into());
    }
    write(&path, &text, &out.words)?;
    let text = out.say("new-written", &[("file", path.display().to_string().into())]);
    out.line(&text)?;
    Ok(ExitCode::SUCCESS)
}

/// The start from the options.
fn start_from_args(args: &NewArgs, words: &Words) -> Result<Start> {
    let race = match args.kind.as_deref() {
        Some(kind) => kind == "race",
        None => args.target.is_some(),
    };
    let usual = Start::of(if race { Kind::Race } else { Kind::Sheet });
    if race && args.throws.is_some() {
        return Err(Failure::usage(words.say("new-no-throws", &[])).into());
    }
    if !race && args.target.is_some() {
        return Err(Failure::usage(words.say("new-no-target", &[])).into());
    }
    if race && args.players.is_some_and(|players| players < 2) {
        return Err(Failure::usage(words.say("new-race-players", &[])).into());
    }
    let small = |said: Option<u32>, usual: u8| said.map_or(usual, |said| said as u8);
    Ok(Start {
        name: args.name.clone().unwrap_or_else(|| words.say("new-name", &[])),
        dice: small(args.dice, usual.dice),
        sides: small(args.sides, usual.sides),
        throws: small(args.throws, usual.throws),
        target: args.target.unwrap_or(usual.target),
        players: small(args.players, usual.players),
        ..usual
    })
}

/// Asks for the start and the file.
fn ask_for_start<R: BufRead, W: Write>(
    args: &NewArgs,
    language: Language,
    to: &mut Dialogue<'_, R, W>,
) -> Result<(Start, PathBuf)> {
    let words = to.words;
    let say = |id: &str| words.say(id, &[]);
    let wrong = say("new-not-a-kind");
    let kind = to.ask(&say("new-ask-kind"), "1", |answer| match answer {
        "1" => Ok(Kind::Sheet),
        "2" => Ok(Kind::Race),
        other if say("new-kind-sheet").starts_with(&other.to_lowercase()) => Ok(Kind::Sheet),
        other if say("new-kind-race").starts_with(&other.to_lowercase()) => Ok(Kind::Race),
        _ => Err(wrong.clone()),
    })?;
    let usual = Start::of(kind);
    let name = to.ask(&say("new-ask-name"), &say("new-name"), |answer| Ok(answer.to_owned()))?;
    let mut start = Start { name, ..usual };
    loop {
        start.dice = to.number(&say("new-ask-dice"), start.dice.into(), 1, 8)? as u8;
        start.sides = to.number(&say("new-ask-sides"), start.sides.into(), 2, 12)? as u8;
        match RulesFile::read("new", &start.text(language)).check() {
            Ok(()) => break,
            Err(faults) => writeln!(to.output, "{}", describe_fault(&start, &faults, words))?,
        }
        (start.dice, start.sides) = (5, 6);
    }
    match kind {
        Kind::Sheet => start.throws = to.number(&say("new-ask-throws"), start.throws.into(), 1, 9)? as u8,
        Kind::Race => start.target = to.number(&say("new-ask-target"), start.target, 10, 10_000)?,
    }
    let least = if kind == Kind::Race { 2 } else { 1 };
    start.players = to.number(&say("new-ask-players"), start.players.into(), least, 64)? as u8;
    let path = match &args.file {
        Some(path) => path.clone(),
        None => {
            let usual = file_of(&start.name).display().to_string();
            to.ask(&say("new-ask-file"), &usual, |answer| {
                let path = PathBuf::from(answer);
                if path.exists() { Err(exists(&path, words)) } else { Ok(path) }
            })?
        }
    };
    Ok((start, path))
}

/// A file named after the game, or `my-game.toml` if the name has no ASCII letters or digits.
fn file_of(name: &str) -> PathBuf {
    let letters = |c: char| if c.is_ascii_alphanumeric() { c.to_ascii_lowercase() } else { '-' };
    let id: String = name.chars().map(letters).collect();
    let words: Vec<&str> = id.split('-').filter(|word| !word.is_empty()).collect();
    let id = if words.is_empty() { "my-game".to_owned() } else { words.join("-") };
    PathBuf::from(id + ".toml")
}

fn describe_fault(start: &Start, faults: &Faults, words: &Words) -> String {
    let why = faults.0.first().map_or_else(String::new, |fault| words.describe_fault(&fault.kind).0);
    words.say(
        "new-too-much",
        &[("dice", start.dice.into()), ("sides", start.sides.into()), ("why", why.into())],
    )
}

fn exists(path: &Path, words: &Words) -> String {
    words.say("new-exists", &[("file", path.display().to_string().into())])
}

/// Writes a new file.
fn write(path: &Path, text: &str, words: &Words) -> Result<()> {
    let opened = OpenOptions::new().write(true).create_new(true).open(path);
    opened.and_then(|mut file| file.write_all(text.as_bytes())).map_err(|error| {
        let file = path.display().to_string();
        let message = match error.kind() {
            ErrorKind::AlreadyExists => exists(path, words),
            _ => words.say("file-unwritable", &[("file", file.into()), ("why", error.to_string().into())]),
        };
        Failure::new(message).into()
    })
}
