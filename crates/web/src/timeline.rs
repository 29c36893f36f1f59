//! The history of a table in words, from its journal, oldest first.

use std::sync::Arc;

use kosti_app::{App, AppError};
use kosti_engine::{Event, State, UndoneEvents};
use kosti_journal::{Stored, TableId};
use kosti_table::{Commit, Table, TableEvent};
use kosti_text::{Arg, Language, Narrator, Words};

use crate::problem::Problem;

/// An event in words.
pub(super) struct DescribedEvent {
    /// When, in milliseconds since 1970.
    pub(super) at: i64,
    pub(super) said: String,
    /// Whether it corrects an entry.
    pub(super) correction: bool,
    /// Whether it was taken back later.
    pub(super) undone: bool,
    /// The table that it leads to.
    pub(super) leads_to: Option<String>,
    /// Which event of the game it is, counted from 0.
    event: Option<usize>,
}

/// Describes every event of a table. A long history takes a while, so this runs on a thread of its own.
pub(super) async fn describe_events(
    app: &Arc<App>,
    table: TableId,
    language: Language,
) -> Result<Vec<DescribedEvent>, Problem> {
    fold_journal(app, table, move |app, stored| {
        let words = app.words(language);
        let mut builder = HistoryBuilder::default();
        fold_commits(app, table, stored, |entry| entry.describe(words, &mut builder))?;
        Ok(builder.described)
    })
    .await
}

/// The score of each player of a race after each of their turns.
pub(super) async fn scores_by_turn(app: &Arc<App>, table: TableId) -> Result<Vec<Vec<i32>>, Problem> {
    fold_journal(app, table, move |app, stored| {
        let mut scores: Vec<Vec<i32>> = Vec::new();
        fold_commits(app, table, stored, |entry| {
            let Some(state) = entry.after.state() else { return };
            scores.resize_with(state.players().len(), Vec::new);
            for (player, scores) in state.players().iter().zip(&mut scores) {
                // A turn that is taken back is gone, and a correction is of the last one.
                scores.resize(player.turns, player.standing.score);
                if let Some(last) = scores.last_mut() {
                    *last = player.standing.score;
                }
            }
        })?;
        Ok(scores)
    })
    .await
}

async fn fold_journal<T: Send + 'static>(
    app: &Arc<App>,
    table: TableId,
    fold: impl FnOnce(&App, &[Stored]) -> Result<T, Problem> + Send + 'static,
) -> Result<T, Problem> {
    let (stored, folding) = (app.commits(table).await?, app.clone());
    app.host().compute(move || fold(&folding, &stored)).await?
}

/// The history so far.
#[derive(Default)]
struct HistoryBuilder {
    described: Vec<DescribedEvent>,
    events: usize,
    undone: UndoneEvents,
}

/// A commit with the table around it.
struct TimelineEntry<'a> {
    commit: &'a Commit,
    /// What everybody was called before it.
    names: &'a [String],
    /// Where the game was before it; nothing before it began.
    before: Option<State>,
    after: &'a Table,
}

/// Calls with each commit and the table around it.
fn fold_commits(
    app: &App,
    id: TableId,
    stored: &[Stored],
    mut each: impl FnMut(&TimelineEntry<'_>),
) -> Result<(), Problem> {
    let (first, rest) = stored.split_first().ok_or(AppError::UnknownTable)?;
    let mut table = Table::open(id.as_str(), &first.entry.body, app.rules_cache())?;
    if let Ok(commit) = Commit::parse(&first.entry.body) {
        each(&TimelineEntry { commit: &commit, names: &[], before: None, after: &table });
    }
    for stored in rest {
        let (before, names) = (table.state().cloned(), chair_names(&table));
        let commit = table.apply(&stored.entry.body)?;
        each(&TimelineEntry { commit: &commit, names: &names, before, after: &table });
    }
    Ok(())
}

fn chair_names(table: &Table) -> Vec<String> {
    table.chairs().iter().map(|chair| chair.name.clone()).collect()
}

impl TimelineEntry<'_> {
    /// Adds the events of the commit to the history.
    fn describe(&self, words: &Words, builder: &mut HistoryBuilder) {
        let names = chair_names(self.after);
        let mut state = self.before.clone();
        for table_event in &self.commit.events {
            // The table has applied it, so every event is valid.
            let event = table_event.event(self.after.rules()).ok().flatten();
            let said = match (&event, &mut state) {
                (Some(event), Some(state)) => {
                    let said = Narrator { words, state, names: &names }.describe_event(event);
                    let undone = builder.undone.apply(state, event);
                    let of =
                        |described: &DescribedEvent| described.event.is_some_and(|nth| undone.contains(&nth));
                    builder
                        .described
                        .iter_mut()
                        .filter(|event| of(event))
                        .for_each(|event| event.undone = true);
                    state.apply(event);
                    Some(said)
                }
                _ => self.describe_table_event(words, &names, table_event),
            };
            let leads_to = match table_event {
                TableEvent::Rematched { table } => Some(table.clone()),
                _ => None,
            };
            let correction = event.as_ref().is_some_and(is_correction);
            let at = self.commit.at;
            let event = event.map(|_| builder.events);
            builder.events += usize::from(event.is_some());
            let described =
                said.map(|said| DescribedEvent { at, said, correction, undone: false, leads_to, event });
            builder.described.extend(described);
        }
    }

    /// Describes what happens at the table outside the game. Chains and announced throws are left to the page that verifies dice.
    fn describe_table_event(&self, words: &Words, names: &[String], event: &TableEvent) -> Option<String> {
        let name = |seat: usize| names.get(seat).map_or("", String::as_str);
        let say = |id: &str, args: &[(&str, Arg<'_>)]| Some(words.say(id, args));
        match event {
            TableEvent::Opened(_) => {
                say("page-past-opened", &[("game", self.after.rules().name.get(words.language()).into())])
            }
            TableEvent::Seated { name, .. } => say("page-past-seated", &[("name", name.into())]),
            TableEvent::Started { .. } => say("page-past-started", &[("names", names.join(", ").into())]),
            TableEvent::StoodIn { seat, level } => {
                let label = level.label(self.after.rules(), names.len());
                say("page-past-stood-in", &[("name", name(*seat).into()), ("level", label.into())])
            }
            TableEvent::TookBack { seat } => say("page-past-took-back", &[("name", name(*seat).into())]),
            TableEvent::Vacated { seat } => {
                let left = self.names.get(*seat).map_or("", String::as_str);
                say("page-past-vacated", &[("name", left.into())])
            }
            TableEvent::Ended { .. } => {
                self.after.state().map(|state| Narrator { words, state, names }.describe_turn())
            }
            TableEvent::Resumed {} => say("page-past-resumed", &[]),
            TableEvent::Rematched { .. } => say("page-past-rematched", &[]),
            _ => None,
        }
    }
}

fn is_correction(event: &Event) -> bool {
    matches!(
        event,
        Event::EntryCorrected { .. } | Event::JokerCorrected { .. } | Event::StandingCorrected { .. }
    )
}
