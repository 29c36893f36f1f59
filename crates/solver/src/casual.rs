//! Players who do not look beyond this turn. They need no solved game, so they play also where one is too large.

use std::sync::Arc;

use kosti_dice::Dice;
use kosti_rules::{GroupMark, Rules, Sheet};

use crate::backward::{AnyTables, with_tables};
use crate::book::{Book, Played, Source, Tray};
use crate::cell::{Cell, LANES, Means};
use crate::facts::{Batch, Tally};
use crate::jokers::Jokers;
use crate::kernel::{Board, Tables, Turn};
use crate::lattice::{Index, Lattice};
use crate::moves::{Aim, Moves};
use crate::simulate::in_batches;
use crate::strategy::{Valued, advice};
use crate::watch::Watch;

/// How many games are a batch.
const BATCH: usize = 64;

/// How somebody plays who does not look beyond this turn.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Manner {
    /// For the largest expected points of this turn.
    Greedy,
    /// The same, but a box costs what a turn for it alone would bring: what is easily had elsewhere is not wasted.
    Sensible,
    /// As a sensible one, and points of a group count for their share of its bonus too.
    Thoughtful,
    /// Anything that is allowed, each as likely.
    Random,
}

/// A player who does not look beyond this turn.
pub struct Casual {
    rules: Arc<Rules>,
    manner: Manner,
    moves: Moves,
    lattice: Lattice,
    tables: AnyTables,
    /// By box: what it costs.
    costs: Vec<f64>,
}

impl Casual {
    /// A player of this game.
    ///
    /// # Panics
    /// When the rules are not those of a score-sheet game.
    #[must_use]
    pub fn new(rules: Arc<Rules>, manner: Manner) -> Self {
        let sheet = rules.sheet().expect("a score-sheet game");
        let moves = Moves::new(sheet, Aim::Sum);
        let lattice = Lattice::of(sheet);
        let tables = AnyTables::new(&lattice, &moves);
        let costs = vec![0.0; sheet.slots.len()];
        let mut casual = Self { rules, manner, moves, lattice, tables, costs };
        if matches!(manner, Manner::Sensible | Manner::Thoughtful) {
            casual.costs = (0..casual.costs.len()).map(|slot| casual.alone(slot)).collect();
        }
        casual
    }

    /// What a turn brings that is played for one box.
    fn alone(&self, slot: usize) -> f64 {
        with_tables!(&self.tables, |tables, N| {
            let mut board = Board::<Means, N>::new(&self.moves);
            board.next.fill(Means::NEVER);
            board.last_resort.fill(Means::NEVER);
            board.open.push(slot);
            let empty = Sheet::empty(self.costs.len());
            for &to in &self.moves.of_slot[slot] {
                let share = self.share(&empty, slot, self.moves.moves[to].gain);
                (0..LANES).for_each(|lane| board.next[to].set(lane, share));
            }
            let turn = pulp::Arch::new().dispatch(Turn { board: &mut board, tables });
            // Dice that may not be written there: whoever has them must do something else.
            if turn.can(0) { turn.get(0) } else { 0.0 }
        })
    }

    /// What more points of the box's group are worth as their share of its bonus.
    fn share(&self, sheet: &Sheet, slot: usize, gain: i32) -> f64 {
        let rules = self.rules.sheet().expect("checked when made");
        let group = rules.slots[slot].group.filter(|_| self.manner == Manner::Thoughtful);
        group.map_or(0.0, |group| {
            let before = rules.groups[group].slots.iter().map(|&slot| sheet.sum(slot)).sum();
            bonus_share(rules.groups[group].mark, before + gain)
                - bonus_share(rules.groups[group].mark, before)
        })
    }

    /// What is to come on a sheet when each box that is left has a turn of its own, with the shares of bonuses that are
    /// had already.
    ///
    /// # Panics
    /// Never: the rules are those of a score-sheet game.
    #[must_use]
    pub fn to_come(&self, sheet: &Sheet) -> f64 {
        let rules = self.rules.sheet().expect("checked when made");
        let room = |slot: usize| usize::from(rules.slots[slot].fill).saturating_sub(sheet.filled(slot));
        let turns: f64 = (0..self.costs.len()).map(|slot| room(slot) as f64 * self.costs[slot]).sum();
        let groups = rules.groups.iter().zip(rules.totals(sheet).groups);
        // A bonus that is there already is no longer to come; one that can be no more is not either.
        let open = |slots: &[usize]| slots.iter().any(|&slot| room(slot) > 0);
        let shares = groups.filter(|(group, (_, extra))| *extra == 0 && open(&group.slots));
        let shares: f64 = shares.map(|(group, (sum, _))| bonus_share(group.mark, sum)).sum();
        turns + if self.manner == Manner::Thoughtful { shares } else { 0.0 }
    }

    /// Everything that can be done with these dice on this throw, best first, as this player sees it.
    ///
    /// # Panics
    /// Never: the rules are those of a score-sheet game.
    #[must_use]
    pub fn advise(&self, sheet: &Sheet, dice: Dice, throw: u8) -> Vec<Valued> {
        let rules = self.rules.sheet().expect("checked when made");
        let after = |slot: usize, points: i32, bonus: i32| {
            f64::from(points + bonus) - self.costs[slot] + self.share(sheet, slot, points)
        };
        advice(rules, sheet, dice, throw, after, |keeps| {
            with_tables!(&self.tables, |tables, N| {
                let mut board = Board::<Means, N>::new(&self.moves);
                self.place(&mut board, &[(sheet.clone(), ())]);
                board.write_all(tables);
                board.before_throw(tables, usize::from(throw) + 1);
                keeps.iter().map(|&keep| board.keeps[self.lattice.keep(keep)].get(0)).collect()
            })
        })
    }

