//! Describes a game in sentences, the same on every screen: events, refusals, boxes and players.

use kosti_dice::Dice;
use kosti_engine::{Event, Phase, Refusal, Seat, State};
use kosti_rules::file::Overshoot;
use kosti_rules::{Family, SheetRules};

use crate::words::{Arg, Words};

/// Describes a game at one point.
#[derive(Clone, Copy)]
pub struct Narrator<'a> {
    /// The language.
    pub words: &'a Words,
    /// The state of the game.
    pub state: &'a State,
    /// The players' names, by seat.
    pub names: &'a [String],
}

impl Words {
    /// Describes these events, and the next turn if that changed. Applies the events to the state on the way:
    /// the loss of a bust is known only before the event, the next turn only after.
    #[must_use]
    pub fn describe_events(&self, state: &mut State, names: &[String], events: &[Event]) -> String {
        let before = state.on_turn();
        let mut sentences: Vec<String> = Vec::new();
        for event in events {
            sentences.push(Narrator { words: self, state, names }.describe_event(event));
            state.apply(event);
        }
        if state.on_turn() != before || state.outcome().is_some() {
            sentences.push(Narrator { words: self, state, names }.describe_turn());
        }
        sentences.join(" ")
    }
}

impl<'a> Narrator<'a> {
    /// Describes an event. The state must be the one before it.
    #[must_use]
    pub fn describe_event(&self, event: &Event) -> String {
        match event {
            Event::Thrown { .. } | Event::SetAside { .. } => self.describe_throw(event),
            Event::Scored { seat, slot, points, bonus } => {
                let args = [("box", self.slot_name(*slot).into()), ("points", (*points).into())];
                self.say_of_player("play-scored", *seat, args) + &self.describe_joker_bonus(*bonus)
            }
            Event::Announced { seat, slot } => {
                self.say_of_player("play-announced", *seat, [("box", self.slot_name(*slot).into())])
            }
            Event::CrossedOut { seat, slot, bonus } => {
                self.say_of_player("play-crossed", *seat, [("box", self.slot_name(*slot).into())])
                    + &self.describe_joker_bonus(*bonus)
            }
            Event::Banked { seat, points } => {
                let banked = self.say_of_player("play-banked", *seat, [("points", (*points).into())]);
                banked + &self.describe_standing(*seat, *points)
            }
            Event::Busted { seat, score_lost } => {
                let lost = self.state.turn().map_or(0, |turn| turn.points);
                if *score_lost {
                    let score = self.state.players()[seat.0].standing.score;
                    return self.say_of_player("play-score-lost", *seat, [("points", (score + lost).into())]);
                }
                self.say_of_player("play-bust", *seat, [("points", lost.into())])
                    + &self.describe_standing(*seat, 0)
            }
            Event::WonAtOnce { seat, win } => {
                let win = self.sheet().and_then(|rules| rules.instant_wins.get(*win));
                let win = win.map_or("", |win| win.name.get(self.words.language()));
                self.say_of_player("play-won-at-once", *seat, [("win", win.into())])
            }
            Event::Undone { seat } => self.say_of_player("play-undone", *seat, []),
            Event::Left { seat } => self.say_of_player("play-left", *seat, []),
            Event::Returned { seat } => self.say_of_player("play-returned", *seat, []),
            Event::EntryCorrected { seat, slot, was, to, entry, .. } => {
                let was = format!("{} {was}", self.slot_name(*slot));
                self.describe_correction(*seat, was, format!("{} {entry}", self.slot_name(*to)))
            }
            Event::JokerCorrected { seat, was, points, .. } => {
                self.describe_correction(*seat, was.to_string(), points.to_string())
            }
            Event::StandingCorrected { seat, was, standing, .. } => {
                self.describe_correction(*seat, was.to_string(), standing.to_string())
            }
        }
    }

