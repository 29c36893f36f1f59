//! Games of a solution: one turn of one sheet, and many games at once.

use std::cell::RefCell;
use std::sync::{Mutex, PoisonError};

use kosti_dice::Dice;
use kosti_rules::Sheet;

use super::Points;
use super::ends::Goal;
use super::grid::Seen;
use super::joint::{At, Scratch};
use crate::backward::with_tables;
use crate::book::{Book, Played, Source, Tray, Write};
use crate::cell::{Cell, LANES, Means};
use crate::facts::{Batch, Tally};
use crate::kernel::{Board, Tables, Turn};
use crate::lattice::Index;
use crate::progress::{Cancelled, Counter, Progress, Silent, check};
use crate::simulate::in_batches;

/// How many games are a batch.
const BATCH: usize = 1024;

/// A game that is going on.
#[derive(Clone)]
pub(super) struct Playing {
    at: At,
    classes: Vec<u16>,
    pub(super) total: i32,
    /// The points that nothing can take away, those of the total left out.
    pub(super) certain: f64,
    won: Option<u32>,
}

impl Points {
    /// Where a sheet stands.
    pub(super) fn locate(&self, sheet: &Sheet) -> Playing {
        let (mut filling, mut certain, mut total) = (0, 0, 0);
        let mut classes = Vec::new();
        let fillings = &self.plan.joint.layout.fillings;
        for (slot, track) in self.tracks.iter().enumerate() {
            let entries = sheet.entries(slot).iter().map(|entry| entry.points());
            let (class, given) = track.locate(entries);
            classes.push(class);
            certain += given;
            total += sheet.sum(slot);
            filling = (0..sheet.filled(slot)).fold(filling, |filling, _| fillings.next(filling, slot));
        }
        let at = At { written: sheet.written(), filling };
        Playing { at, classes, total, certain: certain.into(), won: None }
    }

