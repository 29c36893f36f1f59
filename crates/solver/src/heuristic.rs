//! `HeuristicPlayer`: players who do not look beyond the current turn. They need no solved game, so they also play
//! games that are too large.

use std::sync::Arc;

use kosti_dice::Dice;
use kosti_rules::{Difference, GroupMark, Offer, Rules, Sheet, SheetRules, Thrown};

use crate::backward::{AnyTables, with_tables};
use crate::jokers::JokerStatus;
use crate::kernel::TurnBoard;
use crate::lane_value::{F64x4, LANES, LaneValue};
use crate::lattice::{Index, Lattice};
use crate::moves::{Move, Moves, PointsRole};
use crate::simulate::{Player, PlayerTables, simulation_methods};
use crate::strategy::{Choice, ValuedChoice, advice};
use crate::turn_tables::{Announcement, DiceRng, SimulationBoard, SingleBoxTurn, TurnTables, WriteChoice};

/// How a player values entries who does not look beyond the current turn.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Policy {
    /// Maximizes the expected points of this turn.
    Greedy,
    /// As `Greedy`, but each box costs the value of a turn for it alone: this keeps boxes for the turns they are good
    /// for.
    Sensible,
    /// As `Sensible`, and the points of a group also count for their share of its bonus.
    Thoughtful,
    /// Chooses at random; all allowed choices are equally likely.
    Random,
}

/// A player who does not look beyond the current turn.
pub struct HeuristicPlayer {
    rules: Arc<Rules>,
    policy: Policy,
    moves: Moves,
    lattice: Lattice,
    tables: AnyTables,
    /// By box: the value of a turn for it alone.
    costs: Vec<f64>,
    /// By box: the points that a turn for it alone writes.
    usual: Vec<f64>,
    /// By box: the value of a point on an empty sheet, if it depends on other boxes.
    units: Vec<f64>,
    /// The solved turns of boxes that must be announced.
    announced: Vec<SingleBoxTurn>,
}

impl HeuristicPlayer {
    /// Creates a player of this game.
    ///
    /// # Panics
    /// If the rules are not those of a score-sheet game.
    #[must_use]
    pub fn new(rules: Arc<Rules>, policy: Policy) -> Self {
        let sheet = rules.sheet().expect("a score-sheet game");
        // If differences count, the value of points depends on other boxes.
        let sums = sheet.groups.iter().all(|group| group.difference.is_none());
        let lattice = Lattice::of(sheet);
        let moves = Moves::new(sheet, if sums { PointsRole::Value } else { PointsRole::State }, &lattice);
        let tables = AnyTables::new(&lattice, &moves);
        let costs = vec![0.0; sheet.slots.len()];
        let (usual, units, announced) = (costs.clone(), costs.clone(), Vec::new());
        let mut player = Self { rules, policy, moves, lattice, tables, costs, usual, units, announced };
        player.learn_box_values();
        player
    }

    /// Computes the values of turns for single boxes.
    fn learn_box_values(&mut self) {
        let rules = self.rules.clone();
        let rules = rules.sheet().expect("checked when made");
        for it in rules.groups.iter().filter_map(|group| group.difference) {
            for (slot, sign) in [(it.of, 1.0), (it.less, -1.0), (it.times, 1.0)] {
                self.usual[slot] = sign * self.single_box_value(slot, |to| sign * f64::from(to.points));
            }
        }
        let empty = Sheet::empty(self.costs.len());
        self.units = (0..self.costs.len()).map(|slot| self.points_value(&empty, slot, 1)).collect();
        if matches!(self.policy, Policy::Sensible | Policy::Thoughtful) {
            let cost = |slot| self.single_box_value(slot, |to| self.move_value(&empty, to));
            self.costs = (0..self.costs.len()).map(cost).collect();
        }
        let slots = (0..rules.slots.len()).filter(|&slot| rules.slots[slot].announced);
        self.announced = slots.map(|slot| self.single_box_turn(slot, &empty)).collect();
    }

