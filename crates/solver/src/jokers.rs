//! Joker throws: dice that fit the joker box when that box is full. Other rules decide where they may be written.
//!
//! Joker throws are rare: the kernel computes the best entries without them, and this module then replaces the entries
//! of joker throws in the lanes whose states have jokers.

use std::collections::BTreeMap;

use kosti_rules::{Entry, Sheet, SheetRules};

use crate::kernel::{Tables, TurnBoard};
use crate::lane_value::{LANES, LaneValue};
use crate::lattice::Lattice;
use crate::moves::{Moves, may_cross};
use crate::states::entry_points;

/// The status of throws that fit the joker box.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum JokerStatus {
    /// Ordinary dice.
    None,
    /// Jokers without a bonus.
    Plain,
    /// Jokers that pay the bonus.
    Paid,
}

impl JokerStatus {
    /// Returns the status on this sheet.
    pub(crate) fn on_sheet(rules: &SheetRules, sheet: &Sheet) -> Self {
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

/// Returns the joker box if states must remember whether it got points. Otherwise that follows from its being full.
pub(crate) fn remembered_joker_slot(rules: &SheetRules) -> Option<usize> {
    let joker = rules.joker.as_ref().filter(|joker| joker.bonus.is_some() || joker.if_scored)?;
    let points = entry_points(rules, joker.slot);
    (points.contains(&0) && points.iter().any(|&points| points != 0)).then_some(joker.slot)
}

/// Returns the status once the joker box is full; if both are possible, once it is full with points.
pub(crate) fn status_when_full(rules: &SheetRules) -> JokerStatus {
    let pays = |slot: usize| entry_points(rules, slot).iter().any(|&points| points != 0);
    match &rules.joker {
        Some(joker) if pays(joker.slot) && joker.bonus.is_some() => JokerStatus::Paid,
        Some(joker) if !pays(joker.slot) && joker.if_scored => JokerStatus::None,
        _ => JokerStatus::Plain,
    }
}

/// Returns the status once the joker box is full without points.
pub(crate) fn status_without_points(rules: &SheetRules) -> JokerStatus {
    if rules.joker.as_ref().is_some_and(|joker| joker.if_scored) {
        JokerStatus::None
    } else {
        JokerStatus::Plain
    }
}

/// One allowed entry of a joker throw.
#[derive(Debug, Clone, PartialEq)]
pub(crate) struct JokerWrite {
    pub(crate) slot: usize,
    /// The entry.
    pub(crate) entry: Entry,
    /// Whether the dice fit.
    pub(crate) fits: bool,
    /// Open boxes of a lower rank must be taken first.
    rank: usize,
    /// The last resort that this entry depends on, as an index into `Moves::last_resort`.
    resort: Option<usize>,
    /// The move and the value that it adds, without the bonus and with it.
    plain: (usize, f64),
    paid: (usize, f64),
}

impl JokerWrite {
    /// Returns the move, and the value that it adds.
    pub(crate) fn move_with(&self, jokers: JokerStatus) -> (usize, f64) {
        if jokers == JokerStatus::Paid { self.paid } else { self.plain }
    }
}

/// By throw: the entries of a joker.
pub(crate) type JokerThrows = BTreeMap<usize, Vec<JokerWrite>>;

impl Moves {
    /// Lists the entries of each joker throw on a throw number.
    pub(crate) fn jokers_of(&mut self, rules: &SheetRules, throw: u8, lattice: &Lattice) -> JokerThrows {
        let Some(joker) = &rules.joker else { return JokerThrows::new() };
        let fits = |(_, dice): &(usize, &usize)| rules.slots[joker.slot].fits(**dice, u8::MAX).is_some();
        let all = lattice.dice.iter().enumerate().filter(fits);
        let others = || (0..rules.slots.len()).filter(|&slot| slot != joker.slot);
        all.map(|(nth, &dice)| {
            (nth, others().flat_map(|slot| self.joker_writes(rules, slot, dice, throw)).collect())
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
            let plain = (self.move_index(rules, slot, points, 0), self.added_value(points));
            let paid = (self.move_index(rules, slot, points, bonus), self.added_value(points + bonus));
            JokerWrite { slot, entry, fits, rank, resort, plain, paid }
        };
        let score = score.map(|points| write(Entry::Score(points), fits.is_some(), None));
        let resort = resort.map(|points| write(Entry::Score(points), false, group));
        let cross = may_cross(rules, slot, throw).then(|| write(Entry::Crossed, false, None));
        score.into_iter().chain(resort).chain(cross)
    }
}

impl<C: LaneValue, const N: usize> TurnBoard<C, N> {
    /// Replaces the best entries of joker throws in the lanes that have jokers.
    #[inline(never)]
    pub(crate) fn write_jokers<I>(&mut self, tables: &Tables<I>) {
        for jokers in [JokerStatus::Plain, JokerStatus::Paid] {
            if !self.jokers.contains(&jokers) {
                continue;
            }
            for (options, throws) in tables.jokers.iter().enumerate() {
                for (&throw, writes) in throws {
                    let best = self.best_joker(writes, jokers);
                    let written = &mut self.best_writes[options][throw & (N - 1)];
                    for lane in (0..LANES).filter(|&lane| self.jokers[lane] == jokers) {
                        written.set(lane, best.get(lane));
                    }
                }
            }
        }
    }

    /// Returns the value of the best entry among the boxes of the lowest rank that is open, lane by lane.
    fn best_joker(&self, writes: &[JokerWrite], jokers: JokerStatus) -> C {
        let mut by_rank = [C::IMPOSSIBLE; 3];
        let mut fits = C::IMPOSSIBLE;
        for write in writes {
            let (to, added) = write.move_with(jokers);
            let mut value = self.next[to];
            if write.fits {
                fits.max_assign(&value);
            }
            value.add_points(added);
            if write.resort.is_none() {
                by_rank[write.rank].max_assign(&value);
            }
        }
        for write in writes {
            let Some(resort) = write.resort else { continue };
            let (to, added) = write.move_with(jokers);
            let mut value = self.next[to];
            value.add_points(added);
            for lane in (0..LANES)
                .filter(|&lane| fits.is_possible(lane) || !self.last_resort[resort].is_possible(lane))
            {
                value.set(lane, C::IMPOSSIBLE.get(lane));
            }
            by_rank[write.rank].max_assign(&value);
        }
        let [mut best, second, third] = by_rank;
        best.replace_impossible(&second);
        best.replace_impossible(&third);
        best
    }

    /// Iterates over the joker entries that a lane allows, with their positions in `writes`.
    pub(crate) fn joker_writes<'a>(
        &'a self,
        writes: &'a [JokerWrite],
        lane: usize,
    ) -> impl Iterator<Item = (usize, &'a JokerWrite)> {
        let jokers = self.jokers[lane];
        let open = move |write: &JokerWrite| self.next[write.move_with(jokers).0].is_possible(lane);
        let fits = writes.iter().any(|write| write.fits && open(write));
        let can = move |write: &JokerWrite| {
            open(write)
                && write.resort.is_none_or(|resort| !fits && self.last_resort[resort].is_possible(lane))
        };
        let rank = writes.iter().filter(|write| can(write)).map(|write| write.rank).min();
        writes.iter().enumerate().filter(move |(_, write)| can(write) && Some(write.rank) == rank)
    }
}
