//! `LaneValue`: the numbers that the kernel computes with, one per lane: a value, or the moments of what is to come.

/// The number of sheet states that are solved at once. Four numbers are one vector of 32 bytes, and the boards of a turn
/// with five dice then fit into the fastest cache; with eight they do not.
pub(crate) const LANES: usize = 4;

/// The number of standings of a race that are solved at once.
pub(crate) const RACE_LANES: usize = 8;

/// The value of an impossible choice.
const IMPOSSIBLE: f64 = f64::NEG_INFINITY;

/// The values of several states, one per lane.
pub(crate) trait LaneValue: Copy + Send + Sync {
    /// The value of one state.
    type Value: Copy + Send + Sync;
    /// The value 0.
    const ZERO: Self;
    /// The value of an impossible choice in all lanes.
    const IMPOSSIBLE: Self;

    fn set(&mut self, lane: usize, value: Self::Value);
    fn get(&self, lane: usize) -> Self::Value;
    fn add(&mut self, other: &Self);
    fn add_scaled(&mut self, other: &Self, share: f64);
    fn scale(&mut self, share: f64);
    /// Takes the maximum, lane by lane.
    fn max_assign(&mut self, other: &Self);
    /// The same for a value in memory, which is stored whether it changes or not.
    ///
    /// LLVM turns "load, select, store" at one address into a masked store, which takes tens of cycles on some machines.
    /// Adding 0 to the selected value prevents that and changes nothing.
    #[inline(always)]
    fn max_assign_in_memory(&mut self, other: &Self) {
        let mut best = *self;
        best.max_assign(other);
        best.add_points(0.0);
        *self = best;
    }
    /// Adds points that are written before.
    fn add_points(&mut self, points: f64);
    /// Whether the choice is possible in a lane.
    fn is_possible(&self, lane: usize) -> bool;
    /// Whether the choice is possible in any lane.
    fn any_possible(&self) -> bool;
    /// Replaces impossible lanes by those of `other`.
    fn replace_impossible(&mut self, other: &Self);
}

/// Numbers that vector instructions handle at once, aligned for them.
#[derive(Debug, Clone, Copy)]
#[repr(align(32))]
pub(crate) struct F64Lanes<const L: usize>(pub(crate) [f64; L]);

/// The values of sheet states.
pub(crate) type F64x4 = F64Lanes<LANES>;
/// The values of standings in a race.
pub(crate) type F64x8 = F64Lanes<RACE_LANES>;

impl<const L: usize> LaneValue for F64Lanes<L> {
    type Value = f64;
    const ZERO: Self = Self([0.0; L]);
    const IMPOSSIBLE: Self = Self([IMPOSSIBLE; L]);

    fn set(&mut self, lane: usize, value: f64) {
        self.0[lane] = value;
    }

    fn get(&self, lane: usize) -> f64 {
        self.0[lane]
    }

    #[inline(always)]
    fn add(&mut self, other: &Self) {
        for lane in 0..L {
            self.0[lane] += other.0[lane];
        }
    }

    #[inline(always)]
    fn add_scaled(&mut self, other: &Self, share: f64) {
        for lane in 0..L {
            self.0[lane] += share * other.0[lane];
        }
    }

    #[inline(always)]
    fn scale(&mut self, share: f64) {
        for lane in 0..L {
            self.0[lane] *= share;
        }
    }

    #[inline(always)]
    fn max_assign(&mut self, other: &Self) {
        for lane in 0..L {
            // Not f64::max: values are never NaN, and this is one instruction.
            self.0[lane] = if other.0[lane] > self.0[lane] { other.0[lane] } else { self.0[lane] };
        }
    }

    #[inline(always)]
    fn add_points(&mut self, points: f64) {
        for lane in 0..L {
            self.0[lane] += points;
        }
    }

    #[inline(always)]
    fn is_possible(&self, lane: usize) -> bool {
        self.0[lane] > IMPOSSIBLE
    }

