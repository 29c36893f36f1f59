//! `kosti ask`: questions and answers as JSON, one a line.

use std::io::{self, BufRead, BufReader, Read as _, Write as _};
use std::process::ExitCode;

use anyhow::Result;
use kosti_ask::{AskError, Desk};
use kosti_rules::RulesFile;
use kosti_words::{Language, Words};
use serde_json::{Map, Value};

use crate::failure::Failure;
use crate::game;
use crate::out::Out;
use crate::progress::Bar;

/// The longest line that is read.
const MOST_BYTES: u64 = 1 << 20;

pub(crate) fn run(out: &mut Out) -> Result<ExitCode> {
    let desk = desk(out.language());
    let mut input = BufReader::new(io::stdin().lock());
    let mut line = Vec::new();
    loop {
        line.clear();
        let read = input.by_ref().take(MOST_BYTES + 1).read_until(b'\n', &mut line)?;
        if read == 0 {
            return Ok(ExitCode::SUCCESS);
        }
        let answer = if read as u64 > MOST_BYTES && !line.ends_with(b"\n") {
            skip_line(&mut input)?;
            AskError::TooLong { most: MOST_BYTES as usize }.to_json(desk.words()).to_string()
        } else {
            match std::str::from_utf8(&line) {
                Ok(text) => desk.answer(text),
                Err(error) => {
                    AskError::BadJson { message: error.to_string() }.to_json(desk.words()).to_string()
                }
            }
        };
        writeln!(out.writer(), "{answer}")?;
        // Whoever waits for this answer before asking on gets it; who has asked more already is not slowed down.
        if !input.buffer().contains(&b'\n') {
            out.flush()?;
        }
    }
}

/// Reads past the end of the line, holding none of it.
fn skip_line(input: &mut impl BufRead) -> Result<()> {
    loop {
        let chunk = input.fill_buf()?;
        if chunk.is_empty() {
            return Ok(());
        }
        let end = chunk.iter().position(|&byte| byte == b'\n');
        let used = end.map_or(chunk.len(), |at| at + 1);
        input.consume(used);
        if end.is_some() {
            return Ok(());
        }
    }
}

/// One question of our own, or why it has no answer. Options that were not given are null, and not asked.
pub(crate) fn one(out: &Out, request: &Value) -> Result<Value> {
    let given = request.as_object().into_iter().flatten().filter(|(_, value)| !value.is_null());
    let request: Map<String, Value> = given.map(|(name, value)| (name.clone(), value.clone())).collect();
    let bar = Bar::new();
    let shown = bar.clone();
    let answer = desk(out.language())
        .watched(move |share| shown.show(share))
        .answer(&Value::Object(request).to_string());
    bar.clear();
    let answer: Value = serde_json::from_str(&answer).expect("answers are JSON");
    match answer.pointer("/error/message").and_then(Value::as_str) {
        Some(message) => Err(Failure::new(message).into()),
        None => Ok(answer),
    }
}

fn desk(language: &str) -> Desk<impl Fn(&str) -> Option<RulesFile> + use<>> {
    let words = || Words::new(Language::from_tag(language).unwrap_or_default());
    let finder = words();
    Desk::new(kosti_games::ids().collect(), words(), move |game: &str| game::find(game, &finder).ok())
}
