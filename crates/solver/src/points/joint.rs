//! `JointValues`: solves formula (2) of the module docs on the grid, backwards over layers, and evaluates (3) between
//! nodes.

use crate::parallel::*;

use super::box_automaton::BoxAutomaton;
use super::grid::Reduction;
use super::lanes::StoredLaneValue;
use super::layout::Layout;
use crate::kernel::{Tables, TurnBoard};
use crate::lattice::Index;
use crate::moves::Moves;
use crate::progress::{Cancelled, Counter, Progress};

/// The problem to solve.
#[derive(Clone, Copy)]
pub(crate) struct JointProblem<'a> {
    pub(crate) boxes: &'a [BoxAutomaton],
    pub(crate) moves: &'a Moves,
    /// By box and entry: its value for the total, σ p.
    pub(crate) worth: &'a [Vec<f64>],
    pub(crate) reduction: Reduction,
}

/// A filling, and its number of entries.
#[derive(Clone, Copy)]
pub(crate) struct Position {
    pub(crate) written: usize,
    pub(crate) filling: usize,
}

/// The values that are retained.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(crate) enum Retain {
    All,
    /// The value of the first state.
    First,
}

/// The values U(k, c) of all states on the grid.
pub(crate) struct JointValues<C: StoredLaneValue> {
    pub(crate) layout: Layout,
    /// By number of entries, then by state.
    values: Vec<Vec<C::Value>>,
    /// By number of entries, then by filling, box and class: the correction δ of the interpolation while the other
    /// boxes are in their most frequent class.
    corrections: Vec<Vec<f32>>,
    /// The largest absolute value.
    pub(crate) largest: f64,
}

/// The values of one layer.
pub(super) struct LayerView<'a, C: StoredLaneValue> {
    pub(super) layout: &'a Layout,
    pub(super) values: &'a [C::Value],
    /// The position of the first value.
    pub(super) from: usize,
    pub(super) corrections: &'a [f32],
    pub(super) corrections_from: usize,
}

/// Buffers that are used again.
#[derive(Default)]
pub(crate) struct Scratch {
    corners: Vec<(usize, f64)>,
    along: Vec<f64>,
    pub(super) after: Vec<f64>,
}

impl<C: StoredLaneValue> JointValues<C> {
    /// The memory of the values and corrections.
    pub(crate) fn value_bytes(&self) -> usize {
        let values: usize = self.values.iter().map(|layer| size_of_val(&**layer)).sum();
        values + self.corrections.iter().map(|layer| size_of_val(&**layer)).sum::<usize>()
    }

    /// Solves all layers before the one with `written` entries, whose values are `last`.
    pub(crate) fn solve<I: Index, const N: usize>(
        problem: &JointProblem<'_>,
        tables: &Tables<I>,
        layout: Layout,
        (written, last): (usize, &[f64]),
        keep: Retain,
        progress: &dyn Progress,
    ) -> Result<Self, Cancelled> {
        let counter = Counter::new(layout.values(written).start, progress);
        let (values, corrections) = (vec![Vec::new(); written + 1], vec![Vec::new(); written + 1]);
        let mut joint = Self { layout, values, corrections, largest: 0.0 };
        joint.values[written] = last.iter().map(|&value| C::from_f64(value)).collect();
        joint.largest = last.iter().map(|value| value.abs()).fold(0.0, f64::max);
        joint.corrections[written] = vec![0.0; joint.layout.corrections(written).len()];
        for written in (0..written).rev() {
            (joint.values[written], joint.corrections[written]) =
                joint.solve_layer::<I, N>(problem, tables, written, &counter)?;
            counter.add(joint.values[written].len())?;
            let sizes = joint.values[written].iter().map(|&value| C::to_f64(value).abs());
            joint.largest = sizes.fold(joint.largest, f64::max);
            if keep == Retain::First {
                (joint.values[written + 1], joint.corrections[written + 1]) = (Vec::new(), Vec::new());
            }
        }
        Ok(joint)
    }

    fn solve_layer<I: Index, const N: usize>(
        &self,
        problem: &JointProblem<'_>,
        tables: &Tables<I>,
        written: usize,
        counter: &Counter<'_>,
    ) -> Result<(Vec<C::Value>, Vec<f32>), Cancelled> {
        let layout = &self.layout;
        let (states, classes) = (layout.values(written), layout.corrections(written));
        let mut values = vec![C::from_f64(0.0); states.len()];
        let mut corrections = vec![0.0; classes.len()];
        let (mut rest, mut extra_rest) = (&mut values[..], &mut corrections[..]);
        let mut tasks = Vec::new();
        let layer = &layout.fillings.layers[written];
        for (nth, &filling) in layer.iter().enumerate() {
            let next = layer.get(nth + 1).map(|&next| (layout.base(next), layout.extra(next)));
            let end = next.unwrap_or((states.end, classes.end));
            let (own, others) = rest.split_at_mut(end.0 - layout.base(filling));
            let (extra, extra_others) = extra_rest.split_at_mut(end.1 - layout.extra(filling));
            tasks.push((Position { written, filling }, own, extra));
            (rest, extra_rest) = (others, extra_others);
        }
        let view = self.view(written + 1);
        tasks.into_par_iter().try_for_each_init(
            || (TurnBoard::<C, N>::new(problem.moves), Scratch::default()),
            |(board, scratch), (at, own, extra)| {
                view.solve(problem, tables, board, at, own, counter)?;
                if problem.reduction == Reduction::Interpolate {
                    view.measure_corrections(problem, tables, board, scratch, at, own, extra);
                }
                counter.check()
            },
        )?;
        Ok((values, corrections))
    }

