//! Many games of best play at once. The games of a batch go turn by turn; those on the same state share a lane.

use kosti_rules::Sheet;
use rayon::prelude::*;

use crate::backward::with_tables;
use crate::book::{Book, Played, Source, Tray, Write};
use crate::cell::LANES;
use crate::facts::{Batch, Tally};
use crate::kernel::Tables;
use crate::lattice::Index;
use crate::progress::{Cancelled, Counter, Progress};
use crate::strategy::Strategy;
use crate::turn::{Fan, Place};

/// How many games are a batch.
const BATCH: usize = 4096;

/// Plays so many games in batches; each has a source of its own, so that the result does not depend on how many threads
/// there are.
pub(crate) fn in_batches<S: Source, T: Send>(
    batch: usize,
    games: usize,
    source: impl Fn(u64) -> S + Sync,
    progress: &dyn Progress,
    play: impl Fn(usize, &mut S, &Counter<'_>) -> Result<Vec<T>, Cancelled> + Sync,
) -> Result<Vec<T>, Cancelled> {
    let counter = Counter::new(games, progress);
    let batches: Vec<Vec<T>> = (0..games.div_ceil(batch))
        .into_par_iter()
        .map(|nth| {
            counter.check()?;
            let count = batch.min(games - nth * batch);
            let played = play(count, &mut source(nth as u64), &counter)?;
            counter.add(count)?;
            Ok(played)
        })
        .collect::<Result<_, Cancelled>>()?;
    Ok(batches.into_iter().flatten().collect())
}

/// A game that is going on.
#[derive(Clone, Default)]
struct Playing {
    place: Place,
    total: i32,
    won: Option<u32>,
    /// What is written, where points decide.
    sheet: Option<Sheet>,
}

impl Strategy {
    /// Plays so many games. Each batch of games has a source of its own: the same sources give the same games on any
    /// number of threads.
    ///
    /// # Errors
    /// When it is cancelled.
    pub fn simulate<S: Source>(
        &self,
        games: usize,
        source: impl Fn(u64) -> S + Sync,
        progress: &dyn Progress,
    ) -> Result<Vec<Played>, Cancelled> {
        let book = self.book();
        in_batches(BATCH, games, source, progress, |count, source, counter| {
            with_tables!(&self.model.tables, |tables, N| self
                .play_batch::<_, N>(tables, &book, count, source, None, counter))
        })
    }

    /// Plays so many games, and counts what becomes of the boxes.
    ///
    /// # Errors
    /// When it is cancelled.
    pub fn simulate_boxes<S: Source>(
        &self,
        games: usize,
        source: impl Fn(u64) -> S + Sync,
        progress: &dyn Progress,
    ) -> Result<Vec<Batch>, Cancelled> {
        let book = self.book();
        in_batches(BATCH, games, source, progress, |count, source, counter| {
            let mut tally = Tally::new(self.game().rules);
            let played = with_tables!(&self.model.tables, |tables, N| self.play_batch::<_, N>(
                tables,
                &book,
                count,
                source,
                Some(&mut tally),
                counter
            ))?;
            Ok(vec![Batch { played, tally }])
        })
    }

    pub(crate) fn book(&self) -> Book<'_> {
        Book::new(self.game().rules, &self.model.moves, &self.model.lattice)
    }

    fn play_batch<I: Index, const N: usize>(
        &self,
        tables: &Tables<I>,
        book: &Book<'_>,
        count: usize,
        source: &mut impl Source,
        mut tally: Option<&mut Tally>,
        counter: &Counter<'_>,
    ) -> Result<Vec<Played>, Cancelled> {
        let rules = self.game().rules;
        let sheet = (tally.is_some() || !rules.awards.is_empty()).then(|| Sheet::empty(rules.slots.len()));
        let mut games = vec![Playing { sheet, ..Playing::default() }; count];
        let mut order: Vec<usize> = (0..count).collect();
        let mut tray = Tray::<I, N>::new(tables, &self.model.moves, &self.model.lattice);
        let mut fan = Fan::default();
        for round in 0..rules.rounds as u32 {
            order.sort_unstable_by_key(|&game| (games[game].place, game));
            let mut rest = &order[..];
            while !rest.is_empty() {
                counter.check()?;
                let (places, taken) = lanes(rest.iter().map(|&game| games[game].place));
                tray.board.place(&self.game(), &mut fan, &places, |state| self.values[state]);
                tray.weigh();
                let mut lane = 0;
                for &game in &rest[..taken] {
                    let game = &mut games[game];
                    lane += usize::from(game.place != places[lane]);
                    let write = self.play_turn(book, &tray, game, lane, round, source);
                    if let Some(tally) = &mut tally {
                        tally.note(&write, round as usize);
                    }
                }
                rest = &rest[taken..];
            }
        }
        if let Some(tally) = tally {
            for sheet in games.iter().filter_map(|game| game.sheet.as_ref()) {
                tally.note_end(rules, &rules.totals(sheet));
            }
        }
        Ok(games.iter().map(|game| self.played(game)).collect())
    }

    fn play_turn<I: Index, const N: usize>(
        &self,
        book: &Book<'_>,
        tray: &Tray<'_, I, N>,
        game: &mut Playing,
        lane: usize,
        round: u32,
        source: &mut impl Source,
    ) -> Write {
        let (write, won) = book.best_turn(tray, lane, &[], source);
        game.won = game.won.or(won.then_some(round));
        let (filling, nth) = game.place;
        let (states, this) = (&self.model.states, &self.model.moves.moves[write.to]);
        let state = states.after(filling, nth, this);
        let filling = states.next_filling(filling, this);
        game.place = (filling, state - states.first_of(filling));
        game.total += write.points() + write.bonus;
        if let Some(sheet) = &mut game.sheet {
            write.onto(sheet);
        }
        write
    }

    fn played(&self, game: &Playing) -> Played {
        let points = game.sheet.as_ref().and_then(|sheet| self.game().rules.totals(sheet).points);
        let total = game.total + self.model.states.final_extra(game.place.1) as i32;
        Played { total, points, won: game.won }
    }
}

/// The first places that fill the lanes, each once, and how many games stand on them. The places are in order.
fn lanes(places: impl Iterator<Item = Place>) -> (Vec<Place>, usize) {
    let mut found: Vec<Place> = Vec::with_capacity(LANES);
    let mut taken = 0;
    for place in places {
        if found.last() != Some(&place) {
            if found.len() == LANES {
                break;
            }
            found.push(place);
        }
        taken += 1;
    }
    (found, taken)
}
