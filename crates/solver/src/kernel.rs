//! The inner loop: solves one turn for several states at once, one state per lane. It uses plain arrays that the
//! compiler vectorizes; `pulp` selects the widest vectors that the machine has at run time. The recursion is in
//! docs/solver.md, "One turn".

use crate::jokers::{JokerStatus, JokerThrows};
use crate::lane_value::{LANES, LaneValue};
use crate::lattice::{Downward, Edges, Index, Lattice};
use crate::moves::{Moves, ScoringThrows, ThrowOptions};
use crate::parallel::run_vectorized;

/// The tables that the kernel reads, with indexes of type `I`.
pub(crate) struct Tables<I> {
    pub(crate) sides: usize,
    pub(crate) edges: Edges<I>,
    pub(crate) first: Vec<f64>,
    /// The keeps that the rules forbid.
    forbidden: Vec<I>,
    /// The keeps that set dice aside, and the keeps that these are thrown with.
    pub(crate) set_aside: Vec<[I; 2]>,
    options: Vec<ThrowOptions<I>>,
    /// By list of options: how joker throws are written.
    pub(crate) jokers: Vec<JokerThrows>,
    /// By throw number: its list in `options`.
    pub(crate) options_of_throw: Vec<usize>,
    /// The steps of a turn.
    steps: Vec<Step>,
    first_throws: Vec<FirstThrows<I>>,
}

/// First throws with the same number of different faces, without those of probability 0: their value may be −∞.
struct FirstThrows<I> {
    throws: Downward<I>,
    weights: Vec<f64>,
}

/// The number of sums of first throws.
const SUMS: usize = 4;

fn list_first_throws<I: Index>(edges: &Edges<I>, first: &[f64]) -> Vec<FirstThrows<I>> {
    let possible = |Downward { faces, nodes }: &Downward<I>| {
        let entries = || nodes.chunks_exact(faces + 1).filter(|entry| first[entry[0].to_usize()] > 0.0);
        FirstThrows {
            throws: Downward { faces: *faces, nodes: entries().flatten().copied().collect() },
            weights: entries().map(|entry| first[entry[0].to_usize()]).collect(),
        }
    };
    edges.whole_down.iter().map(possible).collect()
}

impl<I: Index> Tables<I> {
    pub(crate) fn new(lattice: &Lattice, moves: &Moves) -> Self {
        let edges = lattice.edges();
        Self {
            sides: lattice.sides,
            first_throws: list_first_throws(&edges, &lattice.first),
            edges,
            first: lattice.first.clone(),
            forbidden: lattice.forbidden.iter().map(|&keep| I::new(keep)).collect(),
            set_aside: lattice.set_aside.iter().map(|keeps| keeps.map(I::new)).collect(),
            options: moves.options.iter().map(ThrowOptions::reindex).collect(),
            jokers: moves.jokers.clone(),
            options_of_throw: moves.options_of_throw.clone(),
            steps: list_steps(&moves.options_of_throw),
        }
    }
}

/// The working memory of one turn for the states in the lanes. `N` is a power of two above every index.
pub(crate) struct TurnBoard<C, const N: usize> {
    /// By move: the value of the state that follows; `IMPOSSIBLE` in lanes that do not allow the move.
    pub(crate) next: Vec<C>,
    /// The boxes that are open in at least one lane.
    pub(crate) open: Vec<usize>,
    /// By last resort of `Moves`: its value; `IMPOSSIBLE` in lanes that do not have it.
    pub(crate) last_resort: Vec<C>,
    /// By lane: the status of joker throws.
    pub(crate) jokers: [JokerStatus; LANES],
    /// By list of options and throw: the value of the best entry, w_j(d).
    pub(crate) best_writes: Vec<Box<[C; N]>>,
    /// By keep: its value, q_j(r) or u_j(r).
    pub(crate) keep_values: Box<[C; N]>,
    /// By throw: its value before a choice is made, v_j(d).
    throw_values: Box<[C; N]>,
}

