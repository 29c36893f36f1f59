//! `Balances`: what somebody who makes a game wants to know, worked out beside the pages that tell it.

use std::collections::HashMap;
use std::net::IpAddr;
use std::sync::{Arc, Mutex, PoisonError};
use std::time::Duration;

use futures_util::FutureExt as _;
use futures_util::future::{BoxFuture, Shared};
use kosti_ask::balance::Balance;
use kosti_table::Booked;

use crate::coaches::Coaches;
use crate::limit::Limits;
use crate::problem::Problem;

/// How long a page waits for what is not worked out yet.
const PATIENCE: Duration = Duration::from_millis(30);
/// Games that are remembered, each with its text.
const MOST_KNOWN: usize = 64;

type Work = Shared<BoxFuture<'static, Result<Arc<Balance>, Problem>>>;

/// What is known of a game.
#[derive(Debug, Clone)]
pub(crate) enum Weighed {
    Ready(Arc<Balance>),
    /// It is being worked out.
    Working,
    /// It takes so long that somebody has to ask for it.
    Unasked,
    Failed(Problem),
}

/// What is known, by the hash of the rules and the text: house rules that are not chosen are no part of the hash.
#[derive(Default)]
pub(crate) struct Balances {
    known: Mutex<HashMap<(String, Arc<str>), Work>>,
}

impl Balances {
    /// What is known of a game. Only whoever is the first to ask pays for it; what takes minutes is begun only where that is
    /// `wished`.
    pub(crate) async fn of(
        &self,
        coaches: &Arc<Coaches>,
        payer: Option<(&Limits, IpAddr)>,
        booked: &Arc<Booked>,
        wished: bool,
    ) -> Weighed {
        let place = (booked.rules.hash.clone(), booked.text.clone());
        let known = || self.known.lock().unwrap_or_else(PoisonError::into_inner);
        let begun = known().get(&place).cloned();
        let work = match begun {
            Some(work) => work,
            None if !wished && takes_long(booked) => return Weighed::Unasked,
            None => {
                if let Some((limits, address)) = payer
                    && let Err(problem) = limits.costly(address)
                {
                    return Weighed::Failed(problem);
                }
                let mut known = known();
                if known.len() >= MOST_KNOWN {
                    known.retain(|_, work| work.peek().is_none());
                }
                known.entry(place.clone()).or_insert_with(|| begin(coaches.clone(), booked.clone())).clone()
            }
        };
        match tokio::time::timeout(PATIENCE, work).await {
            Ok(Ok(balance)) => Weighed::Ready(balance),
            Err(_) => Weighed::Working,
            Ok(Err(problem)) => {
                // What was only too much at that moment is tried again by the next who asks.
                if problem.status().is_server_error() {
                    known().remove(&place);
                }
                if matches!(problem, Problem::Busy) { Weighed::Working } else { Weighed::Failed(problem) }
            }
        }
    }
}

/// Points depend on the whole sheet, which makes for far more states.
fn takes_long(booked: &Booked) -> bool {
    booked.rules.sheet().is_some_and(|sheet| !sheet.awards.is_empty())
}

/// Works it out, whether or not anybody waits for it.
fn begin(coaches: Arc<Coaches>, booked: Arc<Booked>) -> Work {
    let working =
        tokio::spawn(async move { coaches.balance(&booked.text, &booked.rules).await.map(Arc::new) });
    working.map(|done| done.unwrap_or(Err(Problem::Broken))).boxed().shared()
}
