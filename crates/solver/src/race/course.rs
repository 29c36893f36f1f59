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
    /// The places of each stretch. Between stretches a player only moves on; a barrel is one stretch, because its reset
    /// leads back, every other score is a stretch of its own.
    pub(crate) stretches: Vec<Vec<Spot>>,
    /// By place: the stretch it belongs to.
    pub(crate) stretch: Vec<u32>,
    /// By place and units gained: the place after the turn. The last one listed wins and can be banked, and so does every
    /// higher gain.
    after: Vec<Vec<Spot>>,
    /// By place: the units that can be banked at least.
    least: Vec<u32>,
    /// How many lost turns in a row cost points, where any do.
    row: Option<u32>,
}

impl Course {
    /// How many places there are.
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
                course.stretches[last].push(course.standings.len() as Spot);
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
                    if gain >= least {
                        break;
                    }
                    continue;
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

    /// The place after a turn that brought so many units.
    pub(crate) fn end(&self, spot: Spot, units: usize) -> Spot {
        let after = self.after(spot);
        after[units.min(after.len() - 1)]
    }

    /// Turns left in the barrel, 0 outside; or until lost turns cost points.
    pub(crate) fn turns_left(&self, spot: Spot) -> u32 {
        match (self.standings[spot as usize].turns_left, self.row) {
            (0, Some(row)) => row,
            (left, _) => left.into(),
        }
    }

    /// The units that can be banked there at least.
    pub(crate) fn least(&self, spot: Spot) -> usize {
        self.least[spot as usize] as usize
    }

    /// Whether turns lead back past the stretch they began on.
    pub(crate) fn leads_back(&self) -> bool {
        self.row.is_some()
    }

    pub(crate) fn len(&self) -> usize {
        self.standings.len()
    }

    /// A place that nobody can win from, when turns bring only these units.
    pub(crate) fn dead_end(&self, gains: &[usize]) -> Option<Standing> {
        let mut wins = vec![false; self.len()];
        loop {
            let mut more = false;
            for spot in 0..self.len() {
                let leads = |&units: &usize| match self.end(spot as Spot, units) {
                    WON => true,
                    after => wins[after as usize],
                };
                // What is too little to bank is banked only where no dice are left; what can be added to it is on the list.
                let banked = |&&units: &&usize| units == 0 || units >= self.least(spot as Spot);
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

/// All scores between turns: sums of units, and what they reach from where a barrel sets back to.
fn scores(rules: &RaceRules, unit: i32) -> impl Iterator<Item = i32> {
    let froms = rules.barrels.iter().map(|barrel| barrel.from).chain([0]);
    let mut scores: Vec<i32> = froms.flat_map(|from| (from..rules.target).step_by(unit as usize)).collect();
    scores.sort_unstable();
    scores.dedup();
    scores.into_iter()
}

/// How many turns a player may have left there.
fn turns(rules: &RaceRules, score: i32) -> std::ops::RangeInclusive<u8> {
    match (rules.barrel(score), rules.lost_turns) {
        (Some(inside), _) => 1..=rules.barrels[inside].turns,
        (None, Some(lost)) => 0..=lost.row.saturating_sub(1),
        (None, None) => 0..=0,
    }
}
