//! Jokers: dice that, on a sheet whose box of jokers is full, are written by rules of their own.
//!
//! They are few. So what all dice can write is worked out as if there were none, and then what jokers can write is put in
//! its place, in the lanes whose states have them.

use std::collections::BTreeMap;

use kosti_rules::{Entry, Sheet, SheetRules};

use crate::cell::{Cell, LANES};
use crate::kernel::{Board, Tables};
use crate::moves::{Moves, crosses};
use crate::states::entry_points;

/// What dice that fit the box of jokers are on a sheet.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Jokers {
    /// Dice like any others.
    None,
    /// Jokers that bring nothing besides.
    Plain,
    /// Jokers that bring their bonus.
    Paid,
}

impl Jokers {
    /// What they are on this sheet.
    pub(crate) fn on(rules: &SheetRules, sheet: &Sheet) -> Self {
        match &rules.joker {
            Some(_) if rules.has_jokers(sheet) => {
                if rules.joker_bonus(sheet) == 0 {
                    Self::Plain
                } else {
                    Self::Paid
                }
            }
            _ => Self::None,
        }
    }
}

/// The box of jokers, where states must remember whether it has points: else that follows from its being full.
pub(crate) fn remembered(rules: &SheetRules) -> Option<usize> {
    let joker = rules.joker.as_ref().filter(|joker| joker.bonus.is_some() || joker.if_scored)?;
    let points = entry_points(rules, joker.slot);
    (points.contains(&0) && points.iter().any(|&points| points != 0)).then_some(joker.slot)
}

/// What jokers are once their box is full, where that is always the same; else once it has points.
pub(crate) fn when_full(rules: &SheetRules) -> Jokers {
    let pays = |slot: usize| entry_points(rules, slot).iter().any(|&points| points != 0);
    match &rules.joker {
        Some(joker) if pays(joker.slot) && joker.bonus.is_some() => Jokers::Paid,
        Some(joker) if !pays(joker.slot) && joker.if_scored => Jokers::None,
        _ => Jokers::Plain,
    }
}

/// What jokers are once their box is full without points, where it may be either.
pub(crate) fn without_points(rules: &SheetRules) -> Jokers {
    if rules.joker.as_ref().is_some_and(|joker| joker.if_scored) { Jokers::None } else { Jokers::Plain }
}

/// A way to write a joker.
#[derive(Debug, Clone, PartialEq)]
pub(crate) struct JokerWrite {
    pub(crate) slot: usize,
    /// What is written.
    pub(crate) entry: Entry,
    /// Whether the dice fit.
    pub(crate) fits: bool,
    /// Boxes of a lower rank are taken first.
    rank: usize,
    /// The last resort that it needs, by its number in the moves.
    resort: Option<usize>,
    /// Its move and what that adds to the value of what follows, without the bonus and with it.
    plain: (usize, f64),
    paid: (usize, f64),
}

impl JokerWrite {
    /// Its move, and what that adds to the value of what follows.
    pub(crate) fn by(&self, jokers: Jokers) -> (usize, f64) {
        if jokers == Jokers::Paid { self.paid } else { self.plain }
    }
}

/// By whole throw: how it can be written as a joker.
pub(crate) type JokerThrows = BTreeMap<usize, Vec<JokerWrite>>;

impl Moves {
    /// What can be written with each joker on a throw.
    pub(crate) fn jokers_of(&mut self, rules: &SheetRules, throw: u8) -> JokerThrows {
        let Some(joker) = &rules.joker else { return JokerThrows::new() };
        let fits = |&dice: &usize| rules.slots[joker.slot].fits(dice, u8::MAX).is_some();
        let all = (0..rules.space.all().len()).filter(fits);
        let others = || (0..rules.slots.len()).filter(|&slot| slot != joker.slot);
        all.map(|dice| {
            (dice, others().flat_map(|slot| self.joker_writes(rules, slot, dice, throw)).collect())
        })
        .collect()
    }

