//! One turn forwards: how likely each way to end it is under best play.

use std::collections::BTreeMap;

use pulp::WithSimd;

use crate::book::{Book, Write};
use crate::cell::{Cell, LANES, Means};
use crate::jokers::{JokerThrows, JokerWrite, Jokers};
use crate::kernel::{Board, Tables};
use crate::lattice::{Downward, Index, Lattice};
use crate::moves::Moves;

/// A way to end a turn, with its points and those that a joker brings.
#[derive(PartialEq, Eq)]
pub(crate) struct Outcome {
    pub(crate) to: usize,
    pub(crate) points: i32,
    /// What of the points a joker brings.
    pub(crate) bonus: i32,
    /// Whether the dice fit.
    pub(crate) fits: bool,
}

/// The outcomes of a game.
pub(crate) struct Outcomes {
    pub(crate) all: Vec<Outcome>,
    /// By options and throw: which there are.
    of_throw: Vec<Vec<Vec<u32>>>,
    /// Those of last resorts.
    resorts: Vec<u32>,
    /// By options and throw: those of jokers in the order of their writes, without the bonus and with it.
    jokers: Vec<BTreeMap<usize, Vec<[u32; 2]>>>,
}

impl Outcomes {
    pub(crate) fn new(moves: &Moves, book: &Book<'_>) -> Self {
        let mut all: Vec<Outcome> = Vec::new();
        let mut find = |to: usize, points: i32, bonus: i32, fits: bool| {
            let wanted = Outcome { to, points: points + bonus, bonus, fits };
            let known = all.iter().position(|outcome| *outcome == wanted);
            known.unwrap_or_else(|| {
                all.push(wanted);
                all.len() - 1
            }) as u32
        };
        let mut of_write = |write: &Write| find(write.to, write.points(), 0, write.fits);
        let mut of_options = |writes: &Vec<Vec<_>>| {
            writes.iter().map(|writes| writes.iter().map(&mut of_write).collect()).collect()
        };
        let of_throw = book.writes.iter().map(&mut of_options).collect();
        let resorts = moves.last_resort.iter().flat_map(|resort| &resort.moves);
        let resorts = resorts.map(|&(_, to, points)| find(to, points as i32, 0, false)).collect();
        let mut of_joker = |write: &JokerWrite| {
            [(Jokers::Plain, 0), (Jokers::Paid, moves.bonus)]
                .map(|(jokers, bonus)| find(write.by(jokers).0, write.entry.points(), bonus, write.fits))
        };
        let mut of_jokers = |throws: &JokerThrows| {
            throws.iter().map(|(&dice, writes)| (dice, writes.iter().map(&mut of_joker).collect())).collect()
        };
        let jokers = moves.jokers.iter().map(&mut of_jokers).collect();
        Self { all, of_throw, resorts, jokers }
    }
}

/// How likely each throw, keep and outcome is within a turn, for the states of a board.
pub(crate) struct Flow {
    /// Before each throw but the first: what each keep is worth, and the best of what it holds.
    kept: Vec<Vec<Means>>,
    best: Vec<Vec<Means>>,
    keeps: Vec<Means>,
    whole: Vec<Means>,
    /// By options: the throws that are written.
    written: Vec<Vec<Means>>,
    pub(crate) outcomes: Vec<Means>,
}

impl Flow {
    pub(crate) fn new(lattice: &Lattice, moves: &Moves, outcomes: &Outcomes) -> Self {
        let before = moves.of_throw.len() - 1;
        Self {
            kept: vec![Vec::new(); before],
            best: vec![Vec::new(); before],
            keeps: vec![Means::ZERO; lattice.keeps()],
            whole: vec![Means::ZERO; lattice.throws()],
            written: vec![vec![Means::ZERO; lattice.throws()]; outcomes.of_throw.len()],
            outcomes: vec![Means::ZERO; outcomes.all.len()],
        }
    }
}

/// One turn forwards.
pub(crate) struct Carry<'a, I, const N: usize> {
    pub(crate) tables: &'a Tables<I>,
    pub(crate) board: &'a mut Board<Means, N>,
    pub(crate) flow: &'a mut Flow,
    pub(crate) outcomes: &'a Outcomes,
}

