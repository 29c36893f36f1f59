//! `SheetWinStrategy`: maximizes the probability to win with a score sheet against one opponent who does the same; a tie
//! is half a win.
//!
//! A position between turns has the states of both sheets and the lead of one seat. The kernel is that of the expected
//! total; its lanes are consecutive leads, and writing points leads to a larger one (docs/solver.md, "To win with a score
//! sheet").

use std::sync::Arc;
use std::sync::atomic::{AtomicUsize, Ordering};

use crate::parallel::*;
use kosti_rules::{Rules, Sheet, Thrown};

use crate::backward::with_tables;
use crate::kernel::{Tables, TurnBoard};
use crate::lane_value::{F64x4, LANES, LaneValue};
use crate::lattice::Index;
use crate::model::Model;
use crate::moves::PointsRole;
use crate::placement::{StateKey, may_fill};
use crate::progress::{Counter, Progress, check_cancelled};
use crate::solution::{SolveError, TooLarge, Unsupported};
use crate::strategy::ValuedChoice;

mod layers;
mod player;
mod reference;
mod response;
mod simulate;

use layers::{InstantWins, Layer, Row, SeatState, list_states, position_of};

pub use player::{WinPlayer, WinTurn};
pub use reference::SheetWinReferenceSolver;
pub use simulate::SheetAim;

/// The largest number of pairs of states in a layer.
const MOST_PAIRS: usize = 4_000_000;
/// The largest number of pairs of states in all layers.
const MOST_ALL_PAIRS: usize = 25_000_000;
/// The largest memory of two neighbouring layers; where addresses have 32 bits, whatever they reach.
const MOST_BYTES: usize = 6_000_000_usize.saturating_mul(1_000);
/// All layers are kept if they take no more memory than this.
const KEPT_BYTES: usize = 256 << 20;

/// Optimal play of a score-sheet game for two, from given sheets on.
///
/// An instant win counts as a win. If a lot decides who begins, play starts after it.
pub struct SheetWinStrategy {
    model: Arc<Model>,
    wins: InstantWins,
    /// The throws that win at once after the first one as well.
    winning_throws: Vec<usize>,
    start: WinPosition,
    /// By number of turns played since the start: the positions. Large games have the first two layers only.
    layers: Vec<Layer>,
    size: usize,
    value: f64,
}

/// The sheets of two seats before a turn, or within one.
#[derive(Debug, Clone, PartialEq, Eq, Hash)]
pub struct WinPosition {
    /// By seat: its sheet.
    pub sheets: [Sheet; 2],
    /// The seat on turn.
    pub turn: usize,
}

impl WinPosition {
    /// Whether seats took turns: the seat on turn has as many entries as the other, or, if it is the second, one less.
    #[must_use]
    pub fn is_in_turn(&self) -> bool {
        let [first, second] = [0, 1].map(|seat: usize| self.sheets[seat].written());
        self.turn < 2 && first == second + self.turn
    }

    fn written(&self) -> usize {
        self.sheets.iter().map(Sheet::written).sum()
    }

    /// The lead of a seat in points that are written, without bonuses and penalties of groups.
    fn lead_of(&self, seat: usize, model: &Model) -> i32 {
        let [own, other] = [seat, 1 - seat].map(|seat| model.points_written(&self.sheets[seat]));
        own - other
    }
}

impl SheetWinStrategy {
    /// Solves the rest of a game, if it takes at most `most_values` values. The rules must be those of a score sheet.
    pub(crate) fn solve(
        rules: Arc<Rules>,
        start: WinPosition,
        most_values: usize,
        progress: &dyn Progress,
    ) -> Result<Self, SolveError> {
        if !rules.sheet().is_some_and(|sheet| sheet.awards.is_empty()) {
            return Err(Unsupported::AwardsToWin.into());
        }
        let model = Arc::new(Model::new(rules, PointsRole::State, progress)?);
        Self::solve_model(model, start, most_values, progress)
    }

