//! Backward induction: full sheets first, then layer by layer the sheets with one entry less.

use crate::parallel::*;

use crate::kernel::{Tables, TurnBoard};
use crate::lane_value::{LANES, LaneValue};
use crate::lattice::{Index, Lattice};
use crate::moves::Moves;
use crate::placement::{GameTables, StateKey, Successors};
use crate::progress::{Cancelled, Counter, Progress};
use crate::states::Layer;

/// The number of boards in one task.
const CHUNK: usize = 16;

/// The tables of the kernel, with the smallest index type that fits.
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

/// Runs an expression with the tables of either index type; `$n` is the array length of a board.
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

/// Boards, and the slice that receives the values of their states.
struct Task<'a, V> {
    values: &'a mut [V],
    boards: &'a [Vec<StateKey>],
}

/// Returns the value of every state. `at_end` converts the bonuses and penalties of a full sheet into a value.
pub(crate) fn values<C: LaneValue>(
    game: &GameTables<'_>,
    tables: &AnyTables,
    at_end: impl Fn(f64) -> C::Value,
    progress: &dyn Progress,
) -> Result<Vec<C::Value>, Cancelled> {
    let layers = &game.states.layers;
    let counter = Counter::new(game.states.size.states, progress);
    let last = &layers[layers.len() - 1];
    let mut values = vec![at_end(0.0); game.states.size.states];
    for (nth, value) in values[last.from..].iter_mut().enumerate() {
        *value = at_end(game.states.final_bonus(nth));
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

/// Solves the states of a layer from the values of the next layer.
fn solve_layer<C: LaneValue, I: Index, const N: usize>(
    game: &GameTables<'_>,
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
        || TurnBoard::<C, N>::new(game.moves),
        |board, task| {
            let states = task.values.len();
            solve(game, tables, board, task, |state: usize| after[state - offset], counter)?;
            counter.add(states)
        },
    )
}

/// Distributes the states of a layer over boards, in order; all boards but the last are full.
fn boards(game: &GameTables<'_>, layer: &Layer) -> Vec<Vec<StateKey>> {
    let mut boards: Vec<Vec<StateKey>> = Vec::with_capacity(layer.states.div_ceil(LANES));
    for &filling in &layer.fillings {
        let filling = filling as usize;
        for nth in 0..game.states.states_of(filling) {
            match boards.last_mut() {
                Some(board) if board.len() < LANES => board.push((filling, nth)),
                _ => {
                    let mut board = Vec::with_capacity(LANES);
                    board.push((filling, nth));
                    boards.push(board);
                }
            }
        }
    }
    boards
}

fn solve<C: LaneValue, I: Index, const N: usize>(
    game: &GameTables<'_>,
    tables: &Tables<I>,
    board: &mut TurnBoard<C, N>,
    Task { mut values, boards }: Task<'_, C::Value>,
    next: impl Fn(usize) -> C::Value + Copy,
    counter: &Counter<'_>,
) -> Result<(), Cancelled> {
    let mut successors = Successors::default();
    for places in boards {
        counter.check()?;
        board.place(game, &mut successors, places, next);
        let turn = board.solve_turn(tables);
        let (own, rest) = values.split_at_mut(places.len());
        for (lane, value) in own.iter_mut().enumerate() {
            *value = turn.get(lane);
        }
        values = rest;
    }
    Ok(())
}
