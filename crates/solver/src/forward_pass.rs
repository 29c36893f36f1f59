//! The forward pass: carries the probability of each state and sum from layer to layer. Its result is the exact
//! distribution of the total under the optimal strategy (docs/solver.md, "The forward pass").

use crate::parallel::*;
use kosti_rules::Sheet;

use crate::backward::with_tables;
use crate::distribution::Distribution;
use crate::forward_turn::{ForwardTurn, TurnOutcomes, TurnProbabilities};
use crate::kernel::{Tables, TurnBoard};
use crate::lane_value::{F64x4, LANES, LaneValue};
use crate::lattice::Index;
use crate::placement::{StateKey, Successors};
use crate::progress::{Cancelled, Counter, Progress, check_cancelled};
use crate::solution::{SolveError, TooLarge};
use crate::states::PointRanges;
use crate::statistics::{SheetStatistics, Tally};
use crate::strategy::TotalStrategy;

/// The largest number of probabilities in two neighbouring layers; each takes 8 bytes.
const MAX_PROBABILITIES: usize = 100_000_000;
/// The number of boards whose transitions are collected before they are added to the next layer.
const BOARDS: usize = 1024;

/// The sums that a state can have, and the position of their probabilities in the layer.
#[derive(Debug, Clone, Copy, Default)]
struct Span {
    from: i32,
    len: u32,
    at: usize,
}

/// The probabilities of the states of a layer, by the sum that is written.
struct LayerProbabilities {
    /// The first state of the layer.
    state: usize,
    /// Whether sums are distinguished.
    by_sum: bool,
    spans: Vec<Span>,
    shares: Vec<f64>,
}

/// The tally of a layer, and the probability of each of its states.
struct TallyContext<'a> {
    tally: &'a mut Tally,
    masses: Vec<f64>,
    round: usize,
}

/// A transition of a state to another with these points and this probability.
struct Transition {
    state: usize,
    to: usize,
    points: i32,
    /// The index of the outcome.
    outcome: u32,
    share: f64,
}

impl TotalStrategy {
    /// Returns the exact distribution of the total under the optimal strategy.
    ///
    /// # Errors
    /// If the probabilities of two layers need too much memory (simulated games give an estimate), or the computation
    /// is cancelled.
    pub fn distribution(&self, progress: &dyn Progress) -> Result<Distribution, SolveError> {
        let layers = self.layer_probabilities(&self.empty_sheet(), true, progress)?;
        let most = largest_layer_pair(&layers);
        if most > MAX_PROBABILITIES {
            return Err(TooLarge { states: most, most: MAX_PROBABILITIES }.into());
        }
        Ok(self.final_distribution(&self.run_forward(layers, None, progress)?))
    }

    /// Returns the exact distribution of the final total from a sheet on, if at most `most` probabilities of states are
    /// computed for it.
    pub(crate) fn distribution_from(
        &self,
        sheet: &Sheet,
        most: usize,
        progress: &dyn Progress,
    ) -> Result<Option<Distribution>, Cancelled> {
        let mut layers = self.layer_probabilities(sheet, true, progress)?;
        // In the layer of the sheet there is nothing but the sheet itself.
        let own = self.model.state_of(sheet) - layers[0].state;
        for (nth, span) in layers[0].spans.iter_mut().enumerate() {
            *span = Span { from: 0, len: u32::from(nth == own), at: 0 };
        }
        if layers.iter().map(LayerProbabilities::size).sum::<usize>() > most {
            return Ok(None);
        }
        let rest = self.final_distribution(&self.run_forward(layers, None, progress)?);
        Ok(Some(rest.plus(self.model.points_written(sheet))))
    }

    fn empty_sheet(&self) -> Sheet {
        Sheet::empty(self.game().rules.slots.len())
    }

