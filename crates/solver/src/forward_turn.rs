//! One turn of the forward pass: the probability of each outcome of a turn under the optimal strategy.

use std::collections::BTreeMap;

use pulp::WithSimd;

use crate::jokers::{JokerStatus, JokerThrows, JokerWrite};
use crate::kernel::{Tables, TurnBoard};
use crate::lane_value::{F64Lanes, F64x4, LANES, LaneValue};
use crate::lattice::{Downward, Index, Lattice};
use crate::moves::Moves;
use crate::parallel::run_vectorized;
use crate::turn_tables::{TurnTables, WriteChoice};

/// An outcome of a turn.
#[derive(PartialEq, Eq)]
pub(crate) struct TurnOutcome {
    pub(crate) to: usize,
    pub(crate) points: i32,
    /// The part of the points that is a joker bonus.
    pub(crate) bonus: i32,
    /// Whether the dice fit.
    pub(crate) fits: bool,
}

/// All outcomes of a game.
pub(crate) struct TurnOutcomes {
    pub(crate) all: Vec<TurnOutcome>,
    /// By list of options and throw: its outcomes.
    by_throw: Vec<Vec<Vec<u32>>>,
    /// The outcomes of last resorts.
    resorts: Vec<u32>,
    /// By list of options and throw: the outcomes of joker entries, without the bonus and with it.
    jokers: Vec<BTreeMap<usize, Vec<[u32; 2]>>>,
}

impl TurnOutcomes {
    pub(crate) fn new(moves: &Moves, turn_tables: &TurnTables<'_>) -> Self {
        let mut all: Vec<TurnOutcome> = Vec::new();
        let mut find = |to: usize, points: i32, bonus: i32, fits: bool| {
            let wanted = TurnOutcome { to, points: points + bonus, bonus, fits };
            let known = all.iter().position(|outcome| *outcome == wanted);
            known.unwrap_or_else(|| {
                all.push(wanted);
                all.len() - 1
            }) as u32
        };
        let mut of_write = |write: &WriteChoice| find(write.to, write.points(), 0, write.fits);
        let mut of_options = |writes: &Vec<Vec<_>>| {
            writes.iter().map(|writes| writes.iter().map(&mut of_write).collect()).collect()
        };
        let by_throw = turn_tables.writes.iter().map(&mut of_options).collect();
        let resorts = moves.last_resort.iter().flat_map(|resort| &resort.moves);
        let resorts = resorts.map(|&(_, to, points)| find(to, points as i32, 0, false)).collect();
        let mut of_joker = |write: &JokerWrite| {
            [(JokerStatus::Plain, 0), (JokerStatus::Paid, moves.bonus)].map(|(jokers, bonus)| {
                find(write.move_with(jokers).0, write.entry.points(), bonus, write.fits)
            })
        };
        let mut of_jokers = |throws: &JokerThrows| {
            throws.iter().map(|(&dice, writes)| (dice, writes.iter().map(&mut of_joker).collect())).collect()
        };
        let jokers = moves.jokers.iter().map(&mut of_jokers).collect();
        Self { all, by_throw, resorts, jokers }
    }
}

/// Probabilities of throws, keeps and outcomes within a turn, for the states of a board.
pub(crate) struct TurnProbabilities {
    /// Before each throw but the first: the value of each keep, and the maximum over the keeps inside it.
    kept: Vec<Vec<F64x4>>,
    best: Vec<Vec<F64x4>>,
    keeps: Vec<F64x4>,
    whole: Vec<F64x4>,
    /// By list of options: the probability that a throw is written.
    written: Vec<Vec<F64x4>>,
    pub(crate) outcomes: Vec<F64x4>,
}

impl TurnProbabilities {
    pub(crate) fn new(lattice: &Lattice, moves: &Moves, outcomes: &TurnOutcomes) -> Self {
        let before = moves.options_of_throw.len() - 1;
        Self {
            kept: vec![Vec::new(); before],
            best: vec![Vec::new(); before],
            keeps: vec![F64x4::ZERO; lattice.keeps()],
            whole: vec![F64x4::ZERO; lattice.throws()],
            written: vec![vec![F64x4::ZERO; lattice.throws()]; outcomes.by_throw.len()],
            outcomes: vec![F64x4::ZERO; outcomes.all.len()],
        }
    }
}

