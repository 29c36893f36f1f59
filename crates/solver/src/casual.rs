//! Players who do not look beyond this turn. They need no solved game, so they play also where one is too large.

use std::sync::Arc;

use kosti_dice::Dice;
use kosti_rules::{Difference, GroupMark, Offer, Rules, Sheet, SheetRules};

use crate::backward::{AnyTables, with_tables};
use crate::book::{Alone, Announcing, Book, Played, Source, Tray};
use crate::cell::{Cell, LANES, Means};
use crate::facts::{Batch, Tally};
use crate::jokers::Jokers;
use crate::kernel::{Board, Tables, Turn};
use crate::lattice::{Index, Lattice};
use crate::moves::{Aim, Move, Moves};
use crate::progress::{Cancelled, Counter, Progress};
use crate::simulate::in_batches;
use crate::strategy::{Choice, Valued, advice};

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
    /// By box: what a turn for it alone writes into it.
    usual: Vec<f64>,
    /// By box: what a point in it is worth on an empty sheet, where that depends on others.
    units: Vec<f64>,
    /// Turns for boxes that must be announced.
    announced: Vec<Alone>,
}

impl Casual {
    /// A player of this game.
    ///
    /// # Panics
    /// When the rules are not those of a score-sheet game.
    #[must_use]
    pub fn new(rules: Arc<Rules>, manner: Manner) -> Self {
        let sheet = rules.sheet().expect("a score-sheet game");
        // What points are worth depends on the box, and on others, where differences are counted.
        let sums = sheet.groups.iter().all(|group| group.difference.is_none());
        let moves = Moves::new(sheet, if sums { Aim::Sum } else { Aim::Score });
        let lattice = Lattice::of(sheet);
        let tables = AnyTables::new(&lattice, &moves);
        let costs = vec![0.0; sheet.slots.len()];
        let (usual, units, announced) = (costs.clone(), costs.clone(), Vec::new());
        let mut casual = Self { rules, manner, moves, lattice, tables, costs, usual, units, announced };
        casual.get_ready();
        casual
    }

    /// Learns what turns for one box bring.
    fn get_ready(&mut self) {
        let rules = self.rules.clone();
        let rules = rules.sheet().expect("checked when made");
        for it in rules.groups.iter().filter_map(|group| group.difference) {
            for (slot, sign) in [(it.of, 1.0), (it.less, -1.0), (it.times, 1.0)] {
                self.usual[slot] = sign * self.alone(slot, |to| sign * f64::from(to.points));
            }
        }
        let empty = Sheet::empty(self.costs.len());
        self.units = (0..self.costs.len()).map(|slot| self.worth(&empty, slot, 1)).collect();
        if matches!(self.manner, Manner::Sensible | Manner::Thoughtful) {
            let cost = |slot| self.alone(slot, |to| self.after(&empty, to));
            self.costs = (0..self.costs.len()).map(cost).collect();
        }
        let slots = (0..rules.slots.len()).filter(|&slot| rules.slots[slot].announced);
        self.announced = slots.map(|slot| self.announcing(slot, &empty)).collect();
    }

    /// A turn for one box, from what its moves are worth.
    fn place_one<const N: usize>(
        &self,
        board: &mut Board<Means, N>,
        slot: usize,
        worth: impl Fn(&Move) -> f64,
    ) {
        board.next.fill(Means::NEVER);
        board.last_resort.fill(Means::NEVER);
        board.open.clear();
        board.open.push(slot);
        for &to in &self.moves.of_slot[slot] {
            let value = worth(&self.moves.moves[to]);
            (0..LANES).for_each(|lane| board.next[to].set(lane, value));
        }
    }

    /// What a turn brings that is played for one box.
    fn alone(&self, slot: usize, worth: impl Fn(&Move) -> f64) -> f64 {
        with_tables!(&self.tables, |tables, N| {
            let mut board = Board::<Means, N>::new(&self.moves);
            self.place_one(&mut board, slot, worth);
            let turn = pulp::Arch::new().dispatch(Turn { board: &mut board, tables });
            // Dice that may not be written there: whoever has them must do something else.
            if turn.can(0) { turn.get(0) } else { 0.0 }
        })
    }

    /// The same, with every choice of it.
    fn announcing(&self, slot: usize, empty: &Sheet) -> Alone {
        with_tables!(&self.tables, |tables, N| {
            let mut tray = Tray::<_, N>::new(tables, &self.moves, &self.lattice);
            self.place_one(&mut tray.board, slot, |to| self.after(empty, to));
            tray.weigh();
            tray.alone(slot, self.units[slot])
        })
    }