    /// Returns the exact statistics of each box under the optimal strategy, and the distribution of the total if it
    /// fits into memory. If several choices are equally good, the statistics are those of one of them, always the same.
    ///
    /// ```
    /// use std::sync::Arc;
    /// use kosti_rules::{House, RulesFile};
    /// use kosti_solver::{NoProgress, Objective, solve};
    ///
    /// let text = "name = 'Six'\ndice = 1\nthrows = 2\n[box.six]\nneeds = { sum = 6 }\n\
    ///             score = { points = 36 }\nunfit = 'zero'";
    /// let rules = Arc::new(RulesFile::read("six", &text).rules(&House::default()).unwrap());
    /// let solution = solve(&rules, &Objective::Total, &NoProgress).unwrap();
    /// let (facts, _) = solution.as_total().unwrap().statistics(&NoProgress).unwrap();
    /// assert!((facts.slots[0].scored.value - 11.0 / 36.0).abs() < 1e-12);
    /// assert!((facts.slots[0].points.value - 11.0).abs() < 1e-12);
    /// ```
    ///
    /// # Errors
    /// If it is cancelled.
    pub fn statistics(
        &self,
        progress: &dyn Progress,
    ) -> Result<(SheetStatistics, Option<Distribution>), Cancelled> {
        let layers = self.layer_probabilities(&self.empty_sheet(), true, progress)?;
        let by_sum = largest_layer_pair(&layers) <= MAX_PROBABILITIES;
        let layers =
            if by_sum { layers } else { self.layer_probabilities(&self.empty_sheet(), false, progress)? };
        let rules = self.game().rules;
        let mut tally = Tally::new(rules);
        let full = self.run_forward(layers, Some(&mut tally), progress)?;
        let marked: Vec<usize> =
            (0..rules.groups.len()).filter(|&group| rules.groups[group].mark.is_some()).collect();
        for (nth, share) in full.state_probabilities().into_iter().enumerate() {
            let reached = self.model.states.groups_reached(nth);
            for (&group, reached) in marked.iter().zip(reached) {
                tally.add_reached(share, group, reached);
            }
        }
        Ok((tally.statistics(rules), by_sum.then(|| self.final_distribution(&full))))
    }

    /// Runs the pass from a sheet to the full sheets, and counts entries if there is a tally.
    fn run_forward(
        &self,
        layers: Vec<LayerProbabilities>,
        mut tally: Option<&mut Tally>,
        progress: &dyn Progress,
    ) -> Result<LayerProbabilities, Cancelled> {
        let model = &self.model;
        let list = || TurnOutcomes::new(&model.moves, &self.turn_tables());
        let outcomes = self.outcomes.get_or_init(list);
        let counter = Counter::new(model.states.size.states, progress);
        let mut layers = layers.into_iter();
        let mut here = layers.next().expect("there is the layer of the sheet");
        here.shares = vec![1.0];
        for (round, mut next) in layers.enumerate() {
            next.shares = vec![0.0; next.size()];
            let tallied = tally.as_deref_mut().map(|tally| TallyContext {
                tally,
                masses: here.state_probabilities(),
                round,
            });
            with_tables!(&model.tables, |tables, N| self
                .advance_layer::<_, N>(tables, outcomes, &here, &mut next, tallied, &counter))?;
            here = next;
        }
        Ok(here)
    }

    /// Returns the layers from a sheet on, with the sums that their states can have and no probabilities yet. If sums are not
    /// distinguished, each state has one.
    fn layer_probabilities(
        &self,
        sheet: &Sheet,
        by_sum: bool,
        progress: &dyn Progress,
    ) -> Result<Vec<LayerProbabilities>, Cancelled> {
        let rules = self.game().rules;
        let states = &self.model.states;
        let ranges = PointRanges::new(rules, states, sheet);
        let layer = |layer: &crate::states::Layer| {
            let mut spans = Vec::with_capacity(layer.states);
            let mut at = 0;
            for &filling in &layer.fillings {
                check_cancelled(progress)?;
                for range in ranges.of_filling(filling as usize) {
                    let nothing = Span { at, ..Span::default() };
                    let span = range.map_or(nothing, |range| {
                        let (from, to) = if by_sum { range.written } else { (0, 0) };
                        Span { from, len: (to - from + 1) as u32, at }
                    });
                    at += span.len as usize;
                    spans.push(span);
                }
            }
            Ok(LayerProbabilities { state: layer.from, by_sum, spans, shares: Vec::new() })
        };
        states.layers[sheet.written()..].par_iter().map(layer).collect()
    }

