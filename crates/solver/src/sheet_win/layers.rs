//! The positions of two score sheets in layers, and the leads of each pair of states that are not settled.

use crate::parallel::*;
use kosti_rules::{Sheet, SheetRules};

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

/// The leads of a pair of states that can occur and are not settled: those below lose by points, those above win.
#[derive(Debug, Clone, Copy, Default)]
struct Span {
    from: i32,
    len: u32,
    /// The position of the first one in the values of the row.
    at: usize,
}

impl Span {
    fn end(&self) -> i32 {
        self.from + self.len as i32
    }
}

/// The pairs of one state of the seat on turn: a span for each state of the other seat, and their values.
#[derive(Debug, Default)]
pub(super) struct Row {
    spans: Vec<Span>,
    values: Vec<f64>,
}

/// The positions with the same number of turns to come. A pair has the state of the seat on turn and that of the other
/// seat; its value is the probability that the *other* seat wins, by its lead.
pub(super) struct Layer {
    pub(super) movers: Vec<SeatState>,
    pub(super) others: Vec<SeatState>,
    /// The lead of the other seat on the sheets that play starts from.
    lead: i32,
    /// The probability that the other seat wins if its points are sure to be enough, and if they are sure not to be.
    settled: [f64; 2],
    /// Whether leads that are settled by points need not be computed.
    by_points: bool,
    /// By state of the seat on turn.
    pub(super) rows: Vec<Row>,
}

/// A chance that differs by less from a settled one counts as settled. Errors of this size add up over the turns of a
/// game at most.
const SETTLED: f64 = 1e-12;

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
    /// Lays out the pairs of two lists of states, without values. `lead` is the lead of the other seat on the sheets that
    /// play starts from.
    pub(super) fn new(
        movers: Vec<SeatState>,
        others: Vec<SeatState>,
        lead: i32,
        turns: usize,
        wins: InstantWins,
    ) -> Self {
        // If any throw can win, choices decide even when points do not.
        let by_points = !wins.any_throw || turns == 0;
        Self { movers, others, lead, settled: wins.settled(turns), by_points, rows: Vec::new() }
    }

    /// Returns the first and the last lead of a pair that can occur and that points do not settle. If there is none, the
    /// last one is less than the first, leads from the first one on win and others lose.
    fn open_leads(&self, mover: &SeatState, other: &SeatState) -> (i32, i32) {
        let (own, their) = (&other.range, &mover.range);
        let from = self.lead + own.written.0 - their.written.1;
        let to = self.lead + own.written.1 - their.written.0;
        if !self.by_points {
            return (from, to);
        }
        let lost_below = their.remaining.0 - own.remaining.1;
        let (from, to) = (from.max(lost_below), to.min(their.remaining.1 - own.remaining.0));
        if to < from { (lost_below, lost_below - 1) } else { (from, to) }
    }

    /// The largest number of values that a pair can need.
    pub(super) fn count_leads_of(&self, mover: &SeatState, other: &SeatState) -> usize {
        let (from, to) = self.open_leads(mover, other);
        (to - from + 1) as usize
    }

    /// The largest number of values that can be needed.
    pub(super) fn count_leads(&self) -> usize {
        let of_mover = |mover: &SeatState| {
            self.others.iter().map(|other| self.count_leads_of(mover, other)).sum::<usize>()
        };
        self.movers.par_iter().map(of_mover).sum()
    }

    /// The number of values that are kept.
    pub(super) fn size(&self) -> usize {
        self.rows.iter().map(|row| row.values.len()).sum()
    }

    /// The memory of spans and values.
    pub(super) fn bytes(&self) -> usize {
        let states = size_of::<SeatState>() * (self.movers.len() + self.others.len());
        states + self.rows.iter().map(Row::bytes).sum::<usize>()
    }

    /// Sets the values of full sheets: leads that are not settled there are ties.
    pub(super) fn set_ties(&mut self) {
        let row = |mover: &SeatState| {
            let mut row = Row::default();
            for other in &self.others {
                let (from, to) = self.open_leads(mover, other);
                row.push(from, &vec![0.5; (to - from + 1) as usize], None);
            }
            row
        };
        self.rows = self.movers.iter().map(row).collect();
    }

    /// Returns the leads of a pair that have to be computed, as [`Self::open_leads`]: at least one move leads to a value
    /// that is not settled. `moves` has the points and the state of the other seat in the next layer for every move, and
    /// `row` the values there.
    pub(super) fn leads_to_solve(
        &self,
        pair: (&SeatState, &SeatState),
        row: &Row,
        moves: impl Iterator<Item = (i32, usize)>,
    ) -> (i32, i32) {
        let (from, to) = self.open_leads(pair.0, pair.1);
        if !self.by_points || to < from {
            return (from, to);
        }
        let (mut first, mut last) = (i32::MAX, i32::MIN);
        for (points, other) in moves {
            let span = &row.spans[other];
            first = first.min(points - span.end() + 1);
            last = last.max(points - span.from);
        }
        match (first.max(from), last.min(to)) {
            (from, to) if from <= to => (from, to),
            // All leads that can occur win, or all lose.
            _ if last < from => (from, from - 1),
            _ => (first, first - 1),
        }
    }

    /// The settled values, if values may be replaced by them.
    pub(super) fn settled(&self) -> Option<[f64; 2]> {
        self.by_points.then_some(self.settled)
    }

    /// Returns the value of a pair for one lead.
    pub(super) fn value(&self, mover: usize, other: usize, lead: i32) -> f64 {
        self.rows[mover].value(self.settled, other, lead)
    }

    /// Returns the values of consecutive leads, one per lane.
    #[inline]
    pub(super) fn lanes(&self, row: &Row, other: usize, lead: i32) -> F64x4 {
        let span = &row.spans[other];
        let nth = lead - span.from;
        if nth >= 0 && nth + LANES as i32 <= span.len as i32 {
            let at = span.at + nth as usize;
            let mut lanes = F64Lanes([0.0; LANES]);
            lanes.0.copy_from_slice(&row.values[at..at + LANES]);
            return lanes;
        }
        // Most of the others are settled in all lanes.
        if lead + (LANES as i32) <= span.from {
            return F64Lanes([self.settled[1]; LANES]);
        }
        if lead >= span.end() {
            return F64Lanes([self.settled[0]; LANES]);
        }
        F64Lanes(std::array::from_fn(|lane| row.value(self.settled, other, lead + lane as i32)))
    }
}

