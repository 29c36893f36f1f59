//! The states of one filling: those of the grid, and how wrong the grid is between them.

use super::grid::{Axis, Manner};
use super::joint::{At, Question, Scratch, View, before};
use super::lanes::Lanes;
use crate::kernel::{Board, Tables, Turn};
use crate::lattice::Index;
use crate::progress::{Cancelled, Counter};

/// Where an entry leads from a class of the grid: its place along the box, and what is made of the value there.
struct Lead<V> {
    to: usize,
    at: [usize; 2],
    shares: [V; 2],
    more: [V; 2],
    /// Where classes are merged: the others it may lead to.
    others: Vec<(usize, V)>,
}

/// One open box of a filling.
struct Way<V> {
    slot: usize,
    /// Where the values of the next filling begin.
    base: usize,
    /// By box and class of the grid: how much further on that is; nothing for the box itself.
    steps: Vec<Vec<usize>>,
    /// By class of the grid, then by entry.
    leads: Vec<Vec<Lead<V>>>,
}

impl<C: Lanes> View<'_, C> {
    /// Solves the states of the grid.
    pub(super) fn solve<I: Index, const N: usize>(
        &self,
        question: &Question<'_>,
        tables: &Tables<I>,
        board: &mut Board<C, N>,
        at: At,
        own: &mut [C::Value],
        counter: &Counter<'_>,
    ) -> Result<(), Cancelled> {
        let fillings = &self.layout.fillings;
        let grid = self.layout.grid(at.written);
        let axes: Vec<&Axis> =
            fillings.all_filled(at.filling).enumerate().map(|(slot, fill)| &grid.axes[slot][fill]).collect();
        let ways: Vec<Way<C::Value>> =
            fillings.open(at.filling).map(|slot| self.way(question, &axes, at, slot)).collect();
        board.open.clear();
        board.open.extend(fillings.open(at.filling));
        board.next.fill(C::NEVER);
        let mixes = question.manner == Manner::Mixed;
        let arch = pulp::Arch::new();
        let mut digits = vec![0; axes.len()];
        for (nth, own) in own.chunks_mut(C::COUNT).enumerate() {
            counter.check()?;
            for lane in 0..C::COUNT {
                let mut state = nth * C::COUNT + lane.min(own.len() - 1);
                for (digit, axis) in digits.iter_mut().zip(&axes) {
                    *digit = state % axis.real.len();
                    state /= axis.real.len();
                }
                for way in &ways {
                    let steps = way.steps.iter().zip(&digits);
                    let base = way.base + steps.map(|(steps, &digit)| steps[digit]).sum::<usize>();
                    for lead in &way.leads[digits[way.slot]] {
                        let values = lead.at.map(|at| self.values[base + at]);
                        let value = if mixes {
                            C::mix(values, lead.shares, lead.more[0])
                        } else {
                            let most = C::larger(values, lead.more);
                            let others = lead.others.iter();
                            others.fold(most, |most, &(at, more)| {
                                C::larger([most, self.values[base + at]], [C::kept(0.0), more])
                            })
                        };
                        board.next[lead.to].set(lane, value);
                    }
                }
            }
            let turn = arch.dispatch(Turn { board, tables });
            for (lane, value) in own.iter_mut().enumerate() {
                *value = turn.get(lane);
            }
        }
        Ok(())
    }

    /// Where the states of the grid go by filling this box. Every class of a grid is one of the grids after it.
    fn way(&self, question: &Question<'_>, axes: &[&Axis], at: At, slot: usize) -> Way<C::Value> {
        let fillings = &self.layout.fillings;
        let next = fillings.next(at.filling, slot);
        let grid = self.layout.grid(at.written + 1);
        let (mut stride, mut own_stride, mut steps) = (1, 1, Vec::new());
        for (other, fill) in fillings.all_filled(next).enumerate() {
            let there = &grid.axes[other][fill];
            let place = |&class: &u16| usize::from(there.stands[usize::from(class)].to[0]) * stride;
            let no_step = vec![0; axes[other].real.len()];
            let own = other == slot;
            steps.push(if own { no_step } else { axes[other].real.iter().map(place).collect() });
            own_stride = if own { stride } else { own_stride };
            stride *= there.real.len();
        }
        let fill = fillings.filled(at.filling, slot);
        let (track, there) = (&question.tracks[slot], &grid.axes[slot][fill + 1]);
        let extra = self.extra_of(question.tracks, next, slot);
        let mixed = |class: u16| -> Vec<Lead<C::Value>> {
            let steps = track.steps(fill, class).iter().zip(&question.worth[slot]).zip(&track.entries);
            let lead = steps.map(|((step, worth), entry)| {
                let stand = &there.stands[usize::from(step.class)];
                let more = step.given + worth + f64::from(extra[usize::from(step.class)]);
                let offset = stand.offset[0] * (1.0 - stand.share) + stand.offset[1] * stand.share;
                Lead {
                    to: entry.to,
                    at: stand.to.map(|to| usize::from(to) * own_stride),
                    shares: [1.0 - stand.share, stand.share].map(C::kept),
                    more: [more + offset, 0.0].map(C::kept),
                    others: Vec::new(),
                }
            });
            lead.collect()
        };
        // Whichever of the merged classes it is: for each place it may lead to, the one that brings most.
        let merged = |members: &Vec<u16>| -> Vec<Lead<C::Value>> {
            let lead = |nth: usize| {
                let mut found: Vec<(usize, f64)> = Vec::new();
                for &member in members {
                    let step = track.steps(fill, member)[nth];
                    let class = usize::from(step.class);
                    let at = usize::from(there.stands[class].to[0]) * own_stride;
                    let shift = there.shifts[class] - axes[slot].shifts[usize::from(member)];
                    let more = step.given + question.worth[slot][nth] + shift;
                    match found.iter_mut().find(|known| known.0 == at) {
                        Some(known) => known.1 = known.1.max(more),
                        None => found.push((at, more)),
                    }
                }
                let (first, second) = (found[0], found[1.min(found.len() - 1)]);
                Lead {
                    to: track.entries[nth].to,
                    at: [first.0, second.0],
                    shares: [C::kept(0.0); 2],
                    more: [first.1, second.1].map(C::kept),
                    others: found.iter().skip(2).map(|&(at, more)| (at, C::kept(more))).collect(),
                }
            };
            (0..track.entries.len()).map(lead).collect()
        };
        let leads = match question.manner {
            Manner::Mixed => axes[slot].real.iter().map(|&class| mixed(class)).collect(),
            Manner::Merged => axes[slot].members.iter().map(merged).collect(),
        };
        Way { slot, base: self.layout.base(next) - self.from, steps, leads }
    }

    /// Measures what the grid is wrong by: solves, for each class of each box between those of the grid, the state in
    /// which the other boxes are as usual.
    #[expect(clippy::too_many_arguments, reason = "what is read, what is worked on and what is written")]
    pub(super) fn correct<I: Index, const N: usize>(
        &self,
        question: &Question<'_>,
        tables: &Tables<I>,
        board: &mut Board<C, N>,
        scratch: &mut Scratch,
        at: At,
        own: &[C::Value],
        extras: &mut [f32],
    ) {
        let fillings = &self.layout.fillings;
        let grid = self.layout.grid(at.written);
        let axis = |slot: usize| &grid.axes[slot][fillings.filled(at.filling, slot)];
        let usual: Vec<u16> =
            (0..question.tracks.len()).map(|slot| axis(slot).real[usize::from(axis(slot).usual)]).collect();
        let between = |slot: usize| {
            let stands = axis(slot).stands.iter().enumerate();
            stands.filter(|(_, stand)| !stand.own && stand.common).map(move |(class, _)| (slot, class as u16))
        };
        let states: Vec<(usize, u16)> = fillings.open(at.filling).flat_map(between).collect();
        // The grid's own values, which the view does not have yet; nothing is corrected there so far.
        let from = self.layout.base(at.filling);
        let extras_from = self.layout.extra(at.filling);
        let (layout, nothing) = (self.layout, vec![0.0; extras.len()]);
        let here = View::<C> { layout, values: own, from, extras: &nothing, extras_from };
        let arch = pulp::Arch::new();
        for states in states.chunks(C::COUNT) {
            for lane in 0..C::COUNT {
                let (slot, class) = states[lane.min(states.len() - 1)];
                let mut classes = usual.clone();
                classes[slot] = class;
                for open in fillings.open(at.filling) {
                    let after = self.after(question, at, &classes, open, scratch);
                    for (value, entry) in after.iter().zip(&question.tracks[open].entries) {
                        board.next[entry.to].set(lane, C::kept(*value));
                    }
                }
            }
            let turn = arch.dispatch(Turn { board, tables });
            for (lane, &(slot, class)) in states.iter().enumerate() {
                let mut classes = usual.clone();
                classes[slot] = class;
                let mixed = here.value(question.tracks, at, &classes, None, scratch);
                let place = before(self.layout, question.tracks, at.filling, slot) + usize::from(class);
                extras[place] = (C::number(turn.get(lane)) - mixed) as f32;
            }
        }
    }
}
