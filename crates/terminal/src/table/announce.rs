//! What is said: events, refusals, boxes and players, each in one sentence.

use kosti_engine::{Event, Phase, Refusal, Seat};
use kosti_rules::{Entry, Family, Standing};
use kosti_words::Arg;

use super::Table;

impl Table {
    /// What an event that is about to happen is told as.
    pub(super) fn announced(&self, event: &Event) -> String {
        let name = |seat: &Seat| Arg::from(self.name(*seat).to_owned());
        let say = |id: &str, args: &[(&str, Arg<'_>)]| self.words.say(id, args);
        match event {
            Event::Thrown { seat, dice, .. } if matches!(self.state.phase(), Phase::Lot { .. }) => {
                let args =
                    [("name", name(seat)), ("dice", dice.to_string().into()), ("sum", dice.sum().into())];
                say("play-threw-lot", &args)
            }
            Event::Thrown { seat, kept, dice } if kept.is_empty() => {
                say("play-threw", &[("name", name(seat)), ("dice", dice.to_string().into())])
            }
            Event::Thrown { seat, kept, dice } => {
                let args = [
                    ("name", name(seat)),
                    ("kept", kept.to_string().into()),
                    ("dice", dice.to_string().into()),
                    ("all", kept.plus(*dice).to_string().into()),
                ];
                say("play-threw-more", &args)
            }
            Event::Scored { seat, slot, points, bonus } => {
                let args =
                    [("name", name(seat)), ("box", self.box_name(*slot)), ("points", (*points).into())];
                say("play-scored", &args) + &self.joker(*bonus)
            }
            Event::CrossedOut { seat, slot, bonus } => {
                let args = [("name", name(seat)), ("box", self.box_name(*slot))];
                say("play-crossed", &args) + &self.joker(*bonus)
            }
            Event::SetAside { seat, dice, points } => {
                let args =
                    [("name", name(seat)), ("dice", dice.to_string().into()), ("points", (*points).into())];
                say("play-set-aside", &args)
            }
            Event::Banked { seat, points } => self.told_bank(*seat, *points),
            Event::Busted { seat } => self.told_bust(*seat),
            Event::WonAtOnce { seat, win } => {
                let win = self.sheet().map(|rules| rules.instant_wins[*win].name.get(self.words.language()));
                say("play-won-at-once", &[("name", name(seat)), ("win", win.unwrap_or("").into())])
            }
            Event::Undone { seat } => say("play-undone", &[("name", name(seat))]),
            Event::Left { seat } => say("play-left", &[("name", name(seat))]),
            Event::Returned { seat } => say("play-returned", &[("name", name(seat))]),
            Event::EntryCorrected { seat, slot, was, to, entry, .. } => say(
                "play-corrected",
                &[
                    ("name", name(seat)),
                    ("was", format!("{} {}", self.slot_name(*slot), shown(*was)).into()),
                    ("is", format!("{} {}", self.slot_name(*to), shown(*entry)).into()),
                ],
            ),
            Event::JokerCorrected { seat, was, points, .. } => say(
                "play-corrected",
                &[("name", name(seat)), ("was", was.to_string().into()), ("is", points.to_string().into())],
            ),
            Event::StandingCorrected { seat, was, standing, .. } => say(
                "play-corrected",
                &[("name", name(seat)), ("was", stands(*was).into()), ("is", stands(*standing).into())],
            ),
        }
    }

    fn joker(&self, bonus: i32) -> String {
        let joker = self.sheet().and_then(|rules| rules.joker.as_ref()).filter(|_| bonus != 0);
        joker.map_or_else(String::new, |joker| {
            let args = [("name", joker.name.get(self.words.language()).into()), ("points", bonus.into())];
            format!(" {}.", self.words.say("why-joker-bonus", &args))
        })
    }

    fn told_bank(&self, seat: Seat, points: i32) -> String {
        let args = [("name", self.name(seat).into()), ("points", points.into())];
        let told = self.words.say("play-banked", &args);
        format!("{told}{}", self.told_standing(seat, points))
    }

    fn told_bust(&self, seat: Seat) -> String {
        let lost = self.state.turn().map_or(0, |turn| turn.points);
        let args = [("name", self.name(seat).into()), ("points", lost.into())];
        format!("{}{}", self.words.say("play-bust", &args), self.told_standing(seat, 0))
    }

    /// Where a player stands after a turn, where a barrel has a say in it.
    fn told_standing(&self, seat: Seat, gain: i32) -> String {
        let Family::Race(rules) = &self.state.rules().family else { return String::new() };
        let before = self.state.players()[seat.0].standing;
        let after = rules.after_turn(before, gain);
        let args = [("score", after.score.into()), ("left", after.turns_left.into())];
        if after.score < before.score + gain {
            format!(" {}", self.words.say("play-set-back", &args))
        } else if after.turns_left > 0 {
            format!(" {}", self.words.say("play-in-barrel", &args))
        } else {
            String::new()
        }
    }

    /// Whose turn it is, or how the game ended.
    pub(crate) fn whose_turn(&self) -> String {
        if let Some(outcome) = self.state.outcome() {
            let names: Vec<&str> = outcome.winners.iter().map(|seat| self.name(*seat)).collect();
            if self.setup.players.len() == 1 {
                let result = self.state.result(Seat(0));
                return self.words.say("play-ended-alone", &[("points", result.decides().into())]);
            }
            let args = [("count", names.len().into()), ("names", names.join(", ").into())];
            return self.words.say("replay-winners", &args);
        }
        let Some(seat) = self.state.on_turn() else { return self.words.say("replay-nobody", &[]) };
        let lot = matches!(self.state.phase(), Phase::Lot { .. });
        let id = if lot { "play-lot-turn" } else { "play-turn" };
        self.words.say(id, &[("name", self.name(seat).into())])
    }

    /// Why something was refused, with boxes by their names.
    pub(crate) fn refusal(&self, why: Refusal) -> String {
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
            other => other,
        };
        self.words.say("play-refused", &[("why", self.words.tell("refused", &why).into())])
    }

    /// The name of a box.
    pub(crate) fn slot_name(&self, slot: usize) -> &str {
        self.sheet()
            .and_then(|rules| rules.slots.get(slot))
            .map_or("", |slot| slot.name.get(self.words.language()))
    }

    fn box_name(&self, slot: usize) -> Arg<'_> {
        self.slot_name(slot).into()
    }

