//! `Coach`: best play of a game for the objective that decides it.

use std::sync::{Arc, OnceLock};

use kosti_engine::{Seat, State};
use kosti_rules::{Family, RaceRules, Rules, Sheet, SheetRules, Slot, Standing};
use kosti_solver::{
    Cancelled, NoProgress, Objective, PointsStrategy, Progress, Solution, SolutionCache, SolveError,
    Strategy, TooLarge, TotalMoments, TotalStrategy, TurnsStrategy, Unsupported, WinPlayer, WinStrategy,
    solve,
};

use crate::advice::ValueUnit;
use crate::estimate::Estimate;

/// The most ways to fill the boxes of a game that is solved for a table.
pub const MOST_FILLINGS: usize = 1 << 18;
/// A race with more scores takes minutes for all house rules together, or if turns can lead back.
const MANY_SCORES: i32 = 100;

/// Why a game has no coach.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
pub enum NoCoach {
    /// It has too many states.
    #[error(transparent)]
    TooLarge(#[from] TooLarge),
    /// The solver does not support its rules.
    #[error(transparent)]
    NotSolvable(#[from] Unsupported),
    /// Nobody can win from this standing.
    #[error("nobody can win from {} with {} turns left", .0.score, .0.turns_left)]
    DeadEnd(Standing),
    /// The computation was cancelled.
    #[error(transparent)]
    Cancelled(#[from] Cancelled),
}

impl From<SolveError> for NoCoach {
    fn from(error: SolveError) -> Self {
        match error {
            SolveError::TooLarge(error) => Self::TooLarge(error),
            SolveError::NotSolvable(error) => Self::NotSolvable(error),
            SolveError::DeadEnd(standing) => Self::DeadEnd(standing),
            SolveError::Cancelled(error) => Self::Cancelled(error),
            SolveError::NoSuchObjective(_) => unreachable!("the coach asks for what the game is played for"),
        }
    }
}

/// Best play of a game for a number of players.
pub struct Coach {
    pub(crate) rules: Arc<Rules>,
    play: Play,
    /// The moments of a total, computed when they are first needed.
    pub(crate) moments: OnceLock<Arc<TotalMoments>>,
    /// Play to win with score sheets, made when it is first needed; `None` if there is none for the game.
    win_player: OnceLock<Option<WinPlayer>>,
}

/// The origin of a coach's values.
enum Play {
    /// A solution, which others may use too.
    Solution(Arc<Solution>),
    /// An estimate, where the game is too large to be solved.
    Estimate(Box<Estimate>),
}

/// The strategy of a coach, by objective.
#[derive(Clone, Copy)]
pub(crate) enum CoachStrategy<'a> {
    /// The total of a score sheet.
    Total(&'a TotalStrategy),
    /// The points of a score sheet, where these decide.
    Points(&'a PointsStrategy),
    /// The total of a score sheet that is too large to be solved.
    Estimate(&'a Estimate),
    /// To win a race.
    Win(&'a WinStrategy),
    /// To finish a race alone.
    Turns(&'a TurnsStrategy),
}

/// Finds the solution for an objective.
type Find<'a> = &'a dyn Fn(&Arc<Rules>, &Objective) -> Result<Arc<Solution>, SolveError>;

impl Coach {
    /// Solves a game for a number of players, for the objective that decides it. A race is solved for the fewest turns
    /// if one player is alone, or if the probability to win would take minutes. Score sheets that are too large are
    /// estimated.
    ///
    /// # Errors
    /// When a race or a game for points is too large, when nobody can finish a race from some standing, or when
    /// `progress` cancels it.
    pub fn solve(rules: Arc<Rules>, seats: usize, progress: &dyn Progress) -> Result<Self, NoCoach> {
        let find =
            |rules: &Arc<Rules>, objective: &Objective| solve(rules, objective, progress).map(Arc::new);
        Self::solve_by(rules, seats, &find, progress)
    }

    /// The same with the solutions of a cache: only a game that is not in the cache is solved, and its solution is
    /// added.
    ///
    /// ```
    /// use std::sync::Arc;
    /// use kosti_coach::Coach;
    /// use kosti_rules::{House, RulesFile};
    /// use kosti_solver::{NoProgress, Objective, SolutionCache};
    ///
    /// let file = RulesFile::read("one", "name = 'One'\ndice = 1\nthrows = 1\n[box.any]\nscore = 'all-dice'");
    /// let rules = Arc::new(file.rules(&House::default()).unwrap());
    /// let cache = SolutionCache::new(100 << 20);
    /// let solution = cache.solve(&rules, &Objective::Total, &NoProgress).unwrap();
    /// let coach = Coach::solve_cached(&cache, &rules, 1, &NoProgress).unwrap();
    /// assert!(Arc::ptr_eq(coach.solution().unwrap(), &solution));
    /// ```
    ///
    /// # Errors
    /// As [`Coach::solve`].
    pub fn solve_cached(
        cache: &SolutionCache,
        rules: &Arc<Rules>,
        seats: usize,
        progress: &dyn Progress,
    ) -> Result<Self, NoCoach> {
        let find = |rules: &Arc<Rules>, objective: &Objective| cache.solve(rules, objective, progress);
        Self::solve_by(rules.clone(), seats, &find, progress)
    }

    /// Creates the coach of a solution; `None` if a coach does not play for its objective, which is to reach a total or
    /// to finish within a number of turns.
    #[must_use]
    pub fn from_solution(solution: Arc<Solution>) -> Option<Self> {
        if matches!(solution.strategy(), Strategy::Reach(_) | Strategy::Within(_)) {
            return None;
        }
        let rules = solution.rules().clone();
        Some(Self::new(rules, Play::Solution(solution)))
    }

    fn new(rules: Arc<Rules>, play: Play) -> Self {
        Self { rules, play, moments: OnceLock::new(), win_player: OnceLock::new() }
    }

    fn solve_by(
        rules: Arc<Rules>,
        seats: usize,
        find: Find<'_>,
        progress: &dyn Progress,
    ) -> Result<Self, NoCoach> {
        let play = match &rules.family {
            Family::Sheet(sheet) => solve_sheet(&rules, sheet, find, progress)?,
            Family::Race(_) if seats > 1 && !duel_takes_long(&rules) => {
                Play::Solution(find(&rules, &Objective::Win)?)
            }
            Family::Race(_) => Play::Solution(find(&rules, &Objective::Turns)?),
        };
        let coach = Self::new(rules, play);
        // Where others play, every piece of advice tells the chance to win.
        if seats > 1 {
            coach.prepare(progress)?;
        }
        Ok(coach)
    }

    /// The solution, unless the coach estimates.
    #[must_use]
    pub fn solution(&self) -> Option<&Arc<Solution>> {
        match &self.play {
            Play::Solution(solution) => Some(solution),
            Play::Estimate(_) => None,
        }
    }

    /// Returns the strategy.
    pub(crate) fn strategy(&self) -> CoachStrategy<'_> {
        match &self.play {
            Play::Estimate(estimate) => CoachStrategy::Estimate(estimate),
            Play::Solution(solution) => match solution.strategy() {
                Strategy::Total(strategy) => CoachStrategy::Total(strategy),
                Strategy::Points(strategy) => CoachStrategy::Points(strategy),
                Strategy::Win(strategy) => CoachStrategy::Win(strategy),
                Strategy::Turns(strategy) => CoachStrategy::Turns(strategy),
                Strategy::Reach(_) | Strategy::Within(_) | Strategy::SheetWin(_) => {
                    unreachable!("no coach is made of these")
                }
            },
        }
    }

    /// Computes the moments that chances to win, reviews and game values need.
    pub(crate) fn prepare(&self, progress: &dyn Progress) -> Result<(), Cancelled> {
        if let CoachStrategy::Total(strategy) = self.strategy()
            && self.moments.get().is_none()
        {
            // Another thread may have been faster: both found the same.
            let _ = self.moments.set(Arc::new(strategy.moments(progress)?));
        }
        Ok(())
    }

    fn moments_of(&self, strategy: &TotalStrategy) -> &Arc<TotalMoments> {
        self.moments.get_or_init(|| Arc::new(strategy.moments(&NoProgress).expect("nobody cancels")))
    }

    /// Play to win with score sheets, where the coach has a solution for the total that decides.
    pub(crate) fn win_player(&self) -> Option<&WinPlayer> {
        let (Some(solution), CoachStrategy::Total(strategy)) = (self.solution(), self.strategy()) else {
            return None;
        };
        let player = || WinPlayer::new(solution.clone(), self.moments_of(strategy).clone(), &NoProgress).ok();
        self.win_player.get_or_init(player).as_ref()
    }

    /// The rules that were solved.
    #[must_use]
    pub fn rules(&self) -> &Arc<Rules> {
        &self.rules
    }

    /// The unit of values at a table with this many seats.
    #[must_use]
    pub fn worth(&self, seats: usize) -> ValueUnit {
        match self.strategy() {
            CoachStrategy::Total(_) if seats > 1 && self.win_player().is_some() => ValueUnit::Win,
            CoachStrategy::Total(_) | CoachStrategy::Points(_) | CoachStrategy::Estimate(_) => {
                ValueUnit::Points
            }
            CoachStrategy::Win(_) => ValueUnit::Win,
            CoachStrategy::Turns(_) => ValueUnit::Turns,
        }
    }

    /// The deciding number of a sheet so far: its points or its total.
    pub(crate) fn present(&self, rules: &SheetRules, sheet: &Sheet) -> f64 {
        let totals = rules.totals(sheet);
        match self.strategy() {
            CoachStrategy::Points(_) => totals.points.unwrap_or(0).into(),
            _ => totals.total.into(),
        }
    }

    /// The expected points to come on a sheet, before the first throw of a turn.
    pub(crate) fn to_come(&self, sheet: &Sheet) -> f64 {
        match self.strategy() {
            CoachStrategy::Total(strategy) => strategy.sheet_value(sheet),
            CoachStrategy::Points(points) => points.sheet_value(sheet),
            CoachStrategy::Estimate(estimate) => estimate.to_come(sheet),
            CoachStrategy::Win(_) | CoachStrategy::Turns(_) => 0.0,
        }
    }

    /// The standard deviation of the points to come on a sheet; for points and estimates an approximation from
    /// the deviation of a whole game.
    pub(crate) fn deviation_from(&self, rules: &SheetRules, sheet: &Sheet) -> f64 {
        match self.strategy() {
            CoachStrategy::Total(strategy) => strategy.deviation_from(self.moments_of(strategy), sheet),
            CoachStrategy::Points(points) => points.deviation() * share_left(rules, sheet),
            CoachStrategy::Estimate(estimate) => estimate.deviation * share_left(rules, sheet),
            CoachStrategy::Win(_) | CoachStrategy::Turns(_) => 0.0,
        }
    }

    /// The seats that have not left, and this one.
    pub(crate) fn seats_in_play(state: &State, seat: Seat) -> Vec<usize> {
        let all = 0..state.players().len();
        all.filter(|&other| other == seat.0 || !state.players()[other].left).collect()
    }

    /// The standings of the seats in play, and the index of the seat among them.
    pub(crate) fn standing_seats(state: &State, seat: Seat) -> (Vec<Standing>, usize) {
        let here = Self::seats_in_play(state, seat);
        let own = here.iter().position(|&other| other == seat.0).unwrap_or(0);
        (here.into_iter().map(|other| state.players()[other].standing).collect(), own)
    }
}

fn solve_sheet(
    rules: &Arc<Rules>,
    sheet: &SheetRules,
    find: Find<'_>,
    progress: &dyn Progress,
) -> Result<Play, NoCoach> {
    if !sheet.awards.is_empty() {
        match find(rules, &Objective::Points) {
            Ok(solution) => return Ok(Play::Solution(solution)),
            // Points together with rules that are not solved for them: the total is a fair guide.
            Err(SolveError::NotSolvable(_)) => {}
            Err(error) => return Err(error.into()),
        }
    }
    let estimate = || Ok(Play::Estimate(Box::new(Estimate::new(rules.clone(), progress)?)));
    if is_estimated(rules) {
        return estimate();
    }
    match find(rules, &Objective::Total) {
        Ok(solution) => Ok(Play::Solution(solution)),
        Err(SolveError::TooLarge(_) | SolveError::NotSolvable(_)) => estimate(),
        Err(error) => Err(error.into()),
    }
}

/// Whether the coach estimates: solving would take a gigabyte and longer than people wait at a table, or the
/// game has columns or differences, which the solver does not support.
#[must_use]
pub fn is_estimated(rules: &Rules) -> bool {
    let ways = |all: usize, slot: &Slot| all.saturating_mul(usize::from(slot.fill) + 1);
    let plain = |sheet: &&SheetRules| sheet.awards.is_empty();
    rules.sheet().filter(plain).is_some_and(|sheet| {
        let counts = sheet.groups.iter().any(|group| group.difference.is_some());
        !sheet.columns.is_empty() || counts || sheet.slots.iter().fold(1, ways) > MOST_FILLINGS
    })
}

/// Whether best play is known for this many seats: on a score sheet for the expected total, which several players
/// leave where it wins more games. Otherwise the coach estimates, or solves a simpler objective: the odds against each
/// opponent alone, or the fewest turns.
#[must_use]
pub fn plays_perfectly(rules: &Rules, seats: usize) -> bool {
    match &rules.family {
        Family::Sheet(sheet) => sheet.awards.is_empty() && !is_estimated(rules),
        Family::Race(_) => seats < 2 || seats == 2 && !duel_takes_long(rules),
    }
}

/// The remaining share of a whole game's deviation, roughly.
fn share_left(rules: &SheetRules, sheet: &Sheet) -> f64 {
    let left = rules.rounds.saturating_sub(sheet.written());
    (left as f64 / rules.rounds as f64).sqrt()
}

/// Whether solving takes minutes: points depend on the whole sheet, so there are far more states.
#[must_use]
pub fn takes_long(rules: &Rules) -> bool {
    rules.sheet().is_some_and(|sheet| !sheet.awards.is_empty())
}

/// Whether solving a race of two for the win takes minutes: its turns can lead back, so that all positions
/// depend on each other. The coach then plays for the fewest turns.
#[must_use]
pub fn duel_takes_long(rules: &Rules) -> bool {
    let leads_back = |race: &RaceRules| race.lost_turns.is_some() || race.can_lose_score();
    rules.race().is_some_and(|race| leads_back(race) && has_many_scores(race))
}

/// Whether computing the balance report of a game takes minutes.
#[must_use]
pub fn balance_takes_long(rules: &Rules) -> bool {
    takes_long(rules) || rules.race().is_some_and(has_many_scores)
}

fn has_many_scores(race: &RaceRules) -> bool {
    race.target / race.unit() > MANY_SCORES
}
