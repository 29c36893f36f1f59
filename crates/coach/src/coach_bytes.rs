//! Coaches as bytes: solved in one process, used in another of the same version.

use std::sync::{Arc, OnceLock};

use kosti_rules::{Family, Rules};
use kosti_solver::{BytesError, Objective, Solution, TotalMoments};

use crate::coach::{Coach, CoachStrategy, Play, duel_takes_long};

impl Coach {
    /// The coach as bytes. `None` for one that estimates or plays for points.
    #[must_use]
    pub fn to_bytes(&self) -> Option<Vec<u8>> {
        let solution = self.solution()?.to_bytes()?;
        let moments = self.known_moments().map(|moments| moments.to_bytes(&self.rules)).unwrap_or_default();
        let length = solution.len() as u64;
        Some([&length.to_le_bytes()[..], &solution, &moments].concat())
    }

    /// Reads a coach that was solved for a number of players.
    ///
    /// # Errors
    /// If the bytes are of another game or version, or damaged.
    pub fn from_bytes(rules: &Arc<Rules>, seats: usize, bytes: &[u8]) -> Result<Self, BytesError> {
        let (length, rest) = bytes.split_first_chunk().ok_or(BytesError::Foreign)?;
        let length = usize::try_from(u64::from_le_bytes(*length)).map_err(|_| BytesError::Foreign)?;
        let (solution, spread) = rest.split_at_checked(length).ok_or(BytesError::Foreign)?;
        let solution = Solution::from_bytes(rules, &objective(rules, seats), solution)?;
        let coach =
            Self { rules: rules.clone(), play: Play::Solution(Arc::new(solution)), moments: OnceLock::new() };
        if let (CoachStrategy::Total(strategy), false) = (coach.strategy(), spread.is_empty()) {
            let _ = coach.moments.set(TotalMoments::from_bytes(strategy, spread)?);
        }
        Ok(coach)
    }
}

/// The objective that a coach with one list of values plays for.
fn objective(rules: &Rules, seats: usize) -> Objective {
    match &rules.family {
        Family::Sheet(_) => Objective::Total,
        Family::Race(_) if seats > 1 && !duel_takes_long(rules) => Objective::Win,
        Family::Race(_) => Objective::Turns,
    }
}
