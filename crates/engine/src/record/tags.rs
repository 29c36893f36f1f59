//! The tags at the head of a record.

use std::collections::HashSet;
use std::fmt::Write as _;

use indexmap::IndexMap;

use super::fault::{RecordFault, RecordFaultKind};
use crate::state::Seat;

/// The version of the record format.
pub(super) const VERSION: &str = "1";
/// The most bytes of a record.
pub const MOST_BYTES: usize = 16 * 1024 * 1024;
/// The most characters of a player's name.
const LONGEST_NAME: usize = 60;

/// The tags of a game.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub struct Tags {
    /// The id of the game.
    pub game: String,
    /// Every house rule and its choice.
    pub house: IndexMap<String, String>,
    /// The hash of the rules.
    pub rules: String,
    /// Whether the dice were real.
    pub real_dice: bool,
    /// The day, as YYYY-MM-DD.
    pub date: Option<String>,
    /// The players' names, by seat.
    pub players: Vec<String>,
    /// Other tags, kept as they are.
    pub other: Vec<(String, String)>,
}

impl Tags {
    /// Reads only the tags of a record, so that the caller can find its rules.
    ///
    /// # Errors
    /// If the text does not begin with the tags of a record.
    pub fn parse(text: &str) -> Result<Self, RecordFault> {
        parse(text).map(|head| head.tags)
    }

    /// Checks the names of the players of one game.
    ///
    /// # Errors
    /// If a name is invalid or a duplicate.
    pub fn check_names(names: &[String]) -> Result<(), RecordFaultKind> {
        Self::wrong_name(names).map_or(Ok(()), |(_, kind)| Err(kind))
    }

    fn other(&self, name: &str) -> &str {
        self.other.iter().find(|(known, _)| known == name).map_or("", |(_, value)| value)
    }

    /// The seat that begins, from the tag `First` (counted from 1); without it, the first seat.
    pub(super) fn first(&self) -> Seat {
        Seat(self.other("First").parse::<usize>().map_or(0, |seat| seat.saturating_sub(1)))
    }

    /// The seats of bots, from the tag `Bots`: `2=perfect,3=regular`, counted from 1.
    pub(super) fn bots(&self) -> Vec<Seat> {
        let seats = self
            .other("Bots")
            .split(',')
            .filter_map(|bot| bot.split('=').next()?.parse::<usize>().ok()?.checked_sub(1));
        seats.map(Seat).collect()
    }

    pub(super) fn check_players(&self, line_of: impl Fn(usize) -> usize) -> Result<(), RecordFault> {
        let wrong = Self::wrong_name(&self.players);
        wrong.map_or(Ok(()), |(nth, kind)| Err(RecordFault { line: line_of(nth), kind }))
    }

    /// The first invalid name.
    fn wrong_name(names: &[String]) -> Option<(usize, RecordFaultKind)> {
        let mut seen = HashSet::new();
        for (nth, name) in names.iter().enumerate() {
            let fine = name.trim() == name
                && (1..=LONGEST_NAME).contains(&name.chars().count())
                && !name.chars().any(char::is_control);
            match (fine, seen.insert(name)) {
                (true, true) => {}
                (false, _) => return Some((nth, RecordFaultKind::BadName { name: name.clone() })),
                (true, false) => return Some((nth, RecordFaultKind::SameName { name: name.clone() })),
            }
        }
        None
    }

    /// The tags as text, without the result.
    pub(super) fn write(&self) -> String {
        let mut text = String::new();
        let mut tag = |name: &str, value: &str| {
            let value = value.replace('\\', "\\\\").replace('"', "\\\"");
            writeln!(text, "[{name} \"{value}\"]").expect("to memory");
        };
        tag("Kosti", VERSION);
        tag("Game", &self.game);
        for (option, choice) in &self.house {
            tag("House", &format!("{option}={choice}"));
        }
        tag("Rules", &self.rules);
        tag("Dice", if self.real_dice { "real" } else { "virtual" });
        if let Some(date) = &self.date {
            tag("Date", date);
        }
        for player in &self.players {
            tag("Player", player);
        }
        for (name, value) in &self.other {
            tag(name, value);
        }
        text
    }
}

