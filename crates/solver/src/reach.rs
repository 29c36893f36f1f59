//! `ReachStrategy`: maximizes the probability of a final total of at least a given number, from a given sheet on.
//!
//! The kernel is that of the expected total. Its lanes are consecutive numbers of points still needed; writing points
//! leads to a smaller need. Only needs that can occur and are not settled are computed, and only one layer of states is
//! stored (docs/solver.md, "The probability to reach a total").

use std::sync::Arc;

use crate::parallel::*;
use kosti_dice::Dice;
use kosti_rules::{Rules, Sheet, Thrown};

use crate::backward::with_tables;
use crate::kernel::{Tables, TurnBoard};
use crate::lane_value::{F64Lanes, F64x4, LANES, LaneValue};
use crate::lattice::Index;
use crate::model::Model;
use crate::moves::PointsRole;
use crate::placement::{StateKey, may_fill};
use crate::progress::{Cancelled, Counter, Progress, check_cancelled};
use crate::solution::{SolveError, TooLarge};
use crate::states::PointRanges;
use crate::strategy::ValuedChoice;

/// The largest number of probabilities; each takes about a microsecond.
const MAX_CHANCES: usize = 1_000_000_000;
/// The number of states in one task.
const CHUNK: usize = 8;

/// Optimal play from a sheet on for a final total of at least a given number.
pub struct ReachStrategy {
    turn: NeedTurn,
    size: usize,
    value: f64,
}

/// A turn from a sheet on, with the probabilities after it.
pub(crate) struct NeedTurn {
    pub(crate) model: Arc<Model>,
    pub(crate) sheet: Sheet,
    pub(crate) place: StateKey,
    /// The points that the entries still to come, bonuses and penalties must add up to.
    pub(crate) need: i32,
    /// The probabilities of the layer after the sheet; of the layer of the sheet if it is full.
    pub(crate) next: Chances,
}

/// The needs of a state that can occur and are not settled.
#[derive(Debug, Clone, Copy, Default)]
pub(crate) struct Span {
    /// Needs up to this one are met by any play.
    pub(crate) sure: i32,
    /// The first need that is computed, and the number of needs.
    pub(crate) from: i32,
    pub(crate) len: u32,
    /// The position of the first one in the probabilities of the layer.
    pub(crate) at: usize,
}

/// The probabilities of the states of a layer.
#[derive(Default)]
pub(crate) struct Chances {
    /// The first state of the layer.
    pub(crate) state: usize,
    pub(crate) spans: Vec<Span>,
    pub(crate) chances: Vec<f64>,
}

impl Chances {
    /// The number of probabilities.
    pub(crate) fn size(&self) -> usize {
        self.spans.iter().map(|span| span.len as usize).sum()
    }

    pub(crate) fn of(&self, state: usize, need: i32) -> f64 {
        let span = &self.spans[state - self.state];
        if need <= span.sure {
            return 1.0;
        }
        // Needs below the first one belong to moves that the state before does not allow.
        let nth = need - span.from;
        if (0..span.len as i32).contains(&nth) { self.chances[span.at + nth as usize] } else { 0.0 }
    }

    /// Returns the probabilities of consecutive needs, one per lane.
    #[inline]
    fn lanes(&self, state: usize, need: i32) -> F64x4 {
        let span = &self.spans[state - self.state];
        let nth = need - span.from;
        if nth >= 0 && need > span.sure && nth + (LANES as i32) <= span.len as i32 {
            let at = span.at + nth as usize;
            let mut lanes = F64x4::ZERO;
            lanes.0.copy_from_slice(&self.chances[at..at + LANES]);
            return lanes;
        }
        F64Lanes(std::array::from_fn(|lane| self.of(state, need + lane as i32)))
    }
}

impl ReachStrategy {
    /// Solves the rest of a game from this sheet on. The rules must be those of a score-sheet game.
    pub(crate) fn solve(
        rules: Arc<Rules>,
        sheet: Sheet,
        at_least: i32,
        progress: &dyn Progress,
    ) -> Result<Self, SolveError> {
        let model = Arc::new(Model::new(rules, PointsRole::State, progress)?);
        let need = at_least - model.points_written(&sheet);
        let layers = spans(&model, &sheet, need, progress)?;
        let size = layers.iter().map(Chances::size).sum();
        if size > MAX_CHANCES {
            return Err(TooLarge { states: size, most: MAX_CHANCES }.into());
        }
        let (turn, value) = NeedTurn::solve(model, sheet, need, layers, progress)?;
        Ok(Self { turn, size, value: value.clamp(0.0, 1.0) })
    }

