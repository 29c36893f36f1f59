//! `Layout`: the index of the states (k, c) of formula (2) of the module docs. A state is a filling and a node of the
//! grid for each box; layers with fewer turns left have finer grids.

use std::ops::Range;

use super::box_automaton::BoxAutomaton;
use super::grid::Grid;
use crate::solution::TooLarge;

/// The largest number of fillings.
const MOST_FILLINGS: usize = 1_000_000;

/// All fillings, in layers by the number of entries.
#[derive(Debug)]
pub(crate) struct Fillings {
    strides: Vec<usize>,
    fills: Vec<usize>,
    /// By number of entries: its fillings.
    pub(crate) layers: Vec<Vec<usize>>,
    pub(crate) count: usize,
}

impl Fillings {
    pub(crate) fn new(boxes: &[BoxAutomaton]) -> Result<Self, TooLarge> {
        let fills: Vec<usize> = boxes.iter().map(|automaton| automaton.filled.len() - 1).collect();
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
            layers[this.entry_counts(filling).sum::<usize>()].push(filling);
        }
        this.layers = layers;
        Ok(this)
    }

    #[inline]
    pub(crate) fn entries_in(&self, filling: usize, slot: usize) -> usize {
        filling / self.strides[slot] % (self.fills[slot] + 1)
    }

    pub(crate) fn entry_counts(&self, filling: usize) -> impl Iterator<Item = usize> + '_ {
        (0..self.fills.len()).map(move |slot| self.entries_in(filling, slot))
    }

    pub(crate) fn open(&self, filling: usize) -> impl Iterator<Item = usize> + '_ {
        (0..self.fills.len()).filter(move |&slot| self.entries_in(filling, slot) < self.fills[slot])
    }

    #[inline]
    pub(crate) fn next(&self, filling: usize, slot: usize) -> usize {
        filling + self.strides[slot]
    }

    /// The number of turns of a game.
    pub(crate) fn rounds(&self) -> usize {
        self.layers.len() - 1
    }
}

/// The positions of values: layer by layer, and in a layer filling by filling.
#[derive(Debug)]
pub(crate) struct Layout {
    pub(crate) fillings: Fillings,
    grids: Vec<Grid>,
    /// By number of entries: the grid of the layer.
    grid_of: Vec<usize>,
    /// By filling: the position of its first value.
    base: Vec<usize>,
    /// By filling: the position of its first correction.
    extra: Vec<usize>,
    /// By number of entries: the positions of the first value and correction of the layer.
    from: Vec<(usize, usize)>,
}

impl Layout {
    /// `grid_of` gives the grid of each layer, by number of entries.
    pub(crate) fn new(
        fillings: Fillings,
        boxes: &[BoxAutomaton],
        grids: Vec<Grid>,
        grid_of: Vec<usize>,
    ) -> Self {
        let (mut base, mut extra) = (vec![0; fillings.count], vec![0; fillings.count]);
        let (mut at, mut from) = ((0, 0), Vec::new());
        for (layer, &grid) in fillings.layers.iter().zip(&grid_of) {
            from.push(at);
            for &filling in layer {
                (base[filling], extra[filling]) = at;
                let classes = fillings.entry_counts(filling).zip(boxes);
                at.0 += grids[grid].states(fillings.entry_counts(filling));
                at.1 += classes.map(|(fill, automaton)| automaton.filled[fill].classes).sum::<usize>();
            }
        }
        from.push(at);
        Self { fillings, grids, grid_of, base, extra, from }
    }

    /// Returns the grid of the layer with this number of entries.
    #[inline]
    pub(crate) fn grid(&self, written: usize) -> &Grid {
        &self.grids[self.grid_of[written]]
    }

    pub(crate) fn states(&self) -> usize {
        self.from[self.from.len() - 1].0
    }

    /// Returns the range of the values of a layer.
    pub(crate) fn values(&self, written: usize) -> Range<usize> {
        self.from[written].0..self.from[written + 1].0
    }

    /// Returns the range of the corrections of a layer.
    pub(crate) fn corrections(&self, written: usize) -> Range<usize> {
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

    /// Returns the position of the value of a state whose classes are all nodes.
    pub(crate) fn place(&self, filling: usize, classes: &[u16]) -> usize {
        let fillings = &self.fillings;
        let grid = self.grid(fillings.entry_counts(filling).sum());
        let (mut at, mut stride) = (self.base[filling], 1);
        for (slot, fill) in fillings.entry_counts(filling).enumerate() {
            let axis = &grid.axes[slot][fill];
            at += usize::from(axis.interpolations[usize::from(classes[slot])].to[0]) * stride;
            stride *= axis.nodes.len();
        }
        at
    }

    /// Returns the sum of the shifts of the classes of a state (see `bound`).
    pub(crate) fn shifts(&self, filling: usize, classes: &[u16]) -> f64 {
        let fillings = &self.fillings;
        let grid = self.grid(fillings.entry_counts(filling).sum());
        let shift = |(slot, fill): (usize, usize)| grid.axes[slot][fill].shifts[usize::from(classes[slot])];
        fillings.entry_counts(filling).enumerate().map(shift).sum()
    }
}
