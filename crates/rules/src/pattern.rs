//! `Pattern`: what dice must show, and which of them make the combination.

use kosti_dice::Dice;
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use crate::faces::colour_of;
use crate::file::Colour;

/// What dice must show. More alike than needed is fine, except for `exactly`.
///
/// ```
/// use kosti_rules::Pattern;
/// let full = Pattern::DifferentSets(vec![3, 2]);
/// assert_eq!(full.best("2-2-5-5-5".parse().unwrap(), 0, &[]).unwrap().sum(), 19);
/// assert_eq!(full.best("6-6-6-6-6".parse().unwrap(), 0, &[]), None);
/// ```
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "kebab-case")]
pub enum Pattern {
    /// Any dice.
    Anything,
    /// So many dice of one number.
    Alike(u8),
    /// A number that shows on exactly so many dice.
    Exactly(u8),
    /// Sets of so many alike, each of its own dice; their numbers may be the same.
    Sets(Vec<u8>),
    /// Sets of so many alike, each of another number.
    DifferentSets(Vec<u8>),
    /// At least these faces.
    Shows(Vec<u8>),
    /// So many numbers in a row.
    Run(u8),
    /// So many different numbers.
    Different(u8),
    /// At least so many dice of the box's number.
    Matching(u8),
    /// All dice together are exactly so much.
    Sum(i32),
    /// One of these.
    AnyOf(Vec<Pattern>),
    /// All of these; the combination is all dice.
    AllOf(Vec<Pattern>),
    /// So many dice of one colour.
    Flush(u8),
    /// Dice of one colour that show this.
    OneColour(Box<Pattern>),
}

impl Pattern {
    /// The dice that make the combination, those with the highest sum if there are several; `None` if `dice` do
    /// not show the pattern. `number` is the number of the box, for `matching`; `colours` are those of the faces from
    /// 1 on, for `flush` and `one-colour`.
    #[must_use]
    pub fn best(&self, dice: Dice, number: u8, colours: &[Colour]) -> Option<Dice> {
        let high_to_low = || (1..=dice.highest()).rev();
        match self {
            Self::Anything => Some(dice),
            Self::Alike(k) => {
                high_to_low().find(|&face| dice.count(face) >= usize::from(*k)).map(|face| repeat(face, *k))
            }
            Self::Exactly(k) => {
                high_to_low().find(|&face| dice.count(face) == usize::from(*k)).map(|face| repeat(face, *k))
            }
            Self::Sets(sizes) => best_sets(dice, &largest_first(sizes), None, true),
            Self::DifferentSets(sizes) => best_sets(dice, &largest_first(sizes), None, false),
            Self::Shows(faces) => {
                let wanted = Dice::from_faces(faces).ok()?;
                dice.contains(wanted).then_some(wanted)
            }
            Self::Run(k) => high_to_low()
                .filter_map(|top| {
                    let faces: Vec<u8> = (top.checked_sub(*k)? + 1..=top).collect();
                    Dice::from_faces(&faces).ok()
                })
                .find(|&run| dice.contains(run)),
            Self::Different(k) => {
                let faces: Vec<u8> =
                    high_to_low().filter(|&face| dice.count(face) > 0).take(usize::from(*k)).collect();
                (faces.len() == usize::from(*k)).then(|| Dice::from_faces(&faces).ok()).flatten()
            }
            Self::Matching(k) => {
                let count = dice.count(number);
                (count >= usize::from(*k)).then(|| repeat(number, count as u8))
            }
            Self::Sum(total) => (dice.sum() == *total).then_some(dice),
            Self::AnyOf(patterns) => {
                patterns.iter().filter_map(|p| p.best(dice, number, colours)).max_by_key(Dice::sum)
            }
            Self::AllOf(patterns) => {
                patterns.iter().all(|p| p.best(dice, number, colours).is_some()).then_some(dice)
            }
            Self::Flush(k) => by_colour(dice, colours)
                .filter(|of_colour| of_colour.len() >= usize::from(*k))
                .map(|of_colour| highest(of_colour, usize::from(*k)))
                .max_by_key(Dice::sum),
            Self::OneColour(pattern) => by_colour(dice, colours)
                .filter_map(|of_colour| pattern.best(of_colour, number, colours))
                .max_by_key(Dice::sum),
        }
    }

