//! `Rules`: a game, checked and compiled to tables. All other crates work on these tables and know no game by
//! name.

use std::collections::BTreeSet;

use kosti_dice::{Dice, Space};

use crate::faces::Faces;
use crate::file::{Amount, ColumnOrder, Cross, Hand, Lot, PlayersFile, Score, Unfit, WildFile};
use crate::pattern::Pattern;
use crate::race::RaceRules;
use crate::text::Text;

/// One game, with one choice of house rules.
#[derive(Debug, Clone)]
pub struct Rules {
    /// The id of the game: the name of its file.
    pub id: String,
    /// Its name.
    pub name: Text,
    /// The game in one line.
    pub about: Text,
    /// Where the rules come from.
    pub source: Option<String>,
    /// How many can play.
    pub players: PlayersFile,
    /// How many dice.
    pub dice: u8,
    /// How many sides each has.
    pub sides: u8,
    /// The house rules and the choice made for each.
    pub house: Vec<HouseOption>,
    /// The hash of the meaning: two files with the same hash play the same game. Names, comments and examples
    /// do not enter it.
    pub hash: String,
    /// The rules proper.
    pub family: Family,
}

/// The two families of games.
#[derive(Debug, Clone)]
pub enum Family {
    /// Boxes of a score sheet.
    Sheet(SheetRules),
    /// A race to a target.
    Race(RaceRules),
}

/// A house rule and the choice made.
#[derive(Debug, Clone)]
pub struct HouseOption {
    /// Its id.
    pub id: String,
    /// The name of the option.
    pub name: Text,
    /// The reason why tables differ.
    pub about: Text,
    /// The choices, the default first: id and meaning.
    pub choices: Vec<(String, Text)>,
    /// The index of the choice made.
    pub chosen: usize,
}

impl HouseOption {
    /// The id of the choice made.
    #[must_use]
    pub fn choice(&self) -> &str {
        &self.choices[self.chosen].0
    }
}

impl Rules {
    /// The rules of a score-sheet game.
    #[must_use]
    pub fn sheet(&self) -> Option<&SheetRules> {
        match &self.family {
            Family::Sheet(sheet) => Some(sheet),
            Family::Race(_) => None,
        }
    }

    /// The rules of a race.
    #[must_use]
    pub fn race(&self) -> Option<&RaceRules> {
        match &self.family {
            Family::Race(race) => Some(race),
            Family::Sheet(_) => None,
        }
    }

    /// The names and colours of the dice's faces.
    #[must_use]
    pub fn faces(&self) -> &Faces {
        match &self.family {
            Family::Sheet(sheet) => &sheet.faces,
            Family::Race(race) => &race.faces,
        }
    }

    /// Whether this many people can play.
    #[must_use]
    pub fn seats_allowed(&self, seats: usize) -> bool {
        self.players.allow(seats)
    }

    /// The choices that differ from the defaults: option and choice.
    pub fn house_changes(&self) -> impl Iterator<Item = (&str, &str)> {
        self.house
            .iter()
            .filter(|option| option.chosen > 0)
            .map(|option| (option.id.as_str(), option.choice()))
    }
}

/// A score-sheet game as tables.
#[derive(Debug, Clone)]
pub struct SheetRules {
    /// All multisets of the game's dice; the tables are indexed by them.
    pub space: Space,
    /// How many throws a turn has.
    pub throws: u8,
    /// The only dice that can be kept, besides none; any can if it is empty.
    pub keeps: Vec<Dice>,
    /// The fewest dice that are set aside after each throw, and stay aside; none stays if it is `None`.
    pub set_aside: Option<usize>,
    /// How many turns each player has.
    pub rounds: usize,
    /// The boxes, in sheet order; column after column if there are columns.
    pub slots: Vec<Slot>,
    /// The columns; empty if the game has none.
    pub columns: Vec<Column>,
    /// The groups.
    pub groups: Vec<Group>,
    /// The gate, if the game has one.
    pub gate: Option<Gate>,
    /// The jokers, if the game has them.
    pub joker: Option<Joker>,
    /// Dice that win at once.
    pub instant_wins: Vec<InstantWin>,
    /// The awards of points; empty unless points decide the game.
    pub awards: Vec<NamedAward>,
    /// The lot that decides who starts; without one the first seat starts.
    pub lot: Option<Lot>,
    /// Worked examples of whole sheets that hold under these house rules.
    pub examples: Vec<SheetExample>,
    /// The names and colours of the dice's faces.
    pub faces: Faces,
}

