//! The positions of two score sheets in layers, and the leads of each pair of states that are not settled.

use kosti_rules::{Sheet, SheetRules};
use rayon::prelude::*;

use crate::lane_value::{F64Lanes, F64x4, LANES};
use crate::model::Model;
use crate::placement::StateKey;
use crate::progress::{Cancelled, Progress, check_cancelled};
use crate::states::{PointRange, PointRanges};

/// A state of one seat that can follow its sheet.
#[derive(Debug, Clone, Copy)]
pub(super) struct SeatState {
    pub(super) place: StateKey,
    /// Its index among all states.
    pub(super) index: usize,
    range: PointRange,
}

/// By number of turns since the sheet: the states of a seat, sorted by index.
pub(super) fn list_states(
    model: &Model,
    sheet: &Sheet,
    progress: &dyn Progress,
) -> Result<Vec<Vec<SeatState>>, Cancelled> {
    let ranges = PointRanges::new(model.sheet(), &model.states, sheet);
    let start = model.states.locate(sheet);
    let layer = |(turns, layer): (usize, &crate::states::Layer)| {
        let mut found = Vec::new();
        for &filling in &layer.fillings {
            check_cancelled(progress)?;
            let filling = filling as usize;
            let from = model.states.first_state_of(filling);
            for (nth, range) in ranges.of_filling(filling).into_iter().enumerate() {
                let is_start = (filling, nth) == start;
                if let Some(range) = range.filter(|_| turns > 0 || is_start) {
                    found.push(SeatState { place: (filling, nth), index: from + nth, range });
                }
            }
        }
        found.sort_unstable_by_key(|state| state.index);
        Ok(found)
    };
    model.states.layers[sheet.written()..].par_iter().enumerate().map(layer).collect()
}

/// The leads of a pair of states that can occur and are not settled.
#[derive(Debug, Clone, Copy, Default)]
pub(super) struct Span {
    /// Leads below this one lose by points, whatever is played.
    lost_below: i32,
    /// The first lead that is computed, and the number of leads.
    pub(super) from: i32,
    pub(super) len: u32,
    /// The position of the first one in the values of the layer.
    at: usize,
}

/// The positions with the same number of turns to come. A pair has the state of the seat on turn and that of the other
/// seat; its value is the probability that the *other* seat wins, by its lead.
pub(super) struct Layer {
    pub(super) movers: Vec<SeatState>,
    pub(super) others: Vec<SeatState>,
    /// The probability that the other seat wins if its points are sure to be enough, and if they are sure not to be.
    settled: [f64; 2],
    /// By pair, the states of the seat on turn first.
    spans: Vec<Span>,
    values: Vec<f64>,
}

/// The probability of an instant win by the first throw of a turn, and whether later throws can win as well.
#[derive(Debug, Clone, Copy)]
pub(super) struct InstantWins {
    pub(super) chance: f64,
    pub(super) any_throw: bool,
}

impl InstantWins {
    pub(super) fn new(rules: &SheetRules) -> Self {
        let all = || rules.space.all().iter();
        let chance = all().filter(|&&dice| rules.wins(dice, 1).is_some());
        Self {
            chance: chance.map(|&dice| rules.space.probability(dice)).sum(),
            any_throw: all().any(|&dice| rules.wins(dice, 2).is_some()),
        }
    }

    /// Returns the probabilities of the other seat with `turns` to come, if points are settled for it or against it.
    fn settled(self, turns: usize) -> [f64; 2] {
        let [mut ahead, mut behind] = [1.0, 0.0];
        for _ in 0..turns {
            // The seat on turn wins at once, or the seats change their roles.
            (ahead, behind) = ((1.0 - self.chance) * (1.0 - behind), (1.0 - self.chance) * (1.0 - ahead));
        }
        [ahead, behind]
    }
}