    #[inline(always)]
    fn any_possible(&self) -> bool {
        self.0.iter().any(|&lane| lane > IMPOSSIBLE)
    }

    #[inline(always)]
    fn replace_impossible(&mut self, other: &Self) {
        for lane in 0..L {
            self.0[lane] = if self.0[lane] == IMPOSSIBLE { other.0[lane] } else { self.0[lane] };
        }
    }
}

/// The first three moments of the points still to come, for the states of a board. The mean decides comparisons.
#[derive(Debug, Clone, Copy)]
pub(crate) struct MomentsX4 {
    mean: F64x4,
    square: F64x4,
    cube: F64x4,
}

impl LaneValue for MomentsX4 {
    type Value = [f64; 3];
    const ZERO: Self = Self { mean: F64x4::ZERO, square: F64x4::ZERO, cube: F64x4::ZERO };
    const IMPOSSIBLE: Self = Self { mean: F64x4::IMPOSSIBLE, ..Self::ZERO };

    fn set(&mut self, lane: usize, [mean, square, cube]: [f64; 3]) {
        self.mean.set(lane, mean);
        self.square.set(lane, square);
        self.cube.set(lane, cube);
    }

    fn get(&self, lane: usize) -> [f64; 3] {
        [self.mean.get(lane), self.square.get(lane), self.cube.get(lane)]
    }

    #[inline(always)]
    fn add(&mut self, other: &Self) {
        self.mean.add(&other.mean);
        self.square.add(&other.square);
        self.cube.add(&other.cube);
    }

    #[inline(always)]
    fn add_scaled(&mut self, other: &Self, share: f64) {
        self.mean.add_scaled(&other.mean, share);
        self.square.add_scaled(&other.square, share);
        self.cube.add_scaled(&other.cube, share);
    }

    #[inline(always)]
    fn scale(&mut self, share: f64) {
        self.mean.scale(share);
        self.square.scale(share);
        self.cube.scale(share);
    }

    #[inline(always)]
    fn max_assign(&mut self, other: &Self) {
        for lane in 0..LANES {
            let better = other.mean.0[lane] > self.mean.0[lane];
            self.mean.0[lane] = if better { other.mean.0[lane] } else { self.mean.0[lane] };
            self.square.0[lane] = if better { other.square.0[lane] } else { self.square.0[lane] };
            self.cube.0[lane] = if better { other.cube.0[lane] } else { self.cube.0[lane] };
        }
    }

    #[inline(always)]
    fn max_assign_in_memory(&mut self, other: &Self) {
        let mut best = *self;
        best.max_assign(other);
        best.mean.add_points(0.0);
        best.square.add_points(0.0);
        best.cube.add_points(0.0);
        *self = best;
    }

    #[inline(always)]
    fn add_points(&mut self, points: f64) {
        for lane in 0..LANES {
            let (mean, square) = (self.mean.0[lane], self.square.0[lane]);
            self.cube.0[lane] += points * (3.0 * square + points * (3.0 * mean + points));
            self.square.0[lane] += points * (2.0 * mean + points);
        }
        self.mean.add_points(points);
    }

    #[inline(always)]
    fn is_possible(&self, lane: usize) -> bool {
        self.mean.is_possible(lane)
    }

    #[inline(always)]
    fn any_possible(&self) -> bool {
        self.mean.any_possible()
    }

    #[inline(always)]
    fn replace_impossible(&mut self, other: &Self) {
        for lane in 0..LANES {
            let never = self.mean.0[lane] == IMPOSSIBLE;
            self.mean.0[lane] = if never { other.mean.0[lane] } else { self.mean.0[lane] };
            self.square.0[lane] = if never { other.square.0[lane] } else { self.square.0[lane] };
            self.cube.0[lane] = if never { other.cube.0[lane] } else { self.cube.0[lane] };
        }
    }
}
