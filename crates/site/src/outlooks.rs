//! `Outlooks`: what whole games bring under best play, worked out beside the pages that tell it.

use std::net::IpAddr;
use std::sync::Arc;

use kosti_coach::{Outlook, takes_long};
use kosti_table::Booked;

use crate::coaches::{Coaches, Purpose};
use crate::jobs::{Asker, Lane};
use crate::limit::Limits;
use crate::problem::Problem;
use crate::worked::{Known, Worked};

/// What games bring, by the hash of their rules and whether more than one plays: a few numbers each, where their coaches
/// take megabytes.
#[derive(Default)]
pub(crate) struct Outlooks(Worked<(String, bool), Outlook, 1024>);

impl Outlooks {
    /// What a game brings for so many. One that takes minutes would keep everybody's coach from work, so it is begun only
    /// where that is `wished`, not by whoever opens a page.
    pub(crate) async fn of(
        &self,
        coaches: &Arc<Coaches>,
        (limits, address): (Option<&Limits>, IpAddr),
        booked: &Arc<Booked>,
        seats: usize,
        wished: bool,
    ) -> Known<Outlook> {
        let about = (booked.rules.hash.clone(), seats > 1);
        let may = wished || !takes_long(&booked.rules);
        let (coaches, booked) = (coaches.clone(), booked.clone());
        let work = || async move {
            let asker = Asker::from(address);
            let coach = coaches.coach(Purpose::Page, asker, &booked.text, &booked.rules, seats).await?;
            let looking = coaches.jobs().run(Lane::Questions, asker, move |progress| coach.outlook(progress));
            looking.await?.map_err(|kosti_solver::Cancelled| Problem::TooMuchWork)
        };
        self.0.get(about, limits.map(|limits| (limits, address)), may, work).await
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::library::Shelf;
    use crate::limit::Rates;
    use crate::metrics::Metrics;
    use crate::sandbox::Sandbox;
    use kosti_rules::House;
    use kosti_table::Library as _;
    use std::net::Ipv4Addr;
    use std::num::NonZeroU32;

    const ONE: &str = "name = 'One'\ndice = 1\nthrows = 1\n[box.any]\nscore = 'all-dice'";
    const HERE: IpAddr = IpAddr::V4(Ipv4Addr::LOCALHOST);

    fn coaches() -> Arc<Coaches> {
        Arc::new(Coaches::new(Sandbox::none(), Arc::new(Metrics::new())))
    }

    fn booked(text: &str) -> Arc<Booked> {
        Shelf::default().rules("own", text, &House::default()).unwrap_or_else(|faults| panic!("{faults}"))
    }

    #[tokio::test]
    async fn a_game_is_worked_out_once_and_only_the_first_pays() {
        let (outlooks, coaches, one) = (Outlooks::default(), coaches(), booked(ONE));
        let limits = Limits::new(Rates { requests: NonZeroU32::MIN });
        let ready = loop {
            match outlooks.of(&coaches, (Some(&limits), HERE), &one, 1, false).await {
                Known::Ready(outlook) => break outlook,
                Known::Working => {}
                other => panic!("{other:?}"),
            }
        };
        assert!((ready.value - 3.5).abs() < 1e-9, "{ready:?}");
        while limits.costly(HERE).is_ok() {}
        let again = outlooks.of(&coaches, (Some(&limits), HERE), &one, 1, false).await;
        assert!(matches!(again, Known::Ready(_)), "{again:?}");
        let other = outlooks.of(&coaches, (Some(&limits), HERE), &one, 2, false).await;
        assert!(matches!(other, Known::Failed(Problem::TooMany { .. })), "{other:?}");
    }

    #[tokio::test]
    async fn what_takes_long_is_not_begun_by_looking() {
        let (outlooks, coaches) = (Outlooks::default(), coaches());
        let all = kosti_games::TEXTS.iter().map(|(_, text)| booked(text));
        let long: Vec<_> = all.filter(|booked| takes_long(&booked.rules)).collect();
        assert!(!long.is_empty());
        for booked in long {
            let looked = outlooks.of(&coaches, (None, HERE), &booked, 1, false).await;
            assert!(matches!(looked, Known::Unasked), "{looked:?}");
        }
    }
}
