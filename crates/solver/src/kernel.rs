//! The inner loop: one turn, for several states at once, each in its own lane. Plain arrays that the compiler turns
//! into vectors; wide ones are chosen at run time.

use crate::lattice::{Downward, Lattice};
use crate::moves::{Moves, Options};

/// A number for each of several states, where a vector can take them at once: on a cache line of their own.
#[derive(Debug, Clone, Copy)]
#[repr(align(64))]
pub(crate) struct Lanes<const L: usize>(pub(crate) [f64; L]);

impl<const L: usize> Lanes<L> {
    pub(crate) const ALL_NEVER: Self = Self([NEVER; L]);
    const ZERO: Self = Self([0.0; L]);
}

/// What cannot be done.
pub(crate) const NEVER: f64 = f64::NEG_INFINITY;

/// What a turn is worth, by states in lanes. `N` is a power of two that no index reaches: masking by it costs
/// nothing and spares the check.
pub(crate) struct Board<const L: usize, const N: usize> {
    /// What follows each move, as the states' values; `NEVER` where a state does not allow it.
    pub(crate) next: Vec<Lanes<L>>,
    /// Boxes that are open in at least one of the states.
    pub(crate) open: Vec<usize>,
    /// What the last resort gives, by its number in the moves; `NEVER` where it is not there.
    pub(crate) last_resort: Vec<Lanes<L>>,
    /// For each list of options: what the best of them gives each throw.
    written: Vec<Box<[Lanes<L>; N]>>,
    /// The keep lattice, whole throws last.
    pub(crate) nodes: Box<[Lanes<L>; N]>,
}

fn lanes<const L: usize, const N: usize>() -> Box<[Lanes<L>; N]> {
    vec![Lanes::ZERO; N].into_boxed_slice().try_into().expect("it has N entries")
}

#[inline(always)]
fn add<const L: usize>(to: &mut Lanes<L>, more: &Lanes<L>) {
    for lane in 0..L {
        to.0[lane] += more.0[lane];
    }
}

#[inline(always)]
pub(crate) fn raise<const L: usize>(to: &mut Lanes<L>, other: &Lanes<L>) {
    for lane in 0..L {
        // Not f64::max: values are never NaN, and this is one instruction.
        to.0[lane] = if other.0[lane] > to.0[lane] { other.0[lane] } else { to.0[lane] };
    }
}

impl<const L: usize, const N: usize> Board<L, N> {
    pub(crate) fn new(moves: &Moves) -> Self {
        Self {
            next: vec![Lanes::ALL_NEVER; moves.moves.len()],
            open: Vec::new(),
            last_resort: vec![Lanes::ALL_NEVER; moves.last_resort.len()],
            written: moves.options.iter().map(|_| lanes()).collect(),
            nodes: lanes(),
        }
    }

    /// What the whole turn is worth, before the first throw.
    #[inline(always)]
    pub(crate) fn turn(&mut self, lattice: &Lattice, moves: &Moves) -> Lanes<L> {
        self.write_all(lattice, moves);
        self.settle(lattice, moves, moves.of_throw.len());
        for throw in (1..moves.of_throw.len()).rev() {
            self.expect(lattice);
            self.keep(lattice, moves.of_throw[throw - 1]);
        }
        let mut value = Lanes::ZERO;
        let from = lattice.throws_from();
        for (i, weight) in lattice.first.iter().enumerate() {
            let node = &self.nodes[(from + i) & (N - 1)];
            for lane in 0..L {
                // A throw that cannot be a first one may have no value at all.
                value.0[lane] += if *weight > 0.0 { weight * node.0[lane] } else { 0.0 };
            }
        }
        value
    }

    /// The best that can be written, for each list of options and each throw.
    #[inline(always)]
    pub(crate) fn write_all(&mut self, lattice: &Lattice, moves: &Moves) {
        let Self { next, open, last_resort, written, .. } = self;
        for (options, best) in moves.options.iter().zip(written) {
            write(options, best, next, open, last_resort, lattice.throws());
        }
    }

    /// After the last throw the best is written.
    #[inline(always)]
    pub(crate) fn settle(&mut self, lattice: &Lattice, moves: &Moves, throw: usize) {
        let (from, written) = (lattice.throws_from(), &self.written[moves.of_throw[throw - 1]]);
        for i in 0..lattice.throws() {
            self.nodes[(from + i) & (N - 1)] = written[i & (N - 1)];
        }
    }

