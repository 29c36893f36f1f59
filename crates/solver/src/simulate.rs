//! Simulation of many score-sheet games: one loop for every [`Player`]. The games of a batch advance turn by turn, so
//! that the lanes of a board solve the turns of several games at once.

use crate::parallel::*;
use kosti_rules::{Sheet, SheetRules};

use crate::backward::{AnyTables, with_tables};
use crate::kernel::Tables;
use crate::lane_value::LANES;
use crate::lattice::{Index, Lattice};
use crate::moves::Moves;
use crate::placement::{StateKey, Successors};
use crate::progress::{Cancelled, Counter, Progress};
use crate::statistics::{SimulatedBatch, Tally};
use crate::strategy::TotalStrategy;
use crate::turn_tables::{DiceRng, SheetResult, SimulationBoard, TurnTables, WriteChoice};

/// The tables of a game that a player uses.
pub(crate) struct PlayerTables<'a> {
    pub(crate) rules: &'a SheetRules,
    pub(crate) moves: &'a Moves,
    pub(crate) lattice: &'a Lattice,
    pub(crate) tables: &'a AnyTables,
}

/// A player of simulated score-sheet games.
pub(crate) trait Player: Sync {
    /// The number of games in a batch. Each batch has its own random numbers, so the results depend on it.
    const BATCH: usize;
    /// A game in play, between two turns.
    type Game: Clone;
    /// The working memory of `place`.
    type Scratch<'a>: Default
    where
        Self: 'a;

    fn tables(&self) -> PlayerTables<'_>;

    /// Returns a game with an empty sheet. `counts_boxes` demands that [`Player::sheet`] returns the sheet, unless no
    /// group has a threshold.
    fn new_game(&self, counts_boxes: bool) -> Self::Game;

    /// Sorts the indexes of games into the order in which they are placed. This decides which random numbers a game
    /// gets.
    fn sort(&self, _games: &[Self::Game], _order: &mut [usize]) {}

    /// Puts the first of the games in `order` into the lanes, and solves their turns. Returns the lane of each of them.
    fn place<'a, I: Index, const N: usize>(
        &'a self,
        sim: &mut SimulationBoard<'_, I, N>,
        games: &[Self::Game],
        order: &[usize],
        scratch: &mut Self::Scratch<'a>,
    ) -> Vec<usize>;

    /// Plays the turn of a game in a lane. Returns the entry, and whether dice fell that win at once.
    fn play_turn<I: Index, const N: usize>(
        &self,
        turn_tables: &TurnTables<'_>,
        sim: &SimulationBoard<'_, I, N>,
        lane: usize,
        _game: &Self::Game,
        rng: &mut impl DiceRng,
    ) -> (WriteChoice, bool) {
        turn_tables.play_best_turn(sim, lane, &[], rng)
    }

    /// Applies an entry to a game.
    fn write(&self, game: &mut Self::Game, write: &WriteChoice);

    /// Returns the sheet of a game, if the game has one.
    fn sheet<'g>(&self, game: &'g Self::Game) -> Option<&'g Sheet>;

    /// Returns the total of a finished game, and its points if awards decide.
    fn result(&self, game: &Self::Game) -> (i32, Option<i32>);
}

/// Defines the public methods that play games, for a [`Player`].
macro_rules! simulation_methods {
    ($player:ty) => {
        impl $player {
            /// Plays games. Each batch has its own random numbers: equal numbers give equal games on any number of
            /// threads.
            ///
            /// # Errors
            /// If it is cancelled.
            pub fn simulate<S: $crate::DiceRng>(
                &self,
                games: usize,
                rng: impl Fn(u64) -> S + Sync,
                progress: &dyn $crate::Progress,
            ) -> Result<Vec<$crate::SheetResult>, $crate::Cancelled> {
                $crate::simulate::play(self, games, rng, progress, |_, _| {})
            }

            /// Plays games, and counts the entries of the boxes.
            ///
            /// # Errors
            /// If it is cancelled.
            pub fn simulate_boxes<S: $crate::DiceRng>(
                &self,
                games: usize,
                rng: impl Fn(u64) -> S + Sync,
                progress: &dyn $crate::Progress,
            ) -> Result<Vec<$crate::SimulatedBatch>, $crate::Cancelled> {
                $crate::simulate::play_and_count(self, games, rng, progress)
            }
        }
    };
}
pub(crate) use simulation_methods;

