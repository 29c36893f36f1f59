//! Coaches as bytes, for another process of the same program: the length of the solution, the solution, the moments.

use std::sync::Arc;

use kosti_rules::Rules;
use kosti_solver::{DecodeError, Progress, Solution, TotalMoments};

use crate::coach::Coach;

impl Coach {
    /// The coach as bytes; `None` if it estimates, or its solution cannot be written.
    #[must_use]
    pub fn to_bytes(&self) -> Option<Vec<u8>> {
        let solution = self.solution()?.to_bytes()?;
        let mut bytes = (solution.len() as u64).to_le_bytes().to_vec();
        bytes.extend_from_slice(&solution);
        if let Some(moments) = self.moments.get() {
            bytes.extend_from_slice(&moments.to_bytes());
        }
        Some(bytes)
    }

    /// Reads the coach of these rules. `progress` can cancel the making of tables.
    ///
    /// # Errors
    /// If the bytes are damaged or belong to other rules, or the tables cannot be made.
    pub fn from_bytes(
        rules: &Arc<Rules>,
        bytes: &[u8],
        progress: &dyn Progress,
    ) -> Result<Self, DecodeError> {
        let (length, rest) = bytes.split_first_chunk().ok_or(DecodeError::Damaged)?;
        let length = usize::try_from(u64::from_le_bytes(*length)).map_err(|_| DecodeError::Damaged)?;
        let (solution, moments) = rest.split_at_checked(length).ok_or(DecodeError::Damaged)?;
        let solution = Solution::from_bytes(rules, solution, progress)?;
        let states = solution.states();
        let coach = Self::from_solution(Arc::new(solution)).ok_or(DecodeError::Damaged)?;
        if !moments.is_empty() {
            // Nobody has asked this coach yet.
            let _ = coach.moments.set(Arc::new(TotalMoments::from_bytes(moments, states)?));
        }
        Ok(coach)
    }
}

#[cfg(test)]
mod tests {
    #![allow(clippy::unwrap_used, reason = "a test may fail")]

    use kosti_dice::Dice;
    use kosti_engine::{Seat, State};
    use kosti_rules::{House, RulesFile};
    use kosti_solver::NoProgress;

    use super::*;

    #[test]
    fn a_coach_that_was_written_advises_the_same() {
        let text = "name = 'Two'\ndice = 2\nthrows = 2\n[box.any]\nscore = 'all-dice'";
        let rules = Arc::new(RulesFile::read("two", text).rules(&House::default()).unwrap());
        for seats in [1, 2] {
            let coach = Coach::solve(rules.clone(), seats, &NoProgress).unwrap();
            let bytes = coach.to_bytes().unwrap();
            let read = Coach::from_bytes(&rules, &bytes, &NoProgress).unwrap();
            assert_eq!(read.to_bytes().unwrap(), bytes);
            let mut state = State::new(rules.clone(), seats).unwrap();
            let dice = Dice::from_faces(&[1, 5]).unwrap();
            state.apply(&kosti_engine::Event::Thrown { seat: Seat(0), kept: Dice::default(), dice });
            assert_eq!(format!("{:?}", read.advise(&state)), format!("{:?}", coach.advise(&state)));
            for length in 0..bytes.len() {
                let cut = Coach::from_bytes(&rules, &bytes[..length], &NoProgress);
                // Without its moments it is still a coach.
                assert!(cut.is_err() || cut.is_ok_and(|coach| coach.moments.get().is_none()), "{length}");
            }
        }
    }
}
