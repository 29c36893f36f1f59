//! The setup of a game: rules, players, coach, seed, and the tags that keep them in the record.

use std::sync::Arc;

use kosti_engine::{Record, RecordFault, Tags};
use kosti_rules::Rules;
use kosti_text::Words;

use kosti_coach::{COSTLY_LOSS, CoachMode, Level};

/// The tag of the bots.
const BOTS: &str = "Bots";
/// The tag of the coach's help.
const COACH: &str = "Coach";
/// The tag of the seed: a game that continues after a crash throws the same dice.
const SEED: &str = "Seed";
/// The tag of the file of rules that are not bundled.
pub(crate) const RULES_FILE: &str = "RulesFile";

/// The kind of a player.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum PlayerKind {
    /// A person at the keyboard.
    Person,
    /// A bot.
    Bot(Level),
}

impl PlayerKind {
    /// All choices.
    pub(crate) const ALL: [Self; 4] =
        [Self::Person, Self::Bot(Level::Beginner), Self::Bot(Level::Regular), Self::Bot(Level::Perfect)];

    /// The label of this kind, for a game with this many seats.
    pub(crate) fn label(self, rules: &Rules, seats: usize, words: &Words) -> String {
        match self {
            Self::Person => words.say("play-person", &[]),
            Self::Bot(level) => words.say("play-bot", &[("level", level.label(rules, seats).into())]),
        }
    }
}

/// A player.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Player {
    /// The name.
    pub name: String,
    /// A person or a bot.
    pub kind: PlayerKind,
}

impl Player {
    /// Parses players from the command line: names, and `bot` or `bot:LEVEL`.
    ///
    /// # Errors
    /// If a level is unknown.
    pub fn parse(players: &[String], rules: &Rules, words: &Words) -> Result<Vec<Self>, String> {
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
                    Self { name: free_bot_name(&seated, label, words), kind: PlayerKind::Bot(level) }
                }
                None => Self { name: typed.to_owned(), kind: PlayerKind::Person },
            });
        }
        Ok(seated)
    }
}

/// An unused name for a person.
pub(crate) fn free_name(seated: &[Player], words: &Words) -> String {
    let mut names = (seated.len() + 1..).map(|nth| words.say("play-name", &[("nth", nth.into())]));
    names.find(|name| seated.iter().all(|other| other.name != *name)).unwrap_or_default()
}

/// An unused name for a bot.
pub(crate) fn free_bot_name(seated: &[Player], label: &str, words: &Words) -> String {
    let taken: Vec<String> = seated.iter().map(|other| other.name.clone()).collect();
    kosti_query::free_bot_name(words, label, &taken)
}

/// The name of a coach mode in records, messages and on the command line.
pub(crate) fn mode_name(mode: CoachMode) -> &'static str {
    if mode == CoachMode::Show { "on" } else { mode.name() }
}

/// The coach mode with this name.
#[must_use]
pub fn find_mode(name: &str) -> Option<CoachMode> {
    CoachMode::ALL.into_iter().find(|mode| mode_name(*mode) == name)
}

/// The mode that follows when somebody switches.
pub(crate) fn next_mode(mode: CoachMode) -> CoachMode {
    match mode {
        CoachMode::Off => CoachMode::Warn,
        CoachMode::Warn => CoachMode::Show,
        CoachMode::Show => CoachMode::Off,
    }
}

/// The setup of a new game.
#[derive(Debug, Clone)]
pub struct Setup {
    /// The game, with its house rules.
    pub rules: Arc<Rules>,
    /// The file of rules that are not bundled.
    pub rules_file: Option<String>,
    /// The players, by seat.
    pub players: Vec<Player>,
    /// Whether the dice are real.
    pub real_dice: bool,
    /// The help of the coach.
    pub coach_mode: CoachMode,
    /// The loss from which the coach asks: points, or per cent of the probability to win.
    pub warn: f64,
    /// The day.
    pub date: Option<String>,
    /// The seed of the dice and the bots.
    pub seed: u64,
}

impl Setup {
    /// The record of the new game.
    ///
    /// # Errors
    /// If the game does not allow this many players, or a name is invalid or a duplicate.
    pub fn record(&self) -> Result<Record, RecordFault> {
        let names: Vec<String> = self.players.iter().map(|player| player.name.clone()).collect();
        kosti_engine::check_new_names(&names).map_err(|kind| RecordFault { line: 1, kind })?;
        let mut record = Record::new(self.rules.clone(), names, self.real_dice)?;
        record.tags.date.clone_from(&self.date);
        let bots: Vec<String> = (1..)
            .zip(&self.players)
            .filter_map(|(seat, player)| match player.kind {
                PlayerKind::Bot(level) => Some(format!("{seat}={level}")),
                PlayerKind::Person => None,
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
        self.tag_coach_mode(&mut record);
        Ok(record)
    }

    /// Writes the coach's help into the record.
    pub(crate) fn tag_coach_mode(&self, record: &mut Record) {
        record.tags.other.retain(|(name, _)| name != COACH);
        record.tags.other.push((COACH.to_owned(), format!("{} {}", mode_name(self.coach_mode), self.warn)));
    }

    /// Reads the setup from a record; `seed` is for records without one.
    #[must_use]
    pub fn from_record(record: &Record, seed: u64) -> Self {
        let tags = &record.tags;
        let mut players: Vec<Player> =
            tags.players.iter().map(|name| Player { name: name.clone(), kind: PlayerKind::Person }).collect();
        for (seat, level) in
            find_tag(tags, BOTS).unwrap_or("").split(',').filter_map(|bot| bot.split_once('='))
        {
            let seat = seat.parse::<usize>().ok().and_then(|seat| seat.checked_sub(1));
            if let (Some(player), Ok(level)) = (seat.and_then(|seat| players.get_mut(seat)), level.parse()) {
                player.kind = PlayerKind::Bot(level);
            }
        }
        let coach = find_tag(tags, COACH).and_then(|coach| coach.split_once(' '));
        Self {
            rules: record.rules().clone(),
            rules_file: find_tag(tags, RULES_FILE).map(str::to_owned),
            players,
            real_dice: tags.real_dice,
            coach_mode: coach.and_then(|(mode, _)| find_mode(mode)).unwrap_or_default(),
            warn: coach.and_then(|(_, warn)| warn.parse().ok()).unwrap_or(COSTLY_LOSS),
            date: tags.date.clone(),
            seed: find_tag(tags, SEED).and_then(|seed| seed.parse().ok()).unwrap_or(seed),
        }
    }
}

/// The value of one of our tags.
pub(crate) fn find_tag<'a>(tags: &'a Tags, name: &str) -> Option<&'a str> {
    tags.other.iter().find(|(known, _)| known == name).map(|(_, value)| value.as_str())
}
