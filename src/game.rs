//! Finds a game by the id of a bundled one, or by the path of a rules file.

use std::fs::File;
use std::io::{self, Read as _};
use std::path::Path;

use anyhow::Result;
use kosti_rules::limits::MOST_BYTES;
use kosti_rules::{House, Rules, RulesError, RulesFile};
use kosti_text::{Language, Words};

use crate::args::GameArgs;
use crate::failure::Failure;
use crate::usage;

/// The rules file of a bundled game, or the one at this path.
pub(crate) fn find(game: &str, words: &Words) -> Result<RulesFile> {
    if let Some(file) = kosti_games::file(game) {
        return Ok(file);
    }
    let path = Path::new(game);
    if !path.exists() && path.extension().is_none() && path.components().count() == 1 {
        if let Some(file) = kosti_games::ids().filter_map(kosti_games::file).find(|file| is_named(file, game))
        {
            return Ok(file);
        }
        let known: Vec<&str> = kosti_games::ids().collect();
        let args = [("game", game.into()), ("known", known.join(", ").into())];
        let near = usage::find_similar(game, known.iter().copied());
        let near = near.map(|id| format!("; {}", words.say("usage-near", &[("near", id.into())])));
        let message = words.say("game-unknown", &args) + &near.unwrap_or_default();
        return Err(Failure::new(message).into());
    }
    read(path, words)
}

/// Whether the game has this name in any language.
fn is_named(file: &RulesFile, name: &str) -> bool {
    let name = name.to_lowercase();
    Language::all().any(|language| file.written().name.get(language.code()).to_lowercase() == name)
}

/// Reads the rules file at this path.
pub(crate) fn read(path: &Path, words: &Words) -> Result<RulesFile> {
    let text = text(path, MOST_BYTES, words)?;
    let id = path.file_stem().map_or_else(String::new, |stem| stem.to_string_lossy().into_owned());
    Ok(RulesFile::read(&id, &text))
}

/// Reads a file, or standard input if its name is `-`. Stops after `most` bytes and one more, so that the parser can
/// report that it is too long.
pub(crate) fn text(path: &Path, most: usize, words: &Words) -> Result<String> {
    let failure = |why: String| {
        let args = [("file", path.display().to_string().into()), ("why", why.into())];
        Failure::new(words.say("file-unreadable", &args))
    };
    let open = || -> io::Result<Box<dyn io::Read>> {
        Ok(if path == Path::new("-") { Box::new(io::stdin()) } else { Box::new(File::open(path)?) })
    };
    let mut bytes = Vec::new();
    open()
        .and_then(|file| file.take(most as u64 + 1).read_to_end(&mut bytes))
        .map_err(|error| failure(describe_io_error(&error, words)))?;
    // Reading may have stopped inside a character; the file is too long in any case.
    while bytes.len() > most && std::str::from_utf8(&bytes).is_err_and(|error| error.error_len().is_none()) {
        bytes.push(0x80);
    }
    String::from_utf8(bytes).map_err(|error| {
        let line = error.as_bytes()[..error.utf8_error().valid_up_to()]
            .iter()
            .filter(|&&byte| byte == b'\n')
            .count();
        failure(words.say("file-not-text", &[("line", (line + 1).into())])).into()
    })
}

/// Describes the error of reading a file; common errors have their own texts.
fn describe_io_error(error: &io::Error, words: &Words) -> String {
    let id = match error.kind() {
        io::ErrorKind::NotFound => "file-missing",
        io::ErrorKind::IsADirectory => "file-is-directory",
        io::ErrorKind::PermissionDenied => "file-forbidden",
        _ => return error.to_string(),
    };
    words.say(id, &[])
}

/// Compiles the game with these house rules; the error shows its faults.
pub(crate) fn rules(file: &RulesFile, house: &House, name: &str, words: &Words) -> Result<Rules> {
    file.rules(house).map_err(|error| {
        match &error {
            RulesError::Faults(faults) => {
                Failure::with_faults(words.render_faults(name, file.text(), faults, false))
            }
            _ => Failure::usage(words.describe("house", &error)),
        }
        .into()
    })
}

/// Loads a bundled game or a rules file, with the house rules of the command line.
pub(crate) fn load(of: &GameArgs, words: &Words) -> Result<Rules> {
    rules(&find(&of.game, words)?, &of.choices(words)?, &of.game, words)
}

impl GameArgs {
    /// Parses `option=choice` pairs.
    pub(crate) fn choices(&self, words: &Words) -> Result<House> {
        choices(&self.house, words)
    }
}

/// Parses `option=choice` pairs.
pub(crate) fn choices(house: &[String], words: &Words) -> Result<House> {
    house
        .iter()
        .map(|typed| {
            let pair = typed.split_once('=').map(|(option, choice)| (option.trim(), choice.trim()));
            let (option, choice) = pair
                .ok_or_else(|| Failure::usage(words.say("house-not-a-choice", &[("text", typed.into())])))?;
            Ok((option.to_owned(), choice.to_owned()))
        })
        .collect()
}
