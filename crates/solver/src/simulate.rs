//! Many games at once. The games of a batch go turn by turn; those on the same state share a lane of a board.

use kosti_dice::Dice;
use kosti_rules::file::Cross;
use kosti_rules::{Entry, Sheet};
use rayon::prelude::*;

use crate::backward::AnyTables;
use crate::cell::{Cell, LANES, Means};
use crate::kernel::{Board, Tables};
use crate::lattice::{Index, LARGE, SMALL};
use crate::moves::{self, Options};
use crate::strategy::Strategy;
use crate::turn::{Fan, Place};
use crate::watch::{Progress, Watch};

/// How many games are a batch.
const BATCH: usize = 4096;

/// Where the dice of simulated games come from, and what players do at random.
pub trait Source {
    /// A number below `n`, each as likely.
    fn below(&mut self, n: u32) -> u32;
}

/// How a player plays.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Manner {
    /// For the largest expected total.
    Perfect,
    /// For the largest expected points of this turn.
    Greedy,
    /// Anything that is allowed, each as likely.
    Random,
}

/// A game that was played.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Played {
    /// What the sheet adds up to.
    pub total: i32,
    /// Its points, where points decide.
    pub points: Option<i32>,
    /// In which round dice came that win at once; the game was played on as if they had not come.
    pub won: Option<u32>,
}

/// A game that is going on.
#[derive(Clone, Default)]
struct Playing {
    place: Place,
    total: i32,
    won: Option<u32>,
    /// What is written, where points decide.
    sheet: Option<Sheet>,
}

/// What can be done with each throw, looked up instead of worked out.
pub(crate) struct Book {
    /// By throw: every keep that throws at least one die, as a place in the lattice.
    keeps: Vec<Vec<u32>>,
    /// By throw: whether it wins at once as a first throw, and later.
    wins: Vec<[bool; 2]>,
    /// By options and throw: what can be written.
    pub(crate) writes: Vec<Vec<Vec<Write>>>,
}

/// A way to end a turn.
#[derive(Clone, Copy)]
pub(crate) struct Write {
    pub(crate) to: usize,
    slot: usize,
    pub(crate) points: i32,
    /// Whether the dice fit; else the box is given up.
    fits: bool,
}

/// What a batch is played on.
struct Desk<'a, I, const N: usize> {
    tables: &'a Tables<I>,
    book: &'a Book,
    manner: Manner,
    board: Board<Means, N>,
    /// Before each throw but the first: what each keep is worth.
    keeps: Vec<Vec<Means>>,
}

impl Strategy {
    /// Plays so many games. Each batch of games has a source of its own, so that the result does not depend on how many
    /// threads there are.
    pub fn simulate<S: Source>(
        &self,
        manner: Manner,
        games: usize,
        source: impl Fn(u64) -> S + Sync,
        watch: Watch<'_>,
    ) -> Vec<Played> {
        let book = self.book();
        let progress = Progress::new(games, watch);
        (0..games.div_ceil(BATCH))
            .into_par_iter()
            .flat_map_iter(|batch| {
                let count = BATCH.min(games - batch * BATCH);
                let source = &mut source(batch as u64);
                let played = match &self.model.tables {
                    AnyTables::Small(tables) => {
                        self.play_batch::<_, SMALL>(tables, &book, manner, count, source)
                    }
                    AnyTables::Large(tables) => {
                        self.play_batch::<_, LARGE>(tables, &book, manner, count, source)
                    }
                };
                progress.add(count);
                played
            })
            .collect()
    }

