//! `Dice`: a multiset of faces.

use std::fmt;
use std::str::FromStr;

use serde::{Deserialize, Deserializer, Serialize, Serializer};

/// The most dice a multiset can hold.
pub const MAX_DICE: usize = 8;
/// The highest face of a die.
pub const MAX_SIDES: u8 = 12;

/// A multiset of faces: the dice on the table, without an order.
///
/// ```
/// use kosti_dice::Dice;
/// let dice: Dice = "5-2-5-2-5".parse().unwrap();
/// assert_eq!(dice.to_string(), "2-2-5-5-5");
/// assert_eq!((dice.len(), dice.sum(), dice.count(5)), (5, 19, 3));
/// ```
#[derive(Clone, Copy, PartialEq, Eq, Hash, Default)]
pub struct Dice {
    counts: [u8; MAX_SIDES as usize],
}

/// Why something is not a multiset of dice.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
pub enum DiceError {
    /// More dice than a multiset holds.
    #[error("{0} dice are too many: at most {MAX_DICE}")]
    TooMany(usize),
    /// A face that no die has.
    #[error("{0} is not a face: faces go from 1 to {MAX_SIDES}")]
    NoSuchFace(i64),
    /// A word that is not a number.
    #[error("`{0}` is not a die: write dice as numbers, like 2-2-5-5-5")]
    NotANumber(String),
}

impl Dice {
    /// No dice.
    pub const NONE: Self = Self { counts: [0; MAX_SIDES as usize] };

    /// The multiset of these faces.
    ///
    /// # Errors
    /// If there are too many dice, or a number is not a face.
    pub fn from_faces(faces: &[u8]) -> Result<Self, DiceError> {
        if faces.len() > MAX_DICE {
            return Err(DiceError::TooMany(faces.len()));
        }
        let mut dice = Self::NONE;
        for &face in faces {
            if face == 0 || face > MAX_SIDES {
                return Err(DiceError::NoSuchFace(face.into()));
            }
            dice.counts[face as usize - 1] += 1;
        }
        Ok(dice)
    }

    /// The number of dice.
    #[must_use]
    pub fn len(&self) -> usize {
        self.counts.iter().map(|&c| c as usize).sum()
    }

    /// Whether there are no dice.
    #[must_use]
    pub fn is_empty(&self) -> bool {
        *self == Self::NONE
    }

    /// The sum of all faces.
    #[must_use]
    pub fn sum(&self) -> i32 {
        (1..).zip(&self.counts).map(|(face, &count)| face * i32::from(count)).sum()
    }

    /// The number of dice that show `face`.
    #[must_use]
    pub fn count(&self, face: u8) -> usize {
        match face {
            1..=MAX_SIDES => self.counts[face as usize - 1] as usize,
            _ => 0,
        }
    }

    /// The highest face; 0 without dice.
    #[must_use]
    pub fn highest(&self) -> u8 {
        (1..=MAX_SIDES).rev().find(|&face| self.count(face) > 0).unwrap_or(0)
    }

    /// The faces, lowest first.
    pub fn faces(&self) -> impl Iterator<Item = u8> + '_ {
        (1..=MAX_SIDES).flat_map(|face| std::iter::repeat_n(face, self.count(face)))
    }

    /// These dice plus one more.
    #[must_use]
    pub fn with(mut self, face: u8) -> Self {
        debug_assert!((1..=MAX_SIDES).contains(&face) && self.len() < MAX_DICE);
        self.counts[face as usize - 1] += 1;
        self
    }

    /// The union of both multisets.
    #[must_use]
    pub fn plus(mut self, other: Self) -> Self {
        for (mine, theirs) in self.counts.iter_mut().zip(other.counts) {
            *mine += theirs;
        }
        debug_assert!(self.len() <= MAX_DICE);
        self
    }

    /// These dice without `other`; `None` if they do not contain `other`.
    #[must_use]
    pub fn minus(mut self, other: Self) -> Option<Self> {
        for (mine, theirs) in self.counts.iter_mut().zip(other.counts) {
            *mine = mine.checked_sub(theirs)?;
        }
        Some(self)
    }

    /// Whether these dice contain all of `other`.
    #[must_use]
    pub fn contains(&self, other: Self) -> bool {
        self.counts.iter().zip(other.counts).all(|(&mine, theirs)| mine >= theirs)
    }

    /// Every distinct sub-multiset of these dice, each once, from no dice to all.
    #[must_use]
    pub fn selections(&self) -> Vec<Self> {
        let mut found = vec![Self::NONE];
        for face in 1..=MAX_SIDES {
            for _ in 0..self.count(face) {
                // Extend only selections that already hold every earlier copy of this face, so that each
                // appears once.
                let most = found.iter().map(|d| d.count(face)).max().unwrap_or(0);
                let longer: Vec<Self> =
                    found.iter().filter(|d| d.count(face) == most).map(|d| d.with(face)).collect();
                found.extend(longer);
            }
        }
        found
    }
}

