//! `Reach`: the largest chance of finishing with at least so many points, from a sheet on.
//!
//! The kernel is that of the expected total; its lanes are neighbouring numbers of points still needed, and writing
//! points moves on to fewer needed ones. Only the needs that can come up and are not yet settled are worked on, and
//! only one layer of states is kept at a time.

use std::sync::Arc;

use kosti_dice::Dice;
use kosti_rules::{Rules, Sheet};
use rayon::prelude::*;

use crate::backward::with_tables;
use crate::cell::{Cell, LANES, Means};
use crate::kernel::{Board, Tables, Turn};
use crate::lattice::Index;
use crate::model::Model;
use crate::moves::Aim;
use crate::progress::{Cancelled, Counter, NoProgress, Progress, check};
use crate::states::{Ranges, SolveError, TooLarge};
use crate::strategy::Valued;
use crate::turn::{Place, may_fill};

/// How many chances are worked out at most; each costs about a microsecond.
const MOST_CELLS: usize = 1_000_000_000;
/// How many states a thread takes at a time.
const CHUNK: usize = 8;

/// Best play from a sheet on, for finishing with at least so many points.
pub struct Reach {
    model: Model,
    sheet: Sheet,
    place: Place,
    /// What the entries still to come, bonuses and penalties must add up to.
    need: i32,
    cells: usize,
    value: f64,
    /// The states that can follow the sheet.
    next: Chances,
}

/// The needs of a state that can come up and are not settled.
#[derive(Debug, Clone, Copy, Default)]
struct Span {
    /// Needs up to here are met whatever happens.
    sure: i32,
    /// The first need that is worked out, and how many.
    from: i32,
    len: u32,
    /// Where they stand in the layer's chances.
    at: usize,
}

/// The chances of the states of a layer.
#[derive(Default)]
struct Chances {
    /// The first state of the layer.
    state: usize,
    spans: Vec<Span>,
    chances: Vec<f64>,
}

impl Chances {
    fn of(&self, state: usize, need: i32) -> f64 {
        let span = &self.spans[state - self.state];
        if need <= span.sure {
            return 1.0;
        }
        // Needs before the first are those of moves that the state before does not have, as of jokers too early.
        let nth = need - span.from;
        if (0..span.len as i32).contains(&nth) { self.chances[span.at + nth as usize] } else { 0.0 }
    }

    /// The chances of as many needs as there are lanes, upwards from one.
    #[inline]
    fn lanes(&self, state: usize, need: i32) -> Means {
        let span = &self.spans[state - self.state];
        let nth = need - span.from;
        if nth >= 0 && need > span.sure && nth + (LANES as i32) <= span.len as i32 {
            let at = span.at + nth as usize;
            let mut lanes = Means::ZERO;
            lanes.0.copy_from_slice(&self.chances[at..at + LANES]);
            return lanes;
        }
        Means(std::array::from_fn(|lane| self.of(state, need + lane as i32)))
    }
}

impl Reach {
    /// Solves a game from the start.
    ///
    /// # Errors
    /// When it has too many states.
    ///
    /// # Panics
    /// When the rules are not those of a score-sheet game.
    pub fn solve(rules: Arc<Rules>, at_least: i32) -> Result<Self, SolveError> {
        let empty = Sheet::empty(rules.sheet().map_or(0, |sheet| sheet.slots.len()));
        Self::solve_from(rules, empty, at_least, &NoProgress)
    }

    /// Solves what is left of a game, observed by `progress`.
    ///
    /// # Errors
    /// When it has too many states, or is cancelled.
    ///
    /// # Panics
    /// When the rules are not those of a score-sheet game, or the sheet is not one of theirs.
    pub fn solve_from(
        rules: Arc<Rules>,
        sheet: Sheet,
        at_least: i32,
        progress: &dyn Progress,
    ) -> Result<Self, SolveError> {
        let model = Model::new(rules, Aim::Score, progress)?;
        let slots = 0..model.sheet().slots.len();
        let need = at_least - sheet.joker() - slots.map(|slot| sheet.sum(slot)).sum::<i32>();
        let place = model.states.locate(&sheet);
        let mut layers = spans(&model, &sheet, need, progress)?;
        let count = |layer: &Chances| layer.spans.iter().map(|span| span.len as usize).sum::<usize>();
        let cells = layers.iter().map(count).sum();
        if cells > MOST_CELLS {
            return Err(TooLarge { states: cells, most: MOST_CELLS }.into());
        }
        let counter = Counter::new(cells, progress);
        let mut next = layers.pop().expect("there is at least the sheet itself");
        let mut value = None;
        while let Some(mut layer) = layers.pop() {
            layer.chances = vec![0.0; count(&layer)];
            with_tables!(&model.tables, |tables, N| solve_layer::<_, N>(
                &model, tables, &mut layer, &next, &counter
            ))?;
            if layers.is_empty() {
                value = Some(layer.of(model.states.first_of(place.0) + place.1, need));
            } else {
                next = layer;
            }
        }
        // A full sheet has no layer after its own.
        let value = value.unwrap_or_else(|| next.of(model.states.first_of(place.0) + place.1, need));
        Ok(Self { model, sheet, place, need, cells, value: value.clamp(0.0, 1.0), next })
    }

    /// The chance, before the first throw of a turn.
    #[must_use]
    pub fn value(&self) -> f64 {
        self.value
    }

    /// How many chances were worked out: states, by the points they need.
    #[must_use]
    pub fn cells(&self) -> usize {
        self.cells
    }

    /// The rules that were solved.
    #[must_use]
    pub fn rules(&self) -> &Arc<Rules> {
        &self.model.rules
    }

