//! `Fillings`: the ways to fill the boxes.

use super::track::Track;
use crate::states::TooLarge;

/// A filling, and how many entries it has.
#[derive(Debug, Clone, Copy)]
pub(crate) struct At {
    pub(crate) written: usize,
    pub(crate) filling: usize,
}

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

    /// How often a box can still be filled.
    #[inline]
    pub(crate) fn left(&self, filling: usize, slot: usize) -> usize {
        self.fills[slot] - self.filled(filling, slot)
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