    /// Places a turn for one box, with the values of its moves.
    fn place_single_box<const N: usize>(
        &self,
        board: &mut TurnBoard<F64x4, N>,
        slot: usize,
        worth: impl Fn(&Move) -> f64,
    ) {
        board.next.fill(F64x4::IMPOSSIBLE);
        board.last_resort.fill(F64x4::IMPOSSIBLE);
        board.open.clear();
        board.open.push(slot);
        for &to in &self.moves.of_slot[slot] {
            let value = worth(&self.moves.moves[to]);
            (0..LANES).for_each(|lane| board.next[to].set(lane, value));
        }
    }

    /// Returns the value of a turn that is played for one box.
    fn single_box_value(&self, slot: usize, worth: impl Fn(&Move) -> f64) -> f64 {
        with_tables!(&self.tables, |tables, N| {
            let mut board = TurnBoard::<F64x4, N>::new(&self.moves);
            self.place_single_box(&mut board, slot, worth);
            let turn = board.solve_turn(tables);
            // Some dice may not be written into this box at all.
            if turn.is_possible(0) { turn.get(0) } else { 0.0 }
        })
    }

    /// Solves a turn that is played for one box, with all its choices.
    fn single_box_turn(&self, slot: usize, empty: &Sheet) -> SingleBoxTurn {
        with_tables!(&self.tables, |tables, N| {
            let mut sim = SimulationBoard::<_, N>::new(tables, &self.moves, &self.lattice);
            self.place_single_box(&mut sim.board, slot, |to| self.move_value(empty, to));
            sim.solve_keeps();
            sim.single_box_turn(slot, self.units[slot])
        })
    }

    /// Returns the points of a box, or those expected from a turn for it.
    fn expected_sum(&self, rules: &SheetRules, sheet: &Sheet, slot: usize) -> f64 {
        if rules.is_open(sheet, slot) { self.usual[slot] } else { sheet.sum(slot).into() }
    }