/// The forward pass of one turn, as an operation that `pulp` compiles for each vector width.
pub(crate) struct ForwardTurn<'a, I, const N: usize> {
    pub(crate) tables: &'a Tables<I>,
    pub(crate) board: &'a mut TurnBoard<F64x4, N>,
    pub(crate) probabilities: &'a mut TurnProbabilities,
    pub(crate) outcomes: &'a TurnOutcomes,
}

impl<I: Index, const N: usize> ForwardTurn<'_, I, N> {
    /// Solves the turn backwards, then computes the probabilities.
    pub(crate) fn run(mut self) {
        let Self { tables, board, probabilities, .. } = &mut self;
        let count = probabilities.keeps.len();
        board.solve_keeps_before_each(tables, |following, board| {
            board.restrict_keeps(tables);
            copy_into(&mut probabilities.kept[following - 2], &board.keep_values[..count]);
            board.maximize_over_subsets(tables);
            copy_into(&mut probabilities.best[following - 2], &board.keep_values[..count]);
        });
        run_vectorized(self);
    }
}

impl<I: Index, const N: usize> WithSimd for ForwardTurn<'_, I, N> {
    type Output = ();

    #[inline(always)]
    fn with_simd<S: pulp::Simd>(self, _: S) {
        let Self { tables, board, probabilities, outcomes } = self;
        probabilities.written.iter_mut().for_each(|written| written.fill(F64x4::ZERO));
        for (whole, &first) in probabilities.whole.iter_mut().zip(&tables.first) {
            *whole = F64Lanes([first; LANES]);
        }
        for number in 0..tables.options_of_throw.len() {
            let options = tables.options_of_throw[number];
            let (kept, best) = (probabilities.kept.get(number), probabilities.best.get(number));
            let (Some(kept), Some(best)) = (kept, best) else {
                probabilities.written[options]
                    .iter_mut()
                    .zip(&probabilities.whole)
                    .for_each(|(to, from)| to.add(from));
                break;
            };
            probabilities.keeps.fill(F64x4::ZERO);
            for Downward { faces, nodes } in &tables.edges.whole_down {
                for entry in nodes.chunks_exact(faces + 1) {
                    let throw = entry[0].at::<N>();
                    let own = &board.best_writes[options][throw];
                    let likely = &mut probabilities.whole[throw];
                    push_to_best_keep::<I, N>(likely, own, best, &entry[1..], &mut probabilities.keeps);
                    probabilities.written[options][throw].add(likely);
                }
            }
            for Downward { faces, nodes } in tables.edges.keeps_down.iter().rev() {
                for entry in nodes.chunks_exact(faces + 1) {
                    let node = entry[0].at::<N>();
                    let mut likely = probabilities.keeps[node];
                    push_to_best_keep::<I, N>(
                        &mut likely,
                        &kept[node],
                        best,
                        &entry[1..],
                        &mut probabilities.keeps,
                    );
                    probabilities.keeps[node] = likely;
                }
            }
            for [keep, thrown] in &tables.set_aside {
                let likely = std::mem::replace(&mut probabilities.keeps[keep.to_usize()], F64x4::ZERO);
                probabilities.keeps[thrown.to_usize()].add(&likely);
            }
            throw_dice(tables, probabilities);
        }
        write_outcomes(tables, board, probabilities, outcomes);
    }
}

fn copy_into(to: &mut Vec<F64x4>, from: &[F64x4]) {
    to.clear();
    to.extend_from_slice(from);
}

