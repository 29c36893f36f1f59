//! `simulate`: the results of simulated games, by kind of player.

use std::sync::Arc;

use kosti_coach::{Level, duel_takes_long, is_estimated};
use kosti_rules::{Family, Rules, Sheet, SheetRules};
use kosti_solver::{
    HeuristicPlayer, Policy, Progress, RacePlayer, SheetAim, SheetResult, simulate_races as race,
};
use serde::Serialize;

use crate::error::QueryError;
use crate::objective::{Objective, RaceObjective};
use crate::probabilities::Measured;
use crate::question::SimulateQuestion;
use crate::seeded_rng::SeededRng;
use crate::solved::{RaceStrategy, SheetStrategy, SolvedCache};

/// The most games, and the default.
const MOST_GAMES: usize = 10_000_000;
const GAMES: usize = 100_000;
/// The default if the game is not solved: then every turn of every game is solved separately.
const FEW_GAMES: usize = 4_096;
/// The kinds of players for score sheets, and for races.
const PLAYERS: [&str; 7] = ["perfect", "careful", "win", "total", "regular", "greedy", "random"];
/// The kinds of players that know the sheets of the others, and those that can play with them.
const TO_WIN: &str = "win";
const WITH_TO_WIN: [&str; 3] = [TO_WIN, "total", "perfect"];
const RACERS: [&str; 7] = ["perfect", "careful", "duel", "fastest", "regular", "greedy", "random"];

/// The results of simulated games.
#[derive(Debug, Clone, PartialEq, Serialize)]
#[serde(untagged)]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
pub enum SimulateAnswer {
    /// On score sheets.
    Sheet(SheetSimulation),
    /// In a race.
    Race(RaceSimulation),
}

/// The results of simulated games of a score sheet.
#[derive(Debug, Clone, PartialEq, Serialize)]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
pub struct SheetSimulation {
    /// The number of games.
    pub games: usize,
    /// The seed of the dice.
    pub seed: u64,
    /// By seat.
    pub seats: Vec<SheetSeat>,
    /// The share of games with a shared win, for several players.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[cfg_attr(feature = "openapi", schema(nullable = false))]
    pub ties: Option<f64>,
    /// The share of games won at once by dice, if the game has that rule.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[cfg_attr(feature = "openapi", schema(nullable = false))]
    pub won_at_once: Option<f64>,
    /// The hash of the rules.
    pub rules: String,
    /// The version of Kosti.
    pub version: &'static str,
}

/// The results of one player of a score sheet.
#[derive(Debug, Clone, PartialEq, Serialize)]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
pub struct SheetSeat {
    /// The kind of player.
    pub player: String,
    /// For `perfect` and `careful`: whether it is best play.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[cfg_attr(feature = "openapi", schema(nullable = false))]
    pub exact: Option<bool>,
    /// The totals.
    #[serde(flatten)]
    pub total: Measured,
    /// The points, where points decide.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[cfg_attr(feature = "openapi", schema(nullable = false))]
    pub points: Option<Measured>,
    /// The share of games won alone, for several players.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[cfg_attr(feature = "openapi", schema(nullable = false))]
    pub wins: Option<f64>,
    /// The share of the wins, for several players: a shared win is counted in parts.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[cfg_attr(feature = "openapi", schema(nullable = false))]
    pub win_share: Option<f64>,
    /// Its standard error.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[cfg_attr(feature = "openapi", schema(nullable = false))]
    pub win_error: Option<f64>,
}

/// The results of simulated races.
#[derive(Debug, Clone, PartialEq, Serialize)]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
pub struct RaceSimulation {
    /// The number of games.
    pub games: usize,
    /// The seed of the dice.
    pub seed: u64,
    /// By seat.
    pub seats: Vec<RacerSeat>,
    /// The turns of the winner.
    pub turns: Measured,
    /// The hash of the rules.
    pub rules: String,
    /// The version of Kosti.
    pub version: &'static str,
}