    /// The chance after everything that can be done with these dice on this throw, best first.
    #[must_use]
    pub fn advise(&self, dice: Dice, throw: u8) -> Vec<Valued> {
        let rules = self.model.sheet();
        if rules.wins(dice, throw).is_some() || rules.is_full(&self.sheet) {
            return Vec::new();
        }
        let (filling, nth) = self.place;
        let after = |slot: usize, points: i32, bonus: i32| {
            let writing = self.model.moves.writing(rules, slot, points);
            self.next.of(self.model.states.after(filling, nth, &writing), self.need - points - bonus)
        };
        crate::strategy::advice(rules, &rules.offers(&self.sheet, dice, throw), dice, throw, after, |keeps| {
            self.keep_values(throw + 1, keeps)
        })
        .into_iter()
        .map(|valued| Valued { value: valued.value.clamp(0.0, 1.0), ..valued })
        .collect()
    }

    fn keep_values(&self, throw: u8, keeps: &[Dice]) -> Vec<f64> {
        with_tables!(&self.model.tables, |tables, N| self.keep_values_sized::<_, N>(tables, throw, keeps))
    }

    fn keep_values_sized<I: Index, const N: usize>(
        &self,
        tables: &Tables<I>,
        throw: u8,
        keeps: &[Dice],
    ) -> Vec<f64> {
        let mut board = Board::<Means, N>::new(&self.model.moves);
        let mut follows = Vec::new();
        follow(&self.model, self.place, &mut board.open, &mut follows);
        board.place_needs(&self.model, self.place, &follows, &self.next, self.need);
        board.write_all(tables);
        board.before_throw(tables, throw.into());
        keeps.iter().map(|&keep| board.keeps[self.model.lattice.keep(keep)].get(0)).collect()
    }
}

/// For each layer from the sheet's own on: which needs its states can have.
fn spans(
    model: &Model,
    sheet: &Sheet,
    need: i32,
    progress: &dyn Progress,
) -> Result<Vec<Chances>, Cancelled> {
    let ranges = Ranges::new(model.sheet(), &model.states, sheet);
    let layer = |layer: &crate::states::Layer| {
        let mut found = Chances { state: layer.from, ..Chances::default() };
        let mut at = 0;
        for &filling in &layer.fillings {
            check(progress)?;
            for range in ranges.of(filling as usize) {
                let span = range.map_or_else(Span::default, |range| {
                    let from = (need - range.written.1).max(range.rest.0 + 1);
                    let to = (need - range.written.0).min(range.rest.1);
                    Span { sure: range.rest.0, from, len: (to - from + 1).max(0) as u32, at }
                });
                at += span.len as usize;
                found.spans.push(span);
            }
        }
        Ok(found)
    };
    model.states.layers[sheet.written()..].par_iter().map(layer).collect()
}

/// A state of a layer, and where its chances go.
struct Task<'a> {
    place: Place,
    from: i32,
    chances: &'a mut [f64],
}

/// Solves the states of a layer from those of the next.
fn solve_layer<I: Index, const N: usize>(
    model: &Model,
    tables: &Tables<I>,
    layer: &mut Chances,
    next: &Chances,
    counter: &Counter<'_>,
) -> Result<(), Cancelled> {
    let written = model.states.layers.iter().find(|other| other.from == layer.state);
    let fillings = written.map_or(&[][..], |layer| &layer.fillings);
    let mut tasks: Vec<Task<'_>> = Vec::new();
    let (mut rest, mut spans) = (&mut layer.chances[..], layer.spans.iter());
    for &filling in fillings {
        let filling = filling as usize;
        for (nth, span) in spans.by_ref().take(model.states.states_of(filling)).enumerate() {
            let (chances, others) = rest.split_at_mut(span.len as usize);
            rest = others;
            if span.len > 0 {
                tasks.push(Task { place: (filling, nth), from: span.from, chances });
            }
        }
    }
    tasks.par_chunks_mut(CHUNK).try_for_each_init(
        || (Board::<Means, N>::new(&model.moves), Vec::new()),
        |(board, follows), tasks| {
            let arch = pulp::Arch::new();
            for Task { place, from, chances } in &mut *tasks {
                follow(model, *place, &mut board.open, follows);
                for (need, chances) in (*from..).step_by(LANES).zip(chances.chunks_mut(LANES)) {
                    counter.check()?;
                    board.place_needs(model, *place, follows, next, need);
                    let turn = arch.dispatch(Turn { board, tables });
                    chances.copy_from_slice(&turn.0[..chances.len()]);
                }
            }
            counter.add(tasks.iter().map(|task| task.chances.len()).sum())
        },
    )
}

/// Where a state goes by a move.
struct Follow {
    to: usize,
    points: i32,
    state: usize,
}

/// Where a state goes by each move, and its open boxes.
fn follow(model: &Model, (filling, nth): Place, open: &mut Vec<usize>, follows: &mut Vec<Follow>) {
    let game = model.game();
    open.clear();
    follows.clear();
    for slot in (0..game.rules.slots.len()).filter(|&slot| may_fill(&game, filling, slot)) {
        open.push(slot);
        for &to in &model.moves.of_slot[slot] {
            let this = &model.moves.moves[to];
            let state = model.states.after(filling, nth, this);
            follows.push(Follow { to, points: this.points, state });
        }
    }
}

impl<const N: usize> Board<Means, N> {
    /// Puts needs of one state into the lanes, upwards from one. The open boxes are there already.
    fn place_needs(&mut self, model: &Model, place: Place, follows: &[Follow], next: &Chances, need: i32) {
        self.next.fill(Means::NEVER);
        self.last_resort.fill(Means::NEVER);
        for follow in follows {
            self.next[follow.to] = next.lanes(follow.state, need - follow.points);
        }
        self.place_jokers(&model.game(), &[place]);
        self.place_last_resort(&model.game(), &[place]);
    }
}
