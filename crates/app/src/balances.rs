//! `Balances`: balance reports for game designers, computed in the background of the pages that show them.

use std::net::IpAddr;
use std::sync::Arc;

use kosti_coach::balance_takes_long;
use kosti_query::balance::Balance;
use kosti_table::CompiledRules;

use crate::coaches::Coaches;
use crate::host::Host;
use crate::job_cache::{JobCache, JobStatus};
use crate::rate_limits::RateLimits;

/// Balance reports, by the hash of the rules and the text: house rules that are not chosen are not part of the hash.
pub(crate) struct Balances(JobCache<(String, Arc<str>), Arc<Balance>, 64>);

impl Balances {
    pub(crate) fn new(host: &Arc<dyn Host>) -> Self {
        Self(JobCache::new(host))
    }

    /// The balance report of a game. If computing it takes minutes, it is started only if `may_start`.
    pub(crate) async fn of(
        &self,
        coaches: &Arc<Coaches>,
        (limits, address): (Option<&RateLimits>, IpAddr),
        compiled: &Arc<CompiledRules>,
        may_start: bool,
    ) -> JobStatus<Arc<Balance>> {
        let about = (compiled.rules.hash.clone(), compiled.text.clone());
        let may_start = may_start || !balance_takes_long(&compiled.rules);
        let (coaches, compiled) = (coaches.clone(), compiled.clone());
        let work = || async move {
            coaches.balance(address.into(), &compiled.text, &compiled.rules).await.map(Arc::new)
        };
        self.0.get(about, limits.map(|limits| (limits, address)), may_start, work).await
    }
}
