//! `Sheet`: the entries of one player, and what the rules allow and count on it.

use std::fmt;

use kosti_dice::Dice;
use serde::Serialize;

use crate::file::{Cross, Unfit};
use crate::joker::JOKER;
use crate::rules::{Award, Difference, Group, GroupMark, SheetRules, Slot};
use crate::written::{Written, WrittenSheet};

/// One entry of a box.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum Entry {
    /// Points.
    Score(i32),
    /// Crossed out for nothing.
    Crossed,
}

impl Entry {
    /// The points that the entry adds to the total.
    #[must_use]
    pub fn points(self) -> i32 {
        match self {
            Self::Score(points) => points,
            Self::Crossed => 0,
        }
    }
}

impl fmt::Display for Entry {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Score(points) => points.fmt(f),
            Self::Crossed => f.write_str("x"),
        }
    }
}

/// A score sheet: the entries of each box, oldest first.
///
/// ```
/// use kosti_rules::{Entry, House, RulesFile, Sheet};
/// let text = "name = 'Sixes'\ndice = 3\nthrows = 2\n[box.sixes]\nnumber = 6\nscore = 'matching'";
/// let rules = RulesFile::read("sixes", text).rules(&House::default()).unwrap();
/// let rules = rules.sheet().unwrap();
/// let mut sheet = Sheet::empty(rules.slots.len());
/// assert_eq!(rules.offers(&sheet, "1-6-6".parse().unwrap(), 1)[0].score, Some(12));
/// sheet.write(0, Entry::Score(12));
/// assert_eq!(rules.totals(&sheet).total, 12);
/// ```
#[derive(Debug, Clone, PartialEq, Eq, Hash, Default)]
pub struct Sheet {
    entries: Vec<Vec<Entry>>,
    /// The points of jokers.
    joker: i32,
}

impl Sheet {
    /// An empty sheet with this many boxes.
    #[must_use]
    pub fn empty(slots: usize) -> Self {
        Self { entries: vec![Vec::new(); slots], joker: 0 }
    }

    /// The entries of a box, oldest first.
    #[must_use]
    pub fn entries(&self, slot: usize) -> &[Entry] {
        self.entries.get(slot).map_or(&[], Vec::as_slice)
    }

    /// Appends an entry to a box.
    pub fn write(&mut self, slot: usize, entry: Entry) {
        self.entries[slot].push(entry);
    }

    /// Removes the newest entry of a box.
    pub fn erase(&mut self, slot: usize) -> Option<Entry> {
        self.entries[slot].pop()
    }

    /// Removes the entry with this index from a box.
    pub fn take(&mut self, slot: usize, nth: usize) -> Option<Entry> {
        let entries = self.entries.get_mut(slot)?;
        (nth < entries.len()).then(|| entries.remove(nth))
    }

    /// Inserts an entry at this index of a box.
    pub fn put(&mut self, slot: usize, nth: usize, entry: Entry) {
        let entries = &mut self.entries[slot];
        entries.insert(nth.min(entries.len()), entry);
    }

    /// The points of jokers, besides their scores in boxes.
    #[must_use]
    pub fn joker(&self) -> i32 {
        self.joker
    }

    /// Adds the points of a joker; a negative number takes them back.
    pub fn add_joker(&mut self, points: i32) {
        self.joker = self.joker.saturating_add(points);
    }

    /// The number of entries of a box.
    #[must_use]
    pub fn filled(&self, slot: usize) -> usize {
        self.entries(slot).len()
    }

    /// The number of entries of the sheet.
    #[must_use]
    pub fn written(&self) -> usize {
        self.entries.iter().map(Vec::len).sum()
    }

    /// The sum of the entries of a box.
    #[must_use]
    pub fn sum(&self, slot: usize) -> i32 {
        self.entries(slot).iter().map(|entry| entry.points()).sum()
    }
}

/// The actions that dice allow with one open box.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Offer {
    /// The box.
    pub slot: usize,
    /// The score, if the box may be scored.
    pub score: Option<i32>,
    /// Whether the box may be crossed out.
    pub cross: bool,
    /// The bonus of a joker, for scoring and for crossing out.
    pub bonus: i32,
    /// Whether the box may be announced.
    pub announce: bool,
}

