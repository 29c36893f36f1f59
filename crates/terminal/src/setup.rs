//! Who plays what: everything that a game begins with, and how the record keeps it.

use std::fmt;
use std::str::FromStr;
use std::sync::Arc;

use kosti_engine::{Record, RecordFault, Tags};
use kosti_rules::Rules;
use kosti_words::Words;

use kosti_coach::Level;

/// The tag that tells who is a bot.
const BOTS: &str = "Bots";
/// The tag that tells how the coach was asked to help.
const COACH: &str = "Coach";
/// The tag that tells what decides the dice: a game that goes on after a crash throws what it would have thrown.
const SEED: &str = "Seed";
/// The tag that tells where rules that are not bundled came from.
pub(crate) const RULES_FILE: &str = "RulesFile";

/// Who sits on a seat.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Who {
    /// A person at the keyboard.
    Person,
    /// A bot.
    Bot(Level),
}

impl Who {
    /// What can be chosen from.
    pub(crate) const ALL: [Self; 4] =
        [Self::Person, Self::Bot(Level::Beginner), Self::Bot(Level::Regular), Self::Bot(Level::Perfect)];

    /// In words, for a game of so many.
    pub(crate) fn said(self, rules: &Rules, seats: usize, words: &Words) -> String {
        match self {
            Self::Person => words.say("play-person", &[]),
            Self::Bot(level) => words.say("play-bot", &[("level", level.label(rules, seats).into())]),
        }
    }
}

/// A player.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Seated {
    /// The name.
    pub name: String,
    /// A person or a bot.
    pub who: Who,
}

impl Seated {
    /// The players of a game that were typed: names, and `bot` or `bot:LEVEL`.
    ///
    /// # Errors
    /// With the level that there is not.
    pub fn typed(players: &[String], rules: &Rules, words: &Words) -> Result<Vec<Self>, String> {
        let mut seated: Vec<Self> = Vec::new();
        for typed in players {
            let typed = typed.trim();
            let level = match typed.split_once(':') {
                Some(("bot", level)) => Some(level.parse().map_err(|_| level.to_owned())?),
                _ if typed == "bot" => Some(Level::Regular),
                _ => None,
            };
            seated.push(match level {
                Some(level) => {
                    let label = level.label(rules, players.len());
                    Self { name: free_bot_name(&seated, label, words), who: Who::Bot(level) }
                }
                None => Self { name: typed.to_owned(), who: Who::Person },
            });
        }
        Ok(seated)
    }
}

/// A name for a person that nobody has yet.
pub(crate) fn free_name(seated: &[Seated], words: &Words) -> String {
    let mut names = (seated.len() + 1..).map(|nth| words.say("play-name", &[("nth", nth.into())]));
    names.find(|name| seated.iter().all(|other| other.name != *name)).unwrap_or_default()
}

/// A name for a bot that nobody has yet.
pub(crate) fn free_bot_name(seated: &[Seated], label: &str, words: &Words) -> String {
    let taken: Vec<String> = seated.iter().map(|other| other.name.clone()).collect();
    kosti_ask::free_bot_name(words, label, &taken)
}

/// How the coach helps.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub enum Help {
    /// Not at all.
    #[default]
    Off,
    /// Asks before a choice that costs much.
    Warn,
    /// Shows what everything is worth.
    On,
}

impl Help {
    /// The next one round.
    pub(crate) fn next(self) -> Self {
        match self {
            Self::Off => Self::Warn,
            Self::Warn => Self::On,
            Self::On => Self::Off,
        }
    }
}

impl FromStr for Help {
    type Err = ();

    fn from_str(text: &str) -> Result<Self, ()> {
        [Self::Off, Self::Warn, Self::On].into_iter().find(|help| help.to_string() == text).ok_or(())
    }
}

impl fmt::Display for Help {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Self::Off => "off",
            Self::Warn => "warn",
            Self::On => "on",
        })
    }
}

/// What a choice may cost before the coach asks.
pub const WARN: f64 = 3.0;

/// A game that begins.
#[derive(Debug, Clone)]
pub struct Setup {
    /// The game, with its house rules.
    pub rules: Arc<Rules>,
    /// Where rules that are not bundled are.
    pub rules_file: Option<String>,
    /// The players, by seat.
    pub players: Vec<Seated>,
    /// Whether the dice lie on the table.
    pub real_dice: bool,
    /// How the coach helps.
    pub help: Help,
    /// What a choice may cost before the coach asks: points, or per cent of the chance to win.
    pub warn: f64,
    /// The day.
    pub date: Option<String>,
    /// What decides the dice and the bots.
    pub seed: u64,
}

impl Setup {
    /// The record of the game.
    ///
    /// # Errors
    /// When the game is not for so many, or a name is no name or there twice.
    pub fn record(&self) -> Result<Record, RecordFault> {
        let names: Vec<String> = self.players.iter().map(|player| player.name.clone()).collect();
        kosti_engine::check_new_names(&names).map_err(|kind| RecordFault { line: 1, kind })?;
        let mut record = Record::new(self.rules.clone(), names, self.real_dice)?;
        record.tags.date.clone_from(&self.date);
        let bots: Vec<String> = (1..)
            .zip(&self.players)
            .filter_map(|(seat, player)| match player.who {
                Who::Bot(level) => Some(format!("{seat}={level}")),
                Who::Person => None,
            })
            .collect();
        let mut tag = |name: &str, value: String| record.tags.other.push((name.to_owned(), value));
        if !bots.is_empty() {
            tag(BOTS, bots.join(","));
        }
        if let Some(file) = &self.rules_file {
            tag(RULES_FILE, file.clone());
        }
        tag(SEED, self.seed.to_string());
        self.tag_help(&mut record);
        Ok(record)
    }

    /// Tells in the record how the coach helps.
    pub(crate) fn tag_help(&self, record: &mut Record) {
        record.tags.other.retain(|(name, _)| name != COACH);
        record.tags.other.push((COACH.to_owned(), format!("{} {}", self.help, self.warn)));
    }

    /// What a record says about who plays, how the coach helps, and what decides the dice; this seed where it does not.
    #[must_use]
    pub fn from_record(record: &Record, seed: u64) -> Self {
        let tags = &record.tags;
        let mut players: Vec<Seated> =
            tags.players.iter().map(|name| Seated { name: name.clone(), who: Who::Person }).collect();
        for (seat, level) in tag(tags, BOTS).unwrap_or("").split(',').filter_map(|bot| bot.split_once('=')) {
            let seat = seat.parse::<usize>().ok().and_then(|seat| seat.checked_sub(1));
            if let (Some(player), Ok(level)) = (seat.and_then(|seat| players.get_mut(seat)), level.parse()) {
                player.who = Who::Bot(level);
            }
        }
        let coach = tag(tags, COACH).and_then(|coach| coach.split_once(' '));
        Self {
            rules: record.rules().clone(),
            rules_file: tag(tags, RULES_FILE).map(str::to_owned),
            players,
            real_dice: tags.real_dice,
            help: coach.and_then(|(help, _)| help.parse().ok()).unwrap_or_default(),
            warn: coach.and_then(|(_, warn)| warn.parse().ok()).unwrap_or(WARN),
            date: tags.date.clone(),
            seed: tag(tags, SEED).and_then(|seed| seed.parse().ok()).unwrap_or(seed),
        }
    }
}

/// A tag of a record that is ours.
pub(crate) fn tag<'a>(tags: &'a Tags, name: &str) -> Option<&'a str> {
    tags.other.iter().find(|(known, _)| known == name).map(|(_, value)| value.as_str())
}
