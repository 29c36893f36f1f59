//! Solutions as bytes, for another process of the same program. Only values are written: states, moves and tables follow
//! from the rules in a fraction of the time.

use std::sync::Arc;

use kosti_rules::Rules;

use crate::progress::Progress;
use crate::race::{TurnsStrategy, WinStrategy};
use crate::solution::{Objective, Solution, SolveError, Strategy};
use crate::strategy::{TotalMoments, TotalStrategy};

const MAGIC: &[u8] = b"kosti solution 1\n";
const TOTAL: u8 = 0;
const WIN: u8 = 1;
const TURNS: u8 = 2;

/// Why bytes are no solution of a game.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
pub enum DecodeError {
    /// The bytes are cut off, or were not written by [`Solution::to_bytes`].
    #[error("these bytes are no solution")]
    Damaged,
    /// The solution belongs to other rules.
    #[error("this is the solution of other rules")]
    OtherRules,
    /// There are more or fewer values than states.
    #[error("{values} values for {states} states")]
    Length {
        /// The values in the bytes.
        values: usize,
        /// The states of the game.
        states: usize,
    },
    /// The tables of the game cannot be made.
    #[error(transparent)]
    Solve(#[from] SolveError),
}

impl Solution {
    /// The solution as bytes; `None` for objectives whose solution is more than one value per state.
    ///
    /// ```
    /// use std::sync::Arc;
    /// use kosti_rules::{House, RulesFile};
    /// use kosti_solver::{NoProgress, Objective, Solution, solve};
    ///
    /// let text = "name = 'One'\ndice = 1\nthrows = 2\n[box.any]\nscore = 'all-dice'";
    /// let rules = Arc::new(RulesFile::read("one", text).rules(&House::default()).unwrap());
    /// let solution = solve(&rules, &Objective::Total, &NoProgress).unwrap();
    /// let read = Solution::from_bytes(&rules, &solution.to_bytes().unwrap(), &NoProgress).unwrap();
    /// assert_eq!(read.value(), solution.value());
    /// ```
    #[must_use]
    pub fn to_bytes(&self) -> Option<Vec<u8>> {
        let (kind, values) = match self.strategy() {
            Strategy::Total(total) => (TOTAL, &total.values[..]),
            Strategy::Win(win) => (WIN, win.values()),
            Strategy::Turns(turns) => (TURNS, turns.values()),
            Strategy::Points(_) | Strategy::Reach(_) | Strategy::Within(_) | Strategy::SheetWin(_) => {
                return None;
            }
        };
        let hash = self.rules().hash.as_bytes();
        let mut bytes = Vec::with_capacity(MAGIC.len() + hash.len() + 2 + size_of_val(values));
        bytes.extend_from_slice(MAGIC);
        bytes.extend_from_slice(hash);
        bytes.extend_from_slice(&[b'\n', kind]);
        write_values(&mut bytes, values.iter().copied());
        Some(bytes)
    }

    /// Reads a solution of these rules. `progress` can cancel the making of tables.
    ///
    /// # Errors
    /// If the bytes are damaged or belong to other rules, or the tables cannot be made.
    pub fn from_bytes(
        rules: &Arc<Rules>,
        bytes: &[u8],
        progress: &dyn Progress,
    ) -> Result<Self, DecodeError> {
        let rest = bytes.strip_prefix(MAGIC).ok_or(DecodeError::Damaged)?;
        let rest = rest.strip_prefix(rules.hash.as_bytes()).ok_or(DecodeError::OtherRules)?;
        let rest = rest.strip_prefix(b"\n").ok_or(DecodeError::OtherRules)?;
        let (&kind, rest) = rest.split_first().ok_or(DecodeError::Damaged)?;
        let (values, owned) = (read_values(rest)?, rules.clone());
        let (objective, strategy) = match (kind, rules.sheet()) {
            (TOTAL, Some(_)) => {
                let total = TotalStrategy::from_values(owned, values, progress)?;
                (Objective::Total, Strategy::Total(total))
            }
            (WIN, None) => (Objective::Win, Strategy::Win(WinStrategy::from_values(owned, values)?)),
            (TURNS, None) => (Objective::Turns, Strategy::Turns(TurnsStrategy::from_values(owned, values)?)),
            _ => return Err(DecodeError::Damaged),
        };
        Ok(Self::new(rules.clone(), objective, strategy))
    }
}

impl TotalMoments {
    /// The moments as bytes.
    #[must_use]
    pub fn to_bytes(&self) -> Vec<u8> {
        let mut bytes = Vec::with_capacity(size_of_val(&*self.0));
        write_values(&mut bytes, self.0.iter().flatten().copied());
        bytes
    }

