//! One turn of a simulated game: what can be done with each throw, looked up instead of worked out.

use kosti_dice::Dice;
use kosti_rules::file::{Cross, Unfit};
use kosti_rules::{Entry, Sheet, SheetRules};

use crate::cell::{Cell, Means};
use crate::jokers::{JokerWrite, Jokers};
use crate::kernel::{Board, Tables};
use crate::lattice::{Index, Lattice};
use crate::moves::{Moves, Options};

/// Where the dice of simulated games come from, and what players do at random.
pub trait Source {
    /// A number below `n`, each as likely.
    fn below(&mut self, n: u32) -> u32;
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

/// What can be done with each throw of a game.
pub(crate) struct Book<'a> {
    moves: &'a Moves,
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
    pub(crate) slot: usize,
    entry: Entry,
    /// What a joker brings besides.
    pub(crate) bonus: i32,
    /// Whether the dice fit.
    pub(crate) fits: bool,
}

impl Write {
    pub(crate) fn points(&self) -> i32 {
        self.entry.points()
    }

    /// Writes it onto the sheet.
    pub(crate) fn onto(&self, sheet: &mut Sheet) {
        sheet.write(self.slot, self.entry);
        sheet.add_joker(self.bonus);
    }

    /// What it is worth, with what follows.
    fn value<const N: usize>(&self, lane: usize, board: &Board<Means, N>, moves: &Moves) -> f64 {
        board.next[self.to].get(lane) + moves.added(self.points() + self.bonus)
    }
}

/// A turn that is played for one box alone.
#[derive(Debug)]
pub(crate) struct Alone {
    pub(crate) slot: usize,
    /// What a point in it is worth.
    pub(crate) unit: f64,
    /// By options and throw: what is best written.
    pub(crate) written: Vec<Vec<f64>>,
    /// Before each throw but the first: what each keep is worth.
    pub(crate) keeps: Vec<Vec<f64>>,
}

impl Alone {
    /// What these dice are worth on this throw, counted from 0, and what is kept for that; nothing where they are written.
    pub(crate) fn best(
        &self,
        moves: &Moves,
        number: usize,
        dice: usize,
        keeps: &[u32],
    ) -> (f64, Option<u32>) {
        let write = self.written[moves.of_throw[number]][dice];
        best_keep(write, keeps, |kept| self.keeps[number][kept as usize])
    }
}

/// A box that can be announced on a sheet.
pub(crate) struct Announcing<'a> {
    pub(crate) alone: &'a Alone,
    /// How much more it counts here than on an empty sheet.
    pub(crate) scale: f64,
    /// What a turn for it brings anyway.
    pub(crate) cost: f64,
}

impl Announcing<'_> {
    pub(crate) fn value(&self, alone: f64) -> f64 {
        (alone - self.cost) * self.scale
    }
}

/// The best of writing for so much and of all keeps.
fn best_keep(write: f64, keeps: &[u32], value: impl Fn(u32) -> f64) -> (f64, Option<u32>) {
    let mut best = (write, None);
    for &kept in keeps {
        let value = value(kept);
        if value > best.0 {
            best = (value, Some(kept));
        }
    }
    best
}

/// What turns are played on: the states of games in its lanes.
pub(crate) struct Tray<'a, I, const N: usize> {
    tables: &'a Tables<I>,
    pub(crate) board: Board<Means, N>,
    /// Before each throw but the first: what each keep is worth.
    keeps: Vec<Vec<Means>>,
    /// How many keeps there are.
    count: usize,
}

impl<'a, I: Index, const N: usize> Tray<'a, I, N> {
    pub(crate) fn new(tables: &'a Tables<I>, moves: &Moves, lattice: &Lattice) -> Self {
        let keeps = vec![Vec::new(); tables.of_throw.len() - 1];
        Self { tables, board: Board::new(moves), keeps, count: lattice.keeps() }
    }

    /// What was worked out for a turn that is played for one box, in the first lane.
    pub(crate) fn alone(&self, slot: usize, unit: f64) -> Alone {
        let first = |cells: &[Means]| cells.iter().map(|cell| cell.get(0)).collect();
        let throws = self.tables.first.len();
        Alone {
            slot,
            unit,
            written: self.board.written.iter().map(|written| first(&written[..throws])).collect(),
            keeps: self.keeps.iter().map(|keeps| first(keeps)).collect(),
        }
    }

    /// Works out what each keep is worth, for the states that were put into the lanes.
    pub(crate) fn weigh(&mut self) {
        pulp::Arch::new().dispatch(Weigh { tray: self });
    }
}

impl<'a> Book<'a> {
    pub(crate) fn new(rules: &SheetRules, moves: &'a Moves, lattice: &Lattice) -> Self {
        let all = rules.space.all();
        let keeps_of = |&dice: &Dice| {
            let keeps = dice.selections().into_iter().filter(|&keep| keep != dice);
            keeps.map(|keep| lattice.keep(keep) as u32).collect()
        };
        Self {
            moves,
            keeps: all.iter().map(keeps_of).collect(),
            wins: all.iter().map(|&dice| [1, 2].map(|throw| rules.wins(dice, throw).is_some())).collect(),
            writes: moves.options.iter().map(|options| writes(rules, moves, options)).collect(),
        }
    }

