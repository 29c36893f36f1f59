//! What can be written with which dice on which throw, as lists that the kernel runs through.

use kosti_rules::file::{Cross, Unfit};
use kosti_rules::{Award, SheetRules};

use crate::jokers::{JokerThrows, remembered};
use crate::lattice::Index;

/// A way to end a turn, as far as what follows is concerned: a box, and what its group's sum gains by it.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) struct Move {
    pub(crate) slot: usize,
    /// What the sum of the box's group gains, where that sum decides something; else 0.
    pub(crate) gain: i32,
    /// How many steps the box goes on: one, or two where it is left with points and that is to be remembered.
    pub(crate) steps: usize,
    /// The points written and brought, where they tell moves apart; else 0.
    pub(crate) points: i32,
}

/// What the points of a move are for.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Aim {
    /// They are added to the value of what follows.
    Sum,
    /// They bring a score nearer: what follows depends on them.
    Score,
}

/// Points for a move, and the whole throws that give exactly these.
#[derive(Debug, Clone, PartialEq)]
pub(crate) struct Yield<I = u32> {
    pub(crate) to: usize,
    pub(crate) points: f64,
    pub(crate) throws: Vec<I>,
}

/// What can be written on a throw.
#[derive(Debug, Clone, PartialEq)]
pub(crate) struct Options<I = u32> {
    /// Moves for nothing that any dice allow: crossing out, and dice that do not fit where they score zero.
    pub(crate) for_nothing: Vec<usize>,
    /// By box: what fits.
    pub(crate) by_slot: Vec<Vec<Yield<I>>>,
    /// By box: zeros for dice that do not fit, where these are not for nothing.
    pub(crate) unfit: Vec<Vec<Yield<I>>>,
}

impl Options {
    /// The same with other indexes.
    pub(crate) fn reindexed<I: Index>(&self) -> Options<I> {
        let throws = |given: &Yield| given.throws.iter().map(|&throw| I::new(throw as usize)).collect();
        let again = |given: &Yield| Yield { to: given.to, points: given.points, throws: throws(given) };
        Options {
            for_nothing: self.for_nothing.clone(),
            by_slot: self.by_slot.iter().map(|yields| yields.iter().map(again).collect()).collect(),
            unfit: self.unfit.iter().map(|yields| yields.iter().map(again).collect()).collect(),
        }
    }
}

/// All moves of a game, and the options of each throw; throws with the same options share them.
#[derive(Debug)]
pub(crate) struct Moves {
    aim: Aim,
    /// The box of which it is remembered whether it has points.
    remembers: Option<usize>,
    /// What a joker brings.
    pub(crate) bonus: i32,
    pub(crate) moves: Vec<Move>,
    /// For each throw, which of `options` it has.
    pub(crate) of_throw: Vec<usize>,
    pub(crate) options: Vec<Options>,
    /// For each of `options`: how jokers are written instead.
    pub(crate) jokers: Vec<JokerThrows>,
    /// For each box with a last resort: the move and its points, by group.
    pub(crate) last_resort: Vec<LastResort>,
    /// By box: its moves.
    pub(crate) of_slot: Vec<Vec<usize>>,
}

/// What an open box of a group takes when all other boxes are full and no open box of the group fits.
#[derive(Debug)]
pub(crate) struct LastResort {
    pub(crate) group: usize,
    /// Box, move and points.
    pub(crate) moves: Vec<(usize, usize, f64)>,
}

impl Moves {
    pub(crate) fn new(rules: &SheetRules, aim: Aim) -> Self {
        let mut found = Self {
            aim,
            remembers: remembered(rules),
            bonus: rules.paid_joker().map_or(0, |(_, bonus)| bonus),
            moves: Vec::new(),
            of_throw: Vec::new(),
            options: Vec::new(),
            jokers: Vec::new(),
            last_resort: Vec::new(),
            of_slot: vec![Vec::new(); rules.slots.len()],
        };
        let options: Vec<Options> = (1..=rules.throws).map(|throw| found.options_of(rules, throw)).collect();
        for (group, file) in rules.groups.iter().enumerate() {
            let moves: Vec<(usize, usize, f64)> = file
                .slots
                .iter()
                .filter_map(|&slot| {
                    let points = rules.slots[slot].last_resort?;
                    Some((slot, found.index(rules, slot, points, 0), found.added(points)))
                })
                .collect();
            if !moves.is_empty() {
                found.last_resort.push(LastResort { group, moves });
            }
        }
        for (throw, options) in (1..).zip(options) {
            let jokers = found.jokers_of(rules, throw);
            let known = found.options.iter().zip(&found.jokers);
            let known = known.into_iter().position(|other| other == (&options, &jokers));
            found.of_throw.push(known.unwrap_or(found.options.len()));
            if known.is_none() {
                found.options.push(options);
                found.jokers.push(jokers);
            }
        }
        for (to, this) in found.moves.iter().enumerate() {
            found.of_slot[this.slot].push(to);
        }
        found
    }