/// The results of one player of a race.
#[derive(Debug, Clone, PartialEq, Serialize)]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
pub struct RacerSeat {
    /// The kind of player.
    pub player: String,
    /// The share of games won.
    pub wins: f64,
    /// Its standard error.
    pub error: f64,
    /// For `perfect` and `careful`: whether it is best play.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[cfg_attr(feature = "openapi", schema(nullable = false))]
    pub exact: Option<bool>,
}

/// A checked simulation.
pub(crate) struct Plan {
    games: usize,
    seed: u64,
    players: Vec<String>,
}

impl Plan {
    pub(crate) fn new(rules: &Rules, question: &SimulateQuestion) -> Result<Self, QueryError> {
        let known: &[&str] = if rules.race().is_some() { &RACERS } else { &PLAYERS };
        let games = question.games.unwrap_or(if is_estimated(rules) { FEW_GAMES } else { GAMES });
        let seed = question.seed.unwrap_or(1);
        let players = question.players.clone().unwrap_or_else(|| vec![best(rules, 1).to_owned()]);
        if games == 0 || games > MOST_GAMES {
            return Err(QueryError::BadGames { is: games, most: MOST_GAMES });
        }
        if players.is_empty() || players.len() > usize::from(rules.players.max) {
            return Err(QueryError::SeatCount { is: players.len(), most: rules.players.max });
        }
        if let Some(player) = players.iter().find(|player| !known.contains(&player.as_str())) {
            let known = self::players(rules, players.len()).join(", ");
            return Err(QueryError::UnknownPlayer { player: player.clone(), known });
        }
        // To win, others are needed, and their final totals must be known as far as they can be.
        let to_win = players.iter().any(|player| player == TO_WIN);
        let cannot = |player: &&String| players.len() < 2 || !WITH_TO_WIN.contains(&player.as_str());
        if let Some(player) = players.iter().find(cannot).filter(|_| to_win) {
            let known = WITH_TO_WIN.join(", ");
            return Err(QueryError::UnknownPlayer { player: player.clone(), known });
        }
        Ok(Self { games, seed, players })
    }

    /// The number of games over all players: each result stays in memory until all are counted.
    pub(crate) fn all_games(&self) -> usize {
        self.games.saturating_mul(self.players.len())
    }

    /// Whether a player needs the solved game.
    pub(crate) fn needs_best(&self, rules: &Rules) -> bool {
        let needs = |player: &String| match player.as_str() {
            "regular" | "greedy" | "random" => false,
            "careful" => !is_estimated(rules),
            _ => true,
        };
        self.players.iter().any(needs)
    }
}

/// The best kind of player for this many seats.
fn best(rules: &Rules, seats: usize) -> &'static str {
    Level::Perfect.label(rules, seats)
}

/// The kinds of players of a game for this many seats.
#[must_use]
pub fn players(rules: &Rules, seats: usize) -> Vec<&'static str> {
    let known: &[&str] = if rules.race().is_some() { &RACERS } else { &PLAYERS };
    let is_offered = |player: &&str| match *player {
        "perfect" | "careful" => *player == best(rules, seats),
        "win" | "total" => is_won(rules) && seats > 1,
        // In races it is an older name of `regular`.
        "greedy" => rules.sheet().is_some(),
        _ => true,
    };
    known.iter().copied().filter(is_offered).collect()
}

/// Whether a score sheet can be played to win.
fn is_won(rules: &Rules) -> bool {
    rules.sheet().is_some_and(|sheet| sheet.awards.is_empty()) && !is_estimated(rules)
}

/// Whether this player plays best, for kinds that may.
fn exact_of(player: &str, exact: bool) -> Option<bool> {
    matches!(player, "perfect" | "careful").then_some(exact)
}

pub(crate) fn answer(
    rules: &Arc<Rules>,
    plan: &Plan,
    kept: &SolvedCache,
    progress: &dyn Progress,
) -> Result<SimulateAnswer, QueryError> {
    match &rules.family {
        Family::Sheet(sheet) => sheets(rules, sheet, plan, kept, progress).map(SimulateAnswer::Sheet),
        Family::Race(_) => races(rules, plan, kept, progress).map(SimulateAnswer::Race),
    }
}