    /// The probability before the first throw of a turn.
    #[must_use]
    pub fn value(&self) -> f64 {
        self.value
    }

    /// The memory of the kept probabilities and of the index of states.
    pub(crate) fn value_bytes(&self) -> usize {
        let NeedTurn { model, next, .. } = &self.turn;
        size_of_val(&*next.spans) + size_of_val(&*next.chances) + model.states.index_bytes()
    }

    /// The number of probabilities that were computed: pairs of state and need.
    #[must_use]
    pub fn states(&self) -> usize {
        self.size
    }

    /// The rules that were solved.
    #[must_use]
    pub fn rules(&self) -> &Arc<Rules> {
        &self.turn.model.rules
    }

    /// Returns all choices for these dice on this throw with the probability after each, best first.
    #[must_use]
    pub fn advise(&self, thrown: impl Into<Thrown>, throw: u8) -> Vec<ValuedChoice> {
        self.turn.advise(thrown.into(), throw)
    }
}

impl NeedTurn {
    /// Solves layers of states from the layer of a sheet on, and returns the probability of the sheet. The last layer has
    /// its probabilities already.
    pub(crate) fn solve(
        model: Arc<Model>,
        sheet: Sheet,
        need: i32,
        mut layers: Vec<Chances>,
        progress: &dyn Progress,
    ) -> Result<(Self, f64), Cancelled> {
        let place = model.states.locate(&sheet);
        let state = model.states.first_state_of(place.0) + place.1;
        let counter = Counter::new(layers.iter().map(Chances::size).sum(), progress);
        let mut next = layers.pop().expect("there is at least the sheet itself");
        let mut value = None;
        while let Some(mut layer) = layers.pop() {
            layer.chances = vec![0.0; layer.size()];
            with_tables!(&model.tables, |tables, N| solve_layer::<_, N>(
                &model, tables, &mut layer, &next, &counter
            ))?;
            if layers.is_empty() {
                value = Some(layer.of(state, need));
            } else {
                next = layer;
            }
        }
        // A full sheet is in the last layer.
        let value = value.unwrap_or_else(|| next.of(state, need));
        Ok((Self { model, sheet, place, need, next }, value))
    }

    /// Returns all choices for these dice on this throw with the probability after each, best first.
    pub(crate) fn advise(&self, thrown: Thrown, throw: u8) -> Vec<ValuedChoice> {
        let rules = self.model.sheet();
        if rules.wins(thrown.dice, throw).is_some() || rules.is_full(&self.sheet) {
            return Vec::new();
        }
        let (filling, nth) = self.place;
        let after = |slot: usize, points: i32, bonus: i32| {
            let writing = self.model.moves.move_for(rules, slot, points);
            self.next.of(self.model.states.state_after(filling, nth, &writing), self.need - points - bonus)
        };
        let offers = rules.offers(&self.sheet, thrown.dice, throw);
        let advice = crate::strategy::advice(rules, &offers, thrown, throw, after, |keeps| {
            self.keep_values(throw + 1, keeps)
        });
        let advice = advice.into_iter();
        advice.map(|valued| ValuedChoice { value: valued.value.clamp(0.0, 1.0), ..valued }).collect()
    }

    fn keep_values(&self, throw: u8, keeps: &[Dice]) -> Vec<f64> {
        with_tables!(&self.model.tables, |tables, N| self.keep_values_sized::<_, N>(tables, throw, keeps))
    }

    fn keep_values_sized<I: Index, const N: usize>(
        &self,
        tables: &Tables<I>,
        throw: u8,
        keeps: &[Dice],
    ) -> Vec<f64> {
        let mut board = TurnBoard::<F64x4, N>::new(&self.model.moves);
        let mut transitions = Vec::new();
        list_transitions(&self.model, self.place, &mut board.open, &mut transitions);
        board.place_needs(&self.model, self.place, &transitions, &self.next, self.need);
        board.solve_keeps_before(tables, throw.into());
        keeps.iter().map(|&keep| board.keep_values[self.model.lattice.keep(keep)].get(0)).collect()
    }
}

