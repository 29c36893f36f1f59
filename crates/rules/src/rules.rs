//! `Rules`: a game, checked and compiled to tables. Everything downstream works on these and knows no game by name.

use std::collections::BTreeSet;

use kosti_dice::{Dice, Space};

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
    /// The house rules there are, and what was chosen.
    pub house: Vec<HouseOption>,
    /// What the rules mean, as a hash: two files with the same hash play the same game. Names, comments and
    /// examples do not enter it.
    pub hash: String,
    /// The game itself.
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
    /// What is chosen.
    pub name: Text,
    /// Why tables differ.
    pub about: Text,
    /// The choices, the default first: id and meaning.
    pub choices: Vec<(String, Text)>,
    /// Which one was chosen.
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

    /// Whether so many can play.
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
    /// How many turns each player has.
    pub rounds: usize,
    /// The boxes, in the order of the sheet; column after column where there are columns.
    pub slots: Vec<Slot>,
    /// The columns, where there are any.
    pub columns: Vec<Column>,
    /// The groups.
    pub groups: Vec<Group>,
    /// The gate, where there is one.
    pub gate: Option<Gate>,
    /// The jokers, where there are any.
    pub joker: Option<Joker>,
    /// Dice that win at once.
    pub instant_wins: Vec<InstantWin>,
    /// What gives points, where points decide the game.
    pub awards: Vec<NamedAward>,
    /// How it is settled who starts, where not by the seats.
    pub lot: Option<Lot>,
    /// Worked examples of whole sheets, those that hold under these house rules.
    pub examples: Vec<SheetExample>,
}

impl SheetRules {
    /// The box with this id.
    #[must_use]
    pub fn slot(&self, id: &str) -> Option<usize> {
        self.slots.iter().position(|slot| slot.id == id)
    }

    /// The group with this id.
    #[must_use]
    pub fn group(&self, id: &str) -> Option<usize> {
        self.groups.iter().position(|group| group.id == id)
    }
}

/// One line of the sheet: a box.
#[derive(Debug, Clone)]
pub struct Slot {
    /// Its id.
    pub id: String,
    /// Its name on the sheet, with that of its column.
    pub name: Text,
    /// Its name within its column.
    pub row: Text,
    /// The box in one line.
    pub about: Text,
    /// Its group.
    pub group: Option<usize>,
    /// Its column.
    pub column: Option<usize>,
    /// The box of its column that must be full before.
    pub after: Option<usize>,
    /// Whether it can be filled only when it was announced after the first throw.
    pub announced: bool,
    /// The number it is about, 0 where none.
    pub number: u8,
    /// How often it is filled.
    pub fill: u8,
    /// What dice that do not fit do.
    pub unfit: Unfit,
    /// When it may be crossed out.
    pub cross: Cross,
    /// What a joker gives in it, where that is not what the dice give.
    pub joker: Option<i32>,
    /// How its score comes about.
    pub how: How,
    /// How a score of zero is written.
    pub zero: Option<String>,
    /// What it takes as a last resort.
    pub last_resort: Option<i32>,
    /// Worked examples that hold under these house rules.
    pub examples: Vec<Example>,
    /// By throw, the last for all that follow: what each multiset gives, or that it does not fit.
    pub(crate) by_throw: Vec<Vec<Option<i32>>>,
    /// The dice that make the combination, for explanations.
    pub(crate) combination: Vec<Option<Dice>>,
    /// Every score that can be written.
    pub(crate) possible: BTreeSet<i32>,
}

/// How the score of a box comes about.
#[derive(Debug, Clone)]
pub struct How {
    /// What the dice must show.
    pub needs: Pattern,
    /// A number that may stand for others in that.
    pub wild: Option<WildFile>,
    /// What it gives.
    pub score: Score,
    /// What is added.
    pub plus: i32,
    /// What the hand changes.
    pub hand: Hand,
}

impl Slot {
    /// What the multiset with this index gives on this throw, if it fits.
    #[must_use]
    pub fn fits(&self, dice: usize, throw: u8) -> Option<i32> {
        self.by_throw[usize::from(throw).clamp(1, self.by_throw.len()) - 1][dice]
    }

