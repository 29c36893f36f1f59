//! What happens in a game, told the same on every screen: events, refusals, boxes and players, each in one sentence.

use kosti_engine::{Event, Phase, Refusal, Seat, State};
use kosti_rules::{Family, SheetRules};

use crate::words::{Arg, Words};

/// Tells of a game at one point of it.
#[derive(Clone, Copy)]
pub struct Teller<'a> {
    /// The language.
    pub words: &'a Words,
    /// Where the game is.
    pub state: &'a State,
    /// The players' names, by seat.
    pub names: &'a [String],
}

impl Words {
    /// What these events are told as, and whose turn it is where that changed. The state follows them: what a bust
    /// costs can only be told before it happens, whose turn it is only after.
    #[must_use]
    pub fn happened(&self, state: &mut State, names: &[String], events: &[Event]) -> String {
        let before = state.on_turn();
        let mut told: Vec<String> = Vec::new();
        for event in events {
            told.push(Teller { words: self, state, names }.event(event));
            state.apply(event);
        }
        if state.on_turn() != before || state.outcome().is_some() {
            told.push(Teller { words: self, state, names }.whose_turn());
        }
        told.join(" ")
    }
}

impl<'a> Teller<'a> {
    /// What an event that is about to happen is told as: the state is the one before.
    #[must_use]
    pub fn event(&self, event: &Event) -> String {
        match event {
            Event::Thrown { .. } | Event::SetAside { .. } => self.told_dice(event),
            Event::Scored { seat, slot, points, bonus } => {
                let args = [("box", self.slot_name(*slot).into()), ("points", (*points).into())];
                self.of("play-scored", *seat, args) + &self.joker(*bonus)
            }
            Event::Announced { seat, slot } => {
                self.of("play-announced", *seat, [("box", self.slot_name(*slot).into())])
            }
            Event::CrossedOut { seat, slot, bonus } => {
                self.of("play-crossed", *seat, [("box", self.slot_name(*slot).into())]) + &self.joker(*bonus)
            }
            Event::Banked { seat, points } => {
                let told = self.of("play-banked", *seat, [("points", (*points).into())]);
                told + &self.told_standing(*seat, *points)
            }
            Event::Busted { seat } => {
                let lost = self.state.turn().map_or(0, |turn| turn.points);
                self.of("play-bust", *seat, [("points", lost.into())]) + &self.told_standing(*seat, 0)
            }
            Event::WonAtOnce { seat, win } => {
                let win = self.sheet().and_then(|rules| rules.instant_wins.get(*win));
                let win = win.map_or("", |win| win.name.get(self.words.language()));
                self.of("play-won-at-once", *seat, [("win", win.into())])
            }
            Event::Undone { seat } => self.of("play-undone", *seat, []),
            Event::Left { seat } => self.of("play-left", *seat, []),
            Event::Returned { seat } => self.of("play-returned", *seat, []),
            Event::EntryCorrected { seat, slot, was, to, entry, .. } => {
                let was = format!("{} {was}", self.slot_name(*slot));
                self.corrected(*seat, was, format!("{} {entry}", self.slot_name(*to)))
            }
            Event::JokerCorrected { seat, was, points, .. } => {
                self.corrected(*seat, was.to_string(), points.to_string())
            }
            Event::StandingCorrected { seat, was, standing, .. } => {
                self.corrected(*seat, was.to_string(), standing.to_string())
            }
        }
    }

    /// A message about a player.
    fn of<const N: usize>(&self, id: &str, seat: Seat, args: [(&str, Arg<'_>); N]) -> String {
        let args: Vec<_> = [("name", self.name(seat).into())].into_iter().chain(args).collect();
        self.words.say(id, &args)
    }

    /// Dice that fell, or were set aside.
    fn told_dice(&self, event: &Event) -> String {
        match event {
            Event::Thrown { seat, dice, .. } if matches!(self.state.phase(), Phase::Lot { .. }) => {
                let args = [("dice", dice.to_string().into()), ("sum", dice.sum().into())];
                self.of("play-threw-lot", *seat, args)
            }
            Event::Thrown { seat, kept, dice } if kept.is_empty() => {
                self.of("play-threw", *seat, [("dice", dice.to_string().into())])
            }
            Event::Thrown { seat, kept, dice } => {
                let args = [
                    ("kept", kept.to_string().into()),
                    ("dice", dice.to_string().into()),
                    ("all", kept.plus(*dice).to_string().into()),
                ];
                self.of("play-threw-more", *seat, args)
            }
            Event::SetAside { seat, dice, points } => {
                let args = [("dice", dice.to_string().into()), ("points", (*points).into())];
                self.of("play-set-aside", *seat, args)
            }
            _ => String::new(),
        }
    }

    fn corrected(&self, seat: Seat, was: String, is: String) -> String {
        self.of("play-corrected", seat, [("was", was.into()), ("is", is.into())])
    }

    fn joker(&self, bonus: i32) -> String {
        let joker = self.sheet().and_then(|rules| rules.joker.as_ref()).filter(|_| bonus != 0);
        joker.map_or_else(String::new, |joker| {
            let args = [("name", joker.name.get(self.words.language()).into()), ("points", bonus.into())];
            format!(" {}.", self.words.say("why-joker-bonus", &args))
        })
    }

    /// Where a player stands after a turn, where a barrel or lost turns have a say in it.
    fn told_standing(&self, seat: Seat, gain: i32) -> String {
        let Family::Race(rules) = &self.state.rules().family else { return String::new() };
        let before = self.state.players()[seat.0].standing;
        let after = rules.after_turn(before, gain);
        let args = [("score", after.score.into()), ("left", after.turns_left.into())];
        let lost = rules.lost_turns.is_some();
        let told = if after.score < before.score + gain || (lost && gain == 0 && after.turns_left == 0) {
            Some(if lost { "play-lost-points" } else { "play-set-back" })
        } else if after.turns_left > 0 {
            Some(if lost { "play-lost-turn" } else { "play-in-barrel" })
        } else {
            None
        };
        told.map_or_else(String::new, |id| format!(" {}", self.words.say(id, &args)))
    }

    /// Whose turn it is, or how the game ended.
    #[must_use]
    pub fn whose_turn(&self) -> String {
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
        self.of(if lot { "play-lot-turn" } else { "play-turn" }, seat, [])
    }

    /// Why something was refused, with boxes by their names.
    #[must_use]
    pub fn refusal(&self, why: Refusal) -> String {
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
        self.words.say("play-refused", &[("why", self.words.tell("refused", &why).into())])
    }

    /// A box of a player's sheet. While the player's dice lie there: what they give it, and why. Else what stands in
    /// it, or what it is for.
    #[must_use]
    pub fn told_box(&self, seat: Seat, slot: usize) -> String {
        let Some(rules) = self.sheet() else { return String::new() };
        let name = self.slot_name(slot);
        let theirs = self.state.turn().is_some_and(|turn| turn.seat == seat);
        let reasons = if theirs { self.state.reasons(slot) } else { Vec::new() };
        if !reasons.is_empty() {
            let why = self.words.why(rules, slot, &reasons);
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
            format!("{name}: {}.", self.words.box_rule(&rules.slots[slot]))
        } else {
            format!("{name}: {}.", written.join(", "))
        }
    }

    /// A player and what they have.
    #[must_use]
    pub fn told_player(&self, seat: Seat) -> String {
        self.of("play-has", seat, [("points", self.state.result(seat).decides().into())])
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