    pub(crate) fn book(&self) -> Book {
        let rules = self.game().rules;
        let space = &rules.space;
        let keeps_of = |&dice: &Dice| {
            let keeps = dice.selections().into_iter().filter(|&keep| keep != dice);
            keeps.map(|keep| self.model.lattice.keep(keep) as u32).collect()
        };
        let writes_of = |options: &Options| {
            let mut writes: Vec<Vec<Write>> = vec![Vec::new(); space.all().len()];
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
            for &to in &options.for_nothing {
                let slot = self.model.moves.moves[to].slot;
                // A zero is offered to all dice where those that fit would never take it; they may not, either.
                let only_unfit = rules.slots[slot].cross == Cross::Never;
                for writes in &mut writes {
                    if !(only_unfit && writes.iter().any(|write| write.slot == slot)) {
                        writes.push(Write { to, slot, points: 0, fits: false });
                    }
                }
            }
            writes
        };
        Book {
            keeps: space.all().iter().map(keeps_of).collect(),
            wins: space.all().iter().map(|&dice| [1, 2].map(|n| rules.wins(dice, n).is_some())).collect(),
            writes: self.model.moves.options.iter().map(writes_of).collect(),
        }
    }

    fn play_batch<I: Index, const N: usize>(
        &self,
        tables: &Tables<I>,
        book: &Book,
        manner: Manner,
        count: usize,
        source: &mut impl Source,
    ) -> Vec<Played> {
        let rules = self.game().rules;
        let sheet = (!rules.awards.is_empty()).then(|| Sheet::empty(rules.slots.len()));
        let mut games = vec![Playing { sheet, ..Playing::default() }; count];
        let mut order: Vec<usize> = (0..count).collect();
        let board = Board::<Means, N>::new(&self.model.moves);
        let keeps = vec![Vec::new(); usize::from(rules.throws) - 1];
        let mut desk = Desk { tables, book, manner, board, keeps };
        let mut fan = Fan::default();
        for round in 0..rules.rounds as u32 {
            order.sort_unstable_by_key(|&game| (games[game].place, game));
            let mut rest = &order[..];
            while let Some(&first) = rest.first() {
                // As many games as stand on no more states than there are lanes.
                let mut places = [games[first].place; LANES];
                let (mut lane, mut taken) = (0, 0);
                for &game in rest {
                    let place = games[game].place;
                    if place != places[lane] {
                        if lane + 1 == LANES {
                            break;
                        }
                        lane += 1;
                    }
                    places[lane] = place;
                    taken += 1;
                }
                let places = &places[..=lane];
                match manner {
                    Manner::Perfect => desk.board.place(&self.game(), &mut fan, places, |at| self.values[at]),
                    _ => desk.board.place(&self.game(), &mut fan, places, |_| 0.0),
                }
                if manner != Manner::Random {
                    let count = self.model.lattice.keeps();
                    let Desk { board, keeps, .. } = &mut desk;
                    pulp::Arch::new().dispatch(Keeps { tables, board, keeps, count });
                }
                let mut lane = 0;
                for &game in &rest[..taken] {
                    let game = &mut games[game];
                    lane += usize::from(game.place != places[lane]);
                    self.play_turn(&desk, game, lane, round, source);
                }
                rest = &rest[taken..];
            }
        }
        games.iter().map(|game| self.played(game)).collect()
    }

    fn played(&self, game: &Playing) -> Played {
        let points = game.sheet.as_ref().and_then(|sheet| self.game().rules.totals(sheet).points);
        let total = game.total + self.model.states.final_extra(game.place.1) as i32;
        Played { total, points, won: game.won }
    }

