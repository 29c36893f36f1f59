//! A solver of Yatzy and nothing else, written for speed: the measure of what the general solver could reach.
//!
//! A sheet is the set of its filled boxes and the sum of its upper section, at most 63. Rows are indexed by the set and
//! have the values of all sums, so the states after a move are neighbours, and four of them are one load.

use pulp::x86::V3;
use pulp::{Simd, f64x4};

use crate::lattice::{Keeps, Throws, average_over_dice, choose, expect_first_throw, maximize_over_subsets};

const BOXES: usize = 15;
const BONUS_FROM: usize = 63;
/// Sums above 63 are as good as 63; a row goes on as far as one entry can lead.
const ROW: usize = 96;

/// By box: its points, each with the throws that bring them.
type Scores = Vec<Vec<(usize, Vec<u8>)>>;

fn throws() -> Vec<[usize; 5]> {
    let mut all = Vec::new();
    for a in 1..=6 {
        for b in a..=6 {
            for c in b..=6 {
                for d in c..=6 {
                    all.extend((d..=6).map(|e| [a, b, c, d, e]));
                }
            }
        }
    }
    all
}

fn score(slot: usize, dice: [usize; 5]) -> usize {
    let count = |face: usize| dice.iter().filter(|&&die| die == face).count();
    let alike = |n: usize| (1..=6).rev().find(|&face| count(face) >= n).unwrap_or(0);
    match slot {
        0..=5 => (slot + 1) * count(slot + 1),
        6 => 2 * alike(2),
        7 => {
            let second = (1..alike(2)).rev().find(|&face| count(face) >= 2);
            second.map_or(0, |second| 2 * (alike(2) + second))
        }
        8 => 3 * alike(3),
        9 => 4 * alike(4),
        10 if dice == [1, 2, 3, 4, 5] => 15,
        11 if dice == [2, 3, 4, 5, 6] => 20,
        12 if (1..=6).any(|face| count(face) == 3) && (1..=6).any(|face| count(face) == 2) => {
            dice.iter().sum()
        }
        13 => dice.iter().sum(),
        14 if alike(5) > 0 => 50,
        _ => 0,
    }
}

fn scores() -> Scores {
    let of_slot = |slot| {
        let mut found: Vec<(usize, Vec<u8>)> = Vec::new();
        for (throw, dice) in throws().into_iter().enumerate() {
            let points = score(slot, dice);
            match found.iter_mut().find(|(other, _)| *other == points) {
                Some((_, throws)) => throws.push(throw as u8),
                None => found.push((points, vec![throw as u8])),
            }
        }
        found.sort_unstable();
        found
    };
    (0..BOXES).map(of_slot).collect()
}

/// Working memory of a turn.
struct Board {
    throws: Throws,
    keeps: Keeps,
}

/// The turn of four neighbouring sums of one set of filled boxes.
struct Turn<'a> {
    simd: V3,
    values: &'a [f64],
    scores: &'a Scores,
    filled: usize,
    sum: usize,
    board: &'a mut Board,
}

impl Turn<'_> {
    /// Returns the values of writing these points.
    #[inline(always)]
    fn value(&self, slot: usize, points: usize) -> f64x4 {
        let gain = if slot < 6 { points } else { 0 };
        let at = (self.filled | 1 << slot) * ROW + self.sum + gain;
        let next = self.simd.partial_load_f64s(&self.values[at..at + 4]);
        self.simd.add_f64s(next, self.simd.splat_f64s(points as f64))
    }
}

impl pulp::NullaryFnOnce for Turn<'_> {
    type Output = f64x4;

    #[inline(always)]
    fn call(self) -> f64x4 {
        let (simd, filled) = (self.simd, self.filled);
        let open = || (0..BOXES).filter(move |slot| filled & 1 << slot == 0);
        let mut nothing = simd.splat_f64s(0.0);
        for slot in open() {
            nothing = simd.max_f64s(nothing, self.value(slot, 0));
        }
        // 256 places, so that no byte is out of bounds.
        let mut writes = [nothing; 256];
        for slot in open() {
            for (points, throws) in self.scores[slot].iter().filter(|(points, _)| *points > 0) {
                let value = self.value(slot, *points);
                for &throw in throws {
                    let best = &mut writes[usize::from(throw)];
                    *best = simd.max_f64s(*best, value);
                }
            }
        }
        let Board { throws, keeps, .. } = self.board;
        let writes: &Throws = writes[..252].try_into().expect("252 throws");
        average_over_dice(simd, writes, keeps);
        maximize_over_subsets(simd, keeps);
        choose(simd, writes, keeps, throws);
        average_over_dice(simd, throws, keeps);
        maximize_over_subsets(simd, keeps);
        expect_first_throw(simd, writes, keeps)
    }
}

/// Returns the expected total under best play, and the number of vectors that were solved.
pub(crate) fn solve(simd: V3) -> (f64, usize) {
    let scores = scores();
    let zero = simd.splat_f64s(0.0);
    let mut board = Board { throws: [zero; 252], keeps: [zero; 210] };
    let mut values = vec![0.0; ROW << BOXES];
    let last = values.len() - ROW;
    values[last + BONUS_FROM..].fill(50.0);
    let mut vectors = 0;
    for filled in (0..(1 << BOXES) - 1).rev() {
        let most = |open: bool| -> usize {
            (0..6).filter(|face| (filled & 1 << face == 0) == open).map(|face| 5 * (face + 1)).sum()
        };
        // Sums below `from` miss the bonus as surely as `from` does; sums above `to` do not occur.
        let from = (BONUS_FROM - 1).saturating_sub(most(true));
        let to = most(false).min(BONUS_FROM);
        for sum in (from..=to).step_by(4) {
            let turn = Turn { simd, values: &values, scores: &scores, filled, sum, board: &mut board };
            let value = simd.vectorize(turn);
            simd.partial_store_f64s(&mut values[filled * ROW + sum..][..4], value);
            vectors += 1;
        }
        let row = &mut values[filled * ROW..(filled + 1) * ROW];
        let (missed, reached) = (row[from], row[BONUS_FROM]);
        row[..from].fill(missed);
        row[BONUS_FROM + 1..].fill(reached);
    }
    (values[0], vectors)
}