    /// What each entry of an open box is worth: the points expected at the end.
    fn weigh<'s>(&self, playing: &Playing, slot: usize, scratch: &'s mut Scratch) -> &'s [f64] {
        let Playing { at, classes, total, certain, .. } = playing;
        let joint = &self.plan.joint;
        if at.written + 1 >= self.plan.ends.written {
            let stairs = |total: i32| self.stairs.at(total);
            let goal =
                Goal { tracks: &self.tracks, moves: &self.moves, counted: &self.counted, stairs: &stairs };
            let fillings = &joint.layout.fillings;
            self.plan.ends.after(&goal, fillings, (at.filling, *total), classes, slot, &mut scratch.after);
            scratch.after.iter_mut().for_each(|value| *value += certain);
            return &scratch.after;
        }
        joint.view(at.written + 1).after(&self.question(), *at, classes, slot, scratch);
        let more = certain + self.plan.line.at(*total);
        scratch.after.iter_mut().for_each(|value| *value += more);
        &scratch.after
    }

    /// The same, by itself; nothing for a full box.
    pub(super) fn weigh_alone(&self, playing: &Playing, slot: usize) -> Vec<f64> {
        let open = self.plan.joint.layout.fillings.open(playing.at.filling).any(|other| other == slot);
        if open { self.weigh(playing, slot, &mut Scratch::default()).to_vec() } else { Vec::new() }
    }

    /// Puts games into the lanes.
    fn place<const N: usize>(&self, board: &mut Board<Means, N>, games: &[&Playing], scratch: &mut Scratch) {
        board.open.clear();
        board.next.fill(Means::NEVER);
        for (lane, playing) in games.iter().enumerate() {
            for slot in self.plan.joint.layout.fillings.open(playing.at.filling) {
                if !board.open.contains(&slot) {
                    board.open.push(slot);
                }
                let values = self.weigh(playing, slot, scratch);
                for (entry, value) in self.tracks[slot].entries.iter().zip(values) {
                    board.next[entry.to].set(lane, *value);
                }
            }
        }
    }

    /// What a turn is worth before its first throw.
    pub(super) fn turn_value(&self, playing: &Playing) -> f64 {
        with_tables!(&self.tables, |tables, N| {
            let mut board = Board::<Means, N>::new(&self.moves);
            self.place(&mut board, &[playing; LANES], &mut Scratch::default());
            pulp::Arch::new().dispatch(Turn { board: &mut board, tables }).get(0)
        })
    }

    /// What each of these keeps is worth when throw number `throw` follows.
    pub(super) fn keep_values(&self, playing: &Playing, throw: u8, keeps: &[Dice]) -> Vec<f64> {
        with_tables!(&self.tables, |tables, N| {
            let mut board = Board::<Means, N>::new(&self.moves);
            self.place(&mut board, &[playing], &mut Scratch::default());
            board.write_all(tables);
            board.before_throw(tables, throw.into());
            keeps.iter().map(|&keep| board.keeps[self.lattice.keep(keep)].get(0)).collect()
        })
    }

    /// Plays so many games. Each batch of games has a source of its own: the same sources give the same games on any
    /// number of threads.
    ///
    /// # Errors
    /// When it is cancelled.
    pub fn simulate<S: Source>(
        &self,
        games: usize,
        source: impl Fn(u64) -> S + Sync,
        progress: &dyn Progress,
    ) -> Result<Vec<Played>, Cancelled> {
        self.play(games, source, progress, |_, _| {})
    }

    /// Plays so many games, and counts what becomes of the boxes.
    ///
    /// # Errors
    /// When it is cancelled.
    pub fn simulate_boxes<S: Source>(
        &self,
        games: usize,
        source: impl Fn(u64) -> S + Sync,
        progress: &dyn Progress,
    ) -> Result<Vec<Batch>, Cancelled> {
        let book = Book::new(self.sheet(), &self.moves, &self.lattice);
        in_batches(BATCH, games, source, progress, |count, source, counter| {
            let tally = RefCell::new(Tally::new(self.sheet()));
            let note = |playing: &Playing, write: &Write| {
                // Points tell moves apart here; what is written has none of its own.
                let points = self.moves.moves[write.to].points;
                tally.borrow_mut().add(1.0, write.slot, points, write.fits, playing.at.written);
            };
            let played = with_tables!(&self.tables, |tables, N| self
                .play_batch::<_, _, N>(tables, &book, count, source, &note, counter))?;
            Ok(vec![Batch { played, tally: tally.into_inner() }])
        })
    }

    /// What comes up in so many games.
    pub(super) fn sample(
        &self,
        games: usize,
        progress: &dyn Progress,
    ) -> Result<(Vec<Seen>, Vec<Played>), Cancelled> {
        let seen = Mutex::new(self.tracks.iter().map(Seen::nothing).collect::<Vec<_>>());
        let played = self.play(games, sequence, &Silent(progress), |playing, write| {
            let mut seen = seen.lock().unwrap_or_else(PoisonError::into_inner);
            let fillings = &self.plan.joint.layout.fillings;
            for (slot, fill) in fillings.all_filled(playing.at.filling).enumerate() {
                seen[slot].classes[fill][usize::from(playing.classes[slot])] += 1.0;
            }
            if let Some(nth) = self.nth_entry(write) {
                seen[write.slot].entries[nth] += 1.0;
            }
        })?;
        let seen = seen.into_inner().unwrap_or_else(PoisonError::into_inner);
        Ok((seen, played))
    }

    /// By box, fill and class: what is expected from it more than from the first class, on the average of positions that
    /// come up.
    pub(super) fn class_values(
        &self,
        seen: &[Seen],
        progress: &dyn Progress,
    ) -> Result<Vec<Vec<Vec<f64>>>, Cancelled> {
        let mut all: Vec<Vec<Vec<f64>>> =
            self.tracks.iter().zip(seen).map(|(track, seen)| track.promises(&seen.likely())).collect();
        let positions = Mutex::new(Vec::new());
        // Fewer games than a batch: the positions are in one order always.
        self.play(BATCH / 4, sequence, &Silent(progress), |playing, _| {
            if playing.at.written < self.plan.ends.written {
                positions.lock().unwrap_or_else(PoisonError::into_inner).push(playing.clone());
            }
        })?;
        let positions = positions.into_inner().unwrap_or_else(PoisonError::into_inner);
        let fillings = &self.plan.joint.layout.fillings;
        for (slot, track) in self.tracks.iter().enumerate() {
            for (fill, values) in all[slot].iter_mut().enumerate().take(track.filled.len() - 1) {
                let there = |playing: &&Playing| fillings.filled(playing.at.filling, slot) == fill;
                let (mut sums, mut count) = (vec![0.0; values.len()], 0.0);
                for playing in positions.iter().filter(there) {
                    check(progress)?;
                    let here = self.values_along(playing, slot);
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

    /// The values of a position for each class that a box could be in.
    fn values_along(&self, playing: &Playing, slot: usize) -> Vec<f64> {
        let joint = &self.plan.joint;
        let (view, fillings) = (joint.view(playing.at.written), &joint.layout.fillings);
        let fill = fillings.filled(playing.at.filling, slot);
        let (mut classes, mut scratch) = (playing.classes.clone(), Scratch::default());
        let value = |class: usize| {
            classes[slot] = class as u16;
            view.value(&self.tracks, playing.at, &classes, None, &mut scratch)
        };
        (0..self.tracks[slot].filled[fill].classes).map(value).collect()
    }

    /// Plays games; `look` sees each position, and what is written there.
    fn play<S: Source>(
        &self,
        games: usize,
        source: impl Fn(u64) -> S + Sync,
        progress: &dyn Progress,
        look: impl Fn(&Playing, &Write) + Sync,
    ) -> Result<Vec<Played>, Cancelled> {
        let book = Book::new(self.sheet(), &self.moves, &self.lattice);
        in_batches(BATCH, games, source, progress, |count, source, counter| {
            with_tables!(&self.tables, |tables, N| self
                .play_batch::<_, _, N>(tables, &book, count, source, &look, counter))
        })
    }

    fn play_batch<I: Index, S: Source, const N: usize>(
        &self,
        tables: &Tables<I>,
        book: &Book<'_>,
        count: usize,
        source: &mut S,
        look: &impl Fn(&Playing, &Write),
        counter: &Counter<'_>,
    ) -> Result<Vec<Played>, Cancelled> {
        let rules = self.sheet();
        let empty = self.locate(&Sheet::empty(rules.slots.len()));
        let mut games = vec![empty; count];
        let mut order: Vec<usize> = (0..count).collect();
        let mut tray = Tray::<I, N>::new(tables, &self.moves, &self.lattice);
        let mut scratch = Scratch::default();
        for round in 0..rules.rounds as u32 {
            // Games with the same boxes filled look into the same values.
            order.sort_unstable_by_key(|&game| (games[game].at.filling, game));
            for order in order.chunks(LANES) {
                counter.check()?;
                let lanes: Vec<&Playing> = order.iter().map(|&game| &games[game]).collect();
                self.place(&mut tray.board, &lanes, &mut scratch);
                tray.weigh();
                for (lane, &game) in order.iter().enumerate() {
                    let game = &mut games[game];
                    let (write, won) = book.best_turn(&tray, lane, &[], source);
                    game.won = game.won.or(won.then_some(round));
                    look(game, &write);
                    self.write(game, &write);
                }
            }
        }
        let played = |game: &Playing| {
            let points = game.certain + self.stairs.at(game.total);
            Played { total: game.total, points: Some(points.round() as i32), won: game.won }
        };
        Ok(games.iter().map(played).collect())
    }

    /// Which entry of its box is written.
    fn nth_entry(&self, write: &Write) -> Option<usize> {
        self.tracks[write.slot].entries.iter().position(|entry| entry.to == write.to)
    }

    /// Writes what a move says.
    fn write(&self, game: &mut Playing, write: &Write) {
        let slot = write.slot;
        let (track, fillings) = (&self.tracks[slot], &self.plan.joint.layout.fillings);
        let nth = self.nth_entry(write).expect("a move of the box");
        let step = track.steps(fillings.filled(game.at.filling, slot), game.classes[slot])[nth];
        game.classes[slot] = step.class;
        game.certain += step.given;
        game.total += track.entries[nth].points;
        game.at = At { written: game.at.written + 1, filling: fillings.next(game.at.filling, slot) };
    }
}

/// A fixed sequence of numbers: which positions are looked at is part of the solution, and always the same.
pub(super) struct Steps(u64);

/// The sequence of a batch.
pub(super) fn sequence(batch: u64) -> Steps {
    Steps(batch.wrapping_mul(0x9E37_79B9_7F4A_7C15) ^ 0xD1B5_4A32_D192_ED03)
}

impl Source for Steps {
    fn below(&mut self, n: u32) -> u32 {
        self.0 = self.0.wrapping_add(0x9E37_79B9_7F4A_7C15);
        let mixed = (self.0 ^ (self.0 >> 30)).wrapping_mul(0xBF58_476D_1CE4_E5B9);
        let mixed = (mixed ^ (mixed >> 27)).wrapping_mul(0x94D0_49BB_1331_11EB);
        ((u64::from(n) * ((mixed ^ (mixed >> 31)) >> 32)) >> 32) as u32
    }
}
