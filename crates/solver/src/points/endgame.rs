//! `Endgame`: solves formula (1) of the module docs for the last turns, exactly and with the running total.

use std::ops::Range;

use crate::parallel::*;

use super::box_automaton::BoxAutomaton;
use super::layout::Fillings;
use crate::kernel::{Tables, TurnBoard};
use crate::lane_value::{F64x4, LANES, LaneValue};
use crate::lattice::Index;
use crate::moves::Moves;
use crate::progress::{Cancelled, Progress, check_cancelled};

/// The positions of the values of a filling: for each of its states, those of all totals.
#[derive(Debug, Clone, Copy, Default)]
struct Span {
    at: usize,
    /// The smallest total.
    from: i32,
    totals: usize,
    states: usize,
}

/// The values of the last layers: points still to come, with those of the total.
pub(crate) struct Endgame {
    /// The first layer that is solved, by its number of entries.
    pub(crate) written: usize,
    /// The first layer that is solved for all totals.
    pub(crate) exact: usize,
    spans: Vec<Span>,
    values: Vec<f64>,
    /// The slope σ that continues values outside of the solved totals.
    slope: f64,
}

/// The problem to solve.
#[derive(Clone, Copy)]
pub(crate) struct EndgameProblem<'a> {
    pub(crate) boxes: &'a [BoxAutomaton],
    pub(crate) moves: &'a Moves,
    /// By box and entry: its points for the total.
    pub(crate) added_points: &'a [Vec<i32>],
    /// The award S(t) of a total.
    pub(crate) total_award: &'a (dyn Fn(i32) -> f64 + Sync),
}

impl EndgameProblem<'_> {
    /// Returns the smallest and the largest total of a filling.
    fn totals(&self, fillings: &Fillings, filling: usize) -> (i32, i32) {
        let entries = self.added_points.iter().zip(fillings.entry_counts(filling));
        entries.fold((0, 0), |(least, most), (added_points, fill)| {
            let of = |total: Option<&i32>| total.copied().unwrap_or(0) * fill as i32;
            (least + of(added_points.iter().min()), most + of(added_points.iter().max()))
        })
    }
}

impl Endgame {
    /// The memory of the values.
    pub(crate) fn value_bytes(&self) -> usize {
        size_of_val(&*self.spans) + size_of_val(&*self.values)
    }

    /// Solves as many of the last layers as have at most `limit` values.
    pub(crate) fn solve<I: Index, const N: usize>(
        goal: &EndgameProblem<'_>,
        fillings: &Fillings,
        tables: &Tables<I>,
        limit: usize,
        progress: &dyn Progress,
    ) -> Result<Self, Cancelled> {
        let spans = vec![Span::default(); fillings.count];
        let mut endgame = Self {
            written: fillings.rounds() + 1,
            exact: fillings.rounds() + 1,
            spans,
            values: Vec::new(),
            slope: 0.0,
        };
        // Full sheets are always solved.
        let mut most = usize::MAX;
        while endgame.written > 0
            && endgame.solve_before::<I, N>(goal, fillings, tables, None, most, progress)?
        {
            most = limit;
        }
        Ok(endgame)
    }

    /// Solves one more layer for these totals only.
    pub(crate) fn extend<I: Index, const N: usize>(
        &mut self,
        goal: &EndgameProblem<'_>,
        fillings: &Fillings,
        tables: &Tables<I>,
        (window, slope): (Range<i32>, f64),
        most: usize,
        progress: &dyn Progress,
    ) -> Result<(), Cancelled> {
        if self.written > 0 {
            self.solve_before::<I, N>(goal, fillings, tables, Some(&window), most, progress)?;
            self.slope = slope;
        }
        Ok(())
    }

    /// Solves the layer before, unless it has too many values.
    fn solve_before<I: Index, const N: usize>(
        &mut self,
        goal: &EndgameProblem<'_>,
        fillings: &Fillings,
        tables: &Tables<I>,
        window: Option<&Range<i32>>,
        most: usize,
        progress: &dyn Progress,
    ) -> Result<bool, Cancelled> {
        let (written, mut cells) = (self.written - 1, self.values.len());
        let mut all = true;
        for &filling in &fillings.layers[written] {
            let states = states(goal.boxes, fillings, filling);
            let (mut from, mut to) = goal.totals(fillings, filling);
            if let Some(window) = window {
                // Keep at least one total, the nearest one.
                let part = (window.start.clamp(from, to), (window.end - 1).clamp(from, to));
                all &= part == (from, to);
                (from, to) = part;
            }
            let totals = (to - from + 1) as usize;
            self.spans[filling] = Span { at: cells, from, totals, states };
            cells = cells.saturating_add(states.saturating_mul(totals));
            if cells > most {
                return Ok(false);
            }
        }
        let mut layer = vec![0.0; cells - self.values.len()];
        self.solve_layer::<I, N>(goal, fillings, tables, written, &mut layer, progress)?;
        self.values.extend(layer);
        self.written = written;
        self.exact = if all { written } else { self.exact };
        Ok(true)
    }