    /// Plays a turn in the best way, as the board weighs it, or for a box that is announced where that is better. Dice that
    /// win at once are told, and play goes on: after a first throw with another one in its place.
    pub(crate) fn best_turn<I: Index, const N: usize>(
        &self,
        tray: &Tray<'_, I, N>,
        lane: usize,
        announcing: &[Announcing<'_>],
        source: &mut impl Source,
    ) -> (Write, bool) {
        let board = &tray.board;
        let mut announced: Option<&Alone> = None;
        self.turn(tray.tables, source, |number, dice, keeps, _| {
            let options = self.moves.of_throw[number];
            let write = board.written[options][dice].get(lane);
            let (best, keep) = best_keep(write, keeps, |kept| tray.keeps[number][kept as usize].get(lane));
            if number == 0 {
                let value = |it: &Announcing<'_>| it.value(it.alone.best(self.moves, 0, dice, keeps).0);
                let better = announcing.iter().filter(|it| value(it) > best);
                announced =
                    better.max_by(|a, b| value(a).total_cmp(&value(b))).map(|announcing| announcing.alone);
            }
            match announced {
                None => keep.map_or_else(|| Err(self.best(options, dice, lane, board)), Ok),
                Some(alone) => {
                    let (_, keep) = alone.best(self.moves, number, dice, keeps);
                    keep.map_or_else(|| Err(self.best_in_box(options, dice, alone)), Ok)
                }
            }
        })
    }

    /// What is best written into a box that was announced.
    fn best_in_box(&self, options: usize, dice: usize, alone: &Alone) -> Write {
        let writes = self.writes[options][dice].iter().filter(|write| write.slot == alone.slot);
        let worth = |write: &&Write| alone.unit * f64::from(write.points());
        let best = writes.max_by(|a, b| worth(a).total_cmp(&worth(b)));
        *best.expect("boxes that are announced take any dice")
    }

    /// Plays a turn in any way that is allowed.
    pub(crate) fn random_turn<I: Index, const N: usize>(
        &self,
        tray: &Tray<'_, I, N>,
        lane: usize,
        announcing: &[Announcing<'_>],
        source: &mut impl Source,
    ) -> (Write, bool) {
        let mut announced: Option<usize> = None;
        self.turn(tray.tables, source, |number, dice, keeps, source| {
            let options = self.moves.of_throw[number];
            let plain = self.possible(options, dice, lane, &tray.board);
            if number == 0 && !announcing.is_empty() {
                // With no other box to fill, something must be announced.
                let open = tray.board.next.iter().any(|next| next.get(lane) > f64::NEG_INFINITY);
                let others = if open { keeps.len() + plain.len() } else { 0 };
                let chosen = source.below((others + announcing.len()) as u32) as usize;
                announced = chosen.checked_sub(others).map(|nth| announcing[nth].alone.slot);
            }
            let possible = match announced {
                None => plain,
                Some(slot) => {
                    let writes = self.writes[options][dice].iter().copied();
                    writes.filter(|write| write.slot == slot).collect()
                }
            };
            let chosen = source.below((keeps.len() + possible.len()) as u32) as usize;
            chosen.checked_sub(keeps.len()).map_or_else(|| Ok(keeps[chosen]), |nth| Err(possible[nth]))
        })
    }

    /// A turn by what is chosen on each throw: to keep dice, or to write.
    fn turn<I: Index, S: Source>(
        &self,
        tables: &Tables<I>,
        source: &mut S,
        mut choose: impl FnMut(usize, usize, &[u32], &mut S) -> Result<u32, Write>,
    ) -> (Write, bool) {
        let mut won = false;
        let mut dice = throw(tables, 0, source);
        while self.wins[dice][0] {
            won = true;
            dice = throw(tables, 0, source);
        }
        let mut number = 0;
        loop {
            let can_throw = number + 1 < self.moves.of_throw.len();
            let keeps = if can_throw { &self.keeps[dice][..] } else { &[] };
            match choose(number, dice, keeps, source) {
                Ok(keep) => dice = throw(tables, keep as usize, source),
                Err(write) => return (write, won),
            }
            won |= self.wins[dice][1];
            number += 1;
        }
    }

    /// The last resorts that a state has.
    fn resorts<'b, const N: usize>(
        &'b self,
        lane: usize,
        board: &'b Board<Means, N>,
    ) -> impl Iterator<Item = Write> + 'b {
        let there = self.moves.last_resort.iter().zip(&board.last_resort);
        let there = there.filter(move |(_, value)| value.get(lane) > f64::NEG_INFINITY);
        let moves = there.flat_map(|(resort, _)| &resort.moves);
        let write = move |&(slot, to, added): &(usize, usize, f64)| Write {
            to,
            slot,
            entry: Entry::Score(self.moves.written(to, added)),
            bonus: 0,
            fits: false,
        };
        moves.map(write).filter(move |write| board.next[write.to].get(lane) > f64::NEG_INFINITY)
    }