    /// Returns the value of points in a box, without its share of a bonus and without the value that the kernel adds.
    /// It differs from 0 for boxes of a difference.
    fn points_value(&self, sheet: &Sheet, slot: usize, points: i32) -> f64 {
        let rules = self.rules.sheet().expect("checked when made");
        let mut unit = f64::from(points) - self.moves.added_value(points);
        for Difference { of, less, times } in rules.groups.iter().filter_map(|group| group.difference) {
            let expected = |slot| self.expected_sum(rules, sheet, slot);
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

    /// Returns the value of a move, without the value that the kernel adds.
    fn move_value(&self, sheet: &Sheet, to: &Move) -> f64 {
        self.bonus_share_gain(sheet, to.slot, to.gain) + self.points_value(sheet, to.slot, to.points)
    }

    /// Returns the factor by which points of a box count more than on an empty sheet.
    fn scale(&self, sheet: &Sheet, slot: usize) -> f64 {
        let unit = self.units[slot];
        if unit == 0.0 { 1.0 } else { self.points_value(sheet, slot, 1) / unit }
    }

    /// Returns the cost of a box on this sheet.
    fn cost(&self, sheet: &Sheet, slot: usize) -> f64 {
        self.costs[slot] * self.scale(sheet, slot)
    }

    /// Lists the boxes that may be announced on this sheet.
    fn announcements(&self, sheet: &Sheet) -> Vec<Announcement<'_>> {
        let rules = self.rules.sheet().expect("checked when made");
        let open = self.announced.iter().filter(|alone| rules.may_announce(sheet, alone.slot));
        open.map(|alone| {
            let (scale, cost) = (self.scale(sheet, alone.slot), self.costs[alone.slot]);
            Announcement { alone, scale, cost }
        })
        .collect()
    }

    /// Returns the change of the bonus share when the group of the box gains points.
    fn bonus_share_gain(&self, sheet: &Sheet, slot: usize, gain: i32) -> f64 {
        let rules = self.rules.sheet().expect("checked when made");
        let group = rules.slots[slot].group.filter(|_| self.policy == Policy::Thoughtful);
        group.map_or(0.0, |group| {
            let before = rules.groups[group].slots.iter().map(|&slot| sheet.sum(slot)).sum();
            bonus_share(rules.groups[group].mark.as_ref(), before + gain)
                - bonus_share(rules.groups[group].mark.as_ref(), before)
        })
    }

    /// Returns the expected points still to come if each open box gets a turn of its own, with the bonus shares of
    /// present sums.
    ///
    /// # Panics
    /// Never: the rules are those of a score-sheet game.
    #[must_use]
    pub fn expected_rest(&self, sheet: &Sheet) -> f64 {
        let rules = self.rules.sheet().expect("checked when made");
        let room = |slot: usize| usize::from(rules.slots[slot].fill).saturating_sub(sheet.filled(slot));
        let differences = || rules.groups.iter().filter_map(|group| group.difference);
        let of_turns = |slot: usize| {
            if differences().any(|it| slot == it.of || slot == it.less) {
                // Their points count only in the difference.
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
        let expected = |slot| self.expected_sum(rules, sheet, slot);
        let differ: f64 =
            to_differ.map(|it| (expected(it.of) - expected(it.less)) * expected(it.times)).sum();
        let groups = rules.groups.iter().zip(rules.totals(sheet).groups);
        // A bonus that is already paid, or that is missed for good, is not still to come.
        let open = |slots: &[usize]| slots.iter().any(|&slot| room(slot) > 0);
        let shares = groups.filter(|(group, (_, extra))| *extra == 0 && open(&group.slots));
        let shares: f64 = shares.map(|(group, (sum, _))| bonus_share(group.mark.as_ref(), sum)).sum();
        turns + differ + if self.policy == Policy::Thoughtful { shares } else { 0.0 }
    }

    /// Returns all choices for these dice on this throw with their values for this player, best first. `announced` is
    /// the announced box.
    ///
    /// # Panics
    /// Never: the rules are those of a score-sheet game.
    #[must_use]
    pub fn advise(
        &self,
        sheet: &Sheet,
        thrown: impl Into<Thrown>,
        throw: u8,
        announced: Option<usize>,
    ) -> Vec<ValuedChoice> {
        let rules = self.rules.sheet().expect("checked when made");
        let thrown = thrown.into();
        let after = |slot: usize, points: i32, bonus: i32| {
            let added =
                self.moves.added_value(points + bonus) + self.points_value(sheet, slot, points + bonus);
            added - self.cost(sheet, slot) + self.bonus_share_gain(sheet, slot, points)
        };
        let mut offers = rules.offers(sheet, thrown.dice, throw);
        offers.retain(|offer: &Offer| match announced {
            Some(slot) => offer.slot == slot,
            None => !rules.slots[offer.slot].announced,
        });
        let announcements = self.announcements(sheet);
        if let Some(slot) = announced {
            let alone = announcements.iter().find(|announcing| announcing.alone.slot == slot);
            return advice(rules, &offers, thrown, throw, after, |keeps| {
                let value = |keep: &Dice| {
                    let before = |it: &Announcement<'_>| {
                        it.alone.keeps[usize::from(throw) - 1][self.lattice.keep(*keep)]
                    };
                    alone.map_or(0.0, |alone| alone.value(before(alone)))
                };
                keeps.iter().map(value).collect()
            });
        }
        let mut valued = advice(rules, &offers, thrown, throw, after, |keeps| {
            with_tables!(&self.tables, |tables, N| {
                let mut board = TurnBoard::<F64x4, N>::new(&self.moves);
                self.place_sheets(&mut board, [sheet].into_iter());
                board.solve_keeps_before(tables, usize::from(throw) + 1);
                keeps.iter().map(|&keep| board.keep_values[self.lattice.keep(keep)].get(0)).collect()
            })
        });
        // If no box can be written, keeps have no value either.
        valued.retain(|valued| valued.value > f64::NEG_INFINITY);
        if throw == 1 && !announcements.is_empty() {
            let keeps = rules.keeps_of(thrown).filter(|_| rules.throws > 1);
            let keeps: Vec<u32> = keeps.map(|keep| self.lattice.keep(keep) as u32).collect();
            let announce = |it: &Announcement<'_>| {
                let (value, _) = it.alone.best(&self.moves, 0, rules.space.index(thrown.dice), &keeps);
                ValuedChoice { choice: Choice::Announce(it.alone.slot), value: it.value(value) }
            };
            valued.extend(announcements.iter().map(announce));
            valued.sort_by(|a, b| b.value.total_cmp(&a.value));
        }
        valued
    }

    /// Puts sheets into the lanes. The values after this turn are 0, apart from costs and bonus shares.
    fn place_sheets<'s, const N: usize>(
        &self,
        board: &mut TurnBoard<F64x4, N>,
        sheets: impl Iterator<Item = &'s Sheet>,
    ) {
        let rules = self.rules.sheet().expect("checked when made");
        board.open.clear();
        board.next.fill(F64x4::IMPOSSIBLE);
        board.last_resort.fill(F64x4::IMPOSSIBLE);
        board.jokers.fill(JokerStatus::None);
        for (lane, sheet) in sheets.enumerate() {
            board.jokers[lane] = JokerStatus::on_sheet(rules, sheet);
            let may = |slot: &usize| rules.may_fill(sheet, *slot) && !rules.slots[*slot].announced;
            for slot in (0..rules.slots.len()).filter(may) {
                if !board.open.contains(&slot) {
                    board.open.push(slot);
                }
                let cost = self.cost(sheet, slot);
                for &to in &self.moves.of_slot[slot] {
                    board.next[to].set(lane, self.move_value(sheet, &self.moves.moves[to]) - cost);
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

simulation_methods!(HeuristicPlayer);

impl Player for HeuristicPlayer {
    const BATCH: usize = 64;
    type Game = Sheet;
    type Scratch<'a> = ();

    fn tables(&self) -> PlayerTables<'_> {
        let rules = self.rules.sheet().expect("checked when made");
        PlayerTables { rules, moves: &self.moves, lattice: &self.lattice, tables: &self.tables }
    }

    fn new_game(&self, _: bool) -> Sheet {
        Sheet::empty(self.costs.len())
    }

    fn place<I: Index, const N: usize>(
        &self,
        sim: &mut SimulationBoard<'_, I, N>,
        sheets: &[Sheet],
        order: &[usize],
        (): &mut (),
    ) -> Vec<usize> {
        let order = &order[..order.len().min(LANES)];
        self.place_sheets(&mut sim.board, order.iter().map(|&game| &sheets[game]));
        if self.policy != Policy::Random {
            sim.solve_keeps();
        }
        (0..order.len()).collect()
    }

    fn play_turn<I: Index, const N: usize>(
        &self,
        turn_tables: &TurnTables<'_>,
        sim: &SimulationBoard<'_, I, N>,
        lane: usize,
        sheet: &Sheet,
        rng: &mut impl DiceRng,
    ) -> (WriteChoice, bool) {
        let announcing = self.announcements(sheet);
        match self.policy {
            Policy::Greedy | Policy::Sensible | Policy::Thoughtful => {
                turn_tables.play_best_turn(sim, lane, &announcing, rng)
            }
            Policy::Random => turn_tables.play_random_turn(sim, lane, &announcing, rng),
        }
    }

    fn write(&self, sheet: &mut Sheet, write: &WriteChoice) {
        write.apply_to(sheet);
    }

    fn sheet<'g>(&self, sheet: &'g Sheet) -> Option<&'g Sheet> {
        Some(sheet)
    }

    fn result(&self, sheet: &Sheet) -> (i32, Option<i32>) {
        let totals = self.tables().rules.totals(sheet);
        (totals.total, totals.points)
    }
}

/// Returns the part of a bonus that corresponds to a sum: all of the step that it reaches, and a part of the way to the
/// next one.
fn bonus_share(mark: Option<&GroupMark>, sum: i32) -> f64 {
    let Some(mark) = mark.filter(|mark| !mark.steps().is_empty()) else { return 0.0 };
    let reached = mark.reached(sum);
    let before = reached.checked_sub(1).map_or(0, |last| mark.steps()[last].at_least);
    let points = f64::from(mark.points(reached).max(0));
    mark.steps().get(reached).map_or(points, |next| {
        let way = f64::from((sum - before).max(0)) / f64::from((next.at_least - before).max(1));
        points + way * (f64::from(next.points) - points).max(0.0)
    })
}
