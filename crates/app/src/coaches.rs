//! `Coaches`: solves games on demand, and caches their coaches and bots.

use std::sync::Arc;
use std::time::Duration;

use kosti_coach::{Bot, Coach, Level, NoCoach, takes_long};
use kosti_query::QueryError;
use kosti_query::balance::Balance;
use kosti_rules::{Rules, RulesFile};
use kosti_solver::{Cancelled, DecodeError, Progress, SolutionCache, SolveError};
use kosti_table::CompiledRules;
use quick_cache::sync::Cache;

use crate::error::AppError;
use crate::host::Host;
use crate::jobs::{Asker, Jobs, Lane, SharedJob, SharedJobs};
use crate::metrics::Metrics;
use crate::remote_solver::{RemoteSolver, SolveCase};
use crate::sandbox::{Sandbox, is_bundled};

/// Coaches that are cached. The largest take some hundred megabytes.
const MOST_COACHES: usize = 6;
/// Bots that are cached.
const MOST_BOTS: usize = 32;
/// Bytes of the solutions that coaches and answers share.
const SOLUTION_BYTES: usize = 512 << 20;

/// The hash of the rules, and whether several play.
type CoachKey = (String, bool);

/// The purpose of a coach, which decides its lane.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum Purpose {
    /// A running table.
    Table,
    /// A page about a game, or about a finished one.
    Page,
}

/// Solved games and the bots that play them.
pub struct Coaches {
    coaches: Cache<CoachKey, Arc<Coach>>,
    solving: SharedJobs<(CoachKey, Purpose), Arc<Coach>>,
    bots: Cache<(String, Level), Arc<Bot>>,
    solutions: Arc<SolutionCache>,
    jobs: Arc<Jobs>,
    sandbox: Sandbox,
    remote: Option<Box<dyn RemoteSolver>>,
    metrics: Arc<Metrics>,
}

impl Coaches {
    /// Coaches whose work may take some times as long as `work`.
    pub(crate) fn new(
        host: Arc<dyn Host>,
        sandbox: Sandbox,
        remote: Option<Box<dyn RemoteSolver>>,
        metrics: Arc<Metrics>,
        work: Duration,
    ) -> Self {
        let jobs = Jobs::new(host, &metrics, work);
        let (coaches, solving, bots) =
            (Cache::new(MOST_COACHES), SharedJobs::default(), Cache::new(MOST_BOTS));
        let solutions = Arc::new(SolutionCache::new(SOLUTION_BYTES));
        Self { coaches, solving, bots, solutions, jobs, sandbox, remote, metrics }
    }

    /// The solutions of games, for everything that solves them.
    pub fn solutions(&self) -> &Arc<SolutionCache> {
        &self.solutions
    }

    /// The lanes of all long work.
    pub fn jobs(&self) -> &Arc<Jobs> {
        &self.jobs
    }

    pub(crate) fn sandbox(&self) -> &Sandbox {
        &self.sandbox
    }

    /// The coach of a game for this number of players. Solves the game if it is not cached; the job is cancelled when its
    /// last waiter is dropped.
    pub fn coach(
        self: &Arc<Self>,
        purpose: Purpose,
        asker: Asker,
        text: &str,
        rules: &Arc<Rules>,
        seats: usize,
    ) -> SharedJob<Arc<Coach>> {
        let key = (rules.hash.clone(), seats > 1);
        let (coaches, text, rules) = (self.clone(), text.to_owned(), rules.clone());
        self.solving.join((key.clone(), purpose), || async move {
            if let Some(coach) = coaches.coaches.get(&key) {
                return Ok(coach);
            }
            let lane = match purpose {
                Purpose::Table if !is_bundled(&text) => Lane::OwnGames,
                Purpose::Page if !is_bundled(&text) => Lane::Long,
                _ if takes_long(&rules) => Lane::Long,
                Purpose::Table => Lane::Tables,
                Purpose::Page => Lane::Questions,
            };
            coaches.solve(key, lane, asker, &text, &rules, seats).await
        })
    }

    async fn solve(
        &self,
        key: CoachKey,
        lane: Lane,
        asker: Asker,
        text: &str,
        rules: &Arc<Rules>,
        seats: usize,
    ) -> Result<Arc<Coach>, AppError> {
        let turn = self.jobs.turn(lane, asker).await?;
        if let Some(coach) = self.coaches.get(&key) {
            return Ok(coach);
        }
        let bytes = match turn.wait(self.sandbox.solve(text, rules, seats)).await? {
            Some(bytes) => Some(bytes),
            None => turn.wait(self.solve_remotely(text, rules, seats)).await?,
        };
        let (of, solutions) = (rules.clone(), self.solutions.clone());
        let solving = turn.run(move |progress| match bytes {
            Some(bytes) => read_coach(&solutions, &of, seats, &bytes, progress),
            None => Coach::solve_cached(&solutions, &of, seats, progress),
        });
        let solved = solving.await?;
        let coach = Arc::new(solved.map_err(|error| AppError::from(QueryError::from(error)))?);
        self.metrics.solved.inc();
        self.coaches.insert(key, coach.clone());
        Ok(coach)
    }