    fn solve_layer<I: Index, const N: usize>(
        &self,
        goal: &EndgameProblem<'_>,
        fillings: &Fillings,
        tables: &Tables<I>,
        written: usize,
        mut rest: &mut [f64],
        progress: &dyn Progress,
    ) -> Result<(), Cancelled> {
        let mut tasks = Vec::new();
        for &filling in &fillings.layers[written] {
            let span = self.spans[filling];
            for state in 0..span.states {
                let (own, others) = rest.split_at_mut(span.totals);
                tasks.push((filling, state, own));
                rest = others;
            }
        }
        if written == fillings.rounds() {
            for (filling, _, own) in tasks {
                let totals = self.spans[filling].from..;
                own.iter_mut().zip(totals).for_each(|(value, total)| *value = (goal.total_award)(total));
            }
            return Ok(());
        }
        tasks.into_par_iter().try_for_each_init(
            || (TurnBoard::<F64x4, N>::new(goal.moves), Vec::new()),
            |(board, transitions), (filling, state, own)| {
                let span = self.spans[filling];
                board.open.clear();
                board.open.extend(fillings.open(filling));
                board.next.fill(F64x4::IMPOSSIBLE);
                transitions.clear();
                let classes = classes(goal.boxes, fillings, filling, state);
                for slot in fillings.open(filling) {
                    self.for_each_transition(
                        goal,
                        fillings,
                        filling,
                        &classes,
                        slot,
                        |to, given, row, added| {
                            transitions.push((to, given, row, added));
                        },
                    );
                }
                for (nth, own) in own.chunks_mut(LANES).enumerate() {
                    check_cancelled(progress)?;
                    for &(to, given, (row, from, totals), added) in &*transitions {
                        let first = span.from + (nth * LANES) as i32 + added - from;
                        for lane in 0..LANES {
                            let total = (first as usize + lane).min(totals - 1);
                            board.next[to].set(lane, given + self.values[row + total]);
                        }
                    }
                    let turn = board.solve_turn(tables);
                    own.copy_from_slice(&turn.0[..own.len()]);
                }
                Ok(())
            },
        )
    }

    /// Visits the transitions of each entry of a box: the move, the points, the row of values that follows (its
    /// position, first total and length), and the points for the total.
    fn for_each_transition(
        &self,
        goal: &EndgameProblem<'_>,
        fillings: &Fillings,
        filling: usize,
        classes: &[u16],
        slot: usize,
        mut look: impl FnMut(usize, f64, (usize, i32, usize), i32),
    ) {
        let next = fillings.next(filling, slot);
        let span = self.spans[next];
        let (mut stride, mut own_stride, mut state) = (1, 1, 0);
        for (other, fill) in fillings.entry_counts(next).enumerate() {
            if other == slot {
                own_stride = stride;
            } else {
                state += usize::from(classes[other]) * stride;
            }
            stride *= goal.boxes[other].filled[fill].classes;
        }
        let automaton = &goal.boxes[slot];
        let steps = automaton.steps(fillings.entries_in(filling, slot), classes[slot]).iter();
        for ((step, entry), &added) in steps.zip(&automaton.entries).zip(&goal.added_points[slot]) {
            let row = span.at + (state + usize::from(step.class) * own_stride) * span.totals;
            look(entry.to, step.given, (row, span.from, span.totals), added);
        }
    }

    /// Computes for each entry of a box its points plus the value that follows.
    pub(crate) fn values_after(
        &self,
        goal: &EndgameProblem<'_>,
        fillings: &Fillings,
        (filling, total): (usize, i32),
        classes: &[u16],
        slot: usize,
        after: &mut Vec<f64>,
    ) {
        after.clear();
        self.for_each_transition(
            goal,
            fillings,
            filling,
            classes,
            slot,
            |_, given, (row, from, totals), added| {
                let nth = total + added - from;
                let near = nth.clamp(0, totals as i32 - 1);
                after.push(given + self.values[row + near as usize] + self.slope * f64::from(nth - near));
            },
        );
    }

    /// Visits each state of the first layer: its filling and classes, its values by total, and the first total.
    pub(crate) fn for_each_first_state(
        &self,
        boxes: &[BoxAutomaton],
        fillings: &Fillings,
        mut look: impl FnMut(usize, &[u16], &[f64], i32),
    ) {
        for &filling in &fillings.layers[self.written] {
            let span = self.spans[filling];
            for state in 0..span.states {
                let classes = classes(boxes, fillings, filling, state);
                let from = span.at + state * span.totals;
                look(filling, &classes, &self.values[from..from + span.totals], span.from);
            }
        }
    }
}

/// Returns the number of states of a filling.
pub(crate) fn states(boxes: &[BoxAutomaton], fillings: &Fillings, filling: usize) -> usize {
    let classes = fillings.entry_counts(filling).zip(boxes);
    classes.map(|(fill, automaton)| automaton.filled[fill].classes).product()
}

/// Returns the classes of a state.
fn classes(boxes: &[BoxAutomaton], fillings: &Fillings, filling: usize, mut state: usize) -> Vec<u16> {
    let all = fillings.entry_counts(filling).zip(boxes);
    let class = |(fill, automaton): (usize, &BoxAutomaton)| {
        let classes = automaton.filled[fill].classes;
        let class = state % classes;
        state /= classes;
        class as u16
    };
    all.map(class).collect()
}