fn races(
    rules: &Arc<Rules>,
    Plan { games, seed, players }: &Plan,
    kept: &SolvedCache,
    progress: &dyn Progress,
) -> Result<RaceSimulation, QueryError> {
    // The solved games that the players need. A single player is fastest when playing for the fewest turns.
    let mut solved = Vec::new();
    for player in players {
        let objective = match player.as_str() {
            "careful" if duel_takes_long(rules) => Some(RaceObjective::Turns),
            "perfect" | "careful" | "duel" if players.len() > 1 => Some(RaceObjective::Win),
            "perfect" | "careful" | "duel" | "fastest" => Some(RaceObjective::Turns),
            _ => None,
        };
        solved.push(objective.map(|objective| kept.race(rules, objective, progress)).transpose()?);
    }
    let racers: Vec<RacePlayer<'_>> = players
        .iter()
        .zip(&solved)
        .map(|(player, solved)| match solved.as_ref().map(|solved| &solved.play) {
            Some(RaceStrategy::Win(duel)) if player == "duel" => RacePlayer::Rival(duel),
            Some(RaceStrategy::Win(duel)) => RacePlayer::Win(duel),
            Some(RaceStrategy::Turns(alone)) => RacePlayer::Turns(alone),
            _ if player == "random" => RacePlayer::Random,
            _ => RacePlayer::Greedy,
        })
        .collect();
    let raced = race(rules, &racers, *games, |batch| SeededRng::new(*seed, 0, batch), progress)?;
    let seat = |(seat, player): (usize, &String)| {
        let won = raced.iter().filter(|raced| raced.winner == Some(seat)).count() as f64;
        let wins = won / *games as f64;
        let for_turns =
            matches!(solved[seat].as_ref().map(|solved| &solved.play), Some(RaceStrategy::Turns(_)));
        RacerSeat {
            player: player.clone(),
            wins,
            error: (wins * (1.0 - wins) / *games as f64).sqrt(),
            exact: exact_of(player, players.len() == 1 || players.len() == 2 && !for_turns),
        }
    };
    let finished = raced.iter().filter(|raced| raced.winner.is_some());
    Ok(RaceSimulation {
        games: *games,
        seed: *seed,
        seats: players.iter().enumerate().map(seat).collect(),
        turns: Measured::of(finished.map(|raced| raced.rounds as i32)),
        rules: rules.hash.clone(),
        version: env!("CARGO_PKG_VERSION"),
    })
}

