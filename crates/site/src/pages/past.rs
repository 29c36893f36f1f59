//! `Past`: everything that happened at a table, from its journal, told oldest first.

use std::sync::Arc;

use kosti_engine::{Event, State, TakenBack};
use kosti_journal::{Stored, TableId, Version};
use kosti_table::{Fact, Note, Table};
use kosti_words::{Arg, Language, Teller, Words};

use crate::problem::Problem;
use crate::site::Site;

/// Something that happened.
pub(super) struct Told {
    /// When, in milliseconds since 1970.
    pub(super) at: i64,
    pub(super) said: String,
    /// Whether what was written was corrected by it.
    pub(super) correction: bool,
    /// Whether it was taken back later.
    pub(super) taken_back: bool,
    /// The table that it leads to.
    pub(super) leads_to: Option<String>,
    /// Which event of the game it is, counted from 0.
    event: Option<usize>,
}

/// Everything that happened at a table. It may be long, so it is told where nobody waits for it.
pub(super) async fn told(site: &Arc<Site>, table: TableId, language: Language) -> Result<Vec<Told>, Problem> {
    folded(site, table, move |site, stored| {
        let words = site.words(language);
        let mut teller = Telling::default();
        follow(site, table, stored, |moment| moment.tell(words, &mut teller))?;
        Ok(teller.told)
    })
    .await
}

/// What each player of a race had after each of their turns.
pub(super) async fn scores(site: &Arc<Site>, table: TableId) -> Result<Vec<Vec<i32>>, Problem> {
    folded(site, table, move |site, stored| {
        let mut scores: Vec<Vec<i32>> = Vec::new();
        follow(site, table, stored, |moment| {
            let Some(state) = moment.after.state() else { return };
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

async fn folded<T: Send + 'static>(
    site: &Arc<Site>,
    table: TableId,
    fold: impl FnOnce(&Site, &[Stored]) -> Result<T, Problem> + Send + 'static,
) -> Result<T, Problem> {
    let stored = site.hall.journal.read(table, Version::START).await?;
    let site = site.clone();
    tokio::task::spawn_blocking(move || fold(&site, &stored)).await.map_err(|_| Problem::Broken)?
}

/// What was told so far.
#[derive(Default)]
struct Telling {
    told: Vec<Told>,
    events: usize,
    taken_back: TakenBack,
}

/// A note that the table follows.
struct Moment<'a> {
    note: &'a Note,
    /// What everybody was called before it.
    names: &'a [String],
    /// Where the game was before it; nothing before it began.
    before: Option<State>,
    after: &'a Table,
}

/// Calls with each note and the table around it.
fn follow(
    site: &Site,
    id: TableId,
    stored: &[Stored],
    mut each: impl FnMut(&Moment<'_>),
) -> Result<(), Problem> {
    let (first, rest) = stored.split_first().ok_or(Problem::UnknownTable)?;
    let mut table = Table::open(id.as_str(), &first.entry.body, &site.hall.shelf)?;
    if let Ok(note) = Note::parse(&first.entry.body) {
        each(&Moment { note: &note, names: &[], before: None, after: &table });
    }
    for stored in rest {
        let (before, names) = (table.state().cloned(), called(&table));
        let note = table.follow(&stored.entry.body)?;
        each(&Moment { note: &note, names: &names, before, after: &table });
    }
    Ok(())
}

fn called(table: &Table) -> Vec<String> {
    table.chairs().iter().map(|chair| chair.name.clone()).collect()
}

impl Moment<'_> {
    /// What the note tells, after what was told before it.
    fn tell(&self, words: &Words, telling: &mut Telling) {
        let names = called(self.after);
        let mut state = self.before.clone();
        for fact in &self.note.did {
            // The table could follow it, so every fact is sound.
            let event = fact.event(self.after.rules()).ok().flatten();
            let said = match (&event, &mut state) {
                (Some(event), Some(state)) => {
                    let said = Teller { words, state, names: &names }.event(event);
                    let taken = telling.taken_back.follow(state, event);
                    let of = |told: &Told| told.event.is_some_and(|nth| taken.contains(&nth));
                    telling.told.iter_mut().filter(|told| of(told)).for_each(|told| told.taken_back = true);
                    state.apply(event);
                    Some(said)
                }
                _ => self.beside(words, &names, fact),
            };
            let leads_to = match fact {
                Fact::Rematched { table } => Some(table.clone()),
                _ => None,
            };
            let correction = event.as_ref().is_some_and(corrects);
            let at = self.note.at;
            let event = event.map(|_| telling.events);
            telling.events += usize::from(event.is_some());
            let told = said.map(|said| Told { at, said, correction, taken_back: false, leads_to, event });
            telling.told.extend(told);
        }
    }

    /// What happens beside the game. Chains and calls of throws are for whoever checks the dice.
    fn beside(&self, words: &Words, names: &[String], fact: &Fact) -> Option<String> {
        let name = |seat: usize| names.get(seat).map_or("", String::as_str);
        let say = |id: &str, args: &[(&str, Arg<'_>)]| Some(words.say(id, args));
        match fact {
            Fact::Opened(_) => {
                say("page-past-opened", &[("game", self.after.rules().name.get(words.language()).into())])
            }
            Fact::Seated { name, .. } => say("page-past-seated", &[("name", name.into())]),
            Fact::Started { .. } => say("page-past-started", &[("names", names.join(", ").into())]),
            Fact::StoodIn { seat, level } => {
                let label = level.label(self.after.rules(), names.len());
                say("page-past-stood-in", &[("name", name(*seat).into()), ("level", label.into())])
            }
            Fact::TookBack { seat } => say("page-past-took-back", &[("name", name(*seat).into())]),
            Fact::Vacated { seat } => {
                let left = self.names.get(*seat).map_or("", String::as_str);
                say("page-past-vacated", &[("name", left.into())])
            }
            Fact::Ended { .. } => self.after.state().map(|state| Teller { words, state, names }.whose_turn()),
            Fact::Resumed {} => say("page-past-resumed", &[]),
            Fact::Rematched { .. } => say("page-past-rematched", &[]),
            _ => None,
        }
    }
}

fn corrects(event: &Event) -> bool {
    matches!(
        event,
        Event::EntryCorrected { .. } | Event::JokerCorrected { .. } | Event::StandingCorrected { .. }
    )
}
