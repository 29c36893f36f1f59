//! `Sandbox`: rules files that strangers send are read, checked and solved in a process of its own, under limits of time and
//! memory. The server compiles only what the sandbox compiled, and solves only what the sandbox solved: a file that runs over the
//! limits ends there, and no table notices.

use std::collections::HashSet;
use std::io::{self, Read};
use std::path::PathBuf;
use std::process::Stdio;
use std::sync::{Arc, Mutex, PoisonError};
use std::time::Duration;

use kosti_ask::balance::Balance;
use kosti_coach::Coach;
use kosti_rules::{Faults, House, Rules, RulesError, RulesFile};
use kosti_solver::NoProgress;
use kosti_words::{Language, PlacedFault, Words};
use serde::{Deserialize, Serialize};
use tokio::io::AsyncWriteExt as _;
use tokio::process::Command;

use crate::problem::Problem;

/// Answers that are remembered.
const MOST_KNOWN: usize = 1024;
/// Faults of a file that are told: each is drawn from the whole text.
const MOST_FAULTS: usize = 200;
/// Threads of a sandboxed process: its limit of time counts all of them.
const THREADS: usize = 2;

/// What the sandbox is asked for.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
enum Job {
    /// Compile the game with the chosen house rules.
    Compile,
    /// The same, and check every variant.
    Check,
    /// Solve the game for so many seats.
    Solve { seats: usize },
    /// Work out the balance report.
    Balance,
}

/// Limits of a sandboxed process.
struct Limit {
    /// Seconds of work, over all threads.
    seconds: u64,
    /// Bytes of memory.
    memory: u64,
}

impl Job {
    const fn limit(self) -> Limit {
        match self {
            Self::Compile | Self::Check => Limit { seconds: 10, memory: 512 << 20 },
            Self::Solve { .. } => Limit { seconds: 120, memory: 2 << 30 },
            // It is solved under each of its house rules.
            Self::Balance => Limit { seconds: 240, memory: 2 << 30 },
        }
    }
}

#[derive(Debug, Serialize, Deserialize)]
struct Case {
    job: Job,
    id: String,
    rules: String,
    house: House,
    /// The language in which faults are told.
    language: String,
}

/// What is wrong with a rules file, told in a language.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub(crate) enum FileFaults {
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
        let drawn = words.faults(file.id(), file.text(), &faults, false);
        Self::File { drawn, placed: words.faults_placed(file.text(), &faults) }
    }

    fn of_rules(words: &Words, file: &RulesFile, error: &RulesError) -> Self {
        match error {
            RulesError::Faults(faults) => Self::of_file(words, file, faults),
            other => Self::House(words.rules_error(file, other)),
        }
    }

    /// The faults as one text.
    pub(crate) fn drawn(self) -> String {
        match self {
            Self::File { drawn, .. } => drawn,
            Self::House(message) => message,
        }
    }
}

/// What the sandbox found.
#[derive(Debug, Default, Serialize, Deserialize)]
struct Report {
    faults: Option<FileFaults>,
    balance: Option<Balance>,
}

/// Examines rules files.
pub(crate) struct Sandbox {
    /// The program that does it in a process of its own, with its arguments; without one it is done here.
    program: Option<(PathBuf, Vec<String>)>,
    solved: Mutex<HashSet<(String, bool)>>,
}

impl Sandbox {
    /// A sandbox of processes of this program, which calls [`try_out`].
    #[must_use]
    pub(crate) fn with(program: PathBuf, arguments: Vec<String>) -> Self {
        Self { program: Some((program, arguments)), solved: Mutex::default() }
    }

    /// No sandbox: everything is examined in this process, for tests.
    #[must_use]
    pub(crate) fn none() -> Self {
        Self { program: None, solved: Mutex::default() }
    }

    /// Compiles a game with the chosen house rules, and says what is wrong with it.
    pub(crate) async fn compile(
        &self,
        id: &str,
        rules: &str,
        house: &House,
        language: Language,
    ) -> Result<Option<FileFaults>, Problem> {
        Ok(self.run(case(Job::Compile, id, rules, house.clone(), language)).await?.faults)
    }

    /// Checks every variant of a game, and says what is wrong with it.
    pub(crate) async fn check(
        &self,
        id: &str,
        rules: &str,
        house: &House,
        language: Language,
    ) -> Result<Option<FileFaults>, Problem> {
        Ok(self.run(case(Job::Check, id, rules, house.clone(), language)).await?.faults)
    }

    /// Makes sure that a game can be solved within the limits. Bundled games can.
    pub(crate) async fn may_solve(&self, text: &str, rules: &Rules, seats: usize) -> Result<(), Problem> {
        let place = (rules.hash.clone(), seats > 1);
        let known = || self.solved.lock().unwrap_or_else(PoisonError::into_inner);
        if self.program.is_none() || is_bundled(text) || known().contains(&place) {
            return Ok(());
        }
        let job = Job::Solve { seats };
        self.run(case(job, &rules.id, text, chosen(rules), Language::ENGLISH)).await?;
        let mut known = known();
        if known.len() >= MOST_KNOWN {
            known.clear();
        }
        known.insert(place);
        Ok(())
    }

