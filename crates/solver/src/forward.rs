//! The exact distribution of the total under best play: how likely each state with each sum is, carried forward layer
//! by layer.

use pulp::WithSimd;
use rayon::prelude::*;

use crate::backward::AnyTables;
use crate::cell::{Cell, LANES, Means};
use crate::distribution::Distribution;
use crate::kernel::{Board, Tables};
use crate::lattice::{Downward, Index, LARGE, SMALL};
use crate::moves;
use crate::states::{Ranges, TooLarge};
use crate::strategy::Strategy;
use crate::turn::{Fan, Place};
use crate::watch::{Progress, Watch};

/// How many states with sums two layers may have: they take 8 bytes each.
const MOST_CELLS: usize = 100_000_000;
/// How many boards are worked on before what they found is carried on.
const BOARDS: usize = 1024;

/// Which sums a state can have, and where they stand among those of its layer.
#[derive(Debug, Clone, Copy, Default)]
struct Span {
    from: i32,
    len: u32,
    at: usize,
}

/// How likely the states of a layer are, by what is written.
struct Likely {
    /// The first state of the layer.
    state: usize,
    spans: Vec<Span>,
    shares: Vec<f64>,
}

/// A way to end a turn, with its points.
struct Outcome {
    to: usize,
    slot: usize,
    points: i32,
}

/// The outcomes of a game.
struct Outcomes {
    all: Vec<Outcome>,
    /// By options and throw: which there are.
    of_throw: Vec<Vec<Vec<u32>>>,
    /// Those of last resorts.
    resorts: Vec<u32>,
}

/// A state goes on to another with these points, so likely.
struct Step {
    state: usize,
    to: usize,
    points: i32,
    share: f64,
}

impl Strategy {
    /// How likely each total is under best play, exactly.
    ///
    /// # Errors
    /// When too many states with sums would have to be kept at once; simulated games tell it nearly.
    pub fn distribution(&self, watch: Watch<'_>) -> Result<Distribution, TooLarge> {
        let model = &self.model;
        let layers = self.likely_layers();
        let sizes: Vec<usize> = layers.iter().map(Likely::size).collect();
        let most = sizes.windows(2).map(|pair| pair[0] + pair[1]).max().unwrap_or(0);
        if most > MOST_CELLS {
            return Err(TooLarge { states: most, most: MOST_CELLS });
        }
        let outcomes = self.outcomes();
        let progress = Progress::new(model.states.size.states, watch);
        let mut layers = layers.into_iter();
        let mut here = layers.next().expect("there is the empty sheet");
        here.shares = vec![1.0];
        for mut next in layers {
            next.shares = vec![0.0; next.size()];
            match &model.tables {
                AnyTables::Small(tables) => {
                    self.carry::<_, SMALL>(tables, &outcomes, &here, &mut next, &progress);
                }
                AnyTables::Large(tables) => {
                    self.carry::<_, LARGE>(tables, &outcomes, &here, &mut next, &progress);
                }
            }
            here = next;
        }
        Ok(self.totals(&here))
    }

    /// The states of each layer with the sums they can have, none likely yet.
    fn likely_layers(&self) -> Vec<Likely> {
        let rules = self.game().rules;
        let states = &self.model.states;
        let empty = kosti_rules::Sheet::empty(rules.slots.len());
        let ranges = Ranges::new(rules, states, &empty);
        let layer = |layer: &crate::states::Layer| {
            let mut spans = Vec::with_capacity(layer.states);
            let mut at = 0;
            for &filling in &layer.fillings {
                for range in ranges.of(filling as usize) {
                    let span = range.map_or_else(Span::default, |range| {
                        let (from, to) = range.written;
                        Span { from, len: (to - from + 1) as u32, at }
                    });
                    at += span.len as usize;
                    spans.push(span);
                }
            }
            Likely { state: layer.from, spans, shares: Vec::new() }
        };
        states.layers.par_iter().map(layer).collect()
    }

