//! `Reviews`: finished games with what luck and decisions did in them, each worked out once.

use std::net::IpAddr;
use std::sync::Arc;

use kosti_coach::{Coach, Review};
use kosti_engine::Record;
use kosti_journal::{TableId, Version};
use kosti_table::Refused;

use crate::coaches::Purpose;
use crate::hall::Hall;
use crate::jobs::{Asker, Lane};
use crate::problem::Problem;
use crate::worked::{Known, Worked};

/// A game that was played, and what was good and lucky in it.
pub(crate) struct Played {
    pub(crate) record: Record,
    pub(crate) review: Review,
    /// The rules file. The coach itself is too large to be kept for every game that somebody looks at.
    text: Arc<str>,
}

impl Played {
    /// The coach that reviewed it.
    pub(crate) async fn coach(&self, hall: &Hall, address: IpAddr) -> Result<Arc<Coach>, Problem> {
        let (rules, seats) = (self.record.rules(), self.record.tags.players.len());
        hall.coaches.coach(Purpose::Page, address.into(), &self.text, rules, seats).await
    }
}

/// Reviews by table and its version.
#[derive(Default)]
pub(crate) struct Reviews(Worked<(TableId, Version), Arc<Played>, 32>);

impl Reviews {
    /// The review of a finished game; nothing while it is being worked out.
    ///
    /// Of a running game there is none: it would tell what the coach thinks to those who may not know.
    pub(crate) async fn get(
        &self,
        hall: &Arc<Hall>,
        table: TableId,
        address: IpAddr,
    ) -> Result<Option<Arc<Played>>, Problem> {
        let room = hall.fresh_room(table).await?;
        let version = {
            let inside = room.lock().await;
            if inside.table.is_deleted() {
                return Err(Refused::Gone.into());
            }
            if inside.table.state().and_then(kosti_engine::State::outcome).is_none() {
                return Err(Refused::NotOver.into());
            }
            inside.version
        };
        let hall = hall.clone();
        match self.0.get((table, version), None, true, || review(hall, table, address.into())).await {
            Known::Ready(played) => Ok(Some(played)),
            Known::Working | Known::Unasked => Ok(None),
            Known::Failed(problem) => Err(problem),
        }
    }
}

async fn review(hall: Arc<Hall>, table: TableId, asker: Asker) -> Result<Arc<Played>, Problem> {
    let stored = hall.journal.read(table, Version::START).await?;
    let of = hall.clone();
    let reading = tokio::task::spawn_blocking(move || {
        let checked = kosti_table::verify(stored.iter().map(|stored| &*stored.entry.body), &of.shelf)?;
        Ok::<_, kosti_table::NotProven>((checked.record, checked.table.booked().text.clone()))
    });
    let read = reading.await.map_err(|_| Problem::Broken)?;
    let (record, text) = read.map_err(|why| Problem::Unreadable { message: why.to_string(), why: None })?;
    let (rules, seats) = (record.rules(), record.tags.players.len());
    let coach = hall.coaches.coach(Purpose::Page, asker, &text, rules, seats).await?;
    let reviewing = hall.coaches.jobs().run(Lane::Questions, asker, move |progress| {
        let review = coach.review(&record, progress)?;
        Ok(Arc::new(Played { record, review, text }))
    });
    reviewing.await?.map_err(|kosti_solver::Cancelled| Problem::TooMuchWork)
}
