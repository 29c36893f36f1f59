//! Reads a record. The rules decide every phrase again, so that a record cannot contain anything impossible.

use std::sync::Arc;

use kosti_dice::Dice;
use kosti_rules::{JOKER, Rules, Standing};

use super::fault::{RecordFault, RecordFaultKind as Kind};
use super::write::{bust_phrase, joker_phrase, parse_entry, result, turn_number};
use super::{Record, tags};
use crate::action::{Action, Correction, Then};
use crate::decide::Decision;
use crate::event::Event;
use crate::state::{Seat, State};

impl Record {
    /// Reads a record of a game with these rules.
    ///
    /// # Errors
    /// If the record is damaged or has other rules; the fault names the line.
    pub fn parse(text: &str, rules: Arc<Rules>) -> Result<Self, RecordFault> {
        let head = tags::parse(text)?;
        if head.tags.rules != rules.hash {
            let (says, is) = (head.tags.rules.clone(), rules.hash.clone());
            return Err(RecordFault { line: head.line_of("Rules", 0), kind: Kind::OtherRules { says, is } });
        }
        for option in &rules.house {
            let says = head.tags.house.get(&option.id).cloned().unwrap_or_default();
            if says != option.choice() {
                let (option, is) = (option.id.clone(), option.choice().to_owned());
                let nth = head.tags.house.get_index_of(&option).unwrap_or(usize::MAX);
                let line = head.line_of("House", nth);
                return Err(RecordFault { line, kind: Kind::OtherHouse { option, says, is } });
            }
        }
        let record = Self { tags: head.tags.clone(), events: Vec::new(), rules };
        let state = record.start().map_err(|refused| RecordFault { line: 1, kind: refused.into() })?;
        let names = record.tags.players.clone();
        let mut reader = Reader { names, state, events: Vec::new(), pending: None, follows: None };
        for (i, line) in text.lines().enumerate().skip(head.lines) {
            let at_line = |kind| RecordFault { line: i + 1, kind };
            if !line.trim().is_empty() && !line.starts_with('#') {
                reader.read_line(line.trim_end()).map_err(at_line)?;
                if let Some(pending) = reader.pending.take() {
                    return Err(at_line(Kind::Incomplete { phrase: pending.phrase }));
                }
                if let Some(phrase) = reader.follows.take() {
                    return Err(at_line(Kind::MissingPhrase { phrase }));
                }
            }
        }
        if let Some((line, says)) = head.result.clone() {
            let is = result(&reader.state, &reader.names);
            if says != is {
                return Err(RecordFault { line, kind: Kind::OtherResult { says, is } });
            }
            let outcome = reader.state.outcome();
            let winners = outcome.iter().flat_map(|o| &o.winners).map(|seat| reader.names[seat.0].clone());
            let winners: Vec<String> = winners.collect();
            if winners != head.winners {
                let (says, is) = (head.winners.join(", "), winners.join(", "));
                return Err(RecordFault {
                    line: head.line_of("Winner", 0),
                    kind: Kind::OtherWinners { says, is },
                });
            }
        }
        Ok(Self { events: reader.events, ..record })
    }
}

/// Half of a decision: the dice kept or set aside, before the phrase of the throw or the bank.
struct Pending {
    phrase: String,
    dice: Dice,
    points: Option<i32>,
}

struct Reader {
    names: Vec<String>,
    state: State,
    events: Vec<Event>,
    pending: Option<Pending>,
    /// The phrase that must come next, because it follows from the dice.
    follows: Option<String>,
}

impl Reader {
    fn read_line(&mut self, line: &str) -> Result<(), Kind> {
        if let Some(line) = line.strip_prefix("* ") {
            return self.read_table_line(line);
        }
        let unknown = || Kind::UnknownPlayer { text: line.chars().take(60).collect() };
        let (number, rest) = line.split_once(' ').ok_or_else(unknown)?;
        let (seat, phrases) = self.split_name(rest, ": ").ok_or_else(unknown)?;
        let is = turn_number(&self.state, seat, phrases.starts_with("took it back"));
        let fine = is.map_or(number == "lot", |is| number == is.to_string());
        if !fine {
            return Err(Kind::TurnNumber { says: number.to_owned(), is: is.unwrap_or(0) });
        }
        for phrase in phrases.split(", ") {
            self.read_phrase(seat, phrase)?;
        }
        Ok(())
    }

