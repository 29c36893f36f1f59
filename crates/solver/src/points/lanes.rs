//! Cells for many states at once: half as precise, twice as many.

use crate::cell::{Cell, LANES, Means};

/// Cells whose states are solved here, and how their values are kept.
pub(crate) trait Lanes: Cell {
    /// How many states there are in a cell.
    const COUNT: usize;
    /// The value that is kept of a number.
    fn kept(number: f64) -> Self::Value;
    /// The number of a kept value.
    fn number(value: Self::Value) -> f64;
    /// Two values, mixed, and something more.
    fn mix(values: [Self::Value; 2], shares: [Self::Value; 2], more: Self::Value) -> Self::Value;
    /// The larger of two values, each with something more.
    fn larger(values: [Self::Value; 2], more: [Self::Value; 2]) -> Self::Value;
}

impl Lanes for Means {
    const COUNT: usize = LANES;

    #[inline(always)]
    fn kept(number: f64) -> f64 {
        number
    }

    #[inline(always)]
    fn number(value: f64) -> f64 {
        value
    }

    #[inline(always)]
    fn mix(values: [f64; 2], shares: [f64; 2], more: f64) -> f64 {
        values[0] * shares[0] + values[1] * shares[1] + more
    }

    #[inline(always)]
    fn larger(values: [f64; 2], more: [f64; 2]) -> f64 {
        (values[0] + more[0]).max(values[1] + more[1])
    }
}

/// How many states stand in the lanes of `Wide`.
const WIDE: usize = 2 * LANES;
const NEVER: f32 = f32::NEG_INFINITY;

/// A number for each of twice as many states, on one cache line.
#[derive(Debug, Clone, Copy)]
#[repr(align(64))]
pub(crate) struct Wide([f32; WIDE]);

impl Lanes for Wide {
    const COUNT: usize = WIDE;

    #[inline(always)]
    fn kept(number: f64) -> f32 {
        number as f32
    }

    #[inline(always)]
    fn number(value: f32) -> f64 {
        value.into()
    }

    #[inline(always)]
    fn mix(values: [f32; 2], shares: [f32; 2], more: f32) -> f32 {
        values[0] * shares[0] + values[1] * shares[1] + more
    }

    #[inline(always)]
    fn larger(values: [f32; 2], more: [f32; 2]) -> f32 {
        (values[0] + more[0]).max(values[1] + more[1])
    }
}

impl Cell for Wide {
    type Value = f32;
    const ZERO: Self = Self([0.0; WIDE]);
    const NEVER: Self = Self([NEVER; WIDE]);

    #[inline(always)]
    fn set(&mut self, lane: usize, value: f32) {
        self.0[lane] = value;
    }

    #[inline(always)]
    fn get(&self, lane: usize) -> f32 {
        self.0[lane]
    }

    #[inline(always)]
    fn add(&mut self, other: &Self) {
        for lane in 0..WIDE {
            self.0[lane] += other.0[lane];
        }
    }

    #[inline(always)]
    fn add_share(&mut self, other: &Self, share: f64) {
        for lane in 0..WIDE {
            self.0[lane] += share as f32 * other.0[lane];
        }
    }

    #[inline(always)]
    fn scale(&mut self, share: f64) {
        for lane in 0..WIDE {
            self.0[lane] *= share as f32;
        }
    }

    #[inline(always)]
    fn raise(&mut self, other: &Self) {
        for lane in 0..WIDE {
            self.0[lane] = if other.0[lane] > self.0[lane] { other.0[lane] } else { self.0[lane] };
        }
    }

    #[inline(always)]
    fn gain(&mut self, points: f64) {
        for lane in 0..WIDE {
            self.0[lane] += points as f32;
        }
    }

    fn can(&self, lane: usize) -> bool {
        self.0[lane] > NEVER
    }

    #[inline(always)]
    fn is_ever(&self) -> bool {
        self.0.iter().any(|&lane| lane > NEVER)
    }

    #[inline(always)]
    fn instead_of_never(&mut self, other: &Self) {
        for lane in 0..WIDE {
            self.0[lane] = if self.0[lane] == NEVER { other.0[lane] } else { self.0[lane] };
        }
    }
}
