//! `Response`: the turn that maximizes the probability to win against final totals that do not depend on own play.
//!
//! The recursion is that of the probability to reach a total, with the chance of every final total in place of a
//! threshold. Where the rest of the game has too many values, only the next turns are solved, and the points that come
//! after them are approximated by the moments of play for the expected total (docs/solver.md, "Near exact").

use std::sync::Arc;

use kosti_rules::{Sheet, Thrown};

use crate::model::Model;
use crate::progress::{Cancelled, Progress};
use crate::reach::{Chances, NeedTurn, Span};
use crate::rivals::{POINTS, RivalTotals};
use crate::states::{Layer, PointRanges};
use crate::strategy::{TotalMoments, ValuedChoice};

/// What a response is computed from.
pub(super) struct Outlooks<'a> {
    pub(super) model: &'a Arc<Model>,
    pub(super) moments: &'a TotalMoments,
    pub(super) normal: &'a [f64; POINTS],
}

/// A turn that is solved to win.
pub(super) struct Response {
    turn: NeedTurn,
    pub(super) value: f64,
    /// Whether the rest of the game is solved, not only the next turns.
    pub(super) to_end: bool,
}

impl Response {
    /// Solves the turn of a sheet, and as many turns after it as there are at most `most_values` values for.
    pub(super) fn solve(
        outlooks: &Outlooks<'_>,
        sheet: &Sheet,
        rivals: &RivalTotals,
        most_values: usize,
        progress: &dyn Progress,
    ) -> Result<Self, Cancelled> {
        let Outlooks { model, .. } = *outlooks;
        let ranges = PointRanges::new(model.sheet(), &model.states, sheet);
        let rest = &model.states.layers[sheet.written()..];
        // A final total is minus the need of the chances.
        let need = -model.points_written(sheet);
        let (mut layers, mut size) = (Vec::new(), 0);
        for layer in rest {
            let chances = lay_out(model, &ranges, layer, need);
            size += chances.size();
            if size > most_values && layers.len() > 1 {
                break;
            }
            layers.push(chances);
        }
        let to_end = layers.len() == rest.len();
        let last = layers.len() - 1;
        outlooks.fill(&rest[last], &mut layers[last], rivals, to_end);
        let (turn, value) = NeedTurn::solve(model.clone(), sheet.clone(), need, layers, progress)?;
        Ok(Self { turn, value: value.clamp(0.0, 1.0), to_end })
    }

    /// Returns the chance after an entry that leads to a state with these points written.
    pub(super) fn chance_after(&self, state: usize, written: i32) -> f64 {
        self.turn.next.of(state, -written)
    }

    /// Returns all choices for these dice on this throw with the chance after each, best first.
    pub(super) fn advise(&self, thrown: Thrown, throw: u8) -> Vec<ValuedChoice> {
        self.turn.advise(thrown, throw)
    }
}

/// Returns the needs of the states of a layer, without chances.
fn lay_out(model: &Model, ranges: &PointRanges<'_>, layer: &Layer, need: i32) -> Chances {
    let mut found = Chances { state: layer.from, ..Chances::default() };
    let mut at = 0;
    for &filling in &layer.fillings {
        if !ranges.follows(filling as usize) {
            let states = model.states.states_of(filling as usize);
            found.spans.extend(std::iter::repeat_n(Span::default(), states));
            continue;
        }
        for range in ranges.of_filling(filling as usize) {
            let span = range.map_or_else(Span::default, |range| Span {
                sure: i32::MIN,
                from: need - range.written.1,
                len: (range.written.1 - range.written.0 + 1) as u32,
                at,
            });
            at += span.len as usize;
            found.spans.push(span);
        }
    }
    found
}

impl Outlooks<'_> {
    /// Sets the chances of a layer by the points that are expected after it, or by the final totals of full sheets.
    fn fill(&self, layer: &Layer, chances: &mut Chances, rivals: &RivalTotals, full: bool) {
        let mut found = Vec::with_capacity(chances.size());
        for (nth, span) in chances.spans.iter().enumerate() {
            if span.len == 0 {
                continue;
            }
            let needs = span.from..span.from + span.len as i32;
            if full {
                let bonus = self.model.states.final_bonus(nth) as i32;
                found.extend(needs.map(|need| rivals.of_total(bonus - need)));
            } else {
                let points = self.moments.outlook(layer.from + nth).points(self.normal);
                found.extend(needs.map(|need| rivals.mean(&points, f64::from(-need))));
            }
        }
        chances.chances = found;
    }
}
