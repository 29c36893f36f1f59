//! `simulate`: what players of several kinds bring, measured.

use std::sync::Arc;

use kosti_coach::{Level, duel_takes_long, is_estimated};
use kosti_rules::{Family, Rules, Sheet, SheetRules};
use kosti_solver::{Casual, Distribution, Manner, Played, Progress, Racer, race};
use serde_json::{Map, Value, json};

use crate::desk::object;
use crate::error::AskError;
use crate::request::Request;
use crate::seeded::Seeded;
use crate::solve::shown;
use crate::solved::{Kept, Objective, Play, RaceObjective, RacePlay};

/// How many games are simulated at most, and how many where nothing is said.
const MOST_GAMES: usize = 10_000_000;
const GAMES: usize = 100_000;
/// The same of a game that is not solved: every turn of every game is worked out by itself.
const FEW_GAMES: usize = 4_096;
/// The players there are of score sheets, and of races.
const PLAYERS: [&str; 5] = ["perfect", "careful", "regular", "greedy", "random"];
const RACERS: [&str; 7] = ["perfect", "careful", "duel", "fastest", "regular", "greedy", "random"];

/// What is simulated.
pub(crate) struct Plan {
    games: usize,
    seed: u64,
    players: Vec<String>,
}

impl Plan {
    pub(crate) fn read(rules: &Rules, request: &mut Request) -> Result<Self, AskError> {
        let known: &[&str] = if rules.race().is_some() { &RACERS } else { &PLAYERS };
        let usual = if is_estimated(rules) { FEW_GAMES } else { GAMES };
        let games: usize = request.take("games")?.unwrap_or(usual);
        let seed: u64 = request.take("seed")?.unwrap_or(1);
        let players: Vec<String> =
            request.take("players")?.unwrap_or_else(|| vec![best(rules, 1).to_owned()]);
        if games == 0 || games > MOST_GAMES {
            return Err(AskError::BadGames { is: games, most: MOST_GAMES });
        }
        if players.is_empty() || players.len() > usize::from(rules.players.max) {
            return Err(AskError::SeatCount { is: players.len(), most: rules.players.max });
        }
        if let Some(player) = players.iter().find(|player| !known.contains(&player.as_str())) {
            let known = self::players(rules, players.len()).join(", ");
            return Err(AskError::UnknownPlayer { player: player.clone(), known });
        }
        Ok(Self { games, seed, players })
    }

    /// Games over all players: each is kept until all are counted.
    pub(crate) fn all_games(&self) -> usize {
        self.games.saturating_mul(self.players.len())
    }

    /// Whether somebody plays best, which takes a solved game.
    pub(crate) fn needs_best(&self, rules: &Rules) -> bool {
        let needs = |player: &String| match player.as_str() {
            "regular" | "greedy" | "random" => false,
            "careful" => !is_estimated(rules),
            _ => true,
        };
        self.players.iter().any(needs)
    }
}

/// The best player there is for so many seats.
fn best(rules: &Rules, seats: usize) -> &'static str {
    Level::Perfect.label(rules, seats)
}

/// The players of a game for so many seats.
#[must_use]
pub fn players(rules: &Rules, seats: usize) -> Vec<&'static str> {
    let known: &[&str] = if rules.race().is_some() { &RACERS } else { &PLAYERS };
    let is_offered = |player: &&str| match *player {
        "perfect" | "careful" => *player == best(rules, seats),
        // There it is an older name of `regular`.
        "greedy" => rules.sheet().is_some(),
        _ => true,
    };
    known.iter().copied().filter(is_offered).collect()
}

/// Tells of a player who plays as well as is known whether that is best play.
fn tell_exact(seat: &mut Map<String, Value>, player: &str, exact: bool) {
    if matches!(player, "perfect" | "careful") {
        seat.insert("exact".to_owned(), json!(exact));
    }
}

pub(crate) fn answer(
    rules: &Arc<Rules>,
    plan: &Plan,
    kept: &Kept,
    progress: &dyn Progress,
) -> Result<Map<String, Value>, AskError> {
    match &rules.family {
        Family::Sheet(sheet) => sheets(rules, sheet, plan, kept, progress),
        Family::Race(_) => races(rules, plan, kept, progress),
    }
}

fn races(
    rules: &Arc<Rules>,
    Plan { games, seed, players }: &Plan,
    kept: &Kept,
    progress: &dyn Progress,
) -> Result<Map<String, Value>, AskError> {
    // What each one needs solved; alone, nobody plays faster than who plays for the fewest turns.
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
    let racers: Vec<Racer<'_>> = players
        .iter()
        .zip(&solved)
        .map(|(player, solved)| match solved.as_ref().map(|solved| &solved.play) {
            Some(RacePlay::Win(duel)) if player == "duel" => Racer::Rival(duel),
            Some(RacePlay::Win(duel)) => Racer::Duel(duel),
            Some(RacePlay::Turns(alone)) => Racer::Alone(alone),
            _ if player == "random" => Racer::Random,
            _ => Racer::Greedy,
        })
        .collect();
    let raced = race(rules, &racers, *games, |batch| Seeded::new(*seed, 0, batch), progress)?;
    let seat = |(seat, player): (usize, &String)| {
        let won = raced.iter().filter(|raced| raced.winner == Some(seat)).count() as f64;
        let (wins, games) = (won / *games as f64, *games as f64);
        let error = (wins * (1.0 - wins) / games).sqrt();
        let mut told = object([("player", json!(player)), ("wins", json!(wins)), ("error", json!(error))]);
        let for_turns = matches!(solved[seat].as_ref().map(|solved| &solved.play), Some(RacePlay::Turns(_)));
        tell_exact(&mut told, player, players.len() == 1 || players.len() == 2 && !for_turns);
        Value::Object(told)
    };
    let seats: Vec<Value> = players.iter().enumerate().map(seat).collect();
    let turns =
        measured(raced.iter().filter(|raced| raced.winner.is_some()).map(|raced| raced.rounds as i32));
    Ok(object([
        ("games", json!(games)),
        ("seed", json!(seed)),
        ("seats", json!(seats)),
        ("turns", json!(turns)),
    ]))
}