impl Offer {
    /// An offer without any action.
    #[must_use]
    pub fn nothing(slot: usize) -> Self {
        Self { slot, score: None, cross: false, bonus: 0, announce: false }
    }
}

/// The sums of a sheet.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Totals {
    /// The total, with bonuses and penalties.
    pub total: i32,
    /// For each group, in rules order: the sum of its boxes, and its bonus (or penalty, negative).
    pub groups: Vec<(i32, i32)>,
    /// The points of jokers.
    pub joker: i32,
    /// The points of the sheet as it stands, if points decide the game.
    pub points: Option<i32>,
}

/// The state of a closed gate.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct GateLeft {
    /// The number of boxes still to be scored.
    pub left: usize,
    /// The group of these boxes.
    pub group: usize,
}

impl SheetRules {
    /// Whether the box has room for another entry.
    #[must_use]
    pub fn is_open(&self, sheet: &Sheet, slot: usize) -> bool {
        sheet.filled(slot) < usize::from(self.slots[slot].fill)
    }

    /// Whether every box is full.
    #[must_use]
    pub fn is_full(&self, sheet: &Sheet) -> bool {
        sheet.written() == self.rounds
    }

    /// The gate, while it is closed.
    #[must_use]
    pub fn gate_left(&self, sheet: &Sheet) -> Option<GateLeft> {
        let gate = self.gate.as_ref()?;
        let scored = self.groups[gate.of]
            .slots
            .iter()
            .flat_map(|&slot| sheet.entries(slot))
            .filter(|entry| matches!(entry, Entry::Score(_)))
            .count();
        (scored < gate.scored).then(|| GateLeft { left: gate.scored - scored, group: gate.only })
    }

    /// Whether the gate lets the box be filled.
    #[must_use]
    pub fn passes_gate(&self, sheet: &Sheet, slot: usize) -> bool {
        self.gate_left(sheet).is_none_or(|gate| self.slots[slot].group == Some(gate.group))
    }

    /// The box of the column that must be full before this one, if it is not full yet.
    #[must_use]
    pub fn blocking_slot(&self, sheet: &Sheet, slot: usize) -> Option<usize> {
        self.slots[slot].after.filter(|&after| self.is_open(sheet, after))
    }

    /// Whether the box has room, the gate allows it, and it is next in its column.
    #[must_use]
    pub fn may_fill(&self, sheet: &Sheet, slot: usize) -> bool {
        self.is_open(sheet, slot)
            && self.passes_gate(sheet, slot)
            && self.blocking_slot(sheet, slot).is_none()
    }

    /// Whether the sheet allows announcing the box.
    #[must_use]
    pub fn may_announce(&self, sheet: &Sheet, slot: usize) -> bool {
        self.slots[slot].announced && self.may_fill(sheet, slot)
    }

    /// Whether some box can be filled without announcing it.
    #[must_use]
    pub fn need_not_announce(&self, sheet: &Sheet) -> bool {
        (0..self.slots.len()).any(|slot| !self.slots[slot].announced && self.may_fill(sheet, slot))
    }

    /// Whether the group's last resort applies: all boxes outside the group are full, and the dice fit no open
    /// box of the group.
    #[must_use]
    pub fn is_last_resort(&self, sheet: &Sheet, group: usize, dice: usize, throw: u8) -> bool {
        (0..self.slots.len()).all(|slot| {
            !self.is_open(sheet, slot)
                || (self.slots[slot].group == Some(group) && self.fits(sheet, slot, dice, throw).is_none())
        })
    }

    /// The actions that these dice allow with this box on this throw; none for a full box.
    #[must_use]
    pub fn offer(&self, sheet: &Sheet, slot: usize, dice: Dice, throw: u8) -> Offer {
        match self.joker_takes_first(sheet, slot, dice, throw) {
            Some(_) => Offer::nothing(slot),
            None => self.offer_ignoring_jokers(sheet, slot, dice, throw),
        }
    }