    /// What scoring the multiset gives, where it may be scored at all: dice that do not fit may score zero.
    #[must_use]
    pub fn value(&self, dice: usize, throw: u8) -> Option<i32> {
        self.fits(dice, throw).or((self.unfit == Unfit::Zero).then_some(0))
    }

    /// What multisets give on any throw.
    pub(crate) fn all_scores(&self) -> impl Iterator<Item = &Option<i32>> {
        self.by_throw.iter().flatten()
    }

    /// The dice that make the combination.
    #[must_use]
    pub fn combination(&self, dice: usize) -> Option<Dice> {
        self.combination[dice]
    }

    /// Whether any dice can bring about this score.
    #[must_use]
    pub fn can_score(&self, points: i32) -> bool {
        self.possible.contains(&points)
    }

    /// Every score that dice can bring about, lowest first.
    pub fn possible_scores(&self) -> impl DoubleEndedIterator<Item = i32> + '_ {
        self.possible.iter().copied()
    }

    /// Whether the box can be filled with any dice after the last throw.
    pub(crate) fn always_fillable(&self) -> bool {
        self.cross != Cross::Never || self.unfit == Unfit::Zero || self.fits_all()
    }

    /// Whether every throw fits.
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
    /// In which order its boxes are filled.
    pub order: ColumnOrder,
}

/// A group of boxes.
#[derive(Debug, Clone)]
pub struct Group {
    /// Its id.
    pub id: String,
    /// Its name, with that of its column.
    pub name: Text,
    /// Its name within its column.
    pub row: Text,
    /// The group in one line.
    pub about: Text,
    /// Its boxes.
    pub slots: Vec<usize>,
    /// What it counts instead of their sum.
    pub difference: Option<Difference>,
    /// Its bonus or penalty.
    pub mark: Option<GroupMark>,
    /// What its boxes take when nothing else can be written.
    pub last_resort: Option<Amount>,
}

/// One box less another, times a third; nothing before all three are full.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Difference {
    /// The box that counts.
    pub of: usize,
    /// The box that is taken away.
    pub less: usize,
    /// The box that multiplies.
    pub times: usize,
}

/// A bonus or a penalty of a group.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum GroupMark {
    /// Points for a sum of at least so much.
    Bonus {
        /// The sum to reach.
        at_least: i32,
        /// The points added.
        points: i32,
        /// Once reached it can't be lost: no box of the group can take points away.
        safe: bool,
    },
    /// Points taken from the full group with a sum below so much.
    Penalty {
        /// The sum to stay above.
        below: i32,
        /// The points taken away.
        points: i32,
    },
}

/// Boxes that must be scored before the others can be filled.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Gate {
    /// How many.
    pub scored: usize,
    /// Of which group.
    pub of: usize,
    /// The group that alone can be filled before.
    pub only: usize,
}

/// Dice that fit a box that is full already.
#[derive(Debug, Clone)]
pub struct Joker {
    /// What their points are called.
    pub name: Text,
    /// The box; it is filled once.
    pub slot: usize,
    /// What each of them brings, where the box has points; above 0.
    pub bonus: Option<i32>,
    /// The group whose box of the dice's number comes first, and whose other boxes come last.
    pub first: Option<usize>,
    /// Whether there are jokers only once the box has points.
    pub if_scored: bool,
}

/// Dice that win the game at once.
#[derive(Debug, Clone)]
pub struct InstantWin {
    /// Its id.
    pub id: String,
    /// What it is called.
    pub name: Text,
    /// What it means.
    pub about: Text,
    /// Whether it counts on any throw, not only from the hand.
    pub any_throw: bool,
    pub(crate) dice: Vec<bool>,
}

/// Something that gives points, with its name.
#[derive(Debug, Clone)]
pub struct NamedAward {
    /// What it is for.
    pub name: Text,
    /// When it is given, and how much.
    pub award: Award,
}

/// Something that gives points at the end of the game.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Award {
    /// The entries of a box add up to a mark.
    SumOf {
        /// The box.
        slot: usize,
        /// The mark.
        at_least: i32,
        /// The points.
        give: i32,
    },
    /// A full box with no entry crossed out or zero.
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
        /// Where each step begins, and what it gives.
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
    /// What they give; nothing where they may not be scored.
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
