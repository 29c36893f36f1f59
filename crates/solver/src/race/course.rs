//! Where players of a race can stand between turns, and what their turns lead to.

use kosti_rules::{RaceRules, Standing};

/// A place on the course, by its number; `WON` past its end.
pub(crate) type Spot = u32;
pub(crate) const WON: Spot = Spot::MAX;

/// All places a player can stand on, in the order of their scores. Points are counted in units.
#[derive(Debug)]
pub(crate) struct Course {
    /// What all points are multiples of.
    pub(crate) unit: i32,
    pub(crate) standings: Vec<Standing>,
    /// By place: the stretch it belongs to. Between stretches a player only moves on; a barrel is one stretch, because
    /// its reset leads back, every other score is a stretch of its own.
    pub(crate) stretch: Vec<u32>,
    /// By place and units gained: the place after the turn. The last one listed wins, and so does every higher gain.
    after: Vec<Vec<Spot>>,
}

impl Course {
    pub(crate) fn new(rules: &RaceRules, unit: i32) -> Self {
        let mut course = Self { unit, standings: Vec::new(), stretch: Vec::new(), after: Vec::new() };
        let mut stretch = 0;
        let mut scores: Vec<i32> = (0..rules.target).step_by(unit as usize).collect();
        // A reset may lead to an entry score that no sum of units reaches otherwise.
        scores.extend(rules.barrels.iter().map(|barrel| barrel.from));
        let resets =
            rules.barrels.iter().flat_map(|barrel| (barrel.from..rules.target).step_by(unit as usize));
        scores.extend(resets);
        scores.sort_unstable();
        scores.dedup();
        for (i, &score) in scores.iter().enumerate() {
            let inside = rules.barrel(score);
            let before = i.checked_sub(1).and_then(|i| rules.barrel(scores[i]));
            if i > 0 && (inside.is_none() || inside != before) {
                stretch += 1;
            }
            let turns = inside.map_or(0..=0, |inside| 1..=rules.barrels[inside].turns);
            for turns_left in turns {
                course.standings.push(Standing { score, turns_left });
                course.stretch.push(stretch);
            }
        }
        for &standing in &course.standings {
            let mut after = Vec::new();
            for gain in (0..).step_by(unit as usize) {
                let next = rules.after_turn(standing, gain);
                if rules.is_won(next.score) {
                    after.push(WON);
                    break;
                }
                after.push(course.spot(next).expect("a turn ends on the course"));
            }
            course.after.push(after);
        }
        course
    }

    /// The number of a place.
    pub(crate) fn spot(&self, standing: Standing) -> Option<Spot> {
        let key = |standing: &Standing| (standing.score, standing.turns_left);
        self.standings.binary_search_by_key(&key(&standing), key).ok().map(|spot| spot as Spot)
    }

    /// The places after a turn, by units gained; the last one wins.
    pub(crate) fn after(&self, spot: Spot) -> &[Spot] {
        &self.after[spot as usize]
    }

    /// Turns left in the barrel, 0 outside.
    pub(crate) fn turns_left(&self, spot: Spot) -> u32 {
        self.standings[spot as usize].turns_left.into()
    }

    pub(crate) fn len(&self) -> usize {
        self.standings.len()
    }
}