/// Keeps the probability where staying is optimal, and moves it to the best smaller keep elsewhere.
#[inline(always)]
fn push_to_best_keep<I: Index, const N: usize>(
    likely: &mut F64x4,
    here: &F64x4,
    best: &[F64x4],
    below: &[I],
    keeps: &mut [F64x4],
) {
    let mut most = *here;
    for other in below {
        most.max_assign(&best[other.at::<N>()]);
    }
    let stays = likely.take_where_equal(here, &most);
    for other in below {
        let other = other.at::<N>();
        keeps[other].add(&likely.take_where_equal(&best[other], &most));
    }
    *likely = stays;
}

/// Throws the dice that are not kept, one by one.
#[inline(always)]
fn throw_dice<I: Index>(tables: &Tables<I>, probabilities: &mut TurnProbabilities) {
    let sides = tables.sides;
    let share = 1.0 / sides as f64;
    let smaller = tables.edges.to_keeps.len() / sides;
    for (node, above) in tables.edges.to_keeps.chunks_exact(sides).enumerate() {
        let likely = probabilities.keeps[node];
        for other in above {
            probabilities.keeps[other.to_usize()].add_scaled(&likely, share);
        }
    }
    probabilities.whole.fill(F64x4::ZERO);
    for (node, above) in tables.edges.to_whole.chunks_exact(sides).enumerate() {
        let likely = probabilities.keeps[smaller + node];
        for other in above {
            probabilities.whole[other.to_usize()].add_scaled(&likely, share);
        }
    }
}

/// Distributes the probabilities of written throws over outcomes.
#[inline(always)]
fn write_outcomes<I, const N: usize>(
    tables: &Tables<I>,
    board: &TurnBoard<F64x4, N>,
    probabilities: &mut TurnProbabilities,
    outcomes: &TurnOutcomes,
) {
    probabilities.outcomes.fill(F64x4::ZERO);
    for (options, throws) in outcomes.by_throw.iter().enumerate() {
        for (throw, found) in throws.iter().enumerate() {
            let mut likely = probabilities.written[options][throw];
            if !likely.any_positive() {
                continue;
            }
            if let Some(writes) = tables.jokers[options].get(&throw) {
                let found = &outcomes.jokers[options][&throw];
                write_jokers(board, writes, found, &mut likely, &mut probabilities.outcomes);
            }
            let best = &board.best_writes[options][throw];
            for &outcome in found.iter().chain(&outcomes.resorts) {
                let TurnOutcome { to, points, .. } = outcomes.all[outcome as usize];
                let mut value = board.next[to];
                value.add_points(points.into());
                probabilities.outcomes[outcome as usize].add(&likely.take_where_equal(&value, best));
            }
        }
    }
}

/// Moves the lanes in which the throw is a joker to the outcomes of joker entries.
fn write_jokers<const N: usize>(
    board: &TurnBoard<F64x4, N>,
    writes: &[JokerWrite],
    found: &[[u32; 2]],
    likely: &mut F64x4,
    outcomes: &mut [F64x4],
) {
    for lane in (0..LANES).filter(|&lane| board.jokers[lane] != JokerStatus::None) {
        let jokers = board.jokers[lane];
        let value = |write: &JokerWrite| {
            let (to, added) = write.move_with(jokers);
            board.next[to].get(lane) + added
        };
        let possible = board.joker_writes(writes, lane);
        if let Some((nth, _)) = possible.max_by(|(_, a), (_, b)| value(a).total_cmp(&value(b))) {
            let outcome = found[nth][usize::from(jokers == JokerStatus::Paid)];
            outcomes[outcome as usize].0[lane] += likely.0[lane];
        }
        likely.0[lane] = 0.0;
    }
}

impl F64x4 {
    /// Removes and returns the lanes in which two values are equal.
    #[inline(always)]
    fn take_where_equal(&mut self, value: &Self, equals: &Self) -> Self {
        let mut taken = Self::ZERO;
        for lane in 0..LANES {
            let takes = value.0[lane] == equals.0[lane];
            taken.0[lane] = if takes { self.0[lane] } else { 0.0 };
            self.0[lane] = if takes { 0.0 } else { self.0[lane] };
        }
        taken
    }

    #[inline(always)]
    fn any_positive(&self) -> bool {
        self.0.iter().any(|&lane| lane > 0.0)
    }
}
