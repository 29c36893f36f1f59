//! `Sandbox`: rules files that strangers send are read, checked and solved in a process of its own, under limits of time and
//! memory. The application compiles only what the sandbox compiled, and gets the solution from the sandbox: a file that runs
//! over the limits ends there, and no table notices. The host brings the process ([`SandboxProcess`]).

use std::io;
use std::sync::Arc;
use std::time::Duration;

use futures_util::future::BoxFuture;
use kosti_coach::Coach;
use kosti_query::balance::Balance;
use kosti_rules::{Faults, House, Rules, RulesError, RulesFile};
use kosti_solver::NoProgress;
use kosti_text::{Language, PlacedFault, Words};
use quick_cache::sync::Cache;
use serde::{Deserialize, Serialize};

use crate::error::AppError;
use crate::host::Host;

/// The number of cached answers.
const MOST_KNOWN: usize = 1024;
/// The most bytes of a coach that is sent. A larger one is solved again by its receiver.
pub const MOST_COACH: usize = 256 << 20;
/// The most faults that are reported: each is drawn from the whole text.
const MOST_FAULTS: usize = 200;

/// A job of the sandbox.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
enum Job {
    /// Compile the game with the chosen house rules.
    Compile,
    /// The same, and check every variant.
    Check,
    /// Solve the game for so many seats.
    Solve { seats: usize },
    /// Compute the balance report.
    Balance,
}

/// Limits of a sandboxed process.
#[derive(Debug, Clone, Copy, Serialize, Deserialize)]
pub struct SandboxLimit {
    /// Seconds of work, over all threads.
    pub seconds: u64,
    /// Bytes of memory.
    pub memory: u64,
}

impl Job {
    /// The limits, if checking a rules file may take as long as `work` including all waits.
    fn limit(self, work: Duration) -> SandboxLimit {
        let seconds = |work: Duration| work.as_secs().max(1);
        match self {
            Self::Compile | Self::Check => SandboxLimit { seconds: seconds(work / 6), memory: 512 << 20 },
            Self::Solve { .. } => SandboxLimit { seconds: seconds(work * 2), memory: 2 << 30 },
            // It is solved under each of its house rules.
            Self::Balance => SandboxLimit { seconds: seconds(work * 4), memory: 2 << 30 },
        }
    }
}

/// A rules file and the job for it.
#[derive(Debug, Serialize, Deserialize)]
pub struct SandboxCase {
    job: Job,
    id: String,
    rules: String,
    house: House,
    /// The language of the faults.
    language: String,
    limit: SandboxLimit,
}

/// The faults of a rules file, described in a language.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub enum FileFaults {
    /// The file itself is wrong.
    File {
        /// All faults, drawn as a compiler does.
        drawn: String,
        /// The same faults, each with its place.
        placed: Vec<PlacedFault>,
    },
    /// It has no such house rule or choice.
    House(String),
}

impl FileFaults {
    fn of_file(words: &Words, file: &RulesFile, faults: &Faults) -> Self {
        let faults = Faults(faults.0.iter().take(MOST_FAULTS).cloned().collect());
        let drawn = words.render_faults(file.id(), file.text(), &faults, false);
        Self::File { drawn, placed: words.locate_faults(file.text(), &faults) }
    }

    fn of_rules(words: &Words, file: &RulesFile, error: &RulesError) -> Self {
        match error {
            RulesError::Faults(faults) => Self::of_file(words, file, faults),
            other => Self::House(words.describe_rules_error(file, other)),
        }
    }

    /// The faults as one text.
    pub fn into_text(self) -> String {
        match self {
            Self::File { drawn, .. } => drawn,
            Self::House(message) => message,
        }
    }
}

/// The findings of the sandbox.
#[derive(Debug, Default, Serialize, Deserialize)]
pub struct SandboxReport {
    faults: Option<FileFaults>,
    balance: Option<Balance>,
    /// The coach of a game that was solved ([`Coach::to_bytes`]).
    #[serde(skip)]
    coach: Option<Vec<u8>>,
}

impl SandboxReport {
    fn of_faults(faults: FileFaults) -> Self {
        Self { faults: Some(faults), ..Self::default() }
    }

    /// Writes the report: a line of JSON, and after it the coach.
    ///
    /// # Errors
    /// When it cannot be written.
    pub fn write(&self, mut to: impl io::Write) -> io::Result<()> {
        serde_json::to_writer(&mut to, self)?;
        to.write_all(b"\n")?;
        to.write_all(self.coach.as_deref().unwrap_or_default())
    }

    /// Reads a report.
    ///
    /// # Errors
    /// When it is damaged.
    pub fn read(mut bytes: Vec<u8>) -> io::Result<Self> {
        let end = bytes.iter().position(|&byte| byte == b'\n').ok_or(io::ErrorKind::UnexpectedEof)?;
        let coach = bytes.split_off(end + 1);
        let report: Self = serde_json::from_slice(&bytes)?;
        Ok(Self { coach: (!coach.is_empty()).then_some(coach), ..report })
    }
}

/// Runs cases in a separate process, under their limits.
pub trait SandboxProcess: Send + Sync {
    /// Lets a process call [`SandboxCase::examine`], and returns its report. The process ends when the future is dropped.
    fn run<'a>(&'a self, case: &'a SandboxCase) -> BoxFuture<'a, Result<SandboxReport, AppError>>;
}

