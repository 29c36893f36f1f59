//! Many games at once under best play: the games of a block stand in the lanes of one board, turn by turn.

use kosti_dice::Dice;
use kosti_rules::SheetRules;
use rayon::prelude::*;

use crate::backward::AnyTables;
use crate::cell::{Cell, LANES, Means};
use crate::kernel::{Board, Tables};
use crate::lattice::{Index, LARGE, SMALL};
use crate::moves;
use crate::strategy::Strategy;
use crate::turn::{Fan, Place};

/// Where the dice of simulated games come from.
pub trait Source {
    /// A number below `sides`, each as likely.
    fn face(&mut self, sides: u8) -> u8;
}

/// A game that stands in a lane.
#[derive(Clone, Copy, Default)]
struct Playing {
    place: Place,
    total: i32,
    dice: Dice,
}

impl Strategy {
    /// The totals of so many games under best play. Each block of eight games has a source of its own, so that the
    /// result does not depend on how many threads there are. A first throw that would win at once is thrown again.
    pub fn simulate<S: Source>(&self, games: usize, source: impl Fn(u64) -> S + Sync) -> Vec<i32> {
        let blocks = games.div_ceil(LANES);
        let mut totals: Vec<i32> = (0..blocks)
            .into_par_iter()
            .flat_map_iter(|block| {
                let source = &mut source(block as u64);
                match &self.tables {
                    AnyTables::Small(tables) => self.play_block::<_, SMALL>(tables, source),
                    AnyTables::Large(tables) => self.play_block::<_, LARGE>(tables, source),
                }
            })
            .collect();
        totals.truncate(games);
        totals
    }

    fn play_block<I: Index, const N: usize>(
        &self,
        tables: &Tables<I>,
        source: &mut impl Source,
    ) -> [i32; LANES] {
        let rules = self.game().rules;
        let mut games = [Playing::default(); LANES];
        let mut board = Board::<Means, N>::new(&self.moves);
        let mut keeps: Vec<Vec<Means>> = vec![Vec::new(); usize::from(rules.throws) - 1];
        for _ in 0..rules.rounds {
            let places = games.map(|game| game.place);
            board.place(&self.game(), &mut Fan::default(), &places, |state| self.values[state]);
            pulp::Arch::new().dispatch(Keeps {
                tables,
                board: &mut board,
                keeps: &mut keeps,
                count: self.lattice.keeps(),
            });
            for (lane, game) in games.iter_mut().enumerate() {
                self.play_turn(rules, game, lane, &board, &keeps, source);
            }
        }
        let extra = |game: &Playing| self.states.final_extra(game.place.1) as i32;
        games.map(|game| game.total + extra(&game))
    }

    fn play_turn<const N: usize>(
        &self,
        rules: &SheetRules,
        game: &mut Playing,
        lane: usize,
        board: &Board<Means, N>,
        keeps: &[Vec<Means>],
        source: &mut impl Source,
    ) {
        game.dice = throw(rules, Dice::NONE, source);
        while rules.wins(game.dice, 1).is_some() {
            game.dice = throw(rules, Dice::NONE, source);
        }
        for number in 1..=rules.throws {
            let options = &board.written[self.moves.of_throw[usize::from(number) - 1]];
            let written = options[rules.space.index(game.dice)].get(lane);
            let keep = keeps.get(usize::from(number) - 1).and_then(|values| {
                let keeps = game.dice.selections().into_iter().filter(|&keep| keep != game.dice);
                let valued = keeps.map(|keep| (values[self.lattice.keep(keep)].get(lane), keep));
                valued.filter(|(value, _)| *value > written).max_by(|a, b| a.0.total_cmp(&b.0))
            });
            match keep {
                Some((_, keep)) => game.dice = throw(rules, keep, source),
                None => return self.write(rules, game, number, lane, board),
            }
        }
    }

    /// Writes what is best: the move whose value is the board's.
    fn write<const N: usize>(
        &self,
        rules: &SheetRules,
        game: &mut Playing,
        number: u8,
        lane: usize,
        board: &Board<Means, N>,
    ) {
        let (filling, nth) = game.place;
        let index = rules.space.index(game.dice);
        let options = &self.moves.options[self.moves.of_throw[usize::from(number) - 1]];
        let mut best: Option<(f64, usize, i32)> = None;
        let mut offer = |to: usize, slot: usize, points: i32| {
            let value = board.next[to].get(lane) + f64::from(points);
            if value > best.map_or(f64::NEG_INFINITY, |(best, ..)| best) {
                best = Some((value, slot, points));
            }
        };
        for &slot in board.open.iter().filter(|&&slot| self.states.is_open(filling, slot)) {
            for given in &options.by_slot[slot] {
                if given.throws.binary_search(&(index as u32)).is_ok() {
                    offer(given.to, slot, given.points as i32);
                }
            }
        }
        for &to in &options.for_nothing {
            offer(to, self.moves.moves[to].slot, 0);
        }
        if best.is_none() {
            let mut last: Option<(f64, usize, i32)> = None;
            for &(slot, to, points) in self.moves.last_resort.iter().flat_map(|resort| &resort.moves) {
                let value = board.next[to].get(lane) + points;
                if value > last.map_or(f64::NEG_INFINITY, |(last, ..)| last) {
                    last = Some((value, slot, points as i32));
                }
            }
            best = last;
        }
        let (_, slot, points) = best.expect("something can always be done after the last throw");
        let gain = moves::gain(rules, slot, points);
        let state = self.states.after(filling, nth, slot, gain);
        let filling = self.states.next_filling(filling, slot);
        game.place = (filling, state - self.states.first_of(filling));
        game.total += points;
    }
}

fn throw(rules: &SheetRules, keep: Dice, source: &mut impl Source) -> Dice {
    (keep.len()..rules.space.dice()).fold(keep, |dice, _| dice.with(source.face(rules.space.sides()) + 1))
}

/// What each keep is worth before each later throw, for all lanes.
struct Keeps<'a, I, const N: usize> {
    tables: &'a Tables<I>,
    board: &'a mut Board<Means, N>,
    keeps: &'a mut [Vec<Means>],
    count: usize,
}

impl<I: Index, const N: usize> pulp::WithSimd for Keeps<'_, I, N> {
    type Output = ();

    #[inline(always)]
    fn with_simd<S: pulp::Simd>(self, _: S) {
        let Self { tables, board, keeps, count } = self;
        board.write_all(tables);
        board.before_each_throw(tables, |throw, values: &[Means; N]| {
            keeps[throw - 2].clear();
            keeps[throw - 2].extend_from_slice(&values[..count]);
        });
    }
}
