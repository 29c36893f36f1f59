//! Plays turns and games by the values of a solution: (1) in the last layers, (2) with corrections before.

use parking_lot::Mutex;

use kosti_dice::Dice;
use kosti_rules::Sheet;

use super::PointsStrategy;
use super::endgame::EndgameProblem;
use super::grid::VisitCounts;
use super::joint::{Position, Scratch};
use crate::backward::with_tables;
use crate::kernel::TurnBoard;
use crate::lane_value::{F64x4, LANES, LaneValue};
use crate::lattice::Index;
use crate::progress::{Cancelled, Progress, Silent, check_cancelled};
use crate::simulate::{Player, PlayerTables, play, simulation_methods};
use crate::turn_tables::{DiceRng, SheetResult, SimulationBoard, WriteChoice};

/// A game in play.
#[derive(Clone)]
pub(crate) struct RunningGame {
    at: Position,
    classes: Vec<u16>,
    pub(super) total: i32,
    /// The certain points, without those of the total.
    pub(super) certain: f64,
}

impl PointsStrategy {
    /// Returns the state of a sheet.
    pub(super) fn locate(&self, sheet: &Sheet) -> RunningGame {
        let (mut filling, mut certain, mut total) = (0, 0, 0);
        let mut classes = Vec::new();
        let fillings = &self.approximation.joint.layout.fillings;
        for (slot, automaton) in self.boxes.iter().enumerate() {
            let entries = sheet.entries(slot).iter().map(|entry| entry.points());
            let (class, given) = automaton.locate(entries);
            classes.push(class);
            certain += given;
            total += sheet.sum(slot);
            filling = (0..sheet.filled(slot)).fold(filling, |filling, _| fillings.next(filling, slot));
        }
        let at = Position { written: sheet.written(), filling };
        RunningGame { at, classes, total, certain: certain.into() }
    }