    /// What a box has, or will have when a turn is played for it.
    fn expected(&self, rules: &SheetRules, sheet: &Sheet, slot: usize) -> f64 {
        if rules.is_open(sheet, slot) { self.usual[slot] } else { sheet.sum(slot).into() }
    }

    /// What points in a box are worth beside their share of a bonus and what the kernel adds: where the box counts in a
    /// difference, what they bring to that.
    fn worth(&self, sheet: &Sheet, slot: usize, points: i32) -> f64 {
        let rules = self.rules.sheet().expect("checked when made");
        let mut unit = f64::from(points) - self.moves.added(points);
        for Difference { of, less, times } in rules.groups.iter().filter_map(|group| group.difference) {
            let expected = |slot| self.expected(rules, sheet, slot);
            let points = f64::from(points);
            match slot {
                _ if slot == of => unit = points * expected(times),
                _ if slot == less => unit = -points * expected(times),
                _ if slot == times => unit += points * (expected(of) - expected(less)),
                _ => {}
            }
        }
        unit
    }

    /// What a move is worth beside what the kernel adds.
    fn after(&self, sheet: &Sheet, to: &Move) -> f64 {
        self.share(sheet, to.slot, to.gain) + self.worth(sheet, to.slot, to.points)
    }

    /// How much more a box counts on this sheet than on an empty one.
    fn scale(&self, sheet: &Sheet, slot: usize) -> f64 {
        let unit = self.units[slot];
        if unit == 0.0 { 1.0 } else { self.worth(sheet, slot, 1) / unit }
    }

    /// What a box costs on this sheet.
    fn cost(&self, sheet: &Sheet, slot: usize) -> f64 {
        self.costs[slot] * self.scale(sheet, slot)
    }

