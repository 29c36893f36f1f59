//! The rules file that somebody starts a game of their own from.

use crate::language::Language;

/// The starting files, by language; the first serves every language without one.
const STARTS: &[(&str, &str)] = &[
    ("en", include_str!("../../../locales/start.en.toml")),
    ("uk", include_str!("../../../locales/start.uk.toml")),
];

impl Language {
    /// A whole rules file with remarks in this language, to change.
    #[must_use]
    pub fn start(self) -> &'static str {
        STARTS.iter().find(|(code, _)| *code == self.code()).unwrap_or(&STARTS[0]).1
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use kosti_rules::{House, RulesFile};

    #[test]
    fn every_language_has_a_sound_start_and_all_are_the_same_game() {
        let hash = |language: Language| {
            assert!(STARTS.iter().any(|(code, _)| *code == language.code()), "{language} has no start");
            let file = RulesFile::read("mine", language.start());
            file.check().unwrap();
            file.rules(&House::default()).unwrap().hash
        };
        let hashes: Vec<String> = Language::all().map(hash).collect();
        assert!(hashes.windows(2).all(|pair| pair[0] == pair[1]));
    }
}
