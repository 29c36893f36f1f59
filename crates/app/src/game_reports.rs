//! `GameReports`: values, distributions, statistics and balance reports of whole games under best play. Each is computed once, in
//! the background of the pages that show it, and paid for by the address that started it.

use std::net::IpAddr;
use std::sync::Arc;

use kosti_coach::{Coach, GameValue, PlayStatistics, balance_takes_long, takes_long};
use kosti_query::balance::Balance;
use kosti_table::CompiledRules;

use crate::coaches::Coaches;
use crate::host::Host;
use crate::job_cache::{JobCache, JobStatus};
use crate::rate_limits::RateLimits;

/// The possible totals in ascending order, each with its probability; empty where there is no exact distribution.
pub type TotalShares = Arc<[(i32, f64)]>;

/// The reports of games, by the hash of their rules. A few numbers each, while their coaches take megabytes.
pub struct GameReports {
    coaches: Arc<Coaches>,
    limits: Option<Arc<RateLimits>>,
    /// By whether several play.
    values: JobCache<(String, bool), GameValue, 1024>,
    distributions: JobCache<String, TotalShares, 64>,
    statistics: JobCache<String, Option<Arc<PlayStatistics>>, 128>,
    /// By the text too: house rules that are not chosen are not part of the hash.
    balances: JobCache<(String, Arc<str>), Arc<Balance>, 64>,
}

impl GameReports {
    pub(crate) fn new(host: &Arc<dyn Host>, coaches: Arc<Coaches>, limits: Option<Arc<RateLimits>>) -> Self {
        let (values, distributions) = (JobCache::new(host), JobCache::new(host));
        let (statistics, balances) = (JobCache::new(host), JobCache::new(host));
        Self { coaches, limits, values, distributions, statistics, balances }
    }

    fn payer(&self, address: IpAddr) -> Option<(&RateLimits, IpAddr)> {
        self.limits.as_ref().map(|limits| (&**limits, address))
    }

    /// The value of a game for this number of players. One that takes minutes would hold up everybody's coach, so it is
    /// started only if `may_start`, not by opening a page.
    pub async fn value(
        &self,
        address: IpAddr,
        compiled: &Arc<CompiledRules>,
        seats: usize,
        may_start: bool,
    ) -> JobStatus<GameValue> {
        let key = (compiled.rules.hash.clone(), seats > 1);
        let may_start = may_start || !takes_long(&compiled.rules);
        let work = || self.coaches.clone().report(address.into(), compiled.clone(), seats, Coach::game_value);
        self.values.get(key, self.payer(address), may_start, work).await
    }

    /// The probability of each total of a game that does not take long.
    pub async fn total_distribution(
        &self,
        address: IpAddr,
        compiled: &Arc<CompiledRules>,
    ) -> JobStatus<TotalShares> {
        let may_start = compiled.rules.sheet().is_some() && !takes_long(&compiled.rules);
        let work = || {
            self.coaches.clone().report(address.into(), compiled.clone(), 1, |coach, progress| {
                let distribution = coach.total_distribution(progress)?;
                Ok(distribution.iter().flat_map(|distribution| distribution.probabilities()).collect())
            })
        };
        self.distributions.get(compiled.rules.hash.clone(), self.payer(address), may_start, work).await
    }

    /// The statistics of one player; `None` where there are none. A game that takes minutes is started only if `may_start`.
    /// They cost nothing more: pages ask for them after the value of the game.
    pub async fn statistics(
        &self,
        address: IpAddr,
        compiled: &Arc<CompiledRules>,
        may_start: bool,
    ) -> JobStatus<Option<Arc<PlayStatistics>>> {
        let may_start = may_start || !takes_long(&compiled.rules);
        let work = || {
            self.coaches.clone().report(address.into(), compiled.clone(), 1, |coach, progress| {
                Ok(coach.statistics(progress)?.map(Arc::new))
            })
        };
        self.statistics.get(compiled.rules.hash.clone(), None, may_start, work).await
    }

    /// The balance report of a game. If computing it takes minutes, it is started only if `may_start`.
    pub async fn balance(
        &self,
        address: IpAddr,
        compiled: &Arc<CompiledRules>,
        may_start: bool,
    ) -> JobStatus<Arc<Balance>> {
        let key = (compiled.rules.hash.clone(), compiled.text.clone());
        let may_start = may_start || !balance_takes_long(&compiled.rules);
        let (coaches, compiled) = (self.coaches.clone(), compiled.clone());
        let work = || async move {
            coaches.balance(address.into(), &compiled.text, &compiled.rules).await.map(Arc::new)
        };
        self.balances.get(key, self.payer(address), may_start, work).await
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::error::AppError;
    use crate::metrics::Metrics;
    use crate::rate_limits::Rates;
    use crate::rules_cache::RulesCache;
    use crate::sandbox::Sandbox;
    use crate::test_host::TestHost;
    use kosti_rules::House;
    use kosti_table::RulesSource as _;
    use std::net::Ipv4Addr;
    use std::num::NonZeroU32;
    use std::time::Duration;

    const ONE: &str = "name = 'One'\ndice = 1\nthrows = 1\n[box.any]\nscore = 'all-dice'";
    const HERE: IpAddr = IpAddr::V4(Ipv4Addr::LOCALHOST);
    const HOUR: Duration = Duration::from_secs(3600);

    fn reports(limited: bool) -> GameReports {
        let host: Arc<dyn Host> = TestHost::new();
        let sandbox = Sandbox::new(host.clone(), None, Duration::ZERO);
        let coaches = Coaches::new(host.clone(), sandbox, None, Arc::new(Metrics::default()), HOUR);
        let rates = Rates { requests: NonZeroU32::MIN, period: HOUR };
        let limits = limited.then(|| Arc::new(RateLimits::new(&host, rates)));
        GameReports::new(&host, Arc::new(coaches), limits)
    }

    fn compile(text: &str) -> Arc<CompiledRules> {
        RulesCache::default()
            .rules("own", text, &House::default())
            .unwrap_or_else(|faults| panic!("{faults}"))
    }

    #[tokio::test]
    async fn a_game_is_solved_once_and_only_the_first_pays() {
        let (reports, one) = (reports(true), compile(ONE));
        let ready = loop {
            match reports.value(HERE, &one, 1, false).await {
                JobStatus::Ready(game_value) => break game_value,
                JobStatus::Working => {}
                other => panic!("{other:?}"),
            }
        };
        assert!((ready.value - 3.5).abs() < 1e-9, "{ready:?}");
        while reports.limits.as_ref().unwrap().charge_costly(HERE).is_ok() {}
        let again = reports.value(HERE, &one, 1, false).await;
        assert!(matches!(again, JobStatus::Ready(_)), "{again:?}");
        let other = reports.value(HERE, &one, 2, false).await;
        assert!(matches!(other, JobStatus::Failed(AppError::TooMany { .. })), "{other:?}");
    }

    #[tokio::test]
    async fn a_long_job_is_not_started_by_opening_a_page() {
        let reports = reports(false);
        let all = kosti_games::TEXTS.iter().map(|(_, text)| compile(text));
        let long: Vec<_> = all.filter(|compiled| takes_long(&compiled.rules)).collect();
        assert!(!long.is_empty());
        for compiled in long {
            let status = reports.value(HERE, &compiled, 1, false).await;
            assert!(matches!(status, JobStatus::Unasked), "{status:?}");
        }
    }
}
