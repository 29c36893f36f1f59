//! `kosti new`: a rules file to start from.

use std::fs::OpenOptions;
use std::io::{ErrorKind, Write as _};
use std::process::ExitCode;

use anyhow::Result;

use crate::args::NewArgs;
use crate::failure::Failure;
use crate::out::Out;

/// The starting files, by language; the first serves every language without one.
pub(crate) const STARTS: &[(&str, &str)] =
    &[("en", include_str!("../locales/start.en.toml")), ("uk", include_str!("../locales/start.uk.toml"))];

pub(crate) fn run(args: &NewArgs, out: &mut Out) -> Result<ExitCode> {
    let start = STARTS.iter().find(|(language, _)| *language == out.language()).unwrap_or(&STARTS[0]).1;
    let path = args.file.display().to_string();
    let written = OpenOptions::new()
        .write(true)
        .create_new(true)
        .open(&args.file)
        .and_then(|mut file| file.write_all(start.as_bytes()));
    if let Err(error) = written {
        let message = match error.kind() {
            ErrorKind::AlreadyExists => out.say("new-exists", &[("file", path.into())]),
            _ => out.say("file-unwritable", &[("file", path.into()), ("why", error.to_string().into())]),
        };
        return Err(Failure::new(message).into());
    }
    let told = out.say("new-written", &[("file", path.into())]);
    out.line(&told)?;
    Ok(ExitCode::SUCCESS)
}

#[cfg(test)]
mod tests {
    use super::*;
    use kosti_rules::RulesFile;
    use kosti_words::Language;

    #[test]
    fn every_language_has_a_sound_start_and_all_are_the_same_game() {
        let hashes: Vec<String> = Language::all()
            .map(|language| {
                let (_, text) = STARTS.iter().find(|(code, _)| *code == language.code()).expect("a start");
                let file = RulesFile::read("mine", text);
                file.check().unwrap();
                file.rules(&kosti_rules::House::default()).unwrap().hash
            })
            .collect();
        assert!(hashes.windows(2).all(|pair| pair[0] == pair[1]));
    }
}