simulation_methods!(TotalStrategy);

/// Plays games; `observe` sees each game before a turn, and the entry that the turn writes.
pub(crate) fn play<P: Player, S: DiceRng>(
    player: &P,
    games: usize,
    rng: impl Fn(u64) -> S + Sync,
    progress: &dyn Progress,
    observe: impl Fn(&P::Game, &WriteChoice) + Sync,
) -> Result<Vec<SheetResult>, Cancelled> {
    let turn_tables = turn_tables(player);
    in_batches(P::BATCH, games, rng, progress, |count, rng, counter| {
        let batch = Batch { player, turn_tables: &turn_tables, counter };
        let games = vec![player.new_game(false); count];
        let (_, results) = batch.play(games, rng, |game, write, _| observe(game, write))?;
        Ok(results)
    })
}

/// Plays games, and counts the entries of the boxes.
pub(crate) fn play_and_count<P: Player, S: DiceRng>(
    player: &P,
    games: usize,
    rng: impl Fn(u64) -> S + Sync,
    progress: &dyn Progress,
) -> Result<Vec<SimulatedBatch>, Cancelled> {
    let (turn_tables, rules) = (turn_tables(player), player.tables().rules);
    in_batches(P::BATCH, games, rng, progress, |count, rng, counter| {
        let batch = Batch { player, turn_tables: &turn_tables, counter };
        let mut tally = Tally::new(rules);
        let games = vec![player.new_game(true); count];
        let (games, results) =
            batch.play(games, rng, |_, write, round| tally.record_entry(write, round as usize))?;
        for sheet in games.iter().filter_map(|game| player.sheet(game)) {
            tally.record_end(rules, &rules.totals(sheet));
        }
        Ok(vec![SimulatedBatch { results, tally }])
    })
}

fn turn_tables<P: Player>(player: &P) -> TurnTables<'_> {
    let PlayerTables { rules, moves, lattice, .. } = player.tables();
    TurnTables::new(rules, moves, lattice)
}

/// Plays games in batches. Each batch has its own random numbers, so the results do not depend on the number of
/// threads.
pub(crate) fn in_batches<S: DiceRng, T: Send>(
    batch: usize,
    games: usize,
    rng: impl Fn(u64) -> S + Sync,
    progress: &dyn Progress,
    play: impl Fn(usize, &mut S, &Counter<'_>) -> Result<Vec<T>, Cancelled> + Sync,
) -> Result<Vec<T>, Cancelled> {
    let counter = Counter::new(games, progress);
    let batches: Vec<Vec<T>> = (0..games.div_ceil(batch))
        .into_par_iter()
        .map(|nth| {
            counter.check()?;
            let count = batch.min(games - nth * batch);
            let played = play(count, &mut rng(nth as u64), &counter)?;
            counter.add(count)?;
            Ok(played)
        })
        .collect::<Result<_, Cancelled>>()?;
    Ok(batches.into_iter().flatten().collect())
}

/// A batch of games of one player.
struct Batch<'a, P> {
    player: &'a P,
    turn_tables: &'a TurnTables<'a>,
    counter: &'a Counter<'a>,
}

