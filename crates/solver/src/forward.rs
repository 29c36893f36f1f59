//! The exact distribution of the total under best play: how likely each state with each sum is, carried forward layer
//! by layer.

use rayon::prelude::*;

use crate::backward::with_tables;
use crate::cell::{Cell, LANES, Means};
use crate::distribution::Distribution;
use crate::facts::{Facts, Tally};
use crate::flow::{Carry, Flow, Outcomes};
use crate::kernel::{Board, Tables};
use crate::lattice::Index;
use crate::progress::{Cancelled, Counter, Progress, check};
use crate::states::{Ranges, SolveError, TooLarge};
use crate::strategy::Strategy;
use crate::turn::{Fan, Place};

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
    /// Whether sums are told apart.
    apart: bool,
    spans: Vec<Span>,
    shares: Vec<f64>,
}

/// What is counted of the turns of a layer, and how likely each of its states is.
struct Tallied<'a> {
    tally: &'a mut Tally,
    masses: Vec<f64>,
    round: usize,
}

/// A state goes on to another with these points, so likely.
struct Step {
    state: usize,
    to: usize,
    points: i32,
    /// Which outcome of a turn it is.
    outcome: u32,
    share: f64,
}

impl Strategy {
    /// How likely each total is under best play, exactly.
    ///
    /// # Errors
    /// When too many states with sums would have to be kept at once (simulated games tell it nearly), or it is cancelled.
    pub fn distribution(&self, progress: &dyn Progress) -> Result<Distribution, SolveError> {
        let layers = self.likely_layers(true, progress)?;
        let most = two_layers(&layers);
        if most > MOST_CELLS {
            return Err(TooLarge { states: most, most: MOST_CELLS }.into());
        }
        Ok(self.totals(&self.carry_all(layers, None, progress)?))
    }

    /// What becomes of the boxes under best play, exactly, and how likely each total is, where that is not too much to
    /// keep. Where several ways to play are exactly as good, it is what one of them does, always the same.
    ///
    /// ```
    /// use std::sync::Arc;
    /// use kosti_rules::{House, RulesFile};
    /// use kosti_solver::{NoProgress, Strategy};
    ///
    /// let text = "name = 'Six'\ndice = 1\nthrows = 2\n[box.six]\nneeds = { sum = 6 }\n\
    ///             score = { points = 36 }\nunfit = 'zero'";
    /// let rules = Arc::new(RulesFile::read("six", &text).rules(&House::default()).unwrap());
    /// let (facts, _) = Strategy::solve(rules).unwrap().facts(&NoProgress).unwrap();
    /// assert!((facts.slots[0].scored.value - 11.0 / 36.0).abs() < 1e-12);
    /// assert!((facts.slots[0].points.value - 11.0).abs() < 1e-12);
    /// ```
    ///
    /// # Errors
    /// When it is cancelled.
    pub fn facts(&self, progress: &dyn Progress) -> Result<(Facts, Option<Distribution>), Cancelled> {
        let layers = self.likely_layers(true, progress)?;
        let apart = two_layers(&layers) <= MOST_CELLS;
        let layers = if apart { layers } else { self.likely_layers(false, progress)? };
        let rules = self.game().rules;
        let mut tally = Tally::new(rules);
        let full = self.carry_all(layers, Some(&mut tally), progress)?;
        let marked: Vec<usize> =
            (0..rules.groups.len()).filter(|&group| rules.groups[group].mark.is_some()).collect();
        for (nth, share) in full.masses().into_iter().enumerate() {
            let reached = self.model.states.final_reached(nth);
            marked.iter().zip(reached).filter(|(_, reached)| *reached).for_each(|(&group, _)| {
                tally.add_reached(share, group);
            });
        }
        Ok((tally.facts(rules), apart.then(|| self.totals(&full))))
    }