    /// The same with a model whose states have points.
    fn solve_model(
        model: Arc<Model>,
        start: WinPosition,
        most_values: usize,
        progress: &dyn Progress,
    ) -> Result<Self, SolveError> {
        let sheet = model.sheet();
        let wins = InstantWins::new(sheet);
        let later = |(_, dice): &(usize, &usize)| sheet.wins(sheet.space.all()[**dice], 2).is_some();
        let winning_throws = model.lattice.dice.iter().enumerate().filter(later).map(|(throw, _)| throw);
        let winning_throws = winning_throws.collect();
        let mut planned = plan_layers(&model, &start, wins, most_values, progress)?;
        let size = planned.iter().map(Layer::count_leads).sum();
        if size > most_values {
            return Err(TooLarge { states: size, most: most_values }.into());
        }
        let counter = Counter::new(size, progress);
        let mut solved = Self { model, wins, winning_throws, start, layers: Vec::new(), size: 0, value: 0.0 };
        // Solved layers are in reverse order until all are solved.
        let mut last = planned.pop().expect("there is at least the position itself");
        last.set_ties();
        solved.size += last.size();
        solved.layers.push(last);
        while let Some(mut layer) = planned.pop() {
            let next = &solved.layers[solved.layers.len() - 1];
            solved.size += with_tables!(&solved.model.tables, |tables, N| solved
                .solve_layer::<_, N>(tables, &mut layer, next, &counter))?;
            solved.layers.push(layer);
            // Without the memory for all layers, the last two are enough to go on, and for advice here.
            if solved.layers.iter().map(Layer::bytes).sum::<usize>() > KEPT_BYTES {
                solved.layers.drain(..solved.layers.len() - 2);
            }
        }
        solved.layers.reverse();
        solved.value =
            1.0 - solved.layers[0].value(0, 0, solved.lead_of(&solved.start, 1 - solved.start.turn));
        Ok(solved)
    }

    /// The probability of the seat on turn to win, before its first throw.
    #[must_use]
    pub fn value(&self) -> f64 {
        self.value
    }

    /// The number of values that were computed: pairs of states with a lead.
    #[must_use]
    pub fn states(&self) -> usize {
        self.size
    }

    /// The position that play starts from.
    #[must_use]
    pub fn start(&self) -> &WinPosition {
        &self.start
    }

    /// The memory of the kept values and of the index of states.
    pub(crate) fn value_bytes(&self) -> usize {
        self.layers.iter().map(Layer::bytes).sum::<usize>() + self.model.states.index_bytes()
    }

    fn lead_of(&self, position: &WinPosition, seat: usize) -> i32 {
        position.lead_of(seat, &self.model)
    }

    /// Returns the probability of the seat on turn to win, before its first throw; `None` if the solution does not
    /// contain the position.
    #[must_use]
    pub fn position_value(&self, position: &WinPosition) -> Option<f64> {
        let (layer, mover, other) = self.locate(position, 0)?;
        let lead = self.lead_of(position, 1 - position.turn);
        Some(1.0 - layer.value(mover, other, lead))
    }

    /// Whether the solution has the choices of this position.
    #[must_use]
    pub fn contains(&self, position: &WinPosition) -> bool {
        self.locate(position, 0).is_some() && self.locate(position, 1).is_some()
    }

    /// Returns the layer that is `ahead` turns after a position, and the states of the position in it. The seats have
    /// changed their roles if `ahead` is 1: then only the state of the seat on turn there is found.
    fn locate(&self, position: &WinPosition, ahead: usize) -> Option<(&Layer, usize, usize)> {
        let played = position.written().checked_sub(self.start.written())?;
        if !position.is_in_turn() {
            return None;
        }
        let layer = self.layers.get(played + ahead)?;
        let index = |seat: usize| {
            let (filling, nth) = self.model.states.locate(&position.sheets[seat]);
            self.model.states.first_state_of(filling) + nth
        };
        if ahead == 1 {
            return Some((layer, position_of(&layer.movers, index(1 - position.turn))?, 0));
        }
        let mover = position_of(&layer.movers, index(position.turn))?;
        Some((layer, mover, position_of(&layer.others, index(1 - position.turn))?))
    }

