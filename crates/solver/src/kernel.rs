//! The inner loop: one turn, for several states at once, each in its own lane. Plain arrays that the compiler turns
//! into vectors; wide ones are chosen at run time.

use crate::cell::{Cell, LANES};
use crate::jokers::{JokerThrows, Jokers};
use crate::lattice::{Downward, Edges, Index, Lattice};
use crate::moves::{Moves, Options, Yield};

/// Everything the kernel runs through, with indexes of one kind.
pub(crate) struct Tables<I> {
    pub(crate) sides: usize,
    pub(crate) edges: Edges<I>,
    pub(crate) first: Vec<f64>,
    options: Vec<Options<I>>,
    /// For each list of options: how jokers are written.
    pub(crate) jokers: Vec<JokerThrows>,
    /// For each throw, which of `options` it has.
    pub(crate) of_throw: Vec<usize>,
}

impl<I: Index> Tables<I> {
    pub(crate) fn new(lattice: &Lattice, moves: &Moves) -> Self {
        Self {
            sides: lattice.sides,
            edges: lattice.edges(),
            first: lattice.first.clone(),
            options: moves.options.iter().map(Options::reindexed).collect(),
            jokers: moves.jokers.clone(),
            of_throw: moves.of_throw.clone(),
        }
    }
}

/// What a turn is worth, by states in lanes. `N` is a power of two that no index reaches.
pub(crate) struct Board<C, const N: usize> {
    /// What follows each move, as the states' values; never where a state does not allow it.
    pub(crate) next: Vec<C>,
    /// Boxes that are open in at least one of the states.
    pub(crate) open: Vec<usize>,
    /// What the last resort gives, by its number in the moves; never where it is not there.
    pub(crate) last_resort: Vec<C>,
    /// What jokers are, by lane.
    pub(crate) jokers: [Jokers; LANES],
    /// For each list of options: what the best of them gives each throw.
    pub(crate) written: Vec<Box<[C; N]>>,
    /// What each keep is worth.
    pub(crate) keeps: Box<[C; N]>,
    /// What each throw is worth before choosing.
    whole: Box<[C; N]>,
}

fn cells<C: Cell, const N: usize>() -> Box<[C; N]> {
    vec![C::ZERO; N].into_boxed_slice().try_into().unwrap_or_else(|_| unreachable!("it has N entries"))
}

impl<C: Cell, const N: usize> Board<C, N> {
    pub(crate) fn new(moves: &Moves) -> Self {
        Self {
            next: vec![C::NEVER; moves.moves.len()],
            open: Vec::new(),
            last_resort: vec![C::NEVER; moves.last_resort.len()],
            jokers: [Jokers::None; LANES],
            written: moves.options.iter().map(|_| cells()).collect(),
            keeps: cells(),
            whole: cells(),
        }
    }

    /// What the whole turn is worth, before the first throw.
    #[inline(always)]
    pub(crate) fn turn<I: Index>(&mut self, tables: &Tables<I>) -> C {
        self.write_all(tables);
        self.before_throw(tables, 2);
        let options = tables.of_throw[0];
        let mut value = C::ZERO;
        if tables.of_throw.len() == 1 {
            for (throw, &weight) in tables.first.iter().enumerate() {
                add_likely(&mut value, &self.written[options][throw & (N - 1)], weight);
            }
            return value;
        }
        self.best_keeps(tables);
        let (written, keeps, first) = (&*self.written[options], &*self.keeps, &*tables.first);
        for Downward { faces, nodes } in &tables.edges.whole_down {
            match faces {
                1 => add_first(&mut value, written, keeps, nodes, first, 1),
                2 => add_first(&mut value, written, keeps, nodes, first, 2),
                3 => add_first(&mut value, written, keeps, nodes, first, 3),
                4 => add_first(&mut value, written, keeps, nodes, first, 4),
                5 => add_first(&mut value, written, keeps, nodes, first, 5),
                faces => add_first(&mut value, written, keeps, nodes, first, *faces),
            }
        }
        value
    }

