//! `Layout`: where the values of all states stand. A state is a filling and a class of the grid for each box; the
//! fewer turns are left, the finer the grid.

use std::ops::Range;

use super::grid::Grid;
use super::track::Track;
use crate::states::TooLarge;

/// How many fillings are solved at most.
const MOST_FILLINGS: usize = 1_000_000;

/// The ways to fill the boxes, in layers by the number of entries.
#[derive(Debug)]
pub(crate) struct Fillings {
    strides: Vec<usize>,
    fills: Vec<usize>,
    /// By entries.
    pub(crate) layers: Vec<Vec<usize>>,
    pub(crate) count: usize,
}

impl Fillings {
    pub(crate) fn new(tracks: &[Track]) -> Result<Self, TooLarge> {
        let fills: Vec<usize> = tracks.iter().map(|track| track.filled.len() - 1).collect();
        let mut strides = Vec::new();
        let mut count = 1_usize;
        for fill in &fills {
            strides.push(count);
            count = count.saturating_mul(fill + 1);
        }
        if count > MOST_FILLINGS {
            return Err(TooLarge { states: count, most: MOST_FILLINGS });
        }
        let mut layers = vec![Vec::new(); fills.iter().sum::<usize>() + 1];
        let mut this = Self { strides, fills, layers: Vec::new(), count };
        for filling in 0..count {
            layers[this.all_filled(filling).sum::<usize>()].push(filling);
        }
        this.layers = layers;
        Ok(this)
    }

    #[inline]
    pub(crate) fn filled(&self, filling: usize, slot: usize) -> usize {
        filling / self.strides[slot] % (self.fills[slot] + 1)
    }

    pub(crate) fn all_filled(&self, filling: usize) -> impl Iterator<Item = usize> + '_ {
        (0..self.fills.len()).map(move |slot| self.filled(filling, slot))
    }

    pub(crate) fn open(&self, filling: usize) -> impl Iterator<Item = usize> + '_ {
        (0..self.fills.len()).filter(move |&slot| self.filled(filling, slot) < self.fills[slot])
    }

    #[inline]
    pub(crate) fn next(&self, filling: usize, slot: usize) -> usize {
        filling + self.strides[slot]
    }

    /// How many turns a game has.
    pub(crate) fn rounds(&self) -> usize {
        self.layers.len() - 1
    }
}

/// Where values stand: those of a layer together, and in a layer those of a filling.
#[derive(Debug)]
pub(crate) struct Layout {
    pub(crate) fillings: Fillings,
    grids: Vec<Grid>,
    /// By entries: the grid of the layer.
    grid_of: Vec<usize>,
    /// By filling: where its values begin.
    base: Vec<usize>,
    /// By filling: where the corrections of its classes begin.
    extra: Vec<usize>,
    /// By entries: where the values of a layer begin, and its corrections.
    from: Vec<(usize, usize)>,
}

impl Layout {
    /// `grid_of` says by entries which of the grids a layer has.
    pub(crate) fn new(fillings: Fillings, tracks: &[Track], grids: Vec<Grid>, grid_of: Vec<usize>) -> Self {
        let (mut base, mut extra) = (vec![0; fillings.count], vec![0; fillings.count]);
        let (mut at, mut from) = ((0, 0), Vec::new());
        for (layer, &grid) in fillings.layers.iter().zip(&grid_of) {
            from.push(at);
            for &filling in layer {
                (base[filling], extra[filling]) = at;
                let classes = fillings.all_filled(filling).zip(tracks);
                at.0 += grids[grid].states(fillings.all_filled(filling));
                at.1 += classes.map(|(fill, track)| track.filled[fill].classes).sum::<usize>();
            }
        }
        from.push(at);
        Self { fillings, grids, grid_of, base, extra, from }
    }

    /// The grid of the layer with so many entries.
    #[inline]
    pub(crate) fn grid(&self, written: usize) -> &Grid {
        &self.grids[self.grid_of[written]]
    }

    pub(crate) fn states(&self) -> usize {
        self.from[self.from.len() - 1].0
    }

    /// Where the values of a layer stand.
    pub(crate) fn values(&self, written: usize) -> Range<usize> {
        self.from[written].0..self.from[written + 1].0
    }

    /// Where the corrections of a layer stand.
    pub(crate) fn extras(&self, written: usize) -> Range<usize> {
        self.from[written].1..self.from[written + 1].1
    }

    #[inline]
    pub(crate) fn base(&self, filling: usize) -> usize {
        self.base[filling]
    }

    #[inline]
    pub(crate) fn extra(&self, filling: usize) -> usize {
        self.extra[filling]
    }

    /// Where the value of a state stands whose classes all are of the grid.
    pub(crate) fn place(&self, filling: usize, classes: &[u16]) -> usize {
        let fillings = &self.fillings;
        let grid = self.grid(fillings.all_filled(filling).sum());
        let (mut at, mut stride) = (self.base[filling], 1);
        for (slot, fill) in fillings.all_filled(filling).enumerate() {
            let axis = &grid.axes[slot][fill];
            at += usize::from(axis.stands[usize::from(classes[slot])].to[0]) * stride;
            stride *= axis.real.len();
        }
        at
    }

    /// What the classes of a state are worth more than those they are merged into.
    pub(crate) fn shifts(&self, filling: usize, classes: &[u16]) -> f64 {
        let fillings = &self.fillings;
        let grid = self.grid(fillings.all_filled(filling).sum());
        let shift = |(slot, fill): (usize, usize)| grid.axes[slot][fill].shifts[usize::from(classes[slot])];
        fillings.all_filled(filling).enumerate().map(shift).sum()
    }
}