impl SheetRules {
    /// The box with this id.
    #[must_use]
    pub fn slot(&self, id: &str) -> Option<usize> {
        self.slots.iter().position(|slot| slot.id == id)
    }

    /// Whether these dice can be kept for the next throw.
    #[must_use]
    pub fn may_keep(&self, keep: Dice) -> bool {
        self.keeps.is_empty() || keep.is_empty() || self.keeps.contains(&keep)
    }

    /// Whether not all dice can be kept.
    #[must_use]
    pub fn restricts_keeps(&self) -> bool {
        !self.keeps.is_empty() || self.set_aside.is_some()
    }

    /// Whether keeping these dice leaves those aside that were set aside before, and sets enough aside.
    #[must_use]
    pub fn sets_aside(&self, thrown: Thrown, keep: Dice) -> bool {
        self.set_aside
            .is_none_or(|least| keep.contains(thrown.aside) && keep.len() >= thrown.aside.len() + least)
    }

    /// The dice on the table after these were kept and those fell.
    #[must_use]
    pub fn thrown_beside(&self, keep: Dice, fell: Dice) -> Thrown {
        let aside = self.set_aside.map_or(Dice::NONE, |_| keep);
        Thrown { dice: keep.plus(fell), aside }
    }

    /// The dice that can be kept of a throw, at least one of which is thrown again.
    pub fn keeps_of(&self, thrown: impl Into<Thrown>) -> impl Iterator<Item = Dice> + '_ {
        let thrown = thrown.into();
        let may_keep =
            move |&keep: &Dice| keep != thrown.dice && self.may_keep(keep) && self.sets_aside(thrown, keep);
        thrown.dice.selections().into_iter().filter(may_keep)
    }

    /// The group with this id.
    #[must_use]
    pub fn group(&self, id: &str) -> Option<usize> {
        self.groups.iter().position(|group| group.id == id)
    }
}

/// The dice on the table after a throw.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub struct Thrown {
    /// All dice.
    pub dice: Dice,
    /// Those that were set aside before the throw, and stay aside.
    pub aside: Dice,
}

impl From<Dice> for Thrown {
    fn from(dice: Dice) -> Self {
        Self { dice, aside: Dice::NONE }
    }
}

/// One line of the sheet: a box.
#[derive(Debug, Clone)]
pub struct Slot {
    /// Its id.
    pub id: String,
    /// Its name on the sheet, with the name of its column.
    pub name: Text,
    /// Its name within its column.
    pub row: Text,
    /// The box in one line.
    pub about: Text,
    /// Its group.
    pub group: Option<usize>,
    /// Its column.
    pub column: Option<usize>,
    /// The box of its column that must be full before this one.
    pub after: Option<usize>,
    /// Whether it can be filled only if it was announced after the first throw.
    pub announced: bool,
    /// How many times its column counts; its points contain that.
    pub times: i32,
    /// Its number; 0 if it has none.
    pub number: u8,
    /// How many times it is filled.
    pub fill: u8,
    /// Whether dice that do not fit are refused or score zero.
    pub unfit: Unfit,
    /// When it may be crossed out.
    pub cross: Cross,
    /// The points of a joker in it, if they differ from those of the dice.
    pub joker: Option<i32>,
    /// The rule that gives its score.
    pub how: How,
    /// The text for a score of zero.
    pub zero: Option<String>,
    /// Its points as a last resort.
    pub last_resort: Option<i32>,
    /// Worked examples that hold under these house rules.
    pub examples: Vec<Example>,
    /// By throw (the last one for all later throws): the points of each multiset, or `None` if it does not fit.
    pub(crate) by_throw: Vec<Vec<Option<i32>>>,
    /// The dice that make the combination, for explanations.
    pub(crate) combination: Vec<Option<Dice>>,
    /// Every score that can be written.
    pub(crate) possible: BTreeSet<i32>,
}

/// The scoring rule of a box.
#[derive(Debug, Clone)]
pub struct How {
    /// The pattern that the dice must show.
    pub needs: Pattern,
    /// A number that may stand for others in the pattern.
    pub wild: Option<WildFile>,
    /// The points for dice that fit.
    pub score: Score,
    /// Points added to the score.
    pub plus: i32,
    /// The change for dice thrown from the hand.
    pub hand: Hand,
}

