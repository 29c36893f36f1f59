//! `JobCache`: results for pages, computed once in the background, and cached.

use std::hash::Hash;
use std::net::IpAddr;
use std::sync::Arc;
use std::time::Duration;

use quick_cache::sync::Cache;

use crate::error::AppError;
use crate::host::Host;
use crate::jobs::SharedJobs;
use crate::rate_limits::RateLimits;

/// The time that a page waits for a result.
const PATIENCE: Duration = Duration::from_millis(30);
/// The time that the work continues after the last request for it. A waiting page asks again and again.
const LINGER: Duration = Duration::from_secs(60);

/// The status of a result.
#[derive(Debug, Clone)]
pub enum JobStatus<T> {
    /// The result.
    Ready(T),
    /// It is being computed.
    Working,
    /// It takes long, so it is started only on request.
    Unasked,
    /// There is no result.
    Failed(AppError),
}

/// Results by key; `MOST` are remembered.
pub(crate) struct JobCache<K, T: Clone, const MOST: usize> {
    results: Arc<Cache<K, Result<T, AppError>>>,
    running: SharedJobs<K, T>,
    host: Arc<dyn Host>,
}

impl<K: Clone + Eq + Hash + Send + Sync + 'static, T: Clone + Send + Sync + 'static, const MOST: usize>
    JobCache<K, T, MOST>
{
    /// An empty cache.
    pub(crate) fn new(host: &Arc<dyn Host>) -> Self {
        Self { results: Arc::new(Cache::new(MOST)), running: SharedJobs::default(), host: host.clone() }
    }

    /// Returns the cached result, or starts `work` in the background if `may_start`. Only the caller who starts it pays.
    pub(crate) async fn get<W>(
        &self,
        key: K,
        payer: Option<(&RateLimits, IpAddr)>,
        may_start: bool,
        work: impl FnOnce() -> W,
    ) -> JobStatus<T>
    where
        W: Future<Output = Result<T, AppError>> + Send + 'static,
    {
        if let Some(result) = self.results.get(&key) {
            return status(result);
        }
        let job = match self.running.get(&key) {
            Some(job) => job,
            None if !may_start => return JobStatus::Unasked,
            None if !self.host.computes_pages() => return JobStatus::Working,
            None => {
                if let Some((limits, address)) = payer
                    && let Err(problem) = limits.charge_costly(address)
                {
                    return JobStatus::Failed(problem);
                }
                self.running.join(key.clone(), work)
            }
        };
        let results = self.results.clone();
        match self.host.timeout(PATIENCE, job.clone()).await {
            Some(result) => {
                keep(&results, key, &result);
                status(result)
            }
            None => {
                let host = self.host.clone();
                self.host.spawn(Box::pin(async move {
                    if let Some(result) = host.timeout(LINGER, job).await {
                        keep(&results, key, &result);
                    }
                }));
                JobStatus::Working
            }
        }
    }
}

/// Caches a result. A failure of this moment is not cached: the next caller tries again.
fn keep<K: Eq + Hash, T: Clone>(
    results: &Cache<K, Result<T, AppError>>,
    key: K,
    result: &Result<T, AppError>,
) {
    if !result.as_ref().is_err_and(AppError::is_failure) {
        results.insert(key, result.clone());
    }
}

fn status<T>(result: Result<T, AppError>) -> JobStatus<T> {
    match result {
        Ok(result) => JobStatus::Ready(result),
        // Other jobs come first; the page asks again.
        Err(AppError::Busy) => JobStatus::Working,
        Err(problem) => JobStatus::Failed(problem),
    }
}
