//! What bots are called.

use kosti_coach::Level;
use kosti_words::Words;

/// The name of the next bot at a table where these names are taken. Bots are counted whatever their levels are, so that no
/// two have the same number.
#[must_use]
pub fn free_bot_name(words: &Words, level: Level, taken: &[String]) -> String {
    let name = |level: Level, nth: usize| {
        words.say("play-bot-name", &[("level", level.name().into()), ("nth", nth.into())])
    };
    let free = |nth: &usize| Level::ALL.into_iter().all(|level| !taken.contains(&name(level, *nth)));
    name(level, (1..).find(free).unwrap_or(1))
}