    /// From what whole throws are worth to what each keep is worth: the mean over the next die, level by level.
    #[inline(always)]
    pub(crate) fn expect(&mut self, lattice: &Lattice) {
        // The usual die gets loops of known length.
        match lattice.sides {
            6 => self.expect_sided(lattice, 6),
            sides => self.expect_sided(lattice, sides),
        }
    }

    #[inline(always)]
    fn expect_sided(&mut self, lattice: &Lattice, sides: usize) {
        let share = 1.0 / sides as f64;
        let nodes = &mut *self.nodes;
        for (node, above) in lattice.above.chunks_exact(sides).enumerate().rev() {
            let mut sum = Lanes::ZERO;
            for &other in above {
                add(&mut sum, &nodes[usize::from(other) & (N - 1)]);
            }
            for lane in &mut sum.0 {
                *lane *= share;
            }
            nodes[node & (N - 1)] = sum;
        }
    }

    /// From what each keep is worth to what a throw is worth before choosing: the best of writing now and of every
    /// keep that throws at least one die. Keeps below the last level become the best of themselves and all they hold.
    #[inline(always)]
    pub(crate) fn keep(&mut self, lattice: &Lattice, options: usize) {
        let from = lattice.throws_from();
        for downward in &lattice.downward {
            // Loops of known length again, so that no branch is guessed wrong.
            match downward.faces {
                1 => self.keep_faces(downward, 1, options, from),
                2 => self.keep_faces(downward, 2, options, from),
                3 => self.keep_faces(downward, 3, options, from),
                4 => self.keep_faces(downward, 4, options, from),
                5 => self.keep_faces(downward, 5, options, from),
                faces => self.keep_faces(downward, faces, options, from),
            }
        }
    }

    #[inline(always)]
    fn keep_faces(&mut self, downward: &Downward, faces: usize, options: usize, from: usize) {
        let (nodes, written) = (&mut *self.nodes, &self.written[options]);
        for entry in downward.nodes.chunks_exact(faces + 1) {
            let node = usize::from(entry[0]);
            let mut best =
                if downward.whole { written[(node - from) & (N - 1)] } else { nodes[node & (N - 1)] };
            for &other in &entry[1..] {
                raise(&mut best, &nodes[usize::from(other) & (N - 1)]);
            }
            nodes[node & (N - 1)] = best;
        }
    }
}

/// One turn, compiled for each kind of vectors there is.
pub(crate) struct Turn<'a, const L: usize, const N: usize> {
    pub(crate) board: &'a mut Board<L, N>,
    pub(crate) lattice: &'a Lattice,
    pub(crate) moves: &'a Moves,
}

impl<const L: usize, const N: usize> pulp::WithSimd for Turn<'_, L, N> {
    type Output = Lanes<L>;

    #[inline(always)]
    fn with_simd<S: pulp::Simd>(self, _: S) -> Lanes<L> {
        self.board.turn(self.lattice, self.moves)
    }
}

#[inline(always)]
fn write<const L: usize, const N: usize>(
    options: &Options,
    best: &mut [Lanes<L>; N],
    next: &[Lanes<L>],
    open: &[usize],
    last_resort: &[Lanes<L>],
    throws: usize,
) {
    let mut nothing = Lanes::ALL_NEVER;
    for &to in &options.for_nothing {
        raise(&mut nothing, &next[to]);
    }
    // A last resort is there only for throws that fit nowhere, so these must be seen before anything is given up.
    let resort = last_resort.iter().find(|resort| resort.0.iter().any(|lane| *lane > NEVER));
    best[..throws].fill(if resort.is_some() { Lanes::ALL_NEVER } else { nothing });
    for &slot in open {
        for given in &options.by_slot[slot] {
            let mut value = next[given.to];
            for lane in &mut value.0 {
                *lane += given.points;
            }
            for &throw in &given.throws {
                raise(&mut best[usize::from(throw) & (N - 1)], &value);
            }
        }
    }
    if let Some(resort) = resort {
        for throw in &mut best[..throws] {
            for lane in 0..L {
                throw.0[lane] = if throw.0[lane] == NEVER { resort.0[lane] } else { throw.0[lane] };
            }
            raise(throw, &nothing);
        }
    }
}
