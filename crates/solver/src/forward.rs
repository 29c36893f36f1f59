//! The exact distribution of the total under best play: how likely each state with each sum is, carried forward layer
//! by layer.

use rayon::prelude::*;

use crate::backward::with_tables;
use crate::cell::{Cell, LANES, Means};
use crate::distribution::Distribution;
use crate::flow::{Carry, Flow, Outcomes};
use crate::kernel::{Board, Tables};
use crate::lattice::Index;
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
        let outcomes = Outcomes::new(&model.moves, &self.book());
        let progress = Progress::new(model.states.size.states, watch);
        let mut layers = layers.into_iter();
        let mut here = layers.next().expect("there is the empty sheet");
        here.shares = vec![1.0];
        for mut next in layers {
            next.shares = vec![0.0; next.size()];
            with_tables!(&model.tables, |tables, N| self
                .carry::<_, N>(tables, &outcomes, &here, &mut next, &progress));
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
                    || {
                        (
                            Board::<Means, N>::new(&self.model.moves),
                            Flow::new(&self.model.lattice, &self.model.moves, outcomes),
                        )
                    },
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
                    let to = self.model.states.after(filling, nth, &self.model.moves.moves[outcome.to]);
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
        let parts = rayon::current_num_threads().max(1) * 2;
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
            pulp::Arch::new().dispatch(Take { before, steps, state, spans, own, begin, shares });
        });
    }
}

/// What some of the states take.
struct Take<'a> {
    before: &'a Likely,
    steps: &'a [Vec<Step>],
    state: usize,
    spans: &'a [Span],
    own: std::ops::Range<usize>,
    begin: usize,
    shares: &'a mut [f64],
}

impl pulp::WithSimd for Take<'_> {
    type Output = ();

    #[inline(always)]
    fn with_simd<S: pulp::Simd>(self, _: S) {
        let Self { before, steps, state, spans, own, begin, shares } = self;
        for steps in steps {
            for step in steps {
                if own.contains(&step.to) {
                    let (span, to) = (before.spans[step.state], spans[step.to - state]);
                    let likely = &before.shares[span.at..span.at + span.len as usize];
                    add_shifted(shares, to.at - begin, to, likely, span.from + step.points, step.share);
                }
            }
        }
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