fn zeroed_lanes<C: LaneValue, const N: usize>() -> Box<[C; N]> {
    vec![C::ZERO; N].into_boxed_slice().try_into().unwrap_or_else(|_| unreachable!("it has N entries"))
}

impl<C: LaneValue, const N: usize> TurnBoard<C, N> {
    pub(crate) fn new(moves: &Moves) -> Self {
        Self {
            next: vec![C::IMPOSSIBLE; moves.moves.len()],
            open: Vec::new(),
            last_resort: vec![C::IMPOSSIBLE; moves.last_resort.len()],
            jokers: [JokerStatus::None; LANES],
            best_writes: moves.options.iter().map(|_| zeroed_lanes()).collect(),
            keep_values: zeroed_lanes(),
            throw_values: zeroed_lanes(),
        }
    }

    /// Returns the value of the whole turn before the first throw, V(s).
    pub(crate) fn solve_turn<I: Index>(&mut self, tables: &Tables<I>) -> C {
        self.run(tables, &tables.steps)
    }

    /// The same, and `change` changes the values of entries first.
    pub(crate) fn solve_turn_with<I: Index>(
        &mut self,
        tables: &Tables<I>,
        change: impl FnOnce(&mut Self),
    ) -> C {
        let (write, rest) = tables.steps.split_at(1);
        self.run(tables, write);
        change(self);
        self.run(tables, rest)
    }

    /// Computes the value of each keep before throw number `throw`, which is not the first.
    pub(crate) fn solve_keeps_before<I: Index>(&mut self, tables: &Tables<I>, throw: usize) {
        let throws = tables.options_of_throw.len();
        // The last throw takes two steps, and each throw before it three.
        self.run(tables, &tables.steps[..2 + 3 * (throws - throw)]);
    }

    /// The same, and `change` changes the values of entries first.
    pub(crate) fn solve_keeps_before_with<I: Index>(
        &mut self,
        tables: &Tables<I>,
        throw: usize,
        change: impl FnOnce(&mut Self),
    ) {
        self.run(tables, &tables.steps[..1]);
        change(self);
        self.run(tables, &tables.steps[1..2 + 3 * (tables.options_of_throw.len() - throw)]);
    }

    /// Computes the values of keeps before every throw but the first, from the last throw backwards, and shows them to
    /// `look`. It may maximize them over subsets.
    pub(crate) fn solve_keeps_before_each<I: Index>(
        &mut self,
        tables: &Tables<I>,
        mut look: impl FnMut(usize, &mut Self),
    ) {
        let mut from = 0;
        for following in (2..=tables.options_of_throw.len()).rev() {
            let to = 2 + 3 * (tables.options_of_throw.len() - following);
            self.run(tables, &tables.steps[from..to]);
            look(following, self);
            from = to;
        }
        if from == 0 {
            self.run(tables, &[Step::Write]);
        }
    }

    /// Gives keeps that set dice aside the value of what is thrown then, and takes the value of keeps that the rules forbid, so
    /// that no maximum finds them. The values of all keeps must have been computed: dice that are thrown one by one pass
    /// through them.
    #[inline(always)]
    pub(crate) fn restrict_keeps<I: Index>(&mut self, tables: &Tables<I>) {
        for [keep, thrown] in &tables.set_aside {
            self.keep_values[keep.at::<N>()] = self.keep_values[thrown.at::<N>()];
        }
        for keep in &tables.forbidden {
            self.keep_values[keep.at::<N>()] = C::IMPOSSIBLE;
        }
    }

    /// Replaces the value of each keep by the maximum over all keeps inside it.
    pub(crate) fn maximize_over_subsets<I: Index>(&mut self, tables: &Tables<I>) {
        self.run(tables, &[Step::MaximizeOverSubsets]);
    }

    /// Runs steps. This is the only place where the kernel is compiled for each vector width.
    #[inline(never)]
    fn run<I: Index>(&mut self, tables: &Tables<I>, steps: &[Step]) -> C {
        run_vectorized(RunSteps { board: self, tables, steps })
    }

