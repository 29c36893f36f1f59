//! A race as tables, and the standing of its players between turns.

use std::fmt;

use indexmap::IndexMap;
use kosti_dice::{Dice, Space};
use serde::{Deserialize, Serialize};

use crate::faces::Faces;
use crate::file::{Blank, Costs, LastRoundFile, LostTurnsFile, Numbers, Overshoot};
use crate::pattern::Pattern;
use crate::rules::Example;
use crate::text::Text;

/// A race as tables.
#[derive(Debug, Clone)]
pub struct RaceRules {
    /// The score that wins.
    pub target: i32,
    /// Whether all dice may be thrown again once all are aside.
    pub hot_dice: bool,
    /// The fewest points that a turn can bank; 0 for any.
    pub bank_at_least: i32,
    /// The same for a player whose score is 0.
    pub open_at_least: i32,
    /// The cost of lost turns in a row.
    pub lost_turns: Option<LostTurnsFile>,
    /// The last round, if the first player at the target does not win at once.
    pub last_round: Option<LastRoundFile>,
    /// What becomes of a turn that would go past the target, if it must be reached exactly.
    pub overshoot: Option<Overshoot>,
    /// The scoring combinations, as written, with their points.
    pub combinations: Vec<Combination>,
    /// Dice that lose the turn or the whole score, the dearest first.
    pub losses: Vec<Loss>,
    /// The rule for remaining dice that are all alike.
    pub double: Option<Double>,
    /// Stretches of the score that must be left within some turns, by entry score.
    pub barrels: Vec<Barrel>,
    /// Worked examples.
    pub examples: Vec<Example>,
    /// The names and colours of the dice's faces.
    pub faces: Faces,
    /// By number of dice thrown.
    pub(crate) throws: Vec<ThrowTable>,
}

/// What the throws of a number of dice allow, by multiset.
#[derive(Debug, Clone)]
pub(crate) struct ThrowTable {
    pub(crate) space: Space,
    /// The selections, best first.
    pub(crate) selections: Vec<Vec<Selection>>,
    /// The loss that the throw shows.
    pub(crate) lost: Vec<Option<usize>>,
}

/// Dice that end the turn with a loss, whatever else the throw shows.
#[derive(Debug, Clone)]
pub struct Loss {
    /// Its id.
    pub id: String,
    /// The pattern that loses.
    pub needs: Pattern,
    /// What is lost.
    pub costs: Costs,
}

/// A scoring combination.
#[derive(Debug, Clone)]
pub struct Combination {
    /// Its id.
    pub id: String,
    /// Its name.
    pub name: Text,
    /// The pattern that its dice show.
    pub needs: Pattern,
    /// Its points, as written.
    pub points: Numbers,
    /// The dice that make it, and their points.
    pub made_of: IndexMap<Dice, i32>,
}

/// Dice that can be set aside together.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Selection {
    /// The dice.
    pub take: Dice,
    /// The points of the best split into combinations.
    pub points: i32,
}

/// All remaining dice alike let the player throw all dice again.
#[derive(Debug, Clone)]
pub struct Double {
    /// The number of dice that must be aside, exactly.
    pub aside: u8,
    /// The duty after a double that scores nothing.
    pub blank: Blank,
    /// The rule in one line.
    pub about: Text,
}

/// A stretch of the score that must be left within some turns.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Barrel {
    /// The lowest score inside.
    pub from: i32,
    /// The lowest score past it.
    pub exit: i32,
    /// The number of turns to leave it.
    pub turns: u8,
}

/// A player's score, and the turns left in the barrel that contains the score (0 outside a barrel). Where lost
/// turns cost points, the lost turns left before the cost (0 if the last turn was not lost).
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Default, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Standing {
    /// The score.
    pub score: i32,
    /// Turns left in the barrel, or until lost turns cost points; 0 if neither is counted.
    #[serde(default)]
    pub turns_left: u8,
}

/// Formats the standing as people type it: `330`, or `330/2` with two turns left in the barrel.
impl fmt::Display for Standing {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self.turns_left {
            0 => self.score.fmt(f),
            left => write!(f, "{}/{left}", self.score),
        }
    }
}

impl RaceRules {
    /// The barrel that contains this score, counted from 0.
    #[must_use]
    pub fn barrel(&self, score: i32) -> Option<usize> {
        self.barrels.iter().position(|barrel| (barrel.from..barrel.exit).contains(&score))
    }

    /// Whether this score reaches the target: it wins, or begins the last round.
    #[must_use]
    pub fn is_won(&self, score: i32) -> bool {
        score >= self.target
    }

    /// The standing after a turn that brought `gain`, 0 for a bust.
    #[must_use]
    pub fn after_turn(&self, before: Standing, gain: i32) -> Standing {
        let (score, gain) = self.within_target(before.score, gain);
        if let Some(lost) = self.lost_turns {
            return after_lost_turns(lost, before, score, gain);
        }
        let Some(inside) = self.barrel(score).filter(|_| !self.is_won(score)) else {
            return Standing { score, turns_left: 0 };
        };
        let barrel = self.barrels[inside];
        if self.barrel(before.score) != Some(inside) {
            return Standing { score, turns_left: barrel.turns };
        }
        match before.turns_left {
            0 | 1 => Standing { score: barrel.from, turns_left: barrel.turns },
            left => Standing { score, turns_left: left - 1 },
        }
    }

