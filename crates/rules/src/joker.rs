//! Jokers on a sheet: which dice are jokers, their bonus, and the boxes they must take first.

use kosti_dice::Dice;

use crate::rules::{Joker, SheetRules};
use crate::sheet::{Entry, Sheet, SheetError};
use crate::written::Written;

/// The id of the joker points in written sheets and records.
pub const JOKER: &str = "joker";

/// Stands for any throw after the first.
pub(crate) const LATER: u8 = u8::MAX;

impl SheetRules {
    /// The joker and its bonus, if the rules give one.
    #[must_use]
    pub fn paid_joker(&self) -> Option<(&Joker, i32)> {
        let joker = self.joker.as_ref()?;
        Some((joker, joker.bonus?))
    }

    /// Whether the multiset with this index is a joker: the sheet has jokers, and the dice fit their box.
    #[must_use]
    pub fn is_joker(&self, sheet: &Sheet, dice: usize) -> bool {
        self.has_jokers(sheet)
            && self.joker.as_ref().is_some_and(|joker| self.slots[joker.slot].fits(dice, LATER).is_some())
    }

    /// Whether dice can be jokers: their box is full, and has points if the rules require it.
    #[must_use]
    pub fn has_jokers(&self, sheet: &Sheet) -> bool {
        self.joker.as_ref().is_some_and(|joker| {
            !self.is_open(sheet, joker.slot) && (!joker.if_scored || sheet.sum(joker.slot) != 0)
        })
    }

    /// The bonus of each joker, besides its score in a box; 0 if the jokers' box has no points.
    #[must_use]
    pub fn joker_bonus(&self, sheet: &Sheet) -> i32 {
        self.paid_joker().filter(|(joker, _)| sheet.sum(joker.slot) != 0).map_or(0, |(_, bonus)| bonus)
    }

    /// The points of the dice in the box, if they fit. A joker may fit where its dice alone would not.
    pub(crate) fn fits(&self, sheet: &Sheet, slot: usize, dice: usize, throw: u8) -> Option<i32> {
        let this = &self.slots[slot];
        let joker = this.joker.filter(|_| self.is_joker(sheet, dice));
        joker.or_else(|| this.fits(dice, throw))
    }

    /// The order in which a joker of this number must take boxes: 0 for the box of the number, 1 for boxes
    /// outside the group, 2 for the rest of the group.
    #[must_use]
    pub fn joker_rank(&self, slot: usize, number: u8) -> usize {
        let Some(first) = self.joker.as_ref().and_then(|joker| joker.first) else { return 0 };
        match self.slots[slot].group == Some(first) {
            true if self.slots[slot].number == number => 0,
            false => 1,
            true => 2,
        }
    }

    /// The box that a joker must take before this one, if these dice are a joker and can fill such a box.
    #[must_use]
    pub fn joker_takes_first(&self, sheet: &Sheet, slot: usize, dice: Dice, throw: u8) -> Option<usize> {
        let number = dice.highest();
        let rank = self.joker_rank(slot, number);
        if rank == 0 || !self.is_joker(sheet, self.space.index(dice)) {
            return None;
        }
        let before = (0..self.slots.len()).filter(|&other| self.joker_rank(other, number) < rank);
        before
            .filter(|&other| {
                let offer = self.offer_ignoring_jokers(sheet, other, dice, throw);
                offer.score.is_some() || offer.cross
            })
            .min_by_key(|&other| self.joker_rank(other, number))
    }

    /// Checks that jokers can bring this many points in a whole game.
    ///
    /// # Errors
    /// If they cannot.
    pub fn check_joker(&self, points: i32) -> Result<(), SheetError> {
        let unknown = || self.unknown_box(JOKER);
        let (_, bonus) = self.paid_joker().ok_or_else(unknown)?;
        let most = bonus.saturating_mul(self.rounds as i32 - 1);
        match points {
            _ if points < 0 || points % bonus != 0 => Err(SheetError::JokerPoints { bonus }),
            _ if points > most => Err(SheetError::TooManyJokers { most }),
            _ => Ok(()),
        }
    }

    /// Reads the written joker points: one number, or several to add up.
    pub(crate) fn read_joker(&self, written: &Written) -> Result<i32, SheetError> {
        let mut sum = 0_i32;
        for entry in &written.0 {
            // Jokers bring points, so a cross is an error.
            let Entry::Score(points) = *entry else { return self.check_joker(-1).map(|()| 0) };
            self.check_joker(points)?;
            sum = sum.saturating_add(points);
        }
        self.check_joker(sum).map(|()| sum)
    }

    /// Checks that jokers can have brought the joker points of the sheet.
    pub(crate) fn jokers_could_be(&self, sheet: &Sheet) -> Result<(), SheetError> {
        let Some((joker, bonus)) = self.paid_joker().filter(|_| sheet.joker() != 0) else { return Ok(()) };
        if sheet.sum(joker.slot) == 0 {
            return Err(SheetError::JokerTooEarly { id: self.slots[joker.slot].id.clone() });
        }
        let others = (0..self.slots.len()).filter(|&slot| slot != joker.slot);
        let given = others
            .flat_map(|slot| sheet.entries(slot).iter().map(move |&entry| (slot, entry)))
            .filter(|&(slot, entry)| self.joker_gives(slot, entry))
            .count();
        let most = bonus.saturating_mul(given as i32);
        if sheet.joker() > most { Err(SheetError::TooManyJokers { most }) } else { Ok(()) }
    }

    /// Whether some joker can produce this entry.
    fn joker_gives(&self, slot: usize, entry: Entry) -> bool {
        let (this, Some(joker)) = (&self.slots[slot], &self.joker) else { return false };
        let Entry::Score(points) = entry else { return true };
        let jokers =
            (0..self.space.all().len()).filter(|&dice| self.slots[joker.slot].fits(dice, LATER).is_some());
        let gives = |dice, throw| this.joker.or_else(|| this.value(dice, throw)).or(this.last_resort);
        let mut given = jokers.flat_map(|dice| (1..=self.throws.max(2)).map(move |throw| gives(dice, throw)));
        given.any(|given| given == Some(points))
    }
}