    /// Computes the value of the best entry for each list of options and each throw.
    #[inline(always)]
    fn compute_best_writes<I: Index>(&mut self, tables: &Tables<I>) {
        let Self { next, open, last_resort, best_writes, .. } = self;
        for (options, best) in tables.options.iter().zip(best_writes) {
            let mut nothing = C::IMPOSSIBLE;
            for &to in &options.zero_moves {
                nothing.max_assign(&next[to]);
            }
            if last_resort.iter().any(C::any_possible) {
                write_with_last_resort(options, best, next, open, last_resort, nothing, tables.first.len());
                continue;
            }
            best[..tables.first.len()].fill(nothing);
            for &slot in open.iter() {
                max_assign_all(&options.by_slot[slot], best, next);
                max_assign_all(&options.unfit[slot], best, next);
            }
        }
        if self.jokers != [JokerStatus::None; LANES] {
            self.write_jokers(tables);
        }
    }

    /// Computes the values of keeps from the values of whole throws: the average over the next die, level by level.
    /// After the last throw a throw has the value of its best entry.
    #[inline(always)]
    fn average_over_next_die<I: Index>(&mut self, tables: &Tables<I>, last: bool) {
        // The constant lets the compiler unroll the loop for the usual die.
        match tables.sides {
            6 => self.average_over_next_die_sided(tables, last, 6),
            sides => self.average_over_next_die_sided(tables, last, sides),
        }
    }

    #[inline(always)]
    fn average_over_next_die_sided<I: Index>(&mut self, tables: &Tables<I>, last: bool, sides: usize) {
        let written = &self.best_writes[tables.options_of_throw[tables.options_of_throw.len() - 1]];
        let (keeps, throw_values) = (&mut *self.keep_values, if last { written } else { &self.throw_values });
        let share = 1.0 / sides as f64;
        let smaller = tables.edges.to_keeps.len() / sides;
        for (node, above) in tables.edges.to_whole.chunks_exact(sides).enumerate() {
            let mut sum = C::ZERO;
            for other in above {
                sum.add(&throw_values[other.at::<N>()]);
            }
            sum.scale(share);
            keeps[(smaller + node) & (N - 1)] = sum;
        }
        for (node, above) in tables.edges.to_keeps.chunks_exact(sides).enumerate().rev() {
            let mut sum = C::ZERO;
            for other in above {
                sum.add(&keeps[other.at::<N>()]);
            }
            sum.scale(share);
            keeps[node & (N - 1)] = sum;
        }
    }

    #[inline(always)]
    fn maximize_all_over_subsets<I: Index>(&mut self, tables: &Tables<I>) {
        for downward in &tables.edges.keeps_down {
            // Constant loop lengths avoid mispredicted branches.
            match downward.faces {
                1 => self.maximize_over_subsets_of(downward, 1),
                2 => self.maximize_over_subsets_of(downward, 2),
                3 => self.maximize_over_subsets_of(downward, 3),
                4 => self.maximize_over_subsets_of(downward, 4),
                faces => self.maximize_over_subsets_of(downward, faces),
            }
        }
    }

    #[inline(always)]
    fn maximize_over_subsets_of<I: Index>(&mut self, downward: &Downward<I>, faces: usize) {
        let keeps = &mut *self.keep_values;
        for entry in downward.nodes.chunks_exact(faces + 1) {
            let mut best = keeps[entry[0].at::<N>()];
            for other in &entry[1..] {
                best.max_assign(&keeps[other.at::<N>()]);
            }
            if faces == 1 {
                // As in `max_assign_in_memory`.
                best.add_points(0.0);
            }
            keeps[entry[0].at::<N>()] = best;
        }
    }

