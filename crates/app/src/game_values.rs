//! `GameValues`: the values of whole games under best play, computed in the background of the pages that show them.

use std::net::IpAddr;
use std::sync::Arc;

use kosti_coach::{GameValue, takes_long};
use kosti_table::CompiledRules;

use crate::coaches::{Coaches, Purpose};
use crate::error::AppError;
use crate::host::Host;
use crate::job_cache::{JobCache, JobStatus};
use crate::jobs::{Asker, Lane};
use crate::rate_limits::RateLimits;

/// Values of games, by the hash of their rules and whether several play: a few numbers each, while their coaches take
/// megabytes.
pub(crate) struct GameValues(JobCache<(String, bool), GameValue, 1024>);

impl GameValues {
    pub(crate) fn new(host: &Arc<dyn Host>) -> Self {
        Self(JobCache::new(host))
    }

    /// The value of a game for this number of players. One that takes minutes would hold up everybody's coach, so it is
    /// started only if `may_start`, not by opening a page.
    pub(crate) async fn of(
        &self,
        coaches: &Arc<Coaches>,
        (limits, address): (Option<&RateLimits>, IpAddr),
        compiled: &Arc<CompiledRules>,
        seats: usize,
        may_start: bool,
    ) -> JobStatus<GameValue> {
        let about = (compiled.rules.hash.clone(), seats > 1);
        let may_start = may_start || !takes_long(&compiled.rules);
        let (coaches, compiled) = (coaches.clone(), compiled.clone());
        let work = || async move {
            let asker = Asker::from(address);
            let coach = coaches.coach(Purpose::Page, asker, &compiled.text, &compiled.rules, seats).await?;
            let looking =
                coaches.jobs().run(Lane::Questions, asker, move |progress| coach.game_value(progress));
            looking.await?.map_err(|kosti_solver::Cancelled| AppError::TooMuchWork)
        };
        self.0.get(about, limits.map(|limits| (limits, address)), may_start, work).await
    }
}

#[cfg(test)]
mod tests {
    use super::*;
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

    fn coaches(host: &Arc<dyn Host>) -> Arc<Coaches> {
        Arc::new(Coaches::new(
            host.clone(),
            Sandbox::new(host.clone(), None, Duration::ZERO),
            None,
            Arc::new(Metrics::default()),
            Duration::from_secs(3600),
        ))
    }

    fn compile(text: &str) -> Arc<CompiledRules> {
        RulesCache::default()
            .rules("own", text, &House::default())
            .unwrap_or_else(|faults| panic!("{faults}"))
    }

    #[tokio::test]
    async fn a_game_is_worked_out_once_and_only_the_first_pays() {
        let host: Arc<dyn Host> = TestHost::new();
        let (game_values, coaches, one) = (GameValues::new(&host), coaches(&host), compile(ONE));
        let limits =
            RateLimits::new(&host, Rates { requests: NonZeroU32::MIN, period: Duration::from_secs(3600) });
        let ready = loop {
            match game_values.of(&coaches, (Some(&limits), HERE), &one, 1, false).await {
                JobStatus::Ready(game_value) => break game_value,
                JobStatus::Working => {}
                other => panic!("{other:?}"),
            }
        };
        assert!((ready.value - 3.5).abs() < 1e-9, "{ready:?}");
        while limits.costly(HERE).is_ok() {}
        let again = game_values.of(&coaches, (Some(&limits), HERE), &one, 1, false).await;
        assert!(matches!(again, JobStatus::Ready(_)), "{again:?}");
        let other = game_values.of(&coaches, (Some(&limits), HERE), &one, 2, false).await;
        assert!(matches!(other, JobStatus::Failed(AppError::TooMany { .. })), "{other:?}");
    }

    #[tokio::test]
    async fn what_takes_long_is_not_begun_by_looking() {
        let host: Arc<dyn Host> = TestHost::new();
        let (game_values, coaches) = (GameValues::new(&host), coaches(&host));
        let all = kosti_games::TEXTS.iter().map(|(_, text)| compile(text));
        let long: Vec<_> = all.filter(|compiled| takes_long(&compiled.rules)).collect();
        assert!(!long.is_empty());
        for compiled in long {
            let looked = game_values.of(&coaches, (None, HERE), &compiled, 1, false).await;
            assert!(matches!(looked, JobStatus::Unasked), "{looked:?}");
        }
    }
}