    /// Everything that can be written with a joker, where the dice are one.
    pub(crate) fn jokers<const N: usize>(
        &self,
        options: usize,
        dice: usize,
        lane: usize,
        board: &Board<Means, N>,
    ) -> Option<Vec<Write>> {
        let jokers = board.jokers[lane];
        let writes = self.moves.jokers[options].get(&dice).filter(|_| jokers != Jokers::None)?;
        let bonus = if jokers == Jokers::Paid { self.moves.bonus } else { 0 };
        let write = |(_, write): (usize, &JokerWrite)| {
            let (to, _) = write.by(jokers);
            Write { to, slot: write.slot, entry: write.entry, bonus, fits: write.fits }
        };
        Some(board.joker_writes(writes, lane).map(write).collect())
    }

    /// Everything that can be written.
    fn possible<const N: usize>(
        &self,
        options: usize,
        dice: usize,
        lane: usize,
        board: &Board<Means, N>,
    ) -> Vec<Write> {
        if let Some(writes) = self.jokers(options, dice, lane, board) {
            return writes;
        }
        let writes = &self.writes[options][dice];
        let can = |write: &Write| board.next[write.to].get(lane) > f64::NEG_INFINITY;
        let mut found: Vec<Write> = writes.iter().copied().filter(can).collect();
        if !found.iter().any(|write| write.fits) {
            found.extend(self.resorts(lane, board));
        }
        found
    }

    /// What is best written; a last resort only where no dice fit.
    fn best<const N: usize>(
        &self,
        options: usize,
        dice: usize,
        lane: usize,
        board: &Board<Means, N>,
    ) -> Write {
        let jokers = self.jokers(options, dice, lane, board);
        let (mut best, mut most, mut fits) = (None, f64::NEG_INFINITY, jokers.is_some());
        for write in jokers.as_ref().unwrap_or(&self.writes[options][dice]) {
            let value = write.value(lane, board, self.moves);
            fits |= write.fits && value > f64::NEG_INFINITY;
            if value > most {
                (best, most) = (Some(*write), value);
            }
        }
        if !fits {
            for write in self.resorts(lane, board) {
                let value = write.value(lane, board, self.moves);
                if value > most {
                    (best, most) = (Some(write), value);
                }
            }
        }
        best.expect("something can always be done after the last throw")
    }
}

/// By throw: what can be written.
fn writes(rules: &SheetRules, moves: &Moves, options: &Options) -> Vec<Vec<Write>> {
    let mut writes: Vec<Vec<Write>> = vec![Vec::new(); rules.space.all().len()];
    for (yields, fits) in [(&options.by_slot, true), (&options.unfit, false)] {
        for (slot, given) in yields.iter().enumerate().flat_map(|(slot, y)| y.iter().map(move |y| (slot, y)))
        {
            for &throw in &given.throws {
                let (to, entry) = (given.to, Entry::Score(moves.written(given.to, given.points)));
                writes[throw as usize].push(Write { to, slot, entry, bonus: 0, fits });
            }
        }
    }
    for &to in &options.for_nothing {
        let slot = moves.moves[to].slot;
        // A zero is offered to all dice where those that fit would never take it; they may not, either.
        let only_unfit = rules.slots[slot].cross == Cross::Never;
        let entry = if rules.slots[slot].unfit == Unfit::Zero { Entry::Score(0) } else { Entry::Crossed };
        for writes in &mut writes {
            if !(only_unfit && writes.iter().any(|write| write.slot == slot)) {
                writes.push(Write { to, slot, entry, bonus: 0, fits: false });
            }
        }
    }
    writes
}

/// The dice that are not kept fall: from a keep of the lattice up to a whole throw.
fn throw<I: Index>(tables: &Tables<I>, keep: usize, source: &mut impl Source) -> usize {
    let (sides, smaller) = (tables.sides, tables.edges.to_keeps.len() / tables.sides);
    let mut face = || source.below(sides as u32) as usize;
    let mut node = keep;
    while node < smaller {
        node = tables.edges.to_keeps[node * sides + face()].to_usize();
    }
    tables.edges.to_whole[(node - smaller) * sides + face()].to_usize()
}

/// What each keep is worth before each later throw, for all lanes.
struct Weigh<'a, 'b, I, const N: usize> {
    tray: &'a mut Tray<'b, I, N>,
}

impl<I: Index, const N: usize> pulp::WithSimd for Weigh<'_, '_, I, N> {
    type Output = ();

    #[inline(always)]
    fn with_simd<S: pulp::Simd>(self, _: S) {
        let Tray { tables, board, keeps, count } = self.tray;
        board.write_all(tables);
        board.before_each_throw(tables, |throw, values: &[Means; N]| {
            keeps[throw - 2].clear();
            keeps[throw - 2].extend_from_slice(&values[..*count]);
        });
    }
}
