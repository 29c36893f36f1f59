//! `Joint`: all boxes solved together on a grid, backwards; the total counts by a line.

use rayon::prelude::*;

use super::grid::Manner;
use super::lanes::Lanes;
use super::layout::Layout;
use super::track::Track;
use crate::kernel::{Board, Tables};
use crate::lattice::Index;
use crate::moves::Moves;
use crate::progress::{Cancelled, Counter, Progress};

/// What is solved.
#[derive(Clone, Copy)]
pub(crate) struct Question<'a> {
    pub(crate) tracks: &'a [Track],
    pub(crate) moves: &'a Moves,
    /// By box and entry: what it is worth for the total.
    pub(crate) worth: &'a [Vec<f64>],
    pub(crate) manner: Manner,
}

/// A filling, and how many entries it has.
#[derive(Clone, Copy)]
pub(crate) struct At {
    pub(crate) written: usize,
    pub(crate) filling: usize,
}

/// Which values are kept.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(crate) enum Keep {
    All,
    /// That of the first state.
    First,
}

/// The values of all states: points to come, and what entries to come are worth for the total.
pub(crate) struct Joint<C: Lanes> {
    pub(crate) layout: Layout,
    /// By entries, then by state.
    values: Vec<Vec<C::Value>>,
    /// By entries, then by filling, box and class: what the grid is wrong by there while the other boxes are as usual.
    extras: Vec<Vec<f32>>,
    /// The largest of all values that there were, whatever its sign.
    pub(crate) largest: f64,
}

/// The values of a layer.
pub(super) struct View<'a, C: Lanes> {
    pub(super) layout: &'a Layout,
    pub(super) values: &'a [C::Value],
    /// Where the values begin.
    pub(super) from: usize,
    pub(super) extras: &'a [f32],
    pub(super) extras_from: usize,
}

/// What is worked out again and again.
#[derive(Default)]
pub(crate) struct Scratch {
    corners: Vec<(usize, f64)>,
    along: Vec<f64>,
    pub(super) after: Vec<f64>,
}

impl<C: Lanes> Joint<C> {
    /// Solves all layers before the one with so many entries, whose values are `last`.
    pub(crate) fn solve<I: Index, const N: usize>(
        question: &Question<'_>,
        tables: &Tables<I>,
        layout: Layout,
        (written, last): (usize, &[f64]),
        keep: Keep,
        progress: &dyn Progress,
    ) -> Result<Self, Cancelled> {
        let counter = Counter::new(layout.values(written).start, progress);
        let (values, extras) = (vec![Vec::new(); written + 1], vec![Vec::new(); written + 1]);
        let mut joint = Self { layout, values, extras, largest: 0.0 };
        joint.values[written] = last.iter().map(|&value| C::kept(value)).collect();
        joint.largest = last.iter().map(|value| value.abs()).fold(0.0, f64::max);
        joint.extras[written] = vec![0.0; joint.layout.extras(written).len()];
        for written in (0..written).rev() {
            (joint.values[written], joint.extras[written]) =
                joint.solve_layer::<I, N>(question, tables, written, &counter)?;
            counter.add(joint.values[written].len())?;
            let sizes = joint.values[written].iter().map(|&value| C::number(value).abs());
            joint.largest = sizes.fold(joint.largest, f64::max);
            if keep == Keep::First {
                (joint.values[written + 1], joint.extras[written + 1]) = (Vec::new(), Vec::new());
            }
        }
        Ok(joint)
    }

    fn solve_layer<I: Index, const N: usize>(
        &self,
        question: &Question<'_>,
        tables: &Tables<I>,
        written: usize,
        counter: &Counter<'_>,
    ) -> Result<(Vec<C::Value>, Vec<f32>), Cancelled> {
        let layout = &self.layout;
        let (states, classes) = (layout.values(written), layout.extras(written));
        let mut values = vec![C::kept(0.0); states.len()];
        let mut extras = vec![0.0; classes.len()];
        let (mut rest, mut extra_rest) = (&mut values[..], &mut extras[..]);
        let mut tasks = Vec::new();
        let layer = &layout.fillings.layers[written];
        for (nth, &filling) in layer.iter().enumerate() {
            let next = layer.get(nth + 1).map(|&next| (layout.base(next), layout.extra(next)));
            let end = next.unwrap_or((states.end, classes.end));
            let (own, others) = rest.split_at_mut(end.0 - layout.base(filling));
            let (extra, extra_others) = extra_rest.split_at_mut(end.1 - layout.extra(filling));
            tasks.push((At { written, filling }, own, extra));
            (rest, extra_rest) = (others, extra_others);
        }
        let view = self.view(written + 1);
        tasks.into_par_iter().try_for_each_init(
            || (Board::<C, N>::new(question.moves), Scratch::default()),
            |(board, scratch), (at, own, extra)| {
                view.solve(question, tables, board, at, own, counter)?;
                if question.manner == Manner::Mixed {
                    view.correct(question, tables, board, scratch, at, own, extra);
                }
                counter.check()
            },
        )?;
        Ok((values, extras))
    }