    /// The balance report of a game, worked out within the limits; nothing where the game is trusted and may be worked out
    /// here.
    pub(crate) async fn balance(&self, text: &str, rules: &Rules) -> Result<Option<Balance>, Problem> {
        if is_bundled(text) || self.program.is_none() {
            return Ok(None);
        }
        let case = case(Job::Balance, &rules.id, text, chosen(rules), Language::ENGLISH);
        // There is no report on a game that is too large; it is not tried again where there are no limits.
        self.run(case).await?.balance.map(Some).ok_or(Problem::TooMuchWork)
    }

    async fn run(&self, case: Case) -> Result<Report, Problem> {
        let Some((program, arguments)) = &self.program else {
            let examining = tokio::task::spawn_blocking(move || examine(&case));
            return examining.await.map_err(|_| Problem::Broken);
        };
        let Limit { seconds, .. } = case.job.limit();
        let case = serde_json::to_vec(&case).map_err(|_| Problem::Broken)?;
        let trying = async {
            let mut child = Command::new(program)
                .args(arguments)
                .stdin(Stdio::piped())
                .stdout(Stdio::piped())
                .stderr(Stdio::null())
                // Whoever asked has gone: so does the process.
                .kill_on_drop(true)
                .spawn()?;
            if let Some(mut stdin) = child.stdin.take() {
                stdin.write_all(&case).await?;
            }
            child.wait_with_output().await
        };
        // Waiting is for a busy machine; the child's own limit counts its work.
        match tokio::time::timeout(Duration::from_secs(60 + seconds * 2), trying).await {
            Ok(Ok(done)) if done.status.success() => {
                serde_json::from_slice(&done.stdout).map_err(|_| Problem::Broken)
            }
            Ok(Err(error)) => {
                tracing::error!(%error, "the sandbox of rules files cannot be started");
                Err(Problem::Broken)
            }
            Ok(Ok(_)) | Err(_) => Err(Problem::TooMuchWork),
        }
    }
}

fn case(job: Job, id: &str, rules: &str, house: House, language: Language) -> Case {
    let language = language.code().to_owned();
    Case { job, id: id.to_owned(), rules: rules.to_owned(), house, language }
}

/// The house rules that were chosen.
fn chosen(rules: &Rules) -> House {
    rules.house.iter().map(|option| (option.id.clone(), option.choice().to_owned())).collect()
}

/// Whether this is a rules file that comes with the program.
pub(crate) fn is_bundled(text: &str) -> bool {
    kosti_games::TEXTS.iter().any(|(_, bundled)| *bundled == text)
}

fn examine(case: &Case) -> Report {
    let words = Words::new(Language::from_tag(&case.language).unwrap_or_default());
    let file = RulesFile::read(&case.id, &case.rules);
    if case.job == Job::Check
        && let Err(faults) = file.check()
    {
        return Report { faults: Some(FileFaults::of_file(&words, &file, &faults)), balance: None };
    }
    let rules = match file.rules(&case.house) {
        Ok(rules) => Arc::new(rules),
        Err(error) => {
            return Report { faults: Some(FileFaults::of_rules(&words, &file, &error)), balance: None };
        }
    };
    match case.job {
        Job::Compile | Job::Check => Report::default(),
        Job::Solve { seats } => {
            // Too large is found before any work, and told by whoever asks.
            let _ = Coach::solve(rules, seats, &NoProgress);
            Report::default()
        }
        Job::Balance => Report { faults: None, balance: Balance::of(&file, &rules, &NoProgress).ok() },
    }
}

/// Examines a rules file in a process of its own, which does not live on when it runs over the limits.
///
/// # Errors
/// When the case cannot be read, or what was found not written.
pub fn try_out(input: impl Read) -> io::Result<()> {
    let case: Case = serde_json::from_reader(input)?;
    limit(&case.job.limit())?;
    // Threads take memory each; where they cannot be had, one does.
    let _ = rayon::ThreadPoolBuilder::new().num_threads(THREADS).build_global();
    serde_json::to_writer(io::stdout().lock(), &examine(&case))?;
    Ok(())
}

#[cfg(unix)]
fn limit(limit: &Limit) -> io::Result<()> {
    use rustix::process::{Resource, Rlimit, setrlimit};
    let most = |most| Rlimit { current: Some(most), maximum: Some(most) };
    setrlimit(Resource::Cpu, most(limit.seconds))?;
    setrlimit(Resource::As, most(limit.memory))?;
    // Tables and pages come first.
    let _ = rustix::process::setpriority_process(None, crate::jobs::NICE);
    Ok(())
}

#[cfg(not(unix))]
fn limit(_: &Limit) -> io::Result<()> {
    Ok(())
}
