//! `Coaches`: games solved when they are needed.

use std::collections::HashMap;
use std::sync::{Arc, Mutex, PoisonError};

use kosti_ask::AskError;
use kosti_ask::balance::Balance;
use kosti_coach::{Bot, Coach, Level, takes_long};
use kosti_rules::{Rules, RulesFile};

use crate::jobs::{Asker, Jobs, Lane, SharedJob, SharedJobs};
use crate::metrics::Metrics;
use crate::problem::Problem;
use crate::sandbox::{Sandbox, is_bundled};

/// Solved games at hand. The largest take some hundred megabytes.
const MOST_COACHES: usize = 6;
/// Bots at hand.
const MOST_BOTS: usize = 32;

type SolvedFor = (String, bool);

/// What a coach is wanted for.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub(crate) enum Purpose {
    /// A table that is played at.
    Table,
    /// A page about a game, or about one that is over.
    Page,
}

/// Solved games and the bots that play them.
pub(crate) struct Coaches {
    coaches: Mutex<HashMap<SolvedFor, Arc<Coach>>>,
    solving: SharedJobs<(SolvedFor, Purpose), Arc<Coach>>,
    bots: Mutex<HashMap<(String, Level), Arc<Bot>>>,
    jobs: Arc<Jobs>,
    sandbox: Sandbox,
    metrics: Arc<Metrics>,
}

impl Coaches {
    pub(crate) fn new(sandbox: Sandbox, metrics: Arc<Metrics>) -> Self {
        let jobs = Jobs::new(&metrics);
        let (coaches, solving, bots) = (Mutex::default(), SharedJobs::default(), Mutex::default());
        Self { coaches, solving, bots, jobs, sandbox, metrics }
    }

    /// The lanes of all long work.
    pub(crate) fn jobs(&self) -> &Arc<Jobs> {
        &self.jobs
    }

    pub(crate) fn sandbox(&self) -> &Sandbox {
        &self.sandbox
    }

    fn solved(&self, place: &SolvedFor) -> Option<Arc<Coach>> {
        self.coaches.lock().unwrap_or_else(PoisonError::into_inner).get(place).cloned()
    }

    /// The coach of a game for so many; it is solved first where it is not yet. The work goes on as long as somebody waits for it.
    pub(crate) fn coach(
        self: &Arc<Self>,
        purpose: Purpose,
        asker: Asker,
        text: &str,
        rules: &Arc<Rules>,
        seats: usize,
    ) -> SharedJob<Arc<Coach>> {
        let place = (rules.hash.clone(), seats > 1);
        let (coaches, text, rules) = (self.clone(), text.to_owned(), rules.clone());
        self.solving.join((place.clone(), purpose), || async move {
            if let Some(coach) = coaches.solved(&place) {
                return Ok(coach);
            }
            let lane = match purpose {
                Purpose::Table if !is_bundled(&text) => Lane::OwnGames,
                Purpose::Page if !is_bundled(&text) => Lane::Long,
                _ if takes_long(&rules) => Lane::Long,
                Purpose::Table => Lane::Tables,
                Purpose::Page => Lane::Questions,
            };
            coaches.solve(place, lane, asker, &text, &rules, seats).await
        })
    }

    async fn solve(
        &self,
        place: SolvedFor,
        lane: Lane,
        asker: Asker,
        text: &str,
        rules: &Arc<Rules>,
        seats: usize,
    ) -> Result<Arc<Coach>, Problem> {
        let turn = self.jobs.turn(lane, asker).await?;
        if let Some(coach) = self.solved(&place) {
            return Ok(coach);
        }
        turn.wait(self.sandbox.may_solve(text, rules, seats)).await?;
        let of = rules.clone();
        let solved = turn.run(move |progress| Coach::solve(of, seats, progress)).await?;
        let coach = Arc::new(solved.map_err(|error| Problem::from(AskError::from(error)))?);
        self.metrics.solved.inc();
        let mut coaches = self.coaches.lock().unwrap_or_else(PoisonError::into_inner);
        if coaches.len() >= MOST_COACHES {
            coaches.retain(|_, coach| Arc::strong_count(coach) > 1);
        }
        if coaches.len() >= MOST_COACHES {
            coaches.clear();
        }
        coaches.insert(place, coach.clone());
        Ok(coach)
    }

    /// The balance report of a game.
    pub(crate) async fn balance(
        &self,
        asker: Asker,
        text: &str,
        rules: &Arc<Rules>,
    ) -> Result<Balance, Problem> {
        let turn = self.jobs.turn(Lane::Long, asker).await?;
        if let Some(balance) = turn.wait(self.sandbox.balance(text, rules)).await? {
            return Ok(balance);
        }
        let (of, text) = (rules.clone(), text.to_owned());
        let working = turn.run(move |progress| Balance::of(&RulesFile::read(&of.id, &text), &of, progress));
        working.await?.map_err(Problem::from)
    }

    /// A bot of a game.
    pub(crate) async fn bot(
        &self,
        asker: Asker,
        level: Level,
        rules: &Arc<Rules>,
        coach: Option<Arc<Coach>>,
    ) -> Result<Arc<Bot>, Problem> {
        let place = (rules.hash.clone(), level);
        let kept = || self.bots.lock().unwrap_or_else(PoisonError::into_inner);
        // A perfect bot is its coach, which is kept already.
        if coach.is_none()
            && let Some(bot) = kept().get(&place).cloned()
        {
            return Ok(bot);
        }
        let (of, keep) = (rules.clone(), coach.is_none());
        let made = self.jobs.run(Lane::Tables, asker, move |_| Bot::new(level, of, coach)).await?;
        let bot = Arc::new(made.map_err(|error| Problem::from(AskError::from(error)))?);
        if keep {
            let mut bots = kept();
            if bots.len() >= MOST_BOTS {
                bots.clear();
            }
            bots.insert(place, bot.clone());
        }
        Ok(bot)
    }
}