    /// What each keep is worth when throw number `throw`, not the first, follows.
    #[inline(always)]
    pub(crate) fn before_throw<I: Index>(&mut self, tables: &Tables<I>, throw: usize) {
        for following in (throw..=tables.of_throw.len()).rev() {
            self.before_one_throw(tables, following);
        }
    }

    /// The same for every throw but the first, the last one first.
    #[inline(always)]
    pub(crate) fn before_each_throw<I: Index>(
        &mut self,
        tables: &Tables<I>,
        mut look: impl FnMut(usize, &[C; N]),
    ) {
        for following in (2..=tables.of_throw.len()).rev() {
            self.before_one_throw(tables, following);
            look(following, &self.keeps);
        }
    }

    /// One throw earlier: from the keeps before the next throw to those before this one.
    #[inline(always)]
    pub(crate) fn before_one_throw<I: Index>(&mut self, tables: &Tables<I>, following: usize) {
        let last = following == tables.of_throw.len();
        if !last {
            self.best_keeps(tables);
            self.choose(tables, tables.of_throw[following - 1]);
        }
        self.expect(tables, last);
    }

    /// The best that can be written, for each list of options and each throw.
    #[inline(always)]
    pub(crate) fn write_all<I: Index>(&mut self, tables: &Tables<I>) {
        let Self { next, open, last_resort, written, .. } = self;
        for (options, best) in tables.options.iter().zip(written) {
            write(options, best, next, open, last_resort, tables.first.len());
        }
        self.write_jokers(tables);
    }

    /// From what whole throws are worth to what each keep is worth: the mean over the next die, level by level.
    /// After the last throw they are worth what is written.
    #[inline(always)]
    fn expect<I: Index>(&mut self, tables: &Tables<I>, last: bool) {
        // The usual die gets loops of known length.
        match tables.sides {
            6 => self.expect_sided(tables, last, 6),
            sides => self.expect_sided(tables, last, sides),
        }
    }