    /// Returns the value of each entry of an open box: the expected points at the end.
    fn entry_values<'s>(&self, game: &RunningGame, slot: usize, scratch: &'s mut Scratch) -> &'s [f64] {
        let RunningGame { at, classes, total, certain, .. } = game;
        let joint = &self.approximation.joint;
        if at.written + 1 >= self.approximation.endgame.written {
            let total_award = |total: i32| self.total_award.at(total);
            let goal = EndgameProblem {
                boxes: &self.boxes,
                moves: &self.moves,
                added_points: &self.added_points,
                total_award: &total_award,
            };
            let fillings = &joint.layout.fillings;
            self.approximation.endgame.values_after(
                &goal,
                fillings,
                (at.filling, *total),
                classes,
                slot,
                &mut scratch.after,
            );
            scratch.after.iter_mut().for_each(|value| *value += certain);
            return &scratch.after;
        }
        joint.view(at.written + 1).values_after(&self.problem(), *at, classes, slot, scratch);
        let more = certain + self.approximation.line.at(*total);
        scratch.after.iter_mut().for_each(|value| *value += more);
        &scratch.after
    }

    /// Returns these values with a buffer of its own; empty for a full box.
    pub(super) fn entry_values_of(&self, game: &RunningGame, slot: usize) -> Vec<f64> {
        let open = self.approximation.joint.layout.fillings.open(game.at.filling).any(|other| other == slot);
        if open { self.entry_values(game, slot, &mut Scratch::default()).to_vec() } else { Vec::new() }
    }

    /// Puts games into the lanes.
    fn place_games<const N: usize>(
        &self,
        board: &mut TurnBoard<F64x4, N>,
        games: &[&RunningGame],
        scratch: &mut Scratch,
    ) {
        board.open.clear();
        board.next.fill(F64x4::IMPOSSIBLE);
        for (lane, game) in games.iter().enumerate() {
            for slot in self.approximation.joint.layout.fillings.open(game.at.filling) {
                if !board.open.contains(&slot) {
                    board.open.push(slot);
                }
                let values = self.entry_values(game, slot, scratch);
                for (entry, value) in self.boxes[slot].entries.iter().zip(values) {
                    board.next[entry.to].set(lane, *value);
                }
            }
        }
    }

    /// Returns the value of a turn before its first throw.
    pub(super) fn turn_value(&self, game: &RunningGame) -> f64 {
        with_tables!(&self.tables, |tables, N| {
            let mut board = TurnBoard::<F64x4, N>::new(&self.moves);
            self.place_games(&mut board, &[game; LANES], &mut Scratch::default());
            board.solve_turn(tables).get(0)
        })
    }

    /// Returns the values of these keeps before throw number `throw`.
    pub(super) fn keep_values(&self, game: &RunningGame, throw: u8, keeps: &[Dice]) -> Vec<f64> {
        with_tables!(&self.tables, |tables, N| {
            let mut board = TurnBoard::<F64x4, N>::new(&self.moves);
            self.place_games(&mut board, &[game], &mut Scratch::default());
            board.solve_keeps_before(tables, throw.into());
            keeps.iter().map(|&keep| board.keep_values[self.lattice.keep(keep)].get(0)).collect()
        })
    }

    /// Plays games, and counts the classes and entries that occur.
    pub(super) fn sample(
        &self,
        games: usize,
        progress: &dyn Progress,
    ) -> Result<(Vec<VisitCounts>, Vec<SheetResult>), Cancelled> {
        let visits = Mutex::new(self.boxes.iter().map(VisitCounts::empty).collect::<Vec<_>>());
        let played = play(self, games, sample_rng, &Silent(progress), |game, write| {
            let mut visits = visits.lock();
            let fillings = &self.approximation.joint.layout.fillings;
            for (slot, fill) in fillings.entry_counts(game.at.filling).enumerate() {
                visits[slot].classes[fill][usize::from(game.classes[slot])] += 1.0;
            }
            if let Some(nth) = self.nth_entry(write) {
                visits[write.slot].entries[nth] += 1.0;
            }
        })?;
        let visits = visits.into_inner();
        Ok((visits, played))
    }

    /// Returns by box, fill level and class the expected points above the first class, averaged over positions of
    /// sampled games.
    pub(super) fn class_values(
        &self,
        visits: &[VisitCounts],
        progress: &dyn Progress,
    ) -> Result<Vec<Vec<Vec<f64>>>, Cancelled> {
        let mut all: Vec<Vec<Vec<f64>>> = self
            .boxes
            .iter()
            .zip(visits)
            .map(|(automaton, visits)| automaton.expected_awards(&visits.entry_probabilities()))
            .collect();
        let positions = Mutex::new(Vec::new());
        // Fewer games than a batch, so that positions have one order.
        play(self, Self::BATCH / 4, sample_rng, &Silent(progress), |game, _| {
            if game.at.written < self.approximation.endgame.written {
                positions.lock().push(game.clone());
            }
        })?;
        let positions = positions.into_inner();
        let fillings = &self.approximation.joint.layout.fillings;
        for (slot, automaton) in self.boxes.iter().enumerate() {
            for (fill, values) in all[slot].iter_mut().enumerate().take(automaton.filled.len() - 1) {
                let there = |game: &&RunningGame| fillings.entries_in(game.at.filling, slot) == fill;
                let (mut sums, mut count) = (vec![0.0; values.len()], 0.0);
                for game in positions.iter().filter(there) {
                    check_cancelled(progress)?;
                    let here = self.values_along(game, slot);
                    sums.iter_mut().zip(&here).for_each(|(sum, value)| *sum += value - here[0]);
                    count += 1.0;
                }
                if count > 0.0 {
                    *values = sums.iter().map(|sum| sum / count).collect();
                }
            }
        }
        Ok(all)
    }

    /// Returns the values of a position for each class of a box.
    fn values_along(&self, game: &RunningGame, slot: usize) -> Vec<f64> {
        let joint = &self.approximation.joint;
        let (view, fillings) = (joint.view(game.at.written), &joint.layout.fillings);
        let fill = fillings.entries_in(game.at.filling, slot);
        let (mut classes, mut scratch) = (game.classes.clone(), Scratch::default());
        let value = |class: usize| {
            classes[slot] = class as u16;
            view.value(&self.boxes, game.at, &classes, None, &mut scratch)
        };
        (0..self.boxes[slot].filled[fill].classes).map(value).collect()
    }

    /// Returns the index of an entry within its box.
    fn nth_entry(&self, write: &WriteChoice) -> Option<usize> {
        self.boxes[write.slot].entries.iter().position(|entry| entry.to == write.to)
    }
}

