//! `Desks`: questions about games. Quick ones are answered at once; long ones wait for their turn in a lane.

use std::sync::Arc;
use std::time::Duration;

use kosti_ask::{AskError, Cache, Desk, Effort, Limits, Reply, Task};
use kosti_rules::RulesFile;
use kosti_words::{Language, Words};
use serde_json::Value;

use crate::jobs::{Asker, Jobs, Lane, SharedJobs, linger};
use crate::problem::Problem;

/// What one question may ask for.
const LIMITS: Limits = Limits { large_games: false, simulated: 1_000_000 };
/// How long somebody waits for an answer before they are told to ask again.
const PATIENCE: Duration = Duration::from_secs(25);
/// How long the work goes on for them after that.
const LINGER: Duration = Duration::from_secs(15);

type Bundled = fn(&str) -> Option<RulesFile>;

/// A desk for each language.
pub(crate) struct Desks {
    desks: Vec<(Language, Arc<Desk<Bundled>>)>,
    running: SharedJobs<(Language, String), Value>,
    jobs: Arc<Jobs>,
}

impl Desks {
    pub(crate) fn new(jobs: Arc<Jobs>) -> Self {
        let cache = Arc::new(Cache::default());
        let desk = |language: Language| {
            let find: Bundled = kosti_games::file;
            let desk = Desk::new(kosti_games::ids().collect(), Words::new(language), find);
            (language, Arc::new(desk.with_cache(cache.clone()).with_limits(LIMITS)))
        };
        Self { desks: Language::all().map(desk).collect(), running: SharedJobs::default(), jobs }
    }

    /// The answer to a question, as `kosti ask` gives it.
    pub(crate) async fn answer(
        &self,
        ask: &str,
        mut asked: Value,
        language: Language,
        asker: Asker,
    ) -> Result<Value, Problem> {
        let object = asked.as_object_mut().ok_or(Problem::NotAnObject)?;
        object.insert("ask".to_owned(), ask.into());
        let line = asked.to_string();
        let found = self.desks.iter().find(|(known, _)| *known == language);
        let desk = found.unwrap_or(&self.desks[0]).1.clone();
        let read = line.clone();
        // A game is compiled when it is asked about first.
        let preparing = tokio::task::spawn_blocking(move || desk.prepare(&read));
        match preparing.await.map_err(|_| Problem::Broken)?? {
            Reply::Answer(answer) => Ok(answer),
            Reply::Task(task) => self.run((language, line), task, asker).await,
        }
    }

    async fn run(&self, about: (Language, String), task: Task, asker: Asker) -> Result<Value, Problem> {
        let jobs = self.jobs.clone();
        let job = self.running.join(about, || async move {
            let lane = match task.effort() {
                Effort::Short => Lane::Questions,
                Effort::Long => Lane::Long,
            };
            Ok(jobs.run(lane, asker, move |progress| task.run(progress)).await??)
        });
        match tokio::time::timeout(PATIENCE, job.clone()).await {
            Ok(answer) => answer,
            Err(_) => {
                linger(job, LINGER);
                Err(Problem::Busy)
            }
        }
    }
}

impl From<AskError> for Problem {
    fn from(why: AskError) -> Self {
        match why {
            // Work is cancelled when its time is up.
            AskError::TooMuchWork | AskError::Cancelled => Self::TooMuchWork,
            why => Self::Ask { why },
        }
    }
}