impl Slot {
    /// The points of the multiset with this index on this throw, if it fits.
    #[must_use]
    pub fn fits(&self, dice: usize, throw: u8) -> Option<i32> {
        self.by_throw[usize::from(throw).clamp(1, self.by_throw.len()) - 1][dice]
    }

    /// The score of the multiset, if it may be scored: dice that do not fit may score zero.
    #[must_use]
    pub fn value(&self, dice: usize, throw: u8) -> Option<i32> {
        self.fits(dice, throw).or((self.unfit == Unfit::Zero).then_some(0))
    }

    /// The points of all multisets on all throws.
    pub(crate) fn all_scores(&self) -> impl Iterator<Item = &Option<i32>> {
        self.by_throw.iter().flatten()
    }

    /// The dice that make the combination.
    #[must_use]
    pub fn combination(&self, dice: usize) -> Option<Dice> {
        self.combination[dice]
    }

    /// Whether any dice can give this score.
    #[must_use]
    pub fn can_score(&self, points: i32) -> bool {
        self.possible.contains(&points)
    }

    /// Every score that dice can give, lowest first.
    pub fn possible_scores(&self) -> impl DoubleEndedIterator<Item = i32> + '_ {
        self.possible.iter().copied()
    }

    /// Whether every throw can fill the box after the last throw of a turn.
    pub(crate) fn always_fillable(&self) -> bool {
        self.cross != Cross::Never || self.unfit == Unfit::Zero || self.fits_all()
    }

    /// Whether every multiset fits on every throw.
    #[must_use]
    pub fn fits_all(&self) -> bool {
        self.all_scores().all(Option::is_some)
    }
}

/// A column of boxes.
#[derive(Debug, Clone)]
pub struct Column {
    /// Its id.
    pub id: String,
    /// Its name.
    pub name: Text,
    /// The column in one line.
    pub about: Text,
    /// The order in which its boxes are filled.
    pub order: ColumnOrder,
    /// How many times everything in it counts; the points of its boxes, and those of its groups, contain that.
    pub times: i32,
}

/// A group of boxes.
#[derive(Debug, Clone)]
pub struct Group {
    /// Its id.
    pub id: String,
    /// Its name, with the name of its column.
    pub name: Text,
    /// Its name within its column.
    pub row: Text,
    /// The group in one line.
    pub about: Text,
    /// Its boxes.
    pub slots: Vec<usize>,
    /// The difference that it counts instead of the sum of its boxes.
    pub difference: Option<Difference>,
    /// Its bonus or penalty.
    pub mark: Option<GroupMark>,
    /// The points of its boxes as a last resort.
    pub last_resort: Option<Amount>,
}

/// One box minus another, times a third; 0 until all three are full.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Difference {
    /// The box that is subtracted from.
    pub of: usize,
    /// The box that is subtracted.
    pub less: usize,
    /// The box that multiplies the difference.
    pub times: usize,
}

/// A bonus or a penalty of a group.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum GroupMark {
    /// Points for a high sum.
    Bonus {
        /// The steps, ascending; the highest one that the sum reaches counts.
        steps: Vec<BonusStep>,
        /// Whether a step, once reached, is certain: no box of the group can take points away.
        safe: bool,
    },
    /// Points taken from a full group with a sum below `below`.
    Penalty {
        /// The sum to stay above.
        below: i32,
        /// The points taken away.
        points: i32,
    },
}

/// A step of a bonus.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct BonusStep {
    /// The sum to reach.
    pub at_least: i32,
    /// The points added, instead of those of lower steps.
    pub points: i32,
}

impl GroupMark {
    /// The same for a group whose points count several times.
    pub(crate) fn times(&self, times: i32) -> Self {
        match self {
            Self::Bonus { steps, safe } => {
                let step = |step: &BonusStep| BonusStep {
                    at_least: step.at_least.saturating_mul(times),
                    points: step.points.saturating_mul(times),
                };
                Self::Bonus { steps: steps.iter().map(step).collect(), safe: *safe }
            }
            Self::Penalty { below, points } => {
                Self::Penalty { below: below.saturating_mul(times), points: points.saturating_mul(times) }
            }
        }
    }

