//! The dice on the table. Each die keeps its place, so that people find a held die again.

use kosti_dice::Dice;
use kosti_engine::{Action, Event};
use kosti_rules::Family;

use super::LocalTable;

impl LocalTable {
    /// The held dice.
    pub(crate) fn held_dice(&self) -> Dice {
        let held = self.faces.iter().zip(&self.held).filter(|(_, held)| **held).map(|(face, _)| *face);
        Dice::from_faces(&held.collect::<Vec<u8>>()).unwrap_or(Dice::NONE)
    }

    /// Lays out the dice of the state in order, none held.
    pub(super) fn lay_out(&mut self) {
        self.faces = self.state.turn().map_or_else(Vec::new, |turn| turn.dice.faces().collect());
        self.held = vec![false; self.faces.len()];
        self.hold(self.state.turn().map_or(Dice::NONE, |turn| turn.kept));
    }

    /// Holds the dice that an action keeps.
    pub(super) fn hold_kept(&mut self, action: Action) {
        let (Action::Throw { keep } | Action::SetAside { take: keep, .. }) = action else { return };
        if self.held_dice() != keep {
            self.hold(keep);
        }
    }

    /// Holds these dice, the first of each number.
    pub(super) fn hold(&mut self, dice: Dice) {
        let mut left = dice;
        for (face, held) in self.faces.iter().zip(&mut self.held) {
            let rest = Dice::from_faces(&[*face]).ok().and_then(|die| left.minus(die));
            *held = rest.is_some();
            left = rest.unwrap_or(left);
        }
    }

    /// Places thrown dice; the kept ones stay in their places.
    pub(super) fn place_dice(&mut self, events: &[Event], fallen: &[u8]) {
        let thrown = events.iter().find_map(|event| match event {
            Event::Thrown { kept, .. } => Some(*kept),
            _ => None,
        });
        let Some(kept) = thrown else { return };
        if kept.is_empty() || self.held_dice() != kept {
            self.faces = kept.faces().chain(fallen.iter().copied()).collect();
            self.held = (0..self.faces.len()).map(|die| die < kept.len()).collect();
            return;
        }
        let mut fallen = fallen.iter();
        for (face, held) in self.faces.iter_mut().zip(&self.held) {
            if !held {
                *face = *fallen.next().unwrap_or(face);
            }
        }
    }

    /// Holds or releases a die; in a race, selects it together with the dice that it scores with.
    pub(crate) fn toggle(&mut self, die: usize) {
        let Some(turn) = self.state.turn().filter(|turn| turn.throw > 0) else {
            return self.say_message("play-throw-first");
        };
        if die >= self.faces.len() || self.bot().is_some() {
            return;
        }
        match &self.state.rules().family {
            Family::Sheet(_) => {
                let aside = turn.kept;
                if self.state.throws_left() == 0 {
                    return self.say_message("play-no-throws-left");
                }
                self.held[die] = !self.held[die];
                if !self.held_dice().contains(aside) {
                    self.held[die] = true;
                    return self.say_message("play-stays-aside");
                }
                self.say_held();
            }
            Family::Race(_) => self.choose_die(die),
        }
    }

    fn say_held(&mut self) {
        let held = self.held_dice();
        let said = if held.is_empty() {
            self.words.say("play-held-none", &[])
        } else {
            self.words.say("play-held", &[("dice", held.to_string().into())])
        };
        self.say(said);
    }

    fn choose_die(&mut self, die: usize) {
        let chosen = self.held_dice();
        let one = Dice::from_faces(&[self.faces[die]]).unwrap_or(Dice::NONE);
        let selections = self.state.selections().iter();
        let found = if self.held[die] {
            let rest = chosen.minus(one).unwrap_or(Dice::NONE);
            selections.filter(|s| rest.contains(s.take)).max_by_key(|s| (s.take.len(), s.points))
        } else {
            let more = chosen.plus(one);
            selections.filter(|s| s.take.contains(more)).min_by_key(|s| (s.take.len(), -s.points))
        };
        match found.copied() {
            Some(selection) => {
                let was = self.held[die];
                self.take(selection.take, die, !was);
                let args = [("dice", selection.take.to_string().into()), ("points", selection.points.into())];
                self.say(self.words.say("play-chosen", &args));
            }
            None if self.held[die] => {
                self.held.fill(false);
                self.say_message("play-chosen-none");
            }
            None => {
                let face = self.faces[die];
                self.say(self.words.say("play-die-scores-nothing", &[("face", face.into())]));
            }
        }
    }

    /// Selects these dice with or without this die.
    fn take(&mut self, dice: Dice, die: usize, with: bool) {
        let order = {
            let others = (0..self.faces.len()).filter(|&other| other != die);
            let held_first = others.clone().filter(|&other| self.held[other]);
            let rest = others.filter(|&other| !self.held[other]);
            let all = held_first.chain(rest);
            if with {
                std::iter::once(die).chain(all).collect::<Vec<_>>()
            } else {
                all.chain([die]).collect()
            }
        };
        let mut left = dice;
        for at in order {
            let rest = Dice::from_faces(&[self.faces[at]]).ok().and_then(|die| left.minus(die));
            self.held[at] = rest.is_some();
            left = rest.unwrap_or(left);
        }
    }

    /// Selects all dice that score.
    pub(super) fn take_all(&mut self) {
        let best = self.state.selections().iter().max_by_key(|s| (s.take.len(), s.points)).copied();
        if let Some(selection) = best {
            self.hold(selection.take);
            let args = [("dice", selection.take.to_string().into()), ("points", selection.points.into())];
            self.say(self.words.say("play-chosen", &args));
        }
    }
}
