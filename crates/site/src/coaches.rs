//! `Coaches`: games solved when they are needed, one at a time and with a core left for the tables.

use std::collections::HashMap;
use std::sync::{Arc, Mutex, PoisonError};

use kosti_ask::balance::Balance;
use kosti_coach::{Bot, Coach, Level};
use kosti_rules::{Rules, RulesFile};
use kosti_solver::UNWATCHED;
use tokio::sync::Semaphore;

use crate::judge::Judge;
use crate::metrics::Metrics;
use crate::problem::Problem;

/// Solved games at hand. The largest take some hundred megabytes.
const MOST_COACHES: usize = 6;
/// Bots at hand.
const MOST_BOTS: usize = 32;
/// Who may wait for a game to be solved.
const MOST_WAITING: usize = 64;

type SolvedFor = (String, bool);

/// Solved games and the bots that play them.
pub(crate) struct Coaches {
    coaches: Mutex<HashMap<SolvedFor, Arc<Coach>>>,
    bots: Mutex<HashMap<(String, Level), Arc<Bot>>>,
    /// One game is solved at a time.
    turn: Semaphore,
    waiting: Arc<Semaphore>,
    pool: Arc<rayon::ThreadPool>,
    judge: Judge,
    metrics: Arc<Metrics>,
}

impl Coaches {
    pub(crate) fn new(judge: Judge, metrics: Arc<Metrics>) -> Self {
        let threads = std::thread::available_parallelism().map_or(1, |n| n.get().saturating_sub(1).max(1));
        let pool = rayon::ThreadPoolBuilder::new()
            .num_threads(threads)
            .thread_name(|nth| format!("solver-{nth}"))
            .build()
            .expect("threads can be started");
        Self {
            coaches: Mutex::default(),
            bots: Mutex::default(),
            turn: Semaphore::new(1),
            waiting: Arc::new(Semaphore::new(MOST_WAITING)),
            pool: Arc::new(pool),
            judge,
            metrics,
        }
    }

    /// The threads that solve.
    pub(crate) fn pool(&self) -> &Arc<rayon::ThreadPool> {
        &self.pool
    }

    pub(crate) fn judge(&self) -> &Judge {
        &self.judge
    }

    fn solved(&self, place: &SolvedFor) -> Option<Arc<Coach>> {
        self.coaches.lock().unwrap_or_else(PoisonError::into_inner).get(place).cloned()
    }

    /// The coach of a game for so many; it is solved first where it is not yet.
    pub(crate) async fn coach(
        self: &Arc<Self>,
        text: &str,
        rules: &Arc<Rules>,
        seats: usize,
    ) -> Result<Arc<Coach>, Problem> {
        let place = (rules.hash.clone(), seats > 1);
        if let Some(coach) = self.solved(&place) {
            return Ok(coach);
        }
        let waiting = self.waiting.clone().try_acquire_owned().map_err(|_| Problem::Busy)?;
        let (coaches, text, rules) = (self.clone(), text.to_owned(), rules.clone());
        // Whoever asked may go; what is begun is finished, and kept for the next.
        let solving = tokio::spawn(async move {
            let _waiting = waiting;
            coaches.solve(place, &text, &rules, seats).await
        });
        solving.await.map_err(|_| Problem::Broken)?
    }

    async fn solve(
        &self,
        place: SolvedFor,
        text: &str,
        rules: &Arc<Rules>,
        seats: usize,
    ) -> Result<Arc<Coach>, Problem> {
        let _turn = self.turn.acquire().await.map_err(|_| Problem::Broken)?;
        if let Some(coach) = self.solved(&place) {
            return Ok(coach);
        }
        self.judge.may_solve(text, rules, seats).await?;
        let (pool, of) = (self.pool.clone(), rules.clone());
        let solving = move || pool.install(|| Coach::solve(of, seats, UNWATCHED));
        let solved = tokio::task::spawn_blocking(solving).await.map_err(|_| Problem::Broken)?;
        let coach = Arc::new(solved.map_err(|error| Problem::Ask { why: error.into() })?);
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

    /// What somebody who makes a game wants to know; worked out when it is its turn, like a game that is solved.
    pub(crate) async fn balance(&self, text: &str, rules: &Arc<Rules>) -> Result<Balance, Problem> {
        let _waiting = self.waiting.clone().try_acquire_owned().map_err(|_| Problem::Busy)?;
        let _turn = self.turn.acquire().await.map_err(|_| Problem::Broken)?;
        if let Some(balance) = self.judge.balance(text, rules).await? {
            return Ok(balance);
        }
        let (pool, of, text) = (self.pool.clone(), rules.clone(), text.to_owned());
        let working = move || pool.install(|| Balance::of(&RulesFile::read(&of.id, &text), &of, UNWATCHED));
        let worked = tokio::task::spawn_blocking(working).await.map_err(|_| Problem::Broken)?;
        worked.map_err(|why| Problem::Ask { why })
    }

    /// A bot of a game.
    pub(crate) async fn bot(
        &self,
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
        let made = tokio::task::spawn_blocking(move || Bot::new(level, of, coach)).await;
        let made = made.map_err(|_| Problem::Broken)?;
        let bot = Arc::new(made.map_err(|error| Problem::Ask { why: error.into() })?);
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