    /// From the empty sheet to the full ones. Where somebody tallies, what is written on the way is counted.
    fn carry_all(
        &self,
        layers: Vec<Likely>,
        mut tally: Option<&mut Tally>,
        progress: &dyn Progress,
    ) -> Result<Likely, Cancelled> {
        let model = &self.model;
        let outcomes = Outcomes::new(&model.moves, &self.book());
        let counter = Counter::new(model.states.size.states, progress);
        let mut layers = layers.into_iter();
        let mut here = layers.next().expect("there is the empty sheet");
        here.shares = vec![1.0];
        for (round, mut next) in layers.enumerate() {
            next.shares = vec![0.0; next.size()];
            let tallied = tally.as_deref_mut().map(|tally| Tallied { tally, masses: here.masses(), round });
            with_tables!(&model.tables, |tables, N| self
                .carry::<_, N>(tables, &outcomes, &here, &mut next, tallied, &counter))?;
            here = next;
        }
        Ok(here)
    }

    /// The states of each layer with the sums they can have, none likely yet; all sums are one unless they are told apart.
    fn likely_layers(&self, apart: bool, progress: &dyn Progress) -> Result<Vec<Likely>, Cancelled> {
        let rules = self.game().rules;
        let states = &self.model.states;
        let empty = kosti_rules::Sheet::empty(rules.slots.len());
        let ranges = Ranges::new(rules, states, &empty);
        let layer = |layer: &crate::states::Layer| {
            let mut spans = Vec::with_capacity(layer.states);
            let mut at = 0;
            for &filling in &layer.fillings {
                check(progress)?;
                for range in ranges.of(filling as usize) {
                    let span = range.map_or_else(Span::default, |range| {
                        let (from, to) = if apart { range.written } else { (0, 0) };
                        Span { from, len: (to - from + 1) as u32, at }
                    });
                    at += span.len as usize;
                    spans.push(span);
                }
            }
            Ok(Likely { state: layer.from, apart, spans, shares: Vec::new() })
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
        mut tallied: Option<Tallied<'_>>,
        counter: &Counter<'_>,
    ) -> Result<(), Cancelled> {
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
        counter.add(here.spans.len() - places.len())?;
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
                    |(board, flow), places| {
                        counter.check()?;
                        Ok(self.steps(tables, outcomes, board, flow, places))
                    },
                )
                .collect::<Result<_, Cancelled>>()?;
            if let Some(tallied) = &mut tallied {
                self.count(tallied, outcomes, &steps);
            }
            next.take(here, &steps);
            counter.add(places.len())?;
        }
        Ok(())
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
        for (nth_outcome, (outcome, shares)) in outcomes.all.iter().zip(&flow.outcomes).enumerate() {
            for (lane, &(state, (filling, nth))) in states.iter().enumerate() {
                let share = shares.get(lane);
                if share > 0.0 {
                    let to = self.model.states.after(filling, nth, &self.model.moves.moves[outcome.to]);
                    steps.push(Step {
                        state,
                        to,
                        points: outcome.points,
                        outcome: nth_outcome as u32,
                        share,
                    });
                }
            }
        }
        steps
    }

    /// Counts what is written by these steps.
    fn count(&self, tallied: &mut Tallied<'_>, outcomes: &Outcomes, steps: &[Vec<Step>]) {
        let Tallied { tally, masses, round } = tallied;
        let mut likely = vec![0.0; outcomes.all.len()];
        for step in steps.iter().flatten() {
            likely[step.outcome as usize] += masses[step.state] * step.share;
        }
        for (outcome, share) in outcomes.all.iter().zip(likely) {
            let slot = self.model.moves.moves[outcome.to].slot;
            tally.add(share, slot, outcome.points - outcome.bonus, outcome.fits, *round);
            tally.add_joker(share, outcome.bonus);
        }
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

    /// How likely each state is, whatever its sum.
    fn masses(&self) -> Vec<f64> {
        let mass = |span: &Span| self.shares[span.at..span.at + span.len as usize].iter().sum();
        self.spans.iter().map(mass).collect()
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

/// How many states with sums the largest two layers that follow each other have.
fn two_layers(layers: &[Likely]) -> usize {
    layers.windows(2).map(|pair| pair[0].size() + pair[1].size()).max().unwrap_or(0)
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
                    let points = if before.apart { step.points } else { 0 };
                    add_shifted(shares, to.at - begin, to, likely, span.from + points, step.share);
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