    /// Carries the probabilities of a layer to the next one.
    fn advance_layer<I: Index, const N: usize>(
        &self,
        tables: &Tables<I>,
        outcomes: &TurnOutcomes,
        here: &LayerProbabilities,
        next: &mut LayerProbabilities,
        mut tallied: Option<TallyContext<'_>>,
        counter: &Counter<'_>,
    ) -> Result<(), Cancelled> {
        let layer = self.model.states.layers.iter().find(|layer| layer.from == here.state);
        let mut places: Vec<(usize, StateKey)> = Vec::new();
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
            let transitions: Vec<Vec<Transition>> = places
                .par_chunks(LANES)
                .map_init(
                    || {
                        (
                            TurnBoard::<F64x4, N>::new(&self.model.moves),
                            TurnProbabilities::new(&self.model.lattice, &self.model.moves, outcomes),
                        )
                    },
                    |(board, probabilities), places| {
                        counter.check()?;
                        Ok(self.transitions_of_board(tables, outcomes, board, probabilities, places))
                    },
                )
                .collect::<Result<_, Cancelled>>()?;
            if let Some(tallied) = &mut tallied {
                self.count_entries(tallied, outcomes, &transitions);
            }
            next.add_transitions(here, &transitions);
            counter.add(places.len())?;
        }
        Ok(())
    }

    /// Returns the transitions of the states of a board.
    fn transitions_of_board<I: Index, const N: usize>(
        &self,
        tables: &Tables<I>,
        outcomes: &TurnOutcomes,
        board: &mut TurnBoard<F64x4, N>,
        probabilities: &mut TurnProbabilities,
        states: &[(usize, StateKey)],
    ) -> Vec<Transition> {
        let places: Vec<StateKey> = states.iter().map(|&(_, place)| place).collect();
        board.place(&self.game(), &mut Successors::default(), &places, |state| self.values[state]);
        ForwardTurn { tables, board, probabilities, outcomes }.run();
        let mut transitions = Vec::new();
        for (nth_outcome, (outcome, shares)) in outcomes.all.iter().zip(&probabilities.outcomes).enumerate() {
            for (lane, &(state, (filling, nth))) in states.iter().enumerate() {
                let share = shares.get(lane);
                if share > 0.0 {
                    let to = self.model.states.state_after(filling, nth, &self.model.moves.moves[outcome.to]);
                    transitions.push(Transition {
                        state,
                        to,
                        points: outcome.points,
                        outcome: nth_outcome as u32,
                        share,
                    });
                }
            }
        }
        transitions
    }

    /// Counts the entries of these transitions.
    fn count_entries(
        &self,
        tallied: &mut TallyContext<'_>,
        outcomes: &TurnOutcomes,
        transitions: &[Vec<Transition>],
    ) {
        let TallyContext { tally, masses, round } = tallied;
        let mut likely = vec![0.0; outcomes.all.len()];
        for step in transitions.iter().flatten() {
            likely[step.outcome as usize] += masses[step.state] * step.share;
        }
        for (outcome, share) in outcomes.all.iter().zip(likely) {
            let slot = self.model.moves.moves[outcome.to].slot;
            tally.add(share, slot, outcome.points - outcome.bonus, outcome.fits, *round);
            tally.add_joker(share, outcome.bonus);
        }
    }

    /// Returns the distribution of totals from the probabilities of full sheets.
    fn final_distribution(&self, full: &LayerProbabilities) -> Distribution {
        let end = |(nth, span): (usize, &Span)| (self.model.states.final_bonus(nth) as i32, *span);
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

impl LayerProbabilities {
    fn size(&self) -> usize {
        self.spans.iter().map(|span| span.len as usize).sum()
    }

    /// Returns the probability of each state over all its sums.
    fn state_probabilities(&self) -> Vec<f64> {
        let mass = |span: &Span| self.shares[span.at..span.at + span.len as usize].iter().sum();
        self.spans.iter().map(mass).collect()
    }

    /// Adds transitions from the layer before. Each thread adds to its own range of states.
    fn add_transitions(&mut self, before: &Self, transitions: &[Vec<Transition>]) {
        let parts = current_num_threads().max(1) * 2;
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
            run_vectorized(AddTransitions { before, transitions, state, spans, own, begin, shares });
        });
    }
}

/// Returns the number of probabilities of the largest pair of neighbouring layers.
fn largest_layer_pair(layers: &[LayerProbabilities]) -> usize {
    layers.windows(2).map(|pair| pair[0].size() + pair[1].size()).max().unwrap_or(0)
}

/// Adds the transitions into a range of states.
struct AddTransitions<'a> {
    before: &'a LayerProbabilities,
    transitions: &'a [Vec<Transition>],
    state: usize,
    spans: &'a [Span],
    own: std::ops::Range<usize>,
    begin: usize,
    shares: &'a mut [f64],
}

impl pulp::WithSimd for AddTransitions<'_> {
    type Output = ();

    #[inline(always)]
    fn with_simd<S: pulp::Simd>(self, _: S) {
        let Self { before, transitions, state, spans, own, begin, shares } = self;
        for transitions in transitions {
            for step in transitions {
                if own.contains(&step.to) {
                    let (span, to) = (before.spans[step.state], spans[step.to - state]);
                    let likely = &before.shares[span.at..span.at + span.len as usize];
                    let points = if before.by_sum { step.points } else { 0 };
                    add_shifted(shares, to.at - begin, to, likely, span.from + points, step.share);
                }
            }
        }
    }
}

/// Adds the probabilities of sums that begin at `from` to those of a span that begins at `at`.
#[inline(always)]
fn add_shifted(shares: &mut [f64], at: usize, to: Span, likely: &[f64], from: i32, share: f64) {
    // Sums outside of the span cannot occur: their probabilities are 0.
    let skip = (to.from - from).max(0) as usize;
    let ahead = (from - to.from).max(0) as usize;
    let count = (to.len as usize).saturating_sub(ahead).min(likely.len().saturating_sub(skip));
    let own = &mut shares[at + ahead..at + ahead + count];
    for (sum, likely) in own.iter_mut().zip(&likely[skip..skip + count]) {
        *sum += share * likely;
    }
}
