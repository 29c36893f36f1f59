//! The rules files of games/, embedded. This crate lists them; nothing here knows what they say.

use kosti_rules::RulesFile;

/// Id and text of every bundled game: those of the seeds by id, then the others.
pub const TEXTS: &[(&str, &str)] = include!(concat!(env!("OUT_DIR"), "/games.rs"));

/// The ids of the bundled games.
pub fn ids() -> impl Iterator<Item = &'static str> {
    TEXTS.iter().map(|(id, _)| *id)
}

/// The rules file of a bundled game.
#[must_use]
pub fn file(id: &str) -> Option<RulesFile> {
    TEXTS.iter().find(|(known, _)| *known == id).map(|(id, text)| RulesFile::read(id, text))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_bundled_game_is_sound() {
        assert!(TEXTS.len() >= 7);
        for id in ids() {
            let file = file(id).unwrap();
            if let Err(faults) = file.check() {
                let lines: Vec<String> = faults
                    .0
                    .iter()
                    .map(|fault| format!("{}: {:?}", &file.text()[fault.span.clone()], fault.kind))
                    .collect();
                panic!("{id}: {}", lines.join("\n"));
            }
        }
    }
}