fn sheets(
    rules: &Arc<Rules>,
    sheet_rules: &SheetRules,
    Plan { games, seed, players }: &Plan,
    kept: &Kept,
    progress: &dyn Progress,
) -> Result<Map<String, Value>, AskError> {
    let (games, seed) = (*games, *seed);
    let best = if sheet_rules.awards.is_empty() { Objective::Total } else { Objective::Points };
    let empty = Sheet::empty(sheet_rules.slots.len());
    let mut seats: Vec<Vec<Played>> = Vec::new();
    for (seat, player) in players.iter().enumerate() {
        let source = |batch| Seeded::new(seed, seat, batch);
        seats.push(match player.as_str() {
            "greedy" => Casual::new(rules.clone(), Manner::Greedy).simulate(games, source, progress)?,
            "random" => Casual::new(rules.clone(), Manner::Random).simulate(games, source, progress)?,
            "regular" => Casual::new(rules.clone(), Manner::Sensible).simulate(games, source, progress)?,
            "careful" if is_estimated(rules) => {
                Casual::new(rules.clone(), Manner::Thoughtful).simulate(games, source, progress)?
            }
            _ => match &kept.solve(rules, best, &empty, progress)?.play {
                Play::Total(strategy) => strategy.simulate(games, source, progress)?,
                Play::Points(measured) => measured.points.simulate(games, source, progress)?,
                Play::Reach(_) | Play::Estimate(_) => unreachable!("nobody asked for it"),
            },
        });
    }
    let won = wins(&seats, games);
    let told: Vec<Value> = players
        .iter()
        .zip(&seats)
        .zip(&won.alone)
        .map(|((player, played), &wins)| {
            let mut seat = object([("player", json!(player))]);
            let estimated = player == "careful" && is_estimated(rules);
            tell_exact(&mut seat, player, best == Objective::Total && !estimated);
            seat.extend(measured(played.iter().map(|game| game.total)));
            if played.iter().any(|game| game.points.is_some()) {
                let points = measured(played.iter().filter_map(|game| game.points));
                seat.insert("points".to_owned(), json!(points));
            }
            if players.len() > 1 {
                seat.insert("wins".to_owned(), json!(wins));
            }
            seat.into()
        })
        .collect();
    let mut answer = object([("games", json!(games)), ("seed", json!(seed)), ("seats", json!(told))]);
    if players.len() > 1 {
        answer.insert("ties".to_owned(), json!(won.shared));
    }
    if !sheet_rules.instant_wins.is_empty() {
        answer.insert("won_at_once".to_owned(), json!(won.at_once));
    }
    Ok(answer)
}

/// Mean with its standard error, deviation, quantiles and shares.
fn measured(values: impl Iterator<Item = i32>) -> Map<String, Value> {
    let values: Vec<i32> = values.collect();
    let counted = Distribution::counted(&values);
    let error = counted.deviation() / (values.len() as f64).sqrt();
    let mut told = object([
        ("mean", json!(counted.mean())),
        ("error", json!(error)),
        ("deviation", json!(counted.deviation())),
    ]);
    told.extend(shown(&counted));
    told
}

/// Shares of games.
pub(crate) struct Wins {
    /// By seat: won alone.
    pub(crate) alone: Vec<f64>,
    /// Won by several together.
    pub(crate) shared: f64,
    /// Won at once by dice.
    at_once: f64,
}

/// Who won: whose dice won at once first, else who has most; equals share the win.
pub(crate) fn wins(seats: &[Vec<Played>], games: usize) -> Wins {
    let share = 1.0 / games as f64;
    let mut wins = Wins { alone: vec![0.0; seats.len()], shared: 0.0, at_once: 0.0 };
    for game in 0..games {
        let first = (0..seats.len()).filter_map(|seat| Some((seats[seat][game].won?, seat))).min();
        if let Some((_, seat)) = first {
            wins.at_once += share;
            wins.alone[seat] += share;
            continue;
        }
        let decides = |seat: usize| {
            let played = &seats[seat][game];
            played.points.unwrap_or(played.total)
        };
        let best = (0..seats.len()).map(decides).max();
        let mut winners = (0..seats.len()).filter(|&seat| Some(decides(seat)) == best);
        match (winners.next(), winners.next()) {
            (Some(seat), None) => wins.alone[seat] += share,
            _ => wins.shared += share,
        }
    }
    wins
}