    fn outcomes(&self) -> Outcomes {
        let mut all: Vec<Outcome> = Vec::new();
        let mut find = |to: usize, points: i32| {
            let known = all.iter().position(|outcome| outcome.to == to && outcome.points == points);
            known.unwrap_or_else(|| {
                all.push(Outcome { to, slot: self.model.moves.moves[to].slot, points });
                all.len() - 1
            }) as u32
        };
        let book = self.book();
        let mut of_write = |write: &crate::book::Write| find(write.to, write.points);
        let mut of_options = |writes: &Vec<Vec<_>>| {
            writes.iter().map(|writes| writes.iter().map(&mut of_write).collect()).collect()
        };
        let of_throw = book.writes.iter().map(&mut of_options).collect();
        let resorts = self.model.moves.last_resort.iter().flat_map(|resort| &resort.moves);
        let resorts = resorts.map(|&(_, to, points)| find(to, points as i32)).collect();
        Outcomes { all, of_throw, resorts }
    }

    /// From the states of a layer to those of the next.
    fn carry<I: Index, const N: usize>(
        &self,
        tables: &Tables<I>,
        outcomes: &Outcomes,
        here: &Likely,
        next: &mut Likely,
        progress: &Progress<'_>,
    ) {
        let layer = self.model.states.layers.iter().find(|layer| layer.from == here.state);
        let mut places: Vec<(usize, Place)> = Vec::new();
        let mut spans = here.spans.iter().enumerate();
        for &filling in layer.map_or(&[][..], |layer| &layer.fillings) {
            let filling = filling as usize;
            for nth in 0..self.model.states.states_of(filling) {
                let Some((state, span)) = spans.next() else { break };
                if here.shares[span.at..span.at + span.len as usize].iter().any(|&share| share > 0.0) {
                    places.push((state, (filling, nth)));
                }
            }
        }
        progress.add(here.spans.len() - places.len());
        for places in places.chunks(BOARDS * LANES) {
            let steps: Vec<Vec<Step>> = places
                .par_chunks(LANES)
                .map_init(
                    || (Board::<Means, N>::new(&self.model.moves), Flow::new(self, outcomes)),
                    |(board, flow), places| self.steps(tables, outcomes, board, flow, places),
                )
                .collect();
            next.take(here, &steps);
            progress.add(places.len());
        }
    }

    /// Where the states of a board go, and how likely.
    fn steps<I: Index, const N: usize>(
        &self,
        tables: &Tables<I>,
        outcomes: &Outcomes,
        board: &mut Board<Means, N>,
        flow: &mut Flow,
        states: &[(usize, Place)],
    ) -> Vec<Step> {
        let places: Vec<Place> = states.iter().map(|&(_, place)| place).collect();
        board.place(&self.game(), &mut Fan::default(), &places, |state| self.values[state]);
        pulp::Arch::new().dispatch(Carry { tables, board, flow, outcomes });
        let mut steps = Vec::new();
        for (outcome, shares) in outcomes.all.iter().zip(&flow.outcomes) {
            for (lane, &(state, (filling, nth))) in states.iter().enumerate() {
                let share = shares.get(lane);
                if share > 0.0 {
                    let gain = moves::gain(self.game().rules, outcome.slot, outcome.points);
                    let to = self.model.states.after(filling, nth, outcome.slot, gain);
                    steps.push(Step { state, to, points: outcome.points, share });
                }
            }
        }
        steps
    }