    #[inline(always)]
    fn expect_sided<I: Index>(&mut self, tables: &Tables<I>, last: bool, sides: usize) {
        let written = &self.written[tables.of_throw[tables.of_throw.len() - 1]];
        let (keeps, whole) = (&mut *self.keeps, if last { written } else { &self.whole });
        let share = 1.0 / sides as f64;
        let smaller = tables.edges.to_keeps.len() / sides;
        for (node, above) in tables.edges.to_whole.chunks_exact(sides).enumerate() {
            let mut sum = C::ZERO;
            for other in above {
                sum.add(&whole[other.at::<N>()]);
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

    /// Each keep becomes the best of itself and of all keeps that it holds.
    #[inline(always)]
    pub(crate) fn best_keeps<I: Index>(&mut self, tables: &Tables<I>) {
        for downward in &tables.edges.keeps_down {
            // Loops of known length again, so that no branch is guessed wrong.
            match downward.faces {
                1 => self.best_keeps_of(downward, 1),
                2 => self.best_keeps_of(downward, 2),
                3 => self.best_keeps_of(downward, 3),
                4 => self.best_keeps_of(downward, 4),
                faces => self.best_keeps_of(downward, faces),
            }
        }
    }

    #[inline(always)]
    fn best_keeps_of<I: Index>(&mut self, downward: &Downward<I>, faces: usize) {
        let keeps = &mut *self.keeps;
        for entry in downward.nodes.chunks_exact(faces + 1) {
            let mut best = keeps[entry[0].at::<N>()];
            for other in &entry[1..] {
                best.raise(&keeps[other.at::<N>()]);
            }
            keeps[entry[0].at::<N>()] = best;
        }
    }

    /// What a throw is worth before choosing: the best of writing now and of every keep that throws at least one die.
    #[inline(always)]
    fn choose<I: Index>(&mut self, tables: &Tables<I>, options: usize) {
        let (written, keeps, whole) = (&*self.written[options], &*self.keeps, &mut *self.whole);
        for downward in &tables.edges.whole_down {
            let nodes = &downward.nodes;
            match downward.faces {
                1 => choose_of(written, keeps, whole, nodes, 1),
                2 => choose_of(written, keeps, whole, nodes, 2),
                3 => choose_of(written, keeps, whole, nodes, 3),
                4 => choose_of(written, keeps, whole, nodes, 4),
                5 => choose_of(written, keeps, whole, nodes, 5),
                faces => choose_of(written, keeps, whole, nodes, faces),
            }
        }
    }
}

#[inline(always)]
fn choose_of<C: Cell, I: Index, const N: usize>(
    written: &[C; N],
    keeps: &[C; N],
    whole: &mut [C; N],
    nodes: &[I],
    faces: usize,
) {
    for entry in nodes.chunks_exact(faces + 1) {
        whole[entry[0].at::<N>()] = best_of(written, keeps, entry);
    }
}

/// Adds what first throws are worth, as likely as they are.
#[inline(always)]
fn add_first<C: Cell, I: Index, const N: usize>(
    value: &mut C,
    written: &[C; N],
    keeps: &[C; N],
    nodes: &[I],
    first: &[f64],
    faces: usize,
) {
    for entry in nodes.chunks_exact(faces + 1) {
        let best = best_of(written, keeps, entry);
        add_likely(value, &best, first[entry[0].at::<N>()]);
    }
}

/// The best of writing a throw and of the keeps with one die less.
#[inline(always)]
fn best_of<C: Cell, I: Index, const N: usize>(written: &[C; N], keeps: &[C; N], entry: &[I]) -> C {
    let mut best = written[entry[0].at::<N>()];
    for other in &entry[1..] {
        best.raise(&keeps[other.at::<N>()]);
    }
    best
}

/// A throw that cannot be a first one may have no value at all.
#[inline(always)]
fn add_likely<C: Cell>(to: &mut C, value: &C, weight: f64) {
    if weight > 0.0 {
        to.add_share(value, weight);
    }
}

/// One turn, compiled for each kind of vectors there is.
pub(crate) struct Turn<'a, C, I, const N: usize> {
    pub(crate) board: &'a mut Board<C, N>,
    pub(crate) tables: &'a Tables<I>,
}

impl<C: Cell, I: Index, const N: usize> pulp::WithSimd for Turn<'_, C, I, N> {
    type Output = C;

    #[inline(always)]
    fn with_simd<S: pulp::Simd>(self, _: S) -> C {
        self.board.turn(self.tables)
    }
}

#[inline(always)]
fn write<C: Cell, I: Index, const N: usize>(
    options: &Options<I>,
    best: &mut [C; N],
    next: &[C],
    open: &[usize],
    last_resort: &[C],
    throws: usize,
) {
    let mut nothing = C::NEVER;
    for &to in &options.for_nothing {
        nothing.raise(&next[to]);
    }
    // A last resort is there only for throws that fit nowhere, so these must be seen before anything is given up.
    let mut resort = C::NEVER;
    last_resort.iter().for_each(|other| resort.raise(other));
    let has_resort = resort.is_ever();
    best[..throws].fill(if has_resort { C::NEVER } else { nothing });
    for &slot in open {
        raise_all(&options.by_slot[slot], best, next);
    }
    if has_resort {
        for throw in &mut best[..throws] {
            throw.instead_of_never(&resort);
            throw.raise(&nothing);
        }
    }
    for &slot in open {
        raise_all(&options.unfit[slot], best, next);
    }
}

#[inline(always)]
fn raise_all<C: Cell, I: Index, const N: usize>(yields: &[Yield<I>], best: &mut [C; N], next: &[C]) {
    for given in yields {
        let mut value = next[given.to];
        value.gain(given.points);
        for throw in &given.throws {
            best[throw.at::<N>()].raise(&value);
        }
    }
}
