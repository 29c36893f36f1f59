//! `Cell`: what the kernel calculates with. A number per lane, or a number and its second moment.

/// How many states are worked on at once: one wide vector, or two or four narrower ones.
pub(crate) const LANES: usize = 8;

/// What cannot be done.
const NEVER: f64 = f64::NEG_INFINITY;

/// Values of several states, one in each lane.
pub(crate) trait Cell: Copy + Send + Sync {
    /// The value of one state.
    type Value: Copy + Send + Sync;
    /// No points.
    const ZERO: Self;
    /// Nothing that can be done.
    const NEVER: Self;

    fn set(&mut self, lane: usize, value: Self::Value);
    fn get(&self, lane: usize) -> Self::Value;
    fn add(&mut self, other: &Self);
    fn add_share(&mut self, other: &Self, share: f64);
    fn scale(&mut self, share: f64);
    /// Becomes the better of the two, lane by lane.
    fn raise(&mut self, other: &Self);
    /// So many points are written first.
    fn gain(&mut self, points: f64);
    /// Whether a lane can be done.
    fn can(&self, lane: usize) -> bool;
    /// Whether any lane can be done.
    fn is_ever(&self) -> bool;
    /// Lanes that cannot be done become those of the other.
    fn instead_of_never(&mut self, other: &Self);
}

/// A number for each state, where a vector can take them at once: on a cache line of their own.
#[derive(Debug, Clone, Copy)]
#[repr(align(64))]
pub(crate) struct Means(pub(crate) [f64; LANES]);

impl Cell for Means {
    type Value = f64;
    const ZERO: Self = Self([0.0; LANES]);
    const NEVER: Self = Self([NEVER; LANES]);

    fn set(&mut self, lane: usize, value: f64) {
        self.0[lane] = value;
    }

    fn get(&self, lane: usize) -> f64 {
        self.0[lane]
    }

    #[inline(always)]
    fn add(&mut self, other: &Self) {
        for lane in 0..LANES {
            self.0[lane] += other.0[lane];
        }
    }

    #[inline(always)]
    fn add_share(&mut self, other: &Self, share: f64) {
        for lane in 0..LANES {
            self.0[lane] += share * other.0[lane];
        }
    }

    #[inline(always)]
    fn scale(&mut self, share: f64) {
        for lane in 0..LANES {
            self.0[lane] *= share;
        }
    }

    #[inline(always)]
    fn raise(&mut self, other: &Self) {
        for lane in 0..LANES {
            // Not f64::max: values are never NaN, and this is one instruction.
            self.0[lane] = if other.0[lane] > self.0[lane] { other.0[lane] } else { self.0[lane] };
        }
    }

    #[inline(always)]
    fn gain(&mut self, points: f64) {
        for lane in 0..LANES {
            self.0[lane] += points;
        }
    }

    #[inline(always)]
    fn can(&self, lane: usize) -> bool {
        self.0[lane] > NEVER
    }

    #[inline(always)]
    fn is_ever(&self) -> bool {
        self.0.iter().any(|&lane| lane > NEVER)
    }

    #[inline(always)]
    fn instead_of_never(&mut self, other: &Self) {
        for lane in 0..LANES {
            self.0[lane] = if self.0[lane] == NEVER { other.0[lane] } else { self.0[lane] };
        }
    }
}

/// For each state the mean of what is to come, which decides, and the mean of its square.
#[derive(Debug, Clone, Copy)]
pub(crate) struct Moments {
    mean: Means,
    square: Means,
}

impl Cell for Moments {
    type Value = (f64, f64);
    const ZERO: Self = Self { mean: Means::ZERO, square: Means::ZERO };
    const NEVER: Self = Self { mean: Means::NEVER, square: Means::ZERO };

    fn set(&mut self, lane: usize, (mean, square): (f64, f64)) {
        self.mean.set(lane, mean);
        self.square.set(lane, square);
    }

    fn get(&self, lane: usize) -> (f64, f64) {
        (self.mean.get(lane), self.square.get(lane))
    }

    #[inline(always)]
    fn add(&mut self, other: &Self) {
        self.mean.add(&other.mean);
        self.square.add(&other.square);
    }

    #[inline(always)]
    fn add_share(&mut self, other: &Self, share: f64) {
        self.mean.add_share(&other.mean, share);
        self.square.add_share(&other.square, share);
    }

    #[inline(always)]
    fn scale(&mut self, share: f64) {
        self.mean.scale(share);
        self.square.scale(share);
    }

    #[inline(always)]
    fn raise(&mut self, other: &Self) {
        for lane in 0..LANES {
            let better = other.mean.0[lane] > self.mean.0[lane];
            self.mean.0[lane] = if better { other.mean.0[lane] } else { self.mean.0[lane] };
            self.square.0[lane] = if better { other.square.0[lane] } else { self.square.0[lane] };
        }
    }

    #[inline(always)]
    fn gain(&mut self, points: f64) {
        for lane in 0..LANES {
            self.square.0[lane] += points * (2.0 * self.mean.0[lane] + points);
        }
        self.mean.gain(points);
    }

    #[inline(always)]
    fn can(&self, lane: usize) -> bool {
        self.mean.can(lane)
    }

    #[inline(always)]
    fn is_ever(&self) -> bool {
        self.mean.is_ever()
    }

    #[inline(always)]
    fn instead_of_never(&mut self, other: &Self) {
        for lane in 0..LANES {
            let never = self.mean.0[lane] == NEVER;
            self.mean.0[lane] = if never { other.mean.0[lane] } else { self.mean.0[lane] };
            self.square.0[lane] = if never { other.square.0[lane] } else { self.square.0[lane] };
        }
    }
}
