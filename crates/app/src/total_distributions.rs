//! `TotalDistributions`: the probability of each total of a game under best play, computed in the background of pages.

use std::net::IpAddr;
use std::sync::Arc;

use kosti_coach::takes_long;
use kosti_table::CompiledRules;

use crate::coaches::{Coaches, Purpose};
use crate::error::AppError;
use crate::host::Host;
use crate::job_cache::{JobCache, JobStatus};
use crate::jobs::{Asker, Lane};
use crate::rate_limits::RateLimits;

/// The possible totals in ascending order, each with its probability; empty where there is no exact distribution.
pub type TotalShares = Arc<[(i32, f64)]>;

/// Distributions by the hash of the rules.
pub(crate) struct TotalDistributions(JobCache<String, TotalShares, 64>);

impl TotalDistributions {
    pub(crate) fn new(host: &Arc<dyn Host>) -> Self {
        Self(JobCache::new(host))
    }

    /// The distribution of a game that does not take long.
    pub(crate) async fn get(
        &self,
        coaches: &Arc<Coaches>,
        (limits, address): (Option<&RateLimits>, IpAddr),
        compiled: &Arc<CompiledRules>,
    ) -> JobStatus<TotalShares> {
        let about = compiled.rules.hash.clone();
        let may = compiled.rules.sheet().is_some() && !takes_long(&compiled.rules);
        let (coaches, compiled) = (coaches.clone(), compiled.clone());
        let work = || async move {
            let asker = Asker::from(address);
            let coach = coaches.coach(Purpose::Page, asker, &compiled.text, &compiled.rules, 1).await?;
            let counting = coaches
                .jobs()
                .run(Lane::Questions, asker, move |progress| coach.total_distribution(progress));
            let counted = counting.await?.map_err(|kosti_solver::Cancelled| AppError::TooMuchWork)?;
            Ok(counted.iter().flat_map(|distribution| distribution.probabilities()).collect())
        };
        self.0.get(about, limits.map(|limits| (limits, address)), may, work).await
    }
}
