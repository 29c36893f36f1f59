//! `TurnTables`: precomputed choices of each throw, to play the turns of simulated games.

use kosti_rules::file::{Cross, Unfit};
use kosti_rules::{Entry, Sheet, SheetRules, Thrown};

use crate::jokers::{JokerStatus, JokerWrite};
use crate::kernel::{Tables, TurnBoard};
use crate::lane_value::{F64x4, LaneValue};
use crate::lattice::{Index, Lattice};
use crate::moves::{Moves, ThrowOptions};

/// A source of random numbers for dice and random players.
pub trait DiceRng {
    /// Returns a number below `n`; all are equally likely.
    fn below(&mut self, n: u32) -> u32;
}

impl<F: FnMut(u32) -> u32> DiceRng for F {
    fn below(&mut self, n: u32) -> u32 {
        self(n)
    }
}

/// The result of a simulated score-sheet game.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct SheetResult {
    /// The total of the sheet.
    pub total: i32,
    /// The points, if awards decide the game.
    pub points: Option<i32>,
    /// The round in which dice fell that win at once. The game was played on as if they had not fallen.
    pub instant_win: Option<u32>,
}

/// The choices of each throw.
pub(crate) struct TurnTables<'a> {
    moves: &'a Moves,
    /// By throw: all keeps that throw at least one die, as indexes into the lattice.
    keeps: Vec<Vec<u32>>,
    /// By throw: whether it wins at once as a first throw, and as a later one.
    wins: Vec<[bool; 2]>,
    /// By list of options and throw: the entries.
    pub(crate) writes: Vec<Vec<Vec<WriteChoice>>>,
}

/// An entry that ends a turn.
#[derive(Clone, Copy)]
pub(crate) struct WriteChoice {
    pub(crate) to: usize,
    pub(crate) slot: usize,
    entry: Entry,
    /// The joker bonus.
    pub(crate) bonus: i32,
    /// Whether the dice fit.
    pub(crate) fits: bool,
}

impl WriteChoice {
    pub(crate) fn points(&self) -> i32 {
        self.entry.points()
    }

    /// Writes the entry onto a sheet.
    pub(crate) fn apply_to(&self, sheet: &mut Sheet) {
        sheet.write(self.slot, self.entry);
        sheet.add_joker(self.bonus);
    }

    /// Returns its value, with the value of the next state.
    fn value<const N: usize>(&self, lane: usize, board: &TurnBoard<F64x4, N>, moves: &Moves) -> f64 {
        board.next[self.to].get(lane) + moves.added_value(self.points() + self.bonus)
    }
}

/// The solution of a turn that is played for one box only.
#[derive(Debug)]
pub(crate) struct SingleBoxTurn {
    pub(crate) slot: usize,
    /// The value of one point in the box.
    pub(crate) unit: f64,
    /// By list of options and throw: the value of the best entry.
    pub(crate) written: Vec<Vec<f64>>,
    /// Before each throw but the first: the value of each keep.
    pub(crate) keeps: Vec<Vec<f64>>,
}

impl SingleBoxTurn {
    /// Returns the value of these dice on a throw number counted from 0, and the best keep, or `None` if writing is
    /// best.
    pub(crate) fn best(
        &self,
        moves: &Moves,
        number: usize,
        dice: usize,
        keeps: &[u32],
    ) -> (f64, Option<u32>) {
        let write = self.written[moves.options_of_throw[number]][dice];
        best_keep(write, keeps, |kept| self.keeps[number][kept as usize])
    }
}

/// A box that may be announced on a sheet.
pub(crate) struct Announcement<'a> {
    pub(crate) alone: &'a SingleBoxTurn,
    /// The factor by which its points count more than on an empty sheet.
    pub(crate) scale: f64,
    /// The value of a turn for this box, which it costs to fill it.
    pub(crate) cost: f64,
}

impl Announcement<'_> {
    pub(crate) fn value(&self, alone: f64) -> f64 {
        (alone - self.cost) * self.scale
    }
}

/// Returns the larger of the value of writing and of the values of all keeps.
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

