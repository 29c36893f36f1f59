//! `PlayStatisticsCache`: statistics of whole games under best play, computed in the background of the pages that show them.

use std::net::IpAddr;
use std::sync::Arc;

use kosti_coach::{PlayStatistics, takes_long};
use kosti_table::CompiledRules;

use crate::coaches::{Coaches, Purpose};
use crate::error::AppError;
use crate::host::Host;
use crate::job_cache::{JobCache, JobStatus};
use crate::jobs::{Asker, Lane};

/// Statistics by the hash of the rules; `None` where there are none.
pub(crate) struct PlayStatisticsCache(JobCache<String, Option<Arc<PlayStatistics>>, 128>);

impl PlayStatisticsCache {
    pub(crate) fn new(host: &Arc<dyn Host>) -> Self {
        Self(JobCache::new(host))
    }

    /// The statistics of one player. A game that takes minutes is begun only if `may_start`.
    pub(crate) async fn get(
        &self,
        coaches: &Arc<Coaches>,
        address: IpAddr,
        compiled: &Arc<CompiledRules>,
        may_start: bool,
    ) -> JobStatus<Option<Arc<PlayStatistics>>> {
        let about = compiled.rules.hash.clone();
        let may_start = may_start || !takes_long(&compiled.rules);
        let (coaches, compiled) = (coaches.clone(), compiled.clone());
        let work = || async move {
            let asker = Asker::from(address);
            let coach = coaches.coach(Purpose::Page, asker, &compiled.text, &compiled.rules, 1).await?;
            let counting =
                coaches.jobs().run(Lane::Questions, asker, move |progress| coach.statistics(progress));
            let counted = counting.await?.map_err(|kosti_solver::Cancelled| AppError::TooMuchWork)?;
            Ok(counted.map(Arc::new))
        };
        self.0.get(about, None, may_start, work).await
    }
}
