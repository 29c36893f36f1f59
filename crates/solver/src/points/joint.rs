//! `Joint`: all boxes solved together on grids, backwards, for a bound. A state is a filling and a class of the grid for
//! each box; the fewer turns are left, the finer the grid, and only one layer is kept at a time.

use rayon::prelude::*;

use super::fillings::Fillings;
use super::grid::{Axis, Choice, Grid};
use super::track::Track;
use crate::cell::{Cell, LANES, Means};
use crate::kernel::{Board, Tables, Turn};
use crate::lattice::Index;
use crate::moves::Moves;
use crate::watch::{Progress, Watch};

/// What a class must save at least to have a place in the finest grid that has not all classes, and how much coarser
/// each next grid is.
const FINEST: f64 = 1e-7;
const COARSER: f64 = 1.25;

/// What is solved.
#[derive(Clone, Copy)]
pub(crate) struct Joint<'a> {
    pub(crate) tracks: &'a [Track],
    pub(crate) moves: &'a Moves,
    pub(crate) fillings: &'a Fillings,
    /// By box and entry: what it is worth beside the points it gives.
    pub(crate) worth: &'a [Vec<f64>],
}

/// A layer: its grid, and the values of its states.
struct Layer<'a> {
    grid: &'a Grid,
    /// By filling: where its values begin.
    base: Vec<usize>,
    values: Vec<f64>,
}

/// Where an entry leads from a class of the grid: two places along the box, and what is added to the value there.
struct Lead {
    to: usize,
    at: [usize; 2],
    more: [f64; 2],
}

/// One open box of a filling.
struct Way {
    slot: usize,
    /// Where the values of the next filling begin.
    base: usize,
    /// By box and class of the grid: how much further on that is; nothing for the box itself.
    steps: Vec<Vec<usize>>,
    /// By class of the grid, then by entry.
    leads: Vec<Vec<Lead>>,
}