    /// Solves a game in the host's other process, where it has one, and returns the coach as bytes. This process must not solve
    /// what the other one does not, for example because somebody has stopped it.
    async fn solve_remotely(
        &self,
        text: &str,
        rules: &Rules,
        seats: usize,
    ) -> Result<Option<Vec<u8>>, AppError> {
        let Some(remote) = self.remote.as_ref().filter(|_| SolveCase::is_for(rules)) else { return Ok(None) };
        remote.solve(SolveCase::new(text, rules, seats)).await?.map(Some).ok_or(AppError::Busy)
    }

    /// Computes what a page shows of a game, with its coach.
    pub async fn report<T: Send + 'static>(
        self: Arc<Self>,
        asker: Asker,
        compiled: Arc<CompiledRules>,
        seats: usize,
        compute: impl FnOnce(&Coach, &dyn Progress) -> Result<T, Cancelled> + Send + 'static,
    ) -> Result<T, AppError> {
        let coach = self.coach(Purpose::Page, asker, &compiled.text, &compiled.rules, seats).await?;
        let report = self.jobs.run(Lane::Questions, asker, move |progress| compute(&coach, progress));
        report.await?.map_err(|Cancelled| AppError::TooMuchWork)
    }

    /// The balance report of a game.
    pub async fn balance(&self, asker: Asker, text: &str, rules: &Arc<Rules>) -> Result<Balance, AppError> {
        let turn = self.jobs.turn(Lane::Long, asker).await?;
        if let Some(balance) = turn.wait(self.sandbox.balance(text, rules)).await? {
            return Ok(balance);
        }
        let (of, text) = (rules.clone(), text.to_owned());
        let working = turn.run(move |progress| Balance::of(&RulesFile::read(&of.id, &text), &of, progress));
        working.await?.map_err(AppError::from)
    }

    /// A bot of a game.
    pub async fn bot(
        &self,
        asker: Asker,
        level: Level,
        rules: &Arc<Rules>,
        coach: Option<Arc<Coach>>,
    ) -> Result<Arc<Bot>, AppError> {
        let key = (rules.hash.clone(), level);
        // A perfect bot is its coach, which is cached already.
        if coach.is_none()
            && let Some(bot) = self.bots.get(&key)
        {
            return Ok(bot);
        }
        let (of, keep) = (rules.clone(), coach.is_none());
        let made = self.jobs.run(Lane::Tables, asker, move |_| Bot::new(level, of, coach)).await?;
        let bot = Arc::new(made.map_err(|error| AppError::from(QueryError::from(error)))?);
        if keep {
            self.bots.insert(key, bot.clone());
        }
        Ok(bot)
    }
}

/// Reads a coach that another process has solved, and adds its solution to the cache. Solves the game if the bytes are damaged.
fn read_coach(
    solutions: &SolutionCache,
    rules: &Arc<Rules>,
    seats: usize,
    bytes: &[u8],
    progress: &dyn Progress,
) -> Result<Coach, NoCoach> {
    match Coach::from_bytes(rules, bytes, progress) {
        Ok(coach) => {
            if let Some(solution) = coach.solution() {
                solutions.insert(solution.clone());
            }
            Ok(coach)
        }
        Err(DecodeError::Solve(SolveError::Cancelled(cancelled))) => Err(cancelled.into()),
        Err(error) => {
            tracing::error!(%error, "another process has sent a damaged solution");
            Coach::solve_cached(solutions, rules, seats, progress)
        }
    }
}

#[cfg(test)]
mod tests {
    use kosti_rules::House;
    use kosti_solver::{NoProgress, Objective};

    use super::*;

    #[test]
    fn a_coach_of_the_sandbox_is_used_and_a_damaged_one_is_solved_again() {
        let text = "name = 'Two'\ndice = 2\nthrows = 2\n[box.any]\nscore = 'all-dice'";
        let rules = Arc::new(RulesFile::read("two", text).rules(&House::default()).expect("sound rules"));
        let solved = Coach::solve(rules.clone(), 2, &NoProgress).expect("a small game");
        let bytes = solved.to_bytes().expect("a total");
        for sent in [&bytes[..], &bytes[..bytes.len() / 2], b""] {
            let solutions = SolutionCache::new(1 << 30);
            let coach = read_coach(&solutions, &rules, 2, sent, &NoProgress).expect("a coach");
            assert_eq!(coach.to_bytes().as_ref(), Some(&bytes));
            assert!(solutions.get(&rules, &Objective::Total).is_some());
        }
    }
}