impl Row {
    /// Adds the values of a pair from a lead on, without those at its ends that are as good as settled.
    pub(super) fn push(&mut self, from: i32, values: &[f64], settled: Option<[f64; 2]>) {
        let is_open = |end: usize| {
            move |value: &f64| settled.is_none_or(|settled| (value - settled[end]).abs() > SETTLED)
        };
        let first = values.iter().position(is_open(1)).unwrap_or(values.len());
        let len = values[first..].iter().rposition(is_open(0)).map_or(0, |last| last + 1);
        let span = Span { from: from + first as i32, len: len as u32, at: self.values.len() };
        self.spans.push(span);
        self.values.extend_from_slice(&values[first..first + len]);
    }

    /// The memory of spans and values.
    pub(super) fn bytes(&self) -> usize {
        size_of_val(&*self.spans) + size_of_val(&*self.values)
    }

    /// Frees the memory that is not used.
    pub(super) fn shrink(&mut self) {
        self.spans.shrink_to_fit();
        self.values.shrink_to_fit();
    }

    fn value(&self, settled: [f64; 2], other: usize, lead: i32) -> f64 {
        let span = &self.spans[other];
        if lead < span.from {
            settled[1]
        } else if lead >= span.end() {
            settled[0]
        } else {
            self.values[span.at + (lead - span.from) as usize]
        }
    }
}

/// Finds a state in a sorted list.
pub(super) fn position_of(states: &[SeatState], index: usize) -> Option<usize> {
    states.binary_search_by_key(&index, |state| state.index).ok()
}