    /// The seat whose name, followed by `mark`, begins the text, and the rest of the text. Tries longer names
    /// first, because one name may begin with another.
    fn split_name<'a>(&self, text: &'a str, mark: &str) -> Option<(Seat, &'a str)> {
        let mut seats: Vec<usize> = (0..self.names.len()).collect();
        seats.sort_by_key(|&seat| std::cmp::Reverse(self.names[seat].len()));
        seats.into_iter().find_map(|seat| {
            let rest = text.strip_prefix(self.names[seat].as_str())?.strip_prefix(mark)?;
            Some((Seat(seat), rest))
        })
    }

    fn read_phrase(&mut self, seat: Seat, phrase: &str) -> Result<(), Kind> {
        let unknown = || Kind::UnknownPhrase { phrase: phrase.chars().take(60).collect() };
        if let Some(expected) = self.follows.take() {
            return if phrase == expected { Ok(()) } else { Err(Kind::MissingPhrase { phrase: expected }) };
        }
        if let Some(dice) = phrase.strip_prefix("kept ") {
            let dice = if dice == "nothing" { Dice::NONE } else { read_dice(dice)? };
            self.set_pending(phrase, dice, None)
        } else if let Some(rest) = phrase.strip_prefix("set aside ") {
            let (dice, points) = rest.split_once(" for ").ok_or_else(unknown)?;
            let points = points.parse().map_err(|_| unknown())?;
            self.set_pending(phrase, read_dice(dice)?, Some(points))
        } else if let Some(dice) = phrase.strip_prefix("threw ") {
            self.read_throw(seat, phrase, read_dice(dice)?)
        } else if let Some(points) = phrase.strip_prefix("banked ") {
            let take = self.take_pending(phrase)?;
            self.decide(seat, phrase, &Action::SetAside { take, then: Then::Bank })?;
            self.same_points(phrase, points, |event| match event {
                Event::Banked { points, .. } => Some(points),
                _ => None,
            })
        } else if let Some(rest) = phrase.strip_prefix("scored ") {
            let (id, points) = rest.rsplit_once(' ').ok_or_else(unknown)?;
            let slot = self.slot(id).ok_or_else(unknown)?;
            self.decide(seat, phrase, &Action::Score { slot })?;
            self.follows = self.consequence();
            self.same_points(phrase, points, |event| match event {
                Event::Scored { points, .. } => Some(points),
                _ => None,
            })
        } else if let Some(id) = phrase.strip_prefix("announced ") {
            let slot = self.slot(id).ok_or_else(unknown)?;
            self.decide(seat, phrase, &Action::Announce { slot })
        } else if let Some(id) = phrase.strip_prefix("crossed out ") {
            let slot = self.slot(id).ok_or_else(unknown)?;
            self.decide(seat, phrase, &Action::Cross { slot })?;
            self.follows = self.consequence();
            Ok(())
        } else if phrase == "took it back" {
            self.decide(seat, phrase, &Action::Undo)
        } else {
            Err(unknown())
        }
    }

    fn set_pending(&mut self, phrase: &str, dice: Dice, points: Option<i32>) -> Result<(), Kind> {
        match self.pending.replace(Pending { phrase: phrase.to_owned(), dice, points }) {
            None => Ok(()),
            Some(before) => Err(Kind::Incomplete { phrase: before.phrase }),
        }
    }

    /// Takes the dice set aside before this phrase, after checking the points of their phrase.
    fn take_pending(&mut self, phrase: &str) -> Result<Dice, Kind> {
        let Some(pending) = self.pending.take() else { return Ok(Dice::NONE) };
        let Some(says) = pending.points else {
            return Err(Kind::UnknownPhrase { phrase: phrase.to_owned() });
        };
        let worth = self.state.selections().iter().find(|selection| selection.take == pending.dice);
        match worth {
            Some(selection) if selection.points != says => {
                Err(Kind::OtherPoints { phrase: pending.phrase, is: selection.points })
            }
            _ => Ok(pending.dice),
        }
    }

    fn read_throw(&mut self, seat: Seat, phrase: &str, dice: Dice) -> Result<(), Kind> {
        let first = self.state.turn().is_none_or(|turn| turn.throw == 0);
        let action = if first {
            Action::first_throw()
        } else if self.state.rules().race().is_some() {
            Action::SetAside { take: self.take_pending(phrase)?, then: Then::Throw }
        } else {
            match self.pending.take() {
                Some(pending) => Action::Throw { keep: pending.dice },
                None => return Err(Kind::MissingPhrase { phrase: "kept".to_owned() }),
            }
        };
        let refused = |e: crate::IllegalAction| Kind::Refused { phrase: phrase.to_owned(), why: e.why };
        let Decision::Throws(throws) = self.state.decide(seat, &action).map_err(refused)? else {
            return Err(Kind::UnknownPhrase { phrase: phrase.to_owned() });
        };
        let events = throws.resolve(dice).map_err(|wrong| Kind::WrongDice {
            dice: wrong.dice,
            count: wrong.count,
            sides: wrong.sides,
        })?;
        self.apply_all(&events);
        self.follows = self.consequence();
        Ok(())
    }

    fn decide(&mut self, seat: Seat, phrase: &str, action: &Action) -> Result<(), Kind> {
        let refused = |e: crate::IllegalAction| Kind::Refused { phrase: phrase.to_owned(), why: e.why };
        match self.state.decide(seat, action).map_err(refused)? {
            Decision::Done(events) => {
                self.apply_all(&events);
                Ok(())
            }
            Decision::Throws(_) => Err(Kind::UnknownPhrase { phrase: phrase.to_owned() }),
        }
    }

    fn apply_all(&mut self, events: &[Event]) {
        for event in events {
            self.state.apply(event);
            self.events.push(*event);
        }
    }

    /// Checks that the written points are the points of the rules.
    fn same_points(&self, phrase: &str, says: &str, of: fn(Event) -> Option<i32>) -> Result<(), Kind> {
        match self.events.last().copied().and_then(of) {
            Some(is) if says != is.to_string() => Err(Kind::OtherPoints { phrase: phrase.to_owned(), is }),
            _ => Ok(()),
        }
    }

    /// The phrase of the last event, if the event followed from the dice.
    fn consequence(&self) -> Option<String> {
        match *self.events.last()? {
            Event::Busted { score_lost, .. } => Some(bust_phrase(score_lost).to_owned()),
            Event::Scored { bonus, .. } | Event::CrossedOut { bonus, .. } if bonus != 0 => {
                Some(joker_phrase(bonus))
            }
            Event::WonAtOnce { win, .. } => {
                let id = &self.state.rules().sheet()?.instant_wins.get(win)?.id;
                Some(format!("wins by {id}"))
            }
            _ => None,
        }
    }

    fn slot(&self, id: &str) -> Option<usize> {
        self.state.rules().sheet()?.slot(id)
    }

    fn read_table_line(&mut self, line: &str) -> Result<(), Kind> {
        let unknown = || Kind::UnknownPlayer { text: line.chars().take(60).collect() };
        let (by, rest) = self.split_name(line, " ").ok_or_else(unknown)?;
        match rest {
            "left" => return self.decide(by, line, &Action::Leave),
            "came back" => return self.decide(by, line, &Action::Return),
            _ => {}
        }
        let (seat, change) = rest
            .strip_prefix("corrected ")
            .and_then(|rest| self.split_name(rest, ": "))
            .ok_or_else(unknown)?;
        let bad = || Kind::UnknownPhrase { phrase: change.chars().take(60).collect() };
        let (from, to) = change.split_once(" to ").ok_or_else(bad)?;
        let (correction, was) = match from.split_once(' ') {
            Some((JOKER, was)) if self.slot(JOKER).is_none() => {
                let points = to.split_once(' ').filter(|(word, _)| *word == JOKER);
                let points = points.and_then(|(_, points)| points.parse().ok()).ok_or_else(bad)?;
                (Correction::Joker { seat, points }, was)
            }
            Some((place, was)) => (self.entry_correction(seat, place, to).ok_or_else(bad)?, was),
            None => (Correction::Standing { seat, standing: parse_standing(to).ok_or_else(bad)? }, from),
        };
        self.decide(by, line, &Action::Correct(correction))?;
        let stood = match self.events.last() {
            Some(Event::EntryCorrected { was: stood, .. }) => parse_entry(was) == Some(*stood),
            Some(Event::JokerCorrected { was: stood, .. }) => was == stood.to_string(),
            Some(Event::StandingCorrected { was: stood, .. }) => parse_standing(was) == Some(*stood),
            _ => false,
        };
        if stood { Ok(()) } else { Err(bad()) }
    }

    fn entry_correction(&self, seat: Seat, place: &str, to: &str) -> Option<Correction> {
        let (id, nth) = match place.split_once('#') {
            Some((id, nth)) => (id, nth.parse::<usize>().ok()?.checked_sub(1)?),
            None => (place, 0),
        };
        let (to_id, now) = to.split_once(' ')?;
        let (slot, to) = (self.slot(id)?, self.slot(to_id)?);
        Some(Correction::Entry { seat, slot, nth, to, entry: parse_entry(now)? })
    }
}

/// Reads dice in the record's form: sorted, with dashes. Other forms are faults, so that reading is the inverse
/// of writing.
fn read_dice(text: &str) -> Result<Dice, Kind> {
    let bad = || Kind::BadDice { text: text.chars().take(40).collect() };
    let dice: Dice = text.parse().map_err(|_| bad())?;
    if dice.is_empty() { Err(bad()) } else { Ok(dice) }
}

fn parse_standing(text: &str) -> Option<Standing> {
    match text.split_once('/') {
        Some((score, left)) => Some(Standing { score: score.parse().ok()?, turns_left: left.parse().ok()? }),
        None => Some(Standing { score: text.parse().ok()?, turns_left: 0 }),
    }
}