    fn play_turn<I: Index, const N: usize>(
        &self,
        desk: &Desk<'_, I, N>,
        game: &mut Playing,
        lane: usize,
        round: u32,
        source: &mut impl Source,
    ) {
        let rules = self.game().rules;
        let mut dice = throw::<I, N>(desk.tables, 0, source);
        while desk.book.wins[dice][0] {
            game.won = game.won.or(Some(round));
            dice = throw::<I, N>(desk.tables, 0, source);
        }
        for number in 0..usize::from(rules.throws) {
            let options = self.model.moves.of_throw[number];
            let writes = &desk.book.writes[options][dice];
            let can_throw = number + 1 < usize::from(rules.throws);
            let keeps = if can_throw { &desk.book.keeps[dice][..] } else { &[] };
            let keep = match desk.manner {
                Manner::Random => {
                    let possible = self.possible(writes, lane, &desk.board);
                    let chosen = source.below((keeps.len() + possible.len()) as u32) as usize;
                    match chosen.checked_sub(keeps.len()) {
                        Some(nth) => return self.write(possible[nth], game),
                        None => Some(keeps[chosen]),
                    }
                }
                _ => {
                    let mut best = desk.board.written[options][dice].get(lane);
                    let mut keep = None;
                    for &kept in keeps {
                        let value = desk.keeps[number][kept as usize].get(lane);
                        if value > best {
                            (best, keep) = (value, Some(kept));
                        }
                    }
                    keep
                }
            };
            let Some(keep) = keep else { return self.write(self.best(writes, lane, &desk.board), game) };
            dice = throw::<I, N>(desk.tables, keep as usize, source);
            if desk.book.wins[dice][1] {
                game.won = game.won.or(Some(round));
            }
        }
    }

    /// The last resorts that a state has.
    fn resorts<'a, const N: usize>(
        &'a self,
        lane: usize,
        board: &'a Board<Means, N>,
    ) -> impl Iterator<Item = Write> + 'a {
        let there = self.model.moves.last_resort.iter().zip(&board.last_resort);
        let there = there.filter(move |(_, value)| value.get(lane) > f64::NEG_INFINITY);
        let moves = there.flat_map(|(resort, _)| &resort.moves);
        let write = |&(slot, to, points): &(usize, usize, f64)| Write {
            to,
            slot,
            points: points as i32,
            fits: false,
        };
        moves.map(write).filter(move |write| board.next[write.to].get(lane) > f64::NEG_INFINITY)
    }

    /// Everything that can be written.
    fn possible<const N: usize>(&self, writes: &[Write], lane: usize, board: &Board<Means, N>) -> Vec<Write> {
        let can = |write: &Write| board.next[write.to].get(lane) > f64::NEG_INFINITY;
        let mut found: Vec<Write> = writes.iter().copied().filter(can).collect();
        if !found.iter().any(|write| write.fits) {
            found.extend(self.resorts(lane, board));
        }
        found
    }

    /// What is best written; a last resort only where no dice fit.
    fn best<const N: usize>(&self, writes: &[Write], lane: usize, board: &Board<Means, N>) -> Write {
        let value = |write: &Write| board.next[write.to].get(lane) + f64::from(write.points);
        let (mut best, mut most, mut fits) = (None, f64::NEG_INFINITY, false);
        for write in writes {
            let value = value(write);
            fits |= write.fits && value > f64::NEG_INFINITY;
            if value > most {
                (best, most) = (Some(*write), value);
            }
        }
        if !fits {
            for write in self.resorts(lane, board) {
                let value = value(&write);
                if value > most {
                    (best, most) = (Some(write), value);
                }
            }
        }
        best.expect("something can always be done after the last throw")
    }

    fn write(&self, Write { slot, points, fits, .. }: Write, game: &mut Playing) {
        let (filling, nth) = game.place;
        let states = &self.model.states;
        let state = states.after(filling, nth, slot, moves::gain(self.game().rules, slot, points));
        let filling = states.next_filling(filling, slot);
        game.place = (filling, state - states.first_of(filling));
        game.total += points;
        if let Some(sheet) = &mut game.sheet {
            sheet.write(slot, if fits { Entry::Score(points) } else { Entry::Crossed });
        }
    }
}

/// The dice that are not kept fall: from a keep of the lattice up to a whole throw.
fn throw<I: Index, const N: usize>(tables: &Tables<I>, keep: usize, source: &mut impl Source) -> usize {
    let (sides, smaller) = (tables.sides, tables.edges.to_keeps.len() / tables.sides);
    let mut node = keep;
    while node < smaller {
        node = tables.edges.to_keeps[node * sides + source.below(sides as u32) as usize].at::<N>();
    }
    tables.edges.to_whole[(node - smaller) * sides + source.below(sides as u32) as usize].at::<N>()
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