    /// The same, ignoring boxes that a joker must take first.
    pub(crate) fn offer_ignoring_jokers(&self, sheet: &Sheet, slot: usize, dice: Dice, throw: u8) -> Offer {
        if self.wins(dice, throw).is_some() || !self.may_fill(sheet, slot) {
            return Offer::nothing(slot);
        }
        let this = &self.slots[slot];
        let index = self.space.index(dice);
        let last_resort = || {
            let points = this.last_resort?;
            self.is_last_resort(sheet, this.group?, index, throw).then_some(points)
        };
        let fits = self.fits(sheet, slot, index, throw);
        let score = fits.or_else(|| this.value(index, throw)).or_else(last_resort);
        let cross = self.may_cross(this, throw);
        let is_joker = (score.is_some() || cross) && self.is_joker(sheet, index);
        let bonus = if is_joker { self.joker_bonus(sheet) } else { 0 };
        Offer { slot, score, cross, bonus, announce: false }
    }

    /// The actions that these dice allow with every open box on this throw.
    #[must_use]
    pub fn offers(&self, sheet: &Sheet, dice: Dice, throw: u8) -> Vec<Offer> {
        (0..self.slots.len())
            .filter(|&slot| self.is_open(sheet, slot))
            .map(|slot| self.offer(sheet, slot, dice, throw))
            .collect()
    }

    fn may_cross(&self, slot: &Slot, throw: u8) -> bool {
        match slot.cross {
            Cross::Never => false,
            Cross::LastThrow => throw >= self.throws,
            Cross::AnyThrow => true,
        }
    }

    /// The instant win of these dice, if they are one.
    #[must_use]
    pub fn wins(&self, dice: Dice, throw: u8) -> Option<usize> {
        let index = self.space.index(dice);
        self.instant_wins.iter().position(|win| (throw == 1 || win.any_throw) && win.dice[index])
    }

    /// Adds up the sheet.
    #[must_use]
    pub fn totals(&self, sheet: &Sheet) -> Totals {
        let alone = |slot: &usize| self.slots[*slot].group.is_none();
        let sum: i32 = (0..self.slots.len()).filter(alone).map(|slot| sheet.sum(slot)).sum();
        let groups: Vec<(i32, i32)> =
            self.groups.iter().map(|group| self.group_total(sheet, group)).collect();
        let joker = sheet.joker();
        let total = groups.iter().fold(sum, |total, (sum, extra)| total.saturating_add(sum + extra));
        let total = total.saturating_add(joker);
        let points = (!self.awards.is_empty())
            .then(|| self.awards.iter().map(|award| self.award(sheet, &award.award, total)))
            .map(|points| points.fold(0, i32::saturating_add));
        Totals { total, groups, joker, points }
    }

    fn group_total(&self, sheet: &Sheet, group: &Group) -> (i32, i32) {
        let slots = &group.slots;
        if let Some(Difference { of, less, times }) = group.difference {
            let known = [of, less, times].iter().all(|&slot| !self.is_open(sheet, slot));
            let counts = (sheet.sum(of) - sheet.sum(less)).saturating_mul(sheet.sum(times));
            return (if known { counts } else { 0 }, 0);
        }
        let sum = slots.iter().map(|&slot| sheet.sum(slot)).sum();
        let full = || slots.iter().all(|&slot| !self.is_open(sheet, slot));
        let extra = group.mark.as_ref().map_or(0, |mark| {
            // A bonus counts as soon as it is reached, unless later entries can take it away again.
            let counts = matches!(mark, GroupMark::Bonus { safe: true, .. }) || full();
            if counts { mark.points(mark.reached(sum)) } else { 0 }
        });
        (sum, extra)
    }

    fn award(&self, sheet: &Sheet, award: &Award, total: i32) -> i32 {
        let scored = |slot: usize| sheet.entries(slot).iter().filter(|entry| entry.points() != 0).count();
        match award {
            Award::SumOf { slot, at_least, give } if sheet.sum(*slot) >= *at_least => *give,
            Award::NeverCrossed { slot, give } if scored(*slot) == usize::from(self.slots[*slot].fill) => {
                *give
            }
            Award::EachScored { slot, give } => give.saturating_mul(scored(*slot) as i32),
            Award::Total { steps } => {
                let step = steps.iter().rev().find(|(from, _)| total >= *from).or(steps.first());
                step.map_or(0, |(_, give)| *give)
            }
            Award::SumOf { .. } | Award::NeverCrossed { .. } => 0,
        }
    }