    /// The values of the layer with so many entries.
    pub(super) fn view(&self, written: usize) -> View<'_, C> {
        let (values, extras) = (&self.values[written], &self.extras[written]);
        let (from, extras_from) = (self.layout.values(written).start, self.layout.extras(written).start);
        View { layout: &self.layout, values, from, extras, extras_from }
    }

    /// The value of the first state.
    pub(crate) fn start(&self) -> f64 {
        C::number(self.values[0][0])
    }
}

impl<C: Lanes> View<'_, C> {
    /// The value of a state from its neighbours on the grid. Where a box is left out, the values along all classes of
    /// its grid are worked out instead, without its own part.
    pub(super) fn value(
        &self,
        tracks: &[Track],
        At { written, filling }: At,
        classes: &[u16],
        out: Option<usize>,
        Scratch { corners, along, .. }: &mut Scratch,
    ) -> f64 {
        corners.clear();
        corners.push((self.layout.base(filling) - self.from, 1.0));
        let grid = self.layout.grid(written);
        let mut extra = self.layout.extra(filling) - self.extras_from;
        let (mut stride, mut out_stride, mut length, mut sum) = (1, 0, 1, 0.0);
        for (slot, fill) in self.layout.fillings.all_filled(filling).enumerate() {
            let axis = &grid.axes[slot][fill];
            if out == Some(slot) {
                (out_stride, length) = (stride, axis.real.len());
            } else {
                let class = usize::from(classes[slot]);
                let stand = &axis.stands[class];
                sum += f64::from(self.extras[extra + class]);
                let to = stand.to.map(|to| usize::from(to) * stride);
                if !stand.own {
                    sum += stand.offset[0] * (1.0 - stand.share) + stand.offset[1] * stand.share;
                    for nth in 0..corners.len() {
                        let (at, share) = corners[nth];
                        corners[nth].1 = share * (1.0 - stand.share);
                        // The first part moves below, together with this one.
                        corners.push(((at + to[1]).wrapping_sub(to[0]), share * stand.share));
                    }
                }
                for corner in &mut *corners {
                    corner.0 = corner.0.wrapping_add(to[0]);
                }
            }
            extra += tracks[slot].filled[fill].classes;
            stride *= axis.real.len();
        }
        along.clear();
        for nth in 0..length {
            let parts = corners.iter();
            let value = parts.map(|&(at, share)| share * C::number(self.values[at + nth * out_stride]));
            along.push(sum + value.sum::<f64>());
        }
        along[0]
    }

    /// What each entry of a box brings: points, worth for the total, and the value of what follows.
    pub(super) fn after<'s>(
        &self,
        question: &Question<'_>,
        At { written, filling }: At,
        classes: &[u16],
        slot: usize,
        scratch: &'s mut Scratch,
    ) -> &'s [f64] {
        let (tracks, fillings) = (question.tracks, &self.layout.fillings);
        let fill = fillings.filled(filling, slot);
        let next = At { written: written + 1, filling: fillings.next(filling, slot) };
        self.value(tracks, next, classes, Some(slot), scratch);
        let axis = &self.layout.grid(next.written).axes[slot][fill + 1];
        let extra = self.extra_of(tracks, next.filling, slot);
        let Scratch { along, after, .. } = scratch;
        after.clear();
        for (step, worth) in tracks[slot].steps(fill, classes[slot]).iter().zip(&question.worth[slot]) {
            let stand = &axis.stands[usize::from(step.class)];
            let part = |nth: usize| along[usize::from(stand.to[nth])] + stand.offset[nth];
            let value = part(0) * (1.0 - stand.share) + part(1) * stand.share;
            after.push(value + step.given + worth + f64::from(extra[usize::from(step.class)]));
        }
        after
    }

    /// The corrections of a box.
    pub(super) fn extra_of(&self, tracks: &[Track], filling: usize, slot: usize) -> &[f32] {
        let from = self.layout.extra(filling) - self.extras_from;
        &self.extras[from + before(self.layout, tracks, filling, slot)..]
    }
}

/// How many classes the boxes before this one have.
pub(super) fn before(layout: &Layout, tracks: &[Track], filling: usize, slot: usize) -> usize {
    let classes = layout.fillings.all_filled(filling).zip(tracks);
    classes.take(slot).map(|(fill, track)| track.filled[fill].classes).sum()
}