    /// Whether the pattern refers to the box's number.
    #[must_use]
    pub fn needs_number(&self) -> bool {
        match self {
            Self::Matching(_) => true,
            Self::AnyOf(patterns) | Self::AllOf(patterns) => patterns.iter().any(Self::needs_number),
            Self::OneColour(pattern) => pattern.needs_number(),
            _ => false,
        }
    }

    /// The number of patterns in this pattern, itself included.
    #[must_use]
    pub fn parts(&self) -> usize {
        match self {
            Self::AnyOf(patterns) | Self::AllOf(patterns) => {
                1 + patterns.iter().map(Self::parts).fold(0, usize::saturating_add)
            }
            Self::OneColour(pattern) => 1 + pattern.parts(),
            _ => 1,
        }
    }

    /// The fewest dice that can show the pattern.
    #[must_use]
    pub fn fewest_dice(&self) -> usize {
        match self {
            Self::Anything => 0,
            Self::Sum(_) => 1,
            Self::Alike(k)
            | Self::Exactly(k)
            | Self::Run(k)
            | Self::Different(k)
            | Self::Matching(k)
            | Self::Flush(k) => usize::from(*k),
            Self::Sets(sizes) | Self::DifferentSets(sizes) => sizes.iter().map(|&k| usize::from(k)).sum(),
            Self::Shows(faces) => faces.len(),
            Self::OneColour(pattern) => pattern.fewest_dice(),
            Self::AnyOf(patterns) => patterns.iter().map(Self::fewest_dice).min().unwrap_or(0),
            Self::AllOf(patterns) => patterns.iter().map(Self::fewest_dice).max().unwrap_or(0),
        }
    }
}

/// The dice of each colour that they show.
fn by_colour(dice: Dice, colours: &[Colour]) -> impl Iterator<Item = Dice> {
    let mut shown: Vec<Colour> = dice.faces().filter_map(|face| colour_of(colours, face)).collect();
    shown.sort_unstable();
    shown.dedup();
    shown.into_iter().map(move |colour| {
        let own = dice.faces().filter(|&face| colour_of(colours, face) == Some(colour));
        own.fold(Dice::NONE, Dice::with)
    })
}

/// The `count` highest of the dice.
fn highest(dice: Dice, count: usize) -> Dice {
    let mut faces: Vec<u8> = dice.faces().collect();
    faces.sort_unstable_by(|a, b| b.cmp(a));
    faces.into_iter().take(count).fold(Dice::NONE, Dice::with)
}

/// `count` dice of one face; no dice for a count above any game's, which only a faulty file has.
fn repeat(face: u8, count: u8) -> Dice {
    Dice::from_faces(&vec![face; count.into()]).unwrap_or(Dice::NONE)
}

fn largest_first(sizes: &[u8]) -> Vec<u8> {
    let mut sizes = sizes.to_vec();
    sizes.sort_unstable_by(|a, b| b.cmp(a));
    sizes
}