impl<I: Index, const N: usize> WithSimd for Carry<'_, I, N> {
    type Output = ();

    #[inline(always)]
    fn with_simd<S: pulp::Simd>(self, _: S) {
        let Self { tables, board, flow, outcomes } = self;
        let count = flow.keeps.len();
        board.write_all(tables);
        for following in (2..=tables.of_throw.len()).rev() {
            board.before_one_throw(tables, following);
            copy(&mut flow.kept[following - 2], &board.keeps[..count]);
            board.best_keeps(tables);
            copy(&mut flow.best[following - 2], &board.keeps[..count]);
        }
        flow.written.iter_mut().for_each(|written| written.fill(Means::ZERO));
        for (whole, &first) in flow.whole.iter_mut().zip(&tables.first) {
            *whole = Means([first; LANES]);
        }
        for number in 0..tables.of_throw.len() {
            let options = tables.of_throw[number];
            let (kept, best) = (flow.kept.get(number), flow.best.get(number));
            let (Some(kept), Some(best)) = (kept, best) else {
                flow.written[options].iter_mut().zip(&flow.whole).for_each(|(to, from)| to.add(from));
                break;
            };
            flow.keeps.fill(Means::ZERO);
            for Downward { faces, nodes } in &tables.edges.whole_down {
                for entry in nodes.chunks_exact(faces + 1) {
                    let throw = entry[0].at::<N>();
                    let own = &board.written[options][throw];
                    let likely = &mut flow.whole[throw];
                    go_down::<I, N>(likely, own, best, &entry[1..], &mut flow.keeps);
                    flow.written[options][throw].add(likely);
                }
            }
            for Downward { faces, nodes } in tables.edges.keeps_down.iter().rev() {
                for entry in nodes.chunks_exact(faces + 1) {
                    let node = entry[0].at::<N>();
                    let mut likely = flow.keeps[node];
                    go_down::<I, N>(&mut likely, &kept[node], best, &entry[1..], &mut flow.keeps);
                    flow.keeps[node] = likely;
                }
            }
            throw(tables, flow);
        }
        write(tables, board, flow, outcomes);
    }
}

#[inline(always)]
fn copy(to: &mut Vec<Means>, from: &[Means]) {
    to.clear();
    to.extend_from_slice(from);
}

/// What is likely here stays where that is best, and goes to the best keep below elsewhere.
#[inline(always)]
fn go_down<I: Index, const N: usize>(
    likely: &mut Means,
    here: &Means,
    best: &[Means],
    below: &[I],
    keeps: &mut [Means],
) {
    let mut most = *here;
    for other in below {
        most.raise(&best[other.at::<N>()]);
    }
    let stays = likely.taken_where(here, &most);
    for other in below {
        let other = other.at::<N>();
        keeps[other].add(&likely.taken_where(&best[other], &most));
    }
    *likely = stays;
}

/// The dice that are not kept fall, one by one.
#[inline(always)]
fn throw<I: Index>(tables: &Tables<I>, flow: &mut Flow) {
    let sides = tables.sides;
    let share = 1.0 / sides as f64;
    let smaller = tables.edges.to_keeps.len() / sides;
    for (node, above) in tables.edges.to_keeps.chunks_exact(sides).enumerate() {
        let likely = flow.keeps[node];
        for other in above {
            flow.keeps[other.to_usize()].add_share(&likely, share);
        }
    }
    flow.whole.fill(Means::ZERO);
    for (node, above) in tables.edges.to_whole.chunks_exact(sides).enumerate() {
        let likely = flow.keeps[smaller + node];
        for other in above {
            flow.whole[other.to_usize()].add_share(&likely, share);
        }
    }
}

/// From throws that are written to what is written.
#[inline(always)]
fn write<I, const N: usize>(
    tables: &Tables<I>,
    board: &Board<Means, N>,
    flow: &mut Flow,
    outcomes: &Outcomes,
) {
    flow.outcomes.fill(Means::ZERO);
    for (options, throws) in outcomes.of_throw.iter().enumerate() {
        for (throw, found) in throws.iter().enumerate() {
            let mut likely = flow.written[options][throw];
            if !likely.is_any() {
                continue;
            }
            if let Some(writes) = tables.jokers[options].get(&throw) {
                let found = &outcomes.jokers[options][&throw];
                write_jokers(board, writes, found, &mut likely, &mut flow.outcomes);
            }
            let best = &board.written[options][throw];
            for &outcome in found.iter().chain(&outcomes.resorts) {
                let Outcome { to, points, .. } = outcomes.all[outcome as usize];
                let mut value = board.next[to];
                value.gain(points.into());
                flow.outcomes[outcome as usize].add(&likely.taken_where(&value, best));
            }
        }
    }
}

/// Takes out the lanes where the throw is a joker, and carries them to what is written then.
fn write_jokers<const N: usize>(
    board: &Board<Means, N>,
    writes: &[JokerWrite],
    found: &[[u32; 2]],
    likely: &mut Means,
    outcomes: &mut [Means],
) {
    for lane in (0..LANES).filter(|&lane| board.jokers[lane] != Jokers::None) {
        let jokers = board.jokers[lane];
        let value = |write: &JokerWrite| {
            let (to, added) = write.by(jokers);
            board.next[to].get(lane) + added
        };
        let possible = board.joker_writes(writes, lane);
        if let Some((nth, _)) = possible.max_by(|(_, a), (_, b)| value(a).total_cmp(&value(b))) {
            let outcome = found[nth][usize::from(jokers == Jokers::Paid)];
            outcomes[outcome as usize].0[lane] += likely.0[lane];
        }
        likely.0[lane] = 0.0;
    }
}

impl Means {
    /// Takes out the lanes where two values are equal.
    #[inline(always)]
    fn taken_where(&mut self, value: &Self, equals: &Self) -> Self {
        let mut taken = Self::ZERO;
        for lane in 0..LANES {
            let takes = value.0[lane] == equals.0[lane];
            taken.0[lane] = if takes { self.0[lane] } else { 0.0 };
            self.0[lane] = if takes { 0.0 } else { self.0[lane] };
        }
        taken
    }

    #[inline(always)]
    fn is_any(&self) -> bool {
        self.0.iter().any(|&lane| lane > 0.0)
    }
}
