//! Explains a score as data: which rule and which dice. `crates/text` has the sentences, in every language.

use kosti_dice::Dice;
use serde::Serialize;

use crate::file::{Cross, Hand, Score, Unfit};
use crate::joker::LATER;
use crate::rules::SheetRules;
use crate::sheet::Sheet;

/// One step of an explanation. Field names are the variables of the message.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
#[serde(tag = "why", rename_all = "kebab-case", rename_all_fields = "kebab-case")]
#[expect(missing_docs, reason = "the names say it, and the sentences are in locales/")]
pub enum Reason {
    Combination {
        dice: Dice,
        sum: i32,
    },
    AllDice {
        sum: i32,
    },
    Matching {
        count: usize,
        number: u8,
        sum: i32,
    },
    Points {
        points: i32,
    },
    EachMiss {
        count: usize,
        number: u8,
        each: i32,
        sum: i32,
    },
    ByCount {
        count: usize,
        number: u8,
        points: i32,
    },
    /// The dice beat `count` of the `of` other throws. `hand` is the index of the hand that they show, if any.
    Beats {
        count: i32,
        of: usize,
        hand: Option<usize>,
    },
    /// Points for dice that fit on this throw.
    ByThrow {
        throw: u8,
        points: i32,
    },
    Plus {
        points: i32,
        sum: i32,
    },
    HandTimes {
        times: i32,
        sum: i32,
    },
    HandPoints {
        points: i32,
    },
    HandPlus {
        points: i32,
        sum: i32,
    },
    /// The column counts several times.
    ColumnTimes {
        times: i32,
        sum: i32,
    },
    /// The dice do not fit and may not be scored.
    Unfit,
    /// The dice do not fit and score zero.
    UnfitZero,
    /// This many boxes of the group must be scored first.
    Gate {
        left: usize,
        group: usize,
    },
    /// Another box of the column must be filled first.
    Before {
        slot: usize,
    },
    /// The box must be announced after the first throw.
    Announce,
    /// Another box has been announced.
    Announced {
        slot: usize,
    },
    /// All other boxes are full and the dice fit none of the group's.
    LastResort {
        points: i32,
    },
    /// The points of a joker in this box.
    Joker {
        points: i32,
    },
    /// A joker must take this box first.
    JokerBox {
        slot: usize,
    },
    /// A joker must take a box outside this group first.
    JokerOutside {
        group: usize,
    },
    /// The bonus points of a joker.
    JokerBonus {
        points: i32,
    },
    /// These dice win the game.
    Wins {
        win: usize,
    },
    /// The box is full.
    Full,
    /// The box may also be crossed out.
    MayCross,
    /// The box may be crossed out after the last throw only.
    CrossLater,
}

impl SheetRules {
    /// Explains the score of these dice in this box.
    #[must_use]
    pub fn explain(&self, sheet: &Sheet, slot: usize, dice: Dice, throw: u8) -> Vec<Reason> {
        if !self.is_open(sheet, slot) {
            return vec![Reason::Full];
        }
        if let Some(win) = self.wins(dice, throw) {
            return vec![Reason::Wins { win }];
        }
        if let Some(gate) = self.gate_left(sheet).filter(|_| !self.passes_gate(sheet, slot)) {
            return vec![Reason::Gate { left: gate.left, group: gate.group }];
        }
        if let Some(slot) = self.blocking_slot(sheet, slot) {
            return vec![Reason::Before { slot }];
        }
        if let Some(before) = self.joker_takes_first(sheet, slot, dice, throw) {
            let first = self.joker.as_ref().and_then(|joker| joker.first);
            let outside = first.filter(|_| self.joker_rank(before, dice.highest()) > 0);
            return vec![
                outside.map_or(Reason::JokerBox { slot: before }, |group| Reason::JokerOutside { group }),
            ];
        }
        let mut steps = self.without_bonus(sheet, slot, dice, throw);
        let bonus = self.offer(sheet, slot, dice, throw).bonus;
        if bonus != 0 {
            steps.push(Reason::JokerBonus { points: bonus });
        }
        steps
    }

    /// Explains the score without the bonus of a joker.
    fn without_bonus(&self, sheet: &Sheet, slot: usize, dice: Dice, throw: u8) -> Vec<Reason> {
        let this = &self.slots[slot];
        let index = self.space.index(dice);
        if let Some(points) = this.joker.filter(|_| self.is_joker(sheet, index)) {
            return vec![Reason::Joker { points }];
        }
        if this.fits(index, throw).is_some() {
            return self.how(slot, dice, throw);
        }
        if let Some(points) =
            self.offer(sheet, slot, dice, throw).score.filter(|_| this.unfit == Unfit::Refused)
        {
            return vec![Reason::LastResort { points }];
        }
        match this.unfit {
            Unfit::Zero => vec![Reason::UnfitZero],
            Unfit::Refused => {
                let crossing = match this.cross {
                    Cross::Never => None,
                    Cross::LastThrow if throw < self.throws => Some(Reason::CrossLater),
                    Cross::LastThrow | Cross::AnyThrow => Some(Reason::MayCross),
                };
                [Reason::Unfit].into_iter().chain(crossing).collect()
            }
        }
    }

    /// The steps from the dice that fit to the score.
    fn how(&self, slot: usize, dice: Dice, throw: u8) -> Vec<Reason> {
        let this = &self.slots[slot];
        let index = self.space.index(dice);
        let by_throw = matches!(this.how.score, Score::ByThrow(_));
        // The points of the box without the weight of its column.
        let alone = |throw: u8| this.fits(index, throw).unwrap_or(0) / this.times;
        let later = alone(if by_throw { throw } else { LATER });
        let (count, number) = (dice.count(this.number), this.number);
        let sum = later - this.how.plus;
        let mut steps = vec![match &this.how.score {
            Score::Combination => {
                Reason::Combination { dice: this.combination(index).unwrap_or(Dice::NONE), sum }
            }
            Score::AllDice => Reason::AllDice { sum },
            Score::Matching => Reason::Matching { count, number, sum },
            Score::Points(points) => Reason::Points { points: *points },
            Score::EachMiss(amount) => {
                Reason::EachMiss { count: dice.len() - count, number, each: amount.of(number), sum }
            }
            Score::ByCount(_) => Reason::ByCount { count, number, points: sum },
            Score::ByThrow(_) => Reason::ByThrow { throw, points: sum },
            Score::Beats(hands) => {
                let hand =
                    hands.iter().rposition(|hand| hand.best(dice, number, &self.faces.colours).is_some());
                Reason::Beats { count: sum, of: self.space.all().len() - 1, hand }
            }
        }];
        if this.how.plus != 0 {
            steps.push(Reason::Plus { points: this.how.plus, sum: later });
        }
        if throw == 1 {
            let sum = alone(1);
            match this.how.hand {
                Hand::Same => {}
                Hand::Times(times) => steps.push(Reason::HandTimes { times, sum }),
                Hand::Points(points) => steps.push(Reason::HandPoints { points }),
                Hand::Plus(points) => steps.push(Reason::HandPlus { points, sum }),
            }
        }
        if this.times != 1 {
            let sum = this.fits(index, throw).unwrap_or(0);
            steps.push(Reason::ColumnTimes { times: this.times, sum });
        }
        steps
    }
}