/// Orders lexicographically by the sorted faces: 1-1-2 before 1-2-2, and a prefix before a longer list.
impl Ord for Dice {
    fn cmp(&self, other: &Self) -> std::cmp::Ordering {
        self.faces().cmp(other.faces())
    }
}

impl PartialOrd for Dice {
    fn partial_cmp(&self, other: &Self) -> Option<std::cmp::Ordering> {
        Some(self.cmp(other))
    }
}

impl fmt::Display for Dice {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        for (i, face) in self.faces().enumerate() {
            if i > 0 {
                f.write_str("-")?;
            }
            write!(f, "{face}")?;
        }
        Ok(())
    }
}

impl fmt::Debug for Dice {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "[{self}]")
    }
}

/// Parses numbers separated by dashes, commas or blanks; `22555` without separators is an error.
impl FromStr for Dice {
    type Err = DiceError;

    fn from_str(text: &str) -> Result<Self, DiceError> {
        let mut faces = Vec::new();
        for word in text.split(['-', ',', ' ']).map(str::trim).filter(|word| !word.is_empty()) {
            let face: i64 =
                word.parse().map_err(|_| DiceError::NotANumber(word.chars().take(20).collect()))?;
            faces.push(u8::try_from(face).map_err(|_| DiceError::NoSuchFace(face))?);
            if faces.len() > MAX_DICE {
                return Err(DiceError::TooMany(faces.len()));
            }
        }
        Self::from_faces(&faces)
    }
}

impl Serialize for Dice {
    fn serialize<S: Serializer>(&self, to: S) -> Result<S::Ok, S::Error> {
        to.collect_seq(self.faces())
    }
}

impl<'de> Deserialize<'de> for Dice {
    fn deserialize<D: Deserializer<'de>>(from: D) -> Result<Self, D::Error> {
        let faces = Vec::<u8>::deserialize(from)?;
        Self::from_faces(&faces).map_err(serde::de::Error::custom)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;
    use std::collections::BTreeSet;

    fn any_faces() -> impl Strategy<Value = Vec<u8>> {
        prop::collection::vec(1..=6_u8, 0..=6)
    }

    proptest! {
        #[test]
        fn selections_are_the_distinct_subsets(faces in any_faces()) {
            let dice = Dice::from_faces(&faces).unwrap();
            let naive: BTreeSet<Dice> = (0..1_u32 << faces.len())
                .map(|mask| {
                    let picked: Vec<u8> =
                        (0..faces.len()).filter(|i| mask >> i & 1 == 1).map(|i| faces[i]).collect();
                    Dice::from_faces(&picked).unwrap()
                })
                .collect();
            let found = dice.selections();
            prop_assert_eq!(found.len(), naive.len());
            prop_assert_eq!(found.into_iter().collect::<BTreeSet<_>>(), naive);
        }

        #[test]
        fn text_and_back(faces in any_faces()) {
            let dice = Dice::from_faces(&faces).unwrap();
            prop_assert_eq!(dice.to_string().parse::<Dice>().unwrap(), dice);
        }

        #[test]
        fn plus_undoes_minus(a in any_faces(), b in prop::collection::vec(1..=6_u8, 0..=2)) {
            let (a, b) = (Dice::from_faces(&a).unwrap(), Dice::from_faces(&b).unwrap());
            prop_assert_eq!(a.plus(b).minus(b), Some(a));
            prop_assert_eq!(a.minus(b).is_some(), a.contains(b));
        }
    }

    #[test]
    fn nonsense_is_refused() {
        assert_eq!("1-x".parse::<Dice>(), Err(DiceError::NotANumber("x".into())));
        assert_eq!("1-0".parse::<Dice>(), Err(DiceError::NoSuchFace(0)));
        assert_eq!("1-300".parse::<Dice>(), Err(DiceError::NoSuchFace(300)));
        assert_eq!(Dice::from_faces(&[1; 9]), Err(DiceError::TooMany(9)));
    }
}
