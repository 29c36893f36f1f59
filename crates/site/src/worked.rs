//! `Worked`: what takes a while, worked out once beside the pages that tell it, and remembered.

use std::collections::HashMap;
use std::hash::Hash;
use std::net::IpAddr;
use std::sync::{Mutex, PoisonError};
use std::time::Duration;

use futures_util::FutureExt as _;
use futures_util::future::{BoxFuture, Shared};

use crate::limit::Limits;
use crate::problem::Problem;

/// How long a page waits for what is not worked out yet.
const PATIENCE: Duration = Duration::from_millis(30);

type Work<T> = Shared<BoxFuture<'static, Result<T, Problem>>>;

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

/// What is known, by what it is about; `MOST` are remembered.
pub(crate) struct Worked<K, T, const MOST: usize> {
    known: Mutex<HashMap<K, Work<T>>>,
}

impl<K, T, const MOST: usize> Default for Worked<K, T, MOST> {
    fn default() -> Self {
        Self { known: Mutex::default() }
    }
}

impl<K: Clone + Eq + Hash, T: Clone + Send + Sync + 'static, const MOST: usize> Worked<K, T, MOST> {
    /// What is known; where that is nothing, `work` is begun, whether or not anybody waits for it, if it `may`. Only whoever
    /// is the first to ask pays for it.
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
        let known = || self.known.lock().unwrap_or_else(PoisonError::into_inner);
        let begun = known().get(&about).cloned();
        let work = match begun {
            Some(work) => work,
            None if !may => return Known::Unasked,
            None => {
                if let Some((limits, address)) = payer
                    && let Err(problem) = limits.costly(address)
                {
                    return Known::Failed(problem);
                }
                let mut known = known();
                if known.len() >= MOST {
                    known.retain(|_, work| work.peek().is_none());
                }
                let begin = || {
                    let working = tokio::spawn(work());
                    working.map(|done| done.unwrap_or(Err(Problem::Broken))).boxed().shared()
                };
                known.entry(about.clone()).or_insert_with(begin).clone()
            }
        };
        match tokio::time::timeout(PATIENCE, work).await {
            Ok(Ok(worked)) => Known::Ready(worked),
            Err(_) => Known::Working,
            Ok(Err(problem)) => {
                // What was only too much at that moment is tried again by the next who asks.
                if problem.status().is_server_error() {
                    known().remove(&about);
                }
                if matches!(problem, Problem::Busy) { Known::Working } else { Known::Failed(problem) }
            }
        }
    }
}