    /// Returns all choices of the seat on turn for these dice on this throw with the probability to win after each, best
    /// first; `None` if the solution does not contain the position.
    #[must_use]
    pub fn advise(
        &self,
        position: &WinPosition,
        thrown: impl Into<Thrown>,
        throw: u8,
    ) -> Option<Vec<ValuedChoice>> {
        let (rules, sheet, thrown) = (self.model.sheet(), &position.sheets[position.turn], thrown.into());
        if rules.wins(thrown.dice, throw).is_some() || rules.is_full(sheet) {
            return Some(Vec::new());
        }
        let (next, other, _) = self.locate(position, 1)?;
        let lead = self.lead_of(position, position.turn);
        let (filling, nth) = self.model.states.locate(sheet);
        let after = |slot: usize, points: i32, bonus: i32| {
            let writing = self.model.moves.move_for(rules, slot, points);
            let state = self.model.states.state_after(filling, nth, &writing);
            let own = position_of(&next.others, state);
            own.map_or(0.0, |own| next.value(other, own, lead + points + bonus))
        };
        let offers = rules.offers(sheet, thrown.dice, throw);
        Some(crate::strategy::advice(rules, &offers, thrown, throw, after, |keeps| {
            with_tables!(&self.model.tables, |tables, N| {
                let mut board = TurnBoard::<F64x4, N>::new(&self.model.moves);
                let mut transitions = Vec::new();
                self.place_mover(&mut board, &mut transitions, (filling, nth), next);
                self.place_leads(&mut board, &transitions, (next, other), (filling, nth), lead);
                board.solve_keeps_before_with(tables, usize::from(throw) + 1, |board| {
                    self.write_instant_wins(board);
                });
                keeps.iter().map(|&keep| board.keep_values[self.model.lattice.keep(keep)].get(0)).collect()
            })
        }))
    }

    /// Solves the positions of a layer from the next one. Returns the number of values that were computed.
    fn solve_layer<I: Index, const N: usize>(
        &self,
        tables: &Tables<I>,
        layer: &mut Layer,
        next: &Layer,
        counter: &Counter<'_>,
    ) -> Result<usize, SolveError> {
        let bytes = AtomicUsize::new(next.bytes());
        let solve = |(board, transitions, values): &mut (TurnBoard<F64x4, N>, Vec<Transition>, Vec<f64>),
                     mover: &SeatState| {
            let (mut row, mut size) = (Row::default(), 0);
            self.place_mover(board, transitions, mover.place, next);
            for (nth, other) in layer.others.iter().enumerate() {
                let after = &next.rows[nth];
                let moves = transitions.iter().map(|transition| (transition.points, transition.other));
                let (from, to) = layer.leads_to_solve((mover, other), after, moves);
                values.clear();
                values.resize((to - from + 1) as usize, 0.0);
                // Leads of the seat on turn go up where those of the other seat go down.
                for (lead, own) in (-to..).step_by(LANES).zip(values.rchunks_mut(LANES)) {
                    self.place_leads(board, transitions, (next, nth), mover.place, lead);
                    let turn = self.solve_turn(tables, board);
                    for (value, turn) in own.iter_mut().rev().zip(turn.0) {
                        *value = 1.0 - turn;
                    }
                }
                row.push(from, values, layer.settled());
                size += values.len();
                counter.check()?;
            }
            row.shrink();
            counter.add(layer.others.iter().map(|other| layer.count_leads_of(mover, other)).sum())?;
            if bytes.fetch_add(row.bytes(), Ordering::Relaxed) > MOST_BYTES {
                let most = MOST_BYTES / size_of::<f64>();
                return Err(SolveError::from(TooLarge { states: most, most }));
            }
            Ok((row, size))
        };
        let board = || (TurnBoard::<F64x4, N>::new(&self.model.moves), Vec::new(), Vec::new());
        let solved: Result<Vec<(Row, usize)>, SolveError> =
            layer.movers.par_iter().map_init(board, solve).collect();
        let solved = solved?;
        let size = solved.iter().map(|(_, size)| size).sum();
        layer.rows = solved.into_iter().map(|(row, _)| row).collect();
        Ok(size)
    }