/// A board whose lanes hold the states of simulated games.
pub(crate) struct SimulationBoard<'a, I, const N: usize> {
    tables: &'a Tables<I>,
    pub(crate) board: TurnBoard<F64x4, N>,
    /// Before each throw but the first: the value of each keep.
    keeps: Vec<Vec<F64x4>>,
    /// The number of keeps.
    count: usize,
}

impl<'a, I: Index, const N: usize> SimulationBoard<'a, I, N> {
    pub(crate) fn new(tables: &'a Tables<I>, moves: &Moves, lattice: &Lattice) -> Self {
        let keeps = vec![Vec::new(); tables.options_of_throw.len() - 1];
        Self { tables, board: TurnBoard::new(moves), keeps, count: lattice.keeps() }
    }

    /// Returns the solution in the first lane as a turn for one box.
    pub(crate) fn single_box_turn(&self, slot: usize, unit: f64) -> SingleBoxTurn {
        let first = |cells: &[F64x4]| cells.iter().map(|cell| cell.get(0)).collect();
        let throws = self.tables.first.len();
        SingleBoxTurn {
            slot,
            unit,
            written: self.board.best_writes.iter().map(|written| first(&written[..throws])).collect(),
            keeps: self.keeps.iter().map(|keeps| first(keeps)).collect(),
        }
    }

    /// Computes the values of all keeps for the states in the lanes.
    pub(crate) fn solve_keeps(&mut self) {
        let Self { tables, board, keeps, count } = self;
        board.solve_keeps_before_each(tables, |throw, board| {
            keeps[throw - 2].clear();
            keeps[throw - 2].extend_from_slice(&board.keep_values[..*count]);
        });
    }
}

impl<'a> TurnTables<'a> {
    pub(crate) fn new(rules: &SheetRules, moves: &'a Moves, lattice: &Lattice) -> Self {
        let keeps_of = |thrown| rules.keeps_of(thrown).map(|keep| lattice.keep(keep) as u32).collect();
        let wins = |thrown: Thrown| [1, 2].map(|throw| rules.wins(thrown.dice, throw).is_some());
        Self {
            moves,
            keeps: lattice.all_thrown().map(keeps_of).collect(),
            wins: lattice.all_thrown().map(wins).collect(),
            writes: moves
                .options
                .iter()
                .map(|options| writes(rules, moves, options, lattice.throws()))
                .collect(),
        }
    }

