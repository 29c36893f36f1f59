//! The names of bots.

use kosti_coach::Level;
use kosti_text::Words;

/// The name of an unnamed bot: its label and its number at the table.
#[must_use]
pub fn bot_name(words: &Words, label: &str, nth: usize) -> String {
    words.say("play-bot-name", &[("level", label.into()), ("nth", nth.into())])
}

/// An unused name for a bot. All bots are counted together, whatever their labels, so that no two have the same
/// number.
#[must_use]
pub fn free_bot_name(words: &Words, label: &str, taken: &[String]) -> String {
    let free = |nth: &usize| Level::LABELS.iter().all(|label| !taken.contains(&bot_name(words, label, *nth)));
    bot_name(words, label, (1..).find(free).unwrap_or(1))
}
