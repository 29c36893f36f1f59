//! `Balances`: what somebody who makes a game wants to know, worked out beside the pages that tell it.

use std::net::IpAddr;
use std::sync::Arc;

use kosti_ask::balance::Balance;
use kosti_coach::balance_takes_long;
use kosti_table::Booked;

use crate::coaches::Coaches;
use crate::limit::Limits;
use crate::worked::{Known, Worked};

/// What is known, by the hash of the rules and the text: house rules that are not chosen are no part of the hash. Each
/// is remembered with its text.
#[derive(Default)]
pub(crate) struct Balances(Worked<(String, Arc<str>), Arc<Balance>, 64>);

impl Balances {
    /// What is known of a game; what takes minutes is begun only where that is `wished`.
    pub(crate) async fn of(
        &self,
        coaches: &Arc<Coaches>,
        (limits, address): (Option<&Limits>, IpAddr),
        booked: &Arc<Booked>,
        wished: bool,
    ) -> Known<Arc<Balance>> {
        let about = (booked.rules.hash.clone(), booked.text.clone());
        let may = wished || !balance_takes_long(&booked.rules);
        let (coaches, booked) = (coaches.clone(), booked.clone());
        let work = || async move {
            coaches.balance(address.into(), &booked.text, &booked.rules).await.map(Arc::new)
        };
        self.0.get(about, limits.map(|limits| (limits, address)), may, work).await
    }
}
