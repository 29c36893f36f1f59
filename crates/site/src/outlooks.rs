//! `Outlooks`: what whole games bring under best play, worked out beside the pages that tell it.

use std::collections::HashMap;
use std::net::IpAddr;
use std::sync::{Arc, Mutex, PoisonError};
use std::time::Duration;

use futures_util::FutureExt as _;
use futures_util::future::{BoxFuture, Shared};
use kosti_coach::Outlook;
use kosti_rules::Rules;
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

/// Points depend on the whole sheet, which makes for far more states.
fn takes_long(rules: &Rules) -> bool {
    rules.sheet().is_some_and(|sheet| !sheet.awards.is_empty())
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
