//! Many games at once under best play: the games of a block stand in the lanes of one board, turn by turn.

use kosti_dice::Dice;
use kosti_rules::SheetRules;
use rayon::prelude::*;

use crate::backward::AnyTables;
use crate::cell::{Cell, LANES, Means};
use crate::kernel::{Board, Tables};
use crate::lattice::{Index, LARGE, SMALL};
use crate::moves::{self, Options};
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
}

/// What can be done with each throw, looked up instead of worked out.
struct Book {
    /// By throw: every keep that throws at least one die, and its place in the lattice.
    keeps: Vec<Vec<(Dice, usize)>>,
    /// By options and throw: what can be written.
    writes: Vec<Vec<Vec<Write>>>,
}

/// A way to end a turn.
#[derive(Clone, Copy)]
struct Write {
    to: usize,
    slot: usize,
    points: i32,
    /// Whether the dice fit; else the box is given up.
    fits: bool,
}

impl Strategy {
    /// The totals of so many games under best play. Each block of eight games has a source of its own, so that the
    /// result does not depend on how many threads there are. A first throw that would win at once is thrown again.
    pub fn simulate<S: Source>(&self, games: usize, source: impl Fn(u64) -> S + Sync) -> Vec<i32> {
        let blocks = games.div_ceil(LANES);
        let book = self.book();
        let mut totals: Vec<i32> = (0..blocks)
            .into_par_iter()
            .flat_map_iter(|block| {
                let source = &mut source(block as u64);
                match &self.model.tables {
                    AnyTables::Small(tables) => self.play_block::<_, SMALL>(tables, &book, source),
                    AnyTables::Large(tables) => self.play_block::<_, LARGE>(tables, &book, source),
                }
            })
            .collect();
        totals.truncate(games);
        totals
    }

    fn book(&self) -> Book {
        let space = &self.game().rules.space;
        let keeps_of = |&dice: &Dice| {
            let keeps = dice.selections().into_iter().filter(|&keep| keep != dice);
            keeps.map(|keep| (keep, self.model.lattice.keep(keep))).collect()
        };
        let writes_of = |options: &Options| {
            let nothing = options.for_nothing.iter();
            let nothing = nothing.map(|&to| Write {
                to,
                slot: self.model.moves.moves[to].slot,
                points: 0,
                fits: false,
            });
            let mut writes = vec![nothing.collect::<Vec<_>>(); space.all().len()];
            for (yields, fits) in [(&options.by_slot, true), (&options.unfit, false)] {
                for (slot, given) in
                    yields.iter().enumerate().flat_map(|(slot, y)| y.iter().map(move |y| (slot, y)))
                {
                    for &throw in &given.throws {
                        let (to, points) = (given.to, given.points as i32);
                        writes[throw as usize].push(Write { to, slot, points, fits });
                    }
                }
            }
            writes
        };
        Book {
            keeps: space.all().iter().map(keeps_of).collect(),
            writes: self.model.moves.options.iter().map(writes_of).collect(),
        }
    }

    fn play_block<I: Index, const N: usize>(
        &self,
        tables: &Tables<I>,
        book: &Book,
        source: &mut impl Source,
    ) -> [i32; LANES] {
        let rules = self.game().rules;
        let mut games = [Playing::default(); LANES];
        let mut board = Board::<Means, N>::new(&self.model.moves);
        let mut keeps: Vec<Vec<Means>> = vec![Vec::new(); usize::from(rules.throws) - 1];
        for _ in 0..rules.rounds {
            let places = games.map(|game| game.place);
            board.place(&self.game(), &mut Fan::default(), &places, |state| self.values[state]);
            pulp::Arch::new().dispatch(Keeps {
                tables,
                board: &mut board,
                keeps: &mut keeps,
                count: self.model.lattice.keeps(),
            });
            for (lane, game) in games.iter_mut().enumerate() {
                self.play_turn(book, game, lane, &board, &keeps, source);
            }
        }
        let extra = |game: &Playing| self.model.states.final_extra(game.place.1) as i32;
        games.map(|game| game.total + extra(&game))
    }

    fn play_turn<const N: usize>(
        &self,
        book: &Book,
        game: &mut Playing,
        lane: usize,
        board: &Board<Means, N>,
        keeps: &[Vec<Means>],
        source: &mut impl Source,
    ) {
        let rules = self.game().rules;
        let mut dice = throw(rules, Dice::NONE, source);
        while rules.wins(dice, 1).is_some() {
            dice = throw(rules, Dice::NONE, source);
        }
        for number in 0..usize::from(rules.throws) {
            let index = rules.space.index(dice);
            let options = self.model.moves.of_throw[number];
            let mut best = board.written[options][index].get(lane);
            let mut keep = None;
            for (kept, node) in keeps.get(number).into_iter().flat_map(|_| &book.keeps[index]) {
                let value = keeps[number][*node].get(lane);
                if value > best {
                    (best, keep) = (value, Some(*kept));
                }
            }
            match keep {
                Some(keep) => dice = throw(rules, keep, source),
                None => return self.write(&book.writes[options][index], game, lane, board),
            }
        }
    }

    /// Writes what is best; a last resort only where no dice fit.
    fn write<const N: usize>(
        &self,
        writes: &[Write],
        game: &mut Playing,
        lane: usize,
        board: &Board<Means, N>,
    ) {
        let value = |write: &Write| board.next[write.to].get(lane) + f64::from(write.points);
        let possible = |write: &Write| value(write) > f64::NEG_INFINITY;
        let dearest = |a: &Write, b: &Write| value(a).total_cmp(&value(b));
        let mut best = writes.iter().copied().filter(possible).max_by(dearest);
        if !writes.iter().any(|write| write.fits && possible(write)) {
            let there = self.model.moves.last_resort.iter().zip(&board.last_resort);
            let there = there.filter(|(_, value)| value.get(lane) > f64::NEG_INFINITY);
            let last = there.flat_map(|(resort, _)| &resort.moves).map(|&(slot, to, points)| Write {
                to,
                slot,
                points: points as i32,
                fits: false,
            });
            best = last.filter(possible).chain(best).max_by(dearest);
        }
        let Write { slot, points, .. } = best.expect("something can always be done after the last throw");
        let (filling, nth) = game.place;
        let state = self.model.states.after(filling, nth, slot, moves::gain(self.game().rules, slot, points));
        let filling = self.model.states.next_filling(filling, slot);
        game.place = (filling, state - self.model.states.first_of(filling));
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
