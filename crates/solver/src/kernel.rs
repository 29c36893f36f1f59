//! The inner loop: one turn, for several states at once, each in its own lane. Plain arrays that the compiler turns
//! into vectors; wide ones are chosen at run time.

use crate::cell::Cell;
use crate::lattice::{Downward, Lattice};
use crate::moves::{Moves, Options};

/// What a turn is worth, by states in lanes. `N` is a power of two that no index reaches: masking by it costs
/// nothing and spares the check.
pub(crate) struct Board<C, const N: usize> {
    /// What follows each move, as the states' values; never where a state does not allow it.
    pub(crate) next: Vec<C>,
    /// Boxes that are open in at least one of the states.
    pub(crate) open: Vec<usize>,
    /// What the last resort gives, by its number in the moves; never where it is not there.
    pub(crate) last_resort: Vec<C>,
    /// For each list of options: what the best of them gives each throw.
    pub(crate) written: Vec<Box<[C; N]>>,
    /// The keep lattice, whole throws last.
    pub(crate) nodes: Box<[C; N]>,
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
            written: moves.options.iter().map(|_| cells()).collect(),
            nodes: cells(),
        }
    }

    /// What the whole turn is worth, before the first throw.
    #[inline(always)]
    pub(crate) fn turn(&mut self, lattice: &Lattice, moves: &Moves) -> C {
        self.write_all(lattice, moves);
        self.settle(lattice, moves);
        for throw in (1..moves.of_throw.len()).rev() {
            self.expect(lattice);
            self.keep(lattice, moves.of_throw[throw - 1]);
        }
        self.first_throw(lattice)
    }

    /// The mean over the first throw; one that wins the game at once is none.
    #[inline(always)]
    pub(crate) fn first_throw(&self, lattice: &Lattice) -> C {
        let mut value = C::ZERO;
        let from = lattice.throws_from();
        for (i, &weight) in lattice.first.iter().enumerate() {
            if weight > 0.0 {
                value.add_share(&self.nodes[(from + i) & (N - 1)], weight);
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
    pub(crate) fn settle(&mut self, lattice: &Lattice, moves: &Moves) {
        let last = moves.of_throw[moves.of_throw.len() - 1];
        let (from, written) = (lattice.throws_from(), &self.written[last]);
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
            let mut sum = C::ZERO;
            for &other in above {
                sum.add(&nodes[usize::from(other) & (N - 1)]);
            }
            sum.scale(share);
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
                best.raise(&nodes[usize::from(other) & (N - 1)]);
            }
            nodes[node & (N - 1)] = best;
        }
    }
}

/// One turn, compiled for each kind of vectors there is.
pub(crate) struct Turn<'a, C, const N: usize> {
    pub(crate) board: &'a mut Board<C, N>,
    pub(crate) lattice: &'a Lattice,
    pub(crate) moves: &'a Moves,
}

impl<C: Cell, const N: usize> pulp::WithSimd for Turn<'_, C, N> {
    type Output = C;

    #[inline(always)]
    fn with_simd<S: pulp::Simd>(self, _: S) -> C {
        self.board.turn(self.lattice, self.moves)
    }
}

#[inline(always)]
fn write<C: Cell, const N: usize>(
    options: &Options,
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
    let resort = last_resort.iter().find(|resort| resort.is_ever());
    best[..throws].fill(if resort.is_some() { C::NEVER } else { nothing });
    for &slot in open {
        for given in &options.by_slot[slot] {
            let mut value = next[given.to];
            value.gain(given.points);
            for &throw in &given.throws {
                best[usize::from(throw) & (N - 1)].raise(&value);
            }
        }
    }
    if let Some(resort) = resort {
        for throw in &mut best[..throws] {
            throw.instead_of_never(resort);
            throw.raise(&nothing);
        }
    }
}