    /// A box, with why the dice give it what they give.
    pub(super) fn told_box(&self, slot: usize) -> String {
        let Some(rules) = self.sheet() else { return String::new() };
        let name = self.slot_name(slot);
        let reasons = self.reasons(slot);
        if !reasons.is_empty() {
            let offer = self.offer(slot).and_then(|offer| offer.score);
            let why = self.words.why(rules, slot, &reasons);
            return match offer {
                Some(points) => {
                    let args = [("box", name.into()), ("points", points.into()), ("why", why.into())];
                    self.words.say("play-box-gives", &args)
                }
                None => format!("{name}: {why}."),
            };
        }
        let entries = self.state.players()[self.column].sheet.entries(slot);
        let written: Vec<String> = entries.iter().map(|entry| shown(*entry)).collect();
        if written.is_empty() {
            format!("{name}: {}.", self.words.box_rule(&rules.slots[slot]))
        } else {
            format!("{name}: {}.", written.join(", "))
        }
    }

    /// A player and what they have.
    pub(super) fn told_player(&self, seat: usize) -> String {
        let result = self.state.result(Seat(seat));
        let args = [("name", self.name(Seat(seat)).into()), ("points", result.decides().into())];
        self.words.say("play-has", &args)
    }
}

/// An entry as it stands on the sheet.
pub(crate) fn shown(entry: Entry) -> String {
    entry.to_string()
}

/// A standing as it is typed: `310/2`.
pub(crate) fn stands(standing: Standing) -> String {
    match standing.turns_left {
        0 => standing.score.to_string(),
        left => format!("{}/{left}", standing.score),
    }
}