    /// The boxes that can be announced on this sheet.
    fn can_announce(&self, sheet: &Sheet) -> Vec<Announcing<'_>> {
        let rules = self.rules.sheet().expect("checked when made");
        let open = self.announced.iter().filter(|alone| rules.may_announce(sheet, alone.slot));
        open.map(|alone| {
            let (scale, cost) = (self.scale(sheet, alone.slot), self.costs[alone.slot]);
            Announcing { alone, scale, cost }
        })
        .collect()
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
        let differences = || rules.groups.iter().filter_map(|group| group.difference);
        let of_turns = |slot: usize| {
            if differences().any(|it| slot == it.of || slot == it.less) {
                // They count in what they differ by.
                0.0
            } else if differences().any(|it| slot == it.times) {
                self.usual[slot]
            } else {
                self.costs[slot]
            }
        };
        let turns: f64 = (0..self.costs.len()).map(|slot| room(slot) as f64 * of_turns(slot)).sum();
        let to_differ =
            differences().filter(|it| [it.of, it.less, it.times].iter().any(|&slot| room(slot) > 0));
        let expected = |slot| self.expected(rules, sheet, slot);
        let differ: f64 =
            to_differ.map(|it| (expected(it.of) - expected(it.less)) * expected(it.times)).sum();
        let groups = rules.groups.iter().zip(rules.totals(sheet).groups);
        // A bonus that is there already is no longer to come; one that can be no more is not either.
        let open = |slots: &[usize]| slots.iter().any(|&slot| room(slot) > 0);
        let shares = groups.filter(|(group, (_, extra))| *extra == 0 && open(&group.slots));
        let shares: f64 = shares.map(|(group, (sum, _))| bonus_share(group.mark, sum)).sum();
        turns + differ + if self.manner == Manner::Thoughtful { shares } else { 0.0 }
    }

    /// Everything that can be done with these dice on this throw, and with this box announced, best first, as this player
    /// sees it.
    ///
    /// # Panics
    /// Never: the rules are those of a score-sheet game.
    #[must_use]
    pub fn advise(&self, sheet: &Sheet, dice: Dice, throw: u8, announced: Option<usize>) -> Vec<Valued> {
        let rules = self.rules.sheet().expect("checked when made");
        let after = |slot: usize, points: i32, bonus: i32| {
            let added = self.moves.added(points + bonus) + self.worth(sheet, slot, points + bonus);
            added - self.cost(sheet, slot) + self.share(sheet, slot, points)
        };
        let mut offers = rules.offers(sheet, dice, throw);
        offers.retain(|offer: &Offer| match announced {
            Some(slot) => offer.slot == slot,
            None => !rules.slots[offer.slot].announced,
        });
        let can_announce = self.can_announce(sheet);
        if let Some(slot) = announced {
            let alone = can_announce.iter().find(|announcing| announcing.alone.slot == slot);
            return advice(rules, &offers, dice, throw, after, |keeps| {
                let value = |keep: &Dice| {
                    let before = |it: &Announcing<'_>| {
                        it.alone.keeps[usize::from(throw) - 1][self.lattice.keep(*keep)]
                    };
                    alone.map_or(0.0, |alone| alone.value(before(alone)))
                };
                keeps.iter().map(value).collect()
            });
        }
        let mut valued = advice(rules, &offers, dice, throw, after, |keeps| {
            with_tables!(&self.tables, |tables, N| {
                let mut board = Board::<Means, N>::new(&self.moves);
                self.place(&mut board, &[(sheet.clone(), ())]);
                board.write_all(tables);
                board.before_throw(tables, usize::from(throw) + 1);
                keeps.iter().map(|&keep| board.keeps[self.lattice.keep(keep)].get(0)).collect()
            })
        });
        // Without a box to write into, nothing is kept either.
        valued.retain(|valued| valued.value > f64::NEG_INFINITY);
        if throw == 1 && !can_announce.is_empty() {
            let keeps: Vec<u32> = dice
                .selections()
                .into_iter()
                .filter(|&keep| rules.throws > 1 && keep != dice)
                .map(|keep| self.lattice.keep(keep) as u32)
                .collect();
            let announce = |it: &Announcing<'_>| {
                let (value, _) = it.alone.best(&self.moves, 0, rules.space.index(dice), &keeps);
                Valued { choice: Choice::Announce(it.alone.slot), value: it.value(value) }
            };
            valued.extend(can_announce.iter().map(announce));
            valued.sort_by(|a, b| b.value.total_cmp(&a.value));
        }
        valued
    }

    /// Plays so many games; the same sources give the same games on any number of threads.
    ///
    /// # Errors
    /// When it is cancelled.
    pub fn simulate<S: Source>(
        &self,
        games: usize,
        source: impl Fn(u64) -> S + Sync,
        progress: &dyn Progress,
    ) -> Result<Vec<Played>, Cancelled> {
        let sheet = self.rules.sheet().expect("checked when made");
        let book = Book::new(sheet, &self.moves, &self.lattice);
        in_batches(BATCH, games, source, progress, |count, source, counter| {
            with_tables!(&self.tables, |tables, N| self
                .play_batch::<_, N>(tables, &book, count, source, None, counter))
        })
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
        let sheet = self.rules.sheet().expect("checked when made");
        let book = Book::new(sheet, &self.moves, &self.lattice);
        in_batches(BATCH, games, source, progress, |count, source, counter| {
            let mut tally = Tally::new(sheet);
            let played = with_tables!(&self.tables, |tables, N| self.play_batch::<_, N>(
                tables,
                &book,
                count,
                source,
                Some(&mut tally),
                counter
            ))?;
            Ok(vec![Batch { played, tally }])
        })
    }

    fn play_batch<I: Index, const N: usize>(
        &self,
        tables: &Tables<I>,
        book: &Book<'_>,
        count: usize,
        source: &mut impl Source,
        mut tally: Option<&mut Tally>,
        counter: &Counter<'_>,
    ) -> Result<Vec<Played>, Cancelled> {
        let rules = self.rules.sheet().expect("checked when made");
        let mut games = vec![(Sheet::empty(rules.slots.len()), None); count];
        let mut tray = Tray::<I, N>::new(tables, &self.moves, &self.lattice);
        for round in 0..rules.rounds as u32 {
            for games in games.chunks_mut(LANES) {
                counter.check()?;
                self.place(&mut tray.board, games);
                if self.manner != Manner::Random {
                    tray.weigh();
                }
                for (lane, (sheet, won)) in games.iter_mut().enumerate() {
                    let announcing = self.can_announce(sheet);
                    let (write, wins) = match self.manner {
                        Manner::Greedy | Manner::Sensible | Manner::Thoughtful => {
                            book.best_turn(&tray, lane, &announcing, source)
                        }
                        Manner::Random => book.random_turn(&tray, lane, &announcing, source),
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
        Ok(games.into_iter().map(played).collect())
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
            let may = |slot: &usize| rules.may_fill(sheet, *slot) && !rules.slots[*slot].announced;
            for slot in (0..rules.slots.len()).filter(may) {
                if !board.open.contains(&slot) {
                    board.open.push(slot);
                }
                let cost = self.cost(sheet, slot);
                for &to in &self.moves.of_slot[slot] {
                    board.next[to].set(lane, self.after(sheet, &self.moves.moves[to]) - cost);
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