    /// What writing these points into this box is, as far as states are concerned.
    pub(crate) fn writing(&self, rules: &SheetRules, slot: usize, points: i32) -> Move {
        let marked = rules.slots[slot].group.is_some_and(|group| rules.groups[group].mark.is_some());
        let steps = if self.remembers == Some(slot) && points != 0 { 2 } else { 1 };
        Move { slot, gain: if marked { points } else { 0 }, steps, points: 0 }
    }

    /// The move that writes these points into this box, with what a joker brings besides.
    pub(crate) fn index(&mut self, rules: &SheetRules, slot: usize, points: i32, bonus: i32) -> usize {
        let told = if self.aim == Aim::Score { points + bonus } else { 0 };
        let wanted = Move { points: told, ..self.writing(rules, slot, points) };
        self.moves.iter().position(|known| *known == wanted).unwrap_or_else(|| {
            self.moves.push(wanted);
            self.moves.len() - 1
        })
    }

    /// What a move adds to the value of what follows.
    pub(crate) fn added(&self, points: i32) -> f64 {
        if self.aim == Aim::Sum { points.into() } else { 0.0 }
    }

    /// What a move writes that adds so much to the value of what follows.
    pub(crate) fn written(&self, to: usize, added: f64) -> i32 {
        if self.aim == Aim::Sum { added as i32 } else { self.moves[to].points }
    }

    fn options_of(&mut self, rules: &SheetRules, throw: u8) -> Options {
        let mut options = Options { for_nothing: Vec::new(), by_slot: Vec::new(), unfit: Vec::new() };
        for (slot, this) in rules.slots.iter().enumerate() {
            // A zero for dice that do not fit may be offered to all dice where those that fit never do worse by
            // scoring: then nobody would take it.
            let scores_never_hurt = this.possible_scores().all(|points| points >= 0)
                && higher_is_better(rules, slot)
                && (self.aim == Aim::Sum || awards_never_fall(rules));
            let zero_for_all = this.unfit == Unfit::Zero && scores_never_hurt;
            if crosses(rules, slot, throw) || zero_for_all {
                let to = self.index(rules, slot, 0, 0);
                options.for_nothing.push(to);
            }
            let (mut fits, mut unfit) = (Vec::new(), Vec::new());
            for index in 0..rules.space.all().len() {
                match this.fits(index, throw) {
                    Some(points) => {
                        give(&mut fits, self.index(rules, slot, points, 0), self.added(points), index);
                    }
                    None if this.unfit == Unfit::Zero && !zero_for_all => {
                        give(&mut unfit, self.index(rules, slot, 0, 0), 0.0, index);
                    }
                    None => {}
                }
            }
            options.by_slot.push(fits);
            options.unfit.push(unfit);
        }
        options
    }
}

/// One more throw that gives these points.
fn give(yields: &mut Vec<Yield>, to: usize, points: f64, throw: usize) {
    let throw = throw as u32;
    match yields.iter_mut().find(|known| known.to == to && known.points == points) {
        Some(known) => known.throws.push(throw),
        None => yields.push(Yield { to, points, throws: vec![throw] }),
    }
}

/// Whether the box may be crossed out on this throw.
pub(crate) fn crosses(rules: &SheetRules, slot: usize, throw: u8) -> bool {
    match rules.slots[slot].cross {
        Cross::Never => false,
        Cross::LastThrow => throw == rules.throws,
        Cross::AnyThrow => true,
    }
}

/// Whether more points in the box, and a higher sum of its group, are never worse.
fn higher_is_better(rules: &SheetRules, slot: usize) -> bool {
    use kosti_rules::GroupMark::{Bonus, Penalty};
    if rules.groups.iter().any(|group| group.difference.is_some_and(|it| it.less == slot)) {
        return false;
    }
    let mark = rules.slots[slot].group.and_then(|group| rules.groups[group].mark);
    mark.is_none_or(|mark| match mark {
        Bonus { points, .. } | Penalty { points, .. } => points >= 0,
    })
}

/// Whether more points are never worse for any award.
fn awards_never_fall(rules: &SheetRules) -> bool {
    rules.awards.iter().all(|named| match &named.award {
        Award::SumOf { give, .. } | Award::NeverCrossed { give, .. } | Award::EachScored { give, .. } => {
            *give >= 0
        }
        Award::Total { steps } => steps.is_sorted_by_key(|&(_, give)| give),
    })
}
