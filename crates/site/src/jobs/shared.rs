//! `SharedJobs`: the same work for several who ask at once. It lives as long as somebody waits for it.

use std::collections::HashMap;
use std::hash::Hash;
use std::sync::{Mutex, PoisonError};
use std::time::Duration;

use futures_util::FutureExt as _;
use futures_util::future::{BoxFuture, Shared, WeakShared};

use crate::problem::Problem;

/// Work that several wait for. It goes on while one of them does; when the last has gone, it is cancelled.
pub(crate) type SharedJob<T> = Shared<Work<T>>;
/// The same work, which nobody waits for through this.
pub(crate) type WeakJob<T> = WeakShared<Work<T>>;
type Work<T> = BoxFuture<'static, Result<T, Problem>>;

/// Work that is under way, by what it is about.
pub(crate) struct SharedJobs<K, T: Clone>(Mutex<HashMap<K, WeakJob<T>>>);

impl<K, T: Clone> Default for SharedJobs<K, T> {
    fn default() -> Self {
        Self(Mutex::default())
    }
}

impl<K: Eq + Hash, T: Clone + Send + Sync + 'static> SharedJobs<K, T> {
    /// The work about this that is under way, or else the one that begins now.
    pub(crate) fn join<W>(&self, about: K, work: impl FnOnce() -> W) -> SharedJob<T>
    where
        W: Future<Output = Result<T, Problem>> + Send + 'static,
    {
        let mut running = self.0.lock().unwrap_or_else(PoisonError::into_inner);
        if let Some(job) = running.get(&about).and_then(WeakShared::upgrade) {
            return job;
        }
        running.retain(|_, job| job.upgrade().is_some());
        let job = work().boxed().shared();
        if let Some(weak) = job.downgrade() {
            running.insert(about, weak);
        }
        job
    }
}

/// Waits for a job a while longer on behalf of somebody who was told to ask again.
pub(crate) fn linger<T: Clone + Send + Sync + 'static>(job: SharedJob<T>, patience: Duration) {
    tokio::spawn(async move {
        let _ = tokio::time::timeout(patience, job).await;
    });
}