    fn joker_writes(
        &mut self,
        rules: &SheetRules,
        slot: usize,
        dice: usize,
        throw: u8,
    ) -> impl Iterator<Item = JokerWrite> + use<> {
        let this = &rules.slots[slot];
        let fits = this.joker.or_else(|| this.fits(dice, throw));
        let score = fits.or_else(|| this.value(dice, throw));
        let resort = this.last_resort.filter(|_| score.is_none());
        let group = self.last_resort.iter().position(|resort| Some(resort.group) == this.group);
        let rank = rules.joker_rank(slot, rules.space.all()[dice].highest());
        let mut write = |entry: Entry, fits: bool, resort: Option<usize>| {
            let (points, bonus) = (entry.points(), self.bonus);
            let plain = (self.index(rules, slot, points, 0), self.added(points));
            let paid = (self.index(rules, slot, points, bonus), self.added(points + bonus));
            JokerWrite { slot, entry, fits, rank, resort, plain, paid }
        };
        let score = score.map(|points| write(Entry::Score(points), fits.is_some(), None));
        let resort = resort.map(|points| write(Entry::Score(points), false, group));
        let cross = crosses(rules, slot, throw).then(|| write(Entry::Crossed, false, None));
        score.into_iter().chain(resort).chain(cross)
    }
}

impl<C: Cell, const N: usize> Board<C, N> {
    /// Puts what jokers can write in its place.
    #[inline(always)]
    pub(crate) fn write_jokers<I>(&mut self, tables: &Tables<I>) {
        for jokers in [Jokers::Plain, Jokers::Paid] {
            if !self.jokers.contains(&jokers) {
                continue;
            }
            for (options, throws) in tables.jokers.iter().enumerate() {
                for (&throw, writes) in throws {
                    let best = self.best_joker(writes, jokers);
                    let written = &mut self.written[options][throw & (N - 1)];
                    for lane in (0..LANES).filter(|&lane| self.jokers[lane] == jokers) {
                        written.set(lane, best.get(lane));
                    }
                }
            }
        }
    }

    /// The best of the boxes with the lowest rank that can be taken, lane by lane.
    #[inline(always)]
    fn best_joker(&self, writes: &[JokerWrite], jokers: Jokers) -> C {
        let mut by_rank = [C::NEVER; 3];
        let mut fits = C::NEVER;
        for write in writes {
            let (to, added) = write.by(jokers);
            let mut value = self.next[to];
            if write.fits {
                fits.raise(&value);
            }
            value.gain(added);
            if write.resort.is_none() {
                by_rank[write.rank].raise(&value);
            }
        }
        for write in writes {
            let Some(resort) = write.resort else { continue };
            let (to, added) = write.by(jokers);
            let mut value = self.next[to];
            value.gain(added);
            for lane in (0..LANES).filter(|&lane| fits.can(lane) || !self.last_resort[resort].can(lane)) {
                value.set(lane, C::NEVER.get(lane));
            }
            by_rank[write.rank].raise(&value);
        }
        let [mut best, second, third] = by_rank;
        best.instead_of_never(&second);
        best.instead_of_never(&third);
        best
    }

    /// What of the writes of a joker can be done in a lane, each with its place among them.
    pub(crate) fn joker_writes<'a>(
        &'a self,
        writes: &'a [JokerWrite],
        lane: usize,
    ) -> impl Iterator<Item = (usize, &'a JokerWrite)> {
        let jokers = self.jokers[lane];
        let open = move |write: &JokerWrite| self.next[write.by(jokers).0].can(lane);
        let fits = writes.iter().any(|write| write.fits && open(write));
        let can = move |write: &JokerWrite| {
            open(write) && write.resort.is_none_or(|resort| !fits && self.last_resort[resort].can(lane))
        };
        let rank = writes.iter().filter(|write| can(write)).map(|write| write.rank).min();
        writes.iter().enumerate().filter(move |(_, write)| can(write) && Some(write.rank) == rank)
    }
}