/// The sets of these sizes (largest first) with the highest sum. Sets of the same size are taken from high
/// numbers to low, so that no choice is tried twice.
fn best_sets(dice: Dice, sizes: &[u8], last: Option<(u8, u8)>, same_number: bool) -> Option<Dice> {
    let Some((&size, rest)) = sizes.split_first() else { return Some(Dice::NONE) };
    let most = match last {
        Some((last_size, last_face)) if last_size == size => last_face,
        _ => dice.highest(),
    };
    (1..=most)
        .rev()
        .filter(|&face| size > 0 && dice.count(face) >= usize::from(size))
        .filter_map(|face| {
            let set = repeat(face, size);
            let used = if same_number { set } else { repeat(face, dice.count(face) as u8) };
            let others = best_sets(dice.minus(used)?, rest, Some((size, face)), same_number)?;
            Some(others.plus(set))
        })
        .max_by_key(Dice::sum)
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    /// Reference: tries every selection of the dice.
    fn naive(pattern: &Pattern, dice: Dice) -> Option<i32> {
        let is_one = |chosen: &Dice| -> bool {
            let mut counts: Vec<usize> = (1..=12).map(|f| chosen.count(f)).filter(|&c| c > 0).collect();
            counts.sort_unstable();
            let mut sizes: Vec<usize> = match pattern {
                Pattern::Alike(k) | Pattern::Exactly(k) => vec![usize::from(*k)],
                Pattern::DifferentSets(s) => s.iter().map(|&k| usize::from(k)).collect(),
                _ => unreachable!(),
            };
            sizes.sort_unstable();
            let whole = !matches!(pattern, Pattern::Exactly(_))
                || (1..=12).all(|f| chosen.count(f) == 0 || chosen.count(f) == dice.count(f));
            counts == sizes && whole
        };
        dice.selections().into_iter().filter(is_one).map(|d| d.sum()).max()
    }

    proptest! {
        #[test]
        fn best_is_the_dearest_selection(faces in prop::collection::vec(1..=6_u8, 1..=6), a in 1..=4_u8, b in 1..=3_u8) {
            let dice = Dice::from_faces(&faces).unwrap();
            for pattern in [Pattern::Alike(a), Pattern::Exactly(a), Pattern::DifferentSets(vec![a, b])] {
                let best = pattern.best(dice, 0, &[]);
                prop_assert_eq!(best.map(|d| d.sum()), naive(&pattern, dice), "{:?} in {}", pattern, dice);
                prop_assert!(best.is_none_or(|d| dice.contains(d)));
            }
        }

        #[test]
        fn sets_may_share_a_number(faces in prop::collection::vec(1..=6_u8, 1..=6)) {
            let dice = Dice::from_faces(&faces).unwrap();
            let pairs: usize = (1..=6).map(|f| dice.count(f) / 2).sum();
            prop_assert_eq!(Pattern::Sets(vec![2, 2]).best(dice, 0, &[]).is_some(), pairs >= 2);
        }
    }

    #[test]
    fn colours() {
        use Colour::{Black, Green, Red};
        let colours = [Black, Red, Green, Green, Red, Black];
        let best = |pattern: &Pattern, dice: &str| {
            pattern.best(dice.parse().unwrap(), 0, &colours).map(|dice| dice.to_string())
        };
        let flush = Pattern::Flush(3);
        assert_eq!(best(&flush, "2-2-5-5-6"), Some("2-5-5".into()));
        assert_eq!(best(&flush, "1-2-3-4-5"), None);
        let pairs = Pattern::OneColour(Box::new(Pattern::Sets(vec![2, 2])));
        assert_eq!(best(&pairs, "1-1-3-6-6"), Some("1-1-6-6".into()));
        assert_eq!(best(&pairs, "1-1-2-2-6"), None);
        assert_eq!(pairs.best("1-1-3-6-6".parse().unwrap(), 0, &[]), None);
        assert_eq!((flush.fewest_dice(), pairs.fewest_dice(), pairs.parts()), (3, 4, 2));
    }

    #[test]
    fn straights() {
        let run = |k, dice: &str| Pattern::Run(k).best(dice.parse().unwrap(), 0, &[]).map(|d| d.to_string());
        assert_eq!(run(4, "1-3-4-5-6"), Some("3-4-5-6".into()));
        assert_eq!(run(4, "1-2-3-5-6"), None);
        assert_eq!(run(9, "1-2-3-5-6"), None);
        let shows = Pattern::Shows(vec![1, 2, 3]);
        assert!(shows.best("1-2-3".parse().unwrap(), 0, &[]).is_some());
        assert!(shows.best("1-2-2".parse().unwrap(), 0, &[]).is_none());
        let different = Pattern::Different(3).best("1-1-4-6".parse().unwrap(), 0, &[]);
        assert_eq!(different, Some("1-4-6".parse().unwrap()));
    }
}
