//! Games of a solution: one turn of one sheet, and many games at once.

use kosti_dice::Dice;
use kosti_rules::Sheet;
use rayon::prelude::*;

use super::Points;
use super::ends::Goal;
use super::fillings::At;
use super::rise::Course;
use crate::backward::with_tables;
use crate::book::{Book, Played, Source, Tray};
use crate::cell::{Cell, LANES, Means};
use crate::kernel::{Board, Tables, Turn};
use crate::lattice::Index;
use crate::simulate::in_batches;
use crate::watch::Watch;

/// How many games are a batch.
const BATCH: usize = 1024;

/// A game that is going on.
#[derive(Clone)]
pub(super) struct Playing {
    pub(super) at: At,
    pub(super) classes: Vec<u16>,
    pub(super) total: i32,
    /// The points that nothing can take away, those of the total left out.
    pub(super) certain: f64,
    won: Option<u32>,
}

/// What is worked out again and again.
#[derive(Default)]
pub(super) struct Scratch {
    known: Vec<u16>,
    own: Vec<f32>,
    after: Vec<f64>,
}

impl Points {
    /// Where a sheet stands.
    pub(super) fn locate(&self, sheet: &Sheet) -> Playing {
        let (mut filling, mut certain, mut total) = (0, 0, 0);
        let mut classes = Vec::new();
        let fillings = &self.fillings;
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

    /// Tells, for each open box, what each of its entries is worth: the points expected at the end.
    pub(super) fn weigh(
        &self,
        playing: &Playing,
        scratch: &mut Scratch,
        mut look: impl FnMut(usize, &[f64]),
    ) {
        let Playing { at, classes, total, certain, .. } = playing;
        let Scratch { known, own, after } = scratch;
        let by_end = at.written + 1 >= self.ends.written;
        let stairs = |total: i32| self.stairs.at(total);
        let goal = Goal { tracks: &self.tracks, moves: &self.moves, counted: &self.counted, stairs: &stairs };
        self.fit.know(&self.fillings, at.filling, classes, known);
        let all = if by_end { 0.0 } else { self.fit.all(at.written, known) };
        for slot in self.fillings.open(at.filling) {
            if by_end {
                self.ends.after(&goal, &self.fillings, (at.filling, classes), slot, *total, after);
                after.iter_mut().for_each(|value| *value += certain);
            } else {
                let fill = self.fillings.filled(at.filling, slot);
                self.fit.after((&self.tracks, at.written), (known, all), (slot, fill), own, after);
                let headed = self.rise.headed(&self.fillings, self.fillings.next(at.filling, slot), *total);
                for (value, points) in after.iter_mut().zip(&self.counted[slot]) {
                    *value += certain + self.rise.at(at.written + 1, headed + points);
                }
            }
            look(slot, after);
        }
    }

    /// Puts games into the lanes.
    fn place<const N: usize>(&self, board: &mut Board<Means, N>, games: &[&Playing], scratch: &mut Scratch) {
        let Board { open, next, .. } = board;
        open.clear();
        next.fill(Means::NEVER);
        for (lane, playing) in games.iter().enumerate() {
            self.weigh(playing, scratch, |slot, values| {
                if !open.contains(&slot) {
                    open.push(slot);
                }
                for (entry, value) in self.tracks[slot].entries.iter().zip(values) {
                    next[entry.to].set(lane, *value);
                }
            });
        }
    }

    /// What each of these keeps is worth when throw number `throw` follows.
    pub(super) fn keep_values(&self, playing: &Playing, throw: u8, keeps: &[Dice]) -> Vec<f64> {
        with_tables!(&self.tables, |tables, N| self.keep_values_sized::<_, N>(tables, playing, throw, keeps))
    }

    fn keep_values_sized<I: Index, const N: usize>(
        &self,
        tables: &Tables<I>,
        playing: &Playing,
        throw: u8,
        keeps: &[Dice],
    ) -> Vec<f64> {
        let mut board = Board::<Means, N>::new(&self.moves);
        self.place(&mut board, &[playing], &mut Scratch::default());
        board.write_all(tables);
        board.before_throw(tables, throw.into());
        keeps.iter().map(|&keep| board.keeps[self.lattice.keep(keep)].get(0)).collect()
    }

    /// What the turns of these positions are worth before their first throws.
    pub(super) fn turn_values(&self, all: &[Playing]) -> Vec<f64> {
        with_tables!(&self.tables, |tables, N| self.turn_values_sized::<_, N>(tables, all))
    }

    fn turn_values_sized<I: Index, const N: usize>(&self, tables: &Tables<I>, all: &[Playing]) -> Vec<f64> {
        let values: Vec<Means> = all
            .par_chunks(LANES)
            .map_init(
                || (Board::<Means, N>::new(&self.moves), Scratch::default()),
                |(board, scratch), playing| {
                    let lanes: Vec<&Playing> = playing.iter().collect();
                    self.place(board, &lanes, scratch);
                    pulp::Arch::new().dispatch(Turn { board, tables })
                },
            )
            .collect();
        (0..all.len()).map(|nth| values[nth / LANES].get(nth % LANES)).collect()
    }

    /// Plays so many games. Each batch of games has a source of its own: the same sources give the same games on any
    /// number of threads.
    pub fn simulate<S: Source>(
        &self,
        games: usize,
        source: impl Fn(u64) -> S + Sync,
        watch: Watch<'_>,
    ) -> Vec<Played> {
        let book = Book::new(self.sheet(), &self.moves, &self.lattice);
        in_batches(BATCH, games, source, watch, |count, source| {
            self.play(&book, count, source, 0, |_, _| {}).iter().map(|game| self.played(game)).collect()
        })
    }

    /// The positions of so many games, by entries written, up to the last turns. In `slips` percent of turns any box that
    /// the dice can fill is taken.
    pub(super) fn sample(&self, games: usize, slips: u32, seed: u64) -> Vec<Vec<Playing>> {
        let book = Book::new(self.sheet(), &self.moves, &self.lattice);
        let batches: Vec<Vec<Vec<Playing>>> = (0..games.div_ceil(BATCH))
            .into_par_iter()
            .map(|batch| {
                let mut seen = vec![Vec::new(); self.ends.written];
                let source = &mut sequence(seed << 32 | batch as u64);
                self.play(&book, BATCH, source, slips, |round, games| {
                    if let Some(seen) = seen.get_mut(round) {
                        seen.extend_from_slice(games);
                    }
                });
                seen
            })
            .collect();
        let mut seen = vec![Vec::new(); self.ends.written];
        for batch in batches {
            seen.iter_mut().zip(batch).for_each(|(all, fresh)| all.extend(fresh));
        }
        seen
    }

    /// How the totals of so many games grow.
    pub(super) fn courses(&self, games: usize, seed: u64) -> Vec<Course> {
        let book = Book::new(self.sheet(), &self.moves, &self.lattice);
        let batches = (0..games.div_ceil(BATCH)).into_par_iter().flat_map_iter(|batch| {
            let mut turns: Vec<Vec<(usize, i32)>> = vec![Vec::new(); BATCH];
            let source = &mut sequence(seed << 32 | batch as u64);
            let games = self.play(&book, BATCH, source, 0, |_, games| {
                let now = games.iter().map(|game| (game.at.filling, game.total));
                turns.iter_mut().zip(now).for_each(|(turns, now)| turns.push(now));
            });
            turns.into_iter().zip(games).map(|(turns, game)| Course { turns, end: game.total })
        });
        batches.collect()
    }

    fn play<S: Source>(
        &self,
        book: &Book<'_>,
        count: usize,
        source: &mut S,
        slips: u32,
        look: impl FnMut(usize, &[Playing]),
    ) -> Vec<Playing> {
        with_tables!(&self.tables, |tables, N| self
            .play_batch::<_, _, N>(tables, book, count, source, slips, look))
    }

    fn play_batch<I: Index, S: Source, const N: usize>(
        &self,
        tables: &Tables<I>,
        book: &Book<'_>,
        count: usize,
        source: &mut S,
        slips: u32,
        mut look: impl FnMut(usize, &[Playing]),
    ) -> Vec<Playing> {
        let rules = self.sheet();
        let empty = self.locate(&Sheet::empty(rules.slots.len()));
        let mut games = vec![empty; count];
        let mut order: Vec<usize> = (0..count).collect();
        let mut tray = Tray::<I, N>::new(tables, &self.moves, &self.lattice);
        let mut scratch = Scratch::default();
        for round in 0..rules.rounds as u32 {
            look(round as usize, &games);
            // Games with the same boxes filled look into the same values.
            order.sort_unstable_by_key(|&game| (games[game].at.filling, game));
            for order in order.chunks(LANES) {
                let lanes: Vec<&Playing> = order.iter().map(|&game| &games[game]).collect();
                self.place(&mut tray.board, &lanes, &mut scratch);
                tray.weigh();
                for (lane, &game) in order.iter().enumerate() {
                    let game = &mut games[game];
                    let slip = slips > 0 && source.below(100) < slips;
                    let (write, won) = book.best_turn(&tray, lane, source, slip);
                    game.won = game.won.or(won.then_some(round));
                    self.write(game, write.slot, write.to);
                }
            }
        }
        games
    }

    fn played(&self, game: &Playing) -> Played {
        let points = game.certain + self.stairs.at(game.total);
        Played { total: game.total, points: Some(points.round() as i32), won: game.won }
    }

    /// Writes what a move says.
    fn write(&self, game: &mut Playing, slot: usize, to: usize) {
        let track = &self.tracks[slot];
        let nth = track.entries.iter().position(|entry| entry.to == to).expect("a move of the box");
        let step = track.steps(self.fillings.filled(game.at.filling, slot), game.classes[slot])[nth];
        game.classes[slot] = step.class;
        game.certain += step.given;
        game.total += track.entries[nth].points;
        game.at = At { written: game.at.written + 1, filling: self.fillings.next(game.at.filling, slot) };
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