/// Returns the needs of the states of each layer, from the layer of the sheet on.
fn spans(
    model: &Model,
    sheet: &Sheet,
    need: i32,
    progress: &dyn Progress,
) -> Result<Vec<Chances>, Cancelled> {
    let ranges = PointRanges::new(model.sheet(), &model.states, sheet);
    let layer = |layer: &crate::states::Layer| {
        let mut found = Chances { state: layer.from, ..Chances::default() };
        let mut at = 0;
        for &filling in &layer.fillings {
            check_cancelled(progress)?;
            for range in ranges.of_filling(filling as usize) {
                let span = range.map_or_else(Span::default, |range| {
                    let from = (need - range.written.1).max(range.remaining.0 + 1);
                    let to = (need - range.written.0).min(range.remaining.1);
                    Span { sure: range.remaining.0, from, len: (to - from + 1).max(0) as u32, at }
                });
                at += span.len as usize;
                found.spans.push(span);
            }
        }
        Ok(found)
    };
    model.states.layers[sheet.written()..].par_iter().map(layer).collect()
}

/// A state, and the slice that receives its probabilities.
struct Task<'a> {
    place: StateKey,
    from: i32,
    chances: &'a mut [f64],
}

/// Solves the states of a layer from the next layer.
fn solve_layer<I: Index, const N: usize>(
    model: &Model,
    tables: &Tables<I>,
    layer: &mut Chances,
    next: &Chances,
    counter: &Counter<'_>,
) -> Result<(), Cancelled> {
    let written = model.states.layers.iter().find(|other| other.from == layer.state);
    let fillings = written.map_or(&[][..], |layer| &layer.fillings);
    let mut tasks: Vec<Task<'_>> = Vec::new();
    let (mut rest, mut spans) = (&mut layer.chances[..], layer.spans.iter());
    for &filling in fillings {
        let filling = filling as usize;
        for (nth, span) in spans.by_ref().take(model.states.states_of(filling)).enumerate() {
            let (chances, others) = rest.split_at_mut(span.len as usize);
            rest = others;
            if span.len > 0 {
                tasks.push(Task { place: (filling, nth), from: span.from, chances });
            }
        }
    }
    tasks.par_chunks_mut(CHUNK).try_for_each_init(
        || (TurnBoard::<F64x4, N>::new(&model.moves), Vec::new()),
        |(board, transitions), tasks| {
            for Task { place, from, chances } in &mut *tasks {
                list_transitions(model, *place, &mut board.open, transitions);
                for (need, chances) in (*from..).step_by(LANES).zip(chances.chunks_mut(LANES)) {
                    counter.check()?;
                    board.place_needs(model, *place, transitions, next, need);
                    let turn = board.solve_turn(tables);
                    chances.copy_from_slice(&turn.0[..chances.len()]);
                }
            }
            counter.add(tasks.iter().map(|task| task.chances.len()).sum())
        },
    )
}

/// A transition of a state by a move.
struct Transition {
    to: usize,
    points: i32,
    state: usize,
}

/// Lists the transitions of a state, and its open boxes.
fn list_transitions(
    model: &Model,
    (filling, nth): StateKey,
    open: &mut Vec<usize>,
    transitions: &mut Vec<Transition>,
) {
    let game = model.game();
    open.clear();
    transitions.clear();
    for slot in (0..game.rules.slots.len()).filter(|&slot| may_fill(&game, filling, slot)) {
        open.push(slot);
        for &to in &model.moves.of_slot[slot] {
            let this = &model.moves.moves[to];
            let state = model.states.state_after(filling, nth, this);
            transitions.push(Transition { to, points: this.points, state });
        }
    }
}

impl<const N: usize> TurnBoard<F64x4, N> {
    /// Puts consecutive needs of one state into the lanes. The open boxes are already set.
    fn place_needs(
        &mut self,
        model: &Model,
        place: StateKey,
        transitions: &[Transition],
        next: &Chances,
        need: i32,
    ) {
        self.next.fill(F64x4::IMPOSSIBLE);
        self.last_resort.fill(F64x4::IMPOSSIBLE);
        for transition in transitions {
            self.next[transition.to] = next.lanes(transition.state, need - transition.points);
        }
        self.place_jokers(&model.game(), &[place]);
        self.place_last_resort(&model.game(), &[place]);
    }
}