    /// The sums at which the points of the group change, ascending.
    #[must_use]
    pub fn thresholds(&self) -> Vec<i32> {
        match self {
            Self::Bonus { steps, .. } => steps.iter().map(|step| step.at_least).collect(),
            Self::Penalty { below, .. } => vec![*below],
        }
    }

    /// How many thresholds this sum reaches.
    #[must_use]
    pub fn reached(&self, sum: i32) -> usize {
        match self {
            Self::Bonus { steps, .. } => steps.partition_point(|step| step.at_least <= sum),
            Self::Penalty { below, .. } => usize::from(sum >= *below),
        }
    }

    /// The points that a full group with so many thresholds reached adds to its sum.
    #[must_use]
    pub fn points(&self, reached: usize) -> i32 {
        match self {
            Self::Bonus { steps, .. } => reached.checked_sub(1).map_or(0, |last| steps[last].points),
            Self::Penalty { points, .. } => {
                if reached == 0 {
                    -points
                } else {
                    0
                }
            }
        }
    }

    /// The steps of a bonus; none for a penalty.
    #[must_use]
    pub fn steps(&self) -> &[BonusStep] {
        match self {
            Self::Bonus { steps, .. } => steps,
            Self::Penalty { .. } => &[],
        }
    }

    /// The lowest step of a bonus that this sum does not reach.
    #[must_use]
    pub fn next_step(&self, sum: i32) -> Option<BonusStep> {
        self.steps().iter().find(|step| step.at_least > sum).copied()
    }
}

/// Boxes that must be scored before the others can be filled.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Gate {
    /// The number of boxes to score.
    pub scored: usize,
    /// The group of these boxes.
    pub of: usize,
    /// The only group that can be filled before.
    pub only: usize,
}

/// Dice that fit a box that is already full.
#[derive(Debug, Clone)]
pub struct Joker {
    /// The name of their points.
    pub name: Text,
    /// The box; it is filled once.
    pub slot: usize,
    /// The points of each joker if the box has points; above 0.
    pub bonus: Option<i32>,
    /// The group that orders the boxes: first its box of the dice's number, then boxes outside the group, then
    /// its other boxes.
    pub first: Option<usize>,
    /// Whether jokers exist only once the box has points.
    pub if_scored: bool,
}

/// Dice that win the game at once.
#[derive(Debug, Clone)]
pub struct InstantWin {
    /// Its id.
    pub id: String,
    /// Its name.
    pub name: Text,
    /// Its meaning in one line.
    pub about: Text,
    /// Whether it counts on any throw, not only from the hand.
    pub any_throw: bool,
    /// The pattern that wins.
    pub needs: Pattern,
    pub(crate) dice: Vec<bool>,
}

/// An award of points, with its name.
#[derive(Debug, Clone)]
pub struct NamedAward {
    /// Its name.
    pub name: Text,
    /// Its condition and its points.
    pub award: Award,
}

/// Points given at the end of the game.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Award {
    /// If the entries of a box add up to at least `at_least`.
    SumOf {
        /// The box.
        slot: usize,
        /// The sum to reach.
        at_least: i32,
        /// The points.
        give: i32,
    },
    /// If a box is full and no entry is crossed out or zero.
    NeverCrossed {
        /// The box.
        slot: usize,
        /// The points.
        give: i32,
    },
    /// For each entry of a box that is neither crossed out nor zero.
    EachScored {
        /// The box.
        slot: usize,
        /// The points for each.
        give: i32,
    },
    /// By the total.
    Total {
        /// The lowest total of each step, and its points.
        steps: Vec<(i32, i32)>,
    },
}

/// A worked example of a box or of a selection.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Example {
    /// The dice.
    pub dice: Dice,
    /// The number of the throw.
    pub throw: u8,
    /// Their score; `None` if they may not be scored.
    pub score: Option<i32>,
    /// The sentence of the rules.
    pub clause: Option<String>,
}

/// A worked example of a sheet.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct SheetExample {
    /// The sheet.
    pub sheet: crate::sheet::Sheet,
    /// Its total.
    pub total: Option<i32>,
    /// Its points.
    pub points: Option<i32>,
    /// The sentence of the rules.
    pub clause: Option<String>,
}