    /// Fills a message about a player.
    fn say_of_player<const N: usize>(&self, id: &str, seat: Seat, args: [(&str, Arg<'_>); N]) -> String {
        let args: Vec<_> = [("name", self.name(seat).into())].into_iter().chain(args).collect();
        self.words.say(id, &args)
    }

    /// Describes a throw, or dice set aside.
    fn describe_throw(&self, event: &Event) -> String {
        match event {
            Event::Thrown { seat, dice, .. } if matches!(self.state.phase(), Phase::Lot { .. }) => {
                let args = [("dice", self.write_dice(*dice).into()), ("sum", dice.sum().into())];
                self.say_of_player("play-threw-lot", *seat, args)
            }
            Event::Thrown { seat, kept, dice } if kept.is_empty() => {
                self.say_of_player("play-threw", *seat, [("dice", self.write_dice(*dice).into())])
            }
            Event::Thrown { seat, kept, dice } => {
                let args = [
                    ("kept", self.write_dice(*kept).into()),
                    ("dice", self.write_dice(*dice).into()),
                    ("all", self.write_dice(kept.plus(*dice)).into()),
                ];
                self.say_of_player("play-threw-more", *seat, args)
            }
            Event::SetAside { seat, dice, points } => {
                let args = [("dice", self.write_dice(*dice).into()), ("points", (*points).into())];
                self.say_of_player("play-set-aside", *seat, args)
            }
            _ => String::new(),
        }
    }

    fn write_dice(&self, dice: Dice) -> String {
        self.words.write_dice(self.state.rules().faces(), dice)
    }

    fn describe_correction(&self, seat: Seat, was: String, is: String) -> String {
        self.say_of_player("play-corrected", seat, [("was", was.into()), ("is", is.into())])
    }

    fn describe_joker_bonus(&self, bonus: i32) -> String {
        let joker = self.sheet().and_then(|rules| rules.joker.as_ref()).filter(|_| bonus != 0);
        joker.map_or_else(String::new, |joker| {
            let args = [("name", joker.name.get(self.words.language()).into()), ("points", bonus.into())];
            format!(" {}.", self.words.say("why-joker-bonus", &args))
        })
    }

    /// Describes the standing after a turn, if a barrel or lost turns affect it.
    fn describe_standing(&self, seat: Seat, gain: i32) -> String {
        let Family::Race(rules) = &self.state.rules().family else { return String::new() };
        let before = self.state.players()[seat.0].standing;
        let after = rules.after_turn(before, gain);
        let args = [("score", after.score.into()), ("left", after.turns_left.into())];
        let lost = rules.lost_turns.is_some();
        let begins = rules.last_round.is_some() && self.state.finished_seats().is_empty();
        let message = if rules.overshoots(before, gain) {
            Some(if rules.overshoot == Some(Overshoot::Back) { "play-sent-back" } else { "play-past-target" })
        } else if begins && self.state.players().len() > 1 && rules.is_won(after.score) {
            Some("play-last-round-begins")
        } else if after.score < before.score + gain || (lost && gain == 0 && after.turns_left == 0) {
            Some(if lost { "play-lost-points" } else { "play-set-back" })
        } else if after.turns_left > 0 {
            Some(if lost { "play-lost-turn" } else { "play-in-barrel" })
        } else {
            None
        };
        message.map_or_else(String::new, |id| format!(" {}", self.words.say(id, &args)))
    }

    /// Describes whose turn it is, or how the game ended.
    #[must_use]
    pub fn describe_turn(&self) -> String {
        if let Some(outcome) = self.state.outcome() {
            if self.state.players().len() == 1 {
                let result = self.state.result(Seat(0));
                return self.words.say("play-ended-alone", &[("points", result.decides().into())]);
            }
            let names: Vec<&str> = outcome.winners.iter().map(|seat| self.name(*seat)).collect();
            let args = [("count", names.len().into()), ("names", names.join(", ").into())];
            return self.words.say("replay-winners", &args);
        }
        let Some(seat) = self.state.on_turn() else { return self.words.say("replay-nobody", &[]) };
        let lot = matches!(self.state.phase(), Phase::Lot { .. });
        let turn = self.say_of_player(if lot { "play-lot-turn" } else { "play-turn" }, seat, []);
        match self.state.score_to_beat() {
            Some(score) => {
                format!("{turn} {}", self.words.say("play-last-round", &[("score", score.into())]))
            }
            None => turn,
        }
    }

    /// Describes a refusal, with the names of boxes instead of their ids.
    #[must_use]
    pub fn describe_refusal(&self, why: Refusal) -> String {
        let named = |id: String| {
            let slot = self.sheet().and_then(|rules| rules.slot(&id));
            slot.map_or(id, |slot| self.slot_name(slot).to_owned())
        };
        let why = match why {
            Refusal::BoxFull { id } => Refusal::BoxFull { id: named(id) },
            Refusal::NotNow { id } => Refusal::NotNow { id: named(id) },
            Refusal::NoCrossing { id } => Refusal::NoCrossing { id: named(id) },
            Refusal::NoSuchEntry { id } => Refusal::NoSuchEntry { id: named(id) },
            Refusal::ImpossibleEntry { id } => Refusal::ImpossibleEntry { id: named(id) },
            Refusal::JokerElsewhere { id } => Refusal::JokerElsewhere { id: named(id) },
            Refusal::NotYet { id, before } => Refusal::NotYet { id: named(id), before: named(before) },
            Refusal::NotAnnounced { id } => Refusal::NotAnnounced { id: named(id) },
            Refusal::OtherAnnounced { id } => Refusal::OtherAnnounced { id: named(id) },
            Refusal::NoAnnouncing { id } => Refusal::NoAnnouncing { id: named(id) },
            other => other,
        };
        self.words.say("play-refused", &[("why", self.words.describe("refused", &why).into())])
    }

    /// Describes a box of a player's sheet: the score of the dice and its explanation during the player's turn,
    /// otherwise the entries or the rule of the box.
    #[must_use]
    pub fn describe_box(&self, seat: Seat, slot: usize) -> String {
        let Some(rules) = self.sheet() else { return String::new() };
        let name = self.slot_name(slot);
        let theirs = self.state.turn().is_some_and(|turn| turn.seat == seat);
        let reasons = if theirs { self.state.reasons(slot) } else { Vec::new() };
        if !reasons.is_empty() {
            let why = self.words.explain_score(rules, slot, &reasons);
            let offer = self.state.offers().into_iter().find(|offer| offer.slot == slot);
            return match offer.and_then(|offer| offer.score) {
                Some(points) => {
                    let args = [("box", name.into()), ("points", points.into()), ("why", why.into())];
                    self.words.say("play-box-gives", &args)
                }
                None => format!("{name}: {why}."),
            };
        }
        let entries = self.state.players()[seat.0].sheet.entries(slot);
        let written: Vec<String> = entries.iter().map(ToString::to_string).collect();
        if written.is_empty() {
            format!("{name}: {}.", self.words.describe_box_rule(&rules.slots[slot], &rules.faces))
        } else {
            format!("{name}: {}.", written.join(", "))
        }
    }

    /// Describes a player and their result so far.
    #[must_use]
    pub fn describe_player(&self, seat: Seat) -> String {
        self.say_of_player("play-has", seat, [("points", self.state.result(seat).decides().into())])
    }

    /// The name of a player.
    #[must_use]
    pub fn name(&self, seat: Seat) -> &'a str {
        self.names.get(seat.0).map_or("", String::as_str)
    }

    /// The name of a box.
    #[must_use]
    pub fn slot_name(&self, slot: usize) -> &'a str {
        let slot = self.sheet().and_then(|rules| rules.slots.get(slot));
        slot.map_or("", |slot| slot.name.get(self.words.language()))
    }

    fn sheet(&self) -> Option<&'a SheetRules> {
        self.state.rules().sheet()
    }
}
