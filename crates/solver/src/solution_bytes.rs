//! Solutions as bytes, for another process of the same version of the program: the values in the order of the states.
//! Everything else follows from the rules.

use std::sync::Arc;

use kosti_rules::Rules;

use crate::model::Model;
use crate::moves::PointsRole;
use crate::progress::NoProgress;
use crate::race::{TurnsStrategy, WinStrategy};
use crate::solution::{Objective, Solution, SolveError, Strategy};
use crate::strategy::{TotalMoments, TotalStrategy};

/// Why bytes are not a solution of a game.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
pub enum BytesError {
    /// The bytes are of another game or version, or damaged.
    #[error("these bytes are no solution of this game")]
    Foreign,
    /// The game itself cannot be solved.
    #[error(transparent)]
    Unsolvable(#[from] SolveError),
}

impl Solution {
    /// The solution as bytes. `None` for awards and probabilities to reach something, which have more than one list of
    /// values.
    ///
    /// ```
    /// use std::sync::Arc;
    /// use kosti_rules::{House, RulesFile};
    /// use kosti_solver::{NoProgress, Objective, Solution, solve};
    ///
    /// let file = RulesFile::read("one", "name = 'One'\ndice = 1\nthrows = 1\n[box.any]\nscore = 'all-dice'");
    /// let rules = Arc::new(file.rules(&House::default()).unwrap());
    /// let solution = solve(&rules, &Objective::Total, &NoProgress).unwrap();
    /// let bytes = solution.to_bytes().unwrap();
    /// let same = Solution::from_bytes(&rules, &Objective::Total, &bytes).unwrap();
    /// assert_eq!(same.value(), solution.value());
    /// ```
    #[must_use]
    pub fn to_bytes(&self) -> Option<Vec<u8>> {
        let values = match self.strategy() {
            Strategy::Total(strategy) => &strategy.values,
            Strategy::Win(strategy) => strategy.values(),
            Strategy::Turns(strategy) => strategy.values(),
            Strategy::Points(_) | Strategy::Reach(_) | Strategy::Within(_) => return None,
        };
        Some(write(&heading(self.rules(), self.objective()), values.iter().copied()))
    }

    /// Reads a solution of a game.
    ///
    /// # Errors
    /// If the bytes are of another game, objective or version, or damaged.
    pub fn from_bytes(rules: &Arc<Rules>, objective: &Objective, bytes: &[u8]) -> Result<Self, BytesError> {
        let values = read(&heading(rules, objective), bytes).ok_or(BytesError::Foreign)?;
        let (owned, count) = (rules.clone(), values.len());
        let strategy = match (objective, rules.sheet()) {
            (Objective::Total, Some(_)) => {
                let model = Model::new(owned, PointsRole::Value, &NoProgress)?;
                Strategy::Total(TotalStrategy { model, values })
            }
            (Objective::Win, None) => Strategy::Win(WinStrategy::from_values(owned, values)?),
            (Objective::Turns, None) => Strategy::Turns(TurnsStrategy::from_values(owned, values)?),
            _ => return Err(BytesError::Foreign),
        };
        let solution = Self::new(rules.clone(), objective.clone(), strategy);
        if solution.states() == count { Ok(solution) } else { Err(BytesError::Foreign) }
    }
}

impl TotalMoments {
    /// The moments as bytes.
    #[must_use]
    pub fn to_bytes(&self, rules: &Rules) -> Vec<u8> {
        write(&moments_heading(rules), self.0.iter().flat_map(|&(mean, square)| [mean, square]))
    }

    /// Reads the moments of a strategy.
    ///
    /// # Errors
    /// If the bytes are of another game or version, or damaged.
    pub fn from_bytes(strategy: &TotalStrategy, bytes: &[u8]) -> Result<Self, BytesError> {
        let values = read(&moments_heading(strategy.rules()), bytes).ok_or(BytesError::Foreign)?;
        let moments: Vec<_> = values.chunks_exact(2).map(|pair| (pair[0], pair[1])).collect();
        if moments.len() == strategy.values.len() { Ok(Self(moments)) } else { Err(BytesError::Foreign) }
    }
}

fn heading(rules: &Rules, objective: &Objective) -> String {
    format!("kosti {objective:?} {}\n", rules.hash)
}

fn moments_heading(rules: &Rules) -> String {
    format!("kosti moments {}\n", rules.hash)
}

fn write(heading: &str, values: impl Iterator<Item = f64>) -> Vec<u8> {
    let mut bytes = heading.as_bytes().to_vec();
    values.for_each(|value| bytes.extend(value.to_le_bytes()));
    bytes.extend(checksum(&bytes).to_le_bytes());
    bytes
}

fn read(heading: &str, bytes: &[u8]) -> Option<Vec<f64>> {
    let (content, sum) = bytes.split_last_chunk()?;
    if checksum(content) != u64::from_le_bytes(*sum) {
        return None;
    }
    let (values, rest) = content.strip_prefix(heading.as_bytes())?.as_chunks();
    rest.is_empty().then(|| values.iter().map(|value| f64::from_le_bytes(*value)).collect())
}

/// FNV-1a, over words of eight bytes.
fn checksum(bytes: &[u8]) -> u64 {
    let mix = |sum: u64, word: u64| (sum ^ word).wrapping_mul(0x0000_0100_0000_01B3);
    let (words, rest) = bytes.as_chunks();
    let sum = words.iter().fold(0xCBF2_9CE4_8422_2325, |sum, word| mix(sum, u64::from_le_bytes(*word)));
    rest.iter().fold(sum, |sum, &byte| mix(sum, byte.into()))
}