simulation_methods!(PointsStrategy);

impl Player for PointsStrategy {
    const BATCH: usize = 1024;
    type Game = RunningGame;
    type Scratch<'a> = Scratch;

    fn tables(&self) -> PlayerTables<'_> {
        PlayerTables { rules: self.sheet(), moves: &self.moves, lattice: &self.lattice, tables: &self.tables }
    }

    fn new_game(&self, _: bool) -> RunningGame {
        self.locate(&Sheet::empty(self.boxes.len()))
    }

    /// Games with the same filling read the same values.
    fn sort(&self, games: &[RunningGame], order: &mut [usize]) {
        order.sort_unstable_by_key(|&game| (games[game].at.filling, game));
    }

    fn place<I: Index, const N: usize>(
        &self,
        sim: &mut SimulationBoard<'_, I, N>,
        games: &[RunningGame],
        order: &[usize],
        scratch: &mut Scratch,
    ) -> Vec<usize> {
        let games: Vec<&RunningGame> = order.iter().take(LANES).map(|&game| &games[game]).collect();
        self.place_games(&mut sim.board, &games, scratch);
        sim.solve_keeps();
        (0..games.len()).collect()
    }

    fn write(&self, game: &mut RunningGame, write: &WriteChoice) {
        let slot = write.slot;
        let (automaton, fillings) = (&self.boxes[slot], &self.approximation.joint.layout.fillings);
        let nth = self.nth_entry(write).expect("a move of the box");
        let step = automaton.steps(fillings.entries_in(game.at.filling, slot), game.classes[slot])[nth];
        game.classes[slot] = step.class;
        game.certain += step.given;
        game.total += automaton.entries[nth].points;
        game.at = Position { written: game.at.written + 1, filling: fillings.next(game.at.filling, slot) };
    }

    /// Groups have no thresholds in games that are solved for points.
    fn sheet<'g>(&self, _: &'g RunningGame) -> Option<&'g Sheet> {
        None
    }

    fn result(&self, game: &RunningGame) -> (i32, Option<i32>) {
        let points = game.certain + self.total_award.at(game.total);
        (game.total, Some(points.round() as i32))
    }
}

/// A fixed sequence of random numbers: the sampled positions are part of the solution, so they are always the same.
pub(super) struct SplitMix64(u64);

/// Returns the random numbers of a batch.
pub(super) fn sample_rng(batch: u64) -> SplitMix64 {
    SplitMix64(batch.wrapping_mul(0x9E37_79B9_7F4A_7C15) ^ 0xD1B5_4A32_D192_ED03)
}

impl DiceRng for SplitMix64 {
    fn below(&mut self, n: u32) -> u32 {
        self.0 = self.0.wrapping_add(0x9E37_79B9_7F4A_7C15);
        let mixed = (self.0 ^ (self.0 >> 30)).wrapping_mul(0xBF58_476D_1CE4_E5B9);
        let mixed = (mixed ^ (mixed >> 27)).wrapping_mul(0x94D0_49BB_1331_11EB);
        ((u64::from(n) * ((mixed ^ (mixed >> 31)) >> 32)) >> 32) as u32
    }
}
