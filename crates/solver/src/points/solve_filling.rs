//! Solves formula (2) for the nodes of one filling, and measures the corrections δ between nodes.

use super::grid::{Axis, Reduction};
use super::joint::{JointProblem, LayerView, Position, Scratch, classes_before};
use super::lanes::StoredLaneValue;
use crate::kernel::{Tables, TurnBoard};
use crate::lattice::Index;
use crate::progress::{Cancelled, Counter};

/// The transition of a node by an entry: positions along the box, and the coefficients of the values there.
struct GridTransition<V> {
    to: usize,
    at: [usize; 2],
    shares: [V; 2],
    more: [V; 2],
    /// If classes are merged: further positions that it may lead to.
    others: Vec<(usize, V)>,
}

/// The transitions of one open box of a filling.
struct BoxTransitions<V> {
    slot: usize,
    /// The position of the first value of the next filling.
    base: usize,
    /// By box and node: its offset in the next filling; 0 for the box itself.
    steps: Vec<Vec<usize>>,
    /// By node, then by entry.
    transitions: Vec<Vec<GridTransition<V>>>,
}

/// Returns the steps of each box from the grid of a filling to that of the next, and how far apart the classes of the filled
/// box are there.
fn steps_between(axes: &[&Axis], next: &[&Axis], slot: usize) -> (Vec<Vec<usize>>, usize) {
    let (mut stride, mut own_stride, mut steps) = (1, 1, Vec::new());
    for (other, (here, there)) in axes.iter().zip(next).enumerate() {
        let place = |&class: &u16| usize::from(there.interpolations[usize::from(class)].to[0]) * stride;
        let own = other == slot;
        steps.push(if own { vec![0; here.nodes.len()] } else { here.nodes.iter().map(place).collect() });
        own_stride = if own { stride } else { own_stride };
        stride *= there.nodes.len();
    }
    (steps, own_stride)
}