    /// Plays a turn by the values of the board, or for an announced box if that is better. Returns the entry, and
    /// whether dice fell that win at once; play goes on after them, with a new throw if they were the first.
    pub(crate) fn play_best_turn<I: Index, const N: usize>(
        &self,
        sim: &SimulationBoard<'_, I, N>,
        lane: usize,
        announcing: &[Announcement<'_>],
        rng: &mut impl DiceRng,
    ) -> (WriteChoice, bool) {
        let board = &sim.board;
        let mut announced: Option<&SingleBoxTurn> = None;
        self.play_turn(sim.tables, rng, |number, dice, keeps, _| {
            let options = self.moves.options_of_throw[number];
            let write = board.best_writes[options][dice].get(lane);
            let (best, keep) = best_keep(write, keeps, |kept| sim.keeps[number][kept as usize].get(lane));
            if number == 0 {
                let value = |it: &Announcement<'_>| it.value(it.alone.best(self.moves, 0, dice, keeps).0);
                let better = announcing.iter().filter(|it| value(it) > best);
                announced =
                    better.max_by(|a, b| value(a).total_cmp(&value(b))).map(|announcing| announcing.alone);
            }
            match announced {
                None => keep.map_or_else(|| Err(self.best_write(options, dice, lane, board)), Ok),
                Some(alone) => {
                    let (_, keep) = alone.best(self.moves, number, dice, keeps);
                    keep.map_or_else(|| Err(self.best_write_in_box(options, dice, alone)), Ok)
                }
            }
        })
    }

    /// Returns the best entry of an announced box.
    fn best_write_in_box(&self, options: usize, dice: usize, alone: &SingleBoxTurn) -> WriteChoice {
        let writes = self.writes[options][dice].iter().filter(|write| write.slot == alone.slot);
        let worth = |write: &&WriteChoice| alone.unit * f64::from(write.points());
        let best = writes.max_by(|a, b| worth(a).total_cmp(&worth(b)));
        *best.expect("boxes that are announced take any dice")
    }

    /// Plays a turn with random choices; all that are allowed are equally likely.
    pub(crate) fn play_random_turn<I: Index, const N: usize>(
        &self,
        sim: &SimulationBoard<'_, I, N>,
        lane: usize,
        announcing: &[Announcement<'_>],
        rng: &mut impl DiceRng,
    ) -> (WriteChoice, bool) {
        let mut announced: Option<usize> = None;
        self.play_turn(sim.tables, rng, |number, dice, keeps, rng| {
            let options = self.moves.options_of_throw[number];
            let plain = self.possible_writes(options, dice, lane, &sim.board);
            if number == 0 && !announcing.is_empty() {
                // If no other box is open, a box must be announced.
                let open = sim.board.next.iter().any(|next| next.get(lane) > f64::NEG_INFINITY);
                let others = if open { keeps.len() + plain.len() } else { 0 };
                let chosen = rng.below((others + announcing.len()) as u32) as usize;
                announced = chosen.checked_sub(others).map(|nth| announcing[nth].alone.slot);
            }
            let possible = match announced {
                None => plain,
                Some(slot) => {
                    let writes = self.writes[options][dice].iter().copied();
                    writes.filter(|write| write.slot == slot).collect()
                }
            };
            let chosen = rng.below((keeps.len() + possible.len()) as u32) as usize;
            chosen.checked_sub(keeps.len()).map_or_else(|| Ok(keeps[chosen]), |nth| Err(possible[nth]))
        })
    }

    /// Plays a turn; `choose` returns the dice to keep or the entry to write.
    fn play_turn<I: Index, S: DiceRng>(
        &self,
        tables: &Tables<I>,
        rng: &mut S,
        mut choose: impl FnMut(usize, usize, &[u32], &mut S) -> Result<u32, WriteChoice>,
    ) -> (WriteChoice, bool) {
        let mut won = false;
        let mut dice = throw_dice(tables, 0, rng);
        while self.wins[dice][0] {
            won = true;
            dice = throw_dice(tables, 0, rng);
        }
        let mut number = 0;
        loop {
            let can_throw = number + 1 < self.moves.options_of_throw.len();
            let keeps = if can_throw { &self.keeps[dice][..] } else { &[] };
            match choose(number, dice, keeps, rng) {
                Ok(keep) => dice = throw_dice(tables, keep as usize, rng),
                Err(write) => return (write, won),
            }
            won |= self.wins[dice][1];
            number += 1;
        }
    }

    /// Iterates over the last resorts of a state.
    fn last_resorts<'b, const N: usize>(
        &'b self,
        lane: usize,
        board: &'b TurnBoard<F64x4, N>,
    ) -> impl Iterator<Item = WriteChoice> + 'b {
        let there = self.moves.last_resort.iter().zip(&board.last_resort);
        let there = there.filter(move |(_, value)| value.get(lane) > f64::NEG_INFINITY);
        let moves = there.flat_map(|(resort, _)| &resort.moves);
        let write = move |&(slot, to, added): &(usize, usize, f64)| WriteChoice {
            to,
            slot,
            entry: Entry::Score(self.moves.points_of(to, added)),
            bonus: 0,
            fits: false,
        };
        moves.map(write).filter(move |write| board.next[write.to].get(lane) > f64::NEG_INFINITY)
    }