    /// Computes the value of each throw: the maximum of writing now and of every keep that throws at least one die.
    #[inline(always)]
    fn choose_best<I: Index>(&mut self, tables: &Tables<I>, options: usize) {
        let (written, keeps, throw_values) =
            (&*self.best_writes[options], &*self.keep_values, &mut *self.throw_values);
        for downward in &tables.edges.whole_down {
            let nodes = &downward.nodes;
            match downward.faces {
                1 => choose_best_of(written, keeps, throw_values, nodes, 1),
                2 => choose_best_of(written, keeps, throw_values, nodes, 2),
                3 => choose_best_of(written, keeps, throw_values, nodes, 3),
                4 => choose_best_of(written, keeps, throw_values, nodes, 4),
                5 => choose_best_of(written, keeps, throw_values, nodes, 5),
                faces => choose_best_of(written, keeps, throw_values, nodes, faces),
            }
        }
    }

    /// Returns the value of the turn from the values of keeps before the second throw.
    #[inline(always)]
    fn sum_first_throws<I: Index>(&self, tables: &Tables<I>) -> C {
        let (written, keeps) = (&*self.best_writes[tables.options_of_throw[0]], &*self.keep_values);
        let mut sums = [C::ZERO; SUMS];
        for first in &tables.first_throws {
            match first.throws.faces {
                1 => add_first(&mut sums, written, keeps, first, 1),
                2 => add_first(&mut sums, written, keeps, first, 2),
                3 => add_first(&mut sums, written, keeps, first, 3),
                4 => add_first(&mut sums, written, keeps, first, 4),
                5 => add_first(&mut sums, written, keeps, first, 5),
                faces => add_first(&mut sums, written, keeps, first, faces),
            }
        }
        let [mut value, rest @ ..] = sums;
        rest.iter().for_each(|sum| value.add(sum));
        value
    }

    /// Returns the value of a turn that has one throw only.
    #[inline(always)]
    fn sum_only_throws<I: Index>(&self, tables: &Tables<I>) -> C {
        let written = &*self.best_writes[tables.options_of_throw[0]];
        let mut value = C::ZERO;
        for (throw, &weight) in tables.first.iter().enumerate() {
            // Throws of probability 0 may have the value −∞.
            if weight > 0.0 {
                value.add_scaled(&written[throw & (N - 1)], weight);
            }
        }
        value
    }
}

#[inline(always)]
fn choose_best_of<C: LaneValue, I: Index, const N: usize>(
    written: &[C; N],
    keeps: &[C; N],
    throw_values: &mut [C; N],
    nodes: &[I],
    faces: usize,
) {
    for entry in nodes.chunks_exact(faces + 1) {
        throw_values[entry[0].at::<N>()] = best_of(written, keeps, entry);
    }
}

/// Adds the values of first throws, weighted by their probabilities. Several sums do not wait for each other.
#[inline(always)]
fn add_first<C: LaneValue, I: Index, const N: usize>(
    sums: &mut [C; SUMS],
    written: &[C; N],
    keeps: &[C; N],
    first: &FirstThrows<I>,
    faces: usize,
) {
    let entries = first.throws.nodes.chunks_exact(SUMS * (faces + 1));
    let weights = first.weights.chunks_exact(SUMS);
    let rest = entries.remainder().chunks_exact(faces + 1).zip(weights.remainder());
    for (entries, weights) in entries.zip(weights) {
        for nth in 0..SUMS {
            let entry = &entries[nth * (faces + 1)..(nth + 1) * (faces + 1)];
            sums[nth].add_scaled(&best_of(written, keeps, entry), weights[nth]);
        }
    }
    for (entry, &weight) in rest {
        sums[0].add_scaled(&best_of(written, keeps, entry), weight);
    }
}

/// Returns the maximum of writing a throw and of the keeps with one die less.
#[inline(always)]
fn best_of<C: LaneValue, I: Index, const N: usize>(written: &[C; N], keeps: &[C; N], entry: &[I]) -> C {
    let mut best = written[entry[0].at::<N>()];
    for other in &entry[1..] {
        best.max_assign(&keeps[other.at::<N>()]);
    }
    best
}