/// Examines rules files.
pub(crate) struct Sandbox {
    host: Arc<dyn Host>,
    /// The process; without one, files are examined in this process.
    process: Option<Box<dyn SandboxProcess>>,
    /// The time limit of a check.
    work: Duration,
    /// Games that were solved within the limits, by the hash of their rules and whether several play.
    solved: Cache<(String, bool), ()>,
}

impl Sandbox {
    /// A sandbox in which a check may take as long as `work`, and other jobs longer. Without a process everything is examined
    /// in this one.
    pub(crate) fn new(host: Arc<dyn Host>, process: Option<Box<dyn SandboxProcess>>, work: Duration) -> Self {
        Self { host, process, work, solved: Cache::new(MOST_KNOWN) }
    }

    /// Compiles a game with the chosen house rules. Returns its faults if there are any.
    pub(crate) async fn compile(
        &self,
        id: &str,
        rules: &str,
        house: &House,
        language: Language,
    ) -> Result<Option<FileFaults>, AppError> {
        Ok(self.run(Job::Compile, id, rules, house.clone(), language).await?.faults)
    }

    /// Checks every variant of a game. Returns its faults if there are any.
    pub(crate) async fn check(
        &self,
        id: &str,
        rules: &str,
        house: &House,
        language: Language,
    ) -> Result<Option<FileFaults>, AppError> {
        Ok(self.run(Job::Check, id, rules, house.clone(), language).await?.faults)
    }

    /// Solves a game within the limits, and returns its coach as bytes ([`Coach::from_bytes`]); nothing where the game may be
    /// solved here: bundled games, games that were solved within the limits before, and those whose coach has no bytes.
    pub(crate) async fn solve(
        &self,
        text: &str,
        rules: &Rules,
        seats: usize,
    ) -> Result<Option<Vec<u8>>, AppError> {
        let key = (rules.hash.clone(), seats > 1);
        if self.process.is_none() || is_bundled(text) || self.solved.get(&key).is_some() {
            return Ok(None);
        }
        let job = Job::Solve { seats };
        let report = self.run(job, &rules.id, text, house_of(rules), Language::ENGLISH).await?;
        self.solved.insert(key, ());
        Ok(report.coach)
    }

    /// The balance report of a game, worked out within the limits; nothing where the game is trusted and may be worked out
    /// here.
    pub(crate) async fn balance(&self, text: &str, rules: &Rules) -> Result<Option<Balance>, AppError> {
        if is_bundled(text) || self.process.is_none() {
            return Ok(None);
        }
        let report = self.run(Job::Balance, &rules.id, text, house_of(rules), Language::ENGLISH).await?;
        // There is no report on a game that is too large; it is not tried again where there are no limits.
        report.balance.map(Some).ok_or(AppError::TooMuchWork)
    }

    async fn run(
        &self,
        job: Job,
        id: &str,
        rules: &str,
        house: House,
        language: Language,
    ) -> Result<SandboxReport, AppError> {
        let (language, limit) = (language.code().to_owned(), job.limit(self.work));
        let case = SandboxCase { job, id: id.to_owned(), rules: rules.to_owned(), house, language, limit };
        match &self.process {
            Some(process) => process.run(&case).await,
            None => self.host.compute(move || case.examine()).await,
        }
    }
}

/// The chosen house rules of a game.
pub(crate) fn house_of(rules: &Rules) -> House {
    rules.house.iter().map(|option| (option.id.clone(), option.choice().to_owned())).collect()
}

/// Whether this is a bundled rules file.
pub(crate) fn is_bundled(text: &str) -> bool {
    kosti_games::TEXTS.iter().any(|(_, bundled)| *bundled == text)
}

impl SandboxCase {
    /// The limits of the case.
    #[must_use]
    pub fn limit(&self) -> SandboxLimit {
        self.limit
    }

    /// Runs the job of the case, without limits.
    #[must_use]
    pub fn examine(&self) -> SandboxReport {
        let words = Words::new(Language::from_tag(&self.language).unwrap_or_default());
        let file = RulesFile::read(&self.id, &self.rules);
        if self.job == Job::Check
            && let Err(faults) = file.check()
        {
            return SandboxReport::of_faults(FileFaults::of_file(&words, &file, &faults));
        }
        let rules = match file.rules(&self.house) {
            Ok(rules) => Arc::new(rules),
            Err(error) => {
                return SandboxReport::of_faults(FileFaults::of_rules(&words, &file, &error));
            }
        };
        match self.job {
            Job::Compile | Job::Check => SandboxReport::default(),
            Job::Solve { seats } => {
                // A game that is too large is refused before any work; the caller reports it.
                let solved = Coach::solve(rules, seats, &NoProgress).ok();
                let bytes = solved.and_then(|coach| coach.to_bytes());
                SandboxReport { coach: bytes.filter(|bytes| bytes.len() <= MOST_COACH), ..Default::default() }
            }
            Job::Balance => {
                let balance = Balance::of(&file, &rules, &NoProgress).ok();
                SandboxReport { balance, ..Default::default() }
            }
        }
    }
}
