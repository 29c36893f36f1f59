//! `Ends`: the last turns exactly, with the running total.

use std::ops::Range;

use rayon::prelude::*;

use super::layout::Fillings;
use super::track::Track;
use crate::cell::{Cell, LANES, Means};
use crate::kernel::{Board, Tables, Turn};
use crate::lattice::Index;
use crate::moves::Moves;
use crate::progress::{Cancelled, Progress, check};

/// Where the values of a filling stand: for each of its states those of all totals it can have.
#[derive(Debug, Clone, Copy, Default)]
struct Span {
    at: usize,
    /// The smallest total.
    from: i32,
    totals: usize,
    states: usize,
}

/// The values of the last layers: points to come, those of the total included.
pub(crate) struct Ends {
    /// The first layer that is worked out, by its entries.
    pub(crate) written: usize,
    /// The first one that is worked out for all totals.
    pub(crate) exact: usize,
    spans: Vec<Span>,
    values: Vec<f64>,
    /// What a point of the total is worth beyond the totals that were worked out.
    slope: f64,
}

/// What the last turns are played for.
#[derive(Clone, Copy)]
pub(crate) struct Goal<'a> {
    pub(crate) tracks: &'a [Track],
    pub(crate) moves: &'a Moves,
    /// By box and entry: what it adds to the total.
    pub(crate) counted: &'a [Vec<i32>],
    /// What a total gives at the end.
    pub(crate) stairs: &'a (dyn Fn(i32) -> f64 + Sync),
}

impl Goal<'_> {
    /// The smallest and the largest total that a filling can have.
    fn totals(&self, fillings: &Fillings, filling: usize) -> (i32, i32) {
        let entries = self.counted.iter().zip(fillings.all_filled(filling));
        entries.fold((0, 0), |(least, most), (counted, fill)| {
            let of = |total: Option<&i32>| total.copied().unwrap_or(0) * fill as i32;
            (least + of(counted.iter().min()), most + of(counted.iter().max()))
        })
    }
}

impl Ends {
    /// Solves the last layers, as many as have no more than so many values: states by their running totals.
    pub(crate) fn solve<I: Index, const N: usize>(
        goal: &Goal<'_>,
        fillings: &Fillings,
        tables: &Tables<I>,
        limit: usize,
        progress: &dyn Progress,
    ) -> Result<Self, Cancelled> {
        let spans = vec![Span::default(); fillings.count];
        let mut ends = Self {
            written: fillings.rounds() + 1,
            exact: fillings.rounds() + 1,
            spans,
            values: Vec::new(),
            slope: 0.0,
        };
        // The full sheets are always there.
        let mut most = usize::MAX;
        while ends.written > 0 && ends.solve_before::<I, N>(goal, fillings, tables, None, most, progress)? {
            most = limit;
        }
        Ok(ends)
    }

    /// One turn more, for these totals only: beyond them a line goes on.
    pub(crate) fn extend<I: Index, const N: usize>(
        &mut self,
        goal: &Goal<'_>,
        fillings: &Fillings,
        tables: &Tables<I>,
        (window, slope): (Range<i32>, f64),
        most: usize,
        progress: &dyn Progress,
    ) -> Result<(), Cancelled> {
        if self.written > 0 {
            self.solve_before::<I, N>(goal, fillings, tables, Some(&window), most, progress)?;
            self.slope = slope;
        }
        Ok(())
    }

    /// Solves the layer before, unless there would be too many values.
    fn solve_before<I: Index, const N: usize>(
        &mut self,
        goal: &Goal<'_>,
        fillings: &Fillings,
        tables: &Tables<I>,
        window: Option<&Range<i32>>,
        most: usize,
        progress: &dyn Progress,
    ) -> Result<bool, Cancelled> {
        let (written, mut cells) = (self.written - 1, self.values.len());
        let mut all = true;
        for &filling in &fillings.layers[written] {
            let states = states(goal.tracks, fillings, filling);
            let (mut from, mut to) = goal.totals(fillings, filling);
            if let Some(window) = window {
                // At least one total, the nearest one.
                let part = (window.start.clamp(from, to), (window.end - 1).clamp(from, to));
                all &= part == (from, to);
                (from, to) = part;
            }
            let totals = (to - from + 1) as usize;
            self.spans[filling] = Span { at: cells, from, totals, states };
            cells = cells.saturating_add(states.saturating_mul(totals));
            if cells > most {
                return Ok(false);
            }
        }
        let mut layer = vec![0.0; cells - self.values.len()];
        self.solve_layer::<I, N>(goal, fillings, tables, written, &mut layer, progress)?;
        self.values.extend(layer);
        self.written = written;
        self.exact = if all { written } else { self.exact };
        Ok(true)
    }