impl Layer {
    /// Lays out the pairs of two lists of states. `lead` is the lead of the other seat on the sheets that play starts
    /// from.
    pub(super) fn new(
        movers: Vec<SeatState>,
        others: Vec<SeatState>,
        lead: i32,
        turns: usize,
        wins: InstantWins,
    ) -> Self {
        let mut spans = Vec::with_capacity(movers.len() * others.len());
        let mut at = 0;
        for mover in &movers {
            for other in &others {
                let (own, their) = (&other.range, &mover.range);
                let mut from = lead + own.written.0 - their.written.1;
                let mut to = lead + own.written.1 - their.written.0;
                let lost_below = their.remaining.0 - own.remaining.1;
                // If any throw can win, choices decide even when points do not.
                if !wins.any_throw || turns == 0 {
                    from = from.max(lost_below);
                    to = to.min(their.remaining.1 - own.remaining.0);
                }
                let len = (to - from + 1).max(0) as u32;
                spans.push(Span { lost_below, from, len, at });
                at += len as usize;
            }
        }
        Self { movers, others, settled: wins.settled(turns), spans, values: Vec::new() }
    }

    /// The number of values.
    pub(super) fn size(&self) -> usize {
        self.spans.last().map_or(0, |span| span.at + span.len as usize)
    }

    /// The memory of spans and values.
    pub(super) fn bytes(&self) -> usize {
        size_of_val(&*self.spans) + size_of::<f64>() * self.size()
    }

    pub(super) fn allocate(&mut self) {
        self.values = vec![0.0; self.size()];
    }

    /// Sets the values of full sheets: leads that are not settled there are ties.
    pub(super) fn set_ties(&mut self) {
        self.values = vec![0.5; self.size()];
    }

    /// Splits the layer into one task for each state of the seat on turn.
    pub(super) fn tasks(&mut self) -> (&[SeatState], Vec<Task<'_>>) {
        let Self { movers, others, spans, values, .. } = self;
        let (mut rest, mut tasks) = (&mut values[..], Vec::with_capacity(movers.len()));
        for (mover, spans) in movers.iter().zip(spans.chunks(others.len().max(1))) {
            let (own, after) = rest.split_at_mut(spans.iter().map(|span| span.len as usize).sum());
            rest = after;
            tasks.push(Task { mover: *mover, spans, values: own });
        }
        (others, tasks)
    }

    /// Returns the row of a pair: its index in the list of spans.
    pub(super) fn row(&self, mover: usize, other: usize) -> usize {
        mover * self.others.len() + other
    }

    /// Returns the value of a pair for one lead.
    pub(super) fn value(&self, row: usize, lead: i32) -> f64 {
        let span = &self.spans[row];
        let nth = i64::from(lead) - i64::from(span.from);
        if (0..i64::from(span.len)).contains(&nth) {
            self.values[span.at + nth as usize]
        } else if lead < span.lost_below {
            self.settled[1]
        } else {
            self.settled[0]
        }
    }

    /// Returns the values of consecutive leads, one per lane.
    #[inline]
    pub(super) fn lanes(&self, row: usize, lead: i32) -> F64x4 {
        let span = &self.spans[row];
        let nth = lead - span.from;
        if nth >= 0 && nth + LANES as i32 <= span.len as i32 {
            let at = span.at + nth as usize;
            let mut lanes = F64Lanes([0.0; LANES]);
            lanes.0.copy_from_slice(&self.values[at..at + LANES]);
            return lanes;
        }
        // Most of the others are settled in all lanes.
        if lead + (LANES as i32) <= span.lost_below {
            return F64Lanes([self.settled[1]; LANES]);
        }
        if lead >= span.lost_below && nth >= span.len as i32 {
            return F64Lanes([self.settled[0]; LANES]);
        }
        F64Lanes(std::array::from_fn(|lane| self.value(row, lead + lane as i32)))
    }
}

/// The pairs of one state of the seat on turn, and the slice that receives their values.
pub(super) struct Task<'a> {
    pub(super) mover: SeatState,
    pub(super) spans: &'a [Span],
    pub(super) values: &'a mut [f64],
}

/// Finds a state in a sorted list.
pub(super) fn position_of(states: &[SeatState], index: usize) -> Option<usize> {
    states.binary_search_by_key(&index, |state| state.index).ok()
}