fn sheets(
    rules: &Arc<Rules>,
    sheet_rules: &SheetRules,
    Plan { games, seed, players }: &Plan,
    kept: &SolvedCache,
    progress: &dyn Progress,
) -> Result<SheetSimulation, QueryError> {
    let (games, seed) = (*games, *seed);
    let best = if sheet_rules.awards.is_empty() { Objective::Total } else { Objective::Points };
    let empty = Sheet::empty(sheet_rules.slots.len());
    let mut seats: Vec<Vec<SheetResult>> = Vec::new();
    if players.iter().any(|player| player == TO_WIN) {
        let aim = |player: &String| if player == TO_WIN { SheetAim::Win } else { SheetAim::Total };
        let aims: Vec<SheetAim> = players.iter().map(aim).collect();
        let source = |batch| SeededRng::new(seed, 0, batch);
        seats = kept.win_player(rules, progress)?.play.simulate(&aims, games, source, progress)?;
    }
    let apart = players.iter().enumerate().skip(seats.len());
    for (seat, player) in apart {
        let source = |batch| SeededRng::new(seed, seat, batch);
        seats.push(match player.as_str() {
            "greedy" => {
                HeuristicPlayer::new(rules.clone(), Policy::Greedy).simulate(games, source, progress)?
            }
            "random" => {
                HeuristicPlayer::new(rules.clone(), Policy::Random).simulate(games, source, progress)?
            }
            "regular" => {
                HeuristicPlayer::new(rules.clone(), Policy::Sensible).simulate(games, source, progress)?
            }
            "careful" if is_estimated(rules) => {
                HeuristicPlayer::new(rules.clone(), Policy::Thoughtful).simulate(games, source, progress)?
            }
            _ => match &kept.solve(rules, best, &empty, progress)?.play {
                SheetStrategy::Total(strategy) => strategy.simulate(games, source, progress)?,
                SheetStrategy::Points(measured) => measured.points.simulate(games, source, progress)?,
                SheetStrategy::Reach(_) | SheetStrategy::Win(_) | SheetStrategy::Estimate(_) => {
                    unreachable!("nobody asked for it")
                }
            },
        });
    }
    let won = wins(&seats, games);
    let several = players.len() > 1;
    let seat = |((player, played), nth): ((&String, &Vec<SheetResult>), usize)| {
        let estimated = player == "careful" && is_estimated(rules);
        let by_points = played.iter().any(|game| game.points.is_some());
        SheetSeat {
            player: player.clone(),
            exact: exact_of(player, best == Objective::Total && !estimated),
            total: Measured::of(played.iter().map(|game| game.total)),
            points: by_points.then(|| Measured::of(played.iter().filter_map(|game| game.points))),
            wins: several.then_some(won.alone[nth]),
            win_share: several.then_some(won.parts[nth]),
            win_error: several.then(|| {
                let variance = won.squares[nth] - won.parts[nth] * won.parts[nth];
                (variance.max(0.0) / games as f64).sqrt()
            }),
        }
    };
    Ok(SheetSimulation {
        games,
        seed,
        seats: players.iter().zip(&seats).zip(0..).map(seat).collect(),
        ties: several.then_some(won.shared),
        won_at_once: (!sheet_rules.instant_wins.is_empty()).then_some(won.at_once),
        rules: rules.hash.clone(),
        version: env!("CARGO_PKG_VERSION"),
    })
}

/// Shares of games by winner.
pub(crate) struct Wins {
    /// By seat: won alone.
    pub(crate) alone: Vec<f64>,
    /// By seat: shared wins are counted in parts.
    parts: Vec<f64>,
    /// By seat: the mean square of these parts.
    squares: Vec<f64>,
    /// Won by several together.
    pub(crate) shared: f64,
    /// Won at once by dice.
    at_once: f64,
}

/// The winner of a game is the first whose dice win at once, else the player with the best result; equal results
/// share the win.
pub(crate) fn wins(seats: &[Vec<SheetResult>], games: usize) -> Wins {
    let share = 1.0 / games as f64;
    let none = || vec![0.0; seats.len()];
    let mut wins = Wins { alone: none(), parts: none(), squares: none(), shared: 0.0, at_once: 0.0 };
    for game in 0..games {
        let first = (0..seats.len()).filter_map(|seat| Some((seats[seat][game].instant_win?, seat))).min();
        if let Some((_, seat)) = first {
            wins.at_once += share;
            wins.count(&[seat], share);
            continue;
        }
        let decides = |seat: usize| {
            let played = &seats[seat][game];
            played.points.unwrap_or(played.total)
        };
        let best = (0..seats.len()).map(decides).max();
        let winners: Vec<usize> = (0..seats.len()).filter(|&seat| Some(decides(seat)) == best).collect();
        wins.count(&winners, share);
    }
    wins
}

impl Wins {
    /// Counts a game that is this share of all.
    fn count(&mut self, winners: &[usize], share: f64) {
        match winners {
            [seat] => self.alone[*seat] += share,
            _ => self.shared += share,
        }
        let part = 1.0 / winners.len().max(1) as f64;
        for &seat in winners {
            self.parts[seat] += share * part;
            self.squares[seat] += share * part * part;
        }
    }
}
