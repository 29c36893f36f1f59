//! What bots are called.

use kosti_coach::Level;
use kosti_words::Words;

/// The name of a bot that is not named otherwise: its number at the table and its label.
#[must_use]
pub fn bot_name(words: &Words, label: &str, nth: usize) -> String {
    words.say("play-bot-name", &[("level", label.into()), ("nth", nth.into())])
}

/// The name of the next bot at a table where these names are taken. Bots are counted whatever their labels are, so that no
/// two have the same number.
#[must_use]
pub fn free_bot_name(words: &Words, label: &str, taken: &[String]) -> String {
    let free = |nth: &usize| Level::LABELS.iter().all(|label| !taken.contains(&bot_name(words, label, *nth)));
    bot_name(words, label, (1..).find(free).unwrap_or(1))
}