    /// Reads the moments of a game that has this number of states.
    ///
    /// # Errors
    /// If the bytes are damaged, or have another number of states.
    pub fn from_bytes(bytes: &[u8], states: usize) -> Result<Self, DecodeError> {
        let values = read_values(bytes)?;
        check_length(values.len(), 3 * states)?;
        Ok(Self(values.as_chunks().0.to_vec()))
    }
}

pub(crate) fn check_length(values: usize, states: usize) -> Result<(), DecodeError> {
    if values == states { Ok(()) } else { Err(DecodeError::Length { values, states }) }
}

fn write_values(bytes: &mut Vec<u8>, values: impl Iterator<Item = f64>) {
    for value in values {
        bytes.extend_from_slice(&value.to_le_bytes());
    }
}

fn read_values(bytes: &[u8]) -> Result<Vec<f64>, DecodeError> {
    let (values, rest) = bytes.as_chunks();
    let values: Vec<f64> = values.iter().map(|&value| f64::from_le_bytes(value)).collect();
    let sound = rest.is_empty() && values.iter().all(|value| value.is_finite());
    if sound { Ok(values) } else { Err(DecodeError::Damaged) }
}

#[cfg(test)]
mod tests {
    #![allow(clippy::unwrap_used, reason = "a test may fail")]

    use kosti_rules::{House, RulesFile};

    use super::*;
    use crate::progress::NoProgress;
    use crate::solution::solve;

    const SHEET: &str = "name = 'Two'\ndice = 2\nthrows = 2\n[box.any]\nscore = 'all-dice'\n\
                         [box.pair]\nneeds = { alike = 2 }\nscore = 'combination'\ncross = 'any-throw'";
    const RACE: &str = "name = 'Race'\ndice = 2\nsides = 3\n[race]\ntarget = 10\n\
                        [race.combination.single]\nneeds = { alike = 1 }\npoints = [2, 1, 0]";

    fn rules(text: &str) -> Arc<Rules> {
        Arc::new(RulesFile::read("game", text).rules(&House::default()).unwrap())
    }

    fn same(text: &str, objective: &Objective) {
        let rules = rules(text);
        let solved = solve(&rules, objective, &NoProgress).unwrap();
        let bytes = solved.to_bytes().unwrap();
        let read = Solution::from_bytes(&rules, &bytes, &NoProgress).unwrap();
        assert_eq!((read.objective(), read.states()), (objective, solved.states()));
        assert_eq!(read.to_bytes().unwrap(), bytes);
    }

    #[test]
    fn what_is_written_is_read_again() {
        same(SHEET, &Objective::Total);
        same(RACE, &Objective::Win);
        same(RACE, &Objective::Turns);
    }

    #[test]
    fn damaged_bytes_are_refused() {
        let two = rules(SHEET);
        let bytes = solve(&two, &Objective::Total, &NoProgress).unwrap().to_bytes().unwrap();
        let read = |bytes: &[u8]| Solution::from_bytes(&two, bytes, &NoProgress).map(|_| ());
        for length in 0..bytes.len() {
            assert!(read(&bytes[..length]).is_err(), "{length} bytes");
        }
        let longer = [&bytes[..], &0_f64.to_le_bytes()].concat();
        assert!(matches!(read(&longer), Err(DecodeError::Length { .. })));
        let mut not_a_number = bytes.clone();
        let last = bytes.len() - 8;
        not_a_number[last..].copy_from_slice(&f64::NAN.to_le_bytes());
        assert_eq!(read(&not_a_number), Err(DecodeError::Damaged));
        let mut race = bytes.clone();
        race[MAGIC.len() + two.hash.len() + 1] = WIN;
        assert_eq!(read(&race), Err(DecodeError::Damaged));
        let other = Solution::from_bytes(&rules(RACE), &bytes, &NoProgress).map(|_| ());
        assert_eq!(other, Err(DecodeError::OtherRules));
    }

    #[test]
    fn moments_are_read_again() {
        let solution = solve(&rules(SHEET), &Objective::Total, &NoProgress).unwrap();
        let moments = solution.as_total().unwrap().moments(&NoProgress).unwrap();
        let bytes = moments.to_bytes();
        let read = TotalMoments::from_bytes(&bytes, solution.states()).unwrap();
        assert_eq!(read.to_bytes(), bytes);
        assert!(TotalMoments::from_bytes(&bytes, solution.states() + 1).is_err());
        assert!(TotalMoments::from_bytes(&bytes[1..], solution.states()).is_err());
    }
}
