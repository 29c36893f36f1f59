//! `Course`: the standings of a player between turns, and the standings that turns lead to.

use kosti_rules::file::Overshoot;
use kosti_rules::{RaceRules, Standing};

/// The index of a standing; `WON` past the end of the course.
pub(crate) type StandingIndex = u32;
pub(crate) const WON: StandingIndex = StandingIndex::MAX;

/// The units of a turn that cost the whole score.
pub(crate) const SCORE_LOST: usize = usize::MAX;
/// The standing after such a turn: that of a player who begins.
pub(crate) const AFTER_SCORE_LOSS: StandingIndex = 0;

/// All standings of a player, ordered by score. Points are counted in units.
#[derive(Debug)]
pub(crate) struct Course {
    /// The greatest common divisor of all points.
    pub(crate) unit: i32,
    pub(crate) standings: Vec<Standing>,
    /// The standings of each stretch. Turns never lead back to an earlier stretch, unless lost turns cost points. A
    /// barrel is one stretch, because its reset leads back; every other score is a stretch of its own.
    pub(crate) stretches: Vec<Vec<StandingIndex>>,
    /// By standing: its stretch.
    pub(crate) stretch: Vec<u32>,
    /// By standing and units gained: the standing after the turn. Every higher gain ends like the last one listed: it wins
    /// and can be banked, or it goes past a target that must be reached exactly.
    after: Vec<Vec<StandingIndex>>,
    /// By standing: the least units that can be banked.
    least: Vec<u32>,
    /// The number of lost turns in a row that costs points, if any does.
    row: Option<u32>,
    /// Whether points past the target lead back.
    bounces: bool,
    /// Whether a throw can cost the whole score.
    loses_score: bool,
}

impl Course {
    /// Returns the number of standings.
    pub(crate) fn size(rules: &RaceRules, unit: i32) -> usize {
        scores(rules, unit).map(|score| turns(rules, score).count()).sum()
    }

    pub(crate) fn new(rules: &RaceRules, unit: i32) -> Self {
        let mut course = Self {
            unit,
            standings: Vec::new(),
            stretches: Vec::new(),
            stretch: Vec::new(),
            after: Vec::new(),
            least: Vec::new(),
            row: rules.lost_turns.map(|lost| lost.row.into()),
            bounces: rules.overshoot == Some(Overshoot::Back),
            loses_score: rules.can_lose_score(),
        };
        let mut before = None;
        for score in scores(rules, unit) {
            let inside = rules.barrel(score);
            if inside.is_none() || inside != before {
                course.stretches.push(Vec::new());
            }
            before = inside;
            for turns_left in turns(rules, score) {
                let last = course.stretches.len() - 1;
                course.stretches[last].push(course.standings.len() as StandingIndex);
                course.standings.push(Standing { score, turns_left });
                course.stretch.push(last as u32);
            }
        }
        for &standing in &course.standings {
            let mut after = Vec::new();
            let least = rules.least_bank(standing);
            course.least.push((least as u32).div_ceil(unit as u32));
            for gain in (0..).step_by(unit as usize) {
                let next = rules.after_turn(standing, gain);
                if rules.is_won(next.score) {
                    after.push(WON);
                    if gain >= least && rules.overshoot.is_none() {
                        break;
                    }
                    continue;
                }
                after.push(course.index_of(next).expect("a turn ends on the course"));
                let past = rules.overshoots(standing, gain) && gain >= least;
                if past && (rules.overshoot == Some(Overshoot::Lost) || next.score == 0) {
                    break;
                }
            }
            course.after.push(after);
        }
        course
    }

    /// Returns the index of a standing.
    pub(crate) fn index_of(&self, standing: Standing) -> Option<StandingIndex> {
        let key = |standing: &Standing| (standing.score, standing.turns_left);
        self.standings.binary_search_by_key(&key(&standing), key).ok().map(|spot| spot as StandingIndex)
    }

    /// Returns the standings after a turn, by units gained; the last one wins.
    pub(crate) fn after(&self, spot: StandingIndex) -> &[StandingIndex] {
        &self.after[spot as usize]
    }

    /// Returns the standing after a turn that brought these units.
    pub(crate) fn end(&self, spot: StandingIndex, units: usize) -> StandingIndex {
        let after = self.after(spot);
        if units == SCORE_LOST { AFTER_SCORE_LOSS } else { after[units.min(after.len() - 1)] }
    }

    /// Returns the turns left in the barrel, 0 outside; or the turns until lost turns cost points.
    pub(crate) fn turns_left(&self, spot: StandingIndex) -> u32 {
        match (self.standings[spot as usize].turns_left, self.row) {
            (0, Some(row)) => row,
            (left, _) => left.into(),
        }
    }

    /// Returns the least units that can be banked.
    pub(crate) fn least(&self, spot: StandingIndex) -> usize {
        self.least[spot as usize] as usize
    }

    /// Whether a throw can cost the whole score.
    pub(crate) fn loses_score(&self) -> bool {
        self.loses_score
    }

    /// Whether turns lead back past the stretch they began on.
    pub(crate) fn leads_back(&self) -> bool {
        self.row.is_some() || self.bounces || self.loses_score
    }

    pub(crate) fn len(&self) -> usize {
        self.standings.len()
    }

    /// Returns a standing from which nobody can win if turns bring only these units.
    pub(crate) fn dead_end(&self, gains: &[usize]) -> Option<Standing> {
        let mut wins = vec![false; self.len()];
        loop {
            let mut more = false;
            for spot in 0..self.len() {
                let leads = |&units: &usize| match self.end(spot as StandingIndex, units) {
                    WON => true,
                    after => wins[after as usize],
                };
                // Units below the least bank end a turn only when no dice are left; larger gains are in the list.
                let banked = |&&units: &&usize| units == 0 || units >= self.least(spot as StandingIndex);
                if !wins[spot] && gains.iter().filter(banked).any(leads) {
                    (wins[spot], more) = (true, true);
                }
            }
            if !more {
                return wins.iter().position(|wins| !wins).map(|spot| self.standings[spot]);
            }
        }
    }
}

/// Lists all scores between turns: multiples of the unit, from 0 and from the entry of each barrel.
fn scores(rules: &RaceRules, unit: i32) -> impl Iterator<Item = i32> {
    let froms = rules.barrels.iter().map(|barrel| barrel.from).chain([0]);
    let mut scores: Vec<i32> = froms.flat_map(|from| (from..rules.target).step_by(unit as usize)).collect();
    scores.sort_unstable();
    scores.dedup();
    scores.into_iter()
}

/// Returns the possible numbers of turns left at a score.
fn turns(rules: &RaceRules, score: i32) -> std::ops::RangeInclusive<u8> {
    match (rules.barrel(score), rules.lost_turns) {
        (Some(inside), _) => 1..=rules.barrels[inside].turns,
        (None, Some(lost)) => 0..=lost.row.saturating_sub(1),
        (None, None) => 0..=0,
    }
}