impl<P: Player> Batch<'_, P> {
    /// Plays games to their end. `observe` also gets the number of the round, counted from 0.
    fn play(
        &self,
        games: Vec<P::Game>,
        rng: &mut impl DiceRng,
        observe: impl FnMut(&P::Game, &WriteChoice, u32),
    ) -> Result<(Vec<P::Game>, Vec<SheetResult>), Cancelled> {
        with_tables!(self.player.tables().tables, |tables, N| self
            .play_sized::<_, N>(tables, games, rng, observe))
    }

    fn play_sized<I: Index, const N: usize>(
        &self,
        tables: &Tables<I>,
        mut games: Vec<P::Game>,
        rng: &mut impl DiceRng,
        mut observe: impl FnMut(&P::Game, &WriteChoice, u32),
    ) -> Result<(Vec<P::Game>, Vec<SheetResult>), Cancelled> {
        let PlayerTables { rules, moves, lattice, .. } = self.player.tables();
        let mut instant_wins = vec![None; games.len()];
        let mut order: Vec<usize> = (0..games.len()).collect();
        let mut sim = SimulationBoard::<I, N>::new(tables, moves, lattice);
        let mut scratch = P::Scratch::default();
        for round in 0..rules.rounds as u32 {
            self.player.sort(&games, &mut order);
            let mut rest = &order[..];
            while !rest.is_empty() {
                self.counter.check()?;
                let lanes = self.player.place(&mut sim, &games, rest, &mut scratch);
                for (&lane, &nth) in lanes.iter().zip(rest) {
                    let game = &mut games[nth];
                    let (write, won) = self.player.play_turn(self.turn_tables, &sim, lane, game, rng);
                    instant_wins[nth] = instant_wins[nth].or(won.then_some(round));
                    observe(game, &write, round);
                    self.player.write(game, &write);
                }
                rest = &rest[lanes.len()..];
            }
        }
        let result = |(game, instant_win)| {
            let (total, points) = self.player.result(game);
            SheetResult { total, points, instant_win }
        };
        let results = games.iter().zip(instant_wins).map(result).collect();
        Ok((games, results))
    }
}

/// A game that is played with the optimal strategy.
#[derive(Clone, Default)]
pub(crate) struct TotalGame {
    place: StateKey,
    total: i32,
    /// The sheet, if it is needed for points or counts.
    sheet: Option<Sheet>,
}

impl Player for TotalStrategy {
    const BATCH: usize = 4096;
    type Game = TotalGame;
    type Scratch<'a> = Successors<'a>;

    fn tables(&self) -> PlayerTables<'_> {
        let model = &self.model;
        PlayerTables {
            rules: model.sheet(),
            moves: &model.moves,
            lattice: &model.lattice,
            tables: &model.tables,
        }
    }

    fn new_game(&self, counts_boxes: bool) -> TotalGame {
        let rules = self.model.sheet();
        let sheet = (counts_boxes || !rules.awards.is_empty()).then(|| Sheet::empty(rules.slots.len()));
        TotalGame { sheet, ..TotalGame::default() }
    }

    /// Games in the same state share a lane.
    fn sort(&self, games: &[TotalGame], order: &mut [usize]) {
        order.sort_unstable_by_key(|&game| (games[game].place, game));
    }

    fn place<'a, I: Index, const N: usize>(
        &'a self,
        sim: &mut SimulationBoard<'_, I, N>,
        games: &[TotalGame],
        order: &[usize],
        successors: &mut Successors<'a>,
    ) -> Vec<usize> {
        let (places, lanes) = assign_lanes(order.iter().map(|&game| games[game].place));
        sim.board.place(&self.game(), successors, &places, |state| self.values[state]);
        sim.solve_keeps();
        lanes
    }

    fn write(&self, game: &mut TotalGame, write: &WriteChoice) {
        let (filling, nth) = game.place;
        let (states, this) = (&self.model.states, &self.model.moves.moves[write.to]);
        let state = states.state_after(filling, nth, this);
        let filling = states.next_filling(filling, this);
        game.place = (filling, state - states.first_state_of(filling));
        game.total += write.points() + write.bonus;
        if let Some(sheet) = &mut game.sheet {
            write.apply_to(sheet);
        }
    }

    fn sheet<'g>(&self, game: &'g TotalGame) -> Option<&'g Sheet> {
        game.sheet.as_ref()
    }

    fn result(&self, game: &TotalGame) -> (i32, Option<i32>) {
        let points = game.sheet.as_ref().and_then(|sheet| self.model.sheet().totals(sheet).points);
        (game.total + self.model.states.final_bonus(game.place.1) as i32, points)
    }
}

impl TotalStrategy {
    pub(crate) fn turn_tables(&self) -> TurnTables<'_> {
        turn_tables(self)
    }
}

/// Returns the first distinct states that fill the lanes, and the lane of each game in them. The states are sorted.
fn assign_lanes(places: impl Iterator<Item = StateKey>) -> (Vec<StateKey>, Vec<usize>) {
    let mut found: Vec<StateKey> = Vec::with_capacity(LANES);
    let mut lanes = Vec::new();
    for place in places {
        if found.last() != Some(&place) {
            if found.len() == LANES {
                break;
            }
            found.push(place);
        }
        lanes.push(found.len() - 1);
    }
    (found, lanes)
}
