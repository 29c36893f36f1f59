//! `F32x8`: lane values with half the precision and twice the number of states, for the grid.

use crate::lane_value::{F64x4, LANES, LaneValue};

/// Lane values that are stored for the grid.
pub(crate) trait StoredLaneValue: LaneValue {
    /// The number of lanes.
    const COUNT: usize;
    /// Converts a number into a stored value.
    fn from_f64(number: f64) -> Self::Value;
    /// Converts a stored value into a number.
    fn to_f64(value: Self::Value) -> f64;
    /// Returns a weighted sum of two values, plus `more`: formula (3).
    fn mix(values: [Self::Value; 2], shares: [Self::Value; 2], more: Self::Value) -> Self::Value;
    /// Returns the maximum of two values, each with its own summand.
    fn max_sum(values: [Self::Value; 2], more: [Self::Value; 2]) -> Self::Value;
}

impl StoredLaneValue for F64x4 {
    const COUNT: usize = LANES;

    #[inline(always)]
    fn from_f64(number: f64) -> f64 {
        number
    }

    #[inline(always)]
    fn to_f64(value: f64) -> f64 {
        value
    }

    #[inline(always)]
    fn mix(values: [f64; 2], shares: [f64; 2], more: f64) -> f64 {
        values[0] * shares[0] + values[1] * shares[1] + more
    }

    #[inline(always)]
    fn max_sum(values: [f64; 2], more: [f64; 2]) -> f64 {
        (values[0] + more[0]).max(values[1] + more[1])
    }
}

/// The number of lanes of `F32x8`.
const F32_LANES: usize = 2 * LANES;
const IMPOSSIBLE: f32 = f32::NEG_INFINITY;

/// Eight numbers that vector instructions handle at once, aligned for them.
#[derive(Debug, Clone, Copy)]
#[repr(align(32))]
pub(crate) struct F32x8([f32; F32_LANES]);

impl StoredLaneValue for F32x8 {
    const COUNT: usize = F32_LANES;

    #[inline(always)]
    fn from_f64(number: f64) -> f32 {
        number as f32
    }

    #[inline(always)]
    fn to_f64(value: f32) -> f64 {
        value.into()
    }

    #[inline(always)]
    fn mix(values: [f32; 2], shares: [f32; 2], more: f32) -> f32 {
        values[0] * shares[0] + values[1] * shares[1] + more
    }

    #[inline(always)]
    fn max_sum(values: [f32; 2], more: [f32; 2]) -> f32 {
        (values[0] + more[0]).max(values[1] + more[1])
    }
}

impl LaneValue for F32x8 {
    type Value = f32;
    const ZERO: Self = Self([0.0; F32_LANES]);
    const IMPOSSIBLE: Self = Self([IMPOSSIBLE; F32_LANES]);

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
        for lane in 0..F32_LANES {
            self.0[lane] += other.0[lane];
        }
    }

    #[inline(always)]
    fn add_scaled(&mut self, other: &Self, share: f64) {
        for lane in 0..F32_LANES {
            self.0[lane] += share as f32 * other.0[lane];
        }
    }

    #[inline(always)]
    fn scale(&mut self, share: f64) {
        for lane in 0..F32_LANES {
            self.0[lane] *= share as f32;
        }
    }

    #[inline(always)]
    fn max_assign(&mut self, other: &Self) {
        for lane in 0..F32_LANES {
            self.0[lane] = if other.0[lane] > self.0[lane] { other.0[lane] } else { self.0[lane] };
        }
    }

    #[inline(always)]
    fn add_points(&mut self, points: f64) {
        for lane in 0..F32_LANES {
            self.0[lane] += points as f32;
        }
    }

    fn is_possible(&self, lane: usize) -> bool {
        self.0[lane] > IMPOSSIBLE
    }

    #[inline(always)]
    fn any_possible(&self) -> bool {
        self.0.iter().any(|&lane| lane > IMPOSSIBLE)
    }

    #[inline(always)]
    fn replace_impossible(&mut self, other: &Self) {
        for lane in 0..F32_LANES {
            self.0[lane] = if self.0[lane] == IMPOSSIBLE { other.0[lane] } else { self.0[lane] };
        }
    }
}
