//! Backward induction: the full sheets first, then layer by layer those with one entry less.

use rayon::prelude::*;

use crate::cell::{Cell, LANES};
use crate::kernel::{Board, Tables, Turn};
use crate::lattice::{Index, Lattice};
use crate::moves::Moves;
use crate::progress::{Cancelled, Counter, Progress};
use crate::states::Layer;
use crate::turn::{Fan, Game, Place};

/// How many boards a thread takes at a time.
const CHUNK: usize = 16;

/// The kernel's tables, with the smallest indexes that do.
pub(crate) enum AnyTables {
    Small(Tables<u8>),
    Large(Tables<u32>),
}

impl AnyTables {
    pub(crate) fn new(lattice: &Lattice, moves: &Moves) -> Self {
        if lattice.is_small() {
            Self::Small(Tables::new(lattice, moves))
        } else {
            Self::Large(Tables::new(lattice, moves))
        }
    }
}

/// Does something with the tables of either kind; `$n` is what a board of theirs is large.
macro_rules! with_tables {
    ($any:expr, |$tables:ident, $n:ident| $body:expr) => {
        match $any {
            $crate::backward::AnyTables::Small($tables) => {
                const $n: usize = $crate::lattice::SMALL;
                $body
            }
            $crate::backward::AnyTables::Large($tables) => {
                const $n: usize = $crate::lattice::LARGE;
                $body
            }
        }
    };
}
pub(crate) use with_tables;

/// Boards, and where the values of their states go.
struct Task<'a, V> {
    values: &'a mut [V],
    boards: &'a [Vec<Place>],
}

/// The value of every state. `at_end` makes one of what bonuses and penalties give on a full sheet.
pub(crate) fn values<C: Cell>(
    game: &Game<'_>,
    tables: &AnyTables,
    at_end: impl Fn(f64) -> C::Value,
    progress: &dyn Progress,
) -> Result<Vec<C::Value>, Cancelled> {
    let layers = &game.states.layers;
    let counter = Counter::new(game.states.size.states, progress);
    let last = &layers[layers.len() - 1];
    let mut values = vec![at_end(0.0); game.states.size.states];
    for (nth, value) in values[last.from..].iter_mut().enumerate() {
        *value = at_end(game.states.final_extra(nth));
    }
    for layer in layers.iter().rev().skip(1) {
        let (before, after) = values.split_at_mut(layer.from + layer.states);
        let before = &mut before[layer.from..];
        with_tables!(tables, |tables, N| solve_layer::<C, _, N>(
            game, tables, layer, before, after, &counter
        ))?;
    }
    Ok(values)
}

/// Solves the states of a layer from those of the next.
fn solve_layer<C: Cell, I: Index, const N: usize>(
    game: &Game<'_>,
    tables: &Tables<I>,
    layer: &Layer,
    mut rest: &mut [C::Value],
    after: &[C::Value],
    counter: &Counter<'_>,
) -> Result<(), Cancelled> {
    let boards = boards(game, layer);
    let mut tasks: Vec<Task<'_, C::Value>> = Vec::new();
    for boards in boards.chunks(CHUNK) {
        let (own, others) = rest.split_at_mut(boards.iter().map(Vec::len).sum());
        tasks.push(Task { values: own, boards });
        rest = others;
    }
    let offset = layer.from + layer.states;
    tasks.into_par_iter().try_for_each_init(
        || Board::<C, N>::new(game.moves),
        |board, task| {
            let states = task.values.len();
            solve(game, tables, board, task, |state: usize| after[state - offset], counter)?;
            counter.add(states)
        },
    )
}

/// The states of a layer, in their order, as they share boards: a filling with many states has boards of its own.
fn boards(game: &Game<'_>, layer: &Layer) -> Vec<Vec<Place>> {
    let mut boards: Vec<Vec<Place>> = Vec::new();
    let mut shared = false;
    for &filling in &layer.fillings {
        let filling = filling as usize;
        let states = game.states.states_of(filling);
        let large = states >= LANES / 2;
        if large || !shared {
            boards.push(Vec::with_capacity(LANES));
        }
        shared = !large;
        for nth in 0..states {
            match boards.last_mut() {
                Some(board) if board.len() < LANES => board.push((filling, nth)),
                _ => boards.push(vec![(filling, nth)]),
            }
        }
    }
    boards.retain(|board| !board.is_empty());
    boards
}

fn solve<C: Cell, I: Index, const N: usize>(
    game: &Game<'_>,
    tables: &Tables<I>,
    board: &mut Board<C, N>,
    Task { mut values, boards }: Task<'_, C::Value>,
    next: impl Fn(usize) -> C::Value + Copy,
    counter: &Counter<'_>,
) -> Result<(), Cancelled> {
    let arch = pulp::Arch::new();
    let mut fan = Fan::default();
    for places in boards {
        counter.check()?;
        board.place(game, &mut fan, places, next);
        let turn = arch.dispatch(Turn { board, tables });
        let (own, rest) = values.split_at_mut(places.len());
        for (lane, value) in own.iter_mut().enumerate() {
            *value = turn.get(lane);
        }
        values = rest;
    }
    Ok(())
}
