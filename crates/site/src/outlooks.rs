//! `Outlooks`: what whole games bring under best play, worked out beside the pages that tell it.

use std::collections::HashMap;
use std::net::IpAddr;
use std::sync::{Arc, Mutex, PoisonError};
use std::time::Duration;

use futures_util::FutureExt as _;
use futures_util::future::{BoxFuture, Shared};
use kosti_coach::{Outlook, takes_long};
use kosti_table::Booked;

use crate::coaches::Coaches;
use crate::limit::Limits;
use crate::problem::Problem;

/// How long a page waits for a game that is not worked out yet.
const PATIENCE: Duration = Duration::from_millis(30);
/// Games that are remembered: a few numbers each, where their coaches take megabytes.
const MOST_KNOWN: usize = 1024;

type Work = Shared<BoxFuture<'static, Result<Outlook, Problem>>>;

/// What is known of a game.
#[derive(Debug, Clone)]
pub(crate) enum Foreseen {
    Ready(Outlook),
    /// It is being worked out.
    Working,
    /// It takes so long that somebody has to ask for it.
    Unasked,
    Failed(Problem),
}

/// What games bring, by the hash of their rules and whether more than one plays.
#[derive(Default)]
pub(crate) struct Outlooks {
    known: Mutex<HashMap<(String, bool), Work>>,
}

impl Outlooks {
    /// What a game brings for so many. Only whoever is the first to ask pays for it. One that takes minutes would keep
    /// everybody's coach from work, so it is begun only where that is `wished`, not by whoever opens a page.
    pub(crate) async fn of(
        &self,
        coaches: &Arc<Coaches>,
        payer: Option<(&Limits, IpAddr)>,
        booked: &Arc<Booked>,
        seats: usize,
        wished: bool,
    ) -> Foreseen {
        let place = (booked.rules.hash.clone(), seats > 1);
        let known = || self.known.lock().unwrap_or_else(PoisonError::into_inner);
        let begun = known().get(&place).cloned();
        let work = match begun {
            Some(work) => work,
            None if !wished && takes_long(&booked.rules) => return Foreseen::Unasked,
            None => {
                if let Some((limits, address)) = payer
                    && let Err(problem) = limits.costly(address)
                {
                    return Foreseen::Failed(problem);
                }
                let mut known = known();
                if known.len() >= MOST_KNOWN {
                    known.retain(|_, work| work.peek().is_none());
                }
                let begin = || begin(coaches.clone(), booked.clone(), seats);
                known.entry(place.clone()).or_insert_with(begin).clone()
            }
        };
        match tokio::time::timeout(PATIENCE, work).await {
            Ok(Ok(outlook)) => Foreseen::Ready(outlook),
            Err(_) => Foreseen::Working,
            Ok(Err(problem)) => {
                // What was only too much at that moment is tried again by the next who asks.
                let passing = problem.status().is_server_error();
                if passing {
                    known().remove(&place);
                }
                if matches!(problem, Problem::Busy) { Foreseen::Working } else { Foreseen::Failed(problem) }
            }
        }
    }
}

/// Works a game out, whether or not anybody waits for it.
fn begin(coaches: Arc<Coaches>, booked: Arc<Booked>, seats: usize) -> Work {
    let working = tokio::spawn(async move {
        let coach = coaches.coach(&booked.text, &booked.rules, seats).await?;
        let pool = coaches.pool().clone();
        let looking = tokio::task::spawn_blocking(move || pool.install(|| coach.outlook()));
        looking.await.map_err(|_| Problem::Broken)
    });
    working.map(|done| done.unwrap_or(Err(Problem::Broken))).boxed().shared()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::judge::Judge;
    use crate::library::Shelf;
    use crate::limit::Rates;
    use crate::metrics::Metrics;
    use kosti_rules::House;
    use kosti_table::Library as _;
    use std::net::Ipv4Addr;
    use std::num::NonZeroU32;

    const ONE: &str = "name = 'One'\ndice = 1\nthrows = 1\n[box.any]\nscore = 'all-dice'";
    const HERE: IpAddr = IpAddr::V4(Ipv4Addr::LOCALHOST);

    fn coaches() -> Arc<Coaches> {
        Arc::new(Coaches::new(Judge::trusting(), Arc::new(Metrics::new())))
    }

    fn booked(text: &str) -> Arc<Booked> {
        Shelf::default().rules("own", text, &House::default()).unwrap_or_else(|faults| panic!("{faults}"))
    }

    #[tokio::test]
    async fn a_game_is_worked_out_once_and_only_the_first_pays() {
        let (outlooks, coaches, one) = (Outlooks::default(), coaches(), booked(ONE));
        let limits = Limits::new(Rates { requests: NonZeroU32::MIN });
        let ready = loop {
            match outlooks.of(&coaches, Some((&limits, HERE)), &one, 1, false).await {
                Foreseen::Ready(outlook) => break outlook,
                Foreseen::Working => {}
                other => panic!("{other:?}"),
            }
        };
        assert!((ready.value - 3.5).abs() < 1e-9, "{ready:?}");
        while limits.costly(HERE).is_ok() {}
        let again = outlooks.of(&coaches, Some((&limits, HERE)), &one, 1, false).await;
        assert!(matches!(again, Foreseen::Ready(_)), "{again:?}");
        let other = outlooks.of(&coaches, Some((&limits, HERE)), &one, 2, false).await;
        assert!(matches!(other, Foreseen::Failed(Problem::TooMany { .. })), "{other:?}");
    }

    #[tokio::test]
    async fn what_takes_long_is_not_begun_by_looking() {
        let (outlooks, coaches) = (Outlooks::default(), coaches());
        let all = kosti_games::TEXTS.iter().map(|(_, text)| booked(text));
        let long: Vec<_> = all.filter(|booked| takes_long(&booked.rules)).collect();
        assert!(!long.is_empty());
        for booked in long {
            let looked = outlooks.of(&coaches, None, &booked, 1, false).await;
            assert!(matches!(looked, Foreseen::Unasked), "{looked:?}");
        }
    }
}
