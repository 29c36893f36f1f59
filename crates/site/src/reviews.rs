//! `Reviews`: finished games with what luck and decisions did in them, each worked out once.

use std::collections::HashMap;
use std::sync::{Arc, Mutex, PoisonError};
use std::time::Duration;

use kosti_coach::{Coach, Review};
use kosti_engine::Record;
use kosti_journal::{TableId, Version};
use kosti_table::Refused;
use tokio::sync::OnceCell;

use crate::hall::Hall;
use crate::problem::Problem;

/// Reviews at hand.
const MOST: usize = 32;
/// How long a page waits for one that is not worked out yet.
const PATIENCE: Duration = Duration::from_millis(40);

/// A game that was played, and what was good and lucky in it.
pub(crate) struct Played {
    pub(crate) record: Record,
    pub(crate) review: Review,
    /// The rules file. The coach itself is too large to be kept for every game that somebody looks at.
    text: Arc<str>,
}

impl Played {
    /// The coach that reviewed it.
    pub(crate) async fn coach(&self, hall: &Hall) -> Result<Arc<Coach>, Problem> {
        hall.coaches.coach(&self.text, self.record.rules(), self.record.tags.players.len()).await
    }
}

type Cell = Arc<OnceCell<Result<Arc<Played>, Problem>>>;

/// Reviews by table, with the version that they are of.
#[derive(Default)]
pub(crate) struct Reviews {
    known: Mutex<HashMap<TableId, (Version, Cell)>>,
}

impl Reviews {
    /// The review of a finished game; nothing while it is being worked out.
    ///
    /// Of a running game there is none: it would tell what the coach thinks to those who may not know.
    pub(crate) async fn get(&self, hall: &Arc<Hall>, table: TableId) -> Result<Option<Arc<Played>>, Problem> {
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
        let cell = self.cell(table, version);
        let hall = hall.clone();
        let working = tokio::spawn(async move { cell.get_or_init(|| review(hall, table)).await.clone() });
        match tokio::time::timeout(PATIENCE, working).await {
            Ok(done) => done.map_err(|_| Problem::Broken)?.map(Some),
            Err(_) => Ok(None),
        }
    }

    fn cell(&self, table: TableId, version: Version) -> Cell {
        let mut known = self.known.lock().unwrap_or_else(PoisonError::into_inner);
        if let Some((of, cell)) = known.get(&table)
            && *of == version
            && !matches!(cell.get(), Some(Err(_)))
        {
            return cell.clone();
        }
        if known.len() >= MOST {
            known.clear();
        }
        let cell = Cell::default();
        known.insert(table, (version, cell.clone()));
        cell
    }
}

async fn review(hall: Arc<Hall>, table: TableId) -> Result<Arc<Played>, Problem> {
    let stored = hall.journal.read(table, Version::START).await?;
    let of = hall.clone();
    let reading = tokio::task::spawn_blocking(move || {
        let checked = kosti_table::verify(stored.iter().map(|stored| &*stored.entry.body), &of.shelf)?;
        Ok::<_, kosti_table::NotProven>((checked.record, checked.table.booked().text.clone()))
    });
    let read = reading.await.map_err(|_| Problem::Broken)?;
    let (record, text) = read.map_err(|why| Problem::Unreadable { message: why.to_string(), why: None })?;
    let coach = hall.coaches.coach(&text, record.rules(), record.tags.players.len()).await?;
    let pool = hall.coaches.pool().clone();
    let reviewing = tokio::task::spawn_blocking(move || {
        let review = pool.install(|| coach.review(&record));
        Arc::new(Played { record, review, text })
    });
    reviewing.await.map_err(|_| Problem::Broken)
}
