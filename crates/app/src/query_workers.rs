//! `QueryWorkers`: questions about games. Quick ones are answered at once; long ones wait for their turn in a lane.

use std::sync::Arc;
use std::time::Duration;

use kosti_query::{
    Answer, Cache, Effort, Prepared, QueryEngine, QueryError, Reply, Request, Task, WorkLimits,
};
use kosti_rules::RulesFile;
use kosti_text::{Language, Words};

use crate::coaches::Coaches;
use crate::error::AppError;
use crate::jobs::{Asker, Jobs, Lane, SharedJobs};

/// The limits of one question.
const LIMITS: WorkLimits = WorkLimits { large_games: false, simulated: 1_000_000 };
/// How long a job continues for a caller who was asked to come back later.
const LINGER: Duration = Duration::from_secs(15);

type Bundled = fn(&str) -> Option<RulesFile>;

/// A query engine for each language, and the questions being answered.
pub(crate) struct QueryWorkers {
    engines: Vec<(Language, Arc<QueryEngine<Bundled>>)>,
    /// By language and question, as JSON.
    running: SharedJobs<(Language, String), Answer>,
    jobs: Arc<Jobs>,
    /// How long a caller waits for an answer before being asked to come back later.
    patience: Duration,
}

impl QueryWorkers {
    pub(crate) fn new(coaches: &Coaches, patience: Duration) -> Self {
        let jobs = coaches.jobs().clone();
        let host = jobs.host().clone();
        let cache =
            Arc::new(Cache::with_solutions(move || host.now().as_secs_f64(), coaches.solutions().clone()));
        let engine = |language: Language| {
            let (ids, find) = (kosti_games::ids().collect(), kosti_games::file as Bundled);
            let engine = QueryEngine::new(ids, Words::new(language), find, cache.clone());
            (language, Arc::new(engine.with_limits(LIMITS)))
        };
        let engines = Language::all().map(engine).collect();
        Self { engines, running: SharedJobs::default(), jobs, patience }
    }

    /// The reply to a request, as `kosti ask` gives it.
    pub(crate) async fn reply(
        &self,
        request: Request,
        language: Language,
        asker: Asker,
    ) -> Result<Reply<Answer>, AppError> {
        let about = serde_json::to_string(&request.question).map_err(|_| AppError::Broken)?;
        let found = self.engines.iter().find(|(known, _)| *known == language);
        let engine = found.unwrap_or(&self.engines[0]).1.clone();
        // A game is compiled when it is asked about first.
        let (prepared, ignored) =
            self.jobs.host().compute(move || engine.prepare_request(&request)).await??;
        let answer = match prepared {
            Prepared::Answer(answer) => answer,
            Prepared::Task(task) => self.run((language, about), task, asker).await?,
        };
        Ok(Reply { answer, ignored })
    }

    async fn run(
        &self,
        about: (Language, String),
        task: Task<Answer>,
        asker: Asker,
    ) -> Result<Answer, AppError> {
        let jobs = self.jobs.clone();
        let job = self.running.join(about, || async move {
            let lane = match task.effort() {
                Effort::Short => Lane::Questions,
                Effort::Long => Lane::Long,
            };
            Ok(jobs.run(lane, asker, move |progress| task.run(progress)).await??)
        });
        match self.jobs.host().timeout(self.patience, job.clone()).await {
            Some(answer) => answer,
            None => {
                self.jobs.linger(job, LINGER);
                Err(AppError::Busy)
            }
        }
    }
}

impl From<QueryError> for AppError {
    fn from(why: QueryError) -> Self {
        match why {
            // Work is cancelled when its time is up.
            QueryError::TooMuchWork | QueryError::Cancelled => Self::TooMuchWork,
            why => Self::Ask { why },
        }
    }
}
