//! Simulated games of several score sheets, whose players know each other's sheets.

use kosti_rules::Sheet;

use super::player::WinPlayer;
use super::response::{Outlooks, Response};
use crate::backward::with_tables;
use crate::kernel::Tables;
use crate::lane_value::{LANES, LaneValue};
use crate::lattice::Index;
use crate::placement::{StateKey, may_fill};
use crate::progress::{Cancelled, Counter, Progress};
use crate::rivals::RivalTotals;
use crate::simulate::in_batches;
use crate::turn_tables::{DiceRng, SheetResult, SimulationBoard, TurnTables};

/// Each batch of games has its own random numbers.
const BATCH: usize = 256;
/// The most open boxes of a sheet whose final total has its exact distribution, and whose turn is solved to the end: more
/// take too long for hundreds of thousands of games.
const MOST_OPEN: usize = 2;
/// The most values of a turn that is solved to the end.
const MOST_VALUES: usize = 4_000;

/// The aim of a simulated player.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum SheetAim {
    /// To win: as [`WinPlayer`] plays, with less time for a turn.
    Win,
    /// The largest expected total.
    Total,
}

/// A sheet in a simulated game.
#[derive(Clone)]
struct Seat {
    sheet: Sheet,
    place: StateKey,
    instant_win: Option<u32>,
}

/// What the entries of a turn are valued by.
enum Values {
    Total,
    Estimate(RivalTotals),
    Solved(Response),
}

impl WinPlayer {
    /// Plays games, and returns the results by seat. Equal numbers give equal games on any number of threads.
    ///
    /// # Errors
    /// If it is cancelled.
    pub fn simulate<S: DiceRng>(
        &self,
        aims: &[SheetAim],
        games: usize,
        rng: impl Fn(u64) -> S + Sync,
        progress: &dyn Progress,
    ) -> Result<Vec<Vec<SheetResult>>, Cancelled> {
        let turn_tables = TurnTables::new(self.model.sheet(), &self.model.moves, &self.model.lattice);
        let played = in_batches(BATCH, games, rng, progress, |count, rng, counter| {
            with_tables!(&self.model.tables, |tables, N| self.play_batch::<_, N>(
                tables,
                &turn_tables,
                aims,
                count,
                rng,
                counter
            ))
        })?;
        let mut seats = vec![Vec::with_capacity(games); aims.len()];
        for results in played {
            seats.iter_mut().zip(results).for_each(|(seat, result)| seat.push(result));
        }
        Ok(seats)
    }

    /// Plays the games of a batch turn by turn, and returns the results of each game by seat.
    fn play_batch<I: Index, const N: usize>(
        &self,
        tables: &Tables<I>,
        turn_tables: &TurnTables<'_>,
        aims: &[SheetAim],
        count: usize,
        rng: &mut impl DiceRng,
        counter: &Counter<'_>,
    ) -> Result<Vec<Vec<SheetResult>>, Cancelled> {
        let rules = self.model.sheet();
        let sheet = Sheet::empty(rules.slots.len());
        let seat = Seat { place: self.model.states.locate(&sheet), sheet, instant_win: None };
        let mut games = vec![vec![seat; aims.len()]; count];
        let mut sim = SimulationBoard::<I, N>::new(tables, &self.model.moves, &self.model.lattice);
        for round in 0..rules.rounds as u32 {
            for (own, &aim) in aims.iter().enumerate() {
                for games in games.chunks_mut(LANES) {
                    counter.check()?;
                    self.place_games(&mut sim, games, own, aim)?;
                    sim.solve_keeps();
                    for (lane, game) in games.iter_mut().enumerate() {
                        let (write, won) = turn_tables.play_best_turn(&sim, lane, &[], rng);
                        let seat = &mut game[own];
                        seat.instant_win = seat.instant_win.or(won.then_some(round));
                        write.apply_to(&mut seat.sheet);
                        seat.place = self.model.states.locate(&seat.sheet);
                    }
                }
            }
        }
        let result = |seat: &Seat| {
            let total = rules.totals(&seat.sheet).total;
            SheetResult { total, points: None, instant_win: seat.instant_win }
        };
        Ok(games.iter().map(|game| game.iter().map(result).collect()).collect())
    }

    /// Puts games into the lanes of a board, with the values of the entries of a seat.
    fn place_games<I: Index, const N: usize>(
        &self,
        sim: &mut SimulationBoard<'_, I, N>,
        games: &[Vec<Seat>],
        own: usize,
        aim: SheetAim,
    ) -> Result<(), Cancelled> {
        let (game, board) = (self.model.game(), &mut sim.board);
        let places: Vec<StateKey> = games.iter().map(|game| game[own].place).collect();
        board.open.clear();
        board.next.fill(LaneValue::IMPOSSIBLE);
        board.last_resort.fill(LaneValue::IMPOSSIBLE);
        for (lane, seats) in games.iter().enumerate() {
            let values = self.values_for(seats, own, aim)?;
            let written = self.model.points_written(&seats[own].sheet);
            let (filling, nth) = places[lane];
            for slot in (0..game.rules.slots.len()).filter(|&slot| may_fill(&game, filling, slot)) {
                if !board.open.contains(&slot) {
                    board.open.push(slot);
                }
                for &to in &self.model.moves.of_slot[slot] {
                    let this = &self.model.moves.moves[to];
                    let state = self.model.states.state_after(filling, nth, this);
                    board.next[to].set(lane, self.value_after(&values, state, written + this.points));
                }
            }
        }
        board.place_jokers(&game, &places);
        board.place_last_resort(&game, &places);
        Ok(())
    }

    /// Returns what the entries of a seat are valued by.
    fn values_for(&self, seats: &[Seat], own: usize, aim: SheetAim) -> Result<Values, Cancelled> {
        if aim == SheetAim::Total {
            return Ok(Values::Total);
        }
        let others = (0..seats.len()).filter(|&seat| seat != own);
        let others: Vec<Sheet> = others.map(|seat| seats[seat].sheet.clone()).collect();
        let rivals = self.rivals(&others, MOST_OPEN)?;
        let sheet = &seats[own].sheet;
        if self.model.sheet().rounds - sheet.written() > MOST_OPEN {
            return Ok(Values::Estimate(rivals));
        }
        let response = Response::solve(&self.outlooks(), sheet, &rivals, MOST_VALUES, &crate::NoProgress)?;
        Ok(Values::Solved(response))
    }

    /// Returns the value of a state with these points written.
    fn value_after(&self, values: &Values, state: usize, written: i32) -> f64 {
        match values {
            Values::Total => f64::from(written) + self.moments.outlook(state).mean,
            Values::Estimate(rivals) => {
                rivals.mean(&self.moments.outlook(state).points(&self.normal), written.into())
            }
            Values::Solved(response) => response.chance_after(state, written),
        }
    }

    pub(super) fn outlooks(&self) -> Outlooks<'_> {
        Outlooks { model: &self.model, moments: &self.moments, normal: &self.normal }
    }
}