    /// The standing after a throw that cost the whole score: that of a player who begins.
    #[must_use]
    pub fn after_score_loss(&self) -> Standing {
        Standing::default()
    }

    /// The score after a turn, and what the turn brought, where the target must be reached exactly.
    fn within_target(&self, before: i32, gain: i32) -> (i32, i32) {
        let score = before.saturating_add(gain);
        match self.overshoot.filter(|_| score > self.target) {
            None => (score, gain),
            Some(Overshoot::Lost) => (before, 0),
            Some(Overshoot::Back) => (self.target.saturating_sub(score - self.target).max(0), gain),
        }
    }

    /// Whether a turn that brings these points goes past a target that must be reached exactly.
    #[must_use]
    pub fn overshoots(&self, before: Standing, gain: i32) -> bool {
        self.overshoot.is_some() && before.score.saturating_add(gain) > self.target
    }

    /// Whether a player can have this standing between turns.
    #[must_use]
    pub fn is_standing(&self, standing: Standing) -> bool {
        let counted = |lost: LostTurnsFile| standing.turns_left < lost.row;
        standing.score >= 0
            && (self.overshoot.is_none() || standing.score <= self.target)
            && match self.barrel(standing.score) {
                None if self.lost_turns.is_some() => {
                    self.lost_turns.is_some_and(counted)
                        && (standing.turns_left == 0 || !self.is_won(standing.score))
                }
                Some(inside) => (1..=self.barrels[inside].turns).contains(&standing.turns_left),
                None => standing.turns_left == 0,
            }
    }

    /// The fewest points that a player with this standing can bank; 0 for any.
    #[must_use]
    pub fn least_bank(&self, standing: Standing) -> i32 {
        if standing.score == 0 { self.bank_at_least.max(self.open_at_least) } else { self.bank_at_least }
    }

    /// The greatest common divisor of the points of all turns.
    #[must_use]
    pub fn unit(&self) -> i32 {
        let gcd = |mut a: i32, mut b: i32| {
            while b != 0 {
                (a, b) = (b, a % b);
            }
            a
        };
        let selections = self.throws.iter().flat_map(|throw| throw.selections.iter().flatten());
        let lost = self.lost_turns.map(|lost| lost.points);
        selections.map(|selection| selection.points).chain(lost).fold(0, gcd).max(1)
    }

    /// Whether turns can add up to this score, from 0 or from the entry of a barrel.
    #[must_use]
    pub fn adds_up(&self, score: i32) -> bool {
        let unit = self.unit();
        let mut from = self.barrels.iter().map(|barrel| barrel.from).chain([0]);
        from.any(|from| score >= from && (score - from) % unit == 0)
    }

    /// The number of dice at the start of a turn.
    #[must_use]
    pub fn dice(&self) -> usize {
        self.throws.len() - 1
    }

    /// The selections of these dice, best first; empty for a throw that does not score.
    #[must_use]
    pub fn selections(&self, dice: Dice) -> &[Selection] {
        let throw = &self.throws[dice.len()];
        &throw.selections[throw.space.index(dice)]
    }

    /// The loss that these dice show, whatever else they show.
    #[must_use]
    pub fn loss(&self, dice: Dice) -> Option<&Loss> {
        let throw = &self.throws[dice.len()];
        throw.lost[throw.space.index(dice)].map(|loss| &self.losses[loss])
    }

    /// Whether these dice cost the whole score.
    #[must_use]
    pub fn loses_score(&self, dice: Dice) -> bool {
        self.loss(dice).is_some_and(|loss| loss.costs == Costs::Score)
    }

    /// Whether some dice cost the whole score.
    #[must_use]
    pub fn can_lose_score(&self) -> bool {
        self.losses.iter().any(|loss| loss.costs == Costs::Score)
    }

    /// All multisets of `dice` dice.
    #[must_use]
    pub fn space(&self, dice: usize) -> &kosti_dice::Space {
        &self.throws[dice].space
    }

    /// Whether these dice, the last of the turn, are a double that lets the player throw all dice again.
    #[must_use]
    pub fn is_double(&self, dice: Dice, aside: usize) -> bool {
        self.loss(dice).is_none()
            && self.double.as_ref().is_some_and(|double| {
                usize::from(double.aside) == aside
                    && dice.len() > 1
                    && dice.count(dice.highest()) == dice.len()
            })
    }

    /// Whether this throw ends the turn with nothing.
    #[must_use]
    pub fn is_bust(&self, dice: Dice, aside: usize) -> bool {
        self.selections(dice).is_empty() && !self.is_double(dice, aside)
    }

    /// The probability that a throw of so many dice, with the others aside, ends the turn with nothing.
    #[must_use]
    pub fn bust_chance(&self, dice: usize) -> f64 {
        let (space, aside) = (self.space(dice), self.dice() - dice);
        let lost = space.all().iter().filter(|dice| self.is_bust(**dice, aside));
        lost.map(|dice| space.probability(*dice)).sum()
    }
}

/// The standing after a turn, in a game where lost turns in a row cost points.
fn after_lost_turns(lost: LostTurnsFile, before: Standing, score: i32, gain: i32) -> Standing {
    if gain > 0 {
        return Standing { score, turns_left: 0 };
    }
    let left = if before.turns_left == 0 { lost.row } else { before.turns_left };
    match left {
        0 | 1 => Standing { score: score.saturating_sub(lost.points).max(0), turns_left: 0 },
        left => Standing { score, turns_left: left - 1 },
    }
}