    /// Builds a sheet from a written one.
    ///
    /// # Errors
    /// If a box is unknown or has too many entries, or cannot hold one of them.
    pub fn read(&self, written: &WrittenSheet) -> Result<Sheet, SheetError> {
        let mut sheet = Sheet::empty(self.slots.len());
        for (id, entries) in &written.0 {
            if id == JOKER && self.slot(id).is_none() {
                sheet.add_joker(self.read_joker(entries)?);
                continue;
            }
            let slot = self.find_slot(id).ok_or_else(|| self.unknown_box(id))?;
            let this = &self.slots[slot];
            if sheet.filled(slot) + entries.0.len() > usize::from(this.fill) {
                return Err(SheetError::TooMany { id: this.id.clone(), fill: this.fill });
            }
            for &entry in &entries.0 {
                sheet.write(slot, self.check_entry(slot, entry)?);
            }
        }
        Ok(sheet)
    }

    /// Checks an entry, and returns it as this box holds it.
    ///
    /// # Errors
    /// If no dice can produce it.
    pub fn check_entry(&self, slot: usize, entry: Entry) -> Result<Entry, SheetError> {
        let this = &self.slots[slot];
        let id = || this.id.clone();
        match entry {
            Entry::Score(points) if this.can_score(points) => Ok(entry),
            Entry::Score(points) => Err(SheetError::Impossible { id: id(), points }),
            // If dice that do not fit score zero, "x" means that zero.
            Entry::Crossed if this.unfit == Unfit::Zero => Ok(Entry::Score(0)),
            Entry::Crossed if this.cross == Cross::Never => Err(SheetError::NeverCrossed { id: id() }),
            Entry::Crossed => Ok(entry),
        }
    }

    /// Checks that a sheet can have come about: no box is filled behind a closed gate or before its turn in a
    /// column, and jokers can have brought the joker points.
    ///
    /// # Errors
    /// If it cannot.
    pub fn could_be(&self, sheet: &Sheet) -> Result<(), SheetError> {
        let early = (0..self.slots.len()).filter(|&slot| sheet.filled(slot) > 0);
        let early = early.filter_map(|slot| Some((slot, self.blocking_slot(sheet, slot)?))).next();
        if let Some((slot, before)) = early {
            let id = |slot: usize| self.slots[slot].id.clone();
            return Err(SheetError::OutOfOrder { id: id(slot), before: id(before) });
        }
        let Some(gate) = self.gate_left(sheet) else { return self.jokers_could_be(sheet) };
        let beyond = (0..self.slots.len())
            .find(|&slot| self.slots[slot].group != Some(gate.group) && sheet.filled(slot) > 0);
        match beyond {
            Some(slot) => Err(SheetError::BeyondGate { id: self.slots[slot].id.clone(), left: gate.left }),
            None => self.jokers_could_be(sheet),
        }
    }

    /// Writes the sheet down by box id.
    #[must_use]
    pub fn write(&self, sheet: &Sheet) -> WrittenSheet {
        let filled = (0..self.slots.len()).filter(|&slot| sheet.filled(slot) > 0);
        let boxes = filled.map(|slot| (self.slots[slot].id.clone(), Written(sheet.entries(slot).to_vec())));
        let jokers = (sheet.joker() != 0).then(|| Written(vec![Entry::Score(sheet.joker())]));
        WrittenSheet(boxes.chain(jokers.map(|points| (JOKER.to_owned(), points))).collect())
    }
}

/// Why a sheet is not valid for a game.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, thiserror::Error)]
#[serde(tag = "sheet", rename_all = "kebab-case")]
#[expect(missing_docs, reason = "the messages say it")]
pub enum SheetError {
    #[error("there is no box `{id}`")]
    UnknownBox { id: String, near: Option<String>, known: Vec<String> },
    #[error("box `{id}` can be filled {fill} time(s) only")]
    TooMany { id: String, fill: u8 },
    #[error("no dice give {points} in box `{id}`")]
    Impossible { id: String, points: i32 },
    #[error("box `{id}` can't be crossed out")]
    NeverCrossed { id: String },
    #[error("box `{id}` is filled, and {left} other(s) should have been scored first")]
    BeyondGate { id: String, left: usize },
    #[error("box `{id}` is filled, and `{before}` comes before it in the column")]
    OutOfOrder { id: String, before: String },
    #[error("each joker brings {bonus} points")]
    JokerPoints { bonus: i32 },
    #[error("a joker brings points only once box `{id}` has some")]
    JokerTooEarly { id: String },
    #[error("on this sheet jokers can have brought {most} points at most")]
    TooManyJokers { most: i32 },
}
