//! `Worked`: results for pages, worked out once beside the page that shows them, and remembered.

use std::collections::HashMap;
use std::hash::Hash;
use std::net::IpAddr;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::time::Duration;

use futures_util::FutureExt as _;

use crate::jobs::{SharedJob, WeakJob};
use crate::limit::Limits;
use crate::problem::Problem;

/// How long a page waits for a result that is not there yet.
const PATIENCE: Duration = Duration::from_millis(30);
/// How long the work goes on after the last page asked for it; a page that waits asks again and again.
const LINGER: Duration = Duration::from_secs(60);

/// What is known.
#[derive(Debug, Clone)]
pub(crate) enum Known<T> {
    Ready(T),
    /// It is being worked out.
    Working,
    /// It takes so long that somebody has to ask for it.
    Unasked,
    Failed(Problem),
}

enum Entry<T: Clone> {
    Done(Result<T, Problem>),
    Running(WeakJob<T>),
}

/// Results by what they are about; `MOST` are remembered.
pub(crate) struct Worked<K, T: Clone, const MOST: usize> {
    entries: Arc<Entries<K, T>>,
}

struct Entries<K, T: Clone>(Mutex<HashMap<K, Entry<T>>>);

impl<K, T: Clone, const MOST: usize> Default for Worked<K, T, MOST> {
    fn default() -> Self {
        Self { entries: Arc::new(Entries(Mutex::default())) }
    }
}

impl<K: Clone + Eq + Hash, T: Clone> Entries<K, T> {
    fn lock(&self) -> MutexGuard<'_, HashMap<K, Entry<T>>> {
        self.0.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Remembers a result; what went wrong only at this moment is tried again by the next who asks.
    fn keep(&self, about: &K, result: &Result<T, Problem>) {
        if result.as_ref().is_err_and(|problem| problem.status().is_server_error()) {
            self.lock().remove(about);
        } else {
            self.lock().insert(about.clone(), Entry::Done(result.clone()));
        }
    }
}

impl<K: Clone + Eq + Hash + Send + 'static, T: Clone + Send + Sync + 'static, const MOST: usize>
    Worked<K, T, MOST>
{
    /// The remembered result, or that of `work`, which begins now if it `may`. Only the first who asks pays for it.
    pub(crate) async fn get<W>(
        &self,
        about: K,
        payer: Option<(&Limits, IpAddr)>,
        may: bool,
        work: impl FnOnce() -> W,
    ) -> Known<T>
    where
        W: Future<Output = Result<T, Problem>> + Send + 'static,
    {
        let job = match self.begun(&about) {
            Some(Ok(result)) => return known(result),
            Some(Err(job)) => job,
            None if !may => return Known::Unasked,
            None => {
                if let Some((limits, address)) = payer
                    && let Err(problem) = limits.costly(address)
                {
                    return Known::Failed(problem);
                }
                self.begin(&about, work)
            }
        };
        match tokio::time::timeout(PATIENCE, job.clone()).await {
            Ok(result) => {
                self.entries.keep(&about, &result);
                known(result)
            }
            Err(_) => {
                let entries = self.entries.clone();
                tokio::spawn(async move {
                    if let Ok(result) = tokio::time::timeout(LINGER, job).await {
                        entries.keep(&about, &result);
                    }
                });
                Known::Working
            }
        }
    }

    /// The result, or the work that is under way.
    fn begun(&self, about: &K) -> Option<Result<Result<T, Problem>, SharedJob<T>>> {
        match self.entries.lock().get(about)? {
            Entry::Done(result) => Some(Ok(result.clone())),
            Entry::Running(job) => job.upgrade().map(Err),
        }
    }

    fn begin<W>(&self, about: &K, work: impl FnOnce() -> W) -> SharedJob<T>
    where
        W: Future<Output = Result<T, Problem>> + Send + 'static,
    {
        let mut entries = self.entries.lock();
        // Somebody may have begun meanwhile.
        if let Some(Entry::Running(job)) = entries.get(about)
            && let Some(job) = job.upgrade()
        {
            return job;
        }
        if entries.len() >= MOST {
            let alive = |entry: &Entry<T>| matches!(entry, Entry::Running(job) if job.upgrade().is_some());
            entries.retain(|_, entry| alive(entry));
        }
        let job = work().boxed().shared();
        if let Some(weak) = job.downgrade() {
            entries.insert(about.clone(), Entry::Running(weak));
        }
        job
    }
}

fn known<T>(result: Result<T, Problem>) -> Known<T> {
    match result {
        Ok(result) => Known::Ready(result),
        // Others come first; the page asks again.
        Err(Problem::Busy) => Known::Working,
        Err(problem) => Known::Failed(problem),
    }
}