    fn solve_layer<I: Index, const N: usize>(
        &self,
        goal: &Goal<'_>,
        fillings: &Fillings,
        tables: &Tables<I>,
        written: usize,
        mut rest: &mut [f64],
        progress: &dyn Progress,
    ) -> Result<(), Cancelled> {
        let mut tasks = Vec::new();
        for &filling in &fillings.layers[written] {
            let span = self.spans[filling];
            for state in 0..span.states {
                let (own, others) = rest.split_at_mut(span.totals);
                tasks.push((filling, state, own));
                rest = others;
            }
        }
        if written == fillings.rounds() {
            for (filling, _, own) in tasks {
                let totals = self.spans[filling].from..;
                own.iter_mut().zip(totals).for_each(|(value, total)| *value = (goal.stairs)(total));
            }
            return Ok(());
        }
        tasks.into_par_iter().try_for_each_init(
            || (Board::<Means, N>::new(goal.moves), Vec::new()),
            |(board, follows), (filling, state, own)| {
                let arch = pulp::Arch::new();
                let span = self.spans[filling];
                board.open.clear();
                board.open.extend(fillings.open(filling));
                board.next.fill(Means::NEVER);
                follows.clear();
                let classes = classes(goal.tracks, fillings, filling, state);
                for slot in fillings.open(filling) {
                    self.follow(goal, fillings, filling, &classes, slot, |to, given, row, added| {
                        follows.push((to, given, row, added));
                    });
                }
                for (nth, own) in own.chunks_mut(LANES).enumerate() {
                    check(progress)?;
                    for &(to, given, (row, from, totals), added) in &*follows {
                        let first = span.from + (nth * LANES) as i32 + added - from;
                        for lane in 0..LANES {
                            let total = (first as usize + lane).min(totals - 1);
                            board.next[to].set(lane, given + self.values[row + total]);
                        }
                    }
                    let turn = arch.dispatch(Turn { board, tables });
                    own.copy_from_slice(&turn.0[..own.len()]);
                }
                Ok(())
            },
        )
    }

    /// Where each entry of a box leads: the move, the points given, the row of what follows (where it begins, its
    /// first total and how many it has) and what is added to the total.
    fn follow(
        &self,
        goal: &Goal<'_>,
        fillings: &Fillings,
        filling: usize,
        classes: &[u16],
        slot: usize,
        mut look: impl FnMut(usize, f64, (usize, i32, usize), i32),
    ) {
        let next = fillings.next(filling, slot);
        let span = self.spans[next];
        let (mut stride, mut own_stride, mut state) = (1, 1, 0);
        for (other, fill) in fillings.all_filled(next).enumerate() {
            if other == slot {
                own_stride = stride;
            } else {
                state += usize::from(classes[other]) * stride;
            }
            stride *= goal.tracks[other].filled[fill].classes;
        }
        let track = &goal.tracks[slot];
        let steps = track.steps(fillings.filled(filling, slot), classes[slot]).iter();
        for ((step, entry), &added) in steps.zip(&track.entries).zip(&goal.counted[slot]) {
            let row = span.at + (state + usize::from(step.class) * own_stride) * span.totals;
            look(entry.to, step.given, (row, span.from, span.totals), added);
        }
    }

    /// What each entry of a box brings: points, and the value of what follows.
    pub(crate) fn after(
        &self,
        goal: &Goal<'_>,
        fillings: &Fillings,
        (filling, total): (usize, i32),
        classes: &[u16],
        slot: usize,
        after: &mut Vec<f64>,
    ) {
        after.clear();
        self.follow(goal, fillings, filling, classes, slot, |_, given, (row, from, totals), added| {
            let nth = total + added - from;
            let near = nth.clamp(0, totals as i32 - 1);
            after.push(given + self.values[row + near as usize] + self.slope * f64::from(nth - near));
        });
    }

    /// Looks at each state of the first layer: its filling and classes, its values by total, and the first total.
    pub(crate) fn each_first(
        &self,
        tracks: &[Track],
        fillings: &Fillings,
        mut look: impl FnMut(usize, &[u16], &[f64], i32),
    ) {
        for &filling in &fillings.layers[self.written] {
            let span = self.spans[filling];
            for state in 0..span.states {
                let classes = classes(tracks, fillings, filling, state);
                let from = span.at + state * span.totals;
                look(filling, &classes, &self.values[from..from + span.totals], span.from);
            }
        }
    }
}

/// How many states a filling has.
pub(crate) fn states(tracks: &[Track], fillings: &Fillings, filling: usize) -> usize {
    let classes = fillings.all_filled(filling).zip(tracks);
    classes.map(|(fill, track)| track.filled[fill].classes).product()
}

/// The classes of a state.
fn classes(tracks: &[Track], fillings: &Fillings, filling: usize, mut state: usize) -> Vec<u16> {
    let all = fillings.all_filled(filling).zip(tracks);
    let class = |(fill, track): (usize, &Track)| {
        let classes = track.filled[fill].classes;
        let class = state % classes;
        state /= classes;
        class as u16
    };
    all.map(class).collect()
}