    /// Lists the entries of a joker throw, if the dice are one.
    pub(crate) fn joker_writes<const N: usize>(
        &self,
        options: usize,
        dice: usize,
        lane: usize,
        board: &TurnBoard<F64x4, N>,
    ) -> Option<Vec<WriteChoice>> {
        let jokers = board.jokers[lane];
        let writes = self.moves.jokers[options].get(&dice).filter(|_| jokers != JokerStatus::None)?;
        let bonus = if jokers == JokerStatus::Paid { self.moves.bonus } else { 0 };
        let write = |(_, write): (usize, &JokerWrite)| {
            let (to, _) = write.move_with(jokers);
            WriteChoice { to, slot: write.slot, entry: write.entry, bonus, fits: write.fits }
        };
        Some(board.joker_writes(writes, lane).map(write).collect())
    }

    /// Lists all entries that are allowed.
    fn possible_writes<const N: usize>(
        &self,
        options: usize,
        dice: usize,
        lane: usize,
        board: &TurnBoard<F64x4, N>,
    ) -> Vec<WriteChoice> {
        if let Some(writes) = self.joker_writes(options, dice, lane, board) {
            return writes;
        }
        let writes = &self.writes[options][dice];
        let can = |write: &WriteChoice| board.next[write.to].get(lane) > f64::NEG_INFINITY;
        let mut found: Vec<WriteChoice> = writes.iter().copied().filter(can).collect();
        if !found.iter().any(|write| write.fits) {
            found.extend(self.last_resorts(lane, board));
        }
        found
    }

    /// Returns the best entry; last resorts count only if the dice fit nowhere.
    fn best_write<const N: usize>(
        &self,
        options: usize,
        dice: usize,
        lane: usize,
        board: &TurnBoard<F64x4, N>,
    ) -> WriteChoice {
        let jokers = self.joker_writes(options, dice, lane, board);
        let (mut best, mut most, mut fits) = (None, f64::NEG_INFINITY, jokers.is_some());
        for write in jokers.as_ref().unwrap_or(&self.writes[options][dice]) {
            let value = write.value(lane, board, self.moves);
            fits |= write.fits && value > f64::NEG_INFINITY;
            if value > most {
                (best, most) = (Some(*write), value);
            }
        }
        if !fits {
            for write in self.last_resorts(lane, board) {
                let value = write.value(lane, board, self.moves);
                if value > most {
                    (best, most) = (Some(write), value);
                }
            }
        }
        best.expect("something can always be done after the last throw")
    }
}

/// Lists the entries of each throw.
fn writes(rules: &SheetRules, moves: &Moves, options: &ThrowOptions, throws: usize) -> Vec<Vec<WriteChoice>> {
    let mut writes: Vec<Vec<WriteChoice>> = vec![Vec::new(); throws];
    for (yields, fits) in [(&options.by_slot, true), (&options.unfit, false)] {
        for (slot, given) in yields.iter().enumerate().flat_map(|(slot, y)| y.iter().map(move |y| (slot, y)))
        {
            for &throw in &given.throws {
                let (to, entry) = (given.to, Entry::Score(moves.points_of(given.to, given.points)));
                writes[throw as usize].push(WriteChoice { to, slot, entry, bonus: 0, fits });
            }
        }
    }
    for &to in &options.zero_moves {
        let slot = moves.moves[to].slot;
        // `zero_moves` offers zeros to all dice; a random player may not take them for dice that fit.
        let only_unfit = rules.slots[slot].cross == Cross::Never;
        let entry = if rules.slots[slot].unfit == Unfit::Zero { Entry::Score(0) } else { Entry::Crossed };
        for writes in &mut writes {
            if !(only_unfit && writes.iter().any(|write| write.slot == slot)) {
                writes.push(WriteChoice { to, slot, entry, bonus: 0, fits: false });
            }
        }
    }
    writes
}

/// Throws the dice that are not kept: walks up the lattice from a keep to a whole throw.
fn throw_dice<I: Index>(tables: &Tables<I>, keep: usize, rng: &mut impl DiceRng) -> usize {
    let (sides, smaller) = (tables.sides, tables.edges.to_keeps.len() / tables.sides);
    let mut face = || rng.below(sides as u32) as usize;
    let mut node = keep;
    while node < smaller {
        node = tables.edges.to_keeps[node * sides + face()].to_usize();
    }
    tables.edges.to_whole[(node - smaller) * sides + face()].to_usize()
}