impl<C: StoredLaneValue> LayerView<'_, C> {
    /// Solves all nodes of a filling.
    pub(super) fn solve<I: Index, const N: usize>(
        &self,
        problem: &JointProblem<'_>,
        tables: &Tables<I>,
        board: &mut TurnBoard<C, N>,
        at: Position,
        own: &mut [C::Value],
        counter: &Counter<'_>,
    ) -> Result<(), Cancelled> {
        let fillings = &self.layout.fillings;
        let grid = self.layout.grid(at.written);
        let axes: Vec<&Axis> = fillings
            .entry_counts(at.filling)
            .enumerate()
            .map(|(slot, fill)| &grid.axes[slot][fill])
            .collect();
        let open_boxes: Vec<BoxTransitions<C::Value>> =
            fillings.open(at.filling).map(|slot| self.box_transitions(problem, &axes, at, slot)).collect();
        board.open.clear();
        board.open.extend(fillings.open(at.filling));
        board.next.fill(C::IMPOSSIBLE);
        let mixes = problem.reduction == Reduction::Interpolate;
        let mut digits = vec![0; axes.len()];
        for (nth, own) in own.chunks_mut(C::COUNT).enumerate() {
            counter.check()?;
            for lane in 0..C::COUNT {
                let mut state = nth * C::COUNT + lane.min(own.len() - 1);
                for (digit, axis) in digits.iter_mut().zip(&axes) {
                    *digit = state % axis.nodes.len();
                    state /= axis.nodes.len();
                }
                for way in &open_boxes {
                    let steps = way.steps.iter().zip(&digits);
                    let base = way.base + steps.map(|(steps, &digit)| steps[digit]).sum::<usize>();
                    for transition in &way.transitions[digits[way.slot]] {
                        let values = transition.at.map(|at| self.values[base + at]);
                        let value = if mixes {
                            C::mix(values, transition.shares, transition.more[0])
                        } else {
                            let most = C::max_sum(values, transition.more);
                            let others = transition.others.iter();
                            others.fold(most, |most, &(at, more)| {
                                C::max_sum([most, self.values[base + at]], [C::from_f64(0.0), more])
                            })
                        };
                        board.next[transition.to].set(lane, value);
                    }
                }
            }
            let turn = board.solve_turn(tables);
            for (lane, value) in own.iter_mut().enumerate() {
                *value = turn.get(lane);
            }
        }
        Ok(())
    }

    /// Returns the transitions of the nodes by filling this box. Every node is also a node of the grids after it.
    fn box_transitions(
        &self,
        problem: &JointProblem<'_>,
        axes: &[&Axis],
        at: Position,
        slot: usize,
    ) -> BoxTransitions<C::Value> {
        let fillings = &self.layout.fillings;
        let next = fillings.next(at.filling, slot);
        let grid = self.layout.grid(at.written + 1);
        let there: Vec<&Axis> =
            fillings.entry_counts(next).enumerate().map(|(slot, fill)| &grid.axes[slot][fill]).collect();
        let (steps, own_stride) = steps_between(axes, &there, slot);
        let fill = fillings.entries_in(at.filling, slot);
        let (automaton, there) = (&problem.boxes[slot], &grid.axes[slot][fill + 1]);
        let extra = self.corrections_of(problem.boxes, next, slot);
        let mixed = |class: u16| -> Vec<GridTransition<C::Value>> {
            let steps = automaton.steps(fill, class).iter().zip(&problem.worth[slot]).zip(&automaton.entries);
            let transition = steps.map(|((step, worth), entry)| {
                let interpolation = &there.interpolations[usize::from(step.class)];
                let more = step.given + worth + f64::from(extra[usize::from(step.class)]);
                let offset = interpolation.offset[0] * (1.0 - interpolation.share)
                    + interpolation.offset[1] * interpolation.share;
                GridTransition {
                    to: entry.to,
                    at: interpolation.to.map(|to| usize::from(to) * own_stride),
                    shares: [1.0 - interpolation.share, interpolation.share].map(C::from_f64),
                    more: [more + offset, 0.0].map(C::from_f64),
                    others: Vec::new(),
                }
            });
            transition.collect()
        };
        // The maximum over merged classes: for each position that one of them leads to, the largest summand.
        let merged = |members: &Vec<u16>| -> Vec<GridTransition<C::Value>> {
            let transition = |nth: usize| {
                let mut found: Vec<(usize, f64)> = Vec::new();
                for &member in members {
                    let step = automaton.steps(fill, member)[nth];
                    let class = usize::from(step.class);
                    let at = usize::from(there.interpolations[class].to[0]) * own_stride;
                    let shift = there.shifts[class] - axes[slot].shifts[usize::from(member)];
                    let more = step.given + problem.worth[slot][nth] + shift;
                    match found.iter_mut().find(|known| known.0 == at) {
                        Some(known) => known.1 = known.1.max(more),
                        None => found.push((at, more)),
                    }
                }
                let (first, second) = (found[0], found[1.min(found.len() - 1)]);
                GridTransition {
                    to: automaton.entries[nth].to,
                    at: [first.0, second.0],
                    shares: [C::from_f64(0.0); 2],
                    more: [first.1, second.1].map(C::from_f64),
                    others: found.iter().skip(2).map(|&(at, more)| (at, C::from_f64(more))).collect(),
                }
            };
            (0..automaton.entries.len()).map(transition).collect()
        };
        let transitions = match problem.reduction {
            Reduction::Interpolate => axes[slot].nodes.iter().map(|&class| mixed(class)).collect(),
            Reduction::UpperBound => axes[slot].members.iter().map(merged).collect(),
        };
        BoxTransitions { slot, base: self.layout.base(next) - self.from, steps, transitions }
    }

    /// Measures the corrections: solves, for each class of each box between nodes, the state in which the other boxes
    /// are in their most frequent class.
    #[expect(clippy::too_many_arguments, reason = "inputs, working memory and outputs")]
    pub(super) fn measure_corrections<I: Index, const N: usize>(
        &self,
        problem: &JointProblem<'_>,
        tables: &Tables<I>,
        board: &mut TurnBoard<C, N>,
        scratch: &mut Scratch,
        at: Position,
        own: &[C::Value],
        corrections: &mut [f32],
    ) {
        let fillings = &self.layout.fillings;
        let grid = self.layout.grid(at.written);
        let axis = |slot: usize| &grid.axes[slot][fillings.entries_in(at.filling, slot)];
        let usual: Vec<u16> =
            (0..problem.boxes.len()).map(|slot| axis(slot).nodes[usize::from(axis(slot).usual)]).collect();
        let between = |slot: usize| {
            let interpolations = axis(slot).interpolations.iter().enumerate();
            interpolations
                .filter(|(_, interpolation)| !interpolation.own && interpolation.common)
                .map(move |(class, _)| (slot, class as u16))
        };
        let states: Vec<(usize, u16)> = fillings.open(at.filling).flat_map(between).collect();
        // A view of the values of this filling, without corrections.
        let from = self.layout.base(at.filling);
        let corrections_from = self.layout.extra(at.filling);
        let (layout, nothing) = (self.layout, vec![0.0; corrections.len()]);
        let here = LayerView::<C> { layout, values: own, from, corrections: &nothing, corrections_from };
        for states in states.chunks(C::COUNT) {
            for lane in 0..C::COUNT {
                let (slot, class) = states[lane.min(states.len() - 1)];
                let mut classes = usual.clone();
                classes[slot] = class;
                for open in fillings.open(at.filling) {
                    let after = self.values_after(problem, at, &classes, open, scratch);
                    for (value, entry) in after.iter().zip(&problem.boxes[open].entries) {
                        board.next[entry.to].set(lane, C::from_f64(*value));
                    }
                }
            }
            let turn = board.solve_turn(tables);
            for (lane, &(slot, class)) in states.iter().enumerate() {
                let mut classes = usual.clone();
                classes[slot] = class;
                let mixed = here.value(problem.boxes, at, &classes, None, scratch);
                let place = classes_before(self.layout, problem.boxes, at.filling, slot) + usize::from(class);
                corrections[place] = (C::to_f64(turn.get(lane)) - mixed) as f32;
            }
        }
    }
}