/// The head of a record: its tags, its result, and its length.
pub(super) struct Head {
    pub(super) tags: Tags,
    /// The result and the winners as written, and their line.
    pub(super) result: Option<(usize, String)>,
    pub(super) winners: Vec<String>,
    /// The number of lines of the head, with the blank line after it.
    pub(super) lines: usize,
    /// Each tag with its line.
    places: Vec<(String, usize)>,
}

impl Head {
    /// The line of the n-th tag with this name, or else the last line of the head.
    pub(super) fn line_of(&self, name: &str, nth: usize) -> usize {
        let mut lines = self.places.iter().filter(|(known, _)| known == name).map(|(_, line)| *line);
        lines.nth(nth).unwrap_or(self.lines.max(1))
    }
}

pub(super) fn parse(text: &str) -> Result<Head, RecordFault> {
    let fault = |line: usize, kind| RecordFault { line, kind };
    if text.len() > MOST_BYTES {
        let kind = RecordFaultKind::TooLong { bytes: text.len(), most: MOST_BYTES };
        return Err(fault(1, kind));
    }
    let mut head =
        Head { tags: Tags::default(), result: None, winners: Vec::new(), lines: 0, places: Vec::new() };
    let mut seen: HashSet<String> = HashSet::new();
    for (i, line) in text.lines().enumerate() {
        head.lines = i + 1;
        if line.trim().is_empty() {
            break;
        }
        if line.starts_with('#') {
            continue;
        }
        let bad = || fault(i + 1, RecordFaultKind::BadTag { text: line.chars().take(60).collect() });
        let (name, value) = match tag(line) {
            Some(tag) => tag,
            None if seen.is_empty() => return Err(fault(i + 1, RecordFaultKind::NotARecord)),
            None => return Err(bad()),
        };
        if seen.is_empty() && name != "Kosti" {
            return Err(fault(i + 1, RecordFaultKind::NotARecord));
        }
        let repeats = matches!(name.as_str(), "House" | "Player" | "Winner");
        if !seen.insert(name.clone()) && !repeats {
            return Err(fault(i + 1, RecordFaultKind::TagTwice { name }));
        }
        head.places.push((name.clone(), i + 1));
        let tags = &mut head.tags;
        match name.as_str() {
            "Kosti" if value != VERSION => {
                return Err(fault(i + 1, RecordFaultKind::Version { says: value }));
            }
            "Kosti" => {}
            "Game" => tags.game = value,
            "House" => {
                let (option, choice) = value.split_once('=').ok_or_else(bad)?;
                tags.house.insert(option.to_owned(), choice.to_owned());
            }
            "Rules" => tags.rules = value,
            "Dice" if value == "real" || value == "virtual" => tags.real_dice = value == "real",
            "Dice" => return Err(bad()),
            "Date" => tags.date = Some(value),
            "Player" => tags.players.push(value),
            "Result" => head.result = Some((i + 1, value)),
            "Winner" => head.winners.push(value),
            _ => tags.other.push((name, value)),
        }
    }
    if let Some(kind) = missing_tag(&seen) {
        return Err(fault(head.lines.max(1), kind));
    }
    head.tags.check_players(|nth| head.line_of("Player", nth))?;
    Ok(head)
}

/// The first required tag that is missing.
fn missing_tag(seen: &HashSet<String>) -> Option<RecordFaultKind> {
    let needed = ["Kosti", "Game", "Rules", "Dice", "Player"];
    match needed.into_iter().find(|name| !seen.contains(*name))? {
        "Kosti" => Some(RecordFaultKind::NotARecord),
        name => Some(RecordFaultKind::MissingTag { name: name.to_owned() }),
    }
}

/// `[Name "value"]`, with `\"` and `\\` in the value.
fn tag(line: &str) -> Option<(String, String)> {
    let (name, quoted) = line.trim_end().strip_prefix('[')?.strip_suffix("\"]")?.split_once(" \"")?;
    let fine = !name.is_empty() && name.chars().all(|c| c.is_ascii_alphanumeric());
    let mut value = String::new();
    let mut characters = quoted.chars();
    while let Some(character) = characters.next() {
        value.push(match character {
            '\\' => characters.next().filter(|c| matches!(c, '\\' | '"'))?,
            '"' => return None,
            other => other,
        });
    }
    fine.then(|| (name.to_owned(), value))
}
