//! `Moves`: the entries that each throw allows, as lists for the kernel.

use kosti_rules::file::{Cross, Unfit};
use kosti_rules::{Award, SheetRules};

use crate::jokers::{JokerThrows, remembered_joker_slot};
use crate::lattice::{Index, Lattice};

/// The end of a turn, as far as the state after it depends on it: a box, and the gain of its group sum.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) struct Move {
    pub(crate) slot: usize,
    /// The gain of the group sum, if the group has a threshold; otherwise 0.
    pub(crate) gain: i32,
    /// The steps of the box in the index of fillings: one, or two if the box got points and the state remembers that.
    pub(crate) steps: usize,
    /// The points written, with the joker bonus, if points are part of the state; otherwise 0.
    pub(crate) points: i32,
}

/// The role of points in the recursion.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum PointsRole {
    /// They are added to the value of the next state.
    Value,
    /// They are part of the state, so the next state depends on them.
    State,
}

/// A move with its points, and the throws that give exactly these points.
#[derive(Debug, Clone, PartialEq)]
pub(crate) struct ScoringThrows<I = u32> {
    pub(crate) to: usize,
    pub(crate) points: f64,
    pub(crate) throws: Vec<I>,
}

/// The entries that are allowed on one throw number.
#[derive(Debug, Clone, PartialEq)]
pub(crate) struct ThrowOptions<I = u32> {
    /// Moves with 0 points that any dice allow: crossing out, and zeros for dice that do not fit.
    pub(crate) zero_moves: Vec<usize>,
    /// By box: the throws that fit.
    pub(crate) by_slot: Vec<Vec<ScoringThrows<I>>>,
    /// By box: zeros for dice that do not fit, unless they are in `zero_moves`.
    pub(crate) unfit: Vec<Vec<ScoringThrows<I>>>,
}

impl ThrowOptions {
    /// Returns the same options with indexes of another type.
    pub(crate) fn reindex<I: Index>(&self) -> ThrowOptions<I> {
        let throws =
            |given: &ScoringThrows| given.throws.iter().map(|&throw| I::new(throw as usize)).collect();
        let again = |given: &ScoringThrows| ScoringThrows {
            to: given.to,
            points: given.points,
            throws: throws(given),
        };
        ThrowOptions {
            zero_moves: self.zero_moves.clone(),
            by_slot: self.by_slot.iter().map(|yields| yields.iter().map(again).collect()).collect(),
            unfit: self.unfit.iter().map(|yields| yields.iter().map(again).collect()).collect(),
        }
    }
}

/// All moves of a game, and the options of each throw number; throw numbers with equal options share them.
#[derive(Debug)]
pub(crate) struct Moves {
    role: PointsRole,
    /// The box whose state remembers whether it got points.
    remembered_slot: Option<usize>,
    /// The bonus of a joker.
    pub(crate) bonus: i32,
    pub(crate) moves: Vec<Move>,
    /// By throw number: its list in `options`.
    pub(crate) options_of_throw: Vec<usize>,
    pub(crate) options: Vec<ThrowOptions>,
    /// By list of options: how joker throws are written instead.
    pub(crate) jokers: Vec<JokerThrows>,
    /// The last resorts, by group.
    pub(crate) last_resort: Vec<LastResort>,
    /// By box: its moves.
    pub(crate) of_slot: Vec<Vec<usize>>,
}

/// The points that an open box of a group gets when all other boxes are full and the dice fit no open box of the group.
#[derive(Debug)]
pub(crate) struct LastResort {
    pub(crate) group: usize,
    /// Box, move and points.
    pub(crate) moves: Vec<(usize, usize, f64)>,
}

