//! `Reviews`: the reviews of finished games, each computed once.

use std::net::IpAddr;
use std::sync::Arc;

use kosti_coach::{Coach, Review};
use kosti_engine::Record;
use kosti_journal::{TableId, Version};
use kosti_table::{CommandError, CompiledRules};

use crate::coaches::Purpose;
use crate::error::AppError;
use crate::host::Host;
use crate::job_cache::{JobCache, JobStatus};
use crate::jobs::Asker;
use crate::table_registry::TableRegistry;

/// A finished game with the effects of its decisions and of luck.
pub struct ReviewedGame {
    /// The record of the game.
    pub record: Record,
    /// The effects of luck and of decisions.
    pub review: Review,
    /// The rules. The coach itself is too large to be cached for every reviewed game.
    compiled: Arc<CompiledRules>,
}

impl ReviewedGame {
    /// The coach that reviewed it.
    pub async fn coach(&self, registry: &TableRegistry, address: IpAddr) -> Result<Arc<Coach>, AppError> {
        let (CompiledRules { text, rules }, seats) = (&*self.compiled, self.record.tags.players.len());
        registry.coaches.coach(Purpose::Page, address.into(), text, rules, seats).await
    }
}

/// Reviews by table and its version.
pub(crate) struct Reviews(JobCache<(TableId, Version), Arc<ReviewedGame>, 32>);

impl Reviews {
    pub(crate) fn new(host: &Arc<dyn Host>) -> Self {
        Self(JobCache::new(host))
    }

    /// The review of a finished game; `None` while it is being computed.
    ///
    /// A running game has no review: it would show the coach's opinion to players who may not ask for it.
    pub(crate) async fn get(
        &self,
        registry: &Arc<TableRegistry>,
        table: TableId,
        address: IpAddr,
    ) -> Result<Option<Arc<ReviewedGame>>, AppError> {
        let session = registry.fresh_session(table).await?;
        let version = {
            let state = session.lock().await;
            if state.table.is_deleted() {
                return Err(CommandError::Gone.into());
            }
            if state.table.state().and_then(kosti_engine::State::outcome).is_none() {
                return Err(CommandError::NotOver.into());
            }
            state.version
        };
        let registry = registry.clone();
        match self.0.get((table, version), None, true, || review(registry, table, address.into())).await {
            JobStatus::Ready(played) => Ok(Some(played)),
            JobStatus::Working | JobStatus::Unasked => Ok(None),
            JobStatus::Failed(problem) => Err(problem),
        }
    }
}

async fn review(
    registry: Arc<TableRegistry>,
    table: TableId,
    asker: Asker,
) -> Result<Arc<ReviewedGame>, AppError> {
    let stored = registry.journal.read(table, Version::START).await?;
    let of = registry.clone();
    let read = registry.host.compute(move || {
        let checked = kosti_table::verify(stored.iter().map(|stored| &*stored.entry.body), &of.rules_cache)?;
        Ok::<_, kosti_table::VerifyError>((checked.record, checked.table.compiled().clone()))
    });
    let (record, compiled) =
        read.await?.map_err(|why| AppError::Unreadable { message: why.to_string(), why: None })?;
    let (rules, seats) = (compiled.clone(), record.tags.players.len());
    let report = registry.coaches.clone().report(asker, rules, seats, |coach, progress| {
        let review = coach.review(&record, progress)?;
        Ok(Arc::new(ReviewedGame { record, review, compiled }))
    });
    report.await
}