impl Joint<'_> {
    /// The value of the empty sheet. `last` are the values of the layer with `written` entries, whose states have all
    /// their classes; no layer before it has more than `most` states.
    pub(crate) fn solve<I: Index, const N: usize>(
        &self,
        tables: &Tables<I>,
        choice: &Choice,
        (written, last): (usize, Vec<f64>),
        most: usize,
        watch: Watch<'_>,
    ) -> f64 {
        let grids = self.grids(choice, written, most);
        let states: usize = (0..written).map(|layer| self.states(&grids[layer], layer)).sum();
        let progress = Progress::new(states, watch);
        let mut next =
            Layer { grid: &grids[written], base: self.base(&grids[written], written), values: last };
        for layer in (0..written).rev() {
            let grid = &grids[layer];
            let mut here =
                Layer { grid, base: self.base(grid, layer), values: vec![0.0; self.states(grid, layer)] };
            let mut rest = &mut here.values[..];
            let mut tasks = Vec::new();
            for &filling in &self.fillings.layers[layer] {
                let (own, others) = rest.split_at_mut(grid.states(self.fillings.all_filled(filling)));
                tasks.push((filling, own));
                rest = others;
            }
            tasks.into_par_iter().for_each_init(
                || Board::<Means, N>::new(self.moves),
                |board, (filling, own)| {
                    self.solve_filling(tables, board, grid, &next, filling, own);
                    progress.add(own.len());
                },
            );
            next = here;
        }
        next.values[0]
    }

    /// By layer: the finest grid that has not too many states; never finer than that of a later layer.
    fn grids(&self, choice: &Choice, written: usize, most: usize) -> Vec<Grid> {
        let mut grids = vec![choice.grid(f64::NEG_INFINITY)];
        let mut worth = f64::NEG_INFINITY;
        for layer in (0..written).rev() {
            let mut grid = choice.grid(worth);
            while self.states(&grid, layer) > most && worth < 10.0 {
                worth = if worth == f64::NEG_INFINITY { FINEST } else { worth * COARSER };
                grid = choice.grid(worth);
            }
            grids.push(grid);
        }
        grids.reverse();
        grids
    }

    fn states(&self, grid: &Grid, layer: usize) -> usize {
        let of = |&filling: &usize| grid.states(self.fillings.all_filled(filling));
        self.fillings.layers[layer].iter().map(of).sum()
    }

    fn base(&self, grid: &Grid, layer: usize) -> Vec<usize> {
        let mut base = vec![0; self.fillings.count];
        let mut at = 0;
        for &filling in &self.fillings.layers[layer] {
            base[filling] = at;
            at += grid.states(self.fillings.all_filled(filling));
        }
        base
    }

    fn solve_filling<I: Index, const N: usize>(
        &self,
        tables: &Tables<I>,
        board: &mut Board<Means, N>,
        grid: &Grid,
        next: &Layer<'_>,
        filling: usize,
        own: &mut [f64],
    ) {
        let fills = self.fillings.all_filled(filling).enumerate();
        let axes: Vec<&Axis> = fills.map(|(slot, fill)| &grid.axes[slot][fill]).collect();
        let open = || self.fillings.open(filling);
        let ways: Vec<Way> = open().map(|slot| self.way(&axes, next, filling, slot)).collect();
        board.open.clear();
        board.open.extend(open());
        board.next.fill(Means::NEVER);
        let arch = pulp::Arch::new();
        let mut digits = vec![0; axes.len()];
        for (nth, own) in own.chunks_mut(LANES).enumerate() {
            for lane in 0..LANES {
                let mut state = nth * LANES + lane.min(own.len() - 1);
                for (digit, axis) in digits.iter_mut().zip(&axes) {
                    *digit = state % axis.real.len();
                    state /= axis.real.len();
                }
                for way in &ways {
                    let steps = way.steps.iter().zip(&digits);
                    let base = way.base + steps.map(|(steps, &digit)| steps[digit]).sum::<usize>();
                    for lead in &way.leads[digits[way.slot]] {
                        let [one, other] = lead.at.map(|at| next.values[base + at]);
                        board.next[lead.to].set(lane, (one + lead.more[0]).min(other + lead.more[1]));
                    }
                }
            }
            let turn = arch.dispatch(Turn { board, tables });
            own.copy_from_slice(&turn.0[..own.len()]);
        }
    }

    /// Where the states of the grid go by filling this box. Every class of a grid is one of the grids after it.
    fn way(&self, axes: &[&Axis], next: &Layer<'_>, filling: usize, slot: usize) -> Way {
        let after = self.fillings.next(filling, slot);
        let (mut stride, mut own_stride, mut steps) = (1, 1, Vec::new());
        for (other, fill) in self.fillings.all_filled(after).enumerate() {
            let there = &next.grid.axes[other][fill];
            let place = |&class: &u16| usize::from(there.stands[usize::from(class)].to[0]) * stride;
            let own = other == slot;
            let no_step = vec![0; axes[other].real.len()];
            steps.push(if own { no_step } else { axes[other].real.iter().map(place).collect() });
            own_stride = if own { stride } else { own_stride };
            stride *= there.real.len();
        }
        let fill = self.fillings.filled(filling, slot);
        let (track, there) = (&self.tracks[slot], &next.grid.axes[slot][fill + 1]);
        let leads_of = |&class: &u16| {
            let steps = track.steps(fill, class).iter().zip(&self.worth[slot]).zip(&track.entries);
            let lead = steps.map(|((step, worth), entry)| {
                let stand = &there.stands[usize::from(step.class)];
                Lead {
                    to: entry.to,
                    at: stand.to.map(|to| usize::from(to) * own_stride),
                    more: stand.more.map(|more| more + step.given + worth),
                }
            });
            lead.collect()
        };
        let leads = axes[slot].real.iter().map(leads_of).collect();
        Way { slot, base: next.base[after], steps, leads }
    }
}