impl Moves {
    pub(crate) fn new(rules: &SheetRules, role: PointsRole, lattice: &Lattice) -> Self {
        let mut found = Self {
            role,
            remembered_slot: remembered_joker_slot(rules),
            bonus: rules.paid_joker().map_or(0, |(_, bonus)| bonus),
            moves: Vec::new(),
            options_of_throw: Vec::new(),
            options: Vec::new(),
            jokers: Vec::new(),
            last_resort: Vec::new(),
            of_slot: vec![Vec::new(); rules.slots.len()],
        };
        let options: Vec<ThrowOptions> =
            (1..=rules.throws).map(|throw| found.options_for_throw(rules, throw, lattice)).collect();
        for (group, file) in rules.groups.iter().enumerate() {
            let moves: Vec<(usize, usize, f64)> = file
                .slots
                .iter()
                .filter_map(|&slot| {
                    let points = rules.slots[slot].last_resort?;
                    Some((slot, found.move_index(rules, slot, points, 0), found.added_value(points)))
                })
                .collect();
            if !moves.is_empty() {
                found.last_resort.push(LastResort { group, moves });
            }
        }
        for (throw, options) in (1..).zip(options) {
            let jokers = found.jokers_of(rules, throw, lattice);
            let known = found.options.iter().zip(&found.jokers);
            let known = known.into_iter().position(|other| other == (&options, &jokers));
            found.options_of_throw.push(known.unwrap_or(found.options.len()));
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

    /// Returns the move that writes these points into this box, without points in the state.
    pub(crate) fn move_for(&self, rules: &SheetRules, slot: usize, points: i32) -> Move {
        let marked = rules.slots[slot].group.is_some_and(|group| rules.groups[group].mark.is_some());
        let steps = if self.remembered_slot == Some(slot) && points != 0 { 2 } else { 1 };
        Move { slot, gain: if marked { points } else { 0 }, steps, points: 0 }
    }

    /// Returns the index of the move that writes these points and this joker bonus, and adds the move if it is new.
    pub(crate) fn move_index(&mut self, rules: &SheetRules, slot: usize, points: i32, bonus: i32) -> usize {
        let points_in_state = if self.role == PointsRole::State { points + bonus } else { 0 };
        let wanted = Move { points: points_in_state, ..self.move_for(rules, slot, points) };
        self.moves.iter().position(|known| *known == wanted).unwrap_or_else(|| {
            self.moves.push(wanted);
            self.moves.len() - 1
        })
    }

    /// Returns the part of the points that is added to the value of the next state.
    pub(crate) fn added_value(&self, points: i32) -> f64 {
        if self.role == PointsRole::Value { points.into() } else { 0.0 }
    }

    /// Returns the points of a move from its index and the value that it adds.
    pub(crate) fn points_of(&self, to: usize, added: f64) -> i32 {
        if self.role == PointsRole::Value { added as i32 } else { self.moves[to].points }
    }

    fn options_for_throw(&mut self, rules: &SheetRules, throw: u8, lattice: &Lattice) -> ThrowOptions {
        let mut options = ThrowOptions { zero_moves: Vec::new(), by_slot: Vec::new(), unfit: Vec::new() };
        for (slot, this) in rules.slots.iter().enumerate() {
            // A zero for dice that do not fit may be offered to all dice if scoring is never worse than 0 for dice that
            // fit: then it is never chosen for them. This makes the lists shorter.
            let scores_never_hurt = this.possible_scores().all(|points| points >= 0)
                && higher_is_better(rules, slot)
                && (self.role == PointsRole::Value || awards_never_fall(rules));
            let zero_for_all = this.unfit == Unfit::Zero && scores_never_hurt;
            if may_cross(rules, slot, throw) || zero_for_all {
                let to = self.move_index(rules, slot, 0, 0);
                options.zero_moves.push(to);
            }
            let (mut fits, mut unfit) = (Vec::new(), Vec::new());
            for (index, &dice) in lattice.dice.iter().enumerate() {
                match this.fits(dice, throw) {
                    Some(points) => {
                        add_throw(
                            &mut fits,
                            self.move_index(rules, slot, points, 0),
                            self.added_value(points),
                            index,
                        );
                    }
                    None if this.unfit == Unfit::Zero && !zero_for_all => {
                        add_throw(&mut unfit, self.move_index(rules, slot, 0, 0), 0.0, index);
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

/// Adds a throw to the list of its move and points.
fn add_throw(yields: &mut Vec<ScoringThrows>, to: usize, points: f64, throw: usize) {
    let throw = throw as u32;
    match yields.iter_mut().find(|known| known.to == to && known.points == points) {
        Some(known) => known.throws.push(throw),
        None => yields.push(ScoringThrows { to, points, throws: vec![throw] }),
    }
}

/// Whether the box may be crossed out on this throw.
pub(crate) fn may_cross(rules: &SheetRules, slot: usize, throw: u8) -> bool {
    match rules.slots[slot].cross {
        Cross::Never => false,
        Cross::LastThrow => throw == rules.throws,
        Cross::AnyThrow => true,
    }
}

/// Whether more points in the box, and a higher sum of its group, are never worse.
fn higher_is_better(rules: &SheetRules, slot: usize) -> bool {
    if rules.groups.iter().any(|group| group.difference.is_some_and(|it| it.less == slot)) {
        return false;
    }
    let mark = rules.slots[slot].group.and_then(|group| rules.groups[group].mark.as_ref());
    mark.is_none_or(|mark| (0..=mark.thresholds().len()).is_sorted_by_key(|reached| mark.points(reached)))
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