    /// Returns the values of the layer with this number of entries.
    pub(super) fn view(&self, written: usize) -> LayerView<'_, C> {
        let (values, corrections) = (&self.values[written], &self.corrections[written]);
        let (from, corrections_from) =
            (self.layout.values(written).start, self.layout.corrections(written).start);
        LayerView { layout: &self.layout, values, from, corrections, corrections_from }
    }

    /// The value of the first state.
    pub(crate) fn start(&self) -> f64 {
        C::to_f64(self.values[0][0])
    }
}

impl<C: StoredLaneValue> LayerView<'_, C> {
    /// Returns the value of a state by interpolation, with corrections. If `out` is a box, it computes the values along
    /// all nodes of that box instead, without its own part.
    pub(super) fn value(
        &self,
        boxes: &[BoxAutomaton],
        Position { written, filling }: Position,
        classes: &[u16],
        out: Option<usize>,
        Scratch { corners, along, .. }: &mut Scratch,
    ) -> f64 {
        corners.clear();
        corners.push((self.layout.base(filling) - self.from, 1.0));
        let grid = self.layout.grid(written);
        let mut extra = self.layout.extra(filling) - self.corrections_from;
        let (mut stride, mut out_stride, mut length, mut sum) = (1, 0, 1, 0.0);
        for (slot, fill) in self.layout.fillings.entry_counts(filling).enumerate() {
            let axis = &grid.axes[slot][fill];
            if out == Some(slot) {
                (out_stride, length) = (stride, axis.nodes.len());
            } else {
                let class = usize::from(classes[slot]);
                let interpolation = &axis.interpolations[class];
                sum += f64::from(self.corrections[extra + class]);
                let to = interpolation.to.map(|to| usize::from(to) * stride);
                if !interpolation.own {
                    sum += interpolation.offset[0] * (1.0 - interpolation.share)
                        + interpolation.offset[1] * interpolation.share;
                    for nth in 0..corners.len() {
                        let (at, share) = corners[nth];
                        corners[nth].1 = share * (1.0 - interpolation.share);
                        // Both parts are moved by the first node below.
                        corners.push(((at + to[1]).wrapping_sub(to[0]), share * interpolation.share));
                    }
                }
                for corner in &mut *corners {
                    corner.0 = corner.0.wrapping_add(to[0]);
                }
            }
            extra += boxes[slot].filled[fill].classes;
            stride *= axis.nodes.len();
        }
        along.clear();
        for nth in 0..length {
            let parts = corners.iter();
            let value = parts.map(|&(at, share)| share * C::to_f64(self.values[at + nth * out_stride]));
            along.push(sum + value.sum::<f64>());
        }
        along[0]
    }

    /// Returns for each entry of a box its points, its value for the total and the value of the next state.
    pub(super) fn values_after<'s>(
        &self,
        problem: &JointProblem<'_>,
        Position { written, filling }: Position,
        classes: &[u16],
        slot: usize,
        scratch: &'s mut Scratch,
    ) -> &'s [f64] {
        let (boxes, fillings) = (problem.boxes, &self.layout.fillings);
        let fill = fillings.entries_in(filling, slot);
        let next = Position { written: written + 1, filling: fillings.next(filling, slot) };
        self.value(boxes, next, classes, Some(slot), scratch);
        let axis = &self.layout.grid(next.written).axes[slot][fill + 1];
        let extra = self.corrections_of(boxes, next.filling, slot);
        let Scratch { along, after, .. } = scratch;
        after.clear();
        for (step, worth) in boxes[slot].steps(fill, classes[slot]).iter().zip(&problem.worth[slot]) {
            let interpolation = &axis.interpolations[usize::from(step.class)];
            let part = |nth: usize| along[usize::from(interpolation.to[nth])] + interpolation.offset[nth];
            let value = part(0) * (1.0 - interpolation.share) + part(1) * interpolation.share;
            after.push(value + step.given + worth + f64::from(extra[usize::from(step.class)]));
        }
        after
    }

    /// Returns the corrections of a box.
    pub(super) fn corrections_of(&self, boxes: &[BoxAutomaton], filling: usize, slot: usize) -> &[f32] {
        let from = self.layout.extra(filling) - self.corrections_from;
        &self.corrections[from + classes_before(self.layout, boxes, filling, slot)..]
    }
}

/// Returns the number of classes of the boxes before this one.
pub(super) fn classes_before(layout: &Layout, boxes: &[BoxAutomaton], filling: usize, slot: usize) -> usize {
    let classes = layout.fillings.entry_counts(filling).zip(boxes);
    classes.take(slot).map(|(fill, automaton)| automaton.filled[fill].classes).sum()
}