    /// Returns the value of the turn, instant wins included.
    fn solve_turn<I: Index, const N: usize>(
        &self,
        tables: &Tables<I>,
        board: &mut TurnBoard<F64x4, N>,
    ) -> F64x4 {
        let mut turn = if self.winning_throws.is_empty() {
            board.solve_turn(tables)
        } else {
            board.solve_turn_with(tables, |board| self.write_instant_wins(board))
        };
        turn.scale(1.0 - self.wins.chance);
        turn.add_points(self.wins.chance);
        turn
    }

    fn write_instant_wins<const N: usize>(&self, board: &mut TurnBoard<F64x4, N>) {
        for best in &mut board.best_writes {
            for &throw in &self.winning_throws {
                (0..LANES).for_each(|lane| best[throw].set(lane, 1.0));
            }
        }
    }

    /// Places the state of the seat on turn: its open boxes, and the transitions of its moves.
    fn place_mover<const N: usize>(
        &self,
        board: &mut TurnBoard<F64x4, N>,
        transitions: &mut Vec<Transition>,
        place: StateKey,
        next: &Layer,
    ) {
        let game = self.model.game();
        let (filling, nth) = place;
        board.open.clear();
        board.next.fill(F64x4::IMPOSSIBLE);
        board.place_jokers(&game, &[place]);
        transitions.clear();
        for slot in (0..game.rules.slots.len()).filter(|&slot| may_fill(&game, filling, slot)) {
            board.open.push(slot);
            for &to in &self.model.moves.of_slot[slot] {
                let this = &self.model.moves.moves[to];
                let state = self.model.states.state_after(filling, nth, this);
                // A move that this state does not allow may lead to a state that does not exist.
                if let Some(other) = position_of(&next.others, state) {
                    transitions.push(Transition { to, points: this.points, other });
                }
            }
        }
    }

    /// Puts consecutive leads of the seat on turn into the lanes, against a state of the other seat.
    fn place_leads<const N: usize>(
        &self,
        board: &mut TurnBoard<F64x4, N>,
        transitions: &[Transition],
        (next, other): (&Layer, usize),
        place: StateKey,
        lead: i32,
    ) {
        let row = &next.rows[other];
        for transition in transitions {
            board.next[transition.to] = next.lanes(row, transition.other, lead + transition.points);
        }
        if !board.last_resort.is_empty() {
            board.last_resort.fill(F64x4::IMPOSSIBLE);
            board.place_last_resort(&self.model.game(), &[place]);
        }
    }
}

/// Lays out the layers from a position on, up to full sheets.
fn plan_layers(
    model: &Model,
    start: &WinPosition,
    wins: InstantWins,
    most_values: usize,
    progress: &dyn Progress,
) -> Result<Vec<Layer>, SolveError> {
    let states = [0, 1].map(|seat: usize| list_states(model, &start.sheets[seat], progress));
    let [first, second] = states;
    let states = [first?, second?];
    let turns = 2 * model.sheet().rounds - start.written();
    // By number of turns played: the seat on turn, its states and those of the other seat.
    let layer_states = |played: usize| {
        let mover = (start.turn + played) % 2;
        // The seat that began has played one turn more after an odd number.
        let states_of = |seat: usize| &states[seat][(played + usize::from(seat == start.turn)) / 2];
        (mover, states_of(mover), states_of(1 - mover))
    };
    let pairs = |played: usize| {
        let (_, movers, others) = layer_states(played);
        movers.len() * others.len()
    };
    // Spans take memory, so the number of pairs is checked before they are made.
    let (largest, all) = (0..=turns).map(pairs).fold((0, 0), |(largest, all), n| (n.max(largest), all + n));
    let most = most_values.min(MOST_ALL_PAIRS);
    if largest > MOST_PAIRS || all > most {
        return Err(TooLarge { states: all, most }.into());
    }
    let mut layers = Vec::with_capacity(turns + 1);
    for played in 0..=turns {
        check_cancelled(progress)?;
        let (mover, movers, others) = layer_states(played);
        let lead = start.lead_of(1 - mover, model);
        layers.push(Layer::new(movers.clone(), others.clone(), lead, turns - played, wins));
    }
    Ok(layers)
}

/// A move of the seat on turn: its points, and the position of the state that follows in the next layer.
struct Transition {
    to: usize,
    points: i32,
    other: usize,
}