/// A step of the recursion.
#[derive(Debug, Clone, Copy)]
enum Step {
    /// Computes w_j(d) for all throws.
    Write,
    /// Computes q_j(r) from the values of whole throws: those of their best entries after the last throw.
    AverageOverNextDie { last: bool },
    /// Computes u_j(r) from q_j(r).
    MaximizeOverSubsets,
    /// Computes v_j(d) for a throw number with this list of options.
    ChooseBest { options: usize },
    /// Computes V(s) from the keeps before the second throw.
    SumFirstThrows,
    /// Computes V(s) if there is one throw only.
    SumOnlyThrows,
}

/// Lists the steps of a turn.
fn list_steps(options_of_throw: &[usize]) -> Vec<Step> {
    let throws = options_of_throw.len();
    let mut steps = vec![Step::Write];
    if throws == 1 {
        steps.push(Step::SumOnlyThrows);
        return steps;
    }
    steps.push(Step::AverageOverNextDie { last: true });
    for &options in options_of_throw[1..throws - 1].iter().rev() {
        let choose = Step::ChooseBest { options };
        steps.extend([Step::MaximizeOverSubsets, choose, Step::AverageOverNextDie { last: false }]);
    }
    steps.extend([Step::MaximizeOverSubsets, Step::SumFirstThrows]);
    steps
}

/// Steps as an operation that `pulp` compiles for each vector width. Each step stands here once, so that it is compiled
/// once for each width, type of value and type of index.
struct RunSteps<'a, C, I, const N: usize> {
    board: &'a mut TurnBoard<C, N>,
    tables: &'a Tables<I>,
    steps: &'a [Step],
}

impl<C: LaneValue, I: Index, const N: usize> pulp::WithSimd for RunSteps<'_, C, I, N> {
    type Output = C;

    #[inline(always)]
    fn with_simd<S: pulp::Simd>(self, _: S) -> C {
        let Self { board, tables, steps } = self;
        let mut value = C::ZERO;
        for step in steps {
            match *step {
                Step::Write => board.compute_best_writes(tables),
                Step::AverageOverNextDie { last } => board.average_over_next_die(tables, last),
                Step::MaximizeOverSubsets => {
                    board.restrict_keeps(tables);
                    board.maximize_all_over_subsets(tables);
                }
                Step::ChooseBest { options } => board.choose_best(tables, options),
                Step::SumFirstThrows => value = board.sum_first_throws(tables),
                Step::SumOnlyThrows => value = board.sum_only_throws(tables),
            }
        }
        value
    }
}

/// Computes the best entries if some lanes have a last resort. It is allowed only for throws that fit no open box, so
/// the fitting throws are marked first.
#[inline(never)]
fn write_with_last_resort<C: LaneValue, I: Index, const N: usize>(
    options: &ThrowOptions<I>,
    best: &mut [C; N],
    next: &[C],
    open: &[usize],
    last_resort: &[C],
    nothing: C,
    throws: usize,
) {
    let mut resort = C::IMPOSSIBLE;
    last_resort.iter().for_each(|other| resort.max_assign(other));
    best[..throws].fill(C::IMPOSSIBLE);
    for &slot in open {
        max_assign_all(&options.by_slot[slot], best, next);
    }
    for throw in &mut best[..throws] {
        throw.replace_impossible(&resort);
        throw.max_assign(&nothing);
    }
    for &slot in open {
        max_assign_all(&options.unfit[slot], best, next);
    }
}

#[inline(always)]
fn max_assign_all<C: LaneValue, I: Index, const N: usize>(
    yields: &[ScoringThrows<I>],
    best: &mut [C; N],
    next: &[C],
) {
    for given in yields {
        let mut value = next[given.to];
        value.add_points(given.points);
        for throw in &given.throws {
            best[throw.at::<N>()].max_assign_in_memory(&value);
        }
    }
}