    /// Plays so many games; the same sources give the same games on any number of threads.
    pub fn simulate<S: Source>(
        &self,
        games: usize,
        source: impl Fn(u64) -> S + Sync,
        watch: Watch<'_>,
    ) -> Vec<Played> {
        let sheet = self.rules.sheet().expect("checked when made");
        let book = Book::new(sheet, &self.moves, &self.lattice);
        in_batches(BATCH, games, source, watch, |count, source| {
            with_tables!(&self.tables, |tables, N| self
                .play_batch::<_, N>(tables, &book, count, source, None))
        })
    }

    /// Plays so many games, and counts what becomes of the boxes.
    pub fn simulate_boxes<S: Source>(
        &self,
        games: usize,
        source: impl Fn(u64) -> S + Sync,
        watch: Watch<'_>,
    ) -> Vec<Batch> {
        let sheet = self.rules.sheet().expect("checked when made");
        let book = Book::new(sheet, &self.moves, &self.lattice);
        in_batches(BATCH, games, source, watch, |count, source| {
            let mut tally = Tally::new(sheet);
            let played = with_tables!(&self.tables, |tables, N| self.play_batch::<_, N>(
                tables,
                &book,
                count,
                source,
                Some(&mut tally)
            ));
            vec![Batch { played, tally }]
        })
    }

    fn play_batch<I: Index, const N: usize>(
        &self,
        tables: &Tables<I>,
        book: &Book<'_>,
        count: usize,
        source: &mut impl Source,
        mut tally: Option<&mut Tally>,
    ) -> Vec<Played> {
        let rules = self.rules.sheet().expect("checked when made");
        let mut games = vec![(Sheet::empty(rules.slots.len()), None); count];
        let mut tray = Tray::<I, N>::new(tables, &self.moves, &self.lattice);
        for round in 0..rules.rounds as u32 {
            for games in games.chunks_mut(LANES) {
                self.place(&mut tray.board, games);
                if self.manner != Manner::Random {
                    tray.weigh();
                }
                for (lane, (sheet, won)) in games.iter_mut().enumerate() {
                    let (write, wins) = match self.manner {
                        Manner::Greedy | Manner::Sensible | Manner::Thoughtful => {
                            book.best_turn(&tray, lane, source)
                        }
                        Manner::Random => book.random_turn(&tray, lane, source),
                    };
                    *won = won.or(wins.then_some(round));
                    write.onto(sheet);
                    if let Some(tally) = &mut tally {
                        tally.note(&write, round as usize);
                    }
                }
            }
        }
        let played = |(sheet, won)| {
            let totals = rules.totals(&sheet);
            if let Some(tally) = &mut tally {
                tally.note_end(rules, &totals);
            }
            Played { total: totals.total, points: totals.points, won }
        };
        games.into_iter().map(played).collect()
    }

    /// Puts sheets into the lanes; nothing is worth anything after this turn.
    fn place<const N: usize, T>(&self, board: &mut Board<Means, N>, games: &[(Sheet, T)]) {
        let rules = self.rules.sheet().expect("checked when made");
        board.open.clear();
        board.next.fill(Means::NEVER);
        board.last_resort.fill(Means::NEVER);
        board.jokers.fill(Jokers::None);
        for (lane, (sheet, _)) in games.iter().enumerate() {
            board.jokers[lane] = Jokers::on(rules, sheet);
            let may = |slot: &usize| rules.is_open(sheet, *slot) && rules.passes_gate(sheet, *slot);
            for slot in (0..rules.slots.len()).filter(may) {
                if !board.open.contains(&slot) {
                    board.open.push(slot);
                }
                for &to in &self.moves.of_slot[slot] {
                    let share = self.share(sheet, slot, self.moves.moves[to].gain);
                    board.next[to].set(lane, share - self.costs[slot]);
                }
            }
            for (resort, value) in self.moves.last_resort.iter().zip(&mut board.last_resort) {
                let of_group = |slot: usize| rules.slots[slot].group == Some(resort.group);
                if (0..rules.slots.len()).any(|slot| !of_group(slot) && rules.is_open(sheet, slot)) {
                    continue;
                }
                let open = resort.moves.iter().filter(|(slot, ..)| rules.is_open(sheet, *slot));
                let best = open.map(|&(.., points)| points).max_by(f64::total_cmp);
                value.set(lane, best.unwrap_or(f64::NEG_INFINITY));
            }
        }
    }
}

/// The share of a bonus that a sum has brought near.
fn bonus_share(mark: Option<GroupMark>, sum: i32) -> f64 {
    match mark {
        Some(GroupMark::Bonus { at_least, points, .. }) if at_least > 0 && points > 0 => {
            f64::from(points) * f64::from(sum.clamp(0, at_least)) / f64::from(at_least)
        }
        _ => 0.0,
    }
}
