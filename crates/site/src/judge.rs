//! `Judge`: rules files of one's own are read and solved in a process of their own first, under limits of time and
//! memory. What it can do there, the server can do as well; what runs over the limits ends there, and no table notices.

use std::collections::HashSet;
use std::io::{self, Read};
use std::path::PathBuf;
use std::process::Stdio;
use std::sync::{Arc, Mutex, OnceLock, PoisonError};
use std::time::Duration;

use kosti_ask::balance::Balance;
use kosti_coach::Coach;
use kosti_rules::{House, Rules, RulesFile};
use kosti_solver::UNWATCHED;
use serde::{Deserialize, Serialize};
use tokio::io::AsyncWriteExt as _;
use tokio::process::Command;

use crate::problem::Problem;

/// Seconds of work that reading rules may take.
const READ_SECONDS: u64 = 5;
/// Seconds of work that solving a game may take, over all threads.
const SOLVE_SECONDS: u64 = 120;
/// Seconds of work that solving it under each of its house rules may take, and looking at what happens in it.
const BALANCE_SECONDS: u64 = 240;
/// Bytes of memory for either.
const MOST_MEMORY: u64 = 2 << 30;
/// Answers that are remembered.
const MOST_KNOWN: usize = 1024;

/// What is to be tried.
#[derive(Debug, Serialize, Deserialize)]
struct Case {
    id: String,
    rules: String,
    house: House,
    /// To be solved for so many; only read without.
    seats: Option<usize>,
    /// Whether all that somebody who makes the game wants to know is to be worked out, and told.
    #[serde(default)]
    balance: bool,
}

impl Case {
    fn new(id: &str, rules: &str, house: House) -> Self {
        Self { id: id.to_owned(), rules: rules.to_owned(), house, seats: None, balance: false }
    }

    /// Seconds of work that it may take.
    fn seconds(&self) -> u64 {
        match self {
            Self { balance: true, .. } => BALANCE_SECONDS,
            Self { seats: Some(_), .. } => SOLVE_SECONDS,
            _ => READ_SECONDS,
        }
    }
}

/// Tries rules files out.
pub(crate) struct Judge {
    /// The program that tries, with its arguments; everything is allowed without one.
    program: Option<(PathBuf, Vec<String>)>,
    allowed: Mutex<HashSet<(String, bool)>>,
}

impl Judge {
    /// A judge that has this program try, which calls [`try_out`].
    #[must_use]
    pub(crate) fn with(program: PathBuf, arguments: Vec<String>) -> Self {
        Self { program: Some((program, arguments)), allowed: Mutex::default() }
    }

    /// A judge that trusts everybody, for tests.
    #[must_use]
    pub(crate) fn trusting() -> Self {
        Self { program: None, allowed: Mutex::default() }
    }

    /// Whether rules can be read within limits.
    pub(crate) async fn may_read(&self, id: &str, rules: &str, house: &House) -> Result<(), Problem> {
        self.ask(&Case::new(id, rules, house.clone())).await.map(drop)
    }

    /// Whether a game can be solved within limits. Bundled games can.
    pub(crate) async fn may_solve(&self, text: &str, rules: &Rules, seats: usize) -> Result<(), Problem> {
        let place = (rules.hash.clone(), seats > 1);
        let known = || self.allowed.lock().unwrap_or_else(PoisonError::into_inner);
        if is_bundled(rules) || known().contains(&place) {
            return Ok(());
        }
        let case = Case { seats: Some(seats), ..Case::new(&rules.id, text, chosen(rules)) };
        self.ask(&case).await?;
        let mut known = known();
        if known.len() >= MOST_KNOWN {
            known.clear();
        }
        known.insert(place);
        Ok(())
    }

    /// What somebody who makes a game wants to know, worked out within limits; nothing where the game is trusted and may be
    /// worked out here.
    pub(crate) async fn balance(&self, text: &str, rules: &Rules) -> Result<Option<Balance>, Problem> {
        if is_bundled(rules) || self.program.is_none() {
            return Ok(None);
        }
        let case = Case { balance: true, ..Case::new(&rules.id, text, chosen(rules)) };
        let told = self.ask(&case).await?;
        // Nothing is told of a game that is too large for it; it is not tried again where there are no limits.
        serde_json::from_slice(&told).map(Some).map_err(|_| Problem::TooMuchWork)
    }

    async fn ask(&self, case: &Case) -> Result<Vec<u8>, Problem> {
        let Some((program, arguments)) = &self.program else { return Ok(Vec::new()) };
        let seconds = case.seconds();
        let case = serde_json::to_vec(case).map_err(|_| Problem::Broken)?;
        let trying = async {
            let mut child = Command::new(program)
                .args(arguments)
                .stdin(Stdio::piped())
                .stdout(Stdio::piped())
                .stderr(Stdio::null())
                .kill_on_drop(true)
                .spawn()?;
            if let Some(mut stdin) = child.stdin.take() {
                stdin.write_all(&case).await?;
            }
            child.wait_with_output().await
        };
        // Waiting is for a busy machine; the child's own limit counts its work.
        match tokio::time::timeout(Duration::from_secs(seconds * 2), trying).await {
            Ok(Ok(done)) if done.status.success() => Ok(done.stdout),
            Ok(Err(error)) => {
                tracing::error!(%error, "the judge of rules files cannot be started");
                Err(Problem::Broken)
            }
            Ok(Ok(_)) | Err(_) => Err(Problem::TooMuchWork),
        }
    }
}

/// The house rules that were chosen.
fn chosen(rules: &Rules) -> House {
    rules.house.iter().map(|option| (option.id.clone(), option.choice().to_owned())).collect()
}

/// Whether these are rules that come with the program, under any house rules.
fn is_bundled(rules: &Rules) -> bool {
    static BUNDLED: OnceLock<HashSet<String>> = OnceLock::new();
    let bundled = BUNDLED.get_or_init(|| {
        let files = kosti_games::ids().filter_map(kosti_games::file);
        let variants = files.flat_map(|file| {
            let rules = |house: &House| file.rules(house).ok().map(|rules| rules.hash);
            file.variants().iter().filter_map(rules).collect::<Vec<_>>()
        });
        variants.collect()
    });
    bundled.contains(&rules.hash)
}

/// Tries a case out, in a process of its own, which does not live on when it runs over the limits. Wrong rules are within
/// them: the server tells of what is wrong.
///
/// # Errors
/// When the case cannot be read.
pub fn try_out(input: impl Read) -> io::Result<()> {
    let case: Case = serde_json::from_reader(input)?;
    limit(case.seconds())?;
    let file = RulesFile::read(&case.id, &case.rules);
    let Ok(rules) = file.rules(&case.house) else { return Ok(()) };
    let rules = Arc::new(rules);
    if let Some(seats) = case.seats {
        // Too large is found before any work, and told by whoever asks.
        let _ = Coach::solve(rules.clone(), seats, UNWATCHED);
    }
    if case.balance
        && let Ok(balance) = Balance::of(&file, &rules, UNWATCHED)
    {
        serde_json::to_writer(io::stdout().lock(), &balance)?;
    }
    Ok(())
}

#[cfg(unix)]
fn limit(seconds: u64) -> io::Result<()> {
    use rustix::process::{Resource, Rlimit, setrlimit};
    let most = |most| Rlimit { current: Some(most), maximum: Some(most) };
    setrlimit(Resource::Cpu, most(seconds))?;
    setrlimit(Resource::As, most(MOST_MEMORY))?;
    Ok(())
}

#[cfg(not(unix))]
fn limit(_: u64) -> io::Result<()> {
    Ok(())
}