    /// The totals of full sheets.
    fn totals(&self, full: &Likely) -> Distribution {
        let end = |(nth, span): (usize, &Span)| (self.model.states.final_extra(nth) as i32, *span);
        let ends: Vec<(i32, Span)> =
            full.spans.iter().enumerate().map(end).filter(|(_, span)| span.len > 0).collect();
        let from = ends.iter().map(|(extra, span)| span.from + extra).min().unwrap_or(0);
        let to = ends.iter().map(|(extra, span)| span.from + extra + span.len as i32).max().unwrap_or(0);
        let mut shares = vec![0.0; (to - from) as usize];
        for (extra, span) in ends {
            let at = (span.from + extra - from) as usize;
            let own = &full.shares[span.at..span.at + span.len as usize];
            shares[at..].iter_mut().zip(own).for_each(|(sum, share)| *sum += share);
        }
        Distribution::new(from, shares)
    }
}

impl Likely {
    fn size(&self) -> usize {
        self.spans.iter().map(|span| span.len as usize).sum()
    }

    /// Takes what is carried over from the layer before. Each thread has its own part of the states.
    fn take(&mut self, before: &Self, steps: &[Vec<Step>]) {
        let parts = rayon::current_num_threads().max(1) * 4;
        let each = self.shares.len().div_ceil(parts).max(1);
        let (state, spans) = (self.state, &self.spans);
        let mut rest = &mut self.shares[..];
        let mut tasks = Vec::new();
        let (mut from, mut begin) = (0, 0);
        for (nth, span) in spans.iter().enumerate() {
            let end = span.at + span.len as usize;
            if end - begin >= each || nth + 1 == spans.len() {
                let (own, others) = rest.split_at_mut(end - begin);
                rest = others;
                tasks.push((state + from..state + nth + 1, begin, own));
                (from, begin) = (nth + 1, end);
            }
        }
        tasks.into_par_iter().for_each(|(own, begin, shares)| {
            let take = || {
                for step in steps.iter().flatten().filter(|step| own.contains(&step.to)) {
                    let (span, to) = (before.spans[step.state], spans[step.to - state]);
                    let likely = &before.shares[span.at..span.at + span.len as usize];
                    add_shifted(shares, to.at - begin, to, likely, span.from + step.points, step.share);
                }
            };
            pulp::Arch::new().dispatch(take);
        });
    }
}

/// Adds shares of sums that begin at `from` to those of a span that stands at `at`.
#[inline(always)]
fn add_shifted(shares: &mut [f64], at: usize, to: Span, likely: &[f64], from: i32, share: f64) {
    // Sums beyond the span cannot come about: their shares are zero.
    let skip = (to.from - from).max(0) as usize;
    let ahead = (from - to.from).max(0) as usize;
    let count = (to.len as usize).saturating_sub(ahead).min(likely.len().saturating_sub(skip));
    let own = &mut shares[at + ahead..at + ahead + count];
    for (sum, likely) in own.iter_mut().zip(&likely[skip..skip + count]) {
        *sum += share * likely;
    }
}

/// How likely each throw, keep and outcome is within a turn, for the states of a board.
struct Flow {
    /// Before each throw but the first: what each keep is worth, and the best of what it holds.
    kept: Vec<Vec<Means>>,
    best: Vec<Vec<Means>>,
    keeps: Vec<Means>,
    whole: Vec<Means>,
    /// By options: the throws that are written.
    written: Vec<Vec<Means>>,
    outcomes: Vec<Means>,
}

impl Flow {
    fn new(strategy: &Strategy, outcomes: &Outcomes) -> Self {
        let lattice = &strategy.model.lattice;
        let before = usize::from(strategy.game().rules.throws) - 1;
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
struct Carry<'a, I, const N: usize> {
    tables: &'a Tables<I>,
    board: &'a mut Board<Means, N>,
    flow: &'a mut Flow,
    outcomes: &'a Outcomes,
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
        write(board, flow, outcomes);
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
fn write<const N: usize>(board: &Board<Means, N>, flow: &mut Flow, outcomes: &Outcomes) {
    flow.outcomes.fill(Means::ZERO);
    for (options, throws) in outcomes.of_throw.iter().enumerate() {
        for (throw, found) in throws.iter().enumerate() {
            let mut likely = flow.written[options][throw];
            if !likely.is_any() {
                continue;
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
